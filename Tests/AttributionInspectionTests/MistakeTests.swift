import AdAttribution
import AttributionECDSA
import AttributionFixtures
import AttributionInspection
import Testing

/// What the library says of invalid signatures, as `aak verify --explain` does.
struct MistakeTests {
    private let fixtures = Fixtures(seed: 7)

    private var verifier: InputVerifier {
        InputVerifier(keys: fixtures.trustedKeys, accepting: .everything, checksRules: false)
    }

    @Test func validSignaturesHaveNone() {
        for text in [fixtures.impression(at: 0), fixtures.postback(at: 0), "no input"] {
            #expect(verifier.mistakes(in: text.utf8).isEmpty)
        }
    }

    /// Guards the kinds of mistakes: a cause where the signer made one, none where a value was changed, and both with words.
    @Test func eachInvalidSignatureHasOne() throws {
        let other = InputVerifier(
            keys: try TrustedKeys(adding: P256PrivateKey().publicKey, keyID: nil), accepting: .everything,
            checksRules: false)
        let byExample = other.mistakes(in: fixtures.impression(at: 0).utf8)
        #expect(byExample.map(\.cause) == ["key"])
        #expect(byExample.first?.difference?.contains("example key") == true)

        let sound = fixtures.sound
        let postback = try #require(sound.first { $0.version != nil })
        let changed = postback.text.replacing(#""did-win":true"#, with: #""did-win":false"#)
        #expect(changed != postback.text)
        let mistakes = verifier.mistakes(in: changed.utf8)
        #expect(mistakes.count == 1)
        #expect(mistakes.first?.difference != nil)
        #expect(verifier.mistakes(in: postback.text.utf8).isEmpty)
    }

    /// Guards the inputs with several signed objects, which have a result each.
    @Test func eachObjectOfABidResponseHasItsOwn() throws {
        let token = fixtures.impression(at: 0)
        let parts = token.split(separator: ".").map(String.init)
        let unsigned = "\(parts[0]).\(parts[1]).\(fixtures.impression(at: 1).split(separator: ".")[2])"
        let bids = [token, unsigned].map {
            #"{"impid":"1","ext":{"adattributionkit":{"version":"1.0","jwt":"\#($0)"}}}"#
        }
        let response = #"{"seatbid":[{"bid":[\#(bids.joined(separator: ","))]}]}"#
        #expect(verifier.mistakes(in: response.utf8).count == 1)
    }
}
