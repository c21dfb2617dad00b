import AttributionBase
import AttributionInspection
import AttributionModel

extension PostbackReport {
    /// A ``Field`` with any type of values.
    public protocol Grouping: Sendable {
        /// The name that `aak report --by` uses.
        var name: String { get }
    }

    /// A field that postbacks can be grouped by, with the type of its values.
    ///
    /// ```swift
    /// let report = PostbackReport(groupedBy: [.sourceIdentifier, .window], refusingRepeats: true)
    /// for group in report.groups where try group[.window] == .first { print(group.counts.won) }
    /// ```
    public struct Field<Value: Hashable & Sendable>: Grouping {
        /// The name that `aak report --by` uses.
        public let name: String
        let read: @Sendable (JSONValue) -> Value?
        /// The offset from UTC in which days begin.
        fileprivate(set) var zone: TimeZoneOffset?

        /// Whether the values of a field of a report are those of this field.
        ///
        /// - Parameter zone: the offset of days in the report, if there is only one.
        func isField(_ field: GroupField, in zone: TimeZoneOffset) -> Bool {
            if case .day(let zone) = field { return zone == self.zone }
            return field.name == name && (self.zone.map { $0 == zone } ?? true)
        }

        fileprivate init(_ field: GroupField.Common, _ read: @escaping @Sendable (JSONValue) -> Value?) {
            self.init(field.name, read)
        }

        fileprivate init(_ name: String, _ read: @escaping @Sendable (JSONValue) -> Value?) {
            (self.name, self.read) = (name, read)
        }

        /// Creates a field whose values are fixed words.
        fileprivate init(_ field: GroupField.Common) where Value: RawRepresentable<String> {
            self.init(field) { $0.string.flatMap { Value(rawValue: $0) } }
        }
    }

    /// The names of all fields of `aak report --by` except times, which are not part of a postback.
    public static let fieldNames = GroupField.names.filter { GroupField($0)?.isTime == false }
}

extension PostbackReport.Field<JSONValue> {
    /// Creates the field with a name that is known only at run time; its values are JSON.
    ///
    /// - Throws: an error if the name is not in ``PostbackReport/fieldNames``.
    public init(parsing name: String) throws(Problem) {
        guard GroupField(name)?.isTime == false else {
            throw .whole(
                "the field", found: quoted(name), wanted: "a field of postbacks", .then(", which postbacks do not have")
            )
        }
        (self.name, read) = (name, { $0 })
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Bool> {
    /// Whether the postback was verified.
    public static var isVerified: Self { Self(.verdict) { $0.string.map { $0 == Verdict.Outcome.valid.rawValue } } }
    /// Whether the ad was credited.
    public static var didWin: Self { Self(.didWin) { if case .bool(let didWin) = $0 { didWin } else { nil } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<SigningEnvironment> {
    /// The environment of the signing key; absent from unverified postbacks.
    public static var environment: Self { Self(.environment) }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Framework> {
    /// The framework.
    public static var framework: Self { Self(.framework) }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<SKAdNetworkVersion> {
    /// The version of SKAdNetwork.
    public static var version: Self { Self(.version) }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<AdNetworkIdentifier> {
    /// The ad network.
    public static var adNetworkIdentifier: Self {
        Self(.adNetworkIdentifier) { $0.string.map { AdNetworkIdentifier(unchecked: $0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<ItemIdentifier> {
    /// The advertised app.
    public static var advertisedItemIdentifier: Self { Self(.advertisedItemIdentifier) { $0.item } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<SourceIdentifier> {
    /// The source identifier, with the digits that the postback has.
    public static var sourceIdentifier: Self { Self(.sourceIdentifier) { $0.string.flatMap { SourceIdentifier($0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<AdCampaign> {
    /// The source identifier, with the digits that the postback has, or the campaign ID of SKAdNetwork before version 4.0.
    public static var adCampaign: Self {
        Self(GroupField.adCampaignName) { value in
            value.string.flatMap { SourceIdentifier($0) }.map { .source($0) }
                ?? value.integer.flatMap { CampaignIdentifier(rawValue: $0) }.map { .campaign($0) }
        }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<CampaignIdentifier> {
    /// The campaign ID of SKAdNetwork before version 4.0.
    public static var campaignIdentifier: Self {
        Self(.campaignIdentifier) { $0.integer.flatMap { CampaignIdentifier(rawValue: $0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Int> {
    /// The number of digits of the source identifier.
    public static var digits: Self { Self(.digits) { $0.integer } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<[DataTier]> {
    /// The data tiers that fit the postback, lowest first; empty if none does.
    public static var tiers: Self { Self(.tier) { $0.string.flatMap { DataTiers.tiers(ofRange: $0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<ConversionWindow> {
    /// The conversion window.
    public static var window: Self { Self(.window) { $0.integer.flatMap { ConversionWindow(rawValue: $0 - 1) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<ConversionType> {
    /// The type of the conversion.
    public static var conversionType: Self { Self(.conversionType) }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<InteractionType> {
    /// Whether the ad was viewed or clicked.
    public static var interaction: Self { Self(.interactionType) }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Publisher> {
    /// The app that showed the ad, or the domain of a web ad.
    public static var publisher: Self {
        Self(.publisherItemIdentifier) { $0.item.map { .app($0) } ?? $0.string.map { .domain($0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<String> {
    /// The marketplace that the app was installed from.
    public static var marketplaceIdentifier: Self { Self(.marketplaceIdentifier) { $0.string } }
    /// The name of the campaign in the list of campaigns, or its identifier if it has no name.
    public static var campaignName: Self { Self(.campaign) { $0.string } }
    /// The day on which the postback arrived, such as `2026-11-21`; absent from postbacks that were added without a time.
    ///
    /// Days with different offsets are different fields. In a report with several, the lines of ``PostbackReport/jsonLines``
    /// name them `day+02:00` and so on.
    ///
    /// - Parameter offset: the offset from UTC in which days begin, in whole quarters of an hour, positive to the east of
    ///   Greenwich. It is the same all year: for a place with summer time, give each arrival's own local time instead.
    /// - Throws: an error if it is not in whole quarters of an hour, or more than 18 hours.
    public static func day(in offset: Duration) throws(Problem) -> PostbackReport.Field<String> {
        var field = Self(.day) { $0.string }
        guard let zone = TimeZoneOffset(offset) else {
            throw .whole("the offset", found: "\(offset)", wanted: "whole quarters of an hour within 18 hours")
        }
        field.zone = zone
        return field
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<CountryCode> {
    /// The country.
    public static var country: Self { Self(.countryCode) { $0.string.flatMap { CountryCode(text: $0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<FineConversionValue> {
    /// The fine conversion value.
    public static var fine: Self { Self(.fineValue) { $0.integer.flatMap { FineConversionValue(rawValue: $0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<CoarseConversionValue> {
    /// The coarse conversion value.
    public static var coarse: Self { Self(.coarseValue) }
}
