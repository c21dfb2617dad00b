import AdAttribution
import Rules
import StrictJSON
import Testing

@testable import SKAdNetwork

@Suite struct SKAdNetworkRuleTests {
    private func findings(_ document: JSONValue) -> Findings {
        var examiner = SKAdNetworkExaminer()
        let form: SignedForm =
            document["app-id"] != nil || document["redownload"] != nil
                || document["transaction-id"] != nil && document["nonce"] == nil ? .postback : .ad(.json)
        return document.withView {
            examiner.findings(of: $0, as: form, now: Timestamp(milliseconds: 1_800_000_000_000))
        } ?? Findings()
    }

    @Test("Each input breaks its rule, and no other as grave", arguments: RuleVectors.ads + RuleVectors.postbacks)
    func broken(vector: RuleVector) throws {
        let rule = try #require(RuleCatalogue.skAdNetwork[vector.rule])
        let grave = findings(vector.document).filter { $0.severity >= rule.severity }
        // A separator makes a UUID none, too.
        let wanted =
            vector.rule == "skan-postback-separator" ? ["skan-postback-transaction-id-uuid", rule.id] : [rule.id]
        #expect(grave.map(\.rule.id) == wanted, "\(vector.document.text)")
        for finding in grave { #expect(!finding.found.isEmpty && !finding.wanted.isEmpty) }
    }

    @Test("What is sound breaks no rule", arguments: RuleVectors.sound)
    func sound(document: JSONValue) {
        #expect(findings(document).map(\.rule.id) == [])
    }

    @Test func everyRuleHasAVector() {
        // Those that take a key are for whoever has one.
        let elsewhere = Set(
            ["skan-ad-signature", "skan-postback-signature", "skan-postback-key"]
                + RuleCatalogue.skAdNetwork.rules.filter { $0.subject == .request }.map(\.id))
        let covered = Set((RuleVectors.ads + RuleVectors.postbacks).map(\.rule))
        #expect(Set(RuleCatalogue.skAdNetwork.rules.map(\.id)).subtracting(covered) == elsewhere)
        #expect(RuleVectors.ads.count == 52)
        #expect(RuleVectors.postbacks.count == 71)
        #expect(RuleVectors.sound.count == 21)
    }

    @Test("In another form the form's own names are told")
    func otherForms() throws {
        var examiner = SKAdNetworkExaminer()
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        func found(_ values: (inout AdValues) -> Void, _ form: AdForm) -> [String] {
            var ad = RuleVectors.ad.withView { AdValues($0) } ?? AdValues()
            values(&ad)
            let object = ad.object(as: form, signature: "MAYCAQECAQE=")
            let all = object.withView { examiner.findings(of: $0, as: .ad(form), now: now) } ?? Findings()
            return all.map { "\($0.field) \($0.rule.id)" }
        }
        for form in [AdForm.storeKit, .storeKitValues, .openRTB] { #expect(found({ _ in }, form) == []) }
        #expect(
            found({ $0[.nonce] = .string("X") }, .storeKit) == [
                "SKStoreProductParameterAdNetworkNonce skan-ad-nonce-uuid",
                "SKStoreProductParameterAdNetworkNonce skan-ad-nonce-lowercase",
            ])
        #expect(
            found({ $0[.campaignID] = .number("42") }, .impression) == [
                "adCampaignIdentifier skan-ad-campaign-id-version"
            ])
        #expect(found({ $0[.timestamp] = .number("1700000000") }, .openRTB) == ["timestamp skan-ad-timestamp-seconds"])
    }

    @Test("StoreKit Test's own names are given as readings")
    func platformErrors() {
        #expect(
            RuleCatalogue.skAdNetwork["skan-ad-nonce-missing"]?.platformError?.name
                == "SKAdTestError.signatureMissingNonce")
        #expect(RuleCatalogue.skAdNetwork["skan-ad-campaign-id-range"]?.platformError?.isReading == true)
    }
}
