import AdAttribution
import AttributionBase
import AttributionCommandModel
import AttributionCrypto

/// What signs in a run: a key in memory, or a program that keeps its key elsewhere.
enum SigningBackend: Sendable {
    case key(SigningKey, Signer.Nonce)
    case program(SignerProgram)

    /// Creates the backend that the options name, else the key of `AAK_KEY`, else the example key.
    init(_ invocation: Invocation) throws(Diagnostic) {
        if let program = try SignerProgram(invocation) {
            self = .program(program)
        } else {
            // A seeded run is deterministic, including its nonces.
            let isDeterministic = invocation[SigningOptions.deterministic] || invocation.has(CommonOptions.seed)
            self = .key(try SigningKey(invocation), isDeterministic ? .deterministic : .random)
        }
    }

    /// The `kid` of a JWK, or the ad network of the example key.
    var keyID: String? {
        switch self {
        case .key(let key, _): key.keyID
        case .program(let program): program.keyID
        }
    }

    private var keyInMemory: SigningKey? { if case .key(let key, _) = self { key } else { nil } }

    /// The note to report once something is signed, if there is one.
    var note: Diagnostic? { keyInMemory?.note }

    /// Returns the reason why nothing is signed for a network, if there is one.
    ///
    /// - Parameter field: the name of the field with the network.
    func refusal(for network: String, field: String = ImpressionField.adNetworkIdentifier.text) -> Diagnostic? {
        keyInMemory?.refusal(for: network, field: field)
    }

    /// Returns the same for a network in a line, of which only one that is refused needs an allocation.
    func refusal(for network: JSONView) -> Diagnostic? {
        guard let keyInMemory, keyInMemory.isExample, !network.isString(ExampleKey.network) else { return nil }
        return refusal(for: network.string)
    }

    /// Returns a new signer. Use one per thread.
    func makeSigner() -> any LineSigner {
        switch self {
        case .key(let key, let nonce): KeySigner(key.key, nonce: nonce)
        case .program(let program): ProgramSigner(program)
        }
    }

    /// Calls `body`, which does all signing of a run, and ends the program that was started for it.
    func during<Result>(_ console: Console, _ body: () throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
        guard case .program(let program) = self else { return try body() }
        do throws(Diagnostic) {
            let result = try body()
            try program.end(console)
            return result
        } catch {
            program.abandon()
            throw error
        }
    }
}

extension KeySigner: LineSigner {
    func beginLine(at offset: Int) {}
    func finish(_ output: inout ResultLines) {}
}
