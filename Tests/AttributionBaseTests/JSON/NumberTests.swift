import AttributionBase
import AttributionTestSupport
import Testing

struct NumberTests {
    static let unsigned: [(String, UInt64)] = [
        ("0", 0), ("1", 1), ("9", 9), ("10", 10), ("4294967296", 4_294_967_296), ("10738027756", 10_738_027_756),
        ("9223372036854775808", 1 << 63), ("9999999999999999999", 9_999_999_999_999_999_999),
        ("18446744073709551609", .max - 6), ("18446744073709551615", .max),
    ]

    static let others = [
        "-0", "-1", "1.0", "0.0", "1e3", "1E3", "0e0", "18446744073709551616", "18446744073709551620",
        "19999999999999999999", "20000000000000000000", "99999999999999999999", "184467440737095516150",
        "36893488147419103232", "340282366920938463463374607431768211456", "\"1\"", "true", "null", "[1]", "{\"a\":1}",
    ]

    static let integers = [("0", true), ("-0", true), ("-12", true), ("1.0", false), ("1e0", false), ("\"1\"", false)]

    @Test(arguments: unsigned) func isAnUnsignedInteger(_ text: String, _ value: UInt64) throws {
        try expect(scan(text) { $0.unsignedInteger }, value)
    }

    @Test(arguments: others) func isNoUnsignedInteger(_ text: String) throws {
        #expect(try scan(text) { $0.unsignedInteger } == nil)
    }

    @Test(arguments: integers) func integersHaveNeitherFractionNorExponent(_ text: String, _ isInteger: Bool) throws {
        try expect(scan(text) { $0.isInteger }, isInteger)
    }

    @Test(
        arguments: [
            ("1730808000000", "1730808000000"), ("1.730808e12", "1730808000000"), ("1.730808E+12", "1730808000000"),
            ("525463029.0", "525463029"), ("5.25463029E8", "525463029"), ("42.000", "42"), ("4200e-2", "42"),
            ("0", "0"),
            ("0.0", "0"), ("0e9", "0"), ("0042", nil), ("007", nil), ("18446744073709551616", "18446744073709551616"),
            ("1e20", nil), ("1.5", nil), ("1.5e0", nil), ("-1", nil), ("1e", nil), ("e1", nil), (".5", nil),
            ("1.", nil),
            ("1e99999999999999999999", nil), ("1e-400", nil), ("", nil), ("x", nil), ("1e1e1", nil), ("1.2.3", nil),
        ] as [(String, String?)])
    func wholeNumbersHaveDigits(_ text: String, _ digits: String?) {
        expect(JSONText.digits(ofWhole: text), digits)
    }

    @Test func textIsKeptInsideOfStructures() throws {
        let text = "[1.50,-0,1E+07,{\"a\":123456789012345678901234567890}]"
        try expect(JSONValue(parsing: Array(text.utf8)).text, text)
    }
}
