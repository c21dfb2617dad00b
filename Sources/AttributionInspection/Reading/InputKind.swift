import AdAttribution
import AttributionJSON

/// What an input is.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum InputKind: String, Sendable {
    /// A compact JWS, or an OpenRTB object around one, whose payload is neither of those below.
    case token
    /// A signed impression, or its payload; so is called what is a bare object and nothing else.
    case impression
    /// A postback body, or its signed part, or the payload of that.
    case postback
    /// The attribution rules in an app's Info.plist.
    case configuration
    /// A postback of SKAdNetwork.
    case skadnetworkPostback = "skadnetwork-postback"
    /// A signed ad of SKAdNetwork, in any of its forms.
    case skadnetworkAd = "skadnetwork-ad"
    /// What an impression of a bid request offers, of either framework.
    case bidOffer = "bid-offer"
    /// Nothing that could be read.
    case unreadable

    /// Without an allocation, for streams.
    package var name: StaticString {
        switch self {
        case .token: "token"
        case .impression: "impression"
        case .postback: "postback"
        case .configuration: "configuration"
        case .skadnetworkPostback: "skadnetwork-postback"
        case .skadnetworkAd: "skadnetwork-ad"
        case .bidOffer: "bid-offer"
        case .unreadable: "unreadable"
        }
    }

    /// The field that tells an input of this kind from others.
    var identifier: InputFault.Identifier {
        switch self {
        case .impression: .impression
        case .skadnetworkPostback: .transaction
        case .skadnetworkAd: .nonce
        case .token, .postback, .configuration, .bidOffer, .unreadable: .postback
        }
    }

    /// What a payload is; nil for one that is neither an impression's nor a postback's.
    ///
    /// A payload with both identifiers is a postback everywhere, and a broken rule.
    static func ofPayload(_ payload: JSONView) -> InputKind? {
        switch payload.messageKind {
        case .impression: .impression
        case .postback: .postback
        case .postbackBody, .configuration, nil: nil
        }
    }
}
