import AttributionBase
import AttributionModel

/// A number of conversions, or an amount of money.
enum Quantity {
    case count(Int)
    case money(Money)

    var json: JSONValue {
        switch self {
        case .count(let count): .number(String(count))
        case .money(let money): .string(money.description)
        }
    }

    var shown: String {
        switch self {
        case .count(let count): String(count)
        case .money(let money): money.rounded
        }
    }

    fileprivate var isCount: Bool { if case .count = self { true } else { false } }
}

/// What postbacks allow of a quantity.
package struct Bounds {
    let least: Quantity
    /// Nil if there is no upper bound.
    let most: Quantity?

    var json: JSONValue { Self.record.json(self) }

    package static let record = Record<Bounds>(
        .init("certain", "What the postbacks prove.") { $0.least.isCount ? $0.least.json : nil },
        .init("at-least", "The minimum that the postbacks allow.") { $0.least.isCount ? nil : $0.least.json },
        .init("at-most", "The maximum that the postbacks allow; null if there is no upper bound.") {
            $0.most?.json ?? .null
        })
}
