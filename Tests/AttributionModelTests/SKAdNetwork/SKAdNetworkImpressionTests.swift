import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

struct SKAdNetworkImpressionTests {
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)
    private let nonce = "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c"

    private func impression(
        _ version: SKAdNetworkVersion, _ source: Publisher?, _ fidelity: FidelityType?,
        campaign: AdCampaign? = nil, item: ItemIdentifier = 525_463_029
    ) throws -> SKAdNetworkImpression {
        let own: AdCampaign? =
            version.hasSourceIdentifier
            ? .source(SourceIdentifier(clamping: 5239)) : CampaignIdentifier(rawValue: 42).map { .campaign($0) }
        return try SKAdNetworkImpression(
            version: version, adNetworkIdentifier: #require(AdNetworkIdentifier(text: "example123.skadnetwork")),
            campaign: campaign ?? #require(own), advertisedItemIdentifier: item, publisher: source, fidelity: fidelity,
            nonce: #require(SKAdNetworkNonce(nonce)), timestamp: Timestamp(milliseconds: 1_700_000_000_000))
    }

    /// Every form has all signed values, except a fidelity type that the form implies.
    @Test(arguments: AdForm.allCases) func everySignedFieldHasAName(form: AdForm) {
        let orders = SignedOrder.ads.filter { $0.isWeb == (form == .web) }
        #expect(!orders.isEmpty)
        for field in orders.flatMap(\.fields) where field != .fidelityType || form.impliedFidelity == nil {
            #expect(form.name(of: field) != nil, "\(field)")
        }
    }

    @Test(arguments: SKAdNetworkVersion.allCases) func everySignedFieldHasAValue(version: SKAdNetworkVersion) throws {
        let ad = try impression(
            version, version.hasSourceApp ? .app(5) : nil, version.hasFidelity ? .storeKitRendered : nil)
        for field in version.traits.ad.fields { #expect(ad.values[field] != nil, "\(field)") }
    }

    static let orders: [(version: SKAdNetworkVersion, source: Publisher?, fidelity: FidelityType?, text: String)] = [
        (.one, nil, nil, "example123.skadnetwork|42|525463029|N|1700000000000"),
        (.two, .app(0), nil, "2.0|example123.skadnetwork|42|525463029|N|0|1700000000000"),
        (.twoOne, .app(880_047_117), nil, "2.1|example123.skadnetwork|42|525463029|N|880047117|1700000000000"),
        (.twoTwo, .app(5), .viewThrough, "2.2|example123.skadnetwork|42|525463029|N|5|0|1700000000000"),
        (.three, .app(5), .storeKitRendered, "3.0|example123.skadnetwork|42|525463029|N|5|1|1700000000000"),
        (.four, .app(5), .storeKitRendered, "4.0|example123.skadnetwork|5239|525463029|N|5|1|1700000000000"),
        (.four, .app(5), .viewThrough, "4.0|example123.skadnetwork|5239|525463029|N|5|0|1700000000000"),
        (
            .four, .domain("example.com"), .storeKitRendered,
            "4.0|example123.skadnetwork|5239|525463029|N|example.com|1|1700000000000"
        ),
    ]

    @Test("Each version signs its values in its order", arguments: orders)
    func texts(
        version: SKAdNetworkVersion, source: Publisher?, fidelity: FidelityType?, text: String
    ) throws {
        let wanted = text.replacing("|", with: "\u{2063}").replacing("N", with: nonce)
        try expect(String(decoding: impression(version, source, fidelity).signedText, as: UTF8.self), wanted)
    }

    @Test("In each form the signed ad is read back to the text that was signed", arguments: orders)
    func forms(
        version: SKAdNetworkVersion, source: Publisher?, fidelity: FidelityType?, text: String
    ) async throws {
        let key = newKey()
        let ad = try impression(version, source, fidelity)
        let signed = try ad.signed(by: key, now: Self.now)
        let isWeb = if case .domain = source { true } else { false }
        let forms: [AdForm] =
            isWeb
            ? [.json, .web]
            : fidelity == .viewThrough
                ? [.json, .impression, .openRTB] : [.json, .storeKit, .storeKitValues, .openRTB]
        for form in AdForm.allCases where !forms.contains(form) || form == .openRTB && version == .one {
            let problem = #expect(throws: Problem.self) { try signed.json(as: form) }
            #expect(problem?.description.contains(" is \(form.rawValue); it must be json, ") == true || isWeb)
        }
        for form in forms {
            let object = signed.values.json(as: form, signature: .string(signed.signature))
            if form != .openRTB || version != .one { try expect(signed.json(as: form), object) }
            if form != .openRTB { expect(object.withView { SignedForm(recognising: $0) }, .some(.ad(form))) }
            var reader = SignedReader()
            let fault = object.withView { reader.read(SignedObject($0, as: .ad(form))) }
            if form == .openRTB, version == .one {
                // OpenRTB does not support this version, with or without a version member.
                expect(fault??.problem.field, "version")
                continue
            }
            expect(fault, .some(nil), "\(form)")
            expect([UInt8](reader.signedText), ad.signedText)
            #expect(key.publicKey.isValidSignature([UInt8](reader.rawSignature), for: ad.signedText))
        }
    }

    /// Seconds are detected as in AdAttributionKit, and a nonce may sign only one ad.
    @Test func whatBreaksARuleIsNotSigned() async throws {
        let ad = try impression(.four, .app(5), .storeKitRendered)
        let early = try SKAdNetworkImpression(
            version: .four, adNetworkIdentifier: ad.adNetworkIdentifier, campaign: ad.campaign,
            advertisedItemIdentifier: ad.advertisedItemIdentifier, publisher: ad.publisher, fidelity: ad.fidelity,
            nonce: ad.nonce,
            timestamp: Timestamp(milliseconds: 1_700_000_000))
        let findings = #expect(throws: Findings.self) {
            try early.signed(by: newKey(), now: Self.now)
        }
        expect(findings?.map(\.rule.id), ["skan-ad-timestamp-seconds"])
        let other = try impression(.four, .app(5), .viewThrough)
        #expect(throws: Problem.sharedNonce(ad.nonce)) {
            try SKAdNetworkImpression.signed([ad, other], by: newKey(), now: Self.now)
        }
        try expect(SKAdNetworkImpression.signed([ad], by: newKey(), now: Self.now).count, 1)
    }

    @Test func storeKitParameters() async throws {
        let object = try impression(.four, .app(5), .storeKitRendered).signed(by: newKey(), now: Self.now)
            .json(
                as: .storeKit)
        guard case .object(let members) = object else { return }
        expect(members.count, 8)
        #expect(members.allSatisfy { $0.name.hasPrefix("SKStoreProductParameter") })
        expect(object["SKStoreProductParameterITunesItemIdentifier"], .number("525463029"))
        expect(object["SKStoreProductParameterAdNetworkSourceIdentifier"], .number("5239"))
    }

    @Test func openRTBHasTexts() async throws {
        let object = try impression(.three, .app(5), .viewThrough).signed(by: newKey(), now: Self.now)
            .json(
                as: .openRTB)
        expect(object["campaign"], .string("42"))
        expect(object["timestamp"], .string("1700000000000"))
        expect(object["fidelity"], .number("0"))
    }

    @Test("What a version has no place for is refused, and what it needs is not left out")
    func refusals() throws {
        let campaign = AdCampaign.campaign(try #require(CampaignIdentifier(rawValue: 42)))
        let source = AdCampaign.source(SourceIdentifier(clamping: 5239))
        func found(_ body: () throws -> SKAdNetworkImpression) -> String? {
            #expect(throws: Problem.self) { try body() }?.found
        }
        expect(found { try impression(.four, .app(5), .viewThrough, campaign: campaign) }, "a source identifier")
        expect(found { try impression(.three, .app(5), .viewThrough, campaign: source) }, "a campaign ID")
        expect(found { try impression(.four, .app(5), .viewThrough, item: 0) }, "0")
        expect(found { try impression(.one, .app(5), nil) }, "where an ad is shown")
        expect(found { try impression(.two, nil, nil) }, "the app that shows an ad")
        expect(found { try impression(.three, .domain("example.com"), .storeKitRendered) }, "the app that shows an ad")
        expect(found { try impression(.twoOne, .app(5), .viewThrough) }, "no fidelity types")
        expect(found { try impression(.twoTwo, .app(5), nil) }, "a fidelity type")
        expect(found { try impression(.four, .domain("example.com"), .viewThrough) }, "view-through")
        for domain in ["https://example.com", "www.example.com", "example.com:443", "example.com/a", "com", "", "a..b"]
        {
            expect(found { try impression(.four, .domain(domain), .storeKitRendered) }, "\"\(domain)\"")
        }
    }

    @Test func nonces() {
        expect(SKAdNetworkNonce(nonce)?.bytes, hex("68483ef606784f08a0d12d5e9a0d6a7c"))
        for bad in [nonce.uppercased(), nonce + " ", "", "68483ef606784f08a0d12d5e9a0d6a7c", "{" + nonce + "}"] {
            #expect(SKAdNetworkNonce(bad) == nil)
        }
    }
}
