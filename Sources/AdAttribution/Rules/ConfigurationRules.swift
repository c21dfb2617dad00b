import JOSE
import Rules
import StrictJSON

/// What an app's own attribution rules must satisfy [Configuring attribution rules for your app].
///
/// They lie in its Info.plist, here as a JSON value: either the whole property list or just the value of
/// `AdAttributionKitConfigurations`. All rules look at a key when it is visited, so that a text is walked once.
package enum ConfigurationRules {
    private typealias Name = ConfigurationField

    /// Adds what of an app's attribution rules breaks the rules.
    ///
    /// - Parameter wantsKeys: whether it is told that there are none.
    static func examine(_ root: JSONView, wantsKeys: Bool, _ findings: inout Findings) {
        var isWithoutKeys = true
        ConfigurationWalk.visit(root) { entry in
            isWithoutKeys = false
            for entryRule in entryRules {
                var violations = findings.violations()
                entryRule.check(entry, &violations)
                findings.append(entryRule.rule, violations)
            }
        }
        if wantsKeys, isWithoutKeys { findings.append(Finding(noKeys, found: "without any key of attribution")) }
    }

    /// A rule about one key at its place.
    private struct EntryRule: Sendable {
        let rule: Rule
        let check: @Sendable (ConfigurationEntry, inout Violations) -> Void

        init(_ rule: Rule, check: @escaping @Sendable (ConfigurationEntry, inout Violations) -> Void) {
            self.rule = rule
            self.check = check
        }
    }

    private static func rule(
        _ id: StaticString, _ summary: String, severity: Rule.Severity = .error, field: String = "*", wanted: String,
        hint: String? = nil, article: Article = .configuringAttributionRules
    ) -> Rule {
        Rule(id, severity, .configuration, field: field, summary, wanted: wanted, hint: hint, article: article)
    }

    private static func words(of range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

    static let all: [Rule] = [noKeys] + entryRules.map(\.rule)

    /// Without one there is nothing to check, which must not be taken for a check that was passed.
    package static let noKeys = rule(
        "configuration-no-keys", "an Info.plist that is checked has keys of attribution", severity: .note,
        field: "Info.plist",
        wanted: "one of " + Name.top.fields.filter { $0 != Name.nestedCopies }.map(\.text).joined(separator: ", "))

    package static let jsonType = rule(
        "configuration-json-type", "values have the types of the article", wanted: "the type of the article")
    package static let unknownKey = rule(
        "configuration-unknown-key", "there are no keys but those of the article", wanted: "a key of the article")
    package static let cooldownKey = rule(
        "configuration-cooldown-key", "the article spells the cooldown of re-engagements re-engagement-cooldown-hours",
        severity: .warning, wanted: Name.reEngagementCooldown.text,
        hint: "a slide of Apple's talk leaves out the hyphen")
    package static let clickRange = rule(
        "configuration-click-range", "an attribution window for clicks has 1 to 30 days",
        wanted: words(of: Name.clickDays))
    package static let viewRange = rule(
        "configuration-view-range", "an attribution window for views has 1 to 7 days", wanted: words(of: Name.viewDays))
    package static let installCooldownRange = rule(
        "configuration-install-cooldown-range", "a cooldown has up to 720 hours", wanted: words(of: Name.cooldownHours))
    package static let reEngagementCooldownRange = rule(
        "configuration-re-engagement-cooldown-range", "a cooldown has up to 720 hours",
        wanted: words(of: Name.cooldownHours))
    package static let ignoreGlobal = rule(
        "configuration-ignore-global", "ignoreInteractionType is not recognised under global",
        wanted: "no such key under global",
        hint: "give it under an ad network's ID")
    package static let ignoreValue = rule(
        "configuration-ignore-value", "one type of interaction can be ignored", wanted: "\"view\" or \"click\"")
    package static let networkIdentifier = rule(
        "configuration-network-identifier", "attribution windows are given under global or an ad network's ID",
        severity: .warning, wanted: "global or an ID that ends in .adattributionkit or .skadnetwork",
        hint: "some of Apple's own examples have no ending; the IDs of ad networks do")
    package static let networkIdentifierLowercase = rule(
        "configuration-network-identifier-lowercase",
        "an ad network ID is lowercase, or the system does not recognise it", wanted: "lowercase letters",
        article: .registeringAnAdNetwork)
    package static let adNetworkIdentifiers = rule(
        "configuration-ad-network-identifiers", "AdNetworkIdentifiers lists the IDs of ad networks", severity: .warning,
        wanted: "an ID that ends in .adattributionkit or .skadnetwork")
    package static let adNetworkIdentifiersLowercase = rule(
        "configuration-ad-network-identifiers-lowercase",
        "an ad network ID is lowercase, or the system does not recognise it", wanted: "lowercase letters",
        hint: "impressions of networks that are not listed do not qualify", article: .registeringAnAdNetwork)
    package static let copyEndpoint = rule(
        "configuration-copy-endpoint", "copies of postbacks go to an https URL", wanted: "an https URL with a domain")
    package static let nestedCopyKey = rule(
        "configuration-nested-copy-key", "the keys for postback copies stand at the top of the property list",
        severity: .warning, wanted: "the key at the top of Info.plist")

    private static let entryRules = [
        EntryRule(jsonType) { entry, violations in
            guard let wanted = entry.wantedType else { return }
            violations.append(Violation(entry.value.excerpt, wanted: wanted, field: entry.path))
        },
        EntryRule(unknownKey) { entry, violations in
            guard entry.field == nil, entry.holder != .windows else { return }
            violations.append(Violation("unknown", hint: entry.hint, field: entry.path))
        },
        EntryRule(cooldownKey) { entry, violations in
            guard entry.field == Name.misspeltReEngagementCooldown else { return }
            violations.append(Violation("\"\(entry.name.string)\"", field: entry.path))
        },
        range(clickRange, Name.click, Name.clickDays),
        range(viewRange, Name.view, Name.viewDays),
        range(installCooldownRange, Name.installCooldown, Name.cooldownHours),
        range(
            reEngagementCooldownRange, Name.reEngagementCooldown, or: Name.misspeltReEngagementCooldown,
            Name.cooldownHours),
        EntryRule(ignoreGlobal) { entry, violations in
            guard entry.field == Name.ignoredInteraction, entry.network?.isString(Name.global) == true else { return }
            violations.append(Violation("present", field: entry.path))
        },
        EntryRule(ignoreValue) { entry, violations in
            guard entry.field == Name.ignoredInteraction, entry.value.kind == .string,
                InteractionType(rawValue: entry.value.string) == nil
            else { return }
            violations.append(Violation(entry.value.excerpt, field: entry.path))
        },
        EntryRule(networkIdentifier) { entry, violations in
            guard entry.holder == .windows, !entry.name.isString(Name.global), !entry.name.isAdNetworkIdentifier else {
                return
            }
            violations.append(Violation("no ad network ID", field: entry.path))
        },
        EntryRule(networkIdentifierLowercase) { entry, violations in
            guard entry.holder == .windows, entry.name.hasUppercaseLetter else { return }
            violations.append(Violation(entry.name.excerpt, field: entry.path))
        },
        EntryRule(adNetworkIdentifiers) { entry, violations in
            for element in entry.networks where !element.isAdNetworkIdentifier {
                violations.append(Violation(element.excerpt, field: entry.path))
            }
        },
        EntryRule(adNetworkIdentifiersLowercase) { entry, violations in
            for element in entry.networks where element.hasUppercaseLetter {
                violations.append(Violation(element.excerpt, field: entry.path))
            }
        },
        EntryRule(copyEndpoint) { entry, violations in
            guard entry.field == Name.copyEndpoint, entry.value.kind == .string,
                !WebAddress.isSecure(entry.value.string)
            else { return }
            violations.append(Violation(entry.value.excerpt, field: entry.path))
        },
        EntryRule(nestedCopyKey) { entry, violations in
            guard entry.holder == .nested, entry.field != nil else { return }
            violations.append(Violation("nested in \"\(Name.nestedCopies.name)\"", field: entry.path))
        },
    ]

    private static func range(
        _ rule: Rule, _ field: Field, or other: Field? = nil, _ range: ClosedRange<Int>
    ) -> EntryRule {
        EntryRule(rule) { entry, violations in
            guard let found = entry.field, found == field || found == other, entry.value.isInteger else { return }
            if let number = entry.value.unsignedInteger.flatMap({ Int(exactly: $0) }), range.contains(number) { return }
            violations.append(Violation(entry.value.excerpt, field: entry.path))
        }
    }
}

extension ConfigurationEntry {
    /// The type that the value should be of; nil where it is.
    fileprivate var wantedType: String? {
        guard let field else { return holder == .windows && value.kind != .object ? "a dictionary" : nil }
        if field == ConfigurationField.networks {
            let areStrings = value.kind == .array && value.elements.allSatisfy { $0.kind == .string }
            return areStrings ? nil : "an array of strings"
        }
        guard !field.accepts(value) else { return nil }
        return switch field.kind {
        case .string: "a string"
        case .integer: "an integer"
        case .boolean: "a Boolean"
        case .object: "a dictionary"
        case .array: "an array"
        }
    }

    /// The strings of a list of ad networks; none for any other key.
    fileprivate var networks: [JSONView] {
        field == ConfigurationField.networks ? value.elements.filter { $0.kind == .string } : []
    }

    /// What an unknown key was probably meant to be, or where it belongs.
    fileprivate var hint: String? {
        guard holder != .top else {
            return name.nearestTopKey.map { "did you mean \"\($0)\"?" }
                ?? "it belongs inside \(ConfigurationField.configurations.name)"
        }
        if name.isString(ConfigurationField.ignoredInteraction.name) { return "it belongs inside install" }
        func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
        let known = (holder.shape?.fields ?? []).filter { $0 != ConfigurationField.misspeltReEngagementCooldown }
            .map(\.text).sorted()
        let plain = letters(name.string)
        return known.first { letters($0) == plain }.map { "did you mean \"\($0)\"?" }
            ?? "known here: \(known.joined(separator: ", "))"
    }
}

/// An address in the web, as far as its form tells.
enum WebAddress {
    /// Whether a text is an https URL with a domain of at least two labels.
    static func isSecure(_ text: String) -> Bool {
        guard text.lowercased().hasPrefix("https://") else { return false }
        let host = text.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }
}
