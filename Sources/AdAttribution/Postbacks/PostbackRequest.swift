import StrictJSON

/// A postback as Apple could send it, described by what made it.
///
/// ``build()`` gives exactly those of the fields set here that the data tier and the conversion window allow [Identifying
/// the parameters in a postback]. ``refusal(isSeries:)`` tells what cannot be asked for, ``findings`` what is wrong with the
/// postback that results, such as an identifier that is no UUID.
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
    /// The marketplace's bundle ID. Without one a postback of tiers 1 to 3 is none that Apple sends.
    public var marketplace: String? = "com.apple.AppStore"
    /// A UUID.
    public var postbackIdentifier: String
    public var adNetworkIdentifier: AdNetworkIdentifier
    public var advertisedItemIdentifier: ItemIdentifier
    /// Named in winning first postbacks of tier 3.
    public var publisherItemIdentifier: ItemIdentifier? = .development
    /// The impression's source identifier; as many of its last digits are sent as the tier allows.
    public var sourceIdentifier: SourceIdentifier
    /// How many digits of the source identifier crowd anonymity leaves, 2 to 4; nil for as many as tier and window allow.
    public var sourceDigits: Int?
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
        let count = sourceDigits ?? SourceIdentifier.digitCounts.upperBound
        guard !isForced("source-identifier") else { return sourceIdentifier.last(count) }
        let limit = window.isFirst ? tier.sourceDigits : 2...2
        return sourceIdentifier.last(min(max(count, limit.lowerBound), limit.upperBound))
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

    /// What Apple's rules have against the postback of ``build()``, warnings included.
    public var findings: [Finding] {
        let parts = build()
        let body = JSONValue.object([.init("jws-string", .string(""))] + parts.unsigned)
        return Examiner.findings(postback: parts.payload, body: body)
    }

    /// The rule by which tier, window and outcome forbid a value that was asked for; nil if there is none.
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

    /// Why the postback does not name the publisher; nil if it does.
    ///
    /// - Parameter isSeries: whether it is enough that the first postback of a conversion does.
    public func publisherRefusal(isSeries: Bool = false) -> Refusal? {
        guard tier.namesPublisher else {
            return Refusal(RequestRules.publisherTier, "tier \(tier.rawValue) does not name the publisher")
        }
        if !didWin { return Refusal(PostbackRules.lostPublisher, "a nonwinning postback does not name the publisher") }
        return window.isFirst || isSeries
            ? nil : Refusal(PostbackRules.laterPublisher, "only the first postback names the publisher")
    }

    /// Why tier or window leave fewer digits of the source identifier than ``sourceDigits``; nil if they do not.
    public var sourceDigitsRefusal: Refusal? {
        guard let sourceDigits else { return nil }
        guard SourceIdentifier.digitCounts.contains(sourceDigits) else {
            return Refusal(PostbackRules.sourceDigits, "crowd anonymity leaves two, three or four digits")
        }
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
