import AdAttribution

/// The data tiers that Apple would compute: one for each number of digits of a source identifier, one for the country.
package struct TierTable: Sendable {
    package struct Row: Hashable, Sendable {
        package var two = DataTier.three
        package var three = DataTier.three
        package var four = DataTier.three
        package var country = DataTier.three

        package init() {}

        package init(_ two: DataTier, _ three: DataTier, _ four: DataTier, country: DataTier) {
            self.two = two
            self.three = three
            self.four = four
            self.country = country
        }
    }

    /// Of every source identifier that has no row of its own.
    package var common = Row()
    /// By the number that an impression carries.
    package var bySource: [Int: Row] = [:]

    package init() {}

    package func row(_ source: SourceIdentifier) -> Row { bySource[source.number] ?? common }
}

extension TierTable.Row {
    /// The tier of a postback and how many digits of the source identifier it leaves: the highest tier, and of equal ones
    /// that with the most digits [Receiving postbacks in multiple conversion windows].
    package func choice(for source: SourceIdentifier) -> (tier: DataTier, digits: Int) {
        var best = (tier: two, digits: 2)
        if source.digitCount >= 3, three >= best.tier { best = (three, 3) }
        if source.digitCount >= 4, four >= best.tier { best = (four, 4) }
        return best
    }
}

/// What is fixed for an impression at its conversion: how much its postbacks may tell.
package struct AssignedTier: Hashable, Sendable {
    package var tier: DataTier
    package var digits: Int
    /// Of the country's own crowd.
    package var country: DataTier

    package init(tier: DataTier, digits: Int, country: DataTier) {
        self.tier = tier
        self.digits = digits
        self.country = country
    }

    /// Development postbacks tell all that there is.
    static func development(_ source: SourceIdentifier) -> AssignedTier {
        AssignedTier(tier: .three, digits: source.digitCount, country: .three)
    }
}
