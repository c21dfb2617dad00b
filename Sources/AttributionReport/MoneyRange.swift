import AdAttribution

/// The least and the most that something can be.
package struct MoneyRange: Hashable, Sendable {
    package static let zero = MoneyRange(least: .zero, most: .zero)

    package var least: Money
    package var most: Money

    package init(least: Money, most: Money) {
        self.least = least
        self.most = most
    }

    static func += (left: inout MoneyRange, right: MoneyRange) {
        left.least += right.least
        left.most += right.most
    }

    /// The range that holds both.
    func union(_ other: MoneyRange) -> MoneyRange {
        MoneyRange(least: min(least, other.least), most: max(most, other.most))
    }
}
