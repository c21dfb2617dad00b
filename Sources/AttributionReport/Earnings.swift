import AdAttribution
import AttributionBase

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
    init(_ line: FieldTable) throws(ReportFault) {
        requests = try Self.count(LineField.requests, line)
        fills = try Self.count(LineField.fills, line)
        impressions = try Self.count(LineField.impressions, line)
        testImpressions = try Self.count(LineField.testImpressions, line)
        clicks = try Self.count(LineField.clicks, line)
        revenue = try LineField.revenue.read(line, "a string of decimal digits such as \"1.50\"") { text in
            text.kind == .string ? text.unescapedOrContent { Money($0) } : nil
        }
    }

    private static func count(_ field: Field, _ line: FieldTable) throws(ReportFault) -> Int {
        if line[field] == nil, !field.isRequired { return 0 }
        return try field.read(line, "an integer of 0 and more") { view in
            // The limit leaves room for the sums over any number of lines.
            view.unsignedInteger.flatMap { $0 < 1 << 40 ? Int($0) : nil }
        }
    }
}

extension Earnings.Key {
    init(_ line: FieldTable) throws(ReportFault) {
        app = try LineField.app.read(line, "an App Store item ID") { $0.unsignedInteger }
        day = try LineField.day.read(line, "a day such as \"2026-01-01\"") { day in
            day.string.utf8.count == 10 && Timestamp(day.string + "T00:00:00Z") != nil ? day.string : nil
        }
        currency = try LineField.currency.read(line, CurrencyCode.wanted) {
            CurrencyCode.isValid($0.string) ? $0.string : nil
        }
    }
}

extension Field {
    /// Returns the value of a member of a line of earnings.
    fileprivate func read<Value>(
        _ line: FieldTable, _ wanted: String, _ body: (JSONView) -> Value?
    ) throws(ReportFault) -> Value {
        guard let value = line[self].flatMap(body) else {
            throw .earnings(field: text, found: line[self]?.excerpt, wanted: wanted)
        }
        return value
    }
}
