import AttributionModel

/// An app's earnings from ads on one day in UTC.
package struct DayEarnings: Hashable, Sendable {
    package var app: UInt64
    /// The day, counted from 1970-01-01.
    package var day: Int64
    package var currency: String
    package var requests = 0
    package var fills = 0
    /// The number of paid ads that became visible.
    package var impressions = 0
    package var testImpressions = 0
    package var clicks = 0
    package var revenue = Money.zero

    /// The revenue per thousand impressions, truncated to two decimals; nil without impressions.
    package var perThousand: Decimal? { revenue.perThousand(impressions) }
}

/// Exact daily counts of requests, fills, impressions and clicks, with the revenue.
struct HostEarnings {
    private let app: UInt64
    private let currency: String
    private var days: [Int64: DayEarnings] = [:]

    init(_ host: AdHost) {
        app = host.app
        currency = host.currency
    }

    var byDay: [DayEarnings] { days.values.inOrder { $0.day < $1.day } }

    private mutating func change(_ time: Int64, _ body: (inout DayEarnings) -> Void) {
        let day = time.floorDivided(by: TimeSpan.day).quotient
        body(&days[day, default: DayEarnings(app: app, day: day, currency: currency)])
    }

    mutating func countRequest(at time: Int64) { change(time) { $0.requests += 1 } }

    mutating func countFill(at time: Int64) { change(time) { $0.fills += 1 } }

    /// Counts an ad that became visible.
    mutating func countImpression(of item: AdHost.Item, at time: Int64) {
        change(time) { day in
            guard !item.isUnpaid else {
                day.testImpressions += 1
                return
            }
            day.impressions += 1
            // A price per thousand has at most three decimals, so the price of one impression is a whole number of
            // millionths.
            day.revenue += Money(millionths: item.cpm.millionths / 1000)
        }
    }

    /// Counts an action that began. Clicks on unpaid ads do not count.
    mutating func countClick(on item: AdHost.Item, at time: Int64) {
        guard !item.isUnpaid else { return }
        change(time) { day in
            day.clicks += 1
            day.revenue += item.cpc
        }
    }
}
