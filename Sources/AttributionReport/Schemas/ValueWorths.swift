import AttributionModel
import AttributionSchema

/// What values are worth, as far as all values that came tell.
struct ValueWorths: Sendable {
    let readings: SchemaReadings
    /// How many postbacks have each value.
    let counts: ValueCounts
    /// What each value is worth, by its index in ``counts``, with the number of schemas that may have set it.
    private var worths: [(worth: EstimatedRevenue, schemas: Int)?] = []

    init(_ counts: ValueCounts, _ readings: SchemaReadings) {
        (self.counts, self.readings) = (counts, readings)
        worths = counts.entries.map { worth(of: $0.value) }
    }

    /// What a value that came is worth; nil if no schema covers the app or the value.
    subscript(key: ValueKey) -> EstimatedRevenue? { counts.index(of: key).flatMap { worths[$0]?.worth } }

    /// The least is the least by any schema that may have set the value, the most is the most, and the estimate is the mean.
    private func worth(of key: ValueKey) -> (worth: EstimatedRevenue, schemas: Int)? {
        let found = key.schemas.compactMap { schema in
            readings.worth(key.index, by: schema).map { ($0, estimate(key, by: schema, $0)) }
        }
        guard let first = found.first else { return nil }
        let worth = EstimatedRevenue(
            range: found.dropFirst().reduce(first.0) { $0.union($1.0) },
            estimate: found.reduce(.zero) { $0 + $1.1 }.part(1, of: found.count))
        return (worth, found.count)
    }

    /// Returns the estimate of a value by one schema.
    ///
    /// It is the mean of the values that tell more, came in the same window under the same schemas, and whose worth lies in that of
    /// this value. If none came, it is the middle.
    private func estimate(_ key: ValueKey, by schema: Int, _ range: RevenueRange) -> Money {
        var sum = Money.zero
        var count = 0
        for index in ValueKey.finer(than: key.index) {
            let other = ValueKey(schemas: key.schemas, index: index)
            guard let seen = counts.index(of: other), let worth = readings.worth(index, by: schema),
                range.contains(worth)
            else { continue }
            sum += estimate(other, by: schema, worth) * counts.entries[seen].count
            count += counts.entries[seen].count
        }
        return count > 0 ? sum.part(1, of: count) : readings.middle(key.index, by: schema) ?? range.least
    }

    /// How many postbacks are read by how many schemas.
    var bases: CaseCounts<SchemaReadings.Basis> {
        var bases = CaseCounts<SchemaReadings.Basis>()
        for (entry, worth) in zip(counts.entries, worths) {
            let isSeveral = worth.map { $0.schemas > 1 } ?? false
            bases.add(isSeveral ? .several : entry.value.schemas.isEmpty ? .none : .one, entry.count)
        }
        return bases
    }
}

/// A revenue of which the bounds are known.
struct EstimatedRevenue: Sendable {
    let range: RevenueRange
    let estimate: Money

    var rounded: DecimalRange { (range.least.roundedDecimal, range.most?.roundedDecimal, estimate.roundedDecimal) }

    /// The unrounded amounts, for a single value rather than a sum.
    var exact: DecimalRange { (range.least.exact, range.most?.exact, estimate.exact) }

    /// Returns the revenue divided by the spend; nil if that is zero.
    func ratio(to spend: Money) -> DecimalRange? {
        guard let least = range.least.ratio(to: spend), let estimate = estimate.ratio(to: spend) else { return nil }
        return (least, range.most?.ratio(to: spend), estimate)
    }
}

/// The revenue of postbacks.
package struct RevenueSum: Sendable {
    /// The possible revenue of the postbacks whose worth is known, and the estimate of it.
    private(set) var range = RevenueRange.zero
    private(set) var estimate = Money.zero
    private var priced = 0
    /// The number of winning postbacks whose app or value no schema covers.
    package private(set) var unpriced = 0

    /// The revenue apart from postbacks that are ``unpriced``; nil if there are no others.
    var known: EstimatedRevenue? { isUnpriced ? nil : EstimatedRevenue(range: range, estimate: estimate) }

    /// Whether nothing is known of the worth of the postbacks.
    var isUnpriced: Bool { priced == 0 && unpriced > 0 }

    /// The estimate of one postback whose worth is known; zero if there is none.
    var mean: Money { priced > 0 ? estimate.part(1, of: priced) : .zero }

    /// Adds postbacks of one value.
    ///
    /// - Parameter worth: nil if no schema covers it.
    mutating func add(_ count: Int, _ worth: EstimatedRevenue?) {
        guard let worth else {
            unpriced += count
            return
        }
        range += worth.range * count
        estimate += worth.estimate * count
        priced += count
    }

    mutating func add(_ other: RevenueSum) {
        range += other.range
        estimate += other.estimate
        priced += other.priced
        unpriced += other.unpriced
    }
}
