import AdAttribution
import AttributionBytes
import AttributionJOSE
import AttributionJSON

/// The earnings of an app on one day, from the end of the timeline of a scenario with a host.
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

    /// The revenue per thousand impressions, truncated to two decimals; nil without impressions.
    package var perThousand: String? {
        impressions > 0 ? Decimal.cutQuotient(revenue.millionths * 1000, Money.scale * Int128(impressions)) : nil
    }

    /// The figures that all forms of a report share.
    var figures: [ReportFigure] {
        [
            .init("requests", .count(requests)), .init("fills", .count(fills)), .init("fill-rate", .amount(fillRate)),
            .init("impressions", .count(impressions)), .init("test-impressions", .count(testImpressions)),
            .init("clicks", .count(clicks)), .init("revenue", .amount(revenue.exact)),
            .init("ecpm", .amount(perThousand)),
        ]
    }

    /// The percentage of requests that were answered with an ad, rounded half up to two decimals; nil without requests.
    package var fillRate: String? { requests > 0 ? Decimal.quotient(Int128(fills) * 100, Int128(requests)) : nil }
}

extension Earnings {
    /// Reads a line of earnings.
    init(_ slots: borrowing JSONSlots) throws(ReportFault) {
        requests = try Self.count(.requests, slots, isRequired: true)
        fills = try Self.count(.fills, slots, isRequired: false)
        impressions = try Self.count(.impressions, slots, isRequired: true)
        testImpressions = try Self.count(.testImpressions, slots, isRequired: false)
        clicks = try Self.count(.clicks, slots, isRequired: true)
        let text = slots[LineObject.line.label(.revenue)]
        guard let text, text.kind == .string,
            let money = text.unescapedOrContent({ bytes in Money(bytes) })
        else { throw Self.fault(.revenue, text, "a string of decimal digits such as \"1.50\"") }
        revenue = money
    }

    private static func count(
        _ member: LineMember, _ slots: borrowing JSONSlots, isRequired: Bool
    ) throws(ReportFault) -> Int {
        let view = slots[LineObject.line.label(member)]
        if view == nil, !isRequired { return 0 }
        // The limit leaves room for the sums over any number of lines.
        guard let number = view?.unsignedInteger, number < 1 << 40 else {
            throw fault(member, view, "an integer of 0 and more")
        }
        return Int(number)
    }

    fileprivate static func fault(_ member: LineMember, _ view: JSONView?, _ wanted: String) -> ReportFault {
        .earnings(field: "\(member.name)", found: view?.excerpt, wanted: wanted)
    }
}

extension Earnings.Key {
    init(_ slots: borrowing JSONSlots) throws(ReportFault) {
        let app = slots[LineObject.line.label(.app)]
        guard let number = app?.unsignedInteger else { throw Earnings.fault(.app, app, "an App Store item ID") }
        let day = slots[LineObject.line.label(.day)]
        guard let day, day.kind == .string, day.string.utf8.count == 10, Timestamp(day.string + "T00:00:00Z") != nil
        else { throw Earnings.fault(.day, day, "a day such as \"2026-01-01\"") }
        let currency = slots[LineObject.line.label(.currency)]
        guard let currency, currency.kind == .string, CurrencyCode.isValid(currency.string)
        else { throw Earnings.fault(.currency, currency, CurrencyCode.wanted) }
        self.app = number
        self.day = day.string
        self.currency = currency.string
    }
}
