import AdAttribution
import AttributionCommandModel
import AttributionCrypto

/// The options that specify the trusted keys.
enum TrustOptions {
    static let keys = TypedOption.values(
        "key", short: "k", .file("FILE|DIR"),
        summary: "trust the keys in FILE, or in the files of a folder, besides Apple's", group: "Keys")

    static let exampleKey = TypedOption.flag(
        "example-key",
        summary:
            "trust the published example key, under the kids \(ExampleKey.keyIDs.joined(separator: " and ")): for tests only",
        group: "Keys")
}

extension TrustedKeys {
    /// Creates the trusted keys: Apple's, those of `--key`, and the example key if requested.
    init(_ invocation: Invocation, _ appleKeys: AppleKeys, _ console: Console) throws(Diagnostic) {
        self.init(appleKeys)
        if invocation[TrustOptions.exampleKey] { try? addExampleKey() }
        try add(invocation[TrustOptions.keys], console)
    }

    /// Adds the public keys in files and folders. A key with a `kid` in a JWK is trusted only for that `kid`.
    mutating func add(_ paths: [String], _ console: Console) throws(Diagnostic) {
        for path in paths {
            for entry in try KeyFiles.publicKeys(path, console) {
                do throws(AdditionError) {
                    try add(entry.key.publicKey, keyID: entry.keyID)
                } catch {
                    switch error {
                    case .appleKeyID(let keyID):
                        throw .trouble("\(path): the JWK's kid is \(AppleKey.words(ofReserved: keyID))")
                    case .productionOnly: throw .trouble("\(path): only Apple's production key is trusted")
                    }
                }
            }
        }
    }
}
