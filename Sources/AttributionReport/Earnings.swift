import AttributionBase
import AttributionInspection
import AttributionModel

/// The earnings of an app on one day, which the timeline of a scenario with a host reports at its end.
package struct Earnings: Sendable {
    package struct Key: Hashable, Comparable, Sendable {
        package let app: UInt64
        /// A day in UTC, as in `2026-01-01`.
        package let day: String
        package let currency: String

        package static func < (left: Key, right: Key) -> Bool {
            (left.day, left.app, left.currency) < (right.day, right.app, right.currency)
        }
    }

    package var requests = 0
    package var fills = 0
    package var impressions = 0
    package var testImpressions = 0
    package var clicks = 0
    package var revenue = Money.zero

    package mutating func add(_ other: Earnings) {
        requests += other.requests
        fills += other.fills
        impressions += other.impressions
        testImpressions += other.testImpressions
        clicks += other.clicks
        revenue += other.revenue
    }

    /// The revenue per thousand impressions, truncated to two decimals; nil if there were no impressions.
    package var perThousand: Decimal? { revenue.perThousand(impressions) }

    /// The figures for machine-readable forms, with the exact revenue.
    var figures: [ReportFigure] { figures(revenue.exact) }
    var roundedFigures: [ReportFigure] { figures(revenue.roundedDecimal) }

    private func figures(_ revenue: Decimal) -> [ReportFigure] {
        [
            .init(TimelineMember.requests, .count(requests)), .init(TimelineMember.fills, .count(fills)),
            .init(
                "fill-rate", "The percentage of requests that got an ad; null if there were no requests.",
                .amount(fillRate)),
            .init(TimelineMember.impressions, .count(impressions)),
            .init(TimelineMember.testImpressions, .count(testImpressions)),
            .init(TimelineMember.clicks, .count(clicks)), .init(TimelineMember.revenue.text, .amount(revenue)),
            .init(TimelineMember.ecpm, .amount(perThousand)),
        ]
    }

    /// The percentage of requests that got an ad, rounded half up to two decimals; nil if there were no requests.
    package var fillRate: Decimal? { requests > 0 ? Decimal.quotient(Int128(fills) * 100, Int128(requests)) : nil }
}
