import AttributionModel

/// An app's earnings from ads on one day in UTC.
package struct DayEarnings: Hashable, Sendable {
    package var app: UInt64
    /// The day, counted from 1970.
    package var day: Int64
    package var currency: String
    package var requests = 0
    package var fills = 0
    /// The loads that became visible and are paid for.
    package var impressions = 0
    package var testImpressions = 0
    package var clicks = 0
    package var revenue = Money.zero

    /// The revenue per thousand impressions, truncated to two decimals; nil without impressions.
    package var perThousand: Decimal? {
        guard impressions > 0 else { return nil }
        return Decimal.cutQuotient(revenue.millionths * 1000, Money.scale * Int128(impressions))
    }

    /// Counts a load that became visible.
    mutating func countImpression(of item: AdHost.Item) {
        guard !item.isUnpaid else {
            testImpressions += 1
            return
        }
        impressions += 1
        // A price per thousand has at most three decimals, so the price of one impression is a whole number of
        // millionths.
        revenue += Money(millionths: item.cpm.millionths / 1000)
    }
}
