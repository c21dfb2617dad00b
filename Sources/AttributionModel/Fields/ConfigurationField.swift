/// The keys of an app's Info.plist that AdAttributionKit reads [Configuring attribution rules for your app, Configuring an advertised app,
/// Configuring a publisher app].
///
/// Keys of other frameworks are ignored. No key is required.
package enum ConfigurationField {
    package static let configurations = key(0, "AdAttributionKitConfigurations", .object)
    /// A dictionary that some published material puts around the key for copies. No system reads it.
    package static let nestedCopies = key(1, "AdAttributionKit", .object)
    package static let networks = key(2, "AdNetworkIdentifiers", .array)
    package static let copyEndpoint = key(3, "AttributionCopyEndpoint", .string)
    package static let reEngagementCopies = key(4, "EligibleForAdAttributionKitReengagementPostbackCopies", .boolean)
    package static let overlapping = key(5, "EligibleForAdAttributionKitOverlappingConversions", .boolean)
    package static let nestedReEngagementCopies = key(6, "OptInForReengagementPostbackCopies", .boolean)

    package static let windows = key(7, "AttributionWindows", .object)
    package static let cooldown = key(8, "AttributionCooldown", .object)
    package static let install = key(9, "install", .object)
    package static let click = key(10, "click", .integer)
    package static let view = key(11, "view", .integer)
    package static let ignoredInteraction = key(12, "ignoreInteractionType", .string)
    package static let installCooldown = key(13, "install-cooldown-hours", .integer)
    package static let reEngagementCooldown = key(14, "re-engagement-cooldown-hours", .integer)
    /// A misspelling on a slide of an Apple talk.
    package static let misspeltReEngagementCooldown = key(15, "reengagement-cooldown-hours", .integer)

    /// The URL for copies of SKAdNetwork postbacks. Copies of AdAttributionKit postbacks are not sent there.
    package static let skAdNetworkCopies = key(16, "NSAdvertisingAttributionReportEndpoint", .string)

    /// The SKAdNetwork IDs of the ad networks whose ads the app shows, each in a dictionary of its own.
    package static let skAdNetworkItems = key(17, "SKAdNetworkItems", .array)
    /// The only key in the dictionaries of ``skAdNetworkItems``.
    static let skAdNetworkIdentifier: StaticString = "SKAdNetworkIdentifier"

    package static let top = ObjectShape([
        configurations, nestedCopies, networks, copyEndpoint, reEngagementCopies, overlapping, skAdNetworkCopies,
        skAdNetworkItems,
    ])
    package static let configuration = ObjectShape([windows, cooldown])
    /// The top-level keys, which no system reads anywhere else, and ``nestedReEngagementCopies``, which occurs only elsewhere.
    package static let strays = ObjectShape(top.fields.filter { $0 != nestedCopies } + [nestedReEngagementCopies])
    package static let network = ObjectShape([install])
    package static let installWindows = ObjectShape([click, view, ignoredInteraction])
    package static let cooldowns = ObjectShape([installCooldown, reEngagementCooldown, misspeltReEngagementCooldown])

    /// The names of all keys, without duplicates.
    package static let names: [String] = {
        var names: [String] = []
        for field in [top, configuration, strays, network, installWindows, cooldowns].flatMap(\.fields)
        where !names.contains(field.text) && field != misspeltReEngagementCooldown { names.append(field.text) }
        return names
    }()

    /// Returns the version of iOS from which on the system reads a key, if Apple documents it.
    package static func since(_ name: String) -> String? {
        switch name {
        case configurations.text, windows.text, cooldown.text, ignoredInteraction.text, installCooldown.text,
            reEngagementCooldown.text:
            "iOS 26"
        case overlapping.text: "iOS 18.4"
        case reEngagementCopies.text: "iOS 18.0"
        default: nil
        }
    }

    /// Returns the article about the key at a path, or about the key that an unknown one resembles; nil for a key of
    /// ``configurations``, and for one that resembles none.
    package static func article(ofPath path: String) -> Article? {
        let names = path.split { $0 == "." || $0 == "[" }.map(String.init)
        let last = names.last { !$0.hasSuffix("]") }
        let field = last.flatMap(strays.field(named:)) ?? names.first.flatMap(top.field(named:))
        switch field ?? names.first.flatMap(topKey(near:)) {
        case networks, skAdNetworkItems: return .publisherApp
        case copyEndpoint, reEngagementCopies, nestedReEngagementCopies, overlapping, skAdNetworkCopies, nestedCopies:
            return .advertisedApp
        default: return names.first.map(isNameOfItem) == true ? .publisherApp : nil
        }
    }

    /// The valid numbers of days for windows and of hours for cooldowns.
    package static let clickDays = 1...30
    package static let viewDays = 1...7
    package static let cooldownHours = 0...720

    /// Names that real apps use for the copy endpoint, but that no system reads. The last one is the name that Xcode displays.
    package static let misnamedCopyEndpoints = [
        "PostbackCopyURL", "AdAttributionKitPostbackCopyURL", "AdAttributionKit - Postback Copy URL",
    ]

    /// The only key in ``windows`` that is not an ad network's ID.
    package static let global: StaticString = "global"

    private static func key(_ index: UInt8, _ name: StaticString, _ kind: Field.Kind) -> Field {
        Field(index, name, kind, isRequired: false)
    }
}
