import AttributionInspection

/// Takes what devices send. Keep one: it learns the tables that make the signatures of a key cheap to check.
struct Receiver {
    let verifier: InputVerifier
    /// What came before, so that each identifier counts once.
    let seen = SeenIdentifiers()

    init(trusting keys: TrustedKeys = TrustedKeys(productionOnly: true)) {
        verifier = InputVerifier(keys: keys, checksRules: true)
    }

    /// The postbacks of many bodies, verified together on all cores, in their order; nil for what is refused.
    func receive(_ bodies: [[UInt8]]) async -> [VerifiedPostback?] {
        await verifier.verdicts(on: bodies, accepting: .postbackBodies, refusingRepeats: seen).map { postback(of: $0) }
    }

    /// The same of bodies as they come.
    func receive(_ bodies: AsyncStream<[UInt8]>, count: (VerifiedPostback) -> Void) async throws {
        for try await verdict in verifier.verdicts(on: bodies, accepting: .postbackBodies, refusingRepeats: seen) {
            if let postback = postback(of: verdict) { count(postback) }
        }
    }

    private func postback(of verdict: Verdict) -> VerifiedPostback? {
        switch verdict.result {
        case .success(let input): return try? input.postback()
        case .failure(let refusal):
            print(refusal.outcome.rawValue, refusal.fault.rule.id, refusal)
            return nil
        }
    }
}
