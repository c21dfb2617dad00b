import AttributionModel

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

        /// The fields of one framework whose values these groups have.
        package static let namesOfFrameworks: [(name: StaticString, common: Common)] = [
            (PostbackField.sequenceIndex.name, .window), (SignedField.adNetworkID.name, .adNetworkIdentifier),
            (SignedField.appID.name, .advertisedItemIdentifier), (SignedField.redownload.name, .conversionType),
            (SignedField.sourceAppID.name, .publisherItemIdentifier),
            (SignedField.sourceDomain.name, .publisherItemIdentifier),
            (SignedField.fidelityType.name, .interactionType),
        ]

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

    /// A described field of postbacks from which nothing is inferred. A field that Apple adds can be used for groups as soon as
    /// it is described.
    package struct Other: Hashable, Sendable {
        let name: String
        /// The field in postbacks of AdAttributionKit; nil if they do not have it.
        let field: Field?
        /// The field in postbacks of SKAdNetwork; nil if they do not have it.
        let signedField: SignedField?
        /// Whether the field is signed: in AdAttributionKit, or else in some version of SKAdNetwork.
        let isSigned: Bool

        static let all: [Other] = {
            let postback = PostbackField.shape.fields.filter { $0 != PostbackField.impressionIdentifier }
            let disclosed = SignedField.allCases.filter { field in
                SKAdNetworkVersion.allCases.contains { $0.discloses(field) }
            }
            var names = Set(Common.allCases.map(\.rawValue)).union(known.map { "\($0)" })
            return ((postback + BodyField.shape.fields).map(\.text) + disclosed.map(\.description)).compactMap { name in
                guard names.insert(name).inserted else { return nil }
                let inPostback = postback.first { $0.text == name }
                let inBody = BodyField.shape.fields.first { $0.text == name }
                let signedField = disclosed.first { $0.description == name }
                let isSigned = signedField.map { field in SignedOrder.postbacks.contains { $0.signs(field) } } ?? false
                return Other(
                    name: name, field: inPostback ?? inBody, signedField: signedField,
                    isSigned: inPostback != nil || inBody == nil && isSigned)
            }
        }()

        /// Fields that no two postbacks share, and those of one framework that are grouped by a name for both.
        private static let known: [StaticString] =
            [PostbackField.identifier, BodyField.token].map(\.name)
            + [SignedField.transactionID, .signature].map(\.name) + Common.namesOfFrameworks.map(\.name)
    }

    case known(Common)
    case other(Other)
    /// The path of a member of the line around the input: names separated by dots.
    case outer(String)

    /// The names of all fields except members of the line around the input.
    package static let names = Common.allCases.map(\.rawValue) + Other.all.map(\.name)

    package var isTime: Bool { timeSpan != nil }

    var timeSpan: TimeSpanUnit? { if case .known(let field) = self { field.timeSpan } else { nil } }

    /// Creates the field with a name; returns nil for a name that is not among ``names``.
    package init?(_ name: String) {
        if let known = Common(rawValue: name) {
            self = .known(known)
        } else if let other = Other.all.first(where: { $0.name == name }) {
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
