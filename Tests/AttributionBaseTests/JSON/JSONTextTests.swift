import AttributionBase
import AttributionTestSupport
import Testing

struct JSONTextTests {
    private static func compact(_ text: String) -> String {
        var buffer = ByteBuffer()
        buffer.append(text: text)
        JSONText.compact(&buffer, from: 0)
        return buffer.text
    }

    private static func pretty(_ text: String) -> String {
        var output = ByteBuffer()
        let bytes = Array(text.utf8)
        bytes.withBytes { JSONText.appendPretty($0, to: &output) }
        return output.text
    }

    static let compacted = [
        (" 1 ", "1"),
        ("{ }", "{}"),
        ("[ 1 , 2 ]", "[1,2]"),
        ("{\n\t\"a\" :\r\n \"b c\" }", #"{"a":"b c"}"#),
        (#"[ "a  b" , "\" " , "\\" , " " ]"#, #"["a  b","\" ","\\"," "]"#),
        (#"{ "a\\" : "b\"" , " c" : 1 }"#, #"{"a\\":"b\""," c":1}"#),
        ("[\"\u{e9} \u{1f600}\" ]", "[\"\u{e9} \u{1f600}\"]"),
        ("[1,2]", "[1,2]"),
    ]

    @Test(arguments: compacted) func compactDropsSpaceOutsideOfStringsOnly(_ text: String, _ wanted: String) {
        expect(Self.compact(text), wanted)
    }

    @Test func compactLeavesWhatStandsBefore() {
        var buffer = ByteBuffer()
        buffer.append("a \" b")
        let start = buffer.count
        buffer.append(" [ 1 ]")
        JSONText.compact(&buffer, from: start)
        expect(buffer.text, "a \" b[1]")
    }

    @Test func appendPlainLeavesOutNullsAndNeedlessEscapes() throws {
        let text = #"{ "\u0061" : [ null, "x\/y", "\u00e9\u200b" ], "b" : null, "c" : { "d" : null }, "e" : 1.50 }"#
        let output = try JSONDocument(parsing: text.utf8).withView { root in
            var output = ByteBuffer()
            JSONText.appendPlain(root, to: &output)
            return output.text
        }
        expect(output, #"{"a":[null,"x/y","é\u200b"],"c":{},"e":1.50}"#)
    }

    @Test func appendCompactTakesOneValueOfAText() throws {
        var output = ByteBuffer()
        output.append("> ")
        try scan(#" { "a" : [ 1 , "x y" ] , "b" : 2 } "#) { root in
            if let value = root.member("a" as StaticString) { JSONText.appendCompact(value, to: &output) }
        }
        expect(output.text, #"> [1,"x y"]"#)
    }

    static let prettied = [
        ("1", "1"),
        (" \"a b\" ", "\"a b\""),
        ("{}", "{}"),
        ("[ ]", "[]"),
        ("[1]", "[\n  1\n]"),
        (#"{"a":1,"b":[true,{}]}"#, "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    {}\n  ]\n}"),
        (#"{ "a" : [ 1 , [ ] ] }"#, "{\n  \"a\": [\n    1,\n    []\n  ]\n}"),
        (#"["a  b,{[:]}"]"#, "[\n  \"a  b,{[:]}\"\n]"),
        (#"["\"","\\","\u001b[31m"]"#, "[\n  \"\\\"\",\n  \"\\\\\",\n  \"\\u001b[31m\"\n]"),
    ]

    @Test(arguments: prettied) func prettyHasOneMemberALine(_ text: String, _ wanted: String) {
        expect(Self.pretty(text), wanted)
    }

    /// Without its colour sequences, a text is unchanged.
    @Test(arguments: prettied) func coloursAddNothingElse(_ text: String, _ wanted: String) {
        let bytes = Array(text.utf8)
        var output = ByteBuffer()
        bytes.withBytes { JSONText.appendPretty($0, isColored: true, to: &output) }
        var plain = output.text
        for color in ["\u{1b}[34;1m", "\u{1b}[0;32m", "\u{1b}[0;90m", "\u{1b}[0m"] {
            plain = plain.split(separator: color, omittingEmptySubsequences: false).joined()
        }
        expect(plain, wanted)
    }

    static let controls: [(String, String)] = [
        ("\u{7f}", #"\u007f"#), ("\u{80}", #"\u0080"#), ("\u{9b}", #"\u009b"#), ("\u{9f}", #"\u009f"#),
        ("\u{61c}", #"\u061c"#), ("\u{200e}", #"\u200e"#), ("\u{200f}", #"\u200f"#), ("\u{2028}", #"\u2028"#),
        ("\u{2029}", #"\u2029"#), ("\u{202e}", #"\u202e"#), ("\u{2066}", #"\u2066"#), ("\u{2069}", #"\u2069"#),
        ("\u{ad}", #"\u00ad"#), ("\u{200b}", #"\u200b"#), ("\u{200d}", #"\u200d"#), ("\u{2060}", #"\u2060"#),
        ("\u{feff}", #"\ufeff"#), ("\u{fe0f}", #"\ufe0f"#), ("\u{e0041}", #"\udb40\udc41"#),
    ]

    @Test(arguments: controls) func prettyEscapesWhatCouldDriveATerminal(_ character: String, _ escape: String) throws {
        let text = "{\"n\(character)\":\"v\(character)\"}"
        let pretty = Self.pretty(text)
        expect(pretty, "{\n  \"n\(escape)\": \"v\(escape)\"\n}")
        try expect(JSONValue(parsing: Array(pretty.utf8)), JSONValue(parsing: Array(text.utf8)))
    }

    @Test func prettyLeavesOtherCharactersAlone() {
        for character in ["~", "\u{a0}", "\u{e9}", "\u{2027}", "\u{202f}", "\u{ff21}", "\u{1f600}"] {
            expect(Self.pretty("\"\(character)\""), "\"\(character)\"")
        }
    }

    /// Texts that are not JSON, each at the end of a larger buffer that must not be read.
    static let unchecked = [
        #"{"x":"{}}"#, #"}}}}"#, #"]"#, #"{"a":"b\"#, #"{"a":"b\\"#, #"""#, #""\"#, #"{"#, #"["#, #"{"a":["#, #"\"#,
    ]

    /// Regression: reads beyond the end of a text because of its first byte.
    @Test(arguments: unchecked) func nothingLeavesTheBoundsOfATextThatIsNoJSON(_ text: String) {
        let padded = Array((text + "SECRET\"").utf8)
        padded.withBytes { bytes in
            let part = bytes.part(0..<text.utf8.count)
            var output = ByteBuffer()
            JSONText.appendPretty(part, to: &output)
            #expect(!output.text.contains("S"))
            output.removeAll()
            JSONText.appendHarmless(part, to: &output)
            expect(output.text, text)
            for isPretty in [true, false] {
                output.removeAll()
                if isPretty {
                    JSONText.appendPretty(part, isColored: true, to: &output)
                } else {
                    JSONText.appendColored(part, to: &output)
                }
                #expect(!output.text.contains("S"))
            }
            output.removeAll()
            output.append(bytes)
            output.truncate(to: text.utf8.count)
            JSONText.compact(&output, from: 0)
            #expect(output.count <= text.utf8.count)
            #expect(!output.text.contains("S"))
        }
    }

    @Test func stringsAreWrittenSoThatTheyAreReadBack() throws {
        let every = String(String.UnicodeScalarView((0...0x2ff).compactMap(Unicode.Scalar.init))) + "\u{2028}\u{1f600}"
        var output = ByteBuffer()
        JSONText.appendString(every, to: &output)
        try expect(scan(output.array()) { Array($0.string.utf8) }, Array(every.utf8))
        output.removeAll()
        JSONText.appendString("\"\\/\u{8}\u{c}\n\r\t\0\u{1f}", to: &output)
        expect(output.text, #""\"\\/\u0008\u000c\n\r\t\u0000\u001f""#)
    }
}
