import AdAttribution
import AttributionFixtures
import AttributionInspection

extension Fixtures {
    /// What the library says of an input at the beginning of 2026, with the fixtures' key known for their network.
    func report(on text: String) throws -> Report {
        var keys = TrustedKeys()
        try keys.add(key.publicKey, keyID: keyID)
        let now = Timestamp(milliseconds: 1_767_225_600_000)
        return InputValidator(keys: keys).report(on: Array(text.utf8), at: now)
    }
}
