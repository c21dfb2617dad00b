import AttributionBase

/// The kind of an input.
public enum InputKind: String, Sendable {
    /// A compact JWS, or an OpenRTB object around one, whose payload is of no other kind.
    case token
    /// A signed impression, or its payload. A bare object without another kind counts as one.
    case impression
    /// A postback body, its token, or the payload of that.
    case postback
    /// The attribution rules in an app's Info.plist.
    case configuration
    /// A conversion schema: what events of an app mean in conversion values.
    case schema
    /// A SKAdNetwork postback.
    case skadnetworkPostback = "skadnetwork-postback"
    /// A signed SKAdNetwork ad, in any of its forms.
    case skadnetworkAd = "skadnetwork-ad"
    /// An offer of a bid request, for either framework.
    case bidOffer = "bid-offer"
    /// An unreadable input.
    case unreadable

    /// The field that identifies an input of this kind.
    var identifier: InputFault.Identifier {
        switch self {
        case .impression: .impression
        case .skadnetworkPostback: .transaction
        case .skadnetworkAd: .nonce
        case .token, .postback, .configuration, .schema, .bidOffer, .unreadable: .postback
        }
    }

    /// Returns the kind of a payload; nil if it belongs to neither an impression nor a postback.
    ///
    /// A payload with both identifiers always counts as a postback, and breaks a rule.
    static func ofPayload(_ payload: JSONView) -> InputKind? {
        switch payload.messageKind {
        case .impression: .impression
        case .postback: .postback
        case .postbackBody, .configuration, nil: nil
        }
    }
}
