import AttributionFixtures
import AttributionInspection

let fixtures = Fixtures(seed: 7)

/// A receiver for tests: it takes what the fixtures' key signs.
func receiverForTests<Store: PostbackStore>(_ store: Store) -> PostbackReceiver<Store> {
    PostbackReceiver(accepting: .everything, keys: fixtures.trustedKeys, store: store)
}

/// The inputs that Apple can send and that are not counted, or counted with a finding; there should be none.
func refusedSoundInputs() async throws -> [String] {
    let cells = PostbackCell.all.indices.map { (name: "postback \($0)", text: fixtures.postback(at: $0)) }
    var refused: [String] = []
    for input in cells + fixtures.sound.map({ (name: $0.name, text: $0.text) }) {
        // The sound inputs are variants of one postback, so that each has a store of its own.
        let reception = try await receiverForTests(SeenIdentifiers()).receive(input.text.utf8)
        if case .counted(let postback) = reception, postback.findings.worst != .error { continue }
        refused.append(input.name)
    }
    return refused
}

/// The broken inputs that are counted without a finding; there should be none.
func acceptedBrokenInputs() async throws -> [String] {
    let broken = fixtures.broken.filter { $0.rule.severity == .error }
    let receptions = try await receiverForTests(SeenIdentifiers()).receive(broken.map { Array($0.text.utf8) })
    return zip(broken, receptions).compactMap { input, reception in
        if case .counted(let postback) = reception, postback.findings.worst != .error { input.name } else { nil }
    }
}
