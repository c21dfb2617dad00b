import AttributionInspection
import AttributionModel

/// An attempt to deliver a postback: its fields, the body that is sent, and the server's response.
public struct SimulatedPostback: Hashable, Sendable {
    /// When the attempt is made.
    public let time: Timestamp
    /// The framework whose rules the postback follows.
    public let framework: Framework
    /// The kind of server that receives the postback.
    public let recipient: Recipient
    /// The ad network that the postback is for.
    public let adNetworkIdentifier: AdNetworkIdentifier
    /// The number of the conversion on this device, counted from 1. It is not sent to any server.
    public let conversion: Int
    /// The conversion window of the postback; always the first for SKAdNetwork before version 4.
    public let window: ConversionWindow
    /// The data tier, which determines the fields that the postback contains. It is not sent to any server.
    public let tier: DataTier
    /// Whether the conversion is attributed to this network's ad.
    public let didWin: Bool
    /// Whether the postback comes from Developer Mode or developer settings and must not be counted.
    public let isDevelopment: Bool
    /// The kind of conversion.
    public let conversionType: ConversionType
    /// Whether the ad was viewed or clicked.
    public let interaction: InteractionType
    /// The disclosed digits of the source identifier: two to four. Nil for SKAdNetwork before version 4, because
    /// earlier versions have campaign IDs instead.
    public let sourceIdentifier: SourceIdentifier?
    /// The fine or coarse conversion value in the postback, if any.
    public let conversionValue: ConversionValue?
    /// The country code in the postback, if any.
    public let country: CountryCode?
    /// The fields that the postback omits, each with the reason.
    public let withheld: [Disclosure.Field: Disclosure.Reason]
    /// The number of the attempt, from 1 to 10.
    public let attempt: Int
    /// The HTTP status that the server returns; 0 means no response, or none yet.
    public let status: Int
    /// Whether the server responded with status 200. If not, the postback may be sent again a day later, up to ten
    /// attempts in all. An AdAttributionKit postback is sent again only after a 500 or no response.
    public var isDelivered: Bool { status == 200 }
    /// The signed JSON body of the request.
    public let body: String

    /// The kind of server that receives a postback.
    public enum Recipient: String, CaseIterable, Sendable {
        /// The ad network's server.
        case adNetwork = "ad-network"
        /// The server of the advertised app's developer, which receives a copy.
        case developer
    }
}
