import AttributionModel

/// The counts of a crowd, and the thresholds of the data tiers.
///
/// Apple publishes neither the thresholds nor the formula, so this model is the simulator's own.
package struct CrowdTiers: Sendable {
    /// The numbers of conversions from which on a crowd has tier 1, 2 and 3.
    package struct Thresholds: Hashable, Sendable {
        package var one: Int
        package var two: Int
        package var three: Int
        /// The number of conversions from which on the country is disclosed.
        package var country: Int
        /// Whether each publisher app has a crowd of its own.
        package var countsPublisher = false
    }

    package var thresholds: Thresholds
    package var counts: CrowdCounts

    package init(thresholds: Thresholds, counts: CrowdCounts) {
        self.thresholds = thresholds
        self.counts = counts
    }

    func tier(_ count: Int) -> DataTier {
        count >= thresholds.three
            ? .three : count >= thresholds.two ? .two : count >= thresholds.one ? .one : .zero
    }

    func row(_ impression: AdImpression, country: CountryCode?) -> TierTable.Row {
        func tier(digits: Int) -> DataTier {
            self.tier(
                counts.ads[
                    CrowdCounts.Ad(impression, digits: digits, countsPublisher: thresholds.countsPublisher), default: 0]
            )
        }
        let inCountry = counts.countries[CrowdCounts.Place(impression.advertised, country), default: 0]
        return TierTable.Row(
            tier(digits: 2), tier(digits: 3), tier(digits: 4),
            country: inCountry >= thresholds.country ? .three : .zero)
    }
}

/// The numbers of attributed production conversions, by ad and by country.
package struct CrowdCounts: Sendable {
    package struct Ad: Hashable, Sendable {
        package var network: String
        package var advertised: UInt64
        /// The last digits of the source identifier.
        package var digits: String
        package var publisher: UInt64?

        package init(network: String, advertised: UInt64, digits: String, publisher: UInt64? = nil) {
            self.network = network
            self.advertised = advertised
            self.digits = digits
            self.publisher = publisher
        }

        init(_ impression: AdImpression, digits: Int, countsPublisher: Bool) {
            network = impression.network
            advertised = impression.advertised
            self.digits = impression.source.last(digits).description
            publisher = countsPublisher ? impression.publisher : nil
        }
    }

    package struct Place: Hashable, Sendable {
        package var advertised: UInt64
        package var country: String

        package init(_ advertised: UInt64, _ country: CountryCode?) {
            self.advertised = advertised
            self.country = country?.description ?? ""
        }
    }

    package var ads: [Ad: Int] = [:]
    package var countries: [Place: Int] = [:]

    package init() {}

    /// Counts a conversion that was attributed to the given impression.
    package mutating func add(_ impression: AdImpression, country: CountryCode?, countsPublisher: Bool) {
        // For a source identifier of two digits, there is only one crowd.
        for digits in 2...max(2, impression.source.digitCount) {
            Self.extend(&ads[Ad(impression, digits: digits, countsPublisher: countsPublisher), default: 0], by: 1)
        }
        if country != nil { Self.extend(&countries[Place(impression.advertised, country), default: 0], by: 1) }
    }

    /// Adds the counts of another part of the same run.
    package mutating func add(_ other: CrowdCounts) {
        for (ad, count) in other.ads { Self.extend(&ads[ad, default: 0], by: count) }
        for (place, count) in other.countries { Self.extend(&countries[place, default: 0], by: count) }
    }

    /// Adds to the count of a crowd, up to `Int.max`, because the tier does not change any more. Adding counts from files fails instead,
    /// see ``add(line:)``.
    private static func extend(_ total: inout Int, by count: Int) {
        let (sum, overflow) = total.addingReportingOverflow(count)
        total = overflow ? .max : sum
    }
}

/// The data tiers that Apple would compute: one for each number of digits of the source identifier, and one for the country.
package struct TierTable: Sendable {
    package typealias Row = ConversionTiers

    /// The tiers for source identifiers that have no row in ``bySource``.
    package var common = Row()
    package var bySource: [Int: Row] = [:]

    package func row(_ source: SourceIdentifier) -> Row { bySource[source.number] ?? common }

    package init() {}

    /// Creates a table in which every conversion has the given tier.
    package init(_ tier: DataTier) { common = Row(tier, tier, tier, country: tier) }

    /// Whether the table limits nothing, because all its tiers are the highest.
    package var isHighest: Bool { bySource.isEmpty && common == Row() }
}

/// What an impression's postbacks may disclose, which is fixed when the conversion is made.
package struct AssignedTier: Hashable, Sendable {
    package var tier: DataTier
    package var digits: Int
    /// The tier of the country, which has a crowd of its own.
    package var country: DataTier
    /// The tiers of the crowds from which these tiers result; nil if they do not come from crowds.
    package var crowds: ConversionTiers?

    /// Returns the tier of development postbacks, which disclose everything.
    static func development(_ source: SourceIdentifier) -> AssignedTier {
        AssignedTier(tier: .three, digits: source.digitCount, country: .three)
    }
}
