import Bytes

/// The kinds of signed input that a receiver takes.
///
/// It is said before anything is remembered: a receiver of postbacks that also took bare tokens would let whoever saw a
/// postback use up its identifier, and the body with the conversion value, coming later, would count as a repeat.
public struct AcceptedInputs: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Postbacks of AdAttributionKit in the body that a device sends.
    public static let postbackBodies = AcceptedInputs(rawValue: 1)
    /// Postbacks of SKAdNetwork.
    public static let skAdNetworkPostbacks = AcceptedInputs(rawValue: 2)
    /// Tokens that are no impressions, such as that of a postback without the body around it.
    public static let tokens = AcceptedInputs(rawValue: 4)
    /// Impressions, in whatever is around them.
    public static let impressions = AcceptedInputs(rawValue: 8)
    /// Signed ads of SKAdNetwork.
    public static let skAdNetworkAds = AcceptedInputs(rawValue: 16)

    /// What devices send to an ad network, or to a developer: the only kinds that count conversions.
    public static let postbacks: AcceptedInputs = [.postbackBodies, .skAdNetworkPostbacks]
    /// Whatever has a signature.
    public static let all: AcceptedInputs = [.postbacks, .tokens, .impressions, .skAdNetworkAds]

    /// The kind of an input that has a signature.
    ///
    /// - Parameter isBody: whether a body is around what is signed.
    init(_ kind: InputKind, isBody: Bool) {
        self =
            switch kind {
            case .impression: .impressions
            case .postback: isBody ? .postbackBodies : .tokens
            case .skadnetworkPostback: .skAdNetworkPostbacks
            case .skadnetworkAd: .skAdNetworkAds
            case .token, .configuration, .bidOffer, .unreadable: .tokens
            }
    }

    /// The kinds in words, as one clause.
    var words: String {
        let words: [(kind: AcceptedInputs, words: String)] = [
            (.postbackBodies, "a postback body"), (.skAdNetworkPostbacks, "a postback of SKAdNetwork"),
            (.tokens, "a bare token"), (.impressions, "an impression"), (.skAdNetworkAds, "an ad of SKAdNetwork"),
        ]
        let found = words.filter { contains($0.kind) }.map(\.words)
        return found.isEmpty ? "nothing" : alternatives(found)
    }
}
