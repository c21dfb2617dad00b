import AttributionBase
import AttributionTestSupport
import Testing

/// Texts with one fault each, with its name and the offset of its byte.
struct RejectionTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let text: String
        let offset: Int
        let problem: JSONSyntaxError.Kind
        let testDescription: String

        init(_ name: String, _ text: String, at offset: Int, _ problem: JSONSyntaxError.Kind) {
            self.text = text
            self.offset = offset
            self.problem = problem
            testDescription = name
        }
    }

    private static func byte(
        _ character: Unicode.Scalar, _ wanted: JSONSyntaxError.Wanted
    ) -> JSONSyntaxError.Kind { .unexpectedByte(UInt8(ascii: character), wanted: wanted) }

    static let structures: [Vector] = [
        Vector("nothing", "", at: 0, .empty),
        Vector("white space only", " \t\r\n", at: 0, .empty),
        Vector("comma only", ",", at: 0, byte(",", .value)),
        Vector("two values", "1 2", at: 2, byte("2", .endOfText)),
        Vector("two objects", "{}{}", at: 2, byte("{", .endOfText)),
        Vector("comma after the text", "1,", at: 1, byte(",", .endOfText)),
        Vector("closing bracket after the text", "[]]", at: 2, byte("]", .endOfText)),
        Vector("NUL after the text", "1\0", at: 1, .unexpectedByte(0, wanted: .endOfText)),
        Vector("NUL before the text", "\u{0}1", at: 0, .unexpectedByte(0, wanted: .value)),
        Vector("NUL between tokens", "[1\0]", at: 2, .unexpectedByte(0, wanted: .commaOrBracket)),
        Vector("byte order mark", "\u{feff}{}", at: 0, .unexpectedByte(0xef, wanted: .value)),
        Vector("form feed as space", "[\u{c}1]", at: 1, .unexpectedByte(0x0c, wanted: .value)),
        Vector("no-break space as space", "[\u{a0}1]", at: 1, .unexpectedByte(0xc2, wanted: .value)),
        Vector("line comment", "1//", at: 1, byte("/", .endOfText)),
        Vector("block comment", "[/**/]", at: 1, byte("/", .value)),
        Vector("hash comment", "1#", at: 1, byte("#", .endOfText)),
        Vector("comma after the last element", "[1,]", at: 3, byte("]", .value)),
        Vector("comma before the first element", "[,1]", at: 1, byte(",", .value)),
        Vector("two commas in an array", "[1,,2]", at: 3, byte(",", .value)),
        Vector("no comma in an array", "[1 2]", at: 3, byte("2", .commaOrBracket)),
        Vector("colon in an array", "[1:2]", at: 2, byte(":", .commaOrBracket)),
        Vector("array closed by a brace", "[1}", at: 2, byte("}", .commaOrBracket)),
        Vector("empty array closed by a brace", "[}", at: 1, byte("}", .value)),
        Vector("array never closed", "[1", at: 2, .unexpectedEnd(wanted: .commaOrBracket)),
        Vector("array never filled", "[", at: 1, .unexpectedEnd(wanted: .value)),
        Vector("array ends after a comma", "[1,", at: 3, .unexpectedEnd(wanted: .value)),
        Vector("closing bracket only", "]", at: 0, byte("]", .value)),
        Vector("comma after the last member", #"{"a":1,}"#, at: 7, byte("}", .name)),
        Vector("comma before the first member", #"{,"a":1}"#, at: 1, byte(",", .name)),
        Vector("two commas in an object", #"{"a":1,,"b":2}"#, at: 7, byte(",", .name)),
        Vector("no comma in an object", #"{"a":1 "b":2}"#, at: 7, byte("\"", .commaOrBrace)),
        Vector("no colon", #"{"a" 1}"#, at: 5, byte("1", .colon)),
        Vector("two colons", #"{"a"::1}"#, at: 5, byte(":", .value)),
        Vector("equals sign for the colon", #"{"a"=1}"#, at: 4, byte("=", .colon)),
        Vector("comma for the colon", #"{"a",1}"#, at: 4, byte(",", .colon)),
        Vector("name only", #"{"a"}"#, at: 4, byte("}", .colon)),
        Vector("name without value", #"{"a":}"#, at: 5, byte("}", .value)),
        Vector("value without name", "{:1}", at: 1, byte(":", .name)),
        Vector("name without quotes", "{a:1}", at: 1, byte("a", .name)),
        Vector("name in single quotes", "{'a':1}", at: 1, byte("'", .name)),
        Vector("number as name", "{1:1}", at: 1, byte("1", .name)),
        Vector("null as name", "{null:1}", at: 1, byte("n", .name)),
        Vector("array as name", "{[]:1}", at: 1, byte("[", .name)),
        Vector("object closed by a bracket", #"{"a":1]"#, at: 6, byte("]", .commaOrBrace)),
        Vector("empty object closed by a bracket", "{]", at: 1, byte("]", .name)),
        Vector("object never filled", "{", at: 1, .unexpectedEnd(wanted: .name)),
        Vector("object ends after a name", #"{"a""#, at: 4, .unexpectedEnd(wanted: .colon)),
        Vector("object ends after a colon", #"{"a":"#, at: 5, .unexpectedEnd(wanted: .value)),
        Vector("object ends after a value", #"{"a":1"#, at: 6, .unexpectedEnd(wanted: .commaOrBrace)),
        Vector("object ends after a comma", #"{"a":1,"#, at: 7, .unexpectedEnd(wanted: .name)),
        Vector("space does not move the offset of the end", "[1 ", at: 3, .unexpectedEnd(wanted: .commaOrBracket)),
    ]

    static let literals: [Vector] = [
        Vector("true in capitals", "TRUE", at: 0, byte("T", .value)),
        Vector("true with a capital", "True", at: 0, byte("T", .value)),
        Vector("true with a capital inside", "trUe", at: 2, byte("U", .value)),
        Vector("true cut short", "tru", at: 3, .unexpectedEnd(wanted: .value)),
        Vector("true misspelt", "[ture]", at: 2, byte("u", .value)),
        Vector("true too long", "truee", at: 4, byte("e", .endOfText)),
        Vector("false cut short", "[fals]", at: 5, byte("]", .value)),
        Vector("false misspelt", "falsy", at: 4, byte("y", .value)),
        Vector("null cut short", "nul", at: 3, .unexpectedEnd(wanted: .value)),
        Vector("null in capitals", "NULL", at: 0, byte("N", .value)),
        Vector("nil", "nil", at: 1, byte("i", .value)),
        Vector("NaN", "NaN", at: 0, byte("N", .value)),
        Vector("nan", "nan", at: 1, byte("a", .value)),
        Vector("Infinity", "Infinity", at: 0, byte("I", .value)),
        Vector("undefined", "undefined", at: 0, byte("u", .value)),
        Vector("literals without comma", "[truefalse]", at: 5, byte("f", .commaOrBracket)),
    ]

    static let numbers: [Vector] = [
        Vector("leading zero", "01", at: 0, .invalidNumber),
        Vector("leading zero after minus", "-01", at: 0, .invalidNumber),
        Vector("two zeros", "[00]", at: 1, .invalidNumber),
        Vector("zero before a fraction twice", "[00.5]", at: 1, .invalidNumber),
        Vector("plus sign", "+1", at: 0, byte("+", .value)),
        Vector("minus only", "-", at: 1, .unexpectedEnd(wanted: .value)),
        Vector("minus in an array", "[-]", at: 1, .invalidNumber),
        Vector("two minus signs", "--1", at: 0, .invalidNumber),
        Vector("space after minus", "- 1", at: 0, .invalidNumber),
        Vector("minus before a letter", "-a", at: 0, .invalidNumber),
        Vector("minus infinity", "-Infinity", at: 0, .invalidNumber),
        Vector("point first", ".5", at: 0, byte(".", .value)),
        Vector("point first after minus", "-.5", at: 0, .invalidNumber),
        Vector("point last", "[1.]", at: 1, .invalidNumber),
        Vector("point at the end", "1.", at: 0, .invalidNumber),
        Vector("point before an exponent", "1.e1", at: 0, .invalidNumber),
        Vector("two points", "1.2.3", at: 3, byte(".", .endOfText)),
        Vector("exponent without digits", "[1e]", at: 1, .invalidNumber),
        Vector("exponent at the end", "1e", at: 0, .invalidNumber),
        Vector("exponent with sign only", "1e+", at: 0, .invalidNumber),
        Vector("exponent with two signs", "1e+-1", at: 0, .invalidNumber),
        Vector("exponent with a fraction", "1e1.5", at: 3, byte(".", .endOfText)),
        Vector("exponent twice", "1e1e1", at: 3, byte("e", .endOfText)),
        Vector("exponent only", "e1", at: 0, byte("e", .value)),
        Vector("hexadecimal", "0x10", at: 1, byte("x", .endOfText)),
        Vector("digit separator", "1_000", at: 1, byte("_", .endOfText)),
        Vector("comma as decimal point at the top", "1,5", at: 1, byte(",", .endOfText)),
        Vector("letter after a number", "[1a]", at: 2, byte("a", .commaOrBracket)),
        Vector("fullwidth digit", "\u{ff11}", at: 0, .unexpectedByte(0xef, wanted: .value)),
        Vector("number as a member without value", #"{"a":-}"#, at: 5, .invalidNumber),
    ]

    static let strings: [Vector] = [
        Vector("single quotes", "'a'", at: 0, byte("'", .value)),
        Vector("no quotes", "abc", at: 0, byte("a", .value)),
        Vector("opening quote only", "\"", at: 1, .unexpectedEnd(wanted: .endOfString)),
        Vector("never closed", "\"abc", at: 4, .unexpectedEnd(wanted: .endOfString)),
        Vector("closing quote escaped", #""abc\""#, at: 6, .unexpectedEnd(wanted: .endOfString)),
        Vector("ends after a backslash", #""abc\"#, at: 5, .unexpectedEnd(wanted: .endOfString)),
        Vector("ends inside an escape", #""\u00"#, at: 5, .unexpectedEnd(wanted: .endOfString)),
        Vector("ends inside a surrogate pair", #""\ud800\udc"#, at: 11, .unexpectedEnd(wanted: .endOfString)),
        Vector("unknown escape", #""\a""#, at: 1, .invalidEscape),
        Vector("escaped single quote", #""\'""#, at: 1, .invalidEscape),
        Vector("octal escape", #""\0""#, at: 1, .invalidEscape),
        Vector("hexadecimal escape", #""\x41""#, at: 1, .invalidEscape),
        Vector("escape in capitals", #""\N""#, at: 1, .invalidEscape),
        Vector("capital U", #""\U0041""#, at: 1, .invalidEscape),
        Vector("escaped newline", "\"a\\\n\"", at: 2, .invalidEscape),
        Vector("escaped NUL byte", "\"\\\0\"", at: 1, .invalidEscape),
        Vector("escape of three digits", #""\u041""#, at: 1, .invalidEscape),
        Vector("escape with a letter beyond f", #""\u00g0""#, at: 1, .invalidEscape),
        Vector("escape with a sign", #""\u+041""#, at: 1, .invalidEscape),
        Vector("escape with space", #""\u 041""#, at: 1, .invalidEscape),
        Vector("escape in braces", #""\u{41}""#, at: 1, .invalidEscape),
        Vector("leading surrogate alone", #""\ud800""#, at: 1, .unpairedSurrogate),
        Vector("trailing surrogate alone", #""\udc00""#, at: 1, .unpairedSurrogate),
        Vector("last trailing surrogate alone", #""\udfff""#, at: 1, .unpairedSurrogate),
        Vector("two leading surrogates", #""\ud800\ud800""#, at: 1, .unpairedSurrogate),
        Vector("surrogates the wrong way round", #""\udc00\ud800""#, at: 1, .unpairedSurrogate),
        Vector("leading surrogate before a letter", #""\udbffa""#, at: 1, .unpairedSurrogate),
        Vector("leading surrogate before another escape", #""\ud800\n""#, at: 1, .unpairedSurrogate),
        Vector("leading surrogate before another character", #""\ud800\u0041""#, at: 1, .unpairedSurrogate),
        Vector("pair with a broken second half", #""\ud800\udcg0""#, at: 7, .invalidEscape),
        Vector("surrogate after a pair", #""\ud800\udc00\udc00""#, at: 13, .unpairedSurrogate),
        Vector("newline", "\"a\nb\"", at: 2, .controlCharacter(0x0a)),
        Vector("tab", "\"a\tb\"", at: 2, .controlCharacter(0x09)),
        Vector("NUL", "\"a\0b\"", at: 2, .controlCharacter(0)),
        Vector("control character in a name", "{\"\u{1}\":1}", at: 2, .controlCharacter(1)),
        Vector("unknown escape in a name", #"{"\a":1}"#, at: 2, .invalidEscape),
        Vector("text after a string", #""a"b"#, at: 3, byte("b", .endOfText)),
    ]

    static let all = structures + literals + numbers + strings

    @Test func noVectorVanishes() {
        expect(Set(Self.all.map(\.testDescription)).count, 134)
    }

    @Test(arguments: all) func isRejectedForItsFault(_ vector: Vector) {
        expect(fault(in: vector.text), JSONSyntaxError(vector.problem, at: vector.offset))
    }

    @Test(arguments: all) func isRejectedByThePublicInitializer(_ vector: Vector) {
        #expect(throws: Problem.self) { try JSONValue(parsing: Array(vector.text.utf8)) }
    }

    @Test func everyControlCharacterIsRefusedInStrings() {
        for byte in UInt8(0)..<0x20 {
            let text = [UInt8(ascii: "\""), byte, UInt8(ascii: "\"")]
            expect(fault(in: text), JSONSyntaxError(.controlCharacter(byte), at: 1))
        }
    }

    @Test func everyByteIsRefusedWhereAValueMustStartUnlessOneMay() {
        let starts = Set("{[\"-0123456789tfn \t\r\n".utf8)
        for byte in UInt8.min...UInt8.max where !starts.contains(byte) {
            expect(fault(in: [byte]), JSONSyntaxError(.unexpectedByte(byte, wanted: .value), at: 0))
        }
    }

    @Test func onlyTheEscapesOfTheGrammarAreKnown() {
        let known = Set("\"\\/bfnrt".utf8)
        for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: "u") {
            let text = [UInt8(ascii: "\""), UInt8(ascii: "\\"), byte, UInt8(ascii: "\"")]
            expect(fault(in: text)?.kind, known.contains(byte) ? nil : .invalidEscape, "\(byte)")
        }
    }
}
