import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionModel

/// Reads keys from files without leaving copies in memory.
struct KeyFiles {
    /// The password of encrypted keys, which is in a file so that no other program sees it.
    static let passwordFile: TypedOption<String?> = TypedOption.value(
        "password-file", .file("FILE"),
        summary: "read the password of encrypted keys from the first line of FILE; - is standard input", group: "Keys")

    private let console: Console
    private let passwordFile: String?
    private let invocation: Invocation
    /// The password, once a key needed it.
    private var password: SecretBytes?

    init(_ invocation: Invocation, _ console: Console) {
        self.console = console
        passwordFile = invocation.takes(Self.passwordFile) ? invocation[Self.passwordFile] : nil
        self.invocation = invocation
    }

    /// The maximum size of a key file, in bytes.
    private static let sizeLimit = 1 << 20
    /// Enough memory for most key files, in bytes. It is not larger, because all of it is erased, which takes longer than reading a key.
    private static let usualSize = 1 << 12

    private static func contents(_ path: String, _ words: String = "key file") throws(Diagnostic) -> SecretBytes {
        try attempting("read the \(words) \(path.concealed)") { () throws(SystemError) in
            try Input(path: path).reading { (file) throws(SystemError) in try contents(of: file) }
        }
    }

    private static func contents(of file: Descriptor) throws(SystemError) -> SecretBytes {
        var held = SecretBytes(count: 0) { _ in }
        var capacity = usualSize
        var size = 0
        while true {
            var failure: SystemError?
            let larger = SecretBytes(count: capacity) { target in
                target.copy(held, to: 0)
                do throws(SystemError) {
                    while size < target.count {
                        let count = try unsafe target.withMutableBytes { target throws(SystemError) in
                            try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: target[size...]))
                        }
                        if count == 0 { break }
                        size += count
                    }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            guard size == capacity else {
                return larger.withBytes { SecretBytes(copying: $0.part(0..<size)) }
            }
            guard capacity <= sizeLimit else { throw SystemError.tooLarge }
            held = larger
            capacity = min(capacity << 4, sizeLimit + 1)
        }
    }

    mutating func read(_ path: String, isPrivate: Bool = false) throws(Diagnostic) -> KeyFile {
        let contents = try Self.contents(path)
        do throws(KeyError) {
            return try noting(KeyFile(reading: contents), path)
        } catch {
            guard error.wantsPassword, let password = try givenPassword() else {
                if let key = contents.withBytes(AppleKey.resembled) {
                    let hint = "it is Apple's key \(key.keyID), which is built in and needs no --key"
                    throw .trouble("\(Input(path: path).name): \(error)", hint: hint)
                }
                throw .key(error, in: contents, path: path, isPrivate: isPrivate, invocation)
            }
            do throws(KeyError) {
                return try noting(KeyFile(reading: contents, password: password), path)
            } catch {
                throw .key(error, path: path, isPrivate: isPrivate, invocation)
            }
        }
    }

    /// Returns the password in the file of ``passwordFile``, which is read once; nil without one.
    private mutating func givenPassword() throws(Diagnostic) -> SecretBytes? {
        guard password == nil, let path = passwordFile else { return password }
        let contents = try Self.contents(path, "password file")
        let line = contents.withBytes { bytes in
            let line = bytes.part(0..<(bytes.firstOffset(of: ASCII.newline) ?? bytes.count))
            return SecretBytes(copying: line.last == ASCII.carriageReturn ? line.part(0..<line.count - 1) : line)
        }
        guard line.count > 0 else { throw .trouble("\(Input(path: path).name): the password is empty") }
        console.warnIfReadable(path, "the password")
        password = line
        return line
    }

    mutating func privateKey(_ path: String) throws(Diagnostic) -> (P256PrivateKey, keyID: String?) {
        let file = try read(path, isPrivate: true)
        return (try privateKey(of: file, path), file.entries.first(where: \.isPrivate)?.keyID)
    }

    func privateKey(of file: KeyFile, _ path: String) throws(Diagnostic) -> P256PrivateKey {
        do throws(KeyError) {
            return try file.onlyPrivateKey()
        } catch {
            throw .key(error, path: path, isPrivate: false, invocation)
        }
    }

    /// Returns the public keys in a file, or in the key files of a folder. Files of a folder that contain no key are
    /// skipped with a warning.
    mutating func publicKeys(_ path: String) throws(Diagnostic) -> [KeyFile.Entry] {
        guard path != "-", System.isDirectory(path) else { return try read(path).entries }
        let endings = [".pem", ".der", ".json", ".jwk", ".jwks"]
        var entries: [KeyFile.Entry] = []
        for file in try Input.files(in: path, of: "--key", ending: endings) {
            let contents = try Self.contents(file)
            do throws(KeyError) {
                entries += try noting(KeyFile(reading: contents), file).entries
            } catch {
                guard error.meansNoKey else {
                    throw .key(error, in: contents, path: file, isPrivate: false, invocation)
                }
                console.report(.warning("\(file) was skipped: \(error)"))
            }
        }
        guard !entries.isEmpty else {
            throw .trouble(
                "the folder \(quoted(path)) has no key files",
                hint: "key files end in " + endings.joined(separator: ", "))
        }
        return entries
    }

    /// Reports the encodings in which a file contains its keys, with a note for each encoding that was decoded.
    private func noting(_ file: KeyFile, _ path: String) -> KeyFile {
        for words in file.wrappings {
            console.report(.note(RunRules.keyForm, "the key was read from \(words)").of(file: Input(path: path).name))
        }
        return file
    }
}

extension Diagnostic {
    /// - Parameters:
    ///   - contents: What the file contains, if the fault may be in one of its lines.
    ///   - isPrivate: whether a private key is wanted, which no certificate contains.
    ///   - invocation: the command that reads the key.
    static func key(
        _ error: KeyError, in contents: SecretBytes? = nil, path: String, isPrivate: Bool, _ invocation: Invocation
    ) -> Diagnostic {
        let name = Input(path: path).name
        var diagnostic = Diagnostic.trouble("\(name): \(error)", hint: error.hint)
        if let contents, let member = error.member {
            let located = Diagnostic.trouble("\(error)", hint: error.hint)
            let path = contents.withBytes { text in place(of: error, in: text) } + member
            diagnostic = contents.withBytes { located.located(at: path, in: $0, of: name) }
        }
        let conversion = isPrivate && error.isOfPublicKey ? nil : error.conversion(of: shellWord(path))
        guard let conversion, let again = invocation.again(piping: path) else { return diagnostic }
        return diagnostic.trying("\(conversion) | \(again)")
    }
}

/// Returns the path of the key with a fault in a set of keys, with a dot behind it; empty for a fault of the file, or of its only key.
private func place(of error: KeyError, in text: ByteView) -> String {
    var index = JSONIndex()
    guard let keys = (try? unsafe index.read(text))?.member("keys") else { return "" }
    let bad = keys.elements.prefix(256).enumerated().first { _, key in
        do throws(KeyError) {
            _ = try KeyFile(reading: SecretBytes(copying: key.raw))
            return false
        } catch let other {
            return other == error
        }
    }
    return bad.map { "keys[\($0.offset)]." } ?? ""
}

extension Console {
    /// Warns about a secret in a file that others can read.
    func warnIfReadable(_ path: String, _ secret: String) {
        guard System.isReadableByAll(path) else { return }
        report(.warning("everyone on this machine can read \(secret) in \(path)", hint: "chmod 600 \(path)"))
    }
}

extension Diagnostic {
    /// The problem of writing a key to an existing file, which may be the only copy of another key.
    static func keyExists(_ path: String) -> Diagnostic {
        .trouble(
            "\(path) already exists",
            hint: "name another file with -o; --force replaces this file, and a key in it is lost")
    }
}

enum TrustOptions {
    static let keys = TypedOption.values(
        "key", short: "k", .file("FILE|DIR"),
        summary: "trust the keys in FILE, or in the files of a folder, in addition to Apple's", group: "Keys")

    /// Each is split at its first equals sign.
    static let appleKeys = TypedOption.values(
        "apple-key", .namedFile("KID=FILE", such: "apple-cas-identifier/1=next.pem"),
        summary: "trust the public key in FILE as Apple's key with that kid",
        details: """
            This is for a key that Apple has published since this version of aak was released. KID is \
            apple-cas-identifier/N, for a key whose postbacks count, or apple-development-identifier/N, for a key \
            whose postbacks never count. FILE must contain only that public key; a key that aak already knows under \
            another kid, such as the example key, is rejected.
            """, group: "Keys")

    static let exampleKey = TypedOption.flag(
        "example-key",
        summary:
            "trust the published example key, under the kids \(ExampleKey.keyIDs.joined(separator: " and ")): for tests only",
        group: "Keys")
}

extension TrustedKeys {
    /// Creates the trusted keys: Apple's, those of `--key`, and the example key if requested.
    init(_ invocation: Invocation, _ appleKeys: AppleKeys, _ console: Console) throws(Diagnostic) {
        self.init(appleKeys, alsoFromApple: try Self.appleKeys(invocation, appleKeys, console))
        if invocation[TrustOptions.exampleKey] { try? addExampleKey() }
        try add(invocation[TrustOptions.keys], invocation, console)
    }

    private static func appleKeys(
        _ invocation: Invocation, _ trusted: AppleKeys, _ console: Console
    ) throws(Diagnostic) -> [AppleKey] {
        guard invocation.takes(TrustOptions.appleKeys) else { return [] }
        return try invocation[TrustOptions.appleKeys].map { (keyID, path) throws(Diagnostic) in
            var files = KeyFiles(invocation, console)
            let entries = try files.read(path).entries
            guard entries.count == 1, let entry = entries.first else {
                throw .trouble("\(path): the file", "has", found: "\(entries.count) keys", wanted: "one")
            }
            guard !entry.isPrivate else {
                throw .trouble("\(path): this", found: "a private key", wanted: "one of Apple's public keys")
            }
            guard entry.keyID == nil || entry.keyID == keyID else {
                throw .trouble("\(path): the JWK's kid", found: quoted(entry.keyID ?? ""), wanted: quoted(keyID))
            }
            do throws(Problem) {
                let key = try AppleKey(keyID: keyID, publicKey: entry.publicKey)
                guard trusted == .productionAndDevelopment || key.environment == .production else {
                    throw .value(
                        found: "\(quoted(keyID)), a development key", wanted: "a production key with --production"
                    )
                    .at("kid")
                }
                return key
            } catch {
                throw .trouble("\(path): \(error)")
            }
        }
    }

    /// Adds the public keys in files and folders. A key with a `kid` in a JWK is trusted only for that `kid`.
    mutating func add(_ paths: [String], _ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        var files = KeyFiles(invocation, console)
        for path in paths {
            for entry in try files.publicKeys(path) {
                do throws(Problem) {
                    try add(entry.publicKey, keyID: entry.keyID)
                } catch {
                    throw error.found == nil
                        ? .trouble("\(path): only Apple's production key is trusted")
                        : .trouble("\(path): the JWK's kid is \(AppleKey.words(ofReserved: entry.keyID ?? ""))")
                }
            }
        }
    }
}
