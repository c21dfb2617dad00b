/// A field that postbacks can be grouped by.
package enum GroupField: Hashable, Sendable {
    /// A field that both frameworks share, or that is inferred.
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
        /// The name of the campaign in the list of campaigns.
        case campaign
        // The arrival time.
        case hour, day, week

        /// The unit of a time field; nil for any other field.
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
    /// Any other described field of postbacks. Nothing is inferred from it.
    case other(OtherField)
    /// The path of a member of the line around the input: names separated by dots.
    case outer(String)

    /// The names of all fields except members of the line around the input.
    package static let names = Common.allCases.map(\.rawValue) + OtherField.all.map(\.name)

    /// Whether the field is a time.
    package var isTime: Bool { timeSpan != nil }

    var timeSpan: TimeSpanUnit? { if case .known(let field) = self { field.timeSpan } else { nil } }

    /// Creates the field with a name; returns nil for a name that is not among ``names``.
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
