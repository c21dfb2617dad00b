/// What postbacks are grouped by.
package enum GroupField: Hashable, Sendable {
    /// What a postback says, or what can be concluded from it, whatever its framework.
    package enum Common: String, CaseIterable, Sendable {
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
        /// What the list of campaigns says of it.
        case campaign
        // When it came.
        case hour, day, week

        /// Nil for what is no time.
        var timeSpan: TimeSpanUnit? {
            switch self {
            case .hour: .hour
            case .day: .day
            case .week: .week
            default: nil
            }
        }
    }

    case known(Common)
    /// A field that a postback says and of which nothing is concluded.
    case other(OtherField)
    /// A member of the line around the input: names parted by dots.
    case outer(String)

    /// The names of all but members of the line around the input.
    package static let names = Common.allCases.map(\.rawValue) + OtherField.all.map(\.name)

    /// Whether it is a time.
    package var isTime: Bool { timeSpan != nil }

    var timeSpan: TimeSpanUnit? { if case .known(let field) = self { field.timeSpan } else { nil } }

    /// - Returns: nil for a name that is none of ``names``.
    package init?(_ name: String) {
        if let known = Common(rawValue: name) {
            self = .known(known)
        } else if let other = OtherField.all.first(where: { $0.name == name }) {
            self = .other(other)
        } else {
            return nil
        }
    }

    package var name: String {
        switch self {
        case .known(let field): field.rawValue
        case .other(let field): field.name
        case .outer(let path): path
        }
    }
}
