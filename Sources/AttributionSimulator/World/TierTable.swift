import AdAttribution

/// The data tiers that Apple would compute: one for each number of digits of a source identifier, one for the country.
package struct TierTable: Sendable {
    package typealias Row = ConversionTiers

    /// Of every source identifier that has no row of its own.
    package var common = Row()
    /// By the number that an impression carries.
    package var bySource: [Int: Row] = [:]

    package init() {}

    package func row(_ source: SourceIdentifier) -> Row { bySource[source.number] ?? common }
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
