import AdAttribution
import AttributionFixtures

let fixtures = Fixtures(seed: 7)

/// The statuses for every postback that Apple sends.
func statusesOfPostbacks() throws -> [Int] {
    var keys = TrustedKeys()
    try keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
    return PostbackCell.all.indices.map { receive(Array(fixtures.postback(at: $0).utf8), trusting: keys) }
}

/// The broken inputs that are not refused.
func acceptedBrokenInputs() throws -> [String] {
    var keys = TrustedKeys()
    try keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
    return fixtures.broken.filter { input in
        input.rule.severity == .error && receive(Array(input.text.utf8), trusting: keys) != 400
    }.map(\.name)
}
