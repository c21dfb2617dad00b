import AdAttribution
import AttributionFixtures
import AttributionInspection
import AttributionJOSE
import AttributionRules
import Testing

@Suite struct FixturesTests {
    private static let fixtures = Fixtures(seed: 7)

    private static var keys: TrustedKeys {
        get throws {
            var keys = TrustedKeys(.all)
            try keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
            return keys
        }
    }

    @Test func postbacksGoThroughEveryCellAndVerify() throws {
        #expect(PostbackCell.all.count == 66)
        #expect(Set(PostbackCell.all).count == 66)
        for (position, cell) in PostbackCell.all.enumerated() {
            let body = try UnverifiedPostback(parsing: Array(Self.fixtures.postback(at: position).utf8))
            let postback = try body.verified(by: Self.keys)
            #expect(postback.signed.window == cell.window)
            #expect(postback.signed.conversionType == cell.conversionType)
            #expect(postback.signed.didWin == cell.didWin)
            #expect(postback.unsigned.interaction == cell.interaction)
            #expect(postback.signed.adNetworkIdentifier == Self.fixtures.network)
            #expect(postback.findings.map(\.rule.id) == [])
        }
    }

    @Test func impressionsBreakNoRule() throws {
        for position in 0..<100 {
            let token = Self.fixtures.impression(at: position)
            #expect(try Self.fixtures.judgement(on: token).rules.map(\.id) == [])
            #expect(try Self.keys.verify(UnverifiedJWS(compact: token)) != nil)
        }
    }

    @Test func positionsAndSeedsTellFixturesApart() {
        let impressions = (0..<50).map { Self.fixtures.impression(at: $0) }
        #expect(Set(impressions).count == 50)
        #expect(impressions[3] == Fixtures(seed: 7).impression(at: 3))
        #expect(Fixtures(seed: 8).impression(at: 3) != impressions[3])
        #expect(Fixtures(seed: 8).postback(at: 3) != Self.fixtures.postback(at: 3))
    }

    /// Callers may use any position.
    @Test(arguments: [-1, .min, .max, Fixtures.positionCount]) func anyPositionGivesAFixture(_ position: Int) throws {
        #expect(
            try Self.fixtures.judgement(on: Self.fixtures.impression(at: position)).rules.allSatisfy {
                $0.severity < .error
            })
        _ = try UnverifiedPostback(parsing: Array(Self.fixtures.postback(at: position).utf8)).verified(by: Self.keys)
    }

    // MARK: - Labels

    @Test func labelsAreReadBack() throws {
        for input in Self.fixtures.broken {
            let label = try FixtureLabel(parsing: Array(input.label.utf8))
            #expect(label.input == input.text)
            #expect(label.stage == input.stage)
            #expect(label.rule.id == input.rule.id)
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
        ("", FixtureLabel.Failure.noLabel), ("{}", .noLabel), (#"{"input":"a","stage":"rules"}"#, .noLabel),
        (#"{"input":"a","stage":7,"rule":"jws-alg"}"#, .noLabel),
        (#"{"input":"a","stage":"rule","rule":"jws-alg"}"#, .unknownStage("rule")),
        (#"{"input":"a","stage":"rules","rule":"jws-algorithm"}"#, .unknownRule("jws-algorithm")),
    ]) func whatIsNoLabelIsRefused(_ line: String, _ failure: FixtureLabel.Failure) {
        #expect(throws: failure) { try FixtureLabel(parsing: Array(line.utf8)) }
        #expect(!failure.description.isEmpty)
    }
}
