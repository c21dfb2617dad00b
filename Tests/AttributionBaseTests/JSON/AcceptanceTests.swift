import AttributionBase
import AttributionTestSupport
import Testing

/// Texts that RFC 8259 allows, and their values.
struct AcceptanceTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let value: JSONValue

        init(_ name: String, _ text: String, _ value: JSONValue) {
            self.name = name
            self.text = text
            self.value = value
        }

        var testDescription: String { name }
    }

    static let structures: [Vector] = [
        Vector("empty object", "{}", .object([])),
        Vector("empty object with space inside", "{ \t\r\n}", .object([])),
        Vector("empty array", "[]", .array([])),
        Vector("empty array with space inside", "[ \t\r\n]", .array([])),
        Vector("nested empty arrays", "[[],[[]]]", .array([.array([]), .array([.array([])])])),
        Vector("one member", #"{"a":1}"#, .object([.init("a", .number("1"))])),
        Vector(
            "members keep their order", #"{"b":1,"a":2,"c":3}"#,
            .object([.init("b", .number("1")), .init("a", .number("2")), .init("c", .number("3"))])),
        Vector("empty member name", #"{"":0}"#, .object([.init("", .number("0"))])),
        Vector(
            "names that differ in case", #"{"a":1,"A":2}"#,
            .object([.init("a", .number("1")), .init("A", .number("2"))])),
        Vector(
            "one name at two levels", #"{"a":{"a":1}}"#, .object([.init("a", .object([.init("a", .number("1"))]))])),
        Vector(
            "one name in two elements", #"[{"a":1},{"a":2}]"#,
            .array([.object([.init("a", .number("1"))]), .object([.init("a", .number("2"))])])),
        Vector(
            "space around everything", " [ 1 , { \"a\" : null } ] ",
            .array([.number("1"), .object([.init("a", .null)])])),
        Vector("all four kinds of space", "\t\r\n 1\t\r\n ", .number("1")),
        Vector(
            "object after array", #"[[1],{"a":[]}]"#,
            .array([.array([.number("1")]), .object([.init("a", .array([]))])])),
    ]

    static let scalars: [Vector] = [
        Vector("true", "true", .bool(true)),
        Vector("false", "false", .bool(false)),
        Vector("null", "null", .null),
        Vector("empty string", #""""#, .string("")),
        Vector("literals in an array", "[true,false,null]", .array([.bool(true), .bool(false), .null])),
    ]

    static let numbers: [Vector] = [
        "0", "-0", "1", "-1", "9", "10", "1234567890", "123456789012345678901234567890", "0.0", "-0.0", "0.5", "1.50",
        "1e0", "1E0", "1e+0", "1e-0", "1E+07", "0e0", "-0e-0", "1.5e300", "1e999999", "10.01E-10",
    ].map { Vector($0, $0, .number($0)) }

    static let strings: [Vector] = [
        Vector("every short escape", #""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
        Vector("escaped NUL", #""\u0000""#, .string("\0")),
        Vector("escape of two bytes of UTF-8", #""\u00e9""#, .string("\u{e9}")),
        Vector("escape of three bytes of UTF-8", #""\u20ac""#, .string("\u{20ac}")),
        Vector("hexadecimal digits of both cases", #""\u00eF\u00Ef""#, .string("\u{ef}\u{ef}")),
        Vector("first surrogate pair", #""\ud800\udc00""#, .string("\u{10000}")),
        Vector("last surrogate pair", #""\uDBFF\uDFFF""#, .string("\u{10ffff}")),
        Vector("two surrogate pairs", #""\ud83d\ude00\ud83d\ude01""#, .string("\u{1f600}\u{1f601}")),
        Vector("last unit before the surrogates", #""\ud7ff""#, .string("\u{d7ff}")),
        Vector("first unit after the surrogates", #""\ue000""#, .string("\u{e000}")),
        Vector("escaped noncharacters", #""\ufffe\uffff""#, .string("\u{fffe}\u{ffff}")),
        Vector("escaped backslash before a quote's escape", #""\\\"""#, .string("\\\"")),
        Vector("escaped backslash before u", #""\\u0041""#, .string("\\u0041")),
        Vector("slash unescaped", #""/""#, .string("/")),
        Vector("DEL", "\"\u{7f}\"", .string("\u{7f}")),
        Vector("C1 control", "\"\u{85}\"", .string("\u{85}")),
        Vector("line separators", "\"\u{2028}\u{2029}\"", .string("\u{2028}\u{2029}")),
        Vector("byte order mark inside", "\"\u{feff}\"", .string("\u{feff}")),
        Vector("two, three and four bytes of UTF-8", "\"\u{e9}\u{20ac}\u{1f600}\"", .string("\u{e9}\u{20ac}\u{1f600}")),
        Vector("combining mark alone", "\"\u{301}\"", .string("\u{301}")),
        Vector("structure inside a string", #""{[:,]}""#, .string("{[:,]}")),
        Vector("comment marks inside a string", #""/*//#""#, .string("/*//#")),
    ]

    static let all = structures + scalars + numbers + strings

    @Test func noVectorVanishes() {
        expect(Self.numbers.count, 22)
        expect(Set(Self.all.map(\.name)).count, 63)
    }

    @Test(arguments: all) func isAccepted(_ vector: Vector) throws {
        let value = try JSONValue(parsing: Array(vector.text.utf8))
        expect(value, vector.value)
        // JSONValue compares strings as Swift does, for which canonically equivalent texts are equal.
        expect(Array(value.text.utf8), Array(vector.value.text.utf8))
    }

    @Test(arguments: all) func compactTextMeansTheSame(_ vector: Vector) throws {
        let value = try JSONValue(parsing: Array(vector.text.utf8))
        try expect(JSONValue(parsing: Array(value.text.utf8)), value)
    }
}
