import AttributionBase

/// An app's attribution settings, as given in its Info.plist [Configuring attribution rules for your app].
///
/// A key with an invalid value keeps its default; ``findings`` lists these keys. It is an assumption that devices do
/// the same, because Apple does not document how they treat invalid values.
public struct AttributionConfiguration: Sendable {
    /// The settings for installs, as given under `global` or under an ad network's ID.
    public struct Windows: Hashable, Sendable {
        /// The number of days in which a click can lead to an install, 1 to 30.
        public package(set) var clickDays: Int?
        /// The number of days in which a view can lead to an install, 1 to 7.
        public package(set) var viewDays: Int?
        /// The interaction that is ignored.
        public package(set) var ignoredInteraction: InteractionType?

        /// Creates empty settings, which leave every value to more general ones.
        package init() {}
    }

    /// The windows for networks that have no settings of their own.
    public package(set) var global = Windows()
    /// The windows by ad network ID.
    public package(set) var networks: [String: Windows] = [:]
    /// The number of hours after an install in which nothing is attributed, 0 to 720.
    public package(set) var installCooldownHours = 0
    /// The number of hours after a re-engagement in which nothing is attributed.
    public package(set) var reEngagementCooldownHours = 0
    /// The URL that copies of winning postbacks are sent to; nil for no copies. Only its registrable domain is used.
    public package(set) var copyEndpoint: String?
    /// Whether copies of re-engagement postbacks are sent too.
    public package(set) var copiesReEngagements = false
    /// Whether re-engagement conversions may overlap (iOS 18.4).
    public package(set) var allowsOverlap = false
    /// The ad networks whose impressions a publisher app shows; nil if the list is missing.
    public package(set) var listedNetworks: [String]?
    /// The faults in the property list that the settings were read from.
    public let findings: Findings

    /// Creates the default settings: no cooldown, no copies, 30 days for clicks and 1 day for views.
    package init() { findings = Findings() }

    /// Reads the settings from an Info.plist, or from the value of `AdAttributionKitConfigurations` by itself, as
    /// JSON.
    package init(_ value: JSONValue) {
        guard let document = try? JSONDocument(value) else {
            findings = .unreadable("*")
            return
        }
        findings = document.withView { Examiner().findings(configuration: $0) }
        document.withView { root in
            copyEndpoint = root.copyEndpoint
            ConfigurationEntry.visit(root) { entry in
                guard let field = entry.field, entry.isRead else { return }
                let value = JSONValue(entry.value)
                if entry.holder == .install {
                    set(field, value, under: entry.network?.string ?? "")
                } else {
                    set(field, value)
                }
            }
        }
    }

    /// Reads the settings from an Info.plist, XML as Xcode writes it or binary as an app contains it.
    ///
    /// - Throws: An error if the text is not a property list.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        self.init(try PropertyList.value(of: Array(text)))
    }

    /// Reads the settings from a string with the XML of an Info.plist.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }
}

// MARK: - Reading

extension AttributionConfiguration {
    private mutating func set(_ field: Field, _ value: JSONValue, under network: String) {
        var windows = network == "\(ConfigurationField.global)" ? global : networks[network] ?? Windows()
        switch field {
        case ConfigurationField.click: windows.clickDays = value.integer(in: ConfigurationField.clickDays)
        case ConfigurationField.view: windows.viewDays = value.integer(in: ConfigurationField.viewDays)
        case ConfigurationField.ignoredInteraction where network != "\(ConfigurationField.global)":
            windows.ignoredInteraction = value.string.flatMap(InteractionType.init)
        default: return
        }
        if network == "\(ConfigurationField.global)" { global = windows } else { networks[network] = windows }
    }

    private mutating func set(_ field: Field, _ value: JSONValue) {
        switch field {
        case ConfigurationField.installCooldown:
            installCooldownHours = value.integer(in: ConfigurationField.cooldownHours) ?? installCooldownHours
        case ConfigurationField.reEngagementCooldown, ConfigurationField.misspeltReEngagementCooldown:
            reEngagementCooldownHours = value.integer(in: ConfigurationField.cooldownHours) ?? reEngagementCooldownHours
        case ConfigurationField.reEngagementCopies:
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

// MARK: - Effective values

extension AttributionConfiguration {
    /// Returns the time in which an interaction with an ad of a network can lead to an install; nil if it is ignored.
    ///
    /// The network's own windows take precedence over the global ones, and those over the defaults of 30 days for
    /// clicks and 1 day for views.
    public func window(for interaction: InteractionType, of network: AdNetworkIdentifier) -> Duration? {
        let network = network.description
        return ignores(interaction, of: network) ? nil : .seconds(days(for: interaction, of: network) * 86_400)
    }

    /// Returns the length of that window in days, even if the app ignores such interactions.
    package func days(for interaction: InteractionType, of network: String) -> Int {
        let own = networks[network]
        return switch interaction {
        case .click: own?.clickDays ?? global.clickDays ?? 30
        case .view: own?.viewDays ?? global.viewDays ?? 1
        }
    }

    package func ignores(_ interaction: InteractionType, of network: String) -> Bool {
        networks[network]?.ignoredInteraction == interaction
    }

    /// Returns how long after a conversion no further conversion of either type is made.
    package func cooldown(after type: ConversionType) -> Duration {
        .seconds((type.isInstall ? installCooldownHours : reEngagementCooldownHours) * 3600)
    }

    /// Whether the developer receives a copy of a winning postback.
    package func copies(_ type: ConversionType) -> Bool {
        copyEndpoint != nil && (type.isInstall || copiesReEngagements)
    }
}
