import AdAttribution
import AttributionJSON
import AttributionRules
import SKAdNetwork
import Testing

@testable import AttributionFixtures

@Suite struct SKAdNetworkFixtureTests {
    @Test("Every ad and postback holds under its key and breaks no rule", arguments: SKAdNetworkCell.all.indices)
    func sound(position: Int) throws {
        let fixtures = Fixtures(seed: 7)
        let value = try JSONValue(parsing: Array(fixtures.skAdNetwork(at: position).utf8))
        var keys = SKAdNetworkKeys()
        keys.add(fixtures.key.publicKey, keyID: nil)
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
        // Different seeds give different values, and equal seeds give equal values.
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) == Fixtures(seed: 1).skAdNetwork(at: 3))
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) != Fixtures(seed: 2).skAdNetwork(at: 3))
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) != Fixtures(seed: 1).skAdNetwork(at: 39))
    }

    @Test("Values at the edge of what there is break no rule")
    func edges() {
        let documents = SKAdNetworkDocuments(Fixtures())
        let edges = [
            documents.ad.with(.fidelityType, .number("0")),
            documents.ad.with(.itunesItemID, .number("18446744073709551615")),
            documents.adThree.with(.campaignID, .number("1")), documents.adThree.with(.campaignID, .number("100")),
            documents.lost.with(.version, .string("3.0")).with(.sourceIdentifier, nil)
                .with(.postbackSequenceIndex, nil).with(.campaignID, .number("42")),
            documents.postback.with(.countryCode, .string("DE")),
            documents.postback.with(.sourceIdentifier, .string("039")),
            documents.postbackOne.with(.version, .string("1.0")),
            documents.later.with(.coarseConversionValue, nil),
            documents.later.with(.postbackSequenceIndex, .number("2")),
        ]
        var examiner = SKAdNetworkExaminer()
        for edge in edges {
            let object = edge.with(.signature, .string("MAYCAQECAQE=")).object
            let findings = object.withView { view in
                SignedForm(recognising: view).map {
                    examiner.findings(of: view, as: $0, now: Timestamp(milliseconds: 1_800_000_000_000))
                }
            }
            #expect(findings??.map(\.rule.id) == [], "\(object.text)")
        }
    }
}
