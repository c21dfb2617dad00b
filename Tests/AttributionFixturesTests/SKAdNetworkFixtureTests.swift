import AdAttribution
import AttributionFixtures
import Rules
import SKAdNetwork
import StrictJSON
import Testing

@Suite struct SKAdNetworkFixtureTests {
    @Test("Every ad and postback holds under its key and breaks no rule", arguments: SKAdNetworkCell.all.indices)
    func sound(position: Int) throws {
        let fixtures = Fixtures(seed: 7)
        let value = try JSONValue(parsing: Array(fixtures.skAdNetwork(at: position).utf8))
        var keys = SKAdNetworkKeys()
        keys.add(fixtures.key.publicKey)
        #expect(try #require(SignatureExplanation(value, keys: keys)).holds)
        var examiner = SKAdNetworkExaminer()
        let findings = try #require(
            value.withView { view in
                SignedForm(recognising: view).map {
                    examiner.findings(of: view, as: $0, now: Timestamp(milliseconds: 1_800_000_000_000))
                }
            })
        #expect(findings?.map(\.rule.id) == [], "\(value.text)")
        #expect(
            value["version"]
                == (SKAdNetworkCell.all[position].version == .one
                    ? nil : .string(SKAdNetworkCell.all[position].version.rawValue)))
    }

    @Test func noCellVanishes() {
        #expect(SKAdNetworkCell.all.count == 36)
        #expect(Set(SKAdNetworkCell.all).count == 36)
        // Another seed gives other values, the same seed the same.
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) == Fixtures(seed: 1).skAdNetwork(at: 3))
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) != Fixtures(seed: 2).skAdNetwork(at: 3))
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) != Fixtures(seed: 1).skAdNetwork(at: 39))
    }
}
