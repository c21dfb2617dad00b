import AttributionCommandModel
import AttributionCrypto
import AttributionModel
import AttributionSimulator

struct PostbackKey: Sendable {
    let key: SigningKey
    let keyID: String

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation, isDeterministic: true)
        keyID = invocation[SigningOptions.keyID] ?? PostbackRequest.testKeyID
        guard !AppleKey.isReserved(keyID) else { throw .trouble("\"kid\" is \(AppleKey.words(ofReserved: keyID))") }
    }

    /// Returns a signer for one thread. Its signatures are deterministic.
    func signer() -> TextSigner { TextSigner(key.key) }
}

extension TokenJudgement {
    /// Creates the judgement with the example key and the keys that `--network-key` names.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.addExampleKey()
        let networkKeys = invocation[SimulateOptions.networkKeys]
        try keys.add(networkKeys, invocation, console)
        self.init(keys: keys, needsKey: !networkKeys.isEmpty)
    }
}
