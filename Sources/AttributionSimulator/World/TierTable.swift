import AdAttribution

/// The data tiers that Apple would compute: one per number of source identifier digits, and one for the country.
package struct TierTable: Sendable {
    package typealias Row = ConversionTiers

    /// The tiers for source identifiers without a row in ``bySource``.
    package var common = Row()
    /// The tiers by source identifier.
    package var bySource: [Int: Row] = [:]

    package func row(_ source: SourceIdentifier) -> Row { bySource[source.number] ?? common }
}

/// The limits on what an impression's postbacks disclose, fixed at its conversion.
package struct AssignedTier: Hashable, Sendable {
    package var tier: DataTier
    package var digits: Int
    /// The tier of the country, which has a crowd of its own.
    package var country: DataTier

    /// Returns the tier of development postbacks, which disclose everything.
    static func development(_ source: SourceIdentifier) -> AssignedTier {
        AssignedTier(tier: .three, digits: source.digitCount, country: .three)
    }
}
