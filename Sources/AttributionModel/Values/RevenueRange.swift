/// The minimum and maximum of the possible revenue.
public struct RevenueRange: Hashable, Sendable {
    /// No revenue.
    public static let zero = RevenueRange(least: .zero, most: .zero)

    /// The lower bound.
    public var least: Money
    /// The upper bound; nil if there is none.
    public var most: Money?

    package init(least: Money, most: Money?) {
        self.least = least
        self.most = most
    }

    /// Returns the smallest range that contains both.
    package func union(_ other: RevenueRange) -> RevenueRange {
        RevenueRange(least: min(least, other.least), most: Self.combine(most, other.most) { max($0, $1) })
    }

    package static func + (left: RevenueRange, right: RevenueRange) -> RevenueRange {
        RevenueRange(least: left.least + right.least, most: combine(left.most, right.most) { $0 + $1 })
    }

    package static func += (left: inout RevenueRange, right: RevenueRange) { left = left + right }

    package static func * (range: RevenueRange, count: Int) -> RevenueRange {
        RevenueRange(least: range.least * count, most: range.most.map { $0 * count })
    }

    package func contains(_ other: RevenueRange) -> Bool {
        guard let most else { return other.least >= least }
        return other.least >= least && other.most.map { $0 <= most } ?? false
    }

    /// Whether a revenue is in the range. Both bounds are included.
    package func contains(_ revenue: Money) -> Bool {
        guard revenue >= least else { return false }
        return most.map { revenue <= $0 } ?? true
    }

    /// Combines two upper bounds; nil if either is missing.
    private static func combine(_ left: Money?, _ right: Money?, _ body: (Money, Money) -> Money) -> Money? {
        guard let left, let right else { return nil }
        return body(left, right)
    }
}
