import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// Impressions that are read without verifying their signatures.
struct ImpressionInputTests {
    private static let fixtures = Fixtures(seed: 1)
    private static let token = Array(fixtures.impression(at: 0).utf8)

    @Test func isReadFromEveryFormThatHoldsOne() throws {
        let impression = try Impression(unverified: Self.token)
        let token = String(decoding: Self.token, as: UTF8.self)
        let payload = impression.json
        for text in [payload.text, "{\"jwt\":\"\(token)\"}", "{\"adattributionkit\":{\"jwt\":\"\(token)\"}}"] {
            try expect(Impression(unverified: Array(text.utf8)), impression, "\(text)")
        }
        // The signature does not matter.
        let unsigned = token.prefix(through: token.lastIndex(of: ".") ?? token.startIndex)
        try expect(Impression(unverified: Array(unsigned.utf8)), impression)
    }

    /// Only the signature is ignored. Any other fault of a token is reported.
    @Test func theSignatureAloneIsNoQuestion() throws {
        let parts = String(decoding: Self.token, as: UTF8.self).split(separator: ".").map(String.init)
        let impression = try Impression(unverified: Self.token)
        let signed = parts[0] + "." + parts[1]
        for signature in ["", "!", "AA", "AAAAA", "=", parts[2] + "=", "\u{e9}", String(repeating: "A", count: 86)] {
            try expect(Impression(unverified: Array("\(signed).\(signature)".utf8)), impression, "\(signature)")
        }
        let others = [
            signed, "\(signed).\(parts[2]).AA", "!.\(parts[1]).\(parts[2])", "\(parts[1]).\(parts[2])",
            "\(parts[0]).!.\(parts[2])", "\(parts[0])..\(parts[2])",
        ]
        for token in others {
            let failure = #expect(throws: InputFault.self, "\(token)") {
                try Impression(unverified: Array(token.utf8))
            }
            if case .rules? = failure { Issue.record("\(token): \(String(describing: failure))") }
        }
    }

    @Test func refusesWhatHoldsNone() {
        #expect(throws: InputFault.self) { try Impression(unverified: Array("x".utf8)) }
        let postback = Array(Self.fixtures.postback(at: 0).utf8)
        let failure = #expect(throws: InputFault.self) { try Impression(unverified: postback) }
        expect(failure?.description, "this is a postback; it must be an AdAttributionKit impression")
    }

    @Test func takesOneThatBreaksRulesWhereThatIsWanted() throws {
        var impression = try Impression(unverified: Self.token)
        impression.timestamp = Timestamp(milliseconds: 1_767_268_800)
        let seconds = impression.json.text
        try expect(
            Impression(unverified: Array(seconds.utf8), checksRules: false).timestamp.milliseconds, 1_767_268_800)
        let failure = #expect(throws: InputFault.self) { try Impression(unverified: Array(seconds.utf8)) }
        expect(failure?.rule.id, "impression-timestamp-seconds")
    }
}
