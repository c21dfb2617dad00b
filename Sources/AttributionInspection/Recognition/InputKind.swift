import AttributionBase

/// The kind of an input.
public enum InputKind: String, CaseIterable, Encodable, Sendable {
    /// A compact JWS that is neither an impression nor a postback, or an OpenRTB object with such a JWS.
    case token
    /// A signed impression, or its payload.
    case impression
    /// A postback body, its token, or the token's payload.
    case postback
    /// The attribution rules in an app's Info.plist.
    case configuration
    /// A conversion schema, which maps the events of an app to conversion values.
    case schema
    /// A scenario, a world or a population of the simulator, or a list of campaigns for reports.
    case document
    /// A SKAdNetwork postback.
    case skAdNetworkPostback = "skadnetwork-postback"
    /// A signed SKAdNetwork ad, in any of its forms.
    case skAdNetworkAd = "skadnetwork-ad"
    /// A device's request for a signed web ad, which `aak skan sign` answers.
    case webAdRequest = "web-ad-request"
    /// The offer of a bid request, for either framework.
    case bidOffer = "bid-offer"
    /// An object of no known kind.
    case unrecognised
    /// An unreadable input.
    case unreadable

    /// Returns the kind of a payload; nil if it is neither an impression nor a postback.
    ///
    /// A payload with both identifiers counts as a postback, and breaks a rule.
    static func ofPayload(_ payload: JSONView) -> InputKind? { InputKind(ofPayload: payload.messageKind) }

    init?(ofPayload kind: MessageKind?) {
        switch kind {
        case .impression: self = .impression
        case .postback: self = .postback
        case .postbackBody, .configuration, nil: return nil
        }
    }
}

/// The kinds of signed input that a receiver accepts.
///
/// The kind is checked before an identifier is remembered. Otherwise, anyone who has seen a postback could first send its bare token to a
/// receiver, and the body with the conversion value would then count as a repeat.
package struct InputKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// AdAttributionKit postbacks in the body that a device sends.
    package static let postbackBodies = InputKinds(rawValue: 1)
    package static let skAdNetworkPostbacks = InputKinds(rawValue: 2)
    /// Tokens that are not impressions, such as the token of a postback without its body.
    package static let tokens = InputKinds(rawValue: 4)
    /// Impressions in any form.
    package static let impressions = InputKinds(rawValue: 8)
    package static let skAdNetworkAds = InputKinds(rawValue: 16)

    /// The messages that devices send to ad networks and developers. Only these report conversions.
    package static let postbacks: InputKinds = [.postbackBodies, .skAdNetworkPostbacks]
    package static let all = InputKinds(table.map(\.kind))

    /// The kinds with their names in options and in words.
    package static let table: [(kind: InputKinds, name: String, words: String)] = [
        (.postbackBodies, "postback", "a postback body"),
        (.skAdNetworkPostbacks, "skadnetwork-postback", "a SKAdNetwork postback"),
        (.tokens, "token", "a bare token"), (.impressions, "impression", "an impression"),
        (.skAdNetworkAds, "skadnetwork-ad", "a SKAdNetwork ad"),
    ]

    init(_ kind: InputKind, isBody: Bool) {
        self =
            switch kind {
            case .impression: .impressions
            case .postback: isBody ? .postbackBodies : .tokens
            case .skAdNetworkPostback: .skAdNetworkPostbacks
            case .skAdNetworkAd: .skAdNetworkAds
            case .token, .configuration, .schema, .document, .webAdRequest, .bidOffer, .unrecognised, .unreadable:
                .tokens
            }
    }

    /// The kinds as alternatives, for messages.
    var words: String {
        let found = Self.table.filter { contains($0.kind) }.map(\.words)
        return found.isEmpty ? "nothing" : alternatives(found)
    }
}
