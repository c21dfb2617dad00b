import AdAttribution
import StrictJSON
import Testing

@testable import AttributionReport

/// Amounts are exact, and what is no amount is refused with its place.
@Suite struct MoneyTests {
    private static let good: [(text: String, exact: String, rounded: String)] = [
        ("0", "0.00", "0.00"), ("1", "1.00", "1.00"), ("1.5", "1.50", "1.50"), ("0.405", "0.405", "0.41"),
        ("0.404999", "0.404999", "0.40"), ("0.005", "0.005", "0.01"), ("0.004999", "0.004999", "0.00"),
        ("0.000001", "0.000001", "0.00"), ("999999999999.999999", "999999999999.999999", "1000000000000.00"),
        ("007", "7.00", "7.00"), ("1.000000", "1.00", "1.00"),
    ]

    private static let bad = [
        "", ".", "1.", ".5", "-1", "+1", "1e3", "1E3", "1,5", "1 ", " 1", "0x1", "1.2.3", "1.0000001", "1000000000000",
        "USD 1", "1 USD", "$1", "١", "NaN", "inf", "1_000",
    ]

    @Test func amounts() {
        for (text, exact, rounded) in Self.good {
            let money = Money(Array(text.utf8))
            #expect(money?.exact == exact, "\(text)")
            #expect(money?.rounded == rounded, "\(text)")
        }
        for text in Self.bad { #expect(Money(Array(text.utf8)) == nil, "\(text)") }
        #expect(Self.good.count == 11)
        #expect(Self.bad.count == 22)
    }

    /// The example of the documentation, and a sum that floating-point numbers miss.
    @Test func sumsAndRatios() {
        func money(_ text: String) -> Money { Money(Array(text.utf8)) ?? .zero }
        #expect(money("10.00").ratio(to: money("8.00")) == "1.25")
        #expect(money("31.00").ratio(to: money("8.00")) == "3.88")
        #expect(money("1").ratio(to: .zero) == nil)
        var sum = Money.zero
        for _ in 0..<1_000_000 { sum += money("0.1") }
        #expect(sum.exact == "100000.00")
        #expect(Decimal.quotient(1, 3) == "0.33")
        #expect(Decimal.quotient(2, 3) == "0.67")
        #expect(Decimal.quotient(1, 200) == "0.01")
        #expect(Decimal.cutQuotient(199, 200) == "0.99")
        let most = Money(millionths: 999_999_999_999_999_999)
        #expect(Money(millionths: most.millionths * 1_000_000_000).ratio(to: most) == "1000000000.00")
    }

    private static let badValues: [(text: String, words: String)] = [
        ("{}", #""values" is {}, want a list of objects"#),
        ("[1]", #""values[0]" is 1, want an object with "fine" or "coarse" and "revenue""#),
        ("[{}]", #""values[0]" is {}, want one of "fine" and "coarse""#),
        (
            #"[{"fine":"1","coarse":"low","revenue":"1"}]"#,
            #""values[0]" is {"fine":"1","coarse":"low","revenue":"1"}, want one of "fine" and "coarse""#
        ),
        (
            #"[{"coarse":"huge","revenue":"1"}]"#,
            #""values[0].coarse" is "huge", want "low", "medium" or "high""#
        ),
        (
            #"[{"fine":"64","revenue":"1"}]"#,
            #""values[0].fine" is "64", want a fine value of 0 to 63, or two of them as in "0-9""#
        ),
        (
            #"[{"fine":"9-0","revenue":"1"}]"#,
            #""values[0].fine" is "9-0", want a fine value of 0 to 63, or two of them as in "0-9""#
        ),
        (
            #"[{"fine":"1-2-3","revenue":"1"}]"#,
            #""values[0].fine" is "1-2-3", want a fine value of 0 to 63, or two of them as in "0-9""#
        ),
        (
            #"[{"fine":true,"revenue":"1"}]"#,
            #""values[0].fine" is true, want a fine value of 0 to 63, or two of them as in "0-9""#
        ),
        (
            #"[{"fine":"0-9","revenue":"1"},{"fine":"9","revenue":"1"}]"#,
            #""values[1]" is the second entry for fine value 9, want one at most"#
        ),
        (
            #"[{"coarse":"low","revenue":"1"},{"coarse":"low","revenue":"1"}]"#,
            #""values[1]" is the second entry for coarse value low, want one at most"#
        ),
        (
            #"[{"fine":"1","revenue":"1e3"}]"#,
            #""values[0].revenue" is "1e3", want decimal digits such as "1.50": at most 12, and 6 behind the point"#
        ),
        (
            #"[{"fine":"1","revenue":1e3}]"#,
            #""values[0].revenue" is 1e3, want decimal digits such as "1.50": at most 12, and 6 behind the point"#
        ),
        (
            #"[{"fine":"1","revenue":["0","-1"]}]"#,
            #""values[0].revenue[1]" is "-1", want decimal digits such as "1.50": at most 12, and 6 behind the point"#
        ),
        (
            #"[{"fine":"1"}]"#,
            #""values[0].revenue" is missing, want decimal digits such as "1.50": at most 12, and 6 behind the point"#
        ),
        (
            #"[{"fine":"1","revenue":["2","1"]}]"#,
            #""values[0].revenue" is from 2.00 to 1.00, want the least before the most"#
        ),
        (
            #"[{"fine":"1","revenue":["2"]}]"#,
            #""values[0].revenue" is a list of 1, want the least and the most, as in ["0","1.00"]"#
        ),
        (#"[{"fine":"1","revenue":"1","name":1}]"#, #""values[0].name" is 1, want a string"#),
        (
            #"[{"fine":"1","revenue":"1","nmae":"x"}]"#,
            #""values[0].nmae" is "x", want no members but "fine", "coarse", "name" and "revenue""#
        ),
    ]

    private static let badSpend: [(text: String, words: String)] = [
        ("[]", #""spend" is [], want an object of source identifiers and money"#),
        (#"{"1":"8"}"#, #""spend" is of "1", want source identifiers of two to four digits"#),
        (#"{"campaign":"8"}"#, #""spend" is of "campaign", want source identifiers of two to four digits"#),
        (
            #"{"5239":"-8"}"#,
            #""5239" is "-8", want decimal digits such as "1.50": at most 12, and 6 behind the point"#
        ),
        (
            #"{"5239":"8 USD"}"#,
            #""5239" is "8 USD", want decimal digits such as "1.50": at most 12, and 6 behind the point"#
        ),
        (
            #"{"5239":null}"#,
            #""5239" is null, want decimal digits such as "1.50": at most 12, and 6 behind the point"#
        ),
    ]

    @Test func brokenFiles() throws {
        for (text, words) in Self.badValues {
            let document = try JSONValue(parsing: Array(text.utf8))
            #expect(throws: MoneyFileError.self, "\(text)") { try ValueTable(document) }
            do throws(MoneyFileError) { _ = try ValueTable(document) } catch { #expect(error.words == words) }
        }
        for (text, words) in Self.badSpend {
            let document = try JSONValue(parsing: Array(text.utf8))
            #expect(throws: MoneyFileError.self, "\(text)") { try SpendTable(document) }
            do throws(MoneyFileError) { _ = try SpendTable(document) } catch { #expect(error.words == words) }
        }
        #expect(Self.badValues.count == 19)
        #expect(Self.badSpend.count == 6)
    }
}
