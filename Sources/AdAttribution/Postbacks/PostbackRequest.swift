import StrictJSON

/// A postback as Apple could send it, described by what made it.
///
/// ``build()`` gives exactly the fields that the data tier and the conversion window allow [Identifying the parameters in
/// a postback].
public struct PostbackRequest: Equatable, Sendable {
    public var tier = DataTier.three
    public var window = ConversionWindow.first
    /// A fine conversion value that was set.
    public var fine: FineConversionValue?
    public var coarse: CoarseConversionValue?
    public var conversionType = ConversionType.download
    public var interaction = InteractionType.click
    public var didWin = true
    /// The country, where its own crowd is tier 3.
    public var country: CountryCode?
    /// The marketplace's bundle ID.
    public var marketplace: String?
    /// A UUID.
    public var postbackIdentifier: String
    public var adNetworkIdentifier: AdNetworkIdentifier
    public var advertisedItemIdentifier: ItemIdentifier
    public var publisherItemIdentifier: ItemIdentifier?
    /// The impression's source identifier; as many of its last digits are sent as the tier allows.
    public var sourceIdentifier: SourceIdentifier
    /// How many digits of the source identifier crowd anonymity leaves, where the tier leaves a choice.
    public var sourceDigits = 4
    /// The names of fields that are put in though tier and window forbid them, for tests of what refuses them.
    public var forcedFields: Set<String> = []

    public init(
        postbackIdentifier: String, adNetworkIdentifier: AdNetworkIdentifier, advertisedItemIdentifier: ItemIdentifier,
        sourceIdentifier: SourceIdentifier
    ) {
        self.postbackIdentifier = postbackIdentifier
        self.adNetworkIdentifier = adNetworkIdentifier
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.sourceIdentifier = sourceIdentifier
    }

    /// The signed payload, and the fields that stand beside it in the body.
    public struct Parts: Equatable, Sendable {
        public let payload: JSONValue
        public let unsigned: [JSONValue.Member]
    }

    /// The postback's parts, with the fields in the order of Apple's example.
    public func build() -> Parts {
        let isFirst = window.isFirst
        var payload: [JSONValue.Member] = [.init("postback-identifier", .string(postbackIdentifier))]
        if let publisherItemIdentifier,
            isForced("publisher-item-identifier") || tier.namesPublisher && isFirst && didWin
        {
            payload.append(.init("publisher-item-identifier", .number(publisherItemIdentifier.description)))
        }
        if let marketplace, isForced("marketplace-identifier") || tier.namesMarketplace {
            payload.append(.init("marketplace-identifier", .string(marketplace)))
        }
        payload += [
            .init("impression-type", .string("app-impression")),
            .init("ad-network-identifier", .string(adNetworkIdentifier.description)),
            .init("did-win", .bool(didWin)),
            .init("postback-sequence-index", .number(String(window.rawValue))),
            .init("conversion-type", .string(conversionType.rawValue)),
            .init("source-identifier", .string(source.description)),
            .init("advertised-item-identifier", .number(advertisedItemIdentifier.description)),
        ]
        var unsigned: [JSONValue.Member] = []
        if let fine, isForced("conversion-value") || tier.hasFineValue && isFirst && didWin {
            unsigned.append(.init("conversion-value", .number(String(fine.rawValue))))
        }
        if let coarse,
            isForced("coarse-conversion-value") || didWin && (isFirst ? tier.hasCoarseValue : tier.hasLaterPostbacks)
        {
            unsigned.append(.init("coarse-conversion-value", .string(coarse.rawValue)))
        }
        unsigned.append(.init("ad-interaction-type", .string(interaction.rawValue)))
        if let country, isForced("country-code") || tier.mayNameCountry && isFirst {
            unsigned.append(.init("country-code", .string(country.description)))
        }
        return Parts(payload: .object(payload), unsigned: unsigned)
    }

    private func isForced(_ field: String) -> Bool { forcedFields.contains(field) }

    /// The last digits that tier and window leave.
    private var source: SourceIdentifier {
        guard !isForced("source-identifier") else { return sourceIdentifier.last(sourceDigits) }
        let limit = window.isFirst ? tier.sourceDigits : 2...2
        return sourceIdentifier.last(min(max(sourceDigits, limit.lowerBound), limit.upperBound))
    }

    // MARK: - What cannot be

    /// Why a request can lead to no postback.
    public struct Refusal: Sendable {
        public let rule: Rule
        /// The rule in words for what was asked.
        public let reason: String

        package init(_ rule: Rule, _ reason: String) {
            self.rule = rule
            self.reason = reason
        }
    }

    /// The rule by which a part of this request can be in no postback; nil if there is none.
    ///
    /// - Parameter isSeries: whether the request stands for all windows of a conversion, so that a value only has to be
    ///   in one of them.
    public func refusal(isSeries: Bool = false) -> Refusal? {
        let isLater = !window.isFirst
        if !didWin {
            if conversionType == .reEngagement {
                return Refusal(PostbackRules.lostReEngagement, "re-engagements have no nonwinning postbacks")
            }
            if isLater { return Refusal(PostbackRules.lostWindow, "a nonwinning network gets the first postback only") }
            if fine != nil { return Refusal(BodyRules.lostFine, "a nonwinning postback has no conversion value") }
            if coarse != nil { return Refusal(BodyRules.lostCoarse, "a nonwinning postback has no conversion value") }
        }
        if conversionType == .reEngagement, interaction == .view {
            return Refusal(BodyRules.reEngagementView, "only a click leads to a re-engagement")
        }
        if isLater, !tier.hasLaterPostbacks {
            return Refusal(RequestRules.laterTier, "tier 0 sends no second and third postbacks")
        }
        if fine != nil, coarse != nil, !isSeries {
            return Refusal(BodyRules.fineAndCoarse, "a postback has a fine or a coarse value, never both")
        }
        if fine != nil, isLater, !isSeries {
            return Refusal(BodyRules.laterFine, "only the first postback carries a fine value")
        }
        if fine != nil, !tier.hasFineValue {
            return Refusal(RequestRules.fineTier, "tier \(tier.rawValue) carries no fine value")
        }
        if coarse != nil, !isLater, !tier.hasCoarseValue, !(isSeries && tier.hasLaterPostbacks) {
            return Refusal(
                RequestRules.coarseTier, "a first postback of tier \(tier.rawValue) carries no coarse value")
        }
        if country != nil, !tier.mayNameCountry {
            return Refusal(BodyRules.countryPublisher, "only tier 3 names the country")
        }
        if country != nil, isLater, !isSeries {
            return Refusal(BodyRules.laterCountry, "only the first postback names the country")
        }
        return nil
    }

    /// Why the tier does not name the marketplace; nil if it does.
    public var marketplaceRefusal: Refusal? {
        tier.namesMarketplace
            ? nil
            : Refusal(RequestRules.marketplaceTier, "tier \(tier.rawValue) does not name the marketplace")
    }

    /// Why tier or window leave fewer digits of the source identifier than ``sourceDigits``; nil if they do not.
    public var sourceDigitsRefusal: Refusal? {
        if !tier.sourceDigits.contains(sourceDigits) {
            return Refusal(
                RequestRules.sourceDigitsTier, "tier \(tier.rawValue) leaves two digits of the source identifier")
        }
        if !window.isFirst, sourceDigits > 2 {
            return Refusal(PostbackRules.laterSource, "later postbacks have two digits of the source identifier")
        }
        return nil
    }

    /// Why an impression that did not opt in leads to no re-engagement.
    public static let reEngagementRefusal = Refusal(
        RequestRules.reEngagement, RequestRules.reEngagement.summary)
}
