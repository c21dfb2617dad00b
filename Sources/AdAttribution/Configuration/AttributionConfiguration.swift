import AttributionJSON
import AttributionRules

/// An app's own attribution rules, as its Info.plist gives them [Configuring attribution rules for your app].
///
/// Reading takes what is right and leaves the defaults in place of what is not; ``findings`` tells which keys those are.
/// That a device does the same is a reading: Apple does not say what becomes of a bad value.
public struct AttributionConfiguration: Sendable {
    /// What is said under `global` or an ad network's ID about installs.
    public struct Windows: Hashable, Sendable {
        /// For how many days a click leads to an install, in ``AttributionConfiguration/clickDays``.
        public var click: Int?
        /// For how many days a view leads to an install, in ``AttributionConfiguration/viewDays``.
        public var view: Int?
        /// The interaction that counts for nothing.
        public var ignoredInteraction: InteractionType?

        /// No windows of its own: what is less particular holds.
        public init() {}
    }

    /// The days that a click can lead to an install, and those that a view can.
    public static let clickDays = ConfigurationField.clickDays
    /// The days that a view can lead to an install.
    public static let viewDays = ConfigurationField.viewDays
    /// The hours that a cooldown can last.
    public static let cooldownHours = ConfigurationField.cooldownHours

    /// What holds for networks that have no windows of their own.
    public var global = Windows()
    /// By ad network ID.
    public var networks: [String: Windows] = [:]
    /// How long after an install nothing is attributed, in ``cooldownHours``.
    public var installCooldown = 0
    /// The same after a re-engagement.
    public var reEngagementCooldown = 0
    /// Where copies of winning postbacks go, of which only the registrable domain counts; nil for nowhere.
    public var copyEndpoint: String?
    /// Whether re-engagements are copied too.
    public var copiesReEngagements = false
    /// Whether re-engagement conversions may overlap (iOS 18.4).
    public var allowsOverlap = false
    /// The ad networks whose impressions a publisher app shows; nil where the list is missing.
    public var listedNetworks: [String]?
    /// What is wrong with the property list that these rules were read from.
    public let findings: Findings

    /// The defaults: no cooldown, no copies, 30 days for clicks and 1 for views.
    public init() { findings = Findings() }

    /// The rules in an Info.plist, or in the value of `AdAttributionKitConfigurations` given alone, as JSON.
    public init(_ value: JSONValue) {
        findings = value.withView { Examiner().findings(configuration: $0) } ?? .unreadable("*")
        var entries: [(ConfigurationEntry.Holder, network: String?, Field?, JSONValue)] = []
        _ = value.withView { root in
            ConfigurationWalk.visit(root) { entry in
                entries.append((entry.holder, entry.network?.string, entry.field, JSONValue(entry.value)))
            }
        }
        for (holder, network, field, value) in entries {
            guard let field else { continue }
            if holder == .install { set(field, value, under: network ?? "") } else { set(field, value, in: holder) }
        }
    }

    /// The rules in an Info.plist as Xcode writes it.
    ///
    /// - Throws: for what is no XML property list.
    public init(propertyList text: [UInt8]) throws(PropertyList.SyntaxError) {
        self.init(try PropertyList.value(ofXML: text))
    }
}

// MARK: - Reading

extension AttributionConfiguration {
    private mutating func set(_ field: Field, _ value: JSONValue, under network: String) {
        var windows = network == "\(ConfigurationField.global)" ? global : networks[network] ?? Windows()
        switch field {
        case ConfigurationField.click: windows.click = value.integer(in: Self.clickDays)
        case ConfigurationField.view: windows.view = value.integer(in: Self.viewDays)
        case ConfigurationField.ignoredInteraction where network != "\(ConfigurationField.global)":
            windows.ignoredInteraction = value.string.flatMap(InteractionType.init)
        default: return
        }
        if network == "\(ConfigurationField.global)" { global = windows } else { networks[network] = windows }
    }

    private mutating func set(_ field: Field, _ value: JSONValue, in holder: ConfigurationEntry.Holder) {
        // What is nested is an older spelling: the keys at the top go before it.
        let isNested = holder == .nested
        switch field {
        case ConfigurationField.installCooldown:
            installCooldown = value.integer(in: Self.cooldownHours) ?? installCooldown
        case ConfigurationField.reEngagementCooldown, ConfigurationField.misspeltReEngagementCooldown:
            reEngagementCooldown = value.integer(in: Self.cooldownHours) ?? reEngagementCooldown
        case ConfigurationField.copyEndpoint:
            guard let address = value.string, WebAddress.isSecure(address), !isNested || copyEndpoint == nil else {
                return
            }
            copyEndpoint = address
        case ConfigurationField.reEngagementCopies, ConfigurationField.nestedReEngagementCopies:
            if value == .bool(true) { copiesReEngagements = true }
        case ConfigurationField.overlapping: allowsOverlap = value == .bool(true)
        case ConfigurationField.networks:
            guard case .array(let elements) = value else { return }
            listedNetworks = elements.compactMap(\.string)
        default: return
        }
    }
}

extension JSONValue {
    fileprivate func integer(in range: ClosedRange<Int>) -> Int? { integer.flatMap { range.contains($0) ? $0 : nil } }
}

// MARK: - What follows from them

extension AttributionConfiguration {
    /// For how long an interaction with an ad of a network leads to an install; nil where it counts for nothing.
    ///
    /// What the network's own windows say goes before what is global, and that before the default of 30 days for clicks
    /// and 1 day for views.
    public func window(for interaction: InteractionType, of network: AdNetworkIdentifier) -> Duration? {
        let network = network.description
        return ignores(interaction, of: network) ? nil : .seconds(days(for: interaction, of: network) * 86_400)
    }

    /// The days of that window, whether or not the interaction is ignored.
    package func days(for interaction: InteractionType, of network: String) -> Int {
        let own = networks[network]
        return switch interaction {
        case .click: own?.click ?? global.click ?? 30
        case .view: own?.view ?? global.view ?? 1
        }
    }

    /// Whether an interaction with ads of a network counts for nothing.
    package func ignores(_ interaction: InteractionType, of network: String) -> Bool {
        networks[network]?.ignoredInteraction == interaction
    }

    /// How long after a conversion none of either type is made.
    public func cooldown(after type: ConversionType) -> Duration {
        .seconds((type.isInstall ? installCooldown : reEngagementCooldown) * 3600)
    }

    /// Whether the developer gets a copy of a winning postback.
    public func copies(_ type: ConversionType) -> Bool {
        copyEndpoint != nil && (type.isInstall || copiesReEngagements)
    }
}
