/// The content of a postback, from a table of fields by data tier, conversion window and outcome [Receiving
/// postbacks in multiple conversion windows].
///
/// It is used to build and refuse postbacks, to infer tiers from fields, to check rules and to simulate.
/// AdAttributionKit and SKAdNetwork 4 share the table, except that SKAdNetwork has no marketplace, and no country in
/// nonwinning postbacks.
public struct Disclosure: Hashable, Sendable {
    package enum Framework: Sendable {
        case adAttributionKit
        /// SKAdNetwork from version 4 on.
        case skAdNetwork
        /// SKAdNetwork before version 4. These versions send a single postback, which has the conversion value and the source app only
        /// above a threshold. Apple does not publish the threshold. Here, the value is disclosed from tier 2 on, and the app in tier 3.
        case skAdNetworkBefore4

        /// Whether data tiers decide what a postback discloses, instead of a single threshold.
        package var hasTiers: Bool {
            switch self {
            case .adAttributionKit, .skAdNetwork: true
            case .skAdNetworkBefore4: false
            }
        }
    }

    /// A field that only some postbacks have.
    public enum Field: CaseIterable, Sendable {
        /// Where the ad was shown: `publisher-item-identifier`, or in SKAdNetwork `source-app-id` or `source-domain`.
        case publisher
        /// `marketplace-identifier`.
        case marketplaceIdentifier
        /// `conversion-value`.
        case fine
        /// `coarse-conversion-value`.
        case coarse
        /// `country-code`.
        case country
    }

    /// The reason why a postback lacks a field.
    public enum Reason: String, CaseIterable, Sendable {
        /// The tier does not disclose it.
        case tier
        /// The window does not disclose it.
        case window
        /// The network did not win.
        case nonwinning
        /// The country's own crowd is below tier 3.
        case countryTier = "country-tier"
        /// The country is unknown.
        case noCountry = "no-country"
        /// There is no value.
        case notSet = "not-set"
        /// The fine value is sent, and a postback never has both values.
        case fineInstead = "fine-instead"
    }

    package var framework: Framework
    package var tier: DataTier
    package var window: ConversionWindow
    package var didWin: Bool

    package init(of framework: Framework, tier: DataTier, window: ConversionWindow, didWin: Bool) {
        self.framework = framework
        self.tier = tier
        self.window = window
        self.didWin = didWin
    }

    // MARK: - The table

    /// The row of the table for a field.
    struct Row {
        /// The tiers that disclose the field in the first postback, and those that do in the second and third.
        let first, later: DataTiers
        /// Whether nonwinning postbacks have the field too.
        var isInNonwinning = false
        /// Whether every postback that may have the field has it. Otherwise, it depends on whether there is a value.
        var isAlwaysSet = false
        /// Whether the articles leave open if later postbacks have the field.
        var isOpenLater = false
        /// Whether Apple's articles say only indirectly which postbacks lack the field.
        var isInferred = false

        /// Returns why no tier discloses the field in a window and outcome; nil if one does.
        func reason(isLater: Bool, didWin: Bool) -> Reason? {
            if isLater, later.isEmpty { return .window }
            return didWin || isInNonwinning ? nil : .nonwinning
        }

        func tiers(isLater: Bool, didWin: Bool) -> DataTiers {
            reason(isLater: isLater, didWin: didWin) != nil ? .empty : isLater ? later : first
        }
    }

    static func row(_ field: Field, _ framework: Framework) -> Row {
        switch field {
        case .coarse where framework == .skAdNetworkBefore4,
            .country where framework == .skAdNetworkBefore4,
            .marketplaceIdentifier where framework == .skAdNetworkBefore4:
            Row(first: .empty, later: .empty)
        case .publisher: Row(first: .three, later: .empty, isAlwaysSet: true)
        case .marketplaceIdentifier:
            Row(
                first: .oneToThree, later: .oneToThree, isInNonwinning: true, isAlwaysSet: true,
                isOpenLater: true)
        case .fine: Row(first: .twoAndThree, later: .empty)
        case .coarse: Row(first: .one, later: .oneToThree)
        // That nonwinning SKAdNetwork postbacks lack the country too is an interpretation.
        case .country:
            Row(first: .three, later: .empty, isInNonwinning: framework == .adAttributionKit, isInferred: true)
        }
    }

    /// The tiers in which the first postback may have more than two digits of the source identifier.
    static let tiersOfManyDigits = DataTiers.twoAndThree
    /// The tiers that send a second and a third postback.
    static let tiersOfLaterPostbacks = DataTiers.oneToThree

    // MARK: - Lookup

    /// The fields that the framework's postbacks can have.
    package var fields: [Field] {
        switch framework {
        case .adAttributionKit: Field.allCases
        case .skAdNetwork: Field.allCases.filter { $0 != .marketplaceIdentifier }
        case .skAdNetworkBefore4: [.publisher, .fine]
        }
    }

    /// Whether Apple sends such a postback: nonwinning networks and tier 0 get only the first one.
    package var isPostback: Bool {
        window.isFirst || didWin && framework != .skAdNetworkBefore4 && Self.tiersOfLaterPostbacks.contains(tier)
    }

    /// The possible numbers of digits of a four-digit source identifier. Crowd anonymity decides between them.
    package var sourceDigits: ClosedRange<Int> {
        window.isFirst && Self.tiersOfManyDigits.contains(tier) ? SourceIdentifier.digitCounts : 2...2
    }

    /// Returns the last digits of a source identifier, as the postback has them.
    package func digits(of source: SourceIdentifier, count: Int = SourceIdentifier.digitCounts.upperBound)
        -> SourceIdentifier
    {
        source.last(min(max(count, sourceDigits.lowerBound), sourceDigits.upperBound))
    }

    /// Returns why the postback lacks a field; nil if it has the field whenever there is a value.
    package func absence(of field: Field) -> Reason? {
        guard fields.contains(field) else { return .notSet }
        let row = Self.row(field, framework)
        if let reason = row.reason(isLater: !window.isFirst, didWin: didWin) { return reason }
        return row.tiers(isLater: !window.isFirst, didWin: didWin).contains(tier) ? nil : .tier
    }

    /// The values that exist for a conversion.
    package struct Values: Hashable, Sendable {
        package var hasPublisher = true
        package var hasMarketplace = true
        package var hasFineValue = false
        package var hasCoarseValue = false
        /// The tier of the country's own crowd; nil if the country is unknown.
        package var country: DataTier?

        /// Creates the values that every conversion has: the publisher and the marketplace, but no conversion value and no country.
        package init() {}
    }

    /// Returns why the postback lacks a field, according to the table and to the values that exist; nil if it has the field.
    package func absence(of field: Field, given: Values) -> Reason? {
        let reason = absence(of: field)
        switch field {
        case .coarse where reason == .tier:
            // The table says that the tier is the reason, but the coarse value may also be missing, or replaced by the fine one.
            guard given.hasCoarseValue else { return .notSet }
            return given.hasFineValue && absence(of: .fine) == nil ? .fineInstead : reason
        case _ where reason != nil: return reason
        case .publisher: return given.hasPublisher ? nil : .notSet
        case .marketplaceIdentifier: return given.hasMarketplace ? nil : .notSet
        case .fine: return given.hasFineValue ? nil : .notSet
        case .coarse: return given.hasCoarseValue ? nil : .notSet
        case .country:
            guard let tier = given.country else { return .noCountry }
            return tier == .three ? nil : .countryTier
        }
    }
}
