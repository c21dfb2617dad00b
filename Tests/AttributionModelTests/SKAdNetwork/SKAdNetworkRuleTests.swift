import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

struct SKAdNetworkRuleTests {
    private static let values: [(SignedField, JSONValue)] = [
        (.version, .string("4.0")), (.adNetworkID, .string("example123.skadnetwork")),
        (.sourceIdentifier, .number("5239")), (.itunesItemID, .number("525463029")),
        (.nonce, .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")), (.sourceAppID, .number("880047117")),
        (.fidelityType, .number("1")), (.timestamp, .number("1700000000123")),
    ]

    @Test("In another form the form's own names are told")
    func otherForms() throws {
        var examiner = Examiner()
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        func found(_ values: (inout AdValues) -> Void, _ form: AdForm) -> [String] {
            var ad = AdValues()
            for (field, value) in Self.values { ad[field] = value }
            values(&ad)
            let object = ad.json(as: form, signature: .string("MAYCAQECAQE="))
            let all = object.withView { examiner.findings(of: SignedObject($0, as: .ad(form)), now: now) } ?? Findings()
            return all.map { "\($0.field) \($0.rule.id)" }
        }
        for form in [AdForm.storeKit, .storeKitValues, .openRTB] { expect(found({ _ in }, form), []) }
        expect(
            found({ $0[.nonce] = .string("X") }, .storeKit),
            [
                "SKStoreProductParameterAdNetworkNonce skan-ad-nonce-uuid"
            ])
        expect(
            found({ $0[.campaignID] = .number("42") }, .impression),
            [
                "adCampaignIdentifier skan-ad-campaign-id-version"
            ])
        expect(found({ $0[.timestamp] = .number("1700000000") }, .openRTB), ["timestamp skan-ad-timestamp-seconds"])
    }

    @Test(
        "How many digits the source identifier of a postback may have",
        arguments: [
            // (index, digits, another member, the broken rule)
            (0, "5239", "", nil), (1, "39", "", nil), (2, "39", "", nil),
            (1, "239", "", "skan-postback-later-source-identifier"),
            (1, "5239", "", "skan-postback-later-source-identifier"),
            (2, "5239", "", "skan-postback-later-source-identifier"),
            (0, "39", #""coarse-conversion-value":"low","#, nil),
            (0, "239", #""coarse-conversion-value":"low","#, "skan-postback-tier-coarse-source-identifier"),
            (0, "5239", #""coarse-conversion-value":"low","#, "skan-postback-tier-coarse-source-identifier"),
        ] as [(Int, String, String, String?)])
    func digitsOfPostbacks(index: Int, source: String, more: String, rule: String?) throws {
        let postback = try JSONValue(
            parsing: Array(
                (#"{"version":"4.0","ad-network-id":"example123.skadnetwork","source-identifier":"\#(source)","#
                    + #""app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":true,"#
                    + #""did-win":true,"postback-sequence-index":\#(index),\#(more)"attribution-signature":"MAYCAQECAQE="}"#)
                    .utf8))
        var examiner = Examiner()
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        let found = postback.withView { examiner.findings(of: SignedObject($0, as: .postback), now: now) } ?? Findings()
        expect(found.map(\.rule.id).filter { $0.contains("source-identifier") }, rule.map { [$0] } ?? [])
    }

    /// Rules check the JSON type and the value of every field of postbacks, and that it is present exactly in the
    /// versions that sign it.
    @Test(
        arguments: SignedField.allCases.filter { field in
            SKAdNetworkVersion.allCases.contains { $0.hasPlaceInPostbacks(for: field) }
        })
    func everyFieldHasRules(field: SignedField) {
        let versions = SKAdNetworkVersion.allCases
        expectRules(
            about: field, among: SignedPostbackRules.all,
            isDemanded: versions.contains { $0.traits.postback.requires(field) },
            isEverywhere: versions.allSatisfy { $0.hasPlaceInPostbacks(for: field) })
    }

    /// The same for ads.
    @Test(
        arguments: SignedField.allCases.filter { field in
            SKAdNetworkVersion.allCases.contains { $0.hasPlaceInAds(for: field) }
        })
    func everyFieldOfAdsHasRules(field: SignedField) {
        let versions = SKAdNetworkVersion.allCases
        expectRules(
            about: field, among: SignedAdRules.all, isDemanded: versions.contains { $0.traits.ad.requires(field) },
            isEverywhere: versions.allSatisfy { $0.hasPlaceInAds(for: field) })
    }

    private func expectRules(about field: SignedField, among rules: [Rule], isDemanded: Bool, isEverywhere: Bool) {
        let rules = rules.filter { $0.field == field.description }
        func has(_ isKind: (Rule.Kind) -> Bool) -> Bool { rules.compactMap(\.kind).contains(where: isKind) }
        #expect(has { if case .isOfType = $0 { true } else { false } }, "\(field)")
        // Without a version, it is the first.
        let isDemanded = field == .signature || field != .version && isDemanded
        expect(has { if case .isPresent = $0 { true } else { false } }, isDemanded, "\(field)")
        expect(has { if case .hasPlace = $0 { true } else { false } }, !isEverywhere, "\(field)")
        let isAboutValue = rules.contains { rule in
            if case .isOfType? = rule.kind { false } else { rule.isAboutOneValue }
        }
        expect(isAboutValue, field.type != .boolean, "\(field)")
    }

    /// One of them is reported if a signature is not base64, the other if it is not DER.
    @Test(arguments: [
        (
            "skan-postback-signature-base64", "a signature must be canonical base64 with padding",
            "made of A-Z a-z 0-9 + / ="
        ),
        ("skan-ad-signature-base64", "a signature must be canonical base64 with padding", "made of A-Z a-z 0-9 + / ="),
        (
            "skan-postback-signature-der", "a signature must be the DER sequence of r and s",
            "the DER sequence of r and s"
        ),
        ("skan-ad-signature-der", "a signature must be the DER sequence of r and s", "the DER sequence of r and s"),
    ])
    func formsOfSignatures(id: String, summary: String, wanted: String) {
        let rule = RuleCatalogue.skAdNetwork[id]
        #expect(rule?.summary == summary && rule?.wanted == wanted)
    }

    @Test("StoreKit Test's own names are given as readings")
    func platformErrors() {
        #expect(
            RuleCatalogue.skAdNetwork["skan-ad-nonce-missing"]?.platformError?.name
                == "SKAdTestError.signatureMissingNonce")
    }
}
