import AttributionCrypto
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

struct FixturesTests {
    private static let fixtures = Fixtures(seed: 7)

    @Test func postbacksGoThroughEveryCellAndVerify() throws {
        expect(PostbackCell.all.count, 66)
        expect(Set(PostbackCell.all).count, 66)
        for (position, cell) in PostbackCell.all.enumerated() {
            let body = try UnverifiedPostback(parsing: Array(Self.fixtures.postback(at: position).utf8))
            let postback = try body.verified(by: Self.fixtures.trustedKeys)
            #expect(postback.signed.window == cell.window)
            #expect(postback.signed.conversionType == cell.conversionType)
            #expect(postback.signed.didWin == cell.didWin)
            #expect(postback.unsigned.interaction == cell.interaction)
            #expect(postback.signed.adNetworkIdentifier == Self.fixtures.network)
            expect(postback.findings.map(\.rule.id), [])
        }
    }

    @Test func impressionsBreakNoRule() throws {
        for position in 0..<100 {
            let token = Self.fixtures.impression(at: position)
            try expect(Self.fixtures.judgement(on: token).rules.map(\.id), [])
            _ = try UnverifiedJWS(parsing: token).verified(by: Self.fixtures.trustedKeys)
        }
    }

    @Test func positionsAndSeedsTellFixturesApart() {
        let impressions = (0..<50).map { Self.fixtures.impression(at: $0) }
        expect(Set(impressions).count, 50)
        expect(impressions[3], Fixtures(seed: 7).impression(at: 3))
        #expect(Fixtures(seed: 8).impression(at: 3) != impressions[3])
        #expect(Fixtures(seed: 8).postback(at: 3) != Self.fixtures.postback(at: 3))
    }

    /// Callers may use any position.
    @Test(arguments: [-1, .min, .max, Fixtures.positionCount]) func anyPositionGivesAFixture(_ position: Int) throws {
        #expect(
            try Self.fixtures.judgement(on: Self.fixtures.impression(at: position)).rules.allSatisfy {
                $0.severity < .error
            })
        _ = try UnverifiedPostback(parsing: Array(Self.fixtures.postback(at: position).utf8)).verified(
            by: Self.fixtures.trustedKeys)
    }

    // MARK: - Identifiers

    /// Returns the identifiers in an input, at any depth and inside tokens.
    private static func identifiers(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            return members.reduce(into: []) { found, member in
                if ["postback-identifier", "impression-identifier", "transaction-id", "nonce"].contains(member.name) {
                    found.insert(member.value.text.lowercased())
                } else {
                    found.formUnion(identifiers(in: member.value))
                }
            }
        case .array(let elements): return elements.reduce(into: []) { $0.formUnion(identifiers(in: $1)) }
        case .string(let text):
            if let object = try? JSONValue(parsing: Array(text.utf8)) { return identifiers(in: object) }
            return DecodedInput(unverified: text).payload.map(identifiers) ?? []
        default: return []
        }
    }

    /// A receiver that counts each identifier once would otherwise take an input for a repeat of another. The windows of a conversion of
    /// SKAdNetwork share theirs.
    @Test(arguments: [0, 7]) func noTwoInputsHaveOneIdentifier(_ seed: UInt64) {
        let fixtures = Fixtures(seed: seed)
        let lists = [
            (0..<100).map { fixtures.impression(at: $0) }, (0..<100).map { fixtures.postback(at: $0) },
            (0..<100).map { fixtures.skAdNetwork(at: $0) }, fixtures.sound.map(\.text), fixtures.broken.map(\.text),
            fixtures.sequence.filter { $0.counts && !$0.name.contains("same transaction-id") }.map(\.text),
        ]
        var owners: [String: String] = [:]
        for text in lists.joined() {
            for identifier in Self.identifiers(in: .string(text)) where identifier != "null" && identifier.count > 30 {
                #expect(owners[identifier] == nil, "\(identifier)")
                owners[identifier] = text
            }
        }
        #expect(owners.count > 900)
    }

    // MARK: - Apps and sources

    /// A receiver that accepts only its own apps and campaigns can be given them.
    @Test func appsAndSourcesCanBeGiven() throws {
        let apps: Set<ItemIdentifier> = [1_108_187_390, 7]
        let sources = [5239, 1000].compactMap { SourceIdentifier($0) }
        let few = [SourceIdentifier(clamping: 39)]
        let own = Fixtures(seed: 7, apps: Array(apps), sources: sources + few)
        expect(own.sources, sources)
        let accepted = try Acceptance.postbacks(forApps: apps, environments: [.local])
        let verifier = InputVerifier(keys: own.trustedKeys, accepting: accepted, checksRules: true)
        var seen: (apps: Set<ItemIdentifier>, sources: Set<SourceIdentifier>) = ([], [])
        for position in PostbackCell.all.indices {
            let input = try verifier.verdictNow(on: Array(own.postback(at: position).utf8)).result.get()
            guard case .adAttributionKit(let postback)? = input.postback?.details else { continue }
            if case .known(let app) = postback.signed.advertisedItemIdentifier { seen.apps.insert(app) }
            if case .known(let source) = postback.signed.sourceIdentifier { seen.sources.insert(source.last(2)) }
        }
        expect(seen.apps, apps)
        expect(seen.sources, Set(sources.map { $0.last(2) }))
        let unusual = own.sound.filter { verifier.verdictNow(on: Array($0.text.utf8)).outcome != .valid }
        #expect(unusual.allSatisfy { $0.name.contains("item is") } && unusual.count == 5)
        // Each still breaks its rule and nothing else.
        for input in own.broken {
            let judgement = try own.judgement(on: input.text, request: input.request)
            let label = try FixtureLabel(parsing: Array(input.label.utf8))
            #expect(label.agrees(with: judgement.rules, at: judgement.stage), "\(input.name)")
        }
    }

    // MARK: - Descriptions

    /// The log of a failing test once had all values of its inputs.
    @Test func inputsAreDescribedByTheirNames() {
        let inputs: [(Any, String)] =
            Self.fixtures.broken.map { ($0, $0.name) } + Self.fixtures.sound.map { ($0, $0.name) }
            + Self.fixtures.sequence.map { ($0, $0.name) }
        for (input, name) in inputs { #expect("\(input)" == name && String(reflecting: input) == name) }
    }

    // MARK: - Labels

    @Test func labelsAreReadBack() throws {
        for input in Self.fixtures.broken {
            let label = try FixtureLabel(parsing: Array(input.label.utf8))
            expect(label.input, input.text)
            let fault = try #require(label.fault)
            #expect(fault.stage == input.stage && fault.rule === input.rule && fault.severity == input.rule.severity)
            #expect(label.agrees(with: [input.rule], at: input.stage))
            #expect(!label.agrees(with: [], at: input.stage))
            let other = RuleCatalogue.adAttributionKit.rules.first { $0.id != input.rule.id && $0.severity == .error }
            #expect(!label.agrees(with: [input.rule] + (other.map { [$0] } ?? []), at: input.stage))
            for stage in BrokenInput.Stage.allCases where stage != input.stage {
                #expect(!label.agrees(with: [input.rule], at: stage))
            }
        }
    }

    @Test(arguments: [
        ("", ""), ("{}", ""), (#"{"input":"a","stage":"rules"}"#, ""),
        (#"{"input":"a","stage":7,"rule":"jws-alg"}"#, ""),
        (#"{"input":"a","stage":"rule","rule":"jws-alg"}"#, "stage"),
        (#"{"input":"a","stage":"rules","rule":"jws-algorithm"}"#, "rule"),
        (#"{"input":"a","stage":"header","rule":"jws-alg","severity":"fatal"}"#, "severity"),
        (#"{"input":"a","stage":"header","rule":"jws-alg","severity":1}"#, "severity"),
    ]) func whatIsNoLabelIsRefused(_ line: String, _ field: String) {
        let problem = #expect(throws: Problem.self) { try FixtureLabel(parsing: Array(line.utf8)) }
        #expect(problem?.place == field && problem?.wanted != nil)
    }

    /// A label names how severe its rule is, or leaves that to the catalogue.
    @Test(
        arguments: [("", true), (#","severity":null"#, true), (#","severity":"error""#, true)]
            + ["warning", "note"].map {
                (#","severity":"\#($0)""#, false)
            }) func severitiesAreCompared(_ member: String, _ agrees: Bool) throws
    {
        let label = try FixtureLabel(parsing: Array(#"{"input":"a","stage":"header","rule":"jws-alg"\#(member)}"#.utf8))
        expect(label.agrees(with: [TokenRules.algorithm], at: .header), agrees)
    }
}
