import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionFixtures

struct SKAdNetworkFixtureTests {
    @Test("Every ad and postback holds under its key and breaks no rule", arguments: SKAdNetworkCell.all.indices)
    func sound(position: Int) throws {
        let fixtures = Fixtures(seed: 7)
        let value = try JSONValue(parsing: Array(fixtures.skAdNetwork(at: position).utf8))
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: fixtures.key.publicKey, keyID: nil))
        var (examiner, budget) = (Examiner(), SearchBudget())
        let found = try #require(
            value.withView { view in
                SignedForm(recognising: view).map { form in
                    let object = SignedObject(view, as: form)
                    let explanation = SignatureExplanation(object, keys: keys, within: &budget)
                    let findings = examiner.findings(of: object, now: Timestamp(milliseconds: 1_800_000_000_000))
                    return (explanation.holds, findings.map(\.rule.id))
                }
            })
        #expect(found?.0 == true)
        expect(found?.1, [], "\(value.text)")
        #expect(
            value["version"]
                == (SKAdNetworkCell.all[position].version == .one
                    ? nil : .string(SKAdNetworkCell.all[position].version.rawValue)))
    }

    @Test func noCellVanishes() {
        expect(SKAdNetworkCell.all.count, 36)
        expect(Set(SKAdNetworkCell.all).count, 36)
        // Different seeds give different values, and equal seeds give equal values.
        expect(Fixtures(seed: 1).skAdNetwork(at: 3), Fixtures(seed: 1).skAdNetwork(at: 3))
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) != Fixtures(seed: 2).skAdNetwork(at: 3))
        #expect(Fixtures(seed: 1).skAdNetwork(at: 3) != Fixtures(seed: 1).skAdNetwork(at: 39))
    }

    @Test("Values at the edge of what there is break no rule")
    func edges() {
        let edges: [(SKAdNetworkDocument, [(SignedField, JSONValue?)])] = [
            (.ad(), [(.fidelityType, .number("0"))]),
            (.ad(), [(.itunesItemID, .number("18446744073709551615"))]),
            (.ad(.three), [(.campaignID, .number("1"))]), (.ad(.three), [(.campaignID, .number("100"))]),
            (.postback(.three) { $0.didWin = false }, []), (.postback(), [(.countryCode, .string("DE"))]),
            (.postback(), [(.sourceIdentifier, .string("039"))]), (.postback(.one), [(.version, .string("1.0"))]),
            (.later, [(.coarseConversionValue, nil)]), (.later, [(.postbackSequenceIndex, .number("2"))]),
        ]
        var examiner = Examiner()
        for (document, changes) in edges {
            var object = document.signed(Fixtures().values(at: 0))
            for (field, value) in changes { object[field] = value }
            object[SignedField.signature] = .string("MAYCAQECAQE=")
            let findings = object.withView { view in
                SignedForm(recognising: view).map {
                    examiner.findings(of: SignedObject(view, as: $0), now: Timestamp(milliseconds: 1_800_000_000_000))
                }
            }
            expect(findings??.map(\.rule.id), [], "\(object.text)")
        }
    }
}
