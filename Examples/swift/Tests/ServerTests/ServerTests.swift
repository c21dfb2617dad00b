import AttributionTesting
import Testing

private let fixtures = Fixtures(seed: 7)

@Test(arguments: fixtures.broken) func refusesWhatIsBroken(_ input: BrokenInput) async throws {
    let isCounted = try await Server().counts(input.text)
    #expect(input.rule.severity < .error || !isCounted)
}

@Test func countsOnce() async throws {
    let server = try Server()
    for input in fixtures.sequence {
        let isCounted = try await server.counts(input.text)
        #expect(isCounted == input.counts, "\(input)")
    }
}
