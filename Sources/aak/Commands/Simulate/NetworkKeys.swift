import AdAttribution
import AttributionCommandModel
import AttributionSimulator

extension TokenJudgement {
    /// Creates the judgement with the example key and the keys of `--network-key`.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        var keys = TrustedKeys(.all)
        do throws(TrustedKeys.AdditionError) {
            try keys.add(ExampleKey.publicKey, keyID: ExampleKey.keyID)
        } catch {
            throw .trouble("the example key is Apple's")
        }
        for path in invocation[SimulateOptions.networkKeys] {
            for entry in try KeyFiles.publicKeys(path, console) {
                do throws(TrustedKeys.AdditionError) {
                    try keys.add(entry.key.publicKey, keyID: entry.keyID)
                } catch {
                    throw .trouble("\(path): the JWK's kid is Apple's, want an ad network's")
                }
            }
        }
        self.init(keys: keys)
    }
}
