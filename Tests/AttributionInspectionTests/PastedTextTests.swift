import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionTestSupport
import Testing

struct PastedTextTests {
    typealias Wrapping = PastedText.Wrapping

    static let token = "eyJhbGciOiJFUzI1NiJ9.e30.q2Xw-_"
    /// The last part has the length of a signature.
    static let whole = "eyJhbGciOiJFUzI1NiJ9.e30." + String(repeating: "A", count: 86)
    static let body = #"{"jws-string":"\#(token)"}"#

    /// The pasted text, its contents, and what was stripped.
    static let vectors: [(String, String, [Wrapping])] = [
        (token, token, []),
        (body, body, []),
        ("[1]", "[1]", []),
        ("  \(token)\n", token, []),
        ("\"\(token)\"", token, [.quotes]),
        ("'\(token)'", token, [.quotes]),
        ("`\(token)`", token, [.quotes]),
        ("```\(token)```", token, [.quotes]),
        ("“\(token)”", token, [.quotes]),
        ("„\(token)“", token, [.quotes]),
        ("«\u{a0}\(token)\u{a0}»", token, [.quotes]),
        ("\"\(token)", token, [.quotes]),
        ("\(token)\",", token, [.quotes, .comma]),
        ("\(token),", token, [.comma]),
        ("\(token);", token, [.comma]),
        ("Bearer \(token)", token, [.bearer]),
        ("bearer  \(token)", token, [.bearer]),
        ("Authorization: Bearer \(token)", token, [.name, .bearer]),
        ("'authorization:bearer \(token)'", token, [.name, .bearer, .quotes]),
        ("jws=\(token)", token, [.name]),
        ("jws-string: \(token)", token, [.name]),
        (#""jws-string": "\#(token)","#, token, [.name, .quotes, .comma]),
        (#"\"jws-string\":\"\#(token)\""#, token, [.name, .quotes, .escapes]),
        ("eyJhbGciOi\n  JFUzI1NiJ9.e30\r\n.q2Xw-_", token, [.blanks, .lineBreaks]),
        ("eyJhbGci OiJFUzI1NiJ9. e30.q2Xw-_", token, [.blanks]),
        ("eyJhbGci\u{a0}OiJFUzI1NiJ9.\u{200b}e30.q2Xw-_", token, [.blanks]),
        (#"eyJhbGciOiJFUzI1NiJ9.\ne30.q2Xw-_"#, token, [.escapes, .lineBreaks]),
        ("eyJhbGciOiJFUzI1NiJ9%2Ee30%2eq2Xw-_", token, [.percentEncoding]),
        ("%22eyJhbGciOiJFUzI1NiJ9.e30.q2Xw-_%22", token, [.quotes, .percentEncoding]),
        ("%7B%22jws-string%22%3A%22\(token)%22%7D", body, [.percentEncoding]),
        (#"{\"jws-string\":\"\#(token)\"}"#, body, [.escapes]),
        (#""{\"jws-string\":\"\#(token)\"}""#, body, [.quotes, .escapes]),
        (#"{\"a\":\"x\\\"y\\u00e9\"}"#, #"{"a":"x\"y\u00e9"}"#, [.escapes]),
        ("body=\(body)", body, [.name]),
        ("'\(body)',", body, [.quotes, .comma]),
        ("{“jws-string”:\u{a0}“\(token)”}", #"{"jws-string": "\#(token)"}"#, [.quotes, .blanks]),
        ("{\"jws-string\":\"eyJhbGciOi\n   JFUzI1NiJ9.e30.q2Xw-_\"}", body, [.lineBreaks]),
        ("{\n  \"a\": 1\n}", "{\n  \"a\": 1\n}", []),
        ("<\(token)>", token, [.brackets]),
        ("(\(token))", token, [.brackets]),
        ("> \(token)", token, [.mark]),
        ("> eyJhbGciOi\n> JFUzI1NiJ9.e30.q2Xw-_", token, [.mark, .blanks, .lineBreaks]),
        ("jws \(token)", token, [.name]),
        ("https://example.com/p?jws=\(token)&x=1", token, [.address]),
        ("look: \(whole) please", whole, [.name, .rest]),
        ("\(whole)\nplease", whole, [.rest]),
        ("eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ", "eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ", []),
        (base64(token), token, [.base64]),
        (url(token), token, [.base64]),
        (base64(base64(token)), token, [.base64]),
        (base64(base64(base64(token))), token, [.base64]),
        (base64(body), body, [.base64]),
        (base64(base64(body)), body, [.base64]),
        ("body='\(base64(body))'", body, [.name, .quotes, .base64]),
        (folded(base64(whole)), whole, [.base64]),
        (base64("Bearer \(token)\n"), token, [.bearer, .base64]),
        (hexadecimal(token), token, [.hexadecimal]),
        (hexadecimal(token).uppercased(), token, [.hexadecimal]),
        (hexadecimal(body), body, [.hexadecimal]),
        (base64(hexadecimal(token)), token, [.base64, .hexadecimal]),
        (#"{"a":"x,\" y%20 “z”"}"#, #"{"a":"x,\" y%20 “z”"}"#, []),
    ]

    private static func url(_ text: String) -> String {
        String(decoding: Base64URL.encode(Array(text.utf8)), as: UTF8.self)
    }

    private static func base64(_ text: String) -> String {
        let plain = url(text).replacing("-", with: "+").replacing("_", with: "/")
        return plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns a text split into lines, as base64(1) writes it.
    private static func folded(_ text: String) -> String {
        var rest = text[...]
        var lines: [Substring] = []
        while !rest.isEmpty {
            lines.append(rest.prefix(76))
            rest = rest.dropFirst(76)
        }
        return lines.joined(separator: "\n")
    }

    @Test(arguments: vectors) func wrappingsAreTakenOff(_ text: String, _ wanted: String, _ wrappings: [Wrapping]) {
        let pasted = PastedText(Array(text.utf8))
        expect(String(decoding: pasted.bytes, as: UTF8.self), wanted)
        expect(pasted.wrappings, wrappings)
        #expect(pasted.isInput)
        // A clean text is not changed.
        let again = PastedText(pasted.bytes)
        expect(again.bytes, pasted.bytes)
        #expect(again.wrappings.isEmpty)
    }

    /// File names and similar texts, which must not be changed.
    @Test(arguments: [
        "postbacks.ndjson", "keys/a b.json", "-", "", " ", "\"", "'", "=", "a=", "Bearer", "Bearer ", "%", "%zz", "\\",
        "\\\"",
        "C:\\x.jws", "x=y.json", "deadbeefdeadbeefdeadbeefdeadbeef", "Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFy",
        "ZXlK", "ZXlKZXlKZXlKZXlKZXlK!!!!!!!!", "e", "ey", "%7", ",", ",,", "”",
    ]) func otherTextsAreNoInput(_ text: String) {
        #expect(!PastedText(Array(text.utf8)).isInput)
    }

    /// Every level cost as much as the whole text, so a long `%252525…` took the square of its length.
    @Test(arguments: [(1, true), (4, true), (5, false), (30_000, false)])
    func percentSignsAreDecodedAFewTimes(levels: Int, isRead: Bool) {
        let sign = "%" + String(repeating: "25", count: levels - 1)
        let text = "\(sign)7B\(sign)22jws-string\(sign)22:\(sign)22\(Self.token)\(sign)22\(sign)7D"
        expect(PastedText(Array(text.utf8)).isInput, isRead)
    }

    /// Any pasted text is cleaned without a trap, and never becomes longer.
    @Test func anyBytesCanBeCleaned() {
        var state: UInt64 = 9
        let parts: [[UInt8]] =
            [
                "\"", "'", "“", "\\", "%", "%7", "%7b", "{", "[", "eyJ", "}", ",", ";", "=", ":", " ", "\n", "\u{a0}",
                "\\u00", "\\u0041",
                "Bearer ", "Authorization:", "a", ".", "jws",
            ].map { Array($0.utf8) } + [[0xff], [0xe2], [0xe2, 0x80], [0]]
        for _ in 0..<part(of: 20_000) {
            var text: [UInt8] = []
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += parts[Int(state >> 33) % parts.count]
            }
            #expect(PastedText(text).bytes.count <= text.count)
        }
    }

    @Test func whatWasTakenOffIsSaidInWords() {
        #expect(PastedText(Array(Self.token.utf8)).list == nil)
        expect(PastedText(Array("'\(Self.token)'".utf8)).list, "quotes")
        #expect(
            PastedText(Array("Authorization: Bearer \(Self.token),".utf8)).list
                == "the leading name, Bearer and a comma")
    }
}
