import AttributionTesting

let fixtures = Fixtures(seed: 7)

/// A receiver for tests: it accepts postbacks of the fixtures' ad network that their key signed.
func receiverForTests() throws(Problem) -> PostbackReceiver<SeenIdentifiers> {
    PostbackReceiver(
        keys: fixtures.trustedKeys, accepting: try .postbacks(forNetworks: [fixtures.network], environments: [.local]),
        store: SeenIdentifiers())
}

/// The inputs that Apple can send but that are not counted; there should be none.
func refusedSoundInputs() async throws -> [String] {
    let cells = (0..<Fixtures.postbackCount).map { (name: "postback \($0)", text: fixtures.postback(at: $0)) }
    let inputs = cells + fixtures.sound.map { (name: $0.name, text: $0.text) }
    let receptions = try await receiverForTests().receive(inputs.map { Array($0.text.utf8) })
    return zip(inputs, receptions).compactMap { input, reception in
        if case .counted = reception { nil } else { input.name }
    }
}

/// The broken inputs for which `counts` is not what happens; there should be none.
func miscountedBrokenInputs() async throws -> [String] {
    let receptions = try await receiverForTests().receive(fixtures.broken.map { Array($0.text.utf8) })
    return zip(fixtures.broken, receptions).compactMap { input, reception in
        let isCounted = if case .counted = reception { true } else { false }
        return isCounted == input.counts ? nil : input.name
    }
}

/// The inputs of the sequence for which `counts` is not what happens; there should be none.
func miscountedInputs() async throws -> [String] {
    let receptions = try await receiverForTests().receive(fixtures.sequence.map { Array($0.text.utf8) })
    return zip(fixtures.sequence, receptions).compactMap { input, reception in
        let isCounted = if case .counted = reception { true } else { false }
        return isCounted == input.counts ? nil : input.name
    }
}
