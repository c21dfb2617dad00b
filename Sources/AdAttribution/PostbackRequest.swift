import StrictJSON

/// A postback as Apple could send it, described by what made it.
///
/// ``build()`` gives exactly the fields that the data tier and the conversion window allow [Identifying the parameters in
/// a postback].
public struct PostbackRequest: Equatable, Sendable {
    public enum ConversionType: String, CaseIterable, Sendable {
        case download, redownload
        case reEngagement = "re-engagement"
    }

    public enum Interaction: String, CaseIterable, Sendable {
        case click, view
    }

    public enum CoarseValue: String, CaseIterable, Sendable {
        case low, medium, high
    }

    public var tier = DataTier.three
    /// The `postback-sequence-index`: 0, 1 or 2.
    public var index = 0
    /// A fine conversion value that was set, 0 to 63.
    public var fine: Int?
    public var coarse: CoarseValue?
    public var conversionType = ConversionType.download
    public var interaction = Interaction.click
    public var didWin = true
    /// The country, where its own crowd is tier 3.
    public var country: String?
    public var marketplace: String?
    public var postbackIdentifier: String
    public var adNetworkIdentifier: String
    public var advertisedItemIdentifier: UInt64
    public var publisherItemIdentifier: UInt64?
    /// All digits of the impression's source identifier; as many of the last are sent as the tier allows.
    public var sourceIdentifier: String
    /// How many digits of the source identifier crowd anonymity leaves, where the tier leaves a choice.
    public var sourceDigits = 4
    /// The names of fields that are put in though tier and window forbid them, for tests of what refuses them.
    public var forcedFields: Set<String> = []

    public init(
        postbackIdentifier: String, adNetworkIdentifier: String, advertisedItemIdentifier: UInt64,
        sourceIdentifier: String
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
        let isFirst = index == 0
        var payload: [JSONValue.Member] = [.init("postback-identifier", .string(postbackIdentifier))]
        if let publisherItemIdentifier,
            isForced("publisher-item-identifier") || tier.namesPublisher && isFirst && didWin
        {
            payload.append(.init("publisher-item-identifier", .number(String(publisherItemIdentifier))))
        }
        if let marketplace, isForced("marketplace-identifier") || tier.namesMarketplace {
            payload.append(.init("marketplace-identifier", .string(marketplace)))
        }
        payload += [
            .init("impression-type", .string("app-impression")),
            .init("ad-network-identifier", .string(adNetworkIdentifier)),
            .init("did-win", .bool(didWin)),
            .init("postback-sequence-index", .number(String(index))),
            .init("conversion-type", .string(conversionType.rawValue)),
            .init("source-identifier", .string(source)),
            .init("advertised-item-identifier", .number(String(advertisedItemIdentifier))),
        ]
        var unsigned: [JSONValue.Member] = []
        if let fine, isForced("conversion-value") || tier.hasFineValue && isFirst && didWin {
            unsigned.append(.init("conversion-value", .number(String(fine))))
        }
        if let coarse,
            isForced("coarse-conversion-value") || didWin && (isFirst ? tier.hasCoarseValue : tier.hasLaterPostbacks)
        {
            unsigned.append(.init("coarse-conversion-value", .string(coarse.rawValue)))
        }
        unsigned.append(.init("ad-interaction-type", .string(interaction.rawValue)))
        if let country, isForced("country-code") || tier.mayNameCountry && isFirst {
            unsigned.append(.init("country-code", .string(country)))
        }
        return Parts(payload: .object(payload), unsigned: unsigned)
    }

    private func isForced(_ field: String) -> Bool { forcedFields.contains(field) }

    /// The last digits that tier and window leave.
    private var source: String {
        guard !isForced("source-identifier") else { return String(sourceIdentifier.suffix(sourceDigits)) }
        let limit = index == 0 ? tier.sourceDigits : 2...2
        return String(sourceIdentifier.suffix(min(max(sourceDigits, limit.lowerBound), limit.upperBound)))
    }

    /// The rule by which a part of this request can be in no postback, with words for what was asked; nil if there is none.
    ///
    /// - Parameter isSeries: whether the request stands for all windows of a conversion, so that a value only has to be
    ///   in one of them.
    public func refusal(isSeries: Bool = false) -> (rule: String, reason: String)? {
        let isLater = index > 0
        if !didWin {
            if conversionType == .reEngagement {
                return ("postback-re-engagement-did-win", "re-engagements have no nonwinning postbacks")
            }
            if isLater { return ("postback-lost-sequence-index", "a nonwinning network gets the first postback only") }
            if fine != nil { return ("body-lost-conversion-value", "a nonwinning postback has no conversion value") }
            if coarse != nil {
                return ("body-lost-coarse-conversion-value", "a nonwinning postback has no conversion value")
            }
        }
        if conversionType == .reEngagement, interaction == .view {
            return ("body-re-engagement-interaction", "only a click leads to a re-engagement")
        }
        if isLater, !tier.hasLaterPostbacks {
            return ("request-later-tier", "tier 0 sends no second and third postbacks")
        }
        if fine != nil, coarse != nil, !isSeries {
            return ("body-fine-and-coarse", "a postback has a fine or a coarse value, never both")
        }
        if fine != nil, isLater, !isSeries {
            return ("body-later-conversion-value", "only the first postback carries a fine value")
        }
        if fine != nil, !tier.hasFineValue {
            return ("request-fine-tier", "tier \(tier.rawValue) carries no fine value")
        }
        if coarse != nil, !isLater, !tier.hasCoarseValue, !(isSeries && tier.hasLaterPostbacks) {
            return ("request-coarse-tier", "a first postback of tier \(tier.rawValue) carries no coarse value")
        }
        if country != nil, !tier.mayNameCountry { return ("body-tier-country-code", "only tier 3 names the country") }
        if country != nil, isLater, !isSeries {
            return ("body-later-country-code", "only the first postback names the country")
        }
        return nil
    }
}
