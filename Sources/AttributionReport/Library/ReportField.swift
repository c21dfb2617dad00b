extension PostbackReport {
    /// A field that postbacks can be grouped by.
    public struct Field: Hashable, Sendable, CustomStringConvertible {
        let field: GroupField

        /// The names of all fields of `aak report --by` except times, which are not a part of a postback.
        public static let names = GroupField.names.filter { GroupField($0)?.isTime == false }

        /// Creates the field with a name; returns nil for a name that is not among ``names``.
        public init?(_ name: String) {
            guard let field = GroupField(name), !field.isTime else { return nil }
            self.field = field
        }

        private init(_ known: GroupField.Common) { field = .known(known) }

        /// The name.
        public var name: String { field.name }

        /// The name.
        public var description: String { name }

        /// The verdict: `valid`, or `unverified` for a postback that was not verified.
        public static let verdict = Field(.verdict)
        /// The environment of the key: `production`, `development` or `local`.
        public static let environment = Field(.environment)
        /// `adattributionkit` or `skadnetwork`.
        public static let framework = Field(.framework)
        /// The version of SKAdNetwork.
        public static let version = Field(.version)
        /// The ad network's ID.
        public static let adNetworkIdentifier = Field(.adNetworkIdentifier)
        /// The App Store item ID of the advertised app.
        public static let advertisedItemIdentifier = Field(.advertisedItemIdentifier)
        /// The source identifier, with the digits that the postback has.
        public static let sourceIdentifier = Field(.sourceIdentifier)
        /// The campaign of SKAdNetwork before version 4.
        public static let campaignIdentifier = Field(.campaignIdentifier)
        /// The number of digits of the source identifier.
        public static let digits = Field(.digits)
        /// The possible data tiers: one, or a range such as `0-1`.
        public static let tier = Field(.tier)
        /// The conversion window: 1, 2 or 3.
        public static let window = Field(.window)
        /// Whether the ad was credited: `true` or `false`.
        public static let didWin = Field(.didWin)
        /// `download`, `redownload` or `re-engagement`.
        public static let conversionType = Field(.conversionType)
        /// `click` or `view`.
        public static let interactionType = Field(.interactionType)
        /// The App Store item ID of the app that showed the ad, or the domain of a web ad.
        public static let publisherItemIdentifier = Field(.publisherItemIdentifier)
        /// The marketplace that the app was installed from.
        public static let marketplaceIdentifier = Field(.marketplaceIdentifier)
        /// The country.
        public static let countryCode = Field(.countryCode)
        /// The fine conversion value: 0 to 63.
        public static let fineValue = Field(.fineValue)
        /// The coarse conversion value: `low`, `medium` or `high`.
        public static let coarseValue = Field(.coarseValue)
        /// The name of the campaign in the list of campaigns, or its identifier if it has no name.
        public static let campaign = Field(.campaign)
    }
}
