import AttributionFixtures
import AttributionInspection

let fixtures = Fixtures(seed: 7)

/// A receiver for tests: it takes what the fixtures' key signs.
func receiverForTests<Store: PostbackStore>(_ store: Store) throws -> PostbackReceiver<Store> {
    var keys = TrustedKeys(.all)
    try keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
    return PostbackReceiver(accepting: .everything, keys: keys, store: store)
}

/// How many of the postbacks that Apple can send are counted; all of them should be.
func countOfSoundPostbacks() async throws -> Int {
    let bodies = PostbackCell.all.indices.map { Array(fixtures.postback(at: $0).utf8) }
    return try await receiverForTests(SeenIdentifiers()).receive(bodies).count {
        if case .counted(let postback) = $0 { postback.findings.worst != .error } else { false }
    }
}

/// The broken inputs that are counted without a finding; there should be none.
func acceptedBrokenInputs() async throws -> [String] {
    let broken = fixtures.broken.filter { $0.rule.severity == .error }
    let receptions = try await receiverForTests(SeenIdentifiers()).receive(broken.map { Array($0.text.utf8) })
    return zip(broken, receptions).compactMap { input, reception in
        if case .counted(let postback) = reception, postback.findings.worst != .error { input.name } else { nil }
    }
}
