import AdAttribution
import AttributionDocuments
import AttributionJSON
import Testing

@testable import AttributionReport

/// Amounts are exact, and invalid ones are refused with their place.
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

    /// The example of the documentation, and a sum for which floating-point numbers are inexact.
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
        ("{}", #""values" is an object, want a list of objects"#),
        ("[1]", #""values[0]" is 1, want an object with "fine" or "coarse" and "revenue""#),
        (#"[{"revenue":1}]"#, #""values[0]" has neither "fine" nor "coarse", want one of them"#),
        (
            #"[{"fine":"1","coarse":"low","revenue":"1"}]"#,
            #""values[0]" has both "fine" and "coarse", want one of them"#
        ),
        (
            #"[{"coarse":"huge","revenue":"1"}]"#,
            #""values[0].coarse" is "huge", want low, medium or high"#
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
            #""values[0].nmae" is not a known key here; did you mean "name"?"#
        ),
    ]

    /// Returns all faults of a text, as in messages.
    private static func faults(_ text: String, _ read: ([UInt8]) throws(DocumentError) -> Void) -> [String] {
        do throws(DocumentError) {
            try read(Array(text.utf8))
            return []
        } catch {
            guard case .faults(let faults) = error else { return ["no JSON"] }
            return faults.map { "\"\($0.place)\" \($0.message)" + ($0.hint.map { "; \($0)" } ?? "") }
        }
    }

    private static func faults(ofValues text: String) -> [String] {
        faults(text) { text throws(DocumentError) in _ = try ValueTable(parsing: text) }
    }

    @Test func brokenFiles() {
        for (text, words) in Self.badValues { #expect(Self.faults(ofValues: text) == [words], "\(text)") }
        #expect(Self.badValues.count == 19)
        for text in ["", "[", "{"] {
            #expect(Self.faults(ofValues: text) == ["no JSON"])
        }
    }

    /// All faults are reported, rather than only the first.
    @Test func allThatIsWrongIsTold() {
        #expect(
            Self.faults(
                ofValues: #"[{"coarse":"low","revenue":["2","x"]},7,{"fine":"0-9","revenue":"1"},{"fine":"3-12"}]"#)
                == [
                    #""values[0].revenue[1]" is "x", want decimal digits such as "1.50": at most 12, and 6 behind the point"#,
                    #""values[1]" is 7, want an object with "fine" or "coarse" and "revenue""#,
                    #""values[3].revenue" is missing, want decimal digits such as "1.50": at most 12, and 6 behind the point"#,
                ])
    }

    // MARK: - Edges

    private static func table(_ text: String) throws -> ValueTable {
        try ValueTable(parsing: Array(text.utf8))
    }

    private static let ranges: [(fine: String, values: ClosedRange<Int>?)] = [
        (#""0""#, 0...0), (#""63""#, 63...63), ("12", 12...12), (#""0-63""#, 0...63), (#""9-9""#, 9...9),
        (#""9-10""#, 9...10),
        (#""64""#, nil), (#""0-64""#, nil), (#""10-9""#, nil), (#""-1""#, nil), (#""1-""#, nil), (#""""#, nil),
        (#""007""#, nil),
        (#""07""#, 7...7), (#""1-2-3""#, nil), (#""+1""#, nil), ("-1", nil), ("1.0", nil), ("null", nil),
    ]

    @Test func rangesOfFineValues() {
        for (fine, values) in Self.ranges {
            let table = try? Self.table(#"[{"fine":\#(fine),"revenue":"1"}]"#)
            let range = table?.entries.first.flatMap { entry in
                if case .fine(let range) = entry.values { range } else { nil }
            }
            #expect(range == values, "\(fine)")
        }
        #expect(Self.ranges.count == 19)
    }

    @Test func equalBoundsAreARange() throws {
        #expect(try Self.table(#"[{"fine":1,"revenue":["2","2"]}]"#).entries.first?.revenue.least.exact == "2.00")
        #expect(throws: DocumentError.self) { try Self.table(#"[{"fine":1,"revenue":["2.000001","2"]}]"#) }
        #expect(throws: DocumentError.self) { try Self.table(#"[{"fine":1,"revenue":["1","2","3"]}]"#) }
    }

    @Test func namesOfFineValues() throws {
        let table = try Self.table(
            #"[{"coarse":"low","name":"c","revenue":"1"},{"fine":"3-5","name":"n","revenue":"1"},{"fine":6,"revenue":"1"}]"#
        )
        #expect((2...7).map { table.name(ofFine: $0) } == [nil, "n", "n", "n", nil, nil])
    }

    @Test func unionsHoldBoth() {
        func range(_ least: Int128, _ most: Int128) -> MoneyRange {
            MoneyRange(least: Money(millionths: least), most: Money(millionths: most))
        }
        #expect(range(1, 2).union(range(5, 6)) == range(1, 6))
        #expect(range(5, 6).union(range(1, 2)) == range(1, 6))
        #expect(range(1, 6).union(range(2, 3)) == range(1, 6))
        var sum = range(1, 2)
        sum += range(10, 20)
        #expect(sum == range(11, 22))
    }

    /// The possible values for each reason of a missing value, if the values 0 to 62 have entries and 63 has none.
    @Test func revenueOfMissingValues() throws {
        let table = try Self.table(#"[{"fine":"0-62","revenue":["2","9"]},{"coarse":"medium","revenue":["4","5"]}]"#)
        var fact = CountedPostback()
        fact.didWin = true
        func revenue(_ value: CountedPostback.Value) -> String {
            fact.value = value
            let range = table.revenue(of: fact)
            return "\(range.least.rounded) \(range.most.rounded)"
        }
        let revenues: [(CountedPostback.Value, String)] = [
            (.fine(0), "2.00 9.00"), (.fine(62), "2.00 9.00"), (.fine(63), "0.00 0.00"),
            (.coarse(.medium), "4.00 5.00"), (.coarse(.low), "0.00 9.00"), (.coarse(.high), "0.00 9.00"),
            (.none(.tier), "0.00 9.00"), (.none(.window), "0.00 9.00"), (.none(.tierOrNotSet), "0.00 9.00"),
            (.none(.thresholdOrNotSet), "0.00 9.00"), (.none(.tokenOnly), "0.00 9.00"),
            (.none(.nonwinning), "0.00 0.00"), (.none(.notSet), "0.00 0.00"), (.none(.unreadable), "0.00 0.00"),
        ]
        for (value, text) in revenues { #expect(revenue(value) == text, "\(value)") }
        fact.didWin = false
        #expect(revenue(.fine(0)) == "0.00 0.00")
        // Versions without an outcome have only winners.
        fact.didWin = nil
        #expect(revenue(.fine(0)) == "2.00 9.00")
        // If every value has revenue, so does one that was withheld; one that was not set may not.
        let all = try Self.table(#"[{"fine":"0-63","revenue":["2","9"]}]"#)
        func least(_ absence: CountedPostback.Absence) -> String {
            fact.value = .none(absence)
            return all.revenue(of: fact).least.rounded
        }
        #expect(least(.tier) == "2.00" && least(.window) == "2.00")
        #expect(least(.tierOrNotSet) == "0.00" && least(.thresholdOrNotSet) == "0.00" && least(.tokenOnly) == "0.00")
        #expect(table.isUnnamed(.fine(63)) && !table.isUnnamed(.fine(62)) && !table.isUnnamed(.coarse(.low)))
    }

    /// What stands in a file is quoted no longer than a cell.
    @Test func longNamesAreCut() throws {
        let long = String(repeating: "9", count: 100_000)
        for text in [#"[{"\#(long)":"1"}]"#, #"[{"fine":"\#(long)"}]"#, #"["\#(long)"]"#] {
            let faults = Self.faults(ofValues: text)
            #expect(!faults.isEmpty && faults.allSatisfy { $0.utf8.count < 300 })
        }
    }
}
