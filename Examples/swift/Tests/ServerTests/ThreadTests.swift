import AttributionTesting
import Testing

// What a server does on many threads at once; a build with the thread sanitizer looks for races here.

private let fixtures = Fixtures(seed: 11)
private let bodies = (0..<Fixtures.postbackCount).map { Array(fixtures.postback(at: $0).utf8) }

@Test func countsEachOnceWhenRequestsComeTogether() async throws {
    let receiver = PostbackReceiver(
        keys: fixtures.trustedKeys, accepting: try .postbacks(forNetworks: [fixtures.network], environments: [.local]),
        store: SeenIdentifiers())
    let counted = try await withThrowingTaskGroup(of: Int.self) { group in
        for body in bodies + bodies {
            group.addTask { if case .counted = try await receiver.receive(body) { 1 } else { 0 } }
        }
        group.addTask {
            try await receiver.receive(bodies).count { if case .counted = $0 { true } else { false } }
        }
        return try await group.reduce(0, +)
    }
    #expect(counted == bodies.count)
}

/// Requests that are given up and arrays beside them: each request has the verdict on its own input.
@Test func answersEachRequestForItself() async throws {
    let inputs = bodies + fixtures.broken.map { Array($0.text.utf8) }
    let verifier = InputVerifier.inspector(keys: fixtures.trustedKeys, checksRules: true)
    // An array in an input has several verdicts.
    let together = try await verifier.verdicts(on: inputs).map(\.outcome)
    var wanted: [Verdict.Outcome] = []
    for input in inputs { wanted.append(try await verifier.verdict(on: input).outcome) }
    #expect(Set(wanted).count > 1)
    let wrong = await withTaskGroup(of: Int.self) { [wanted] group in
        for lane in 0..<64 {
            group.addTask {
                var wrong = 0
                for step in 0..<16 {
                    let index = (lane * 16 + step) % inputs.count
                    let request = Task { try await verifier.verdict(on: inputs[index]).outcome }
                    if step % 4 == 3 { request.cancel() }
                    if let outcome = try? await request.value, outcome != wanted[index] { wrong += 1 }
                }
                return wrong
            }
        }
        group.addTask {
            let again = try? await verifier.verdicts(on: inputs).map(\.outcome)
            return again == together ? 0 : 1
        }
        return await group.reduce(0, +)
    }
    #expect(wrong == 0)
}
