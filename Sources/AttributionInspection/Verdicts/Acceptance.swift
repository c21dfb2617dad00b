import AttributionBase
import AttributionModel

/// The inputs that a receiver accepts among those with a valid signature. All others are ``Verdict/Outcome/notOurs``.
///
/// Apple's signature proves that a postback is for some network, but not that the network is yours. A postback of
/// another network, such as a public sample or one that someone forwards, also has a valid signature.
///
/// ```swift
/// let network = try Acceptance.postbacks(forNetworks: ["acme.adattributionkit", "acme.skadnetwork"])
/// let developer = try Acceptance.postbacks(forApps: [1_108_187_390])
/// ```
public struct Acceptance: Hashable, Sendable {
    package var kinds: InputKinds
    /// The accepted ad networks; nil for all networks.
    public package(set) var networks: Set<AdNetworkIdentifier>? { didSet { networkKeys = Self.keys(of: networks) } }
    /// The accepted advertised apps; nil for all apps.
    public package(set) var apps: Set<ItemIdentifier>?
    /// The environments whose keys are accepted.
    public package(set) var environments: Set<SigningEnvironment>
    private var networkKeys: Set<[UInt8]>?
    /// Whether what is accepted may be counted.
    private(set) var isForCounting = true

    package init(
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
    ///   - environments: the environments whose keys are accepted; environments other than production are for tests.
    /// - Throws: an error for an empty set, with which nothing would be accepted.
    public static func postbacks(
        forNetworks networks: Set<AdNetworkIdentifier>, environments: Set<SigningEnvironment> = [.production]
    ) throws(Problem) -> Acceptance {
        try check(networks, "forNetworks", "the ID of at least one ad network")
        try check(environments, "environments", "at least one environment")
        return Acceptance(kinds: .postbacks, networks: networks, apps: nil, environments: environments)
    }

    /// Returns an acceptance of copies of postbacks, as the developer of the advertised apps receives them.
    ///
    /// - Parameters:
    ///   - apps: the developer's apps.
    ///   - environments: the environments whose keys are accepted; environments other than production are for tests.
    /// - Throws: an error for an empty set, with which nothing would be accepted.
    public static func postbacks(
        forApps apps: Set<ItemIdentifier>, environments: Set<SigningEnvironment> = [.production]
    ) throws(Problem) -> Acceptance {
        try check(apps, "forApps", "at least one app")
        try check(environments, "environments", "at least one environment")
        return Acceptance(kinds: .postbacks, networks: nil, apps: apps, environments: environments)
    }

    /// An acceptance of everything that a trusted key signed.
    package static let everything = Acceptance(
        kinds: .all, networks: nil, apps: nil, environments: Set(SigningEnvironment.allCases))

    /// An acceptance of everything, for inputs that nobody counts.
    static let inspection = {
        var acceptance = everything
        acceptance.isForCounting = false
        return acceptance
    }()

    private static func check(_ values: some Collection, _ name: String, _ wanted: String) throws(Problem) {
        guard !values.isEmpty else { throw .value(found: "empty", wanted: wanted).at(name) }
    }

    private static func keys(of networks: Set<AdNetworkIdentifier>?) -> Set<[UInt8]>? {
        networks.map { Set($0.map { AdNetworkIdentifier.key(of: $0.description.utf8) }) }
    }

    /// Whether the acceptance depends on the network or app of a message.
    var dependsOnOwner: Bool { networks != nil || apps != nil }

    func accepts(network: [UInt8]) -> Bool { networkKeys?.contains(network) ?? true }

    /// Returns the fault if a message is for another receiver.
    func foreignParty(network: (name: String, value: JSONView?), app: (name: String, value: JSONView?)) -> InputFault? {
        if networks != nil {
            guard let value = network.value, value.kind == .string,
                accepts(network: AdNetworkIdentifier.key(of: value.string.utf8))
            else { return .notOurs(RunRules.networkNotOurs, field: network.name, found: network.value?.excerpt) }
        }
        if let apps {
            // Some forms of an ad use strings for numbers.
            let item = app.value.flatMap { value in
                value.kind == .string
                    ? ItemIdentifier(value.string) : value.unsignedInteger.map { ItemIdentifier(rawValue: $0) }
            }
            guard let item, apps.contains(item) else {
                return .notOurs(RunRules.appNotOurs, field: app.name, found: app.value?.excerpt)
            }
        }
        return nil
    }
}
