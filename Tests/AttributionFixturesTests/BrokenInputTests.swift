import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Synchronization
import Testing

/// The inputs that break each rule, as written by `aak fixtures --kind broken`.
struct BrokenInputTests {
    static let fixtures = Fixtures(seed: 1)
    static let broken = fixtures.broken

    /// Judgements are cached, since several tests use them.
    private static let judgements = Mutex<[Int: Judgement]>([:])

    private static func judgement(on index: Int) throws -> Judgement {
        if let known = judgements.withLock({ $0[index] }) { return known }
        let judgement = try fixtures.judgement(on: broken[index].text, request: broken[index].request)
        judgements.withLock { $0[index] = judgement }
        return judgement
    }

    @Test func noInputVanishes() {
        expect(Self.broken.count, 684)
        #expect(
            Dictionary(grouping: Self.broken, by: \.stage).mapValues(\.count)
                == [.input: 39, .components: 12, .header: 38, .payload: 14, .signature: 44, .rules: 537])
        expect(Set(Self.broken.map(\.name)).count, Self.broken.count)
    }

    /// The inputs for one rule are made without the others, and are the same.
    @Test func inputsForOneRuleAreThoseAmongAll() {
        func texts(_ inputs: [BrokenInput]) -> [[String?]] {
            inputs.map { [$0.label, $0.text, $0.soundText, $0.request, $0.soundRequest] }
        }
        for (rule, inputs) in Dictionary(grouping: Self.broken, by: \.rule) {
            expect(texts(Self.fixtures.broken([rule])), texts(inputs), "\(rule.id)")
        }
        #expect(Self.fixtures.broken([RunRules.summary]).isEmpty)
    }

    /// What lacks a value may be an input in another form, for which a remedy is searched. If the line lacks what an option names, its form
    /// is known.
    @Test func aRuleAboutAMissingValueSuspectsAnotherForm() {
        let rules = RuleCatalogue.messages.rules.filter {
            $0.id.hasSuffix("-missing") && $0 !== InputRules.memberMissing
        }
        #expect(rules.count > 30)
        for rule in rules { #expect(rule.suspicion.contains(.otherForm), "\(rule.id)") }
    }

    /// Guards that a test of a receiver knows what to expect of each input, whatever its network is.
    @Test(arguments: ["example.adattributionkit", "4fzdc2evr5.skadnetwork"] as [AdNetworkIdentifier])
    func countsIsWhatAReceiverDoes(_ network: AdNetworkIdentifier) async throws {
        let fixtures = Fixtures(seed: 2, network: network)
        for inputs in [fixtures.broken, fixtures.broken.reversed()] {
            let receiver = PostbackReceiver(
                keys: fixtures.trustedKeys, accepting: try .postbacks(forNetworks: [network], environments: [.local]),
                store: SeenIdentifiers())
            for (input, reception) in zip(inputs, try await receiver.receive(inputs.map { Array($0.text.utf8) })) {
                let isCounted = if case .counted = reception { true } else { false }
                expect(isCounted, input.counts, "\(input): \(reception)")
            }
            #expect(inputs.count { $0.counts } > 20)
        }
    }

    @Test func inputsOfOneKindCanBePicked() {
        #expect(
            Dictionary(grouping: Self.broken, by: \.kind).mapValues(\.count)
                == [
                    .line: 50, .token: 53, .impression: 74, .postback: 162, .configuration: 54, .schema: 40,
                    .skAdNetworkAd: 55, .skAdNetworkPostback: 75, .bidRequest: 11, .bidResponse: 110,
                ])
        #expect(Self.broken.allSatisfy { ($0.kind == .bidResponse) == ($0.request != nil) })
        // What an input was before it was broken is seen in its sound counterpart.
        let kinds: [FixtureKind: InputKind] = [
            .token: .impression, .impression: .impression, .postback: .postback, .skAdNetworkAd: .skAdNetworkAd,
            .skAdNetworkPostback: .skAdNetworkPostback,
        ]
        let verifier = InputVerifier(keys: Self.fixtures.trustedKeys, accepting: .everything, checksRules: false)
        for input in Self.broken {
            guard let kind = kinds[input.kind], let sound = input.soundText,
                case .success(let verified) = verifier.verdictNow(on: Array(sound.utf8)).result
            else { continue }
            expect(verified.kind, kind, "\(input.name)")
        }
    }

    /// Each remedy has an input, and only with it is the input read. The others need several lines, a signature that they make valid, or
    /// another program.
    @Test func everyRemedyHasAnInput() {
        let named = Self.broken.compactMap(\.remedy).flatMap { $0.split(separator: ",") }
        let others: Set = ["csv", "packed", "texts", "zeros", "dropped", "bits", "order"]
        expect(Set(named.map { String($0) }), Set(Remedy.all.map(\.name)).subtracting(others))
        for input in Self.broken {
            var search = RemedySearch(readsDocuments: true, keys: Self.fixtures.trustedKeys)
            let found = Array(input.text.utf8).withBytes { text in
                input.stage == .rules ? search.repair(text, breaking: input.rule) : search.repair(text)
            }
            if let remedy = input.remedy { expect(found?.names.joined(separator: ","), remedy, "\(input.name)") }
        }
    }

    /// Rules about requests and runs are not about inputs, and are tested with commands.
    @Test func everyRuleIsBroken() {
        let broken = Set(Self.broken.map(\.rule.id))
        // A fixture of a mebibyte would be impractical, and the other rules depend on the command.
        let elsewhere = [
            "line-length", "jws-missing", "unsupported", "at-missing", "at-type", "report-input",
            "report-earnings", "report-time",
            // This rule requires a libcrypto without P-192.
            "skan-postback-key",
            // This rule is about two schemas.
            "schema-from-twice",
        ]
        let rules = RuleCatalogue.messages.rules.filter {
            $0.subject.isOfMessages || $0.subject == .input
        }
        expect(broken, Set(rules.map(\.id)).subtracting(elsewhere))
        expect(Set(RuleCatalogue.adAttributionKit.rules.map(\.id)).count, RuleCatalogue.adAttributionKit.rules.count)
    }

    @Test(arguments: broken.indices) func breaksItsRuleAndNothingAsGrave(_ index: Int) throws {
        let input = Self.broken[index]
        let judgement = try Self.judgement(on: index)
        let graveEnough = Set(judgement.rules.filter { $0.severity >= input.rule.severity }.map(\.id))
        expect(graveEnough, [input.rule.id], "\(input.name)")
        expect(judgement.stage, input.stage, "\(input.name)")
    }

    @Test(arguments: broken.indices) func soundInputKeepsTheRule(_ index: Int) throws {
        let input = Self.broken[index]
        guard let sound = input.soundText else {
            // Only Apple can sign postbacks with Apple's `kid`.
            expect(input.rule.id, "postback-kid")
            return
        }
        #expect(sound != input.text || input.soundRequest != input.request, "\(input.name)")
        let rules = try Self.fixtures.judgement(on: sound, request: input.soundRequest).rules
        #expect(!rules.contains { $0.id == input.rule.id || $0.severity > .note }, "\(input.name)")
    }

    @Test(arguments: broken.indices) func findingTellsWhatWasFoundAndWanted(_ index: Int) throws {
        let input = Self.broken[index]
        for finding in try Self.judgement(on: index).findings {
            #expect(!finding.field.isEmpty && (finding.field != "*" || input.stage == .components), "\(input.name)")
            #expect(!finding.found.isEmpty && !finding.wanted.isEmpty, "\(input.name)")
        }
    }

    @Test func anotherNetworkAndKeyBreakTheSameRules() throws {
        let other = Fixtures(seed: 2, network: try #require(AdNetworkIdentifier(text: "another-1.b.skadnetwork")))
        let inputs = other.broken
        expect(inputs.map(\.name), Self.broken.map(\.name))
        for input in inputs {
            let label = try FixtureLabel(parsing: Array(input.label.utf8))
            let judgement = try other.judgement(on: label.input, request: input.request)
            #expect(label.agrees(with: judgement.rules, at: judgement.stage), "\(input.name)")
        }
    }

    /// The loss reason of an exchange: an unknown impression makes the response invalid, any other fault the object.
    @Test func brokenBidsHaveTheirLossReason() throws {
        var count = 0
        let keys = Self.fixtures.trustedKeys
        for input in Self.broken {
            guard let request = input.request, let value = try? JSONValue(parsing: Array(request.utf8)),
                let check = (try? BidRequest(value)).map({ BidCheck(request: $0, keys: keys) }),
                let report = try? check.reports(on: Array(input.text.utf8), now: Fixtures.now).first
            else { continue }
            count += 1
            let isAttribution = !report.path.contains("skadn")
            // Nothing is lost because of an error of the request.
            let wanted: LossReason? =
                input.rule.severity < .error || !report.findings.hasErrors
                ? nil
                : input.rule === BidRules.impid
                    ? .invalidBidResponse : isAttribution ? .invalidAdAttributionKit : .invalidSKAdNetwork
            expect(report.lossReason, wanted, "\(input.name)")
        }
        expect(count, 108)
    }
}
