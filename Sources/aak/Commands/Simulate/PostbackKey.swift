import AdAttribution
import AttributionCommandModel
import AttributionECDSA
import AttributionJOSE
import AttributionSimulator

/// The key that signs the postbacks of a run.
struct PostbackKey: Sendable {
    let key: SigningKey
    let keyID: String

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation)
        keyID = invocation[SigningOptions.keyID] ?? "local/0"
        guard !AppleKey.isReserved(keyID) else {
            throw .trouble("\"kid\" is \(AppleKey.words(ofReserved: keyID))")
        }
    }

    func sealer() -> BodySealer { BodySealer(key: key.key, keyID: keyID) }
}
