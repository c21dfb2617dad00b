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
            ConfigurationEntry.all(in: examination).compactMap { entry in
                guard let kind = entry.kind, !kind.accepts(entry.value) else { return nil }
                return Violation(entry.value.excerpt, wanted: kind.name, field: entry.path)
            }
        },
        rule.many("unknown-key", "there are no keys but those of the article", wanted: "no such key") { examination in
            ConfigurationEntry.all(in: examination).compactMap { entry in
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
            ConfigurationEntry.all(in: examination).compactMap { entry in
                entry.keys.suffix(3) == ["global", "install", "ignoreInteractionType"]
                    ? Violation("present", field: entry.path) : nil
            }
        },
        rule.many("ignore-value", "one type of interaction can be ignored", wanted: "\"view\" or \"click\"") {
            examination in
            ConfigurationEntry.all(in: examination).compactMap { entry in
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
            ConfigurationEntry.all(in: examination).compactMap { entry in
                guard entry.keys.count >= 2, entry.keys[entry.keys.count - 2] == "AttributionWindows",
                    let name = entry.keys.last, name != "global", let view = entry.name,
                    !view.isAdNetworkIdentifier || view.hasUppercaseLetter
                else { return nil }
                return Violation("no ad network ID", field: entry.path)
            }
        },
        rule.many(
            "ad-network-identifiers", "AdNetworkIdentifiers lists the IDs of ad networks",
            wanted: "a lowercase ad network ID"
        ) { examination in
            ConfigurationEntry.all(in: examination).flatMap { entry -> [Violation] in
                guard entry.keys.last == "AdNetworkIdentifiers", entry.value.kind == .array else { return [] }
                return entry.value.elements.filter { element in
                    element.kind == .string && (!element.isAdNetworkIdentifier || element.hasUppercaseLetter)
                }.map { Violation($0.excerpt, field: entry.path) }
            }
        },
        rule.many("copy-endpoint", "copies of postbacks go to an https URL", wanted: "an https URL with a domain") {
            examination in
            ConfigurationEntry.all(in: examination).compactMap { entry in
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
            ConfigurationEntry.all(in: examination).compactMap { entry in
                entry.keys.first == "AdAttributionKit" && entry.keys.count == 2
                    ? Violation("nested in \"AdAttributionKit\"", field: entry.path) : nil
            }
        },
    ]

    private static func range(
        _ id: String, _ summary: String, _ ending: [String], _ range: ClosedRange<UInt64>
    ) -> Rule {
        rule.many(id, summary, wanted: "\(range.lowerBound) to \(range.upperBound)") { examination in
            ConfigurationEntry.all(in: examination).compactMap { entry in
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
}
