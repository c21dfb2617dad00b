import AdAttribution
import AttributionCommandModel
import AttributionCrypto

/// The options that specify the trusted keys.
enum TrustOptions {
    static let keys = TypedOption.values(
        "key", short: "k", .file("FILE|DIR"),
        summary: "trust the keys in FILE, or in the files of a folder, besides Apple's", group: "Keys")

    /// Each is split at its first equals sign.
    static let appleKeys = TypedOption.values(
        "apple-key",
        ValueForm.text("KID=FILE").parsed(wanting: "KID=FILE, such as apple-cas-identifier/1=next.pem") { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (keyID: parts[0], path: parts[1]) : nil
        },
        summary: "trust the key in FILE as Apple's of that kid",
        details: """
            For a key that Apple publishes after this version. KID is apple-cas-identifier/N, whose postbacks count, or \
            apple-development-identifier/N, whose postbacks never do. FILE holds that public key alone; what is known to be \
            another key is refused.
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

    /// Returns the keys of `--apple-key`.
    private static func appleKeys(
        _ invocation: Invocation, _ trusted: AppleKeys, _ console: Console
    ) throws(Diagnostic) -> [AppleKey] {
        guard invocation.takes(TrustOptions.appleKeys) else { return [] }
        return try invocation[TrustOptions.appleKeys].map { (keyID, path) throws(Diagnostic) in
            var files = KeyFiles(invocation, console)
            let entries = try files.read(path).entries
            guard entries.count == 1, let entry = entries.first else {
                throw .trouble("\(path): there", "are", found: "\(entries.count) keys", wanted: "one")
            }
            guard !entry.isPrivate else {
                throw .trouble("\(path): this", found: "a private key", wanted: "a public key of Apple's")
            }
            guard entry.keyID == nil || entry.keyID == keyID else {
                throw .trouble("\(path): the JWK's kid", found: quoted(entry.keyID ?? ""), wanted: quoted(keyID))
            }
            do throws(Problem) {
                let key = try AppleKey(keyID: keyID, publicKey: entry.key.publicKey)
                guard trusted == .all || key.environment == .production else {
                    throw .value(
                        found: "\(quoted(keyID)), a development key", wanted: "one of production with --production"
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
                    try add(entry.key.publicKey, keyID: entry.keyID)
                } catch {
                    throw error.found == nil
                        ? .trouble("\(path): only Apple's production key is trusted")
                        : .trouble("\(path): the JWK's kid is \(AppleKey.words(ofReserved: entry.keyID ?? ""))")
                }
            }
        }
    }
}
