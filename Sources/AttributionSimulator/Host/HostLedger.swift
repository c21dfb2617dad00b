import AdAttribution

/// What an app earned on a day of UTC by the ads that it showed.
package struct DayEarnings: Hashable, Sendable {
    package var app: UInt64
    /// Days since 1970.
    package var day: Int64
    package var currency: String
    package var requests = 0
    package var fills = 0
    /// Loads that became visible and are paid for.
    package var impressions = 0
    package var testImpressions = 0
    package var clicks = 0
    package var revenue = Money.zero

    /// Revenue for a thousand impressions with two decimals, cut off; nil without impressions.
    package var perThousand: String? {
        guard impressions > 0 else { return nil }
        return Decimal.cutQuotient(revenue.millionths * 1000, Money.scale * Int128(impressions))
    }
}

/// Counts by day what is asked for, shown and tapped, exactly.
package struct HostLedger {
    private let app: UInt64
    private let currency: String
    private var days: [Int64: DayEarnings] = [:]

    package init(_ host: AdHost) {
        app = host.app
        currency = host.currency
    }

    /// By day.
    package var earnings: [DayEarnings] { days.values.sorted { $0.day < $1.day } }

    private mutating func change(_ at: Int64, _ change: (inout DayEarnings) -> Void) {
        let day = at >= 0 ? at / TimeSpan.day : (at + 1) / TimeSpan.day - 1
        change(&days[day, default: DayEarnings(app: app, day: day, currency: currency)])
    }

    package mutating func countRequest(at time: Int64) { change(time) { $0.requests += 1 } }

    package mutating func countFill(at time: Int64) { change(time) { $0.fills += 1 } }

    /// A load that became visible.
    package mutating func countImpression(of item: AdHost.Item, at time: Int64) {
        change(time) { day in
            guard !item.isUnpaid else {
                day.testImpressions += 1
                return
            }
            day.impressions += 1
            // A price for a thousand has three decimals at most, so a thousandth of it is whole.
            day.revenue += Money(millionths: item.cpm.millionths / 1000)
        }
    }

    /// An action that began. Clicks on ads that nobody pays for do not count.
    package mutating func countClick(on item: AdHost.Item, at time: Int64) {
        guard !item.isUnpaid else { return }
        change(time) { day in
            day.clicks += 1
            day.revenue += item.cpc
        }
    }
}
