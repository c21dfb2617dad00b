import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// Amounts are exact, and invalid ones are refused.
struct MoneyTests {
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

    private static func money(_ text: String) -> Money? {
        Array(text.utf8).withBytes { Money($0) }
    }

    @Test func amounts() {
        for (text, exact, rounded) in Self.good {
            let money = Self.money(text)
            expect(money?.description, exact, "\(text)")
            expect(money?.rounded, rounded, "\(text)")
        }
        for text in Self.bad { #expect(Self.money(text) == nil, "\(text)") }
    }

    /// The example of the documentation, and a sum for which floating-point numbers are inexact.
    @Test func sumsAndRatios() {
        func money(_ text: String) -> Money { Self.money(text) ?? .zero }
        expect(money("10.00").ratio(to: money("8.00"))?.description, "1.25")
        expect(money("31.00").ratio(to: money("8.00"))?.description, "3.88")
        #expect(money("1").ratio(to: .zero) == nil)
        var sum = Money.zero
        for _ in 0..<1_000_000 { sum += money("0.1") }
        expect(sum.description, "100000.00")
        expect(Decimal.quotient(1, 3).description, "0.33")
        expect(Decimal.quotient(2, 3).description, "0.67")
        expect(Decimal.quotient(1, 200).description, "0.01")
        expect(Decimal.cutQuotient(199, 200).description, "0.99")
        let most = Money(millionths: 999_999_999_999_999_999)
        expect(Money(millionths: most.millionths * 1_000_000_000).ratio(to: most)?.description, "1000000000.00")
    }

    @Test func unionsHoldBoth() {
        func range(_ least: Int128, _ most: Int128?) -> RevenueRange {
            RevenueRange(least: Money(millionths: least), most: most.map { Money(millionths: $0) })
        }
        expect(range(1, 2).union(range(5, 6)), range(1, 6))
        expect(range(5, 6).union(range(1, 2)), range(1, 6))
        expect(range(1, 6).union(range(2, 3)), range(1, 6))
        var sum = range(1, 2)
        sum += range(10, 20)
        expect(sum, range(11, 22))
        // What has no upper end keeps none.
        expect(range(1, nil).union(range(0, 2)), range(0, nil))
        sum += range(1, nil)
        #expect(sum == range(12, nil) && sum + range(1, 2) == range(13, nil))
    }
}
