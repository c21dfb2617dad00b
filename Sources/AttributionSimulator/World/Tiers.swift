import AttributionModel

/// The number of conversions for each ad, and the thresholds for each data tier.
///
/// Apple publishes neither the thresholds nor the formula; this is our own model.
package struct CrowdTiers: Sendable {
    /// The numbers of conversions that reach tiers 1, 2 and 3. A count equal to a threshold reaches it.
    package struct Thresholds: Hashable, Sendable {
        package var one: Int
        package var two: Int
        package var three: Int
        /// The number of conversions at which the country is disclosed.
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

/// The number of production conversions that were won, by ad and by country.
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
        // A source identifier of two digits has only one suffix.
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

    /// Raises the count of a crowd, up to `Int.max`: a larger crowd has the same tier. The sum of counts in files fails instead, see
    /// ``add(line:)``.
    private static func extend(_ total: inout Int, by count: Int) {
        let (sum, overflow) = total.addingReportingOverflow(count)
        total = overflow ? .max : sum
    }
}

/// The data tiers that Apple would compute: one per number of source identifier digits, and one for the country.
package struct TierTable: Sendable {
    package typealias Row = ConversionTiers

    /// The tiers for source identifiers without a row in ``bySource``.
    package var common = Row()
    /// The tiers by source identifier.
    package var bySource: [Int: Row] = [:]

    package func row(_ source: SourceIdentifier) -> Row { bySource[source.number] ?? common }

    package init() {}

    /// Creates the table by which every conversion has a tier.
    package init(_ tier: DataTier) { common = Row(tier, tier, tier, country: tier) }

    /// Whether it limits nothing.
    package var isHighest: Bool { bySource.isEmpty && common == Row() }
}

/// The limits on what an impression's postbacks disclose, fixed at its conversion.
package struct AssignedTier: Hashable, Sendable {
    package var tier: DataTier
    package var digits: Int
    /// The tier of the country, which has a crowd of its own.
    package var country: DataTier
    /// The tiers of the crowds that these come from; nil where there are none.
    package var crowds: ConversionTiers?

    /// Returns the tier of development postbacks, which disclose everything.
    static func development(_ source: SourceIdentifier) -> AssignedTier {
        AssignedTier(tier: .three, digits: source.digitCount, country: .three)
    }
}
