import AttributionTesting

/// What stands for the server that is tested. It counts what breaks no rule.
struct Server {
    private let receiver: PostbackReceiver<SeenIdentifiers>

    init() {
        let fixtures = Fixtures(seed: 7)
        receiver = PostbackReceiver(
            accepting: .postbacks(forNetworks: [fixtures.network], environments: [.local]), keys: fixtures.trustedKeys,
            store: SeenIdentifiers())
    }

    func counts(_ body: String) async throws -> Bool {
        guard case .counted(let postback) = try await receiver.receive(body.utf8) else { return false }
        return !postback.findings.hasErrors
    }
}
