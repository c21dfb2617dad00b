import StrictJSON

/// A key of an app's attribution rules at its place, and what belongs there.
struct ConfigurationEntry {
    /// From the top of the property list down.
    let keys: [String]
    let name: JSONView?
    let value: JSONView
    /// Nil for a key that is not known there.
    let kind: Kind?
    var hint: String?

    var path: String { keys.joined(separator: ".") }

    enum Kind {
        case dictionary, integer, string, boolean, strings

        var name: String {
            switch self {
            case .dictionary: "a dictionary"
            case .integer: "an integer"
            case .string: "a string"
            case .boolean: "a Boolean"
            case .strings: "an array of strings"
            }
        }

        func accepts(_ value: JSONView) -> Bool {
            switch self {
            case .dictionary: value.kind == .object
            case .integer: value.isInteger
            case .string: value.kind == .string
            case .boolean: value.kind == .true || value.kind == .false
            case .strings: value.kind == .array && value.elements.allSatisfy { $0.kind == .string }
            }
        }
    }

    // MARK: - The keys of the article

    /// Keys of other frameworks at the top of an Info.plist are nobody's business here.
    private static let topKeys: [String: Kind] = [
        "AdAttributionKitConfigurations": .dictionary, "AdAttributionKit": .dictionary,
        "AdNetworkIdentifiers": .strings,
        "AttributionCopyEndpoint": .string, "EligibleForAdAttributionKitReengagementPostbackCopies": .boolean,
        "EligibleForAdAttributionKitOverlappingConversions": .boolean,
    ]

    private static let configurationKeys: [String: Kind] = [
        "AttributionWindows": .dictionary, "AttributionCooldown": .dictionary, "AttributionCopyEndpoint": .string,
        "EligibleForAdAttributionKitReengagementPostbackCopies": .boolean,
        "EligibleForAdAttributionKitOverlappingConversions": .boolean,
    ]

    private static let nestedCopyKeys: [String: Kind] = [
        "AttributionCopyEndpoint": .string, "OptInForReengagementPostbackCopies": .boolean,
        "EligibleForAdAttributionKitReengagementPostbackCopies": .boolean,
    ]

    /// Those that are known inside AdAttributionKitConfigurations only.
    private static let innerKeys = ["AttributionWindows", "AttributionCooldown"]

    // MARK: - Walking

    /// All keys of an Info.plist that matter here, or of the value of `AdAttributionKitConfigurations` given alone.
    static func all(in examination: Examination) -> [ConfigurationEntry] {
        guard let root = examination.configuration else { return [] }
        var entries: [ConfigurationEntry] = []
        guard root.isPropertyList else {
            walkConfiguration(root, [], &entries)
            return entries
        }
        for member in root.members {
            let name = member.name.string
            if innerKeys.contains(name) {
                entries.append(
                    ConfigurationEntry(
                        keys: [name], name: member.name, value: member.value, kind: nil,
                        hint: "it belongs inside AdAttributionKitConfigurations"))
            }
            guard let kind = topKeys[name] else {
                // A key that begins like one of ours is meant to be it.
                if !innerKeys.contains(name), let meant = topKeys.keys.sorted().first(where: { isNear(name, $0) }) {
                    entries.append(
                        ConfigurationEntry(
                            keys: [name], name: member.name, value: member.value, kind: nil,
                            hint: "did you mean \"\(meant)\"?"))
                }
                continue
            }
            entries.append(ConfigurationEntry(keys: [name], name: member.name, value: member.value, kind: kind))
            if member.name.isString("AdAttributionKitConfigurations") {
                walkConfiguration(member.value, [name], &entries)
            }
            if member.name.isString("AdAttributionKit") { walk(member.value, [name], nestedCopyKeys, &entries) }
        }
        return entries
    }

    /// Whether a key is another but for its last letters or for letter case.
    private static func isNear(_ name: String, _ key: String) -> Bool {
        let (name, key) = (name.lowercased(), key.lowercased())
        return name.utf8.count > 10 && (key.hasPrefix(name.dropLast()) || name.hasPrefix(key.dropLast()))
            && abs(name.utf8.count - key.utf8.count) <= 2
    }

    private static func walk(
        _ object: JSONView, _ keys: [String], _ known: [String: Kind], _ entries: inout [ConfigurationEntry]
    ) {
        func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
        for member in object.members {
            let name = member.name.string
            let nearest = known.keys.first { letters($0) == letters(name) }
            let choices = known.keys.sorted().joined(separator: ", ")
            let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "known here: \(choices)"
            entries.append(
                ConfigurationEntry(
                    keys: keys + [name], name: member.name, value: member.value, kind: known[name],
                    hint: name == "ignoreInteractionType" ? "it belongs inside install" : hint))
        }
    }

    private static func walkConfiguration(
        _ object: JSONView, _ keys: [String], _ entries: inout [ConfigurationEntry]
    ) {
        walk(object, keys, configurationKeys, &entries)
        if let cooldown = object.member("AttributionCooldown") {
            walk(
                cooldown, keys + ["AttributionCooldown"],
                ["install-cooldown-hours": .integer, "re-engagement-cooldown-hours": .integer], &entries)
        }
        guard let windows = object.member("AttributionWindows") else { return }
        for member in windows.members {
            let path = keys + ["AttributionWindows", member.name.string]
            entries.append(ConfigurationEntry(keys: path, name: member.name, value: member.value, kind: .dictionary))
            walk(member.value, path, ["install": .dictionary], &entries)
            if let install = member.value.member("install") {
                walk(
                    install, path + ["install"],
                    ["click": .integer, "view": .integer, "ignoreInteractionType": .string], &entries)
            }
        }
    }
}

extension JSONView {
    /// Whether an object is an Info.plist with attribution rules, or such rules themselves.
    package var isAttributionConfiguration: Bool {
        [
            "AdAttributionKitConfigurations", "AdAttributionKit", "AttributionWindows", "AttributionCooldown",
            "AttributionCopyEndpoint", "AdNetworkIdentifiers",
            "EligibleForAdAttributionKitReengagementPostbackCopies",
            "EligibleForAdAttributionKitOverlappingConversions",
        ].contains { member($0) != nil }
    }

    /// Whether attribution rules lie in a whole property list, and are not given alone.
    fileprivate var isPropertyList: Bool {
        if member("AdAttributionKitConfigurations") != nil || member("CFBundleIdentifier") != nil { return true }
        return member("AttributionWindows") == nil && member("AttributionCooldown") == nil
    }
}
