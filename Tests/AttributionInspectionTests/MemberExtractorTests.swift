import AttributionJSON
import Testing

@testable import AttributionInspection

/// Inputs inside the lines of logs: where `--at` finds them, and what is said where it does not.
@Suite struct MemberExtractorTests {
    /// What is extracted, or the words of the fault with its hint in brackets.
    private func outcome(_ paths: [String], _ lines: [String]) -> [String] {
        var extractor = MemberExtractor(paths)
        return lines.map { line in
            unsafe Array(line.utf8).withUnsafeBytes { line in
                do throws(MemberFault) {
                    return unsafe String(decoding: try extractor.extract(line), as: UTF8.self)
                } catch {
                    return "\(error)" + (error.hint.map { " [\($0)]" } ?? "")
                }
            }
        }
    }

    private static let found: [(path: String, line: String, input: String)] = [
        ("body", #"{"body":{"a": 1}}"#, #"{"a": 1}"#), ("body", #"{"body":[1]}"#, "[1]"),
        ("body", #"{"body":"eyJ"}"#, "eyJ"), ("body", #"{"body":"  eyJ\n"}"#, "eyJ"),
        ("$.body", #"{"body":"x"}"#, "x"), (".body", #"{"body":"x"}"#, "x"), ("..body", #"{"body":"x"}"#, "x"),
        ("$body", #"{"$body":"x"}"#, "x"), ("", #"{"":"x"}"#, "x"),
        ("a.b", #"{"a":{"b":"x"}}"#, "x"), ("a.b", #"{"a.b":"x"}"#, "x"),
        // The longest name counts.
        ("a.b", #"{"a":{"b":"x"},"a.b":"y"}"#, "y"), ("a.b.c", #"{"a.b":{"c":"x"},"a":{"b.c":"y"}}"#, "x"),
        ("Records.1.body", #"{"Records":[{"body":"x"},{"body":"y"}]}"#, "y"), ("0", #"["x","y"]"#, "x"),
        ("1", #"["x","y"]"#, "y"), ("1", #"{"1":"x"}"#, "x"),
        // A string may hold the rest.
        ("a.b", #"{"a":"{\"b\":\"x\"}"}"#, "x"), ("a.0", #"{"a":" [\"x\"]"}"#, "x"),
        ("a.b", #"{"a":"{\"b\": {\"c\":1}}"}"#, #"{"c":1}"#),
        ("a.b.c.d", #"{"a":"{\"b\":\"{\\\"c\\\":\\\"{\\\\\\\"d\\\\\\\":\\\\\\\"x\\\\\\\"}\\\"}\"}"}"#, "x"),
    ]

    @Test func takesWhatLiesThere() {
        for (path, line, input) in Self.found { #expect(outcome([path], [line]) == [input], "\(path) of \(line)") }
        #expect(Self.found.count == 21)
    }

    private static let faults: [(path: String, line: String, words: String)] = [
        ("a", #"{"a":7}"#, #""a" is 7, want an object or a string that holds an input"#),
        ("a.b", #"{"a":{"b":null}}"#, #""a.b" is null, want an object or a string that holds an input"#),
        (
            "a", #"{"a":1234567890123456789012345678901234567890123}"#,
            #""a" is 1234567890123456789012345678901234567890, want an object or a string that holds an input"#
        ),
        ("a", #"{"a":" "}"#, #""a" is empty, want an object or a string that holds an input"#),
        ("a.b", #"{"a":"x"}"#, #""a.b" is missing, want a member that holds an input [did you mean "a"?]"#),
        ("a.b", #"{"a":7}"#, #""a.b" is missing, want a member that holds an input [did you mean "a"?]"#),
        ("a.2", #"{"a":["x","y"]}"#, #""a.2" is missing, want a member that holds an input [did you mean "a"?]"#),
        ("a.-1", #"{"a":["x"]}"#, #""a.-1" is missing, want a member that holds an input [did you mean "a"?]"#),
        ("2", #"["x"]"#, #""2" is missing, want a member that holds an input"#),
        (
            "other", #"{"one":1,"two":2}"#,
            #""other" is missing, want a member that holds an input [the line has "one", "two"]"#
        ),
        (
            "other", #"{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9}"#,
            #""other" is missing, want a member that holds an input [the line has "1", "2", "3", "4", "5", "6", "7", "8"]"#
        ),
        ("other", "{}", #""other" is missing, want a member that holds an input"#),
        (
            "bdy", #"{"one":1,"body":"x"}"#,
            #""bdy" is missing, want a member that holds an input [did you mean "body"?]"#
        ),
        (
            "body", #"{"one":1,"bdy":{"request":{"jws-string":"x"}}}"#,
            #""body" is missing, want a member that holds an input [the line has a postback body at --at bdy.request]"#
        ),
        (
            "body", "{", "this is not JSON: it ends at byte 1, want a member name in double quotes"
        ),
        ("a.b", #"{"a":"{\"b\""}"#, #"this is not JSON: it ends at byte 4, want ":""#),
        (
            "body", "eyJhbGciOiJFUzI1NiJ9.e30.AA",
            #"this is not JSON: byte 0 is "e", want a value [--at looks into JSON objects; a line that is a token is read without it]"#
        ),
        (
            "body", "\u{feff}{}",
            "this begins with a byte order mark, want UTF-8 without one [tail -c +4 FILE takes it off]"
        ),
    ]

    @Test func saysWhatIsThereInstead() {
        for (path, line, words) in Self.faults { #expect(outcome([path], [line]) == [words], "\(path) of \(line)") }
        #expect(Self.faults.count == 18)
    }

    @Test func ofSeveralTheFirstThatIsThereCounts() {
        #expect(outcome(["a", "b"], [#"{"b":"y","a":"x"}"#, #"{"b":"y"}"#]) == ["x", "y"])
        #expect(outcome(["a.x", "b.y"], [#"{"a":{},"b":{"y":"z"}}"#]) == ["z"])
        #expect(
            outcome(["abc", "xyz"], [#"{"xyy":1}"#])
                == [#""abc" and "xyz" are missing, want a member that holds an input [did you mean "xyy"?]"#])
        // A member of the wrong kind is not passed over.
        #expect(outcome(["a", "b"], [#"{"a":7,"b":"y"}"#])[0].hasPrefix(#""a" is 7"#))
    }

    @Test func aHintIsGivenOnce() {
        let line = #"{"bdy":1}"#
        let words = #""body" is missing, want a member that holds an input"#
        #expect(outcome(["body"], ["{}", line, line]) == [words, words + #" [did you mean "bdy"?]"#, words])
    }

    @Test func namesAreComparedUpToALimit() {
        for (count, hasHint) in [(63, true), (64, false)] {
            let others = (0..<count).map { #""\#($0)":0,"# }.joined()
            #expect(outcome(["body"], ["{\(others)\"bdy\":0}"])[0].contains("bdy") == hasHint)
        }
    }

    @Test func stringsInsideStringsHaveALimit() {
        for (depth, isFound) in [(4, true), (5, false)] {
            var text = "x"
            for _ in 0..<depth { text = JSONValue.object([.init("a", .string(text))]).text }
            let path = Array(repeating: "a", count: depth).joined(separator: ".")
            #expect((outcome([path], [text]) == ["x"]) == isFound, "\(depth)")
        }
    }

    @Test func rulesAndFields() throws {
        let syntax = MemberFault.json(JSONSyntaxError(.empty, at: 0), isToken: false)
        #expect(syntax.rule.id == "json-syntax" && syntax.field == nil && syntax.hint == nil)
        let kind = MemberFault.kind(path: "a.b", found: "7")
        #expect(kind.rule === InputRules.memberType && kind.field == "a.b" && kind.hint == nil)
        let missing = MemberFault.missing(paths: ["a", "b"], hint: "x")
        #expect(missing.rule === InputRules.memberMissing && missing.field == "a" && missing.hint == "x")
        #expect(MemberFault.foreign(.pem).rule === ForeignFormat.pem.rule && MemberFault.foreign(.pem).field == nil)
        #expect(!MemberExtractor([]).isActive && MemberExtractor(["a"]).isActive)
    }
}
