/// The fields of a received postback, which show its tier: the inverse of the table in ``Disclosure``.
package struct DisclosedFields: Sendable {
    let framework: Disclosure.Framework
    package let isLater: Bool
    package let didWin: Bool
    /// The number of digits of the source identifier; nil if it is unknown.
    package let digits: Int?
    /// Whether the fields alongside the token are known, and not only the token.
    private let hasBody: Bool
    private let present: Presence

    /// Fields that are present.
    package struct Presence: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let publisher = Presence(rawValue: 1)
        package static let marketplace = Presence(rawValue: 2)
        package static let fine = Presence(rawValue: 4)
        package static let coarse = Presence(rawValue: 8)
        package static let country = Presence(rawValue: 16)

        init(_ field: Disclosure.Field) {
            self =
                switch field {
                case .publisher: .publisher
                case .marketplaceIdentifier: .marketplace
                case .fine: .fine
                case .coarse: .coarse
                case .country: .country
                }
        }
    }

    /// - Parameters:
    ///   - isLater: Whether it is the second or third postback of its conversion.
    ///   - digits: The number of digits of the source identifier; nil if it is unknown.
    ///   - hasBody: Whether the fields alongside the token are known.
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
            present: Disclosure.Field.allCases.reduce(into: []) { if isPresent($1) { $0.insert(Presence($1)) } })
    }

    /// Whether the postback has a field; nil if that is unknown or not significant.
    package func isPresent(_ field: Disclosure.Field) -> Bool? {
        let isPresent = present.contains(Presence(field))
        switch field {
        case .publisher: return isPresent
        // SKAdNetwork has no marketplace, so its absence is not significant.
        case .marketplaceIdentifier: return framework == .adAttributionKit ? isPresent : nil
        case .fine, .coarse, .country: return hasBody ? isPresent : nil
        }
    }

    /// Returns the tiers that fit the presence or absence of a field in this window and outcome.
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

    /// Whether the presence or absence of a field fits none of these tiers, but fits others.
    package func contradicts(_ tiers: DataTiers, _ field: Disclosure.Field, isPresent: Bool) -> Bool {
        self.tiers(field, isPresent: isPresent).contradicts(tiers)
    }

    /// Whether a number of digits fits none of these tiers, but fits others.
    package func contradicts(_ tiers: DataTiers, digits: Int) -> Bool { self.tiers(digits: digits).contradicts(tiers) }

    /// Returns why no tier has the field in this window and outcome; nil if one has.
    package func reason(_ field: Disclosure.Field) -> Disclosure.Reason? {
        Disclosure.row(field, framework).reason(isLater: isLater, didWin: didWin)
    }

    /// The tiers that fit all fields; empty if no tier sends such a postback.
    package var tiers: DataTiers { Self.table[index] }

    /// The index in the table of all combinations.
    private var index: Int {
        var index = present.rawValue
        func append(_ part: Bool) { index = index << 1 | (part ? 1 : 0) }
        append(isLater)
        append(didWin)
        append(hasBody)
        append(framework == .adAttributionKit)
        return index << 2 | (digits.map { SourceIdentifier.digitCounts.contains($0) ? $0 - 1 : 0 } ?? 0)
    }

    /// The tiers of all combinations, computed once.
    private static let table: [DataTiers] = {
        var table = [DataTiers](repeating: .empty, count: 1 << 11)
        for framework in [Disclosure.Framework.adAttributionKit, .skAdNetwork] {
            for digits in [nil, 2, 3, 4] {
                for bits in 0..<256 {
                    let fields = DisclosedFields(
                        framework, isLater: bits & 32 != 0, didWin: bits & 64 != 0, digits: digits,
                        hasBody: bits & 128 != 0, present: Presence(rawValue: bits & 31))
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
        // An inferred row can narrow the tiers down, but never to none.
        for field in Disclosure.Field.allCases where Disclosure.row(field, framework).isInferred {
            guard let isPresent = isPresent(field) else { continue }
            let fitting = tiers.intersection(self.tiers(field, isPresent: isPresent))
            if !fitting.isEmpty { tiers = fitting }
        }
        return tiers
    }
}
