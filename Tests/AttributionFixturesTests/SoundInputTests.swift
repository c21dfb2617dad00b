import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// The inputs that a receiver must accept, as written by `aak fixtures --kind sound`.
struct SoundInputTests {
    static let fixtures = Fixtures(seed: 1)
    static let sound = fixtures.sound

    @Test func noInputVanishes() {
        expect(Self.sound.count, 54)
        expect(Set(Self.sound.map(\.name)).count, Self.sound.count)
        expect(Self.sound.count { $0.version == nil }, 32)
        expect(Set(Self.sound.compactMap(\.version)), Set(SKAdNetworkVersion.allCases))
        expect(Set(Self.sound.compactMap(\.tier)), Set(DataTier.allCases))
        expect(Set(Self.sound.map(\.window)), Set(ConversionWindow.allCases))
    }

    @Test(arguments: sound.indices) func isAcceptedAndBreaksNoRule(_ index: Int) throws {
        let input = Self.sound[index]
        let keys = Self.fixtures.trustedKeys
        let verdict = InputVerifier(keys: keys, accepting: .everything, checksRules: true).verdictNow(
            on: Array(input.text.utf8))
        expect(verdict.outcome, .valid, "\(input.name): \(verdict.result)")
        let now = Timestamp(milliseconds: 1_767_225_600_000)
        let reports = InputValidator(keys: keys).reports(on: Array(input.text.utf8), now: now)
        expect(reports.count, 1)
        for report in reports {
            #expect(report.fault == nil && !report.isUnchecked, "\(input.name)")
            #expect(report.findings.list.allSatisfy { $0.severity == .note }, "\(input.name): \(report.findings.list)")
            if let tier = input.tier, input.window.isFirst {
                #expect(report.tiers?.contains(tier) == true, "\(input.name): \(report.tiers ?? [])")
            }
        }
    }

    /// All but one of AdAttributionKit's once had the identifier of another, so that a receiver that counts each identifier
    /// once seemed to refuse them.
    @Test func oneReceiverCountsThemAll() async throws {
        let receiver = PostbackReceiver(
            keys: Self.fixtures.trustedKeys,
            accepting: try .postbacks(forNetworks: [Self.fixtures.network], environments: [.local]),
            store: SeenIdentifiers())
        let postbacks = SKAdNetworkCell.all.indices.filter {
            if case .postback = SKAdNetworkCell.all[$0].kind { true } else { false }
        }
        let texts =
            Self.sound.map(\.text) + PostbackCell.all.indices.map { Self.fixtures.postback(at: $0) }
            + postbacks.map { Self.fixtures.skAdNetwork(at: $0) }
        let receptions = try await receiver.receive(texts.map { Array($0.utf8) })
        for (text, reception) in zip(texts, receptions) {
            guard case .counted = reception else {
                Issue.record("\(text)")
                continue
            }
        }
        expect(receptions.count, 54 + 66 + postbacks.count)
    }

    @Test func labelsAreReadBack() throws {
        for input in Self.sound {
            let read = try FixtureLabel(parsing: Array(input.label.utf8))
            #expect(read.input == input.text && read.fault == nil)
            let label = try JSONValue(parsing: Array(input.label.utf8))
            expect(label["version"], input.version.map { .string($0.rawValue) })
            expect(label["tier"], input.tier.map { .number("\($0.rawValue)") })
            expect(label["window"], .number("\(input.window.rawValue + 1)"))
        }
        for line in ["", "{}", #"{"input":"a"}"#, #"{"input":"a","verdict":"invalid"}"#, #"{"verdict":"valid"}"#] {
            #expect(throws: Problem.self) { try FixtureLabel(parsing: Array(line.utf8)) }
        }
        // An input with both labels counts as broken.
        let broken = BrokenInputTests.broken[0]
        let both = broken.label.dropLast() + #","verdict":"valid"}"#
        #expect(try FixtureLabel(parsing: Array(both.utf8)).fault?.rule === broken.rule)
    }

    @Test func anotherNetworkAndSeedAreAcceptedToo() throws {
        let other = Fixtures(seed: 2, network: try #require(AdNetworkIdentifier(text: "another-1.b.skadnetwork")))
        let verifier = InputVerifier(keys: other.trustedKeys, accepting: .everything, checksRules: true)
        expect(other.sound.map(\.name), Self.sound.map(\.name))
        for input in other.sound {
            expect(verifier.verdictNow(on: Array(input.text.utf8)).outcome, .valid, "\(input.name)")
        }
    }
}
