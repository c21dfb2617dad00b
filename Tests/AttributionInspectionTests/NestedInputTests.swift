import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// Inputs at deeper levels of a line are found, with their paths.
struct NestedInputTests {
    private func found(_ text: String) throws -> String? {
        let nested = try JSONValue(parsing: Array(text.utf8)).withView { NestedInput.find(in: $0) }
        return nested?.map { "\($0.path): \($0.name)" }
    }

    private func hint(_ text: String) throws -> String? {
        let nested = try JSONValue(parsing: Array(text.utf8)).withView { NestedInput.find(in: $0) }
        return nested??.hint
    }

    private static func token(_ payload: String) -> String {
        "eyJhbGciOiJFUzI1NiJ9.\(String(decoding: Base64URL.encode(Array(payload.utf8)), as: UTF8.self)).AA"
    }

    private static let token = token(#"{"impression-identifier":"x"}"#)
    private static let postback = token(#"{"postback-identifier":"x"}"#)
    private static let session = token(#"{"iss":"https://example.com","sub":"x"}"#)

    private static let cases: [(line: String, found: String?)] = [
        (#"{"a":{"jws-string":"x"}}"#, "a: a postback body"), (#"{"a":{"jws-string":7}}"#, nil),
        (#"{"a":{"attribution-signature":"x"}}"#, "a: a SKAdNetwork postback"),
        (#"{"a":{"attribution-signature":null}}"#, nil),
        (#"{"a":{"jwt":"x"}}"#, "a: an OpenRTB object"), (#"{"a":{"jwt":[]}}"#, nil),
        (#"{"a":{"adattributionkit":{"jwt":"x"}}}"#, "a: an OpenRTB object"),
        (#"{"adattributionkit":{"jwt":"x"}}"#, "adattributionkit: an OpenRTB object"),
        (#"{"a":"\#(token)"}"#, "a: a token"), (#"{"a":"x\#(token)"}"#, nil), (#"{"a":"\#(token).e30"}"#, nil),
        // A token has three parts, and more than twenty characters.
        (#"{"a":"eyJhbGciOiJFUzI1NiJ9.e30"}"#, nil), (#"{"a":"eyJ7890123456789.1.3"}"#, nil),
        (#"{"a":"eyJ78901234567890.1.3"}"#, "a: a token"),
        // The object itself does not count as nested.
        (#"{"jws-string":"x"}"#, nil), (#"{"a":1,"b":true,"c":null,"d":"text"}"#, nil),
        (#"{"a":[1,{"jwt":"x"}]}"#, "a.1: an OpenRTB object"), (#"[{"b":{"jwt":"x"}}]"#, "0.b: an OpenRTB object"),
        (#"{"a":{"b":{}},"c":{"d":{"jwt":"x"}},"e":{"jws-string":"x"}}"#, "c.d: an OpenRTB object"),
        // JSON in a string.
        (#"{"a":"{\"b\":{\"jws-string\":\"x\"}}"}"#, "a.b: a postback body"),
        (#"{"a":"{\"jws-string\":\"x\"}"}"#, "a: a postback body"),
        (#"{"a":"{\"jws-string\":\"x\""}"#, nil), (#"{"a":"[{\"jws-string\":\"x\"}]"}"#, nil),
        // What has most of the message comes first, wherever it is.
        (#"{"a":"\#(postback)","b":{"jws-string":"x"}}"#, "b: a postback body"),
        (#"{"authorization":"\#(session)","b":"\#(token)"}"#, "b: a token"),
        (#"{"authorization":"\#(session)","b":"\#(postback)"}"#, "b: the token of a postback"),
        (#"{"authorization":"\#(session)"}"#, "authorization: a token"),
    ]

    @Test func findsTheFirstOfTheBest() throws {
        for (line, found) in Self.cases { try expect(self.found(line), found, "\(line)") }
    }

    /// No hint loses an input of the line, or a part of one: an index took one element of a list, the path of a bare token
    /// left out the unsigned fields, and that of a session's token led to no message at all.
    @Test(
        arguments: [
            (#"{"a":{"b":{"jws-string":"x"}}}"#, "pass --at a.b"),
            (#"{"a":"\#(token)"}"#, "pass --at a"),
            (
                #"{"Records":[{"body":"{\"jws-string\":\"x\"}"}]}"#,
                "pass --at 'Records[].body'"
            ),
            (
                #"{"a-b":[{"c":[{"jws-string":"x"},{"jws-string":"y"}]}]}"#,
                "pass --at 'a-b[].c[]'"
            ),
            (#"{"tokens":["\#(token)","\#(token)"]}"#, "pass --at 'tokens[]'"),
            (#"[{"b":{"jwt":"x"}}]"#, "pass --at '[].b'"),
            (#"{"a":"{\"list\":[{\"jws-string\":\"x\"}]}"}"#, "pass --at 'a.list[]'"),
            (#"{"a'b":[{"jws-string":"x"}]}"#, #"pass --at 'a'\''b[]'"#),
            // Only one element of several has an input.
            (#"{"a":[1,{"jwt":"x"}]}"#, "pass --at a.1"),
            (
                #"{"a":{"jws-string":"x"},"b":{"jws-string":"y"}}"#,
                "there is another one at b; --at reads one of the two"
            ),
            // A pair has a place of its own in each element of a list.
            (#"{"a":[["1",{"jws-string":"x"}],["2",{"jws-string":"y"}]]}"#, "pass --at 'a[].1'"),
            // Neither body has the token.
            (
                #"{"a":[{"b":"\#(postback)"},{"b":{"jws-string":"x"}}]}"#,
                "pass --at 'a[].b'"
            ),
            (#"{"":{"jws-string":"x"}}"#, "no path of --at names it; write the input as a line of its own"),
            (#"{"a[]":{"jws-string":"x"}}"#, "no path of --at names it; write the input as a line of its own"),
            (#"{"a":"\#(postback)"}"#, "--at a reads the token alone, without the unsigned fields of its body"),
            (
                #"{"authorization":"\#(session)"}"#,
                "this looks like a JWT for authorisation (it has iss, sub), not an AdAttributionKit token"
            ),
        ] as [(String, String?)])
    func hintsLoseNothing(line: String, hint: String?) throws {
        try expect(self.hint(line), hint, "\(line)")
    }

    /// The hint contains a path only if it is short enough to be typed.
    @Test func theHintNamesPathsThatCanBeTyped() throws {
        for (length, isNamed) in [(1, true), (200, true), (201, false), (9999, false)] {
            let path = String(repeating: "a", count: length)
            let hint = try hint(#"{"\#(path)":{"jws-string":"x"}}"#)
            expect(hint, isNamed ? "pass --at \(path)" : "pass --at and the path of the member that contains it")
        }
    }

    @Test func looksSoDeepAndSoFar() throws {
        for (depth, isFound) in [(8, true), (9, false)] {
            let text =
                String(repeating: #"{"a":"#, count: depth) + #"{"jwt":"x"}"# + String(repeating: "}", count: depth)
            expect(try found(text) != nil, isFound, "\(depth)")
        }
        for (count, isFound) in [(15, true), (16, false)] {
            let text = "[" + String(repeating: "0,", count: count) + #"{"jwt":"x"}]"#
            expect(try found(text) != nil, isFound, "\(count)")
        }
    }
}
