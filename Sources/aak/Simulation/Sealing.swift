import AdAttribution
import AttributionSimulator
import Bytes
import CommandModel

/// The key that the postbacks of a run are signed with.
struct Sealing: Sendable {
    let key: SigningKey
    let keyID: String

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation)
        keyID = invocation.value("kid") ?? "local/0"
        guard !AppleKey.isReserved(keyID) else {
            throw .trouble("\"kid\" is \(quoted(keyID)), which is Apple's, want one of your own")
        }
        guard !keyID.isEmpty else { throw invocation.usage("\"--kid\" is \"\", want the ID of a key") }
    }

    func sealer() -> BodySealer { BodySealer(key: key.key, keyID: keyID) }
}

extension World {
    /// What options say instead of the scenario.
    mutating func apply(_ invocation: Invocation) {
        if let seed = invocation.integer("seed") { self.seed = UInt64(seed) }
        if invocation.flag("developer-mode") { developerMode = true }
        if let delays = invocation.value("delays").flatMap(Delays.init) { self.delays = delays }
    }
}
