import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionModel

enum KeygenCommand {
    private static let prefix = TypedOption.value(
        "output", short: "o",
        .file("PREFIX", writing: .several)
            .parsed(wanting: "a prefix for two file names, such as keys/acme") {
                $0.isEmpty || $0.hasSuffix("/") ? nil : $0
            },
        summary: "write PREFIX.private.pem and PREFIX.public.pem; - is standard output", group: "Output")
    private static let format = TypedOption.value(
        "format", .choice("FORM", Format.self), default: .pem,
        summary: "write PEM, or JWK into files that end in .jwk.json",
        group: "Output")
    private static let keyID = TypedOption.value(
        "kid", .text("ID"), summary: "the kid in a JWK, usually the ad network ID", group: "Output",
        relations: [
            .requires([format.being(.jwk)]) { "\($0) requires \($1): PEM has no place for a kid" }
        ])
    private static let force = TypedOption.flag("force", summary: "replace existing files", group: "Output")

    private enum Format: String, CaseIterable {
        case pem, jwk
    }

    static let command = Command(
        name: "keygen",
        summary: "make an ad network's key pair",
        discussion: """
            Makes a key pair on the P-256 curve, which Apple requires for registration. With --output PREFIX, the
            private key is written to PREFIX.private.pem (PKCS#8, readable by you alone), and the public key, which
            Apple gets, to PREFIX.public.pem. Either both files are written or neither is; existing files are replaced
            only with --force.

            Without --output, only the private key is written, to standard output; if that is a terminal, the run ends
            with an error. --output - writes the private key even to a terminal.

            The names of the files, and the RFC 7638 thumbprint of the public key, are written to standard error.
            """,
        options: [
            prefix.essential, format.essential, keyID.essential, force.essential,
            CommonOptions.seed.worded("derive the key from N, so that it is the same every time: for tests only"),
            CommonOptions.reproducible.worded("the same as --seed SEED, as in the other commands: for tests only"),
        ] + CommonOptions.diagnostics,
        sections: [CommonOptions.ownExitStatus(good: "The keys were written.")],
        examples: [
            "Make acme.private.pem and acme.public.pem": "aak keygen --output acme",
            "Make a JWK pair": "aak keygen --output acme --format jwk --kid acme.adattributionkit",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let isJWK = invocation[format] == .jwk
        let (prefix, keyID) = (invocation[prefix], invocation[keyID])
        if prefix == nil, Descriptor.output.isTerminal {
            throw invocation.usage(
                "the private key would be shown on the terminal", hint: "pass -o PREFIX for files, or -o - to see it")
        }
        let key = try makeKey(invocation, console)
        if let prefix, prefix != "-" {
            let ending = isJWK ? "jwk.json" : "pem"
            let (secret, shared) = ("\(prefix).private.\(ending)", "\(prefix).public.\(ending)")
            try write(
                [
                    (secret, privateText(key, isJWK, keyID), permissions: 0o600),
                    (shared, publicText(key.publicKey, isJWK, keyID), permissions: 0o644),
                ], replaces: invocation[force])
            console.reportNotice("wrote \(secret) and \(shared)", rule: RunRules.writtenFiles)
        } else {
            try console.write(privateText(key, isJWK, keyID))
        }
        console.reportNotice("thumbprint \(key.publicKey.thumbprint)", rule: RunRules.thumbprint)
        return .good
    }

    private static func makeKey(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> P256PrivateKey {
        guard let seed = invocation.seed else {
            do throws(CryptoFailure) { return try P256PrivateKey() } catch { throw Diagnostic(error.problem) }
        }
        console.report(.warning("a key derived from a seed is not secret: use it for tests only"))
        // Nearly every digest is a valid scalar: all but about one in 2³².
        for attempt in 0... {
            var digest = SHA256.hash(Array("aak keygen \(seed) \(attempt)".utf8))
            if let key = try? P256PrivateKey(rawRepresentation: SecretBytes(consuming: &digest)) { return key }
        }
        throw .trouble("no key follows from this seed")
    }

    /// Writes both files or none. If several runs write them at the same time, only one succeeds.
    private static func write(
        _ files: [(path: String, contents: SecretBytes, permissions: UInt32)], replaces: Bool
    ) throws(Diagnostic) {
        func refuse() throws(Diagnostic) {
            for file in files where !replaces && System.exists(file.path) {
                throw .keyExists(file.path)
            }
        }
        try refuse()
        for (path, contents, permissions) in files {
            let output = try Output.open(path, as: .key, permissions: permissions)
            let failure = contents.withBytes { output.file.failure(ofWriting: $0) }
            if let failure { throw .cannotWrite(path, failure) }
        }
        try FolderLock.lock(files[0].path, as: files[0].path, patience: 10)
        // Another run may have created the files in the meantime.
        try refuse()
        try Output.rename(replacing: replaces)
    }

    private static func privateText(_ key: P256PrivateKey, _ isJWK: Bool, _ keyID: String?) -> SecretBytes {
        isJWK ? key.jwk(keyID: keyID).withNewline : key.pemRepresentation
    }

    private static func publicText(_ key: P256PublicKey, _ isJWK: Bool, _ keyID: String?) -> SecretBytes {
        SecretBytes(copying: isJWK ? key.jwk(keyID: keyID) + [UInt8(ascii: "\n")] : Array(key.pemRepresentation.utf8))
    }
}

extension SecretBytes {
    var withNewline: SecretBytes {
        SecretBytes(count: count + 1) { target in
            target.copy(self, to: 0)
            target[count] = UInt8(ascii: "\n")
        }
    }
}

extension Console {
    /// Writes a secret to standard output without leaving another copy of it in memory.
    func write(_ secret: SecretBytes) throws(Diagnostic) {
        let failure = secret.withBytes { Descriptor.output.failure(ofWriting: $0) }
        if let failure { throw Self.outputFailure(failure) }
    }
}

extension Descriptor {
    /// Writes all bytes, and returns the error instead of throwing it.
    fileprivate func failure(ofWriting bytes: ByteView) -> SystemError? {
        do throws(SystemError) {
            try write(bytes)
            return nil
        } catch {
            return error
        }
    }
}
