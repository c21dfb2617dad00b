/// The fields of a received postback, from which its tier can be inferred. This is the inverse of the table in ``Disclosure``.
package struct DisclosedFields: Hashable, Sendable {
    let framework: Disclosure.Framework
    package let isLater: Bool
    package let didWin: Bool
    /// The number of digits of the source identifier; nil if it is unknown.
    package let digits: Int?
    /// Whether the fields beside the token are known. Otherwise, only those in the token are.
    private let hasBody: Bool
    private let present: Presence

    /// The set of fields that are present, one bit for each.
    package struct Presence: Hashable, Sendable {
        fileprivate let bits: Int

        fileprivate init(bits: Int) { self.bits = bits }

        /// It takes a value for each field, so that none can be forgotten.
        package init(publisher: Bool, marketplaceIdentifier: Bool, fine: Bool, coarse: Bool, country: Bool) {
            func bit(_ field: Disclosure.Field, _ isPresent: Bool) -> Int { isPresent ? Self.bit(field) : 0 }
            bits =
                bit(.publisher, publisher) | bit(.marketplaceIdentifier, marketplaceIdentifier) | bit(.fine, fine)
                | bit(.coarse, coarse) | bit(.country, country)
        }

        fileprivate func contains(_ field: Disclosure.Field) -> Bool { bits & Self.bit(field) != 0 }

        // A switch is faster than a search among all cases, and reports call this for each line.
        fileprivate static func bit(_ field: Disclosure.Field) -> Int {
            switch field {
            case .publisher: 1
            case .marketplaceIdentifier: 2
            case .fine: 4
            case .coarse: 8
            case .country: 16
            }
        }
    }

    /// - Parameters:
    ///   - isLater: Whether it is the second or third postback of its conversion.
    ///   - digits: The number of digits of the source identifier; nil if it is unknown.
    ///   - hasBody: Whether the fields beside the token are known.
    package init(
        _ framework: Disclosure.Framework, isLater: Bool, didWin: Bool, digits: Int?, hasBody: Bool,
        present: Presence
    ) {
        self.framework = framework
        self.isLater = isLater
        self.didWin = didWin
        self.digits = digits
        self.hasBody = hasBody
        self.present = present
    }

    package init(
        _ framework: Disclosure.Framework, isLater: Bool, didWin: Bool, digits: Int?, hasBody: Bool,
        isPresent: (Disclosure.Field) -> Bool
    ) {
        self.init(
            framework, isLater: isLater, didWin: didWin, digits: digits, hasBody: hasBody,
            present: Presence(bits: Disclosure.Field.allCases.reduce(0) { isPresent($1) ? $0 | Presence.bit($1) : $0 }))
    }

    /// Whether the postback has a field; nil if that is unknown or says nothing about the tier.
    package func isPresent(_ field: Disclosure.Field) -> Bool? {
        let isPresent = present.contains(field)
        switch field {
        case .publisher: return isPresent
        // SKAdNetwork postbacks never name a marketplace, so its absence says nothing.
        case .marketplaceIdentifier: return framework == .adAttributionKit ? isPresent : nil
        case .fine, .coarse, .country: return hasBody ? isPresent : nil
        }
    }

    /// Returns the tiers in which a field may be present, or absent, given this window and outcome.
    package func tiers(_ field: Disclosure.Field, isPresent: Bool) -> DataTiers {
        let row = Disclosure.row(field, framework)
        let mayHave = row.tiers(isLater: isLater, didWin: didWin)
        if isLater, row.isOpenLater { return .all }
        if isPresent { return mayHave }
        return row.isAlwaysSet ? DataTiers.all.subtracting(mayHave) : .all
    }

    package func tiers(digits: Int) -> DataTiers {
        guard SourceIdentifier.digitCounts.contains(digits) else { return .empty }
        return digits == 2 ? .all : isLater ? .empty : Disclosure.tiersOfManyDigits
    }

    /// Whether the presence or absence of a field is possible in some tier, but in none of these.
    package func contradicts(_ tiers: DataTiers, _ field: Disclosure.Field, isPresent: Bool) -> Bool {
        self.tiers(field, isPresent: isPresent).contradicts(tiers)
    }

    /// Whether a number of digits is possible in some tier, but in none of these.
    package func contradicts(_ tiers: DataTiers, digits: Int) -> Bool { self.tiers(digits: digits).contradicts(tiers) }

    /// Returns why no tier discloses the field in this window and outcome; nil if one does.
    package func reason(_ field: Disclosure.Field) -> Disclosure.Reason? {
        Disclosure.row(field, framework).reason(isLater: isLater, didWin: didWin)
    }

    /// The tiers in which a postback may have exactly these fields; none if Apple sends no such postback.
    package var tiers: DataTiers { Self.table[index] }

    /// The index of this combination in the table.
    private var index: Int {
        var index = present.bits
        func append(_ part: Bool) { index = index << 1 | (part ? 1 : 0) }
        append(isLater)
        append(didWin)
        append(hasBody)
        append(framework == .adAttributionKit)
        return index << 2 | (digits.map { SourceIdentifier.digitCounts.contains($0) ? $0 - 1 : 0 } ?? 0)
    }

    /// The tiers of all combinations of fields, computed once.
    private static let table: [DataTiers] = {
        var table = [DataTiers](repeating: .empty, count: 1 << 11)
        for framework in [Disclosure.Framework.adAttributionKit, .skAdNetwork] {
            for digits in [nil, 2, 3, 4] {
                for bits in 0..<256 {
                    let fields = DisclosedFields(
                        framework, isLater: bits & 32 != 0, didWin: bits & 64 != 0, digits: digits,
                        hasBody: bits & 128 != 0, present: Presence(bits: bits & 31))
                    table[fields.index] = fields.fittingTiers
                }
            }
        }
        return table
    }()

    private var fittingTiers: DataTiers {
        var tiers: DataTiers = isLater ? (didWin ? Disclosure.tiersOfLaterPostbacks : .empty) : .all
        if let digits { tiers.formIntersection(self.tiers(digits: digits)) }
        for field in Disclosure.Field.allCases where !Disclosure.row(field, framework).isInferred {
            if let isPresent = isPresent(field) { tiers.formIntersection(self.tiers(field, isPresent: isPresent)) }
        }
        // A field whose row is only inferred may exclude tiers, but never all of them.
        for field in Disclosure.Field.allCases where Disclosure.row(field, framework).isInferred {
            guard let isPresent = isPresent(field) else { continue }
            let fitting = tiers.intersection(self.tiers(field, isPresent: isPresent))
            if !fitting.isEmpty { tiers = fitting }
        }
        return tiers
    }
}
