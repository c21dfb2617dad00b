import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// The written form of an explanation, and the words for an invalid signature.
struct ExplanationTextTests {
    private func explanation(_ text: String, _ keys: SKAdNetworkKeys) throws -> SignatureExplanation {
        try #require(SignatureExplanation(try JSONValue(parsing: Array(text.utf8)), keys: keys))
    }

    private func json(_ explanation: SignatureExplanation, path: String? = nil) -> String {
        explanation.json(path: path).text
    }

    @Test func showsTheSeparatorsOfASignedText() throws {
        let four = try explanation(Published.four, SKAdNetworkKeys(TrustedKeys(.production)))
        #expect(four.holds)
        let text = json(four)
        #expect(text.contains(#""text":"4.0\u2063com.example\u20635239\u2063525463029\u2063"#), "\(text)")
        let read = try JSONValue(parsing: Array(text.utf8))
        expect(read["text"], .string(String(decoding: four.text, as: UTF8.self)))
        #expect(read["holds"] == .bool(true) && read["path"] == nil)
        let nested = try JSONValue(parsing: Array(json(four, path: "bid[0].ext").utf8))
        expect(nested["path"], .string("bid[0].ext"))
    }

    @Test func saysWhyASignatureDoesNotHold() throws {
        let apple = SKAdNetworkKeys(TrustedKeys(.production))
        #expect(try explanation(Published.four, apple).refusal(by: apple) == nil)

        // No single change and no known mistake explains this signature.
        let other = Published.four.replacing("525463029", with: "1").replacing("com.example", with: "b.skadnetwork")
        let refusal = try #require(try explanation(other, apple).refusal(by: apple))
        #expect(refusal.rule === SignedPostbackRules.holds && refusal.place.isEmpty)
        #expect(refusal.message.contains("does not match Apple's key"))
        #expect(refusal.advice?.text.hasPrefix("if it is a test postback, pass --key FILE") == true)

        let local = SKAdNetworkKeys(try TrustedKeys(adding: newKey().publicKey, keyID: nil))
        let byOthers = try #require(try explanation(other, local).refusal(by: local))
        #expect(byOthers.message.contains("any trusted key; no known mistake explains it"))

        var budget = SearchBudget(7)
        let short = try #require(
            JSONValue(parsing: Array(other.utf8)).withView {
                SignatureExplanation(SignedObject($0, as: .postback), keys: local, within: &budget)
            })
        let cut = try #require(short.refusal(by: local))
        #expect(cut.message.contains("the search stopped after 7 variants"), "\(cut.message)")
        #expect(json(short).hasSuffix(#""holds":false,"tried":7,"cut-short":true}"#), "\(json(short))")

        let changed = try explanation(Published.four.replacing("\"did-win\":true", with: "\"did-win\":false"), apple)
        let difference = try #require(changed.refusal(by: apple))
        expect(difference.message, changed.mistake?.difference)

        let ad =
            #"{"version":"4.0","ad-network-id":"a.skadnetwork","source-identifier":1,"itunes-item-id":1,"nonce":"a","source-app-id":1,"fidelity-type":1,"timestamp":1,"attribution-signature":"MAYCAQECAQE="}"#
        let keyless = try #require(try explanation(ad, apple).refusal(by: apple))
        #expect(keyless.rule === SignedAdRules.holds)
        #expect(keyless.message.hasPrefix("the network's key is not given"))
    }
}
