import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionSimulator
import AttributionTestSupport
import Testing

/// The library for tests of ad networks and servers has the same results as the program.
struct TimelineValueTests {
    private static let key = ExampleKey.privateKey
    private static let keyID = PostbackRequest.testKeyID

    private static var trusted: TrustedKeys {
        get throws {
            var keys = TrustedKeys(.productionAndDevelopment)
            try keys.addExampleKey()
            return keys
        }
    }

    private static func timeline(
        _ text: String, seed: UInt64 = 0, trusting keys: TrustedKeys? = nil
    ) throws -> AttributionTimeline {
        try AttributionScenario(parsing: text.utf8, keys: keys ?? trusted)
            .run(seed: seed, signedBy: key, keyID: keyID)
    }

    private static func failure(_ text: some Collection<UInt8>) -> Problems? {
        do throws(Problems) {
            _ = try AttributionScenario(parsing: text, keys: TrustedKeys(.productionAndDevelopment))
            return nil
        } catch {
            return error
        }
    }

    /// Returns the entries of a scenario, and the lines that the program writes for them.
    private static func program(_ text: String, seed: UInt64) throws -> (entries: [TimelineEntry], lines: String) {
        let judgement = TokenJudgement(keys: try trusted)
        var scenario = try Scenario(parsing: Array(text.utf8)) { judgement.impression($0) }
        scenario.world.seed = seed
        if let thresholds = scenario.world.thresholds {
            scenario.world.crowd = CrowdTiers(
                thresholds: thresholds, counts: scenario.crowd(countsPublisher: thresholds.countsPublisher))
        }
        let entries = scenario.timeline()
        var writer = TimelineWriter(signer: TextSigner(key.deterministic), keyID: keyID)
        var output = ByteBuffer()
        for entry in entries {
            writer.append(
                entry, device: .empty, to: &output)
            output.append(ASCII.newline)
        }
        return (entries, String(decoding: output.array(), as: UTF8.self))
    }

    @Test func everyExampleGivesTheLinesOfTheProgram() throws {
        for example in ExampleScenario.all {
            let timeline = try Self.timeline(example.text, seed: 7)
            let program = try Self.program(example.text, seed: 7)
            expect(timeline.jsonLines, program.lines, "\(example.name)")
            #expect(timeline.events.count == program.entries.count && !program.entries.isEmpty, "\(example.name)")
            let drawing = TimelineText(program.entries, start: timeline.start.milliseconds, columns: 80).text
            expect(timeline.drawing(columns: 80), drawing, "\(example.name)")
            for (event, entry) in zip(timeline.events, program.entries) {
                let line = try JSONValue(parsing: Array(event.jsonText.utf8))
                expect(line["event"], .string(event.kind.rawValue))
                #expect(event.time.milliseconds == entry.at && event.explanation == entry.why)
                expect(event.outcome?.rawValue, line["outcome"]?.text.trimmedQuotes, "\(event.jsonText)")
                expect(event.code, (line["error"] ?? line["code"])?.text.trimmedQuotes, "\(event.jsonText)")
                expect(event.reason.map { .string($0) }, line["reason"], "\(event.jsonText)")
                expect(event.conversion.map { .number("\($0)") }, line["conversion"], "\(event.jsonText)")
                expect(event.window.map { .number("\($0.rawValue)") }, line["index"], "\(event.jsonText)")
                #expect(event.impressionIdentifier == nil || event.adNetworkIdentifier != nil, "\(event.jsonText)")
                expect(event.postback != nil, event.kind == .postback)
            }
        }
    }

    /// The body that a server receives can be verified, and agrees with the typed values.
    @Test func postbacksAreWhatTheirBodiesSay() throws {
        var counts = [0, 0, 0]
        for example in ExampleScenario.all {
            let timeline = try Self.timeline(example.text)
            for event in timeline.events {
                guard let postback = event.postback else { continue }
                let line = try JSONValue(parsing: Array(event.jsonText.utf8))
                let body = try JSONValue(parsing: Array(postback.body.utf8))
                #expect(line["body"] == body && line["framework"] == .string(postback.framework.rawValue))
                expect(line["to"], .string(postback.recipient.rawValue))
                expect(line["attempt"], .number("\(postback.attempt)"))
                expect(line["status"], .number("\(postback.status)"))
                expect(line["outcome"] == "delivered", postback.isDelivered)
                expect(line["tier"], .number("\(postback.tier.rawValue)"))
                expect(line["environment"], .string(postback.isDevelopment ? "development" : "production"))
                let reasons = postback.withheld.values.map { JSONValue.string($0.rawValue) }
                guard case .object(let members)? = line["withheld"] else { continue }
                expect(members.map(\.value.text).sorted(), reasons.map(\.text).sorted(), "\(event.jsonText)")
                expect(postback.time, event.time)
                switch postback.framework {
                case .skAdNetwork:
                    counts[1] += 1
                    expect(body["ad-network-id"], .string(postback.adNetworkIdentifier.description))
                    expect(body["source-identifier"], postback.sourceIdentifier.map { .string("\($0)") })
                default:
                    counts[0] += 1
                    let found = try UnverifiedPostback(parsing: postback.body).verified(by: try Self.trusted)
                    #expect(found.signed.adNetworkIdentifier == postback.adNetworkIdentifier)
                    expect(found.signed.sourceIdentifier, postback.sourceIdentifier.map { .known($0) })
                    #expect(found.signed.didWin == postback.didWin)
                    expect(found.signed.conversionType, .known(postback.conversionType))
                    expect(found.unsigned.conversionValue, postback.conversionValue.map { .known($0) })
                    expect(found.unsigned.country, postback.country.map { .known($0) })
                    expect(found.unsigned.interaction, .known(postback.interaction))
                }
            }
            // A postback is delivered at most once, not counting the developer's copy.
            let counted = timeline.counted
            counts[2] += counted.count
            expect(Set(counted.map(\.body)).count, counted.count, "\(example.name)")
            #expect(counted.allSatisfy { $0.recipient == .adNetwork && $0.status == 200 })
        }
        #expect(counts[0] > 40 && counts[1] > 2 && counts[2] > 40, "\(counts)")
    }

    @Test func attemptsAreToldAndCountedOnce() throws {
        let network = "example.adattributionkit"
        let text = """
            {"receivers":{"\(network)":[0,500]},"events":[
            {"at":"0s","event":"tap","impression":\(ScenarioTests.impression),"presentation":"custom"},
            {"at":"1h","event":"install","app":1108187390},
            {"at":"2h","event":"update","app":1108187390,"fine":12,"lock":true}]}
            """
        let timeline = try Self.timeline(text)
        let first = timeline.postbacks.filter { $0.window == .first }
        #expect(first.map(\.status) == [0, 500, 200] && first.map(\.attempt) == [1, 2, 3])
        #expect(first.map(\.isDelivered) == [false, false, true] && Set(first.map(\.body)).count == 1)
        expect(timeline.counted.count { $0.window == .first }, 1)
        let tap = timeline.events[0]
        #expect(
            tap.kind == .tap && tap.outcome == .recorded && tap.time == timeline.start
                && tap.advertisedItemIdentifier == 1_108_187_390)
        expect(tap.adNetworkIdentifier, AdNetworkIdentifier(text: network))
        expect(tap.impressionIdentifier, AttributionUUID(unchecked: "85546eb7-fd39-44bc-8990-c98a4ac36a49"))
        let conversion = try #require(timeline.events.first { $0.kind == .conversion })
        #expect(
            conversion.adNetworkIdentifier == tap.adNetworkIdentifier
                && conversion.advertisedItemIdentifier == tap.advertisedItemIdentifier
                && conversion.conversion == 1)
    }

    @Test func seedAndKeyDecide() throws {
        let example = try #require(ExampleScenario.named("view-against-click"))
        let scenario = try AttributionScenario(
            parsing: example.text.utf8, keys: TrustedKeys(.productionAndDevelopment))
        let first = try scenario.run(seed: 1, signedBy: Self.key, keyID: Self.keyID)
        try expect(scenario.run(seed: 1, signedBy: Self.key, keyID: Self.keyID).jsonLines, first.jsonLines)
        #expect(try scenario.run(seed: 2, signedBy: Self.key, keyID: Self.keyID).jsonLines != first.jsonLines)
        let other = try scenario.run(seed: 1, signedBy: newKey(), keyID: "other/1")
        for postback in other.postbacks where postback.framework == .adAttributionKit {
            #expect(throws: (any Error).self) {
                try UnverifiedPostback(parsing: postback.body).verified(by: try Self.trusted)
            }
        }
        let seeded = try AttributionScenario(
            parsing: #"{"seed":9,"events":[]}"#.utf8, keys: TrustedKeys(.productionAndDevelopment))
        expect(seeded.seed, 9)
        let apple = AppleKey.all[0].keyID
        do throws(Problem) {
            _ = try scenario.run(seed: 1, signedBy: Self.key, keyID: apple)
            Issue.record("a kid of Apple's was taken")
        } catch {
            expect(error.place, "kid")
            expect("\(error)", "\"kid\" is \"\(apple)\", which is Apple's; it must be one of your own")
        }
    }

    /// Tokens are checked with the given keys. Without a key, an event reports that the token was not checked.
    @Test func tokensAreChecked() throws {
        let token = Self.key.signedText {
            $0.appendToken(of: Array(ScenarioTests.impression.utf8), keyID: ExampleKey.keyID, to: &$1)
        }
        func text(_ token: String) -> String {
            "{\"events\":[{\"at\":\"0s\",\"event\":\"tap\",\"impression\":\"\(token)\",\"presentation\":\"custom\"}]}"
        }
        func codes(_ token: String, _ keys: TrustedKeys) throws -> [String?] {
            try Self.timeline(text(token), trusting: keys).events.map(\.code)
        }
        let checked = try codes(token, Self.trusted)
        expect(checked, [nil, nil], "the tap, and what it opens: \(checked)")
        #expect(try codes(token, TrustedKeys(.productionAndDevelopment)).contains("signature-unchecked"))
        try expect(codes(token.dropLast(8) + "AAAAAAAA", Self.trusted), ["invalidImpressionJWSSignature"])
    }

    @Test(arguments: [
        ("", "", "the document is not JSON: "),
        ("[]", "", "the scenario is an array; it must be an object"),
        ("{}", "events", "\"events\" is missing; it must be an array of events"),
        (#"{"networks":[],"rates":{},"days":1}"#, "", "this is a population; it must be a scenario"),
        (#"{"sed":1,"events":[]}"#, "sed", "\"sed\" is unknown: there is no such member here"),
        (
            #"{"events":[{"at":"0s","event":"install","app":1,"kind":7}]}"#, "events[0].kind",
            "\"events[0].kind\" is 7; it must be "
        ),
        (
            #"{"events":[{"at":"0s","event":"delete","app":1}]}"#, "events[0].app",
            "\"events[0].app\" is 1, which is not installed"
        ),
    ])
    func faultsAreTold(_ text: String, _ place: String, _ description: String) throws {
        let failure = try #require(Self.failure(text.utf8))
        #expect(failure.list.count == 1 && failure.list[0].place == place, "\(failure)")
        #expect(failure.list[0].description.hasPrefix(description), "\(failure)")
        expect("\(failure)", failure.list[0].description)
    }

    /// Guards the guidelines for apps that show ads: a scenario says of its host what `aak validate` says.
    @Test func guidelinesAreFindings() throws {
        var found: Set<String> = []
        for lesson in Lesson.host {
            for text in [lesson.broken, lesson.sound] {
                guard
                    let scenario = try? AttributionScenario(
                        parsing: text.utf8, keys: TrustedKeys(.productionAndDevelopment))
                else {
                    continue
                }
                let judgement = TokenJudgement(keys: TrustedKeys(.productionAndDevelopment))
                let inspection = Array(text.utf8).withBytes {
                    ScenarioInspection($0) { judgement.impression($0) }
                }
                expect(scenario.findings, inspection?.findings)
                found.formUnion(scenario.findings.map(\.rule.id))
            }
        }
        // Other guidelines are about what happens, and are noticed when a scenario is played.
        #expect(found.count > 3, "\(found)")
        let plain = try AttributionScenario(
            parsing: ExampleScenario.all[0].text.utf8, keys: TrustedKeys(.production))
        #expect(plain.findings.isEmpty)
    }

    @Test func allFaultsAreToldAtOnce() throws {
        let failure = try #require(Self.failure(#"{"sed":1,"seed":-1,"developer-mode":"on"}"#.utf8))
        expect(Set(failure.list.map(\.place)), ["sed", "seed", "developer-mode", "events"], "\(failure)")
        let seed = try #require(failure.list.first { $0.place == "seed" })
        #expect(seed.found == "-1" && seed.wanted == "an integer from 0 to 9223372036854775807" && seed.hint == nil)
        let unknown = try #require(failure.list.first { $0.place == "sed" })
        #expect(unknown.found == nil && unknown.wanted == nil && unknown.hint == "did you mean \"seed\"?")
        expect(failure.list.first { $0.place == "events" }?.wanted, "an array of events")
    }

    /// However a document is truncated or changed, it is either read or refused with a reason.
    @Test func brokenDocumentsAreRefused() throws {
        var refused = 0
        for example in ExampleScenario.all {
            let bytes = Array(example.text.utf8.dropLast(example.text.hasSuffix("\n") ? 1 : 0))
            for place in stride(from: 0, to: bytes.count, by: 41) {
                let cut = try #require(Self.failure(bytes[..<place]), "\(example.name) \(place)")
                #expect(!cut.list.isEmpty && !cut.description.isEmpty)
                var changed = bytes
                changed[place] = bytes[place] == 0x39 ? 0x30 : bytes[place] &+ 1
                guard let failure = Self.failure(changed) else { continue }
                #expect(!failure.list.isEmpty)
                refused += 1
            }
        }
        #expect(refused > 100)
    }

    /// All events of devices have public kinds.
    @Test func everyEventHasAName() {
        let kinds: [AttributionEvent.Kind] = [
            .load, .beginView, .endView, .view, .tap, .openOverlay, .closeOverlay, .openProductPage, .closeProductPage,
            .install, .launch, .delete, .update, .appEvent, .developerMode, .createPostbacks, .transmitPostbacks,
            .clearPostbacks,
        ]
        expect(kinds.map(\.rawValue), EventName.allCases.map(\.rawValue))
    }

    /// Only events of hosts lack a named kind.
    @Test func everyKindOfDevicesIsNamed() throws {
        let named = Set(
            EventName.allCases.map(\.rawValue)
                + [
                    AttributionEvent.Kind.openURL, .openApp, .openMarketplace, .evicted, .conversion, .noConversion,
                    .window, .postback, .noPostback, .warning,
                ].map(\.rawValue))
        var found: Set<String> = []
        for example in ExampleScenario.all {
            let timeline = try Self.timeline(example.text)
            for (event, entry) in zip(timeline.events, try Self.program(example.text, seed: 0).entries) {
                if case .host = entry.fact { continue }
                found.insert(event.kind.rawValue)
            }
        }
        expect(found.subtracting(named), [], "\(found)")
        #expect(found.count > 20, "\(named.subtracting(found))")
    }

    /// Ads of SKAdNetwork are events as values, of each version that devices still play.
    @Test(arguments: [SKAdNetworkVersion.two, .twoTwo, .three, .four])
    func skAdNetworkAdsAreEvents(_ version: SKAdNetworkVersion) throws {
        let campaign = try #require(CampaignIdentifier(rawValue: 42))
        let ad = try SKAdNetworkImpression(
            version: version, adNetworkIdentifier: "acme.skadnetwork",
            campaign: version == .four ? .source(5239) : .campaign(campaign), advertisedItemIdentifier: 7,
            publisher: .app(8), fidelity: version == .two ? nil : .storeKitRendered, nonce: SKAdNetworkNonce(),
            timestamp: Timestamp(milliseconds: 1_767_225_600_000))
        let scenario = try AttributionScenario(
            [
                .tap(ad, at: .zero), .install(7, at: .seconds(3600)), .launch(7, at: .seconds(3700)),
                .init(
                    .update, at: .seconds(3800), .init("app", 7), .init("fine", 3), .init("api", "skadnetwork")),
            ],
            keys: TrustedKeys(.production))
        let timeline = try scenario.run(seed: 7, signedBy: newKey(), keyID: "acme-test/1")
        expect(timeline.events.first?.outcome, .recorded, "\(timeline.jsonLines)")
        expect(timeline.counted.map(\.framework), [.skAdNetwork], "\(timeline.jsonLines)")
        let other = AttributionScenario.Event.beginView(ad, at: .zero)
        #expect(other != .endView(ad, at: .zero))
    }

    // MARK: - Servers of one's own

    /// An ad that wins a conversion with postbacks in all windows.
    private static func served(by receivers: String = "{}") throws -> AttributionScenario {
        let document = """
            {"receivers": \(receivers), "events": [
              {"at": "0s", "event": "tap", "presentation": "custom", "impression": {
                "impression-identifier": "7aa9f8cc-5689-4c02-b963-22ca22136015", "impression-type": "app-impression",
                "ad-network-identifier": "acme.adattributionkit", "source-identifier": 5239, "timestamp": 1767225600000,
                "advertised-item-identifier": 1108187390, "publisher-item-identifier": 284882215}},
              {"at": "1h", "event": "install", "app": 1108187390},
              {"at": "2h", "event": "update", "app": 1108187390, "fine": 12, "coarse": "low"}]}
            """
        return try AttributionScenario(parsing: document, keys: trusted)
    }

    /// A closure that answers like a script is the same as the script, in its timeline and in what it is asked.
    @Test(arguments: [[Int](), [500], [0, 500, 500], [404], [Int](repeating: 500, count: 12)])
    func serversOfAScriptAndOfAClosureAreOne(_ statuses: [Int]) async throws {
        let scripted = try Self.served(by: #"{"acme.adattributionkit": \#(statuses)}"#)
            .run(seed: 7, signedBy: Self.key, keyID: Self.keyID)
        var sent: [SimulatedPostback] = []
        let answered = try await Self.served().run(seed: 7, signedBy: Self.key, keyID: Self.keyID) { postback in
            await Task.yield()
            sent.append(postback)
            return postback.attempt <= statuses.count ? statuses[postback.attempt - 1] : 200
        }
        #expect(answered.jsonLines == scripted.jsonLines && !scripted.postbacks.isEmpty)
        expect(sent.map(\.body), scripted.postbacks.map(\.body))
        #expect(sent.map(\.attempt) == scripted.postbacks.map(\.attempt) && sent.allSatisfy { $0.status == 0 })
    }

    /// A store that fails at first, as a database that starts does.
    private final class Database: PostbackStore {
        struct Failure: Error {}

        let failures = Locked(2)
        let seen = SeenIdentifiers()

        func insert(_ postback: ReceivedPostback) async throws -> Insertion {
            let fails = failures.withLock { failures in
                failures -= 1
                return failures >= 0
            }
            if fails { throw Failure() }
            return seen.insert(postback)
        }

        func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) async throws {}
    }

    /// The receiver of the library is the server: what it could not store comes again, and everything counts once.
    @Test func theReceiverIsTheServer() async throws {
        let database = Database()
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.key.publicKey, for: .keyID(Self.keyID))
        let receiver = PostbackReceiver(
            keys: keys,
            accepting: try .postbacks(forNetworks: ["acme.adattributionkit"], environments: [.local]), store: database)
        var receptions: [Reception] = []
        let timeline = try await Self.served().run(seed: 7, signedBy: Self.key, keyID: Self.keyID) { postback in
            do {
                let reception = try await receiver.receive(postback.body.utf8)
                receptions.append(reception)
                return reception.httpStatus
            } catch {
                return 500
            }
        }
        expect(timeline.postbacks.prefix(3).map(\.status), [500, 500, 200])
        #expect(timeline.counted.count == database.seen.count && database.seen.count > 0)
        expect(receptions.count, timeline.counted.count)
        for reception in receptions {
            guard case .counted = reception else {
                Issue.record("\(reception)")
                continue
            }
        }
    }

    /// A run that is cancelled asks for no further answer, and throws.
    @Test func aCancelledRunEnds() async throws {
        let asked = Locked(0)
        let run = Task {
            try await Self.served().run(seed: 7, signedBy: Self.key, keyID: Self.keyID) { _ in
                asked.withLock { $0 += 1 }
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return 500
            }
        }
        await #expect(throws: CancellationError.self) { try await run.value }
        expect(asked.withLock { $0 }, 1)
        await #expect(throws: Problem.self) {
            try await Self.served().run(seed: 7, signedBy: Self.key, keyID: "apple-cas-identifier/0") { _ in 200 }
        }
    }

    /// Guards scenarios made of values: they play as the same document does, and their faults have the same places.
    @Test func eventsAreValuesToo() throws {
        let key = newKey()
        let keys = try TrustedKeys(adding: key.publicKey, keyID: "acme-test/1")
        let network = try #require(AdNetworkIdentifier(text: "acme.adattributionkit"))
        let impression = Impression(
            identifier: try #require(AttributionUUID("7aa9f8cc-5689-4c02-b963-22ca22136015")),
            publisherItemIdentifier: 284_882_215, adNetworkIdentifier: network,
            sourceIdentifier: SourceIdentifier(clamping: 5239),
            timestamp: Timestamp(milliseconds: 1_767_225_600_000), advertisedItemIdentifier: 1_108_187_390)
        let app = impression.advertisedItemIdentifier
        let value = try #require(FineConversionValue(rawValue: 12))
        let made = try AttributionScenario(
            [
                .tap(impression, at: .zero), .install(app, at: .seconds(3600)),
                .update(
                    app, at: .milliseconds(7_200_001), through: .adAttributionKit, fine: value, coarse: .low,
                    locks: true),
            ], in: ["receivers": ["acme.adattributionkit": [500, 200]]], keys: keys)
        let text = """
            {"receivers": {"acme.adattributionkit": [500, 200]}, "events": [
              {"at": "0s", "event": "tap", "presentation": "custom", "impression": \(impression.json.text)},
              {"at": "1h", "event": "install", "app": 1108187390},
              {"at": "2h1ms", "event": "update", "app": 1108187390, "fine": 12, "coarse": "low", "lock": true}]}
            """
        let read = try AttributionScenario(parsing: text.utf8, keys: keys)
        let timelines = try [made, read].map { try $0.run(seed: 7, signedBy: key, keyID: "acme-test/1") }
        #expect(timelines[0].jsonLines == timelines[1].jsonLines && timelines[0].counted.count == 1)
        let problems = #expect(throws: Problems.self) {
            try AttributionScenario(
                [.view(impression, at: .seconds(-1)), .launch(0, at: .seconds(Int64.max)), .init(.update, at: .zero)],
                keys: keys)
        }
        #expect(problems?.list.contains { $0.place == "events[0].at" } == true, "\(problems?.description ?? "")")
        #expect(throws: Problems.self) { try AttributionScenario([], in: [], keys: keys) }
    }
}

extension String {
    fileprivate var trimmedQuotes: String { hasPrefix("\"") ? String(dropFirst().dropLast()) : self }
}
