import StrictJSON

/// What an app's own attribution rules must satisfy [Configuring attribution rules for your app].
///
/// They lie in its Info.plist, here as a JSON value: either the whole property list or just the value of
/// `AdAttributionKitConfigurations`.
enum ConfigurationRules {
    private static let rule = RuleBuilder(subject: .configuration, article: .configuringAttributionRules)

    static let set = RuleSet(all)

    static let all: [Rule] = [
        rule.many("json-type", "values have the types of the article", wanted: "the type of the article") {
            examination in
            walk(examination).compactMap { entry in
                guard let kind = entry.kind, !kind.accepts(entry.value) else { return nil }
                return Violation(entry.value.excerpt, wanted: kind.name, field: entry.path)
            }
        },
        rule.many("unknown-key", "there are no keys but those of the article", wanted: "no such key") { examination in
            walk(examination).compactMap { entry in
                guard entry.kind == nil else { return nil }
                return Violation("unknown", hint: entry.hint, field: entry.path)
            }
        },
        range("click-range", "an attribution window for clicks has 1 to 30 days", ["install", "click"], 1...30),
        range("view-range", "an attribution window for views has 1 to 7 days", ["install", "view"], 1...7),
        range(
            "install-cooldown-range", "a cooldown has up to 720 hours",
            ["AttributionCooldown", "install-cooldown-hours"],
            0...720),
        range(
            "re-engagement-cooldown-range", "a cooldown has up to 720 hours",
            ["AttributionCooldown", "re-engagement-cooldown-hours"], 0...720),
        rule.many(
            "ignore-global", "ignoreInteractionType is not recognised under global",
            wanted: "no such key", hint: "give it under an ad network's ID"
        ) { examination in
            walk(examination).compactMap { entry in
                entry.keys.suffix(3) == ["global", "install", "ignoreInteractionType"]
                    ? Violation("present", field: entry.path) : nil
            }
        },
        rule.many("ignore-value", "one type of interaction can be ignored", wanted: "\"view\" or \"click\"") {
            examination in
            walk(examination).compactMap { entry in
                guard entry.keys.last == "ignoreInteractionType", entry.value.kind == .string,
                    !entry.value.isString("view"), !entry.value.isString("click")
                else { return nil }
                return Violation(entry.value.excerpt, field: entry.path)
            }
        },
        rule.many(
            "network-identifier", "attribution windows are given under global or an ad network's ID",
            wanted: "global or a lowercase ad network ID"
        ) { examination in
            walk(examination).compactMap { entry in
                guard entry.keys.count >= 2, entry.keys[entry.keys.count - 2] == "AttributionWindows",
                    let name = entry.keys.last, name != "global", let view = entry.name,
                    !view.isAdNetworkIdentifier || view.hasUppercaseLetter
                else { return nil }
                return Violation("no ad network ID", field: entry.path)
            }
        },
        rule.many("copy-endpoint", "copies of postbacks go to an https URL", wanted: "an https URL with a domain") {
            examination in
            walk(examination).compactMap { entry in
                guard entry.keys.last == "AttributionCopyEndpoint", entry.value.kind == .string,
                    !isWebAddress(entry.value.string)
                else { return nil }
                return Violation(entry.value.excerpt, field: entry.path)
            }
        },
        rule.many(
            "nested-copy-key", "the keys for postback copies stand at the top of the property list",
            severity: .warning, wanted: "the key at the top of Info.plist"
        ) { examination in
            walk(examination).compactMap { entry in
                entry.keys.first == "AdAttributionKit" && entry.keys.count == 2
                    ? Violation("nested in \"AdAttributionKit\"", field: entry.path) : nil
            }
        },
    ]

    private static func range(
        _ id: String, _ summary: String, _ ending: [String], _ range: ClosedRange<UInt64>
    ) -> Rule {
        rule.many(id, summary, wanted: "\(range.lowerBound) to \(range.upperBound)") { examination in
            walk(examination).compactMap { entry in
                guard entry.keys.suffix(2) == ending[...], entry.value.isInteger else { return nil }
                if let number = entry.value.unsignedInteger, range.contains(number) { return nil }
                return Violation(entry.value.excerpt, field: entry.path)
            }
        }
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard text.lowercased().hasPrefix("https://") else { return false }
        let host = text.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }

    // MARK: - The shape of the property list

    /// A key at its place, and what belongs there.
    private struct Entry {
        let keys: [String]
        let name: JSONView?
        let value: JSONView
        /// Nil for a key that is not known there.
        let kind: Kind?
        var hint: String?

        var path: String { keys.joined(separator: ".") }
    }

    private enum Kind {
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

    /// Whether an object is an Info.plist with attribution rules, or such rules themselves.
    static func isConfiguration(_ object: JSONView) -> Bool {
        [
            "AdAttributionKitConfigurations", "AdAttributionKit", "AttributionWindows", "AttributionCooldown",
            "AttributionCopyEndpoint", "AdNetworkIdentifiers",
            "EligibleForAdAttributionKitReengagementPostbackCopies",
            "EligibleForAdAttributionKitOverlappingConversions",
        ].contains { object.member($0) != nil }
    }

    private static func walk(_ examination: Examination) -> [Entry] {
        guard let root = examination.configuration else { return [] }
        let isWhole = !["AttributionWindows", "AttributionCooldown"].contains { root.member($0) != nil }
        var entries: [Entry] = []
        guard isWhole else {
            walkConfiguration(root, [], &entries)
            return entries
        }
        for member in root.members {
            guard let kind = topKeys[member.name.string] else { continue }
            let keys = [member.name.string]
            entries.append(Entry(keys: keys, name: member.name, value: member.value, kind: kind))
            if member.name.isString("AdAttributionKitConfigurations") {
                walkConfiguration(member.value, keys, &entries)
            }
            if member.name.isString("AdAttributionKit") { walk(member.value, keys, nestedCopyKeys, &entries) }
        }
        return entries
    }

    private static func walk(_ object: JSONView, _ keys: [String], _ known: [String: Kind], _ entries: inout [Entry]) {
        for member in object.members {
            let name = member.name.string
            let nearest = known.keys.first {
                $0.lowercased().filter(\.isLetter) == name.lowercased().filter(\.isLetter)
            }
            entries.append(
                Entry(
                    keys: keys + [name], name: member.name, value: member.value, kind: known[name],
                    hint: name == "ignoreInteractionType"
                        ? "it belongs inside install" : nearest.map { "did you mean \"\($0)\"?" }))
        }
    }

    private static func walkConfiguration(_ object: JSONView, _ keys: [String], _ entries: inout [Entry]) {
        walk(object, keys, configurationKeys, &entries)
        if let cooldown = object.member("AttributionCooldown") {
            walk(
                cooldown, keys + ["AttributionCooldown"],
                ["install-cooldown-hours": .integer, "re-engagement-cooldown-hours": .integer], &entries)
        }
        guard let windows = object.member("AttributionWindows") else { return }
        for member in windows.members {
            let path = keys + ["AttributionWindows", member.name.string]
            entries.append(Entry(keys: path, name: member.name, value: member.value, kind: .dictionary))
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
    package var isAttributionConfiguration: Bool { ConfigurationRules.isConfiguration(self) }
}
