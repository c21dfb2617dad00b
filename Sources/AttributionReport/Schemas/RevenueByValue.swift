import AttributionModel
import AttributionSchema

/// The estimated revenue of the values that occurred. It depends on which other values occurred.
struct RevenueByValue: Sendable {
    let readings: SchemaReadings
    /// The number of postbacks with each value.
    let counts: ValueCounts
    /// The revenue of each value, by its index in ``counts``, and the number of schemas that may have set the value.
    private var revenues: [(worth: EstimatedRevenue, schemas: Int)?] = []

    init(_ counts: ValueCounts, _ readings: SchemaReadings) {
        (self.counts, self.readings) = (counts, readings)
        revenues = counts.entries.map { worth(of: $0.value) }
    }

    /// The revenue of a value that occurred; nil if no schema covers the app or the value.
    subscript(key: ValueKey) -> EstimatedRevenue? { counts.index(of: key).flatMap { revenues[$0]?.worth } }

    /// Returns the bounds over all schemas that may have set the value, and the average of their estimates.
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

    /// Returns the estimated revenue of a value in one schema.
    ///
    /// It is the average over the more precise values that occurred in the same window with the same possible schemas, and whose revenue
    /// lies within that of this value. If none occurred, it is the middle.
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

    /// The number of postbacks by how many schemas may have set their value.
    var bases: CaseCounts<SchemaReadings.Basis> {
        var bases = CaseCounts<SchemaReadings.Basis>()
        for (entry, worth) in zip(counts.entries, revenues) {
            let isSeveral = worth.map { $0.schemas > 1 } ?? false
            bases.add(isSeveral ? .several : entry.value.schemas.isEmpty ? .none : .one, entry.count)
        }
        return bases
    }
}

/// A revenue between two bounds, with an estimate.
struct EstimatedRevenue: Sendable {
    let range: RevenueRange
    let estimate: Money

    var rounded: DecimalRange { (range.least.roundedDecimal, range.most?.roundedDecimal, estimate.roundedDecimal) }

    /// The unrounded amounts, for a single value rather than a sum.
    var exact: DecimalRange { (range.least.exact, range.most?.exact, estimate.exact) }

    /// Returns the revenue divided by the spend; nil if nothing was spent.
    func ratio(to spend: Money) -> DecimalRange? {
        guard let least = range.least.ratio(to: spend), let estimate = estimate.ratio(to: spend) else { return nil }
        return (least, range.most?.ratio(to: spend), estimate)
    }
}

/// The revenue of postbacks.
package struct RevenueSum: Sendable {
    /// The bounds of the revenue of all postbacks that a schema covers. The estimate follows.
    private(set) var range = RevenueRange.zero
    private(set) var estimate = Money.zero
    private var priced = 0
    /// The number of winning postbacks of which no schema covers the app or the value.
    package private(set) var unpriced = 0

    /// The revenue of all postbacks except the ``unpriced`` ones; nil if there are no others.
    var known: EstimatedRevenue? { isUnpriced ? nil : EstimatedRevenue(range: range, estimate: estimate) }

    /// Whether the revenue of all postbacks is unknown.
    var isUnpriced: Bool { priced == 0 && unpriced > 0 }

    /// The average estimate of a postback that a schema covers; zero if there is none.
    var mean: Money { priced > 0 ? estimate.part(1, of: priced) : .zero }

    /// Adds postbacks that have the same value.
    ///
    /// - Parameter worth: The revenue of each; nil if no schema covers the value.
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
