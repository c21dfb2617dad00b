import AttributionCrypto
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// What the library says of invalid signatures, as `aak verify --explain` does.
struct MistakeTests {
    private let fixtures = Fixtures(seed: 7)

    private var verifier: InputVerifier {
        InputVerifier(keys: fixtures.trustedKeys, accepting: .everything, checksRules: false)
    }

    @Test func validSignaturesHaveNone() throws {
        for text in [fixtures.impression(at: 0), fixtures.postback(at: 0), "no input"] {
            #expect(try verifier.mistakes(in: text.utf8).isEmpty)
        }
    }

    /// Guards the kinds of mistakes: a cause where the signer made one, none where a value was changed, and both with words.
    @Test func eachInvalidSignatureHasOne() throws {
        let other = InputVerifier(
            keys: try TrustedKeys(adding: newKey().publicKey, keyID: nil), accepting: .everything,
            checksRules: false)
        let byExample = try other.mistakes(in: fixtures.impression(at: 0).utf8)
        expect(byExample.map(\.cause), ["key"])
        #expect(byExample.first?.difference?.contains("example key") == true)

        let sound = fixtures.sound
        let postback = try #require(sound.first { $0.version != nil })
        let changed = postback.text.replacing(#""did-win":true"#, with: #""did-win":false"#)
        #expect(changed != postback.text)
        let mistakes = try verifier.mistakes(in: changed.utf8)
        expect(mistakes.count, 1)
        #expect(mistakes.first?.difference != nil)
        #expect(try verifier.mistakes(in: postback.text.utf8).isEmpty)
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
        try expect(verifier.mistakes(in: response.utf8).count, 1)
        // Names may look like paths, so that two objects have the same one.
        let same =
            #"{"a":{"adattributionkit":{"jwt":"\#(unsigned)"}},"a.adattributionkit":1,"#
            + #""b":[{"seatbid":1},{"adattributionkit":{"jwt":"\#(unsigned)"}}]}"#
        try expect(verifier.mistakes(in: same.utf8).count, 2)
    }

    /// Guards the budget that the signatures of an input share: what it leaves untried is told, and nothing is read again.
    @Test func signaturesOfAnInputShareABudget() throws {
        let other = newKey().sign([1]).rawRepresentation
        let forged =
            fixtures.impression(at: 0).split(separator: ".").prefix(2).joined(separator: ".")
            + "." + String(decoding: Base64URL.encode(other), as: UTF8.self)
        let bids = [String](repeating: #"{"ext":{"adattributionkit":{"version":"1.0","jwt":"\#(forged)"}}}"#, count: 40)
        let mistakes = try verifier.mistakes(in: #"{"seatbid":[{"bid":[\#(bids.joined(separator: ","))]}]}"#.utf8)
        #expect(mistakes.count == 40 && mistakes.allSatisfy { $0.difference == nil })
        #expect(mistakes[0].isCutShort == false && mistakes[39].isCutShort && mistakes[39].triedCount == 0)
        #expect(mistakes.reduce(0) { $0 + $1.triedCount } <= SearchBudget.texts)
    }

    /// Guards what the documents promise: nothing to explain gives nothing, and no known mistake gives neither property.
    @Test func whatHasNoMistakeGivesNone() throws {
        let verifier = InputVerifier(keys: TrustedKeys(.production), accepting: .everything, checksRules: false)
        for text in ["not a token", "{}", ""] { #expect(try verifier.mistakes(in: text.utf8).isEmpty) }
        expect("\([Verdict.Outcome.unknownKey, .valid])", "[unknown-key, valid]")
    }
}
