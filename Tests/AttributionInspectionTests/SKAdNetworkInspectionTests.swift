import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

struct SKAdNetworkInspectionTests {
    private static let four =
        #"{"version":"4.0","ad-network-id":"com.example","source-identifier":"5239","app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-domain":"example.com","fidelity-type":1,"did-win":true,"conversion-value":63,"postback-sequence-index":0,"attribution-signature":"MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="}"#

    private static let signature =
        "MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="

    private func verdict(_ text: String, _ keys: TrustedKeys = TrustedKeys(.productionAndDevelopment)) -> Verdict {
        InputVerifier(keys: keys, accepting: .everything, checksRules: false).verdictNow(on: Array(text.utf8))
    }

    @Test func applesPostbackIsValid() throws {
        let verified = try verdict(Self.four, TrustedKeys(.production)).result.get()
        expect(verified.kind, .skAdNetworkPostback)
        expect(verified.environment, .production)
        expect(verified.keyID, "apple-p256")
        #expect(verified.identifier == AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"))
        #expect(try verified.payload["conversion-value"] == nil)
        try expect(verified.unsigned?["conversion-value"], .number("63"))
        #expect(try verified.payload["attribution-signature"] == nil)
    }

    @Test func anotherTextIsInvalid() {
        let changed = Self.four.replacing("5239", with: "5238")
        expect(verdict(changed).outcome, .invalid)
        expect(verdict(changed, TrustedKeys(.production)).outcome, .invalid)
    }

    @Test("What lacks what its version signs is malformed, by the rule that it breaks")
    func malformed() {
        for (text, rule) in [
            (Self.four.replacing("\"did-win\":true,", with: ""), "skan-postback-did-win-missing"),
            (Self.four.replacing("4.0", with: "4.00"), "skan-postback-version-value"),
            (Self.four.replacing("525463029", with: "\"525463029\""), "skan-postback-app-id-json-type"),
            (Self.four.replacing("MEUC", with: "MEYC"), "skan-postback-signature-der"),
            (Self.four.replacing("com.example", with: "com\\u2063example"), "skan-postback-separator"),
        ] {
            let verdict = verdict(text)
            expect(verdict.outcome, .malformed)
            guard case .failure(let refusal) = verdict.result else { continue }
            expect(refusal.fault.rule.id, rule)
        }
    }

    @Test(
        "What stands for a number in a bid's ad is of a wrong value where it is a string, and of a wrong type elsewhere",
        arguments: ["campaign", "itunesitem", "sourceapp", "timestamp"])
    func numbersInBids(member: String) throws {
        let signature = Self.signature
        let sound =
            #"{"version":"2.0","network":"a.skadnetwork","campaign":"42","itunesitem":"525463029","sourceapp":"880047117","nonce":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c","timestamp":"1700000000123","signature":"\#(signature)"}"#
        for (value, rule) in [
            (#""x""#, "openrtb-member-value"), (#""""#, "openrtb-member-value"), (#""-1""#, "openrtb-member-value"),
            (#""1.5""#, "openrtb-member-value"), ("true", "openrtb-member-type"),
            ("{}", "openrtb-member-type"), (#"["1"]"#, "openrtb-member-type"),
        ] {
            var ad = try JSONValue(parsing: Array(sound.utf8))
            ad[name: member] = try JSONValue(parsing: Array(value.utf8))
            let verdict = verdict(#"{"ext":{"skadn":\#(ad.text)}}"#)
            guard case .failure(let refusal) = verdict.result else {
                Issue.record("\(ad.text) is valid")
                continue
            }
            #expect(verdict.outcome == .malformed && refusal.fault.rule.id == rule, "\(ad.text)")
            expect(refusal.fault.field, member, "\(ad.text)")
        }
    }

    @Test("An ad needs its network's key")
    func ads() throws {
        let key = newKey()
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(key.publicKey, keyID: nil)
        let source = SourceIdentifier(clamping: 5239)
        let ad = try SKAdNetworkImpression(
            version: .four, adNetworkIdentifier: #require(AdNetworkIdentifier(text: "a.skadnetwork")),
            campaign: .source(source),
            advertisedItemIdentifier: 1, publisher: .app(2), fidelity: .storeKitRendered,
            nonce: #require(SKAdNetworkNonce("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")),
            timestamp: Timestamp(milliseconds: 1_700_000_000_000)
        ).signedWhateverItSays(by: key)
        for form in [AdForm.json, .storeKit, .storeKitValues] {
            let text = try ad.json(as: form).text
            expect(verdict(text).outcome, .unknownKey)
            try expect(verdict(text, keys).result.get().kind, .skAdNetworkAd)
            expect(verdict(text.replacing("5239", with: "5238"), keys).outcome, .invalid)
        }
        // In OpenRTB, the app is given as a string, and both members have other names.
        guard case .object(let members) = try ad.json(as: .openRTB) else { return }
        let isInner = { ["fidelity", "nonce", "timestamp", "signature"].contains($0) }
        let inner = JSONValue.object(members.filter { isInner($0.name) })
        let outer = members.filter { !isInner($0.name) } + [.init("fidelities", .array([inner]))]
        let bid = JSONValue.object([.init("skadn", .object(outer))])
        for (apps, networks, reason) in [
            ([1], ["a.skadnetwork"], nil),
            ([2], ["a.skadnetwork"], #""itunesitem" is "1", which is not accepted"#),
            ([1], ["b.skadnetwork"], #""network" is "a.skadnetwork", which is not accepted"#),
        ] as [(Set<ItemIdentifier>, Set<String>, String?)] {
            var acceptance = Acceptance.everything
            acceptance.apps = apps
            acceptance.networks = Set(networks.compactMap { AdNetworkIdentifier(text: $0) })
            let verifier = InputVerifier(keys: keys, accepting: acceptance, checksRules: false)
            switch verifier.verdictNow(on: bid.bytes).result {
            case .success: #expect(reason == nil)
            case .failure(let refusal): expect(refusal.description, reason)
            }
        }
    }
}
