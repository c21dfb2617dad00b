import AttributionBase
import AttributionModel

package enum GroupField: Hashable, Sendable {
    /// A field that both frameworks share, or that is inferred.
    package enum Common: String, CaseIterable, Sendable {
        case verdict, environment, framework, version
        case adNetworkIdentifier, advertisedItemIdentifier, sourceIdentifier, campaignIdentifier
        case digits, tier, window
        case didWin, conversionType, interactionType
        case publisherItemIdentifier, marketplaceIdentifier, countryCode
        case fineValue, coarseValue
        /// The name of the campaign in the list of campaigns.
        case campaign
        // The span of time in which the postback arrived.
        case hour, day, week

        /// The name of the field in postbacks; the name of the case where no field has the value.
        package var name: String {
            switch self {
            case .adNetworkIdentifier: PostbackField.adNetworkIdentifier.text
            case .advertisedItemIdentifier: PostbackField.advertisedItemIdentifier.text
            case .sourceIdentifier: PostbackField.sourceIdentifier.text
            case .campaignIdentifier: SignedField.campaignID.description
            case .didWin: PostbackField.didWin.text
            case .conversionType: PostbackField.conversionType.text
            case .interactionType: BodyField.interactionType.text
            case .publisherItemIdentifier: PostbackField.publisherItemIdentifier.text
            case .marketplaceIdentifier: PostbackField.marketplaceIdentifier.text
            case .countryCode: BodyField.countryCode.text
            case .fineValue: BodyField.conversionValue.text
            case .coarseValue: BodyField.coarseConversionValue.text
            case .verdict, .environment, .framework, .version, .digits, .tier, .window, .campaign, .hour, .day, .week:
                rawValue
            }
        }

        /// The fields of a single framework whose values are the values of a common field.
        package static let namesOfFrameworks: [(name: StaticString, common: Common)] = [
            (PostbackField.sequenceIndex.name, .window), (SignedField.adNetworkID.name, .adNetworkIdentifier),
            (SignedField.appID.name, .advertisedItemIdentifier), (SignedField.redownload.name, .conversionType),
            (SignedField.sourceAppID.name, .publisherItemIdentifier),
            (SignedField.sourceDomain.name, .publisherItemIdentifier),
            (SignedField.fidelityType.name, .interactionType),
        ]

        /// The source of the values by which postbacks are grouped.
        fileprivate var source: Source {
            switch self {
            case .verdict: .place(.verdicts)
            case .environment: .place(.environments)
            case .framework: .place(.frameworks)
            case .version: .member { $0.version }
            case .adNetworkIdentifier: .member { $0[.network] }
            case .advertisedItemIdentifier: .member { $0[.advertisedItem] }
            case .sourceIdentifier: .member { $0[.source] }
            case .campaignIdentifier: .member { $0[.campaign] }
            case .digits: .place(.digits)
            case .tier: .place(.tiers)
            case .window: .place(.windows)
            case .didWin: .member { $0[.didWin] }
            case .conversionType: .place(.conversionTypes)
            case .interactionType: .place(.interactions)
            case .publisherItemIdentifier: .member { $0.publisher }
            case .marketplaceIdentifier: .member { $0[.marketplace] }
            case .countryCode: .member { $0[.country] }
            case .fineValue: .member { $0[.fine] }
            case .coarseValue: .member { $0[.coarse] }
            case .campaign: .campaign
            case .hour: .time(.hour, nil)
            case .day: .time(.day, nil)
            case .week: .time(.week, nil)
            }
        }
    }

    enum Source: Sendable {
        case place(Dimension)
        case member(@Sendable (borrowing PostbackMembers) -> JSONView?)
        case campaign
        /// The span of time that contains the arrival, in a zone; nil for that of the report.
        case time(TimeSpanUnit, TimeZoneOffset?)
        /// A member of the line around the input.
        case outer(String)
    }

    /// A field of postbacks from which nothing is inferred. When Apple adds a field, groups can use it as soon as it is described.
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
            var names = Set(Common.allCases.map(\.name)).union(known.map { "\($0)" })
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

        /// Fields that are not offered: those that differ in every postback, and those of one framework that have a common name.
        private static let known: [StaticString] =
            [PostbackField.identifier, BodyField.token].map(\.name)
            + [SignedField.transactionID, .signature].map(\.name) + Common.namesOfFrameworks.map(\.name)
    }

    case known(Common)
    /// The source identifier or the campaign ID, whichever a postback has.
    case adCampaign
    /// The day of arrival in a zone, in a report with days of several.
    case day(TimeZoneOffset)
    case other(Other)
    /// The path of a member of the line around the input: names separated by dots.
    case outer(String)

    /// The names of all fields except members of the line around the input.
    package static let names = Common.allCases.map(\.name) + Other.all.map(\.name)

    var source: Source {
        switch self {
        case .known(let field): field.source
        case .adCampaign: .member { $0[.source] ?? $0[.campaign] }
        case .day(let zone): .time(.day, zone)
        case .other(let field): .member { $0.value(of: field.field, or: field.signedField, isSigned: field.isSigned) }
        case .outer(let path): .outer(path)
        }
    }

    /// No option has this name.
    static let adCampaignName = "ad-campaign"

    package var isTime: Bool { if case .time = source { true } else { false } }

    /// Creates the field with a name; returns nil for a name that is not among ``names``.
    package init?(_ name: String) {
        if let known = Common.allCases.first(where: { $0.name == name }) {
            self = .known(known)
        } else if let other = Other.all.first(where: { $0.name == name }) {
            self = .other(other)
        } else {
            return nil
        }
    }

    package var name: String {
        switch self {
        case .known(let field): field.name
        case .adCampaign: Self.adCampaignName
        case .day(let zone): Common.day.name + zone.text
        case .other(let field): field.name
        case .outer(let path): path
        }
    }
}
