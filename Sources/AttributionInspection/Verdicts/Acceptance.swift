import AdAttribution
import AttributionBytes
import AttributionJSON

/// What a receiver takes of that which trusted keys signed. All else is ``Verdict/Outcome/notOurs``.
///
/// Apple's signature says that a network won, and not that it is yours: a postback of another network, public as a sample or
/// sent on by somebody, verifies as well.
///
/// ```swift
/// let network = Acceptance.postbacks(forNetworks: ["acme.adattributionkit", "acme.skadnetwork"])
/// let developer = Acceptance.postbacks(forApps: [1_108_187_390])
/// ```
public struct Acceptance: Hashable, Sendable {
    /// The kinds of signed input that are taken.
    public var kinds: InputKinds
    /// The ad networks whose messages are taken, compared whole and without case; nil for those of all.
    public var networks: Set<String>? { didSet { networkKeys = Self.keys(of: networks) } }
    /// The advertised apps whose messages are taken; nil for those of all.
    public var apps: Set<ItemIdentifier>?
    /// Whose keys may have signed.
    public var environments: Set<SigningEnvironment>
    private var networkKeys: Set<[UInt8]>?

    /// Whatever is named here and nothing else.
    public init(
        kinds: InputKinds, networks: Set<String>?, apps: Set<ItemIdentifier>?, environments: Set<SigningEnvironment>
    ) {
        self.kinds = kinds
        self.networks = networks
        self.apps = apps
        self.environments = environments
        networkKeys = Self.keys(of: networks)
    }

    /// Postbacks of production for an ad network.
    ///
    /// - Parameter networks: its IDs, of both frameworks where it has two.
    public static func postbacks(forNetworks networks: Set<String>) -> Acceptance {
        Acceptance(kinds: .postbacks, networks: networks, apps: nil, environments: [.production])
    }

    /// Copies of postbacks of production, as the developer of the advertised apps gets them.
    public static func postbacks(forApps apps: Set<ItemIdentifier>) -> Acceptance {
        Acceptance(kinds: .postbacks, networks: nil, apps: apps, environments: [.production])
    }

    /// Whatever a trusted key signed, whoever it is for: to look at inputs, not to count them.
    public static let everything = Acceptance(
        kinds: .all, networks: nil, apps: nil, environments: Set(SigningEnvironment.allCases))

    private static func keys(of networks: Set<String>?) -> Set<[UInt8]>? {
        networks.map { Set($0.map { AdNetworkIdentifier.key(of: $0.utf8) }) }
    }

    /// Whether it depends on what a message says whose it is.
    var asksWhose: Bool { networks != nil || apps != nil }

    /// Why a message is for somebody else.
    ///
    /// - Parameters:
    ///   - network: the member that names the ad network, and what it is called.
    ///   - app: the member that names the advertised app, and what it is called.
    func stranger(network: (name: String, value: JSONView?), app: (name: String, value: JSONView?)) -> InputFault? {
        if let networkKeys {
            guard let value = network.value, value.kind == .string,
                networkKeys.contains(AdNetworkIdentifier.key(of: value.string.utf8))
            else { return .networkNotOurs(field: network.name, found: network.value?.excerpt) }
        }
        if let apps {
            // Some forms of an ad have texts for numbers.
            let item = app.value.flatMap { value in
                value.kind == .string
                    ? ItemIdentifier(value.string) : value.unsignedInteger.map { ItemIdentifier(rawValue: $0) }
            }
            guard let item, apps.contains(item) else {
                return .appNotOurs(field: app.name, found: app.value?.excerpt)
            }
        }
        return nil
    }
}

/// The kinds of signed input that a receiver takes.
///
/// It is said before anything is remembered: a receiver of postbacks that also took bare tokens would let whoever saw a
/// postback use up its identifier, and the body with the conversion value, coming later, would count as a repeat.
public struct InputKinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Postbacks of AdAttributionKit in the body that a device sends.
    public static let postbackBodies = InputKinds(rawValue: 1)
    /// Postbacks of SKAdNetwork.
    public static let skAdNetworkPostbacks = InputKinds(rawValue: 2)
    /// Tokens that are no impressions, such as that of a postback without the body around it.
    public static let tokens = InputKinds(rawValue: 4)
    /// Impressions, in whatever is around them.
    public static let impressions = InputKinds(rawValue: 8)
    /// Signed ads of SKAdNetwork.
    public static let skAdNetworkAds = InputKinds(rawValue: 16)

    /// What devices send to an ad network, or to a developer: the only kinds that count conversions.
    public static let postbacks: InputKinds = [.postbackBodies, .skAdNetworkPostbacks]
    /// Whatever has a signature.
    public static let all = InputKinds(table.map(\.kind))

    /// The kinds, by what options call them and as a clause.
    package static let table: [(kind: InputKinds, name: String, words: String)] = [
        (.postbackBodies, "postback", "a postback body"),
        (.skAdNetworkPostbacks, "skadnetwork-postback", "a postback of SKAdNetwork"),
        (.tokens, "token", "a bare token"), (.impressions, "impression", "an impression"),
        (.skAdNetworkAds, "skadnetwork-ad", "an ad of SKAdNetwork"),
    ]

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
        let found = Self.table.filter { contains($0.kind) }.map(\.words)
        return found.isEmpty ? "nothing" : alternatives(found)
    }
}
