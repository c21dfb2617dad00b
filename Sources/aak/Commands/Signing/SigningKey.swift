import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionModel

/// The key in memory with which a run signs, and its owner.
struct SigningKey: Sendable {
    let key: P256PrivateKey
    /// The `kid` if the key is a JWK with one, or the ad network of the example key.
    let keyID: String?
    let isExample: Bool
    /// Whether the user requested the example key. Then it may sign for any network.
    private let isAskedFor: Bool

    /// Creates the key of `--key`, or else of `AAK_KEY`, or else the example key.
    init(_ invocation: Invocation, isDeterministic: Bool) throws(Diagnostic) {
        isAskedFor = invocation.takes(SigningOptions.exampleKey) && invocation[SigningOptions.exampleKey]
        let plain: P256PrivateKey
        var files = KeyFiles(invocation, Console(invocation))
        if let path = invocation[SigningOptions.key] {
            (plain, keyID) = try files.privateKey(path)
            isExample = false
            Self.checkRights(path, plain, invocation)
        } else if !isAskedFor, let path = System.environment("AAK_KEY") {
            (plain, keyID) = try Self.key(ofVariable: path, &files)
            isExample = false
            Self.checkRights(path, plain, invocation)
        } else {
            plain = ExampleKey.privateKey
            keyID = ExampleKey.keyID
            isExample = true
        }
        key = isDeterministic ? plain.deterministic : plain
    }

    private init(_ key: P256PrivateKey, keyID: String?) {
        (self.key, self.keyID, isExample, isAskedFor) = (key, keyID, false, true)
    }

    /// The key of a run that signs nothing.
    static let unused = SigningKey(ExampleKey.privateKey, keyID: nil)

    /// Reads the key file that `AAK_KEY` names. Errors mention the variable, because it may have been set long ago.
    private static func key(
        ofVariable path: String, _ files: inout KeyFiles
    ) throws(Diagnostic) -> (P256PrivateKey, keyID: String?) {
        guard !path.isEmpty else {
            throw .trouble(
                "AAK_KEY", found: "empty", wanted: "the path of a private key file", hint: "set it, or unset it")
        }
        guard path != "-" else {
            throw .trouble(
                "AAK_KEY", found: "\"-\"", wanted: "the path of a private key file", hint: "pass --key - instead")
        }
        if let fault = PathText.fault(path, of: "AAK_KEY") { throw fault }
        do throws(Diagnostic) {
            return try files.privateKey(path)
        } catch {
            throw .trouble("AAK_KEY: \(error.message)", hint: error.hint)
        }
    }

    /// Warns if other users can read the file of a private key.
    private static func checkRights(_ path: String, _ key: P256PrivateKey, _ invocation: Invocation) {
        guard key.publicKey != ExampleKey.publicKey else { return }
        Console(invocation).warnIfReadable(path, "the private key")
    }

    /// The note that the example key is used; nil for any other key.
    var note: Diagnostic? {
        guard isExample else { return nil }
        return .note(
            RunRules.exampleKey,
            "signed with the published example key, which is for tests: its signatures prove nothing",
            hint: "pass --key FILE to sign with your own")
    }

    /// Returns why this key must not sign for a network; nil if it may. The example key must not silently replace a key that was forgotten.
    func refusal(for network: @autoclosure () -> String, field: String) -> Diagnostic? {
        guard isExample, !isAskedFor else { return nil }
        let network = network()
        guard network != ExampleKey.keyID else { return nil }
        return Diagnostic(
            .value(
                found: quoted(network), wanted: "\(ExampleKey.keyID) for the example key",
                hint: "pass --key FILE or set AAK_KEY, or pass --example-key for a test"
            ).at(field, breaking: RunRules.exampleKeyRefused))
    }
}
