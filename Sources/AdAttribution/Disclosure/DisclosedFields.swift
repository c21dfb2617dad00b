/// What a postback that came shows of its tier: the table of ``Disclosure`` read backwards.
package struct DisclosedFields {
    let framework: Disclosure.Framework
    package let isLater: Bool
    package let didWin: Bool
    /// How many digits of the source identifier there are; nil if that cannot be told.
    package let digits: Int?
    let hasPublisher, hasMarketplace: Bool
    /// Nil where only the token is at hand, and not what stands beside it.
    package let hasFineValue, hasCoarseValue, hasCountry: Bool?

    package init(
        _ framework: Disclosure.Framework = .adAttributionKit, isLater: Bool, didWin: Bool, digits: Int?,
        hasPublisher: Bool, hasMarketplace: Bool = false, hasFineValue: Bool?, hasCoarseValue: Bool?, hasCountry: Bool?
    ) {
        self.framework = framework
        self.isLater = isLater
        self.didWin = didWin
        self.digits = digits
        self.hasPublisher = hasPublisher
        self.hasMarketplace = hasMarketplace
        self.hasFineValue = hasFineValue
        self.hasCoarseValue = hasCoarseValue
        self.hasCountry = hasCountry
    }

    func isThere(_ field: Disclosure.Field) -> Bool? {
        switch field {
        case .publisher: hasPublisher
        // SKAdNetwork knows none, so its absence tells nothing.
        case .marketplace: framework == .adAttributionKit ? hasMarketplace : nil
        case .fineValue: hasFineValue
        case .coarseValue: hasCoarseValue
        case .country: hasCountry
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
    package var tiers: DataTiers {
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
