import StrictJSON

/// The members of the objects that rules speak of.
enum Field: Int, CaseIterable, Sendable {
    // Impressions and postbacks.
    case publisherItemIdentifier, impressionType, adNetworkIdentifier, sourceIdentifier, advertisedItemIdentifier
    // Impressions.
    case impressionIdentifier, timestamp, eligibleForReEngagement
    // Postbacks.
    case postbackIdentifier, conversionType, didWin, postbackSequenceIndex, marketplaceIdentifier
    // Postback bodies.
    case jwsString, adInteractionType, conversionValue, coarseConversionValue, countryCode

    var name: StaticString {
        switch self {
        case .publisherItemIdentifier: "publisher-item-identifier"
        case .impressionType: "impression-type"
        case .adNetworkIdentifier: "ad-network-identifier"
        case .sourceIdentifier: "source-identifier"
        case .advertisedItemIdentifier: "advertised-item-identifier"
        case .impressionIdentifier: "impression-identifier"
        case .timestamp: "timestamp"
        case .eligibleForReEngagement: "eligible-for-re-engagement"
        case .postbackIdentifier: "postback-identifier"
        case .conversionType: "conversion-type"
        case .didWin: "did-win"
        case .postbackSequenceIndex: "postback-sequence-index"
        case .marketplaceIdentifier: "marketplace-identifier"
        case .jwsString: "jws-string"
        case .adInteractionType: "ad-interaction-type"
        case .conversionValue: "conversion-value"
        case .coarseConversionValue: "coarse-conversion-value"
        case .countryCode: "country-code"
        }
    }

    static let impression: Set<Field> = [
        .publisherItemIdentifier, .impressionType, .adNetworkIdentifier, .sourceIdentifier, .advertisedItemIdentifier,
        .impressionIdentifier, .timestamp, .eligibleForReEngagement,
    ]

    static let postback: Set<Field> = [
        .publisherItemIdentifier, .impressionType, .adNetworkIdentifier, .sourceIdentifier, .advertisedItemIdentifier,
        .postbackIdentifier, .conversionType, .didWin, .postbackSequenceIndex, .marketplaceIdentifier,
    ]

    static let body: Set<Field> = [
        .jwsString, .adInteractionType, .conversionValue, .coarseConversionValue, .countryCode,
    ]

    /// For each length of a name, the fields whose names have it, since nearly all lengths differ.
    private static let byLength: [[Field]] = (0...26).map { length in
        allCases.filter { $0.name.utf8CodeUnitCount == length }
    }

    /// The field that a member's name means.
    static func named(_ name: JSONView) -> Field? {
        guard !name.hasEscapes else { return allCases.first { name.isString($0.name) } }
        let length = name.end - name.start - 2
        guard length < byLength.count else { return nil }
        for field in byLength[length] where name.isString(field.name) { return field }
        return nil
    }
}
