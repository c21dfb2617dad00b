import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// A server counts its own postbacks, each once, whatever else it receives.
struct PostbackReceiverTests {
    private static func anyone(_ change: (inout Acceptance) -> Void = { _ in }) -> Acceptance {
        var acceptance = Acceptance.everything
        change(&acceptance)
        return acceptance
    }

    private func receiver<Store: PostbackStore>(
        _ store: Store, accepting acceptance: Acceptance = anyone(), breaking rules: [String] = []
    ) throws -> PostbackReceiver<Store> {
        PostbackReceiver(
            keys: try Samples.keys, accepting: acceptance, store: store,
            acceptingBrokenRules: Rule.all.filter { rules.contains($0.id) })
    }

    /// Returns the receptions in words.
    private func words(_ receptions: [Reception]) -> [String] {
        receptions.map { reception in
            switch reception {
            case .counted: "counted"
            case .repeated(_, let isSame): "repeated \(isSame.map { $0 ? "same" : "differs" } ?? "unmarked")"
            case .refused(let refusal): "\(refusal.outcome.rawValue) \(refusal.fault.rule.id)"
            }
        }
    }

    /// A store in memory, which can be made to fail.
    private final class Database: PostbackStore {
        struct Content {
            var marks: [String: RepeatMark] = [:]
            var bodies: [[UInt8]] = []
            var aside: [[UInt8]] = []
            var digests: [String] = []
            var failures = 0
        }

        struct Failure: Error {}

        let content = Locked(Content())

        func insert(_ postback: ReceivedPostback) async throws -> Insertion {
            try content.withLock { content -> Result<Insertion, Failure> in
                if content.failures > 0 {
                    content.failures -= 1
                    return .failure(Failure())
                }
                let name = postback.key.description
                if let known = content.marks[name] { return .success(known == postback.mark ? .same : .differs) }
                content.marks[name] = postback.mark
                content.bodies.append(postback.body)
                return .success(.new)
            }.get()
        }

        func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) async throws {
            try content.withLock { content -> Result<Void, Failure> in
                if content.failures > 0 {
                    content.failures -= 1
                    return .failure(Failure())
                }
                content.aside.append(body)
                content.digests.append(digest)
                return .success(())
            }.get()
        }
    }

    // MARK: - Repeats

    /// Regression: the window was not part of the key, and the second and third postbacks of a conversion were
    /// refused.
    @Test func windowsOfOneTransactionAreAllCounted() async throws {
        let bodies = (0..<3).map { Samples.four(("postback-sequence-index", .number("\($0)"))).bytes }
        let wanted = [String](repeating: "counted", count: 3) + [String](repeating: "repeated same", count: 3)
        let rules = Rule.all.map(\.id)
        try await expect(words(receiver(SeenIdentifiers(), breaking: rules).receive(bodies + bodies)), wanted)
        let one = try receiver(SeenIdentifiers(), breaking: rules)
        var found: [Reception] = []
        for body in bodies + bodies { found.append(try await one.receive(body)) }
        expect(words(found), wanted)
    }

    @Test func aReplayOfAnEarlierVersionIsARepeatWhateverStandsBesideIt() async throws {
        let one = Samples.three()
        let replays = ["1", "2", "7"].map { index in
            var changed = one
            changed[name: "postback-sequence-index"] = .number(index)
            return changed.bytes
        }
        let found = try await receiver(SeenIdentifiers(), breaking: Rule.all.map(\.id))
            .receive([one.bytes] + replays)
        expect(words(found), ["counted"] + [String](repeating: "repeated differs", count: 3))
    }

    /// A repeat with other unsigned values does not count and is detected. Another notation of the same values is not
    /// a difference.
    @Test func aRepeatTellsWhetherItSaysTheSame() async throws {
        let body = try Samples.bodies[0]
        var changed = body
        changed[name: "conversion-value"] = .number("1")
        var resigned = body
        guard case .string(let token)? = body["jws-string"] else { return }
        let payload = try #require(DecodedInput(unverified: token).payload)
        resigned[name: "jws-string"] = .string(try Samples.token(payload))
        #expect(resigned.text != body.text)
        guard case .object(let members) = body else { return }
        let store = Database()
        let found = try await receiver(store).receive(
            [body, changed, resigned, .object(members.reversed())].map(\.bytes) + [Array(body.escaped.utf8)])
        expect(words(found), ["counted", "repeated differs", "repeated same", "repeated same", "repeated same"])
        // The repeat with other contents is kept for examination.
        expect(store.content.withLock { $0.aside }, [changed.bytes])
        expect(store.content.withLock { $0.bodies }, [body.bytes])
    }

    @Test func theSameIdentifierInCapitalsIsARepeat() async throws {
        let lower = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"
        let found = try await receiver(SeenIdentifiers()).receive([
            Samples.four().bytes, Samples.four(("transaction-id", .string(lower.uppercased()))).bytes,
        ])
        expect(words(found), ["counted", "repeated differs"])
    }

    @Test func whatHasNoIdentifierIsNotCounted() async throws {
        let token = try Samples.token(.object([.init("postback-identifier", .number("7"))]))
        let body = #"{"jws-string":"\#(token)","ad-interaction-type":"click"}"#
        let found = try await receiver(SeenIdentifiers()).receive([Array(body.utf8)])
        expect(words(found), ["invalid missing-identifier"])
    }

    // MARK: - Acceptance

    /// Regression: anyone who had seen a postback could send its bare token, and the body that came later was a
    /// repeat.
    @Test func nothingElseTakesTheIdentifierOfAPostback() async throws {
        let bodies = try Samples.bodies
        let tokens = bodies.compactMap { if case .string(let token)? = $0["jws-string"] { token } else { nil } }
        expect(tokens.count, bodies.count)
        let impression = Samples.fixtures.impression(at: 0)
        let others =
            tokens + tokens.map { #"{"jwt":"\#($0)"}"# } + [impression, #"{"jws-string":"\#(impression)"}"#]
            + [try Samples.token(.object([.init("postback-identifier", .number("7"))]))] + Samples.ads.map(\.text)
        let receiver = try receiver(SeenIdentifiers())
        let refused = try await receiver.receive(others.map { Array($0.utf8) })
        expect(Set(words(refused)), ["not-ours kind-not-accepted"])
        let counted = try await receiver.receive(
            bodies.map(\.bytes) + Samples.skAdNetworkPostbacks.dropLast().map(\.bytes))
        expect(Set(words(counted)), ["counted"])
        // A verifier that only inspects inputs accepts all of them.
        let verifier = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false)
        let taken = try await verifier.verdicts(on: others.map { Array($0.utf8) })
        #expect(taken.allSatisfy { $0.outcome == .valid })
    }

    @Test func postbacksOfOthersAreNotOurs() async throws {
        let network = try #require(try Samples.bodies[0].network.flatMap { AdNetworkIdentifier(text: $0) })
        let other = try #require(AdNetworkIdentifier(text: "a.skadnetwork"))
        let four = Samples.four()
        let bodies = [try Samples.bodies[0].bytes, four.bytes]
        let cases: [(Acceptance, [String])] = [
            (Self.anyone { $0.networks = [network] }, ["counted", "not-ours postback-network-not-ours"]),
            (
                Self.anyone {
                    $0.networks = Set([network, other].map { AdNetworkIdentifier(unchecked: "\($0)".uppercased()) })
                }, ["counted", "counted"]
            ),
            (
                Self.anyone {
                    $0.networks = Set(["\("\(network)".dropLast())", "a"].map { AdNetworkIdentifier(unchecked: $0) })
                },
                [String](repeating: "not-ours postback-network-not-ours", count: 2)
            ),
            (Self.anyone { $0.networks = [] }, [String](repeating: "not-ours postback-network-not-ours", count: 2)),
            (Self.anyone { $0.apps = [525_463_029] }, ["not-ours postback-app-not-ours", "counted"]),
            (Self.anyone { $0.apps = [] }, [String](repeating: "not-ours postback-app-not-ours", count: 2)),
            (
                Self.anyone { $0.environments = [.production] },
                [String](repeating: "not-ours environment-not-accepted", count: 2)
            ),
            (
                try .postbacks(forNetworks: [network, other]),
                [String](repeating: "not-ours environment-not-accepted", count: 2)
            ),
            (
                try .postbacks(forApps: [1]), [String](repeating: "not-ours postback-app-not-ours", count: 2)
            ),
            (Self.anyone { $0.kinds = .skAdNetworkPostbacks }, ["not-ours kind-not-accepted", "counted"]),
        ]
        for (index, (acceptance, wanted)) in cases.enumerated() {
            let store = Database()
            try await expect(words(receiver(store, accepting: acceptance).receive(bodies)), wanted, "case \(index)")
            expect(store.content.withLock { $0.marks.count }, wanted.count { $0 == "counted" })
        }
    }

    /// A postback that does not name its network is not ours either.
    @Test func aPostbackThatNamesNobodyIsNotOurs() async throws {
        let id = JSONValue.Member("postback-identifier", .string("6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"))
        for others in [[], [JSONValue.Member("ad-network-identifier", .number("1"))]] {
            let token = try Samples.token(.object([id] + others))
            let body = Array(#"{"jws-string":"\#(token)"}"#.utf8)
            let found = try await receiver(
                SeenIdentifiers(), accepting: Self.anyone { $0.networks = [.development] }
            ).receive([body])
            expect(words(found), ["not-ours postback-network-not-ours"])
        }
    }

    @Test func applesKeyOfDevelopmentIsNotTrustedUnlessSaid() async throws {
        let receiver = PostbackReceiver(
            keys: TrustedKeys(.production), accepting: Self.anyone(), store: SeenIdentifiers())
        let found = try await receiver.receive([Samples.four().bytes])
        expect(words(found), ["invalid skan-postback-signature"])
        expect(words(try await receiver.receive([Samples.bodies[0].bytes])), ["unknown-key unknown-key"])
    }

    @Test func whatIsNotAcceptedIsSaidInWords() async throws {
        let token = Array(Samples.fixtures.impression(at: 0).utf8)
        guard case .refused(let refusal) = try await receiver(SeenIdentifiers()).receive(token) else {
            Issue.record("an impression is no postback")
            return
        }
        expect("\(refusal)", "this is an impression; it must be a postback body or a SKAdNetwork postback")
        expect(refusal.signed?.kind, .impression)
        expect(InputKinds.all.words.split(separator: ",").count, 4)
        expect(InputKinds([]).words, "nothing")
    }

    // MARK: - Broken rules

    /// What breaks a rule does not count, and a rule that Apple changed can be left out.
    @Test func aBrokenRuleDoesNotCountUnlessItIsAccepted() async throws {
        var body = Samples.four()
        body[name: "conversion-value"] = .number("64")
        let store = Database()
        guard case .refused(let refusal) = try await receiver(store).receive(body.bytes) else {
            Issue.record("a value of 64 counts")
            return
        }
        #expect(refusal.outcome == .againstRules && refusal.signed != nil)
        expect(refusal.findings.map(\.rule.id), ["skan-postback-conversion-value-range"])
        #expect(store.content.withLock { $0.aside } == [body.bytes] && store.content.withLock { $0.marks.isEmpty })
        let rule = try #require(refusal.rule)
        let other = try #require(Rule.all.first { $0.id == "jws-signature" })
        for (rules, wanted) in [([rule], "counted"), ([other], "against-rules \(rule.id)")] {
            let receiver = PostbackReceiver(
                keys: try Samples.keys, accepting: Self.anyone(), store: SeenIdentifiers(), acceptingBrokenRules: rules)
            expect(words([try await receiver.receive(body.bytes)]), [wanted])
        }
        let lenient = PostbackReceiver(
            keys: try Samples.keys, accepting: Self.anyone(), store: SeenIdentifiers(), acceptingBrokenRules: [rule])
        guard case .counted(let postback) = try await lenient.receive(body.bytes) else { return }
        #expect(postback.unsigned.conversionValue == .unknown(.number("64")) && postback.findings.hasErrors)
    }

    /// The library's own broken postbacks: whoever counts what is `.counted` counts none of them.
    @Test func noBrokenFixtureCounts() async throws {
        let broken = Samples.fixtures.broken.filter { $0.rule.severity == .error }
        let receptions = try await receiver(SeenIdentifiers()).receive(broken.map { Array($0.text.utf8) })
        for (input, reception) in zip(broken, receptions) {
            if case .counted = reception { Issue.record("\(input.name) counts") }
        }
        #expect(
            receptions.contains {
                if case .refused(let refusal) = $0 { refusal.outcome == .againstRules } else { false }
            })
    }

    // MARK: - Bounds

    @Test func whatIsTooLongIsNotRead() async throws {
        let store = Database()
        let receiver = try receiver(store)
        let large = Array(String(repeating: " ", count: 64 << 10).utf8) + Samples.four().bytes
        let found = try await receiver.receive([large, Samples.four().bytes])
        expect(words(found), ["malformed line-length", "counted"])
        expect(found.map(\.httpStatus), [413, 200])
        let one = try await receiver.receive(large)
        #expect(words([one]) == ["malformed line-length"] && one.httpStatus == 413)
        #expect(store.content.withLock { $0.aside.isEmpty })
        let small = PostbackReceiver(
            keys: try Samples.keys, accepting: Self.anyone(), store: SeenIdentifiers(), maximumBodySize: 2)
        expect(words(try await small.receive([Array("{}".utf8), Array("{} ".utf8)])).last, "malformed line-length")
    }

    @Test func theSameBytesAreSetAsideOnce() async throws {
        let store = Database()
        let receiver = try receiver(store)
        let junk = (0..<20_000).map { Array("{\($0 % 17_000)".utf8) }
        for _ in 0..<2 { expect(words([try await receiver.receive(junk[0])]), ["malformed json-syntax"]) }
        expect(store.content.withLock { $0.aside.count }, 1)
        _ = try await receiver.receive(junk)
        // More than are remembered: those that were forgotten come again.
        #expect((17_001...20_000).contains(store.content.withLock { $0.aside.count }))
        #expect(store.content.withLock { $0.digests.first } == SHA256.digits(junk[0]))
    }

    // MARK: - The store

    /// A postback that the store did not keep is not acknowledged, and is counted when it comes again.
    @Test func aStoreThatFailsLosesNothing() async throws {
        let store = Database()
        store.content.withLock { $0.failures = 1 }
        let receiver = try receiver(store)
        let body = Samples.four().bytes
        await #expect(throws: Database.Failure.self) { try await receiver.receive(body) }
        expect(
            words([try await receiver.receive(body), try await receiver.receive(body)]), ["counted", "repeated same"])
        store.content.withLock { $0.failures = 1 }
        await #expect(throws: Database.Failure.self) { try await receiver.receive(Array("{".utf8)) }
        expect(words([try await receiver.receive(Array("{".utf8))]), ["malformed json-syntax"])
        expect(store.content.withLock { $0.aside }, [Array("{".utf8)])
    }

    /// If one of many bodies fails, those before it are kept, and all of them can be received again.
    @Test func manyBodiesCanBeReceivedAgain() async throws {
        let store = Database()
        let receiver = try receiver(store)
        let bodies = try Samples.bodies.map(\.bytes)
        _ = try await receiver.receive(Array(bodies.prefix(3)))
        store.content.withLock { $0.failures = 1 }
        await #expect(throws: Database.Failure.self) { try await receiver.receive(bodies) }
        let found = words(try await receiver.receive(bodies))
        #expect(found.prefix(3).allSatisfy { $0 == "repeated same" })
        #expect(found.dropFirst(3).allSatisfy { $0 == "counted" })
    }

    // MARK: - Concurrency

    /// Requests from many tasks have the same results as an array, and each postback is counted once.
    @Test func requestsThatComeTogetherAreTheSame() async throws {
        let bodies = try Samples.bodies.map(\.bytes) + Samples.skAdNetworkPostbacks.dropLast().map(\.bytes)
        let receiver = try receiver(SeenIdentifiers())
        let found = try await withThrowingTaskGroup(of: Reception.self) { group in
            for body in bodies + bodies { group.addTask { try await receiver.receive(body) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        expect(words(found).count { $0 == "counted" }, bodies.count)
        expect(words(found).count { $0 == "repeated same" }, bodies.count)
    }

    @Test func aCancelledTaskGivesUp() async throws {
        let receiver = try receiver(Database())
        let bodies = [[UInt8]](repeating: Samples.four().bytes, count: 100_000)
        let task = Task { try await receiver.receive(bodies) }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let verifier = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false)
        let one = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await verifier.verdict(on: bodies[0])
        }
        await #expect(throws: CancellationError.self) { try await one.value }
        // The next request is answered.
        try await expect(verifier.verdict(on: bodies[0]).outcome, .valid)
    }

    /// Tasks inspect each other's requests, pass workers on and give up in between, while an array takes the threads: each
    /// task has the verdict on its own input, and none waits for ever.
    @Test func tasksThatInspectForEachOther() async throws {
        let verifier = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false)
        let bodies = try Samples.bodies.map(\.bytes) + [Array("no token".utf8)]
        let wanted = bodies.map { verifier.verdictNow(on: $0).outcome }
        expect(Set(wanted).count, 2)
        let array = Task {
            try await verifier.verdicts(on: (0..<4_000).map { bodies[$0 % bodies.count] }).map(\.outcome)
        }
        let answers = await withTaskGroup(of: (answered: Int, wrong: Int).self) { group in
            for lane in 0..<150 {
                group.addTask {
                    var random = SplitMix64(seed: UInt64(lane))
                    var counts = (answered: 0, wrong: 0)
                    for _ in 0..<40 {
                        let index = Int(random.next() % UInt64(bodies.count))
                        let request = Task { try await verifier.verdict(on: bodies[index]).outcome }
                        if random.next() % 4 == 0 { request.cancel() }
                        guard let outcome = try? await request.value else { continue }
                        counts.answered += 1
                        if outcome != wanted[index] { counts.wrong += 1 }
                    }
                    return counts
                }
            }
            return await group.reduce(into: (answered: 0, wrong: 0)) {
                $0.answered += $1.answered
                $0.wrong += $1.wrong
            }
        }
        expect(answers.wrong, 0)
        // Those that were not cancelled, about three of four.
        #expect(answers.answered > 4_000)
        try await expect(array.value, (0..<4_000).map { wanted[$0 % bodies.count] })
    }

    // MARK: - Seen identifiers

    @Test func theTableKeepsWhatItIsGiven() throws {
        var table = UUIDTable()
        var wanted: [UInt64: UInt64] = [:]
        var random = SplitMix64(seed: 7)
        for _ in 0..<60_000 {
            // Few enough to occur again, and all in a few slots of the table.
            let low = random.next() % 9_000
            if random.next() % 3 == 0 {
                expect(table.remove(low &* 3, low), wanted.removeValue(forKey: low) != nil)
            } else {
                let bits = random.next() % 5
                table.add(low &* 3, low, bits == 0 ? nil : RepeatMark(bits: bits + 10))
                wanted[low] = bits
            }
        }
        #expect(table.count == wanted.count && wanted.count > 3_000)
        for low in 0..<9_000 as Range<UInt64> {
            let bits = wanted[low]
            let found = table.mark(low &* 3, low)
            expect(found != nil, bits != nil)
            if let found, let bits { expect(found?.bits, bits == 0 ? nil : bits + 10) }
        }
    }

    @Test func keysCanBeForgotten() throws {
        let seen = SeenIdentifiers()
        let mark = try #require(RepeatMark("0123456789abcdef"))
        expect("\(mark)", "0123456789abcdef")
        let verifier = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false)
        let texts = [Samples.four(), Samples.three(), Samples.four(("transaction-id", .string("T")))]
        let keys = try texts.map { try #require(try verifier.verdictNow(on: $0.bytes).result.get().repeatKey) }
        for key in keys {
            #expect(seen.insert(key, mark: mark) == .new && seen.insert(key, mark: mark) == .same)
            expect(seen.insert(key, mark: try #require(RepeatMark("0000000000000002"))), .differs)
        }
        expect(seen.count, keys.count)
        for key in keys {
            #expect(seen.remove(key) && !seen.remove(key) && !seen.contains(key))
        }
        expect(seen.count, 0)
        // A key from an earlier run is known regardless of its field.
        for key in keys {
            seen.insert(ofAnyField: key.identity, mark: nil)
            #expect(seen.contains(key) && seen.insert(key, mark: mark) == .unmarked)
        }
        expect(seen.count, keys.count)
        #expect(RepeatMark("0123456789ABCDEF") == nil && RepeatMark("+123456789abcdef") == nil && RepeatMark("") == nil)
    }

    // MARK: - Answers that are lost

    /// A database that counts inside its transaction. Some calls fail before they commit, and some lose the answer after it.
    private actor FailingStore: PostbackStore {
        private var marks: [String: RepeatMark] = [:]
        private var random: SplitMix64
        private(set) var counts: [String: Int] = [:]

        struct Failure: Error {}

        init(seed: UInt64) { random = SplitMix64(seed: seed) }

        func insert(_ postback: ReceivedPostback) throws -> Insertion {
            if random.next() % 4 == 0 { throw Failure() }
            let key = postback.key.description
            let known = marks[key]
            if known == nil {
                marks[key] = postback.mark
                counts[key, default: 0] += 1
            }
            if random.next() % 3 == 0 { throw Failure() }
            return known.map { $0 == postback.mark ? .same : .differs } ?? .new
        }

        func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) throws {}
    }

    /// Guards the documented pattern: whatever is counted inside `insert` is neither lost nor counted twice, although many
    /// retries are repeats of what was never answered.
    @Test func lostAnswersLoseNothing() async throws {
        let store = FailingStore(seed: 5)
        let receiver = try self.receiver(store)
        let bodies = (0..<part(of: 600)).map { _ in
            Samples.four(("transaction-id", .string(AttributionUUID().description))).bytes
        }
        var (posts, repeats) = (0, 0)
        for _ in 0..<10 {
            for body in bodies {
                // A device sends again until it is answered.
                while true {
                    posts += 1
                    guard let reception = try? await receiver.receive(body) else { continue }
                    if case .repeated = reception { repeats += 1 }
                    break
                }
            }
        }
        let counts = await store.counts
        #expect(posts > 16 * bodies.count && counts.count == bodies.count && counts.values.allSatisfy { $0 == 1 })
        // Every later post, and the first answers that were lost.
        #expect(repeats > 9 * bodies.count + bodies.count / 12)
    }

    /// 10,000 posts at once, of which some are given up and some meet a store that fails, lose and double nothing. The build
    /// with the thread sanitizer looks for races here.
    @Test func manyPostsAtOnceLoseNothing() async throws {
        let store = FailingStore(seed: 6)
        let receiver = try self.receiver(store)
        let (lanes, steps) = (part(of: 200), 50)
        let bodies = (0..<part(of: 500)).map { _ in
            Samples.four(("transaction-id", .string(AttributionUUID().description))).bytes
        }
        let forged = Array(
            String(decoding: bodies[0], as: UTF8.self).replacing("\"did-win\":true", with: "\"did-win\":false").utf8)
        let answered = await withTaskGroup(of: Int.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var answered = 0
                    for step in 0..<steps {
                        let number = lane * steps + step
                        let body = number % 101 == 100 ? forged : bodies[number % bodies.count]
                        // A device sends again until it is answered, and gives up waiting at times.
                        for attempt in 0... {
                            let post = Task { try await receiver.receive(body) }
                            if attempt == 0, number % 7 == 0 { post.cancel() }
                            if (try? await post.value) != nil { break }
                        }
                        answered += 1
                    }
                    return answered
                }
            }
            group.addTask {
                for _ in 0..<20 { _ = try? await receiver.receive(bodies) }
                return 0
            }
            return await group.reduce(0, +)
        }
        let counts = await store.counts
        #expect(answered == lanes * steps && counts.count == bodies.count && counts.values.allSatisfy { $0 == 1 })
    }
}

extension JSONValue {
    /// The ad network of a body's postback.
    fileprivate var network: String? {
        get throws {
            guard case .string(let token)? = self["jws-string"],
                case .string(let network)? = DecodedInput(unverified: token).payload?["ad-network-identifier"]
            else { return nil }
            return network
        }
    }
}
