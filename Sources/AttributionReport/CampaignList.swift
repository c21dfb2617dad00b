import AttributionBase
import AttributionModel
import AttributionSchema

/// Campaigns with their spend.
///
/// ```swift
/// let spring = CampaignList.Campaign(.source(source), name: "Spring", spend: try Money("8.00"))
/// let report = try PostbackReport(
///     groupedBy: [.campaignName], refusingRepeats: true, campaigns: CampaignList([spring]))
/// ```
public struct CampaignList: Sendable {
    let table: CampaignTable

    /// An entry of the list: an identifier of a campaign. Entries with the same name belong to one campaign.
    public struct Campaign: Hashable, Sendable {
        /// The whole source identifier, or the campaign ID of SKAdNetwork before version 4.0.
        public var identifier: AdCampaign
        /// The name in reports, which otherwise show the identifier.
        public var name: String?
        /// What was spent; nil if it is unknown.
        public var spend: Money?
        /// The ad network; nil for any.
        public var adNetworkIdentifier: AdNetworkIdentifier?
        /// The advertised app; nil for any.
        public var advertisedItemIdentifier: ItemIdentifier?

        /// Creates an entry.
        public init(
            _ identifier: AdCampaign, name: String? = nil, spend: Money? = nil,
            adNetworkIdentifier: AdNetworkIdentifier? = nil, advertisedItemIdentifier: ItemIdentifier? = nil
        ) {
            self.identifier = identifier
            self.name = name
            self.spend = spend
            self.adNetworkIdentifier = adNetworkIdentifier
            self.advertisedItemIdentifier = advertisedItemIdentifier
        }

        fileprivate var entry: CampaignTable.Entry {
            var entry = CampaignTable.Entry(
                network: adNetworkIdentifier?.description, app: advertisedItemIdentifier?.rawValue, name: name,
                spend: spend)
            switch identifier {
            case .source(let source): entry.source = source
            case .campaign(let campaign): entry.campaign = campaign
            }
            return entry
        }
    }

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - campaigns: the campaigns.
    ///   - currency: the currency of the spend, as three capital letters; nil if it is unknown.
    /// - Throws: an error for each identifier that occurs twice for the same network and app, and for an invalid currency.
    public init(_ campaigns: [Campaign], currency: String? = nil) throws(Problems) {
        table = try CampaignTable(checked: campaigns.map(\.entry), currency: currency)
    }

    /// Reads the file of `aak report --campaigns`: `[{"source-identifier":"5239","name":"Spring","spend":"8.00"},…]`.
    ///
    /// - Parameter document: JSON text in UTF-8.
    /// - Throws: everything that is wrong with the document, each fault with its path and in the words of the command line.
    public init(parsing document: some Collection<UInt8>) throws(Problems) {
        table = try CampaignTable(parsing: Array(document))
    }

    /// Reads the file of `aak report --campaigns` from a string.
    public init(parsing document: String) throws(Problems) { try self.init(parsing: document.utf8) }
}
