/// What postbacks are grouped by.
package enum GroupField: Hashable, Sendable {
    /// What a postback says, or what can be concluded from it, whatever its framework.
    package enum Known: String, CaseIterable, Sendable {
        case verdict, environment, framework, version
        case adNetworkIdentifier = "ad-network-identifier"
        case advertisedItemIdentifier = "advertised-item-identifier"
        case sourceIdentifier = "source-identifier"
        case campaignIdentifier = "campaign-id"
        case digits, tier, window
        case didWin = "did-win"
        case conversionType = "conversion-type"
        case interactionType = "ad-interaction-type"
        case publisherItemIdentifier = "publisher-item-identifier"
        case marketplaceIdentifier = "marketplace-identifier"
        case countryCode = "country-code"
        case fineValue = "conversion-value"
        case coarseValue = "coarse-conversion-value"
    }

    case known(Known)
    /// A member of the line around the input: names parted by dots.
    case outer(String)

    package var name: String {
        switch self {
        case .known(let field): field.rawValue
        case .outer(let path): path
        }
    }
}
