import AdAttribution
import AttributionCommandModel
import AttributionSimulator

extension TokenJudgement {
    /// Creates the judgement with the example key and the keys of `--network-key`.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        var keys = TrustedKeys(.all)
        try? keys.add(ExampleKey.publicKey, keyID: ExampleKey.keyID)
        try keys.add(invocation[SimulateOptions.networkKeys], console)
        self.init(keys: keys)
    }
}
