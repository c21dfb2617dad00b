import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// Inputs inside the lines of logs: how `--at` finds them, and the messages if it does not.
struct MemberExtractorTests {
    /// Returns the extracted inputs, or the messages of faults with their hints in brackets.
    private func outcome(_ paths: [String], _ lines: [String]) -> [String] {
        var extractor = MemberExtractor(paths, keeping: [], skipsEmpty: false)
        return lines.map { outcome(of: Array($0.utf8), &extractor) }
    }

    private func outcome(of line: [UInt8], _ extractor: inout MemberExtractor) -> String {
        line.withBytes { line in
            do throws(Problem) {
                guard let found = try extractor.extract(line) else { return "passed over" }
                return String(decoding: found, as: UTF8.self)
            } catch {
                return "\(error)" + (error.advice.map { " [\($0.text)]" } ?? "")
            }
        }
    }

    // MARK: - Base64

    /// Base64 of an object and of a token, in each of the usual forms.
    @Test func readsBase64OfAnObjectOrAToken() {
        let object = #"{"a":"ÿþ?>"}"#
        expect(Data64.forms(of: object).count, 6)
        for form in Data64.forms(of: object) + [Data64.forms(of: object)[0] + #"\r\n"#] {
            expect(outcome(["b"], [#"{"b":"\#(form)"}"#]), [object], "\(form)")
        }
        let token = "eyJhbGciOiJFUzI1NiJ9.e30.AA"
        for form in Data64.forms(of: token) { expect(outcome(["b"], [#"{"b":"\#(form)"}"#]), [token]) }
        // A string on the path may also be base64.
        let inner = Data64.forms(of: #"{"c":{"x":1}}"#)[0]
        expect(outcome(["b.c"], [#"{"b":"\#(inner)"}"#]), [#"{"x":1}"#])
    }

    /// Texts that only look like base64 of an input are not decoded.
    @Test func leavesOtherTextsAsTheyAre() {
        let texts = [
            // Base64 of an array, of a text, and of an object with excess bits.
            "WzFd", "aGVsbG8gd29ybGQ", "eyJhIjoxfR", "eyJ", "eyJhIjoxfQ=", "eyJhIjoxfQ===", "eyJhIjoxfQ=x",
            "eyJh IjoxfQ==",
            "eyJhbGciOiJFUzI1NiJ9.e30.AA", "bearer",
        ]
        for text in texts { expect(outcome(["b"], [#"{"b":"\#(text)"}"#]), [text]) }
        expect(outcome(["b"], [#"{"b":"{\"a\":1}"}"#]), [#"{"a":1}"#])
    }

    @Test func theNoteOnBase64IsGivenOnce() {
        var extractor = MemberExtractor(["a", "b"], keeping: [], skipsEmpty: false)
        var paths: [String?] = []
        for line in [#"{"a":"x"}"#, #"{"b":"e30="}"#, #"{"a":"e30="}"#] {
            _ = outcome(of: Array(line.utf8), &extractor)
            paths.append(extractor.isEncoded && extractor.isFirstEncoded() ? extractor.path : nil)
        }
        expect(paths, [nil, "b", nil])
    }

    @Test func namesPackedData() {
        let want = "it must be text [before each body is stored, unpack it as its Content-Encoding says]"
        let gzip: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
        let encoded = Data64.encode(gzip)
        expect(outcome(["b"], [#"{"b":"\#(encoded)"}"#]), [#""b" is gzip data in base64; \#(want)"#])
        let zstd = Data64.encode([0x28, 0xb5, 0x2f, 0xfd, 4])
        expect(outcome(["b"], [#"{"b":"\#(zstd)"}"#]), [#""b" is zstd data in base64; \#(want)"#])
        for text in [#"\u001f\u008b\u0008"#, #"\u001f\ufffd\u0008"#] {
            expect(outcome(["b"], [#"{"b":"\#(text)"}"#]), [#""b" is gzip data; \#(want)"#])
        }
        var extractor = MemberExtractor(["b"], keeping: [], skipsEmpty: false)
        for beginning in [Array(#"{"b":"\u001F"#.utf8), Array(#"{"b":"\u001f"#.utf8), Array(#"{"b":""#.utf8) + [0x1f]] {
            let line = beginning + [0x8b] + Array(#"\b"}"#.utf8)
            expect(outcome(of: line, &extractor), "this is gzip data; \(want)")
        }
        let other = Array(#"{"b":"x"#.utf8) + [0x8b] + Array(#""}"#.utf8)
        expect(outcome(of: other, &extractor), "this is not JSON: byte 8 is not UTF-8")
    }

    // MARK: - Skipped lines

    @Test func passesOverLinesWithoutAnInputWhereAsked() {
        var extractor = MemberExtractor(["a.b", "c"], keeping: [], skipsEmpty: true)
        let lines = [
            "{}", #"{"a":null}"#, #"{"a":{"b":null}}"#, #"{"a":{"b":""}}"#, #"{"a":{"b":" \n"}}"#, #"{"c":null}"#,
            #"{"a":7}"#,
        ]
        for line in lines { expect(outcome(of: Array(line.utf8), &extractor), "passed over", "\(line)") }
        // An empty member does not hide another, and faults are still reported.
        expect(outcome(of: Array(#"{"a":{"b":""},"c":"x"}"#.utf8), &extractor), "x")
        expect(outcome(of: Array(#"{"a":{"b":{}}}"#.utf8), &extractor), "{}")
        #expect(outcome(of: Array(#"{"c":7}"#.utf8), &extractor).hasPrefix(#""c" is 7"#))
        #expect(outcome(of: Array("x".utf8), &extractor).hasPrefix("this is not JSON"))
    }

    // MARK: - Kept members

    private static let kept: [(paths: [String], line: String, log: String?)] = [
        (["t"], #"{"t": 1.50,"b":{}}"#, #"{"t":1.50}"#), (["t"], #"{"b":{}}"#, nil),
        (["t"], #"{"t":null,"b":{}}"#, #"{"t":null}"#),
        (["r.h"], #"{"r":{"h":"x","i":1},"b":{}}"#, #"{"r":{"h":"x"}}"#),
        (["r.h", "t", "r.i"], #"{"t":1,"r":{"i":2,"h":"x"},"b":{}}"#, #"{"r":{"h":"x","i":2},"t":1}"#),
        (["r.h", "r.x", "r.i"], #"{"r":{"i":2,"h":"x"},"b":{}}"#, #"{"r":{"h":"x","i":2}}"#),
        (["a.b.c", "a.d", "a.b.e"], #"{"a":{"b":{"c":1,"e":2},"d":3},"b":{}}"#, #"{"a":{"b":{"c":1,"e":2},"d":3}}"#),
        // A member that is kept as a whole is written once, regardless of the order.
        (["r", "r.h", "r"], #"{"r":{"h":"x"},"b":{}}"#, #"{"r":{"h":"x"}}"#),
        (["r.h", "r"], #"{"r":{"h":"x", "i":[1, 2]},"b":{}}"#, #"{"r":{"h":"x","i":[1,2]}}"#),
        // A name may contain dots, and each name is written once.
        (["a.b"], #"{"a.b":1,"b":{}}"#, #"{"a.b":1}"#),
        (["a.b.x", "a.b.c", "a.b.y"], #"{"a.b":{"x":1,"y":2},"a.b.c":3,"b":{}}"#, #"{"a.b":{"x":1,"y":2},"a.b.c":3}"#),
        (["R.1.h"], #"{"R":[{},{"h":"x"}],"b":{}}"#, #"{"R":{"1":{"h":"x"}}}"#),
        // From strings that contain JSON or base64 of JSON.
        (["m.h"], #"{"m":"{\"h\": {\"x\" : 1}}","b":{}}"#, #"{"m":{"h":{"x":1}}}"#),
        (["m.h"], #"{"m":"eyJoIjoxfQ==","b":{}}"#, #"{"m":{"h":1}}"#),
        (["m.h", "t"], #"{"m":"{","t":1,"b":{}}"#, #"{"t":1}"#),
        (["q\"x"], #"{"q\"x":"\u001b","b":{}}"#, #"{"q\"x":"\u001b"}"#),
    ]

    @Test func keepsMembersWithTheirPaths() throws {
        for (paths, line, log) in Self.kept {
            var extractor = MemberExtractor(["b"], keeping: paths, skipsEmpty: false)
            expect(outcome(of: Array(line.utf8), &extractor), "{}")
            let found = extractor.log.map { String(decoding: $0, as: UTF8.self) }
            expect(found, log, "\(paths) of \(line)")
            if let found { _ = try JSONValue(parsing: Array(found.utf8)) }
        }
    }

    /// A line without an input keeps its members, and the next line has only its own.
    @Test func keepsMembersOfBadLines() {
        var extractor = MemberExtractor(["b"], keeping: ["t"], skipsEmpty: false)
        var logs: [String?] = []
        for line in [#"{"t":1}"#, #"{"t":2,"b":7}"#, #"{"b":7}"#, "x"] {
            _ = outcome(of: Array(line.utf8), &extractor)
            logs.append(extractor.log.map { String(decoding: $0, as: UTF8.self) })
        }
        expect(logs, [#"{"t":1}"#, #"{"t":2}"#, nil, nil])
    }

    // MARK: - Paths

    private static let found: [(path: String, line: String, input: String)] = [
        ("body", #"{"body":{"a": 1}}"#, #"{"a": 1}"#), ("body", #"{"body":[1]}"#, "[1]"),
        ("body", #"{"body":"eyJ"}"#, "eyJ"), ("body", #"{"body":"  eyJ\n"}"#, "eyJ"),
        ("$.body", #"{"body":"x"}"#, "x"), (".body", #"{"body":"x"}"#, "x"), ("..body", #"{"body":"x"}"#, "x"),
        ("$body", #"{"$body":"x"}"#, "x"), ("", #"{"":"x"}"#, "x"),
        ("a.b", #"{"a":{"b":"x"}}"#, "x"), ("a.b", #"{"a.b":"x"}"#, "x"),
        // The longest name is used.
        ("a.b", #"{"a":{"b":"x"},"a.b":"y"}"#, "y"), ("a.b.c", #"{"a.b":{"c":"x"},"a":{"b.c":"y"}}"#, "x"),
        ("Records.1.body", #"{"Records":[{"body":"x"},{"body":"y"}]}"#, "y"), ("0", #"["x","y"]"#, "x"),
        ("1", #"["x","y"]"#, "y"), ("1", #"{"1":"x"}"#, "x"),
        // A string may contain the rest.
        ("a.b", #"{"a":"{\"b\":\"x\"}"}"#, "x"), ("a.0", #"{"a":" [\"x\"]"}"#, "x"),
        ("a.b", #"{"a":"{\"b\": {\"c\":1}}"}"#, #"{"c":1}"#),
        ("a.b.c.d", #"{"a":"{\"b\":\"{\\\"c\\\":\\\"{\\\\\\\"d\\\\\\\":\\\\\\\"x\\\\\\\"}\\\"}\"}"}"#, "x"),
    ]

    @Test func takesWhatLiesThere() {
        for (path, line, input) in Self.found { expect(outcome([path], [line]), [input], "\(path) of \(line)") }
    }

    private static let faults: [(path: String, line: String, words: String)] = [
        ("a", #"{"a":7}"#, #""a" is 7; it must be an object, or a string that contains an input"#),
        ("a.b", #"{"a":{"b":null}}"#, #""a.b" is null; it must be an object, or a string that contains an input"#),
        (
            "a", #"{"a":1234567890123456789012345678901234567890123}"#,
            #""a" is 1234567890123456789012345678901234567890; it must be an object, or a string that contains an input"#
        ),
        ("a", #"{"a":" "}"#, #""a" is empty; it must be an object, or a string that contains an input"#),
        (
            "a.b", #"{"a":"x"}"#,
            #""a.b" is missing [did you mean "a"?]"#
        ),
        ("a.b", #"{"a":7}"#, #""a.b" is missing [did you mean "a"?]"#),
        (
            "a.2", #"{"a":["x","y"]}"#,
            #""a.2" is missing [did you mean "a"?]"#
        ),
        (
            "a.-1", #"{"a":["x"]}"#,
            #""a.-1" is missing [did you mean "a"?]"#
        ),
        ("2", #"["x"]"#, #""2" is missing"#),
        (
            "other", #"{"one":1,"two":2}"#,
            #""other" is missing [the line has the members "one", "two"]"#
        ),
        (
            "other", #"{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9}"#,
            #""other" is missing [the line has the members "1", "2", "3", "4", "5", "6", "7", "8"]"#
        ),
        ("other", "{}", #""other" is missing"#),
        (
            "bdy", #"{"one":1,"body":"x"}"#,
            #""bdy" is missing [did you mean "body"?]"#
        ),
        (
            "body", #"{"one":1,"bdy":{"request":{"jws-string":"x"}}}"#,
            #""body" is missing [the line has a postback body at bdy.request; pass --at bdy.request]"#
        ),
        (
            "body", "{", "this is not JSON: expected a member name in double quotes at byte 2, where the text ends"
        ),
        ("a.b", #"{"a":"{\"b\""}"#, #"this is not JSON: expected ":" at byte 5, where the text ends"#),
        (
            "body", "eyJhbGciOiJFUzI1NiJ9.e30.AA",
            #"this is not JSON: expected a value at byte 1, found "e" [--at looks into JSON objects; a bare token is read without it]"#
        ),
        (
            "body", "\u{feff}{}",
            "this begins with a byte order mark; it must be UTF-8 without one "
                + "[save the text as UTF-8 without a byte order mark]"
        ),
    ]

    @Test func saysWhatIsThereInstead() {
        for (path, line, words) in Self.faults { expect(outcome([path], [line]), [words], "\(path) of \(line)") }
    }

    @Test func ofSeveralTheFirstThatIsThereCounts() {
        expect(outcome(["a", "b"], [#"{"b":"y","a":"x"}"#, #"{"b":"y"}"#]), ["x", "y"])
        expect(outcome(["a.x", "b.y"], [#"{"a":{},"b":{"y":"z"}}"#]), ["z"])
        #expect(
            outcome(["abc", "xyz"], [#"{"xyy":1}"#])
                == [
                    #""abc" and "xyz" are missing; the line must have one of them [did you mean "xyy"?]"#
                ])
        // A member of the wrong kind is not skipped.
        #expect(outcome(["a", "b"], [#"{"a":7,"b":"y"}"#])[0].hasPrefix(#""a" is 7"#))
    }

    @Test func aHintIsGivenOnce() {
        let line = #"{"bdy":1}"#
        let words = #""body" is missing"#
        expect(outcome(["body"], ["{}", line, line]), [words, words + #" [did you mean "bdy"?]"#, words])
    }

    @Test func namesAreComparedUpToALimit() {
        for (count, hasHint) in [(63, true), (64, false)] {
            let others = (0..<count).map { #""\#($0)":0,"# }.joined()
            expect(outcome(["body"], ["{\(others)\"bdy\":0}"])[0].contains("bdy"), hasHint)
        }
    }

    @Test func stringsInsideStringsHaveALimit() {
        for (depth, isFound) in [(4, true), (5, false)] {
            var text = "x"
            for _ in 0..<depth { text = JSONValue.object([.init("a", .string(text))]).text }
            let path = Array(repeating: "a", count: depth).joined(separator: ".")
            expect(outcome([path], [text]) == ["x"], isFound, "\(depth)")
        }
    }

    @Test func rulesAndFields() throws {
        func problem(_ paths: [String], _ line: String) -> Problem? {
            var extractor = MemberExtractor(paths, keeping: [], skipsEmpty: false)
            return Array(line.utf8).withBytes { line in
                do throws(Problem) {
                    _ = try extractor.extract(line)
                    return nil
                } catch {
                    return error
                }
            }
        }
        let syntax = problem(["a"], "")
        #expect(syntax?.rule === InputRules.jsonSyntax && syntax?.place == "" && syntax?.hint == nil)
        let kind = problem(["a.b"], #"{"a":{"b":7}}"#)
        #expect(kind?.rule === InputRules.memberType && kind?.place == "a.b" && kind?.found == "7" && kind?.hint == nil)
        let missing = problem(["a", "b"], #"{"x":1}"#)
        #expect(missing?.rule === InputRules.memberMissing && missing?.place == "a" && missing?.hint != nil)
        for paths in [[], ["a"]] {
            let extractor = MemberExtractor(paths, keeping: [], skipsEmpty: false)
            let isActive = extractor.isActive
            expect(isActive, !paths.isEmpty)
        }
    }
}

/// Base64 as stores of request bodies write it.
private enum Data64 {
    static func encode(_ bytes: [UInt8]) -> String {
        var output = ByteBuffer()
        bytes.withBytes { Base64.encode($0, to: &output) }
        return String(decoding: output.array(), as: UTF8.self)
    }

    /// Returns a text in both alphabets, with and without padding, in one piece and with an escaped line break.
    static func forms(of text: String) -> [String] {
        let padded = encode(Array(text.utf8))
        let bare = String(padded.prefix { $0 != "=" })
        let other = String(padded.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        return [
            padded, bare, other, String(other.prefix { $0 != "=" }),
            padded.prefix(6) + #"\n"# + padded.dropFirst(6), bare.prefix(3) + #"\r\n"# + bare.dropFirst(3),
        ]
    }
}
