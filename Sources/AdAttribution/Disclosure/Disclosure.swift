/// What a postback tells of a conversion: the one table of fields by data tier, conversion window and outcome
/// [Receiving postbacks in multiple conversion windows].
///
/// Making a postback, refusing one, telling tiers from fields, judging and simulating all read it. AdAttributionKit and
/// SKAdNetwork 4 share the table but for the marketplace, which SKAdNetwork does not know.
public struct Disclosure: Hashable, Sendable {
    /// Whose postback it is.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Framework: Sendable {
        /// AdAttributionKit.
        case adAttributionKit
        /// SKAdNetwork from version 4 on.
        case skAdNetwork
        /// SKAdNetwork before version 4, which sends one postback, and value and source app only past a threshold. Apple does
        /// not say which: here it is that of tier 2 for the value and that of tier 3 for the app.
        case skAdNetworkBefore4

        /// Whether data tiers decide what a postback tells, instead of one threshold.
        package var hasTiers: Bool {
            switch self {
            case .adAttributionKit, .skAdNetwork: true
            case .skAdNetworkBefore4: false
            }
        }
    }

    /// A field that some postbacks tell and some do not.
    public enum Field: CaseIterable, Sendable {
        /// Who showed the ad: `publisher-item-identifier`; in SKAdNetwork `source-app-id` or `source-domain`.
        case publisher
        /// `marketplace-identifier`.
        case marketplace
        /// `conversion-value`.
        case fineValue
        /// `coarse-conversion-value`.
        case coarseValue
        /// `country-code`.
        case country
    }

    /// Why a field is not in a postback.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: String, CaseIterable, Sendable {
        /// The tier does not tell it.
        case tier
        /// The window does not tell it.
        case window
        /// The network did not win.
        case nonwinning
        /// The country's own crowd is below tier 3.
        case countryTier = "country-tier"
        /// No country is known.
        case noCountry = "no-country"
        /// There is no value to tell.
        case notSet = "not-set"
        /// The fine value is told, and a postback never has both.
        case fineInstead = "fine-instead"
    }

    /// Whether a postback has a field, or why it does not.
    public enum Answer: Hashable, Sendable {
        /// The field is there, where it has a value.
        case sent
        /// The field is left out.
        case withheld(Reason)

        /// Nil for what is sent.
        public var reason: Reason? {
            guard case .withheld(let reason) = self else { return nil }
            return reason
        }
    }

    /// Whose postback it is.
    public var framework: Framework
    /// The tier that the conversion has.
    public var tier: DataTier
    /// The window that the postback tells of.
    public var window: ConversionWindow
    /// Whether the network won.
    public var didWin: Bool

    /// The postback of a tier, a window and an outcome; the first of a winner unless said.
    public init(
        _ framework: Framework = .adAttributionKit, tier: DataTier, window: ConversionWindow = .first,
        didWin: Bool = true
    ) {
        self.framework = framework
        self.tier = tier
        self.window = window
        self.didWin = didWin
    }

    // MARK: - The table

    /// What the table says of one field.
    struct Row {
        /// The tiers whose first postback has it, and those whose second and third have it.
        let first, later: DataTiers
        /// Whether a nonwinning postback tells what a winning one does.
        var isInNonwinning = false
        /// Whether it is there wherever it may be, and not only where a value was set.
        var isAlwaysSet = false
        /// Whether the articles leave open if later postbacks have it.
        var isOpenLater = false
        /// Whether Apple's articles only let one conclude that other postbacks do not have it.
        var isInferred = false

        /// Why no tier has it in such a window and outcome; nil if one has.
        func reason(isLater: Bool, didWin: Bool) -> Reason? {
            if isLater, later.isEmpty { return .window }
            return didWin || isInNonwinning ? nil : .nonwinning
        }

        /// The tiers that have it in such a window and outcome.
        func tiers(isLater: Bool, didWin: Bool) -> DataTiers {
            reason(isLater: isLater, didWin: didWin) != nil ? [] : isLater ? later : first
        }
    }

    static func row(_ field: Field, _ framework: Framework) -> Row {
        switch field {
        case .coarseValue where framework == .skAdNetworkBefore4,
            .country where framework == .skAdNetworkBefore4,
            .marketplace where framework == .skAdNetworkBefore4:
            Row(first: [], later: [])
        case .publisher: Row(first: [.three], later: [], isAlwaysSet: true)
        case .marketplace:
            Row(
                first: [.one, .two, .three], later: [.one, .two, .three], isInNonwinning: true, isAlwaysSet: true,
                isOpenLater: true)
        case .fineValue: Row(first: [.two, .three], later: [])
        case .coarseValue: Row(first: [.one], later: [.one, .two, .three])
        // That a nonwinning postback of SKAdNetwork does not have it either is a reading.
        case .country: Row(first: [.three], later: [], isInNonwinning: framework == .adAttributionKit, isInferred: true)
        }
    }

    /// The tiers that leave more than two digits of the source identifier to a first postback.
    static let tiersOfManyDigits: DataTiers = [.two, .three]
    /// The tiers that send second and third postbacks.
    static let tiersOfLaterPostbacks: DataTiers = [.one, .two, .three]

    // MARK: - Reading it

    /// The fields that the framework's postbacks can have.
    public var fields: [Field] {
        switch framework {
        case .adAttributionKit: Field.allCases
        case .skAdNetwork: Field.allCases.filter { $0 != .marketplace }
        case .skAdNetworkBefore4: [.publisher, .fineValue]
        }
    }

    /// Whether there is such a postback at all: nonwinning networks get the first, and tier 0 sends no other.
    public var isPostback: Bool {
        window.isFirst || didWin && framework != .skAdNetworkBefore4 && Self.tiersOfLaterPostbacks.contains(tier)
    }

    /// How many digits of a source identifier of four the postback has; fewer where crowd anonymity leaves fewer.
    public var sourceDigits: ClosedRange<Int> {
        window.isFirst && Self.tiersOfManyDigits.contains(tier) ? SourceIdentifier.digitCounts : 2...2
    }

    /// The last digits of a source identifier that the postback has.
    ///
    /// - Parameters:
    ///   - source: the source identifier of the impression.
    ///   - count: how many digits crowd anonymity leaves.
    public func digits(of source: SourceIdentifier, count: Int = SourceIdentifier.digitCounts.upperBound)
        -> SourceIdentifier
    {
        source.last(min(max(count, sourceDigits.lowerBound), sourceDigits.upperBound))
    }

    /// Whether the postback has a field for which there is a value.
    public func answer(on field: Field) -> Answer {
        guard fields.contains(field) else { return .withheld(.notSet) }
        let row = Self.row(field, framework)
        if let reason = row.reason(isLater: !window.isFirst, didWin: didWin) { return .withheld(reason) }
        return row.tiers(isLater: !window.isFirst, didWin: didWin).contains(tier) ? .sent : .withheld(.tier)
    }

    /// What there is to tell of a conversion.
    public struct Given: Hashable, Sendable {
        /// Whether it is known who showed the ad.
        public var hasPublisher = true
        /// Whether the marketplace is known.
        public var hasMarketplace = true
        /// Whether a fine conversion value was set.
        public var hasFineValue = false
        /// Whether a coarse conversion value was set.
        public var hasCoarseValue = false
        /// The tier of the country's own crowd; nil where no country is known.
        public var country: DataTier?

        /// What is known of every conversion: publisher and marketplace, no value and no country.
        public init() {}
    }

    /// Whether the postback has a field, by the table and by what there is to tell.
    public func answer(on field: Field, given: Given) -> Answer {
        let answer = answer(on: field)
        switch field {
        case .coarseValue where answer == .withheld(.tier):
            // It was not the tier alone: a tier that tells fine values tells no coarse ones.
            guard given.hasCoarseValue else { return .withheld(.notSet) }
            let isFineSent = given.hasFineValue && self.answer(on: .fineValue) == .sent
            return isFineSent ? .withheld(.fineInstead) : answer
        case _ where answer != .sent: return answer
        case .publisher: return given.hasPublisher ? .sent : .withheld(.notSet)
        case .marketplace: return given.hasMarketplace ? .sent : .withheld(.notSet)
        case .fineValue: return given.hasFineValue ? .sent : .withheld(.notSet)
        case .coarseValue: return given.hasCoarseValue ? .sent : .withheld(.notSet)
        case .country:
            guard let tier = given.country else { return .withheld(.noCountry) }
            return tier == .three ? .sent : .withheld(.countryTier)
        }
    }
}
