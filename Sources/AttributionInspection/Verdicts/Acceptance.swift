import AdAttribution
import AttributionBase

/// The inputs that a receiver accepts among those with a valid signature. All others are ``Verdict/Outcome/notOurs``.
///
/// Apple's signature says that a network won, but not that the network is yours. A postback of another network, such
/// as a public sample or one that somebody forwards, also has a valid signature.
///
/// ```swift
/// let acme = AdNetworkIdentifier("acme.adattributionkit")!
/// let network = Acceptance.postbacks(forNetworks: [acme])
/// let developer = Acceptance.postbacks(forApps: [1_108_187_390])
/// ```
public struct Acceptance: Hashable, Sendable {
    /// The accepted kinds of signed input.
    public var kinds: InputKinds
    /// The accepted ad networks; nil for all networks.
    public var networks: Set<AdNetworkIdentifier>? { didSet { networkKeys = Self.keys(of: networks) } }
    /// The accepted advertised apps; nil for all apps.
    public var apps: Set<ItemIdentifier>?
    /// The environments whose keys are accepted.
    public var environments: Set<SigningEnvironment>
    private var networkKeys: Set<[UInt8]>?

    /// Creates an acceptance of exactly the given inputs.
    public init(
        kinds: InputKinds, networks: Set<AdNetworkIdentifier>?, apps: Set<ItemIdentifier>?,
        environments: Set<SigningEnvironment>
    ) {
        self.kinds = kinds
        self.networks = networks
        self.apps = apps
        self.environments = environments
        networkKeys = Self.keys(of: networks)
    }

    /// Returns an acceptance of postbacks for an ad network.
    ///
    /// - Parameters:
    ///   - networks: the network's IDs, from both frameworks if it uses both.
    ///   - environments: the environments whose keys are accepted; others than production are for tests.
    public static func postbacks(
        forNetworks networks: Set<AdNetworkIdentifier>, environments: Set<SigningEnvironment> = [.production]
    ) -> Acceptance {
        Acceptance(kinds: .postbacks, networks: networks, apps: nil, environments: environments)
    }

    /// Returns an acceptance of copies of postbacks, as the developer of the advertised apps receives them.
    ///
    /// - Parameters:
    ///   - apps: the developer's apps.
    ///   - environments: the environments whose keys are accepted; others than production are for tests.
    public static func postbacks(
        forApps apps: Set<ItemIdentifier>, environments: Set<SigningEnvironment> = [.production]
    ) -> Acceptance {
        Acceptance(kinds: .postbacks, networks: nil, apps: apps, environments: environments)
    }

    /// An acceptance of everything that a trusted key signed. Use it to inspect inputs, not to count them.
    public static let everything = Acceptance(
        kinds: .all, networks: nil, apps: nil, environments: Set(SigningEnvironment.allCases))

    private static func keys(of networks: Set<AdNetworkIdentifier>?) -> Set<[UInt8]>? {
        networks.map { Set($0.map { AdNetworkIdentifier.key(of: $0.description.utf8) }) }
    }

    /// Whether the acceptance depends on the network or app of a message.
    var asksWhose: Bool { networks != nil || apps != nil }

    /// Whether a network, in lowercase, is accepted.
    func accepts(network: [UInt8]) -> Bool { networkKeys?.contains(network) ?? true }

    /// Returns the fault if a message is for another receiver.
    ///
    /// - Parameters:
    ///   - network: the member with the ad network, and its name.
    ///   - app: the member with the advertised app, and its name.
    func foreignParty(network: (name: String, value: JSONView?), app: (name: String, value: JSONView?)) -> InputFault? {
        if networks != nil {
            guard let value = network.value, value.kind == .string,
                accepts(network: AdNetworkIdentifier.key(of: value.string.utf8))
            else { return .networkNotOurs(field: network.name, found: network.value?.excerpt) }
        }
        if let apps {
            // Some forms of an ad use strings for numbers.
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

/// The kinds of signed input that a receiver accepts.
///
/// They are checked before an identifier is remembered. Otherwise, anyone who has seen a postback could send its bare
/// token to a receiver first, and the body with the conversion value would later count as a repeat.
public struct InputKinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// AdAttributionKit postbacks in the body that a device sends.
    public static let postbackBodies = InputKinds(rawValue: 1)
    /// SKAdNetwork postbacks.
    public static let skAdNetworkPostbacks = InputKinds(rawValue: 2)
    /// Tokens other than impressions, such as the token of a postback without its body.
    public static let tokens = InputKinds(rawValue: 4)
    /// Impressions, in any enclosing form.
    public static let impressions = InputKinds(rawValue: 8)
    /// Signed SKAdNetwork ads.
    public static let skAdNetworkAds = InputKinds(rawValue: 16)

    /// The messages that devices send to ad networks and developers. No other kinds count conversions.
    public static let postbacks: InputKinds = [.postbackBodies, .skAdNetworkPostbacks]
    /// All kinds of signed input.
    public static let all = InputKinds(table.map(\.kind))

    /// The kinds with their names in options and in words.
    package static let table: [(kind: InputKinds, name: String, words: String)] = [
        (.postbackBodies, "postback", "a postback body"),
        (.skAdNetworkPostbacks, "skadnetwork-postback", "a postback of SKAdNetwork"),
        (.tokens, "token", "a bare token"), (.impressions, "impression", "an impression"),
        (.skAdNetworkAds, "skadnetwork-ad", "an ad of SKAdNetwork"),
    ]

    /// Returns the kind of a signed input.
    ///
    /// - Parameter isBody: whether the signed part is enclosed in a body.
    init(_ kind: InputKind, isBody: Bool) {
        self =
            switch kind {
            case .impression: .impressions
            case .postback: isBody ? .postbackBodies : .tokens
            case .skadnetworkPostback: .skAdNetworkPostbacks
            case .skadnetworkAd: .skAdNetworkAds
            case .token, .configuration, .schema, .bidOffer, .unreadable: .tokens
            }
    }

    /// The kinds in words, as alternatives.
    var words: String {
        let found = Self.table.filter { contains($0.kind) }.map(\.words)
        return found.isEmpty ? "nothing" : alternatives(found)
    }
}
