import AttributionTesting

/// What stands for the server that is tested.
struct Server {
    private let receiver: PostbackReceiver<SeenIdentifiers>

    init() throws {
        let fixtures = Fixtures(seed: 7)
        receiver = PostbackReceiver(
            keys: fixtures.trustedKeys,
            accepting: try .postbacks(forNetworks: [fixtures.network], environments: [.local]),
            store: SeenIdentifiers())
    }

    func counts(_ body: String) async throws -> Bool {
        if case .counted = try await receiver.receive(body.utf8) { true } else { false }
    }
}
