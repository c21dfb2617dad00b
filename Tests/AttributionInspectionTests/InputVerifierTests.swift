import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// Verdicts as values: for one input, for many at once, and for a stream.
struct InputVerifierTests {
    private static let fixtures = Fixtures(seed: 1)

    private static func verifier(checksRules: Bool = false) throws -> InputVerifier {
        InputVerifier(keys: try keys(), accepting: .everything, checksRules: checksRules)
    }

    private static func keys() throws -> TrustedKeys { fixtures.trustedKeys }

    /// A bid response that contradicts its request is not a matter of signatures.
    private static let brokenInputs = fixtures.broken
    private static let broken = brokenInputs.filter { $0.request == nil }.map { Array($0.text.utf8) }

    /// Verdicts are values: equal for the same input, and for no other one.
    @Test func verdictsCanBeCompared() throws {
        let (first, second) = (try Self.verifier(), try Self.verifier())
        var refusals: [RefusedInput] = []
        for input in Self.broken {
            let verdict = first.verdictNow(on: input)
            expect(verdict, second.verdictNow(on: input))
            if case .failure(let refusal) = verdict.result { refusals.append(refusal) }
        }
        #expect(refusals.count > 100 && refusals.indices.dropFirst().allSatisfy { refusals[$0] != refusals[0] })
        let inputs = Self.fixtures.sound.map { Array($0.text.utf8) }
        let sound = try #require(inputs.first { first.verdictNow(on: $0).outcome == .valid })
        let valid = first.verdictNow(on: sound)
        expect(valid, second.verdictNow(on: sound))
        // Another text of the same postback is another input.
        #expect(valid != first.verdictNow(on: sound + [UInt8(ascii: " ")]))
    }

    /// An input of several objects is as bad as its worst one, which the program says with `--lines` too. The first object that
    /// was not valid once spoke for all.
    @Test func theGravestVerdictIsThatOfAnInput() async throws {
        let verifier = try Self.verifier()
        let bad = #"{"adattributionkit":{"jwt":"x"}}"#
        let token = newKey().signedText {
            $0.appendToken(
                of: Array(#"{"impression-identifier":"a"}"#.utf8), keyID: "unknown.adattributionkit", to: &$1)
        }
        let unknown = #"{"adattributionkit":{"jwt":"\#(token)"}}"#
        var several = 0
        for first in [bad, unknown] {
            for second in [bad, unknown] {
                let response = Array(#"{"id":"1","seatbid":[{"bid":[{"ext":\#(first)},{"ext":\#(second)}]}]}"#.utf8)
                let parts = try await verifier.verdicts(on: [response])
                let worst = parts.map(\.outcome.gravity).max()
                expect(verifier.verdictNow(on: response).outcome.gravity, worst)
                several += Set(parts.map(\.outcome)).count > 1 ? 1 : 0
            }
        }
        for input in Self.broken {
            let parts = try await verifier.verdicts(on: [input])
            if let worst = parts.map(\.outcome.gravity).max() {
                expect(verifier.verdictNow(on: input).outcome.gravity, worst)
            }
        }
        #expect(several > 0)
    }

    /// A cancelled consumer of verdicts or reports returns although its input says nothing more and does not end: before it
    /// waits, while it waits, and after results.
    ///
    /// The time limit is for a consumer that never returns. It is that long because each time this test waits, all other
    /// tests may come first.
    @Test(.timeLimit(.minutes(20)), arguments: [0, 1, 3]) func cancellingAnIdleStreamEndsIt(count: Int) async throws {
        let verifier = try Self.verifier()
        let validator = InputValidator(keys: try Self.keys())
        let input = Array(Self.fixtures.postback(at: 0).utf8)
        for round in 0..<340 {
            let (inputs, source) = AsyncStream.makeStream(of: [UInt8].self)
            let (seen, sink) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<count { source.yield(input) }
            let consumer = Task {
                sink.yield()
                var results = 0
                if round.isMultiple(of: 2) {
                    for try await _ in verifier.verdicts(on: inputs) {
                        results += 1
                        sink.yield()
                    }
                } else {
                    for try await _ in validator.reports(on: inputs, now: { Timestamp(milliseconds: 0) }) {
                        results += 1
                        sink.yield()
                    }
                }
                return results
            }
            var told = seen.makeAsyncIterator()
            for _ in 0...count { await told.next() }
            // Every other time the consumer is given time to wait for the next input.
            if round % 4 < 2 { for _ in 0..<20 { await Task.yield() } }
            consumer.cancel()
            await #expect(throws: CancellationError.self) { try await consumer.value }
            source.finish()
        }
    }

    /// Nothing that is ready already comes after the consumer's task was cancelled.
    @Test(.timeLimit(.minutes(20))) func noVerdictComesAfterACancel() async throws {
        let verifier = try Self.verifier()
        let input = Array(Self.fixtures.postback(at: 0).utf8)
        for wanted in [1, 7, 300] {
            let consumer = Task {
                let inputs = AsyncStream {
                    for _ in 0..<3000 { $0.yield(input) }
                    $0.finish()
                }
                var seen = 0
                do {
                    for try await _ in verifier.verdicts(on: inputs) {
                        seen += 1
                        if seen == wanted { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                    }
                } catch is CancellationError {}
                return seen
            }
            try await expect(consumer.value, wanted)
        }
    }

    @Test func nothingBrokenByItsTokenIsValid() throws {
        let verifier = try Self.verifier()
        var count = 0
        for input in Self.brokenInputs where input.stage < .rules && input.request == nil {
            count += 1
            let verdict = verifier.verdictNow(on: Array(input.text.utf8))
            #expect(verdict.outcome != .valid, "\(input.name)")
            // Each fault has one rule ID, which is that of the fixture's label. Property lists are only for
            // validation; here they are not tokens.
            if case .failure(let refusal) = verdict.result, input.rule.id != "plist-syntax" {
                expect(refusal.fault.rule, input.rule, "\(input.name)")
            }
        }
        expect(count, 143)
    }

    /// The messages that devices send are returned as typed values, equal to those of a single body.
    @Test func verifiedPostbacksAndImpressionsAreTyped() async throws {
        let keys = Self.fixtures.trustedKeys
        let bodies = PostbackCell.all.indices.map { Array(Self.fixtures.postback(at: $0).utf8) }
        for (body, verdict) in zip(bodies, try await Self.verifier().verdicts(on: bodies)) {
            let input = try verdict.result.get()
            let alone = try UnverifiedPostback(parsing: body).verified(by: keys)
            expect(input.postback?.details, .adAttributionKit(alone))
            expect(input.text, body)
            #expect(try input.impression() == nil)
        }
        let token = Array(Self.fixtures.impression(at: 0).utf8)
        let input = try (try Self.verifier()).verdictNow(on: token).result.get()
        try expect(input.impression(), Impression(parsing: input.payloadText))
        #expect(input.postback == nil)
    }

    /// A valid signature does not excuse a broken rule, and a message that Apple signed is not lost because of one.
    @Test func signedRuleBreakersHaveFindings() throws {
        let verifier = try Self.verifier()
        var count = 0
        let subjects: [Subject] = [.impression, .postback, .body]
        for broken in Self.brokenInputs
        where broken.rule.severity == .error && subjects.contains(broken.rule.subject) {
            guard case .success(let input) = verifier.verdictNow(on: Array(broken.text.utf8)).result else { continue }
            if input.kind == .postback, input.unsignedText != nil {
                // What has no identifier cannot be counted, and is no postback to a receiver.
                guard input.repeatKey != nil else { continue }
                count += 1
                let findings = try #require(input.postback?.findings)
                #expect(findings.contains { $0.rule == broken.rule && $0.severity == .error }, "\(broken.name)")
            } else if input.kind == .impression {
                count += 1
                #expect(throws: Findings.self, "\(broken.name)") { try input.impression() }
            }
        }
        #expect(count > 100)
    }

    @Test func emptyOversizedAndUnreadableInputsStandBetweenOthers() async throws {
        let broken = Self.brokenInputs.first { $0.stage == .rules && $0.kind != .line && $0.soundText != nil }
        let good = Array(try #require(broken?.soundText).utf8)
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: InputFault.longestInput + 1)
        let inputs = [good, [], large, [0xff, 0xfe], Array("{".utf8), good]
        let verdicts = try await Self.verifier().verdicts(on: inputs)
        expect(verdicts.map(\.inputIndex), [0, 1, 2, 3, 4, 5])
        expect(verdicts.map(\.outcome), [.valid, .malformed, .malformed, .malformed, .malformed, .valid])
    }

    @Test func manyGiveWhatEachGives() async throws {
        let verifier = try Self.verifier()
        let inputs = Array((0..<8).map { _ in Self.broken }.joined())
        let each = Self.broken.map { verifier.verdictNow(on: $0).outcome }
        let all = try await verifier.verdicts(on: inputs).map(\.outcome)
        #expect(all.count == inputs.count && all == Array((0..<8).map { _ in each }.joined()))
    }

    @Test func aStreamGivesVerdictsInOrder() async throws {
        let verifier = try Self.verifier()
        let inputs = Self.broken
        let stream = AsyncStream<[UInt8]> { continuation in
            for input in inputs { continuation.yield(input) }
            continuation.finish()
        }
        var verdicts: [Verdict] = []
        for try await verdict in verifier.verdicts(on: stream) { verdicts.append(verdict) }
        expect(verdicts.map(\.inputIndex), Array(inputs.indices))
        expect(verdicts.map(\.outcome), inputs.map { verifier.verdictNow(on: $0).outcome })
    }

    @Test func aStreamAnswersBeforeItEnds() async throws {
        let verifier = try Self.verifier()
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        var iterator = verifier.verdicts(on: stream).makeAsyncIterator()
        for _ in 0..<3 {
            continuation.yield(Array("token".utf8))
            try await expect(iterator.next()?.outcome, .malformed)
        }
        continuation.finish()
        #expect(try await iterator.next() == nil)
    }

    @Test func aBrokenRuleIsAVerdictWhereItIsAsked() throws {
        let lax = try Self.verifier()
        let strict = try Self.verifier(checksRules: true)
        var count = 0
        for input in Self.brokenInputs
        where input.stage == .rules && input.request == nil && input.rule.severity == .error
            && !input.rule.id.hasPrefix("configuration")
            && !input.rule.id.hasPrefix("body-jws-string")
        {
            let bytes = Array(input.text.utf8)
            guard lax.verdictNow(on: bytes).outcome == .valid else { continue }
            count += 1
            let verdict = strict.verdictNow(on: bytes)
            expect(verdict.outcome, .againstRules, "\(input.name)")
        }
        #expect(count > 100)
    }

    /// A good object in a bid response does not make up for a bad one.
    @Test func aBidResponseIsAsGoodAsTheWorstInIt() throws {
        let verifier = try Self.verifier()
        let validator = InputValidator(keys: try Self.keys())
        let token = Self.fixtures.impression(at: 0)
        func bid(_ token: String) -> String {
            #"{"ext":{"adattributionkit":{"version":"1.0","itunesitem":"1","jwt":"\#(token)"}}}"#
        }
        func response(_ tokens: [String]) -> [UInt8] {
            Array(#"{"seatbid":[{"bid":[\#(tokens.map(bid).joined(separator: ","))]}]}"#.utf8)
        }
        let altered = token.dropLast(4) + "AAAA"
        expect(verifier.verdictNow(on: response([token, token])).outcome, .valid)
        expect(verifier.verdictNow(on: response([token, String(altered)])).outcome, .invalid)
        expect(verifier.verdictNow(on: response([String(altered), token])).outcome, .invalid)
        let reports = validator.reports(on: response([token, String(altered)]), now: Timestamp(milliseconds: .max))
        expect(reports.map { $0.findings.contains { $0.rule.id == "jws-signature" } }, [false, true])
        expect(reports.map(\.path).count, 2)
    }

    /// More inputs than are processed at once are numbered continuously.
    @Test func inputsOfAStreamAreCountedThrough() async throws {
        let count = 3 * inputsAtOnce + 7
        let stream = AsyncStream<[UInt8]> { continuation in
            for _ in 0..<count { continuation.yield([]) }
            continuation.finish()
        }
        var inputs: [Int] = []
        for try await verdict in (try Self.verifier()).verdicts(on: stream) { inputs.append(verdict.inputIndex) }
        expect(inputs, Array(0..<count))
    }

    /// Inputs are not read ahead without limit if the verdicts are not read, since memory would run out.
    @Test func whoTakesSlowlySlowsTheInputs() async throws {
        let inputs = CountedInputs(count: 100 * inputsAtOnce)
        var iterator = (try Self.verifier()).verdicts(on: inputs).makeAsyncIterator()
        try await expect(iterator.next()?.outcome, .malformed)
        var taken = -1
        while inputs.taken.withLock({ $0 }) != taken {
            taken = inputs.taken.withLock { $0 }
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(taken < inputs.count / 2, "\(taken) of \(inputs.count) were taken")
        withExtendedLifetime(iterator) {}
    }

    /// Empty inputs, up to a limit, with a count of those that were read.
    private struct CountedInputs: AsyncSequence, Sendable {
        let count: Int
        let taken = Locked(0)

        struct Iterator: AsyncIteratorProtocol {
            let inputs: CountedInputs

            func next() async -> [UInt8]? {
                inputs.taken.withLock { taken in
                    taken += 1
                    return taken <= inputs.count ? [] : nil
                }
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(inputs: self) }
    }
}
