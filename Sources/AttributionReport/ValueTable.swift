import AdAttribution
import AttributionJSON

/// What conversion values are worth: names and revenue for ranges of fine values and for coarse ones.
package struct ValueTable: Sendable {
    package struct Entry: Hashable, Sendable {
        package enum Values: Hashable, Sendable {
            case fine(ClosedRange<Int>)
            case coarse(CoarseConversionValue)
        }

        package let values: Values
        package let name: String?
        package let revenue: MoneyRange
    }

    package let entries: [Entry]
    /// The revenue of each fine value; nil for those that no entry names.
    private let fine: [MoneyRange?]
    private let coarse: [MoneyRange?]
    /// What a fine value can be worth that is not told.
    private let anyFine: MoneyRange

    init(_ entries: [Entry]) {
        self.entries = entries
        var fine = [MoneyRange?](repeating: nil, count: FineConversionValue.range.count)
        var coarse = [MoneyRange?](repeating: nil, count: CoarseConversionValue.allCases.count)
        for entry in entries {
            switch entry.values {
            case .fine(let range): for value in range { fine[value] = entry.revenue }
            case .coarse(let value): coarse[value.place] = entry.revenue
            }
        }
        self.fine = fine
        self.coarse = coarse
        let first = fine[0] ?? .zero
        anyFine = fine.dropFirst().reduce(first) { $0.union($1 ?? .zero) }
    }

    /// What a postback can be worth: what the table says of its value. A coarse value that has no entry, and one that the
    /// tier or the window took away, stand for some fine value. What was not set, not won or not named is worth nothing.
    func revenue(of fact: CountedPostback) -> MoneyRange {
        guard fact.didWin != false else { return .zero }
        switch fact.value {
        case .fine(let value): return fine[value] ?? .zero
        case .coarse(let value): return coarse[value.place] ?? anyFine
        case .none(.tier), .none(.window): return anyFine
        case .none(.tierOrNotSet), .none(.thresholdOrNotSet), .none(.tokenOnly): return anyFine.union(.zero)
        case .none(.nonwinning), .none(.notSet), .none(.unreadable): return .zero
        }
    }

    /// Whether a postback has a fine value that no entry names.
    func isUnnamed(_ value: CountedPostback.Value) -> Bool {
        guard case .fine(let value) = value else { return false }
        return fine[value] == nil
    }

    /// The name that the table gives to a fine value.
    package func name(ofFine value: Int) -> String? {
        entries.first { if case .fine(let range) = $0.values { range.contains(value) } else { false } }?.name
    }
}

extension CoarseConversionValue {
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
