/// What a postback that came shows of its tier: the table of ``Disclosure`` read backwards.
package struct DisclosedFields: Sendable {
    let framework: Disclosure.Framework
    package let isLater: Bool
    package let didWin: Bool
    /// How many digits of the source identifier there are; nil if that cannot be told.
    package let digits: Int?
    /// Whether the fields beside the token are at hand, and not the token alone.
    private let hasBody: Bool
    /// The fields that are there, a bit each.
    private let there: Int

    /// - Parameters:
    ///   - isLater: whether it is the second or third postback of its conversion.
    ///   - digits: how many digits of the source identifier there are; nil if that cannot be told.
    ///   - hasBody: whether the fields beside the token are at hand.
    ///   - isThere: whether the postback has a field.
    package init(
        _ framework: Disclosure.Framework, isLater: Bool, didWin: Bool, digits: Int?, hasBody: Bool,
        isThere: (Disclosure.Field) -> Bool
    ) {
        self.framework = framework
        self.isLater = isLater
        self.didWin = didWin
        self.digits = digits
        self.hasBody = hasBody
        there = Disclosure.Field.allCases.reduce(0) { isThere($1) ? $0 | Self.bit($1) : $0 }
    }

    private static func bit(_ field: Disclosure.Field) -> Int {
        switch field {
        case .publisher: 1
        case .marketplace: 2
        case .fineValue: 4
        case .coarseValue: 8
        case .country: 16
        }
    }

    /// Whether the postback has a field; nil where that cannot be told, or tells nothing.
    package func isThere(_ field: Disclosure.Field) -> Bool? {
        let isThere = there & Self.bit(field) != 0
        switch field {
        case .publisher: return isThere
        // SKAdNetwork knows none, so its absence tells nothing.
        case .marketplace: return framework == .adAttributionKit ? isThere : nil
        case .fineValue, .coarseValue, .country: return hasBody ? isThere : nil
        }
    }

    /// The tiers whose postbacks of this window and outcome have a field, or do not have to have it.
    package func tiers(_ field: Disclosure.Field, isThere: Bool) -> DataTiers {
        let row = Disclosure.row(field, framework)
        let mayHave = row.tiers(isLater: isLater, didWin: didWin)
        if isLater, row.isOpenLater { return .all }
        if isThere { return mayHave }
        return row.isAlwaysSet ? DataTiers.all.subtracting(mayHave) : .all
    }

    package func tiers(digits: Int) -> DataTiers {
        guard SourceIdentifier.digitCounts.contains(digits) else { return [] }
        return digits == 2 ? .all : isLater ? [] : Disclosure.tiersOfManyDigits
    }

    /// Whether a field, there or not, fits none of these tiers though it fits others.
    package func contradicts(_ tiers: DataTiers, _ field: Disclosure.Field, isThere: Bool) -> Bool {
        let fitting = self.tiers(field, isThere: isThere)
        return !fitting.isEmpty && fitting.isDisjoint(with: tiers)
    }

    /// Whether that many digits fit none of these tiers though they fit others.
    package func contradicts(_ tiers: DataTiers, digits: Int) -> Bool {
        let fitting = self.tiers(digits: digits)
        return !fitting.isEmpty && fitting.isDisjoint(with: tiers)
    }

    /// Why no tier has the field in this window and outcome; nil if one has.
    package func reason(_ field: Disclosure.Field) -> Disclosure.Reason? {
        Disclosure.row(field, framework).reason(isLater: isLater, didWin: didWin)
    }

    /// The tiers that all of it fits; none for what no tier sends.
    package var tiers: DataTiers { Self.table[place] }

    /// Its place among all that there can be.
    private var place: Int {
        var place = there
        for part in [isLater, didWin, hasBody, framework == .adAttributionKit] { place = place << 1 | (part ? 1 : 0) }
        return place << 2 | (digits.map { SourceIdentifier.digitCounts.contains($0) ? $0 - 1 : 0 } ?? 0)
    }

    /// The tiers of all that there can be, worked out once.
    private static let table: [DataTiers] = {
        var table = [DataTiers](repeating: [], count: 1 << 11)
        for framework in [Disclosure.Framework.adAttributionKit, .skAdNetwork] {
            for digits in [nil, 2, 3, 4] {
                for bits in 0..<256 {
                    let fields = DisclosedFields(
                        framework, isLater: bits & 32 != 0, didWin: bits & 64 != 0, digits: digits,
                        hasBody: bits & 128 != 0
                    ) { bits & bit($0) != 0 }
                    table[fields.place] = fields.fittingTiers
                }
            }
        }
        return table
    }()

    private var fittingTiers: DataTiers {
        var tiers: DataTiers = isLater ? (didWin ? Disclosure.tiersOfLaterPostbacks : []) : .all
        if let digits { tiers.formIntersection(self.tiers(digits: digits)) }
        for field in Disclosure.Field.allCases where !Disclosure.row(field, framework).isInferred {
            if let isThere = isThere(field) { tiers.formIntersection(self.tiers(field, isThere: isThere)) }
        }
        // What is only inferred tells tiers apart, and rules none out alone.
        for field in Disclosure.Field.allCases where Disclosure.row(field, framework).isInferred {
            guard let isThere = isThere(field) else { continue }
            let fitting = tiers.intersection(self.tiers(field, isThere: isThere))
            if !fitting.isEmpty { tiers = fitting }
        }
        return tiers
    }
}
