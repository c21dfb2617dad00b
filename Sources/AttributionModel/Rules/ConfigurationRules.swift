import AttributionBase
import AttributionCrypto

/// The rules for an app's attribution settings. Each cites the article that describes its key.
///
/// The settings are given as a JSON value: either the whole Info.plist, or only the value of `AdAttributionKitConfigurations`. All rules
/// are applied to a key when it is visited, so that a text is traversed only once.
package enum ConfigurationRules {
    private typealias Name = ConfigurationField

    /// Adds the violations of rules by an app's attribution settings.
    static func examine(_ root: JSONView, wantsKeys: Bool, _ findings: inout Findings) {
        var isWithoutKeys = true
        var copiesOfOther = false
        var copies = false
        var copiesOfReEngagements: ConfigurationEntry?
        var items: JSONView?
        var hasNetworks = false
        /// The keys at the top that are about attribution, and have others inside.
        var known = Set<String>()
        ConfigurationEntry.visit(root) { entry in
            if entry.holder == .top, entry.value.isContainer { known.insert(entry.name.string) }
            // An empty list of SKAdNetwork networks does not show that the app uses attribution.
            if entry.field == Name.skAdNetworkItems {
                items = entry.value.kind == .array && entry.value.elements.isEmpty ? nil : entry.value
                isWithoutKeys = isWithoutKeys && items == nil
            } else {
                isWithoutKeys = false
            }
            if entry.field == Name.networks { hasNetworks = true }
            if entry.field == Name.skAdNetworkCopies { copiesOfOther = true }
            if entry.field == Name.copyEndpoint || entry.isMisnamedCopyEndpoint { copies = true }
            if entry.field == Name.reEngagementCopies, entry.value.kind == .true { copiesOfReEngagements = entry }
            if entry.holder == .windows, entry.name.isBuildSetting {
                findings.append(buildSetting, Problem(entry.name.excerpt, field: entry.path))
            }
            for entryRule in entryRules where !entryRule.isOfName || !entry.isRepeated && !entry.name.isBuildSetting {
                entryRule.visit(entry) { value, place in
                    guard entryRule.isOfName || !entry.isUnknown(value), let problem = entryRule.problem(entry, value)
                    else { return }
                    findings.append(entryRule.rule, problem().at(entry.path + place))
                }
            }
            if entry.isUnknown(entry.value) {
                findings.append(
                    buildSetting, Problem(WebAddress.withoutUser(entry.value.string).excerpt, field: entry.path))
            }
            var seen = Set<[UInt8]>()
            entry.visitNetworks { network, place in
                if network.isBuildSetting {
                    return findings.append(buildSetting, Problem(network.excerpt, field: entry.path + place))
                }
                if seen.insert(Array(network.string.utf8)).inserted { return }
                findings.append(adNetworkIdentifiersRepeated, Problem(network.excerpt, field: entry.path + place))
            }
        }
        if items != nil, !hasNetworks {
            findings.append(Finding(skAdNetworkItemsAlone, found: "not accompanied by \(Name.networks.name)"))
        }
        if copiesOfOther, !copies {
            findings.append(Finding(skAdNetworkCopies, found: "not accompanied by \(Name.copyEndpoint.name)"))
        }
        if let copiesOfReEngagements, !copies {
            findings.append(
                Finding(
                    reEngagementCopies, field: copiesOfReEngagements.path,
                    found: "not accompanied by \(Name.copyEndpoint.name)"))
        }
        if root.isPropertyList {
            findMisplacedItems(in: root, besides: known) { place in
                isWithoutKeys = false
                findings.append(misplacedItem, Problem("misplaced", field: place))
            }
        }
        if wantsKeys, isWithoutKeys { findings.append(Finding(noKeys, found: "missing every key that aak checks")) }
    }

    /// Finds the items of `SKAdNetworkItems` that are under keys which are not about attribution. The others have rules of their own.
    private static func findMisplacedItems(
        in root: JSONView, besides known: Set<String>, _ found: (String) -> Void
    ) {
        func search(_ value: JSONView, _ place: String) {
            switch value.kind {
            case .object:
                for member in value.members {
                    if member.name.isString(Name.skAdNetworkIdentifier) {
                        found("\(place).\(member.name.string)")
                    } else {
                        search(member.value, "\(place).\(pathPart(member.name.string))")
                    }
                }
            case .array:
                for (index, element) in value.elements.enumerated() where element.isContainer {
                    search(element, "\(place)[\(index)]")
                }
            default: break
            }
        }
        for member in root.members where member.value.isContainer {
            if !known.contains(member.name.string) { search(member.value, pathPart(member.name.string)) }
        }
    }

    /// A rule about single keys.
    private struct EntryRule: Sendable {
        let rule: Rule
        /// Whether the rule is about the key rather than about its value.
        var isOfName = false
        /// Visits the values that the rule is about, each with its path relative to the key. By default, that is the key's own value.
        var visit: @Sendable (ConfigurationEntry, (JSONView, String) -> Void) -> Void = { $1($0.value, "") }
        /// Returns what makes the problem of a value that breaks the rule. An input may break it more often than is listed.
        let problem: @Sendable (ConfigurationEntry, JSONView) -> (() -> Problem)?
    }

    private static func rule(
        _ id: String, _ summary: String, severity: Rule.Severity = .error, field: String = "*", wanted: String,
        ending: MessageEnding = .be, hint: String? = nil, effect: String? = nil,
        article: Article = .configuringAttributionRules
    ) -> Rule {
        let ofField: @Sendable (String) -> Article? = { ConfigurationField.article(ofPath: $0) }
        return Rule(
            id, severity, .configuration, field: field, summary, wanted: wanted, ending: ending, hint: hint,
            effect: effect, article: article,
            articleOfField: article == .configuringAttributionRules ? ofField : nil)
    }

    private static func words(of range: ClosedRange<Int>) -> String {
        integers(UInt64(range.lowerBound)...UInt64(range.upperBound))
    }

    static let all: [Rule] =
        [
            part, repeatedKey, buildSetting, misplacedItem, noKeys, skAdNetworkCopies, reEngagementCopies,
            skAdNetworkItemsAlone, adNetworkIdentifiersRepeated,
        ]
        + entryRules.map(\.rule).filter { $0 !== skAdNetworkItems } + [skAdNetworkItems]

    package static let part = rule(
        "configuration-part", "a whole property list should be checked, not a part of one", severity: .note,
        field: "Info.plist", wanted: "a whole property list")
    /// Apple does not document which of the values counts.
    package static let repeatedKey = rule(
        "configuration-key-repeated", "a key must not be repeated in its dictionary",
        wanted: "a key that is not repeated",
        ending: .then(" of its dictionary, which can have only one value for it"),
        hint: "make one value of both, such as one <array> with the elements of both")
    package static let buildSetting = rule(
        "configuration-build-setting", "a checked value must not be a build setting, which Xcode replaces",
        wanted: "the value in the built app", ending: .then(", which is not known until the app is built"),
        hint: "validate the Info.plist inside the built app, not the one in the project: aak validate NAME.app")
    package static let misplacedItem = rule(
        "configuration-item-misplaced", "an item with a SKAdNetworkIdentifier must be in SKAdNetworkItems",
        field: Name.skAdNetworkItems.text, wanted: "in \(Name.skAdNetworkItems.text)",
        ending: .then("; no system reads it outside \(Name.skAdNetworkItems.text)"),
        article: .publisherApp)

    /// Without any key there is nothing to check, which must not look like a check that succeeded.
    package static let noKeys = rule(
        "configuration-no-keys", "a checked Info.plist should have attribution keys", severity: .note,
        field: "Info.plist", wanted: "a property list with attribution keys",
        ending: .sentence("this Info.plist has none of the keys that aak checks"),
        hint: "they are " + Name.top.fields.filter { $0 != Name.nestedCopies }.map(\.text).joined(separator: ", "))

    /// Only a note, because an app may not want other copies.
    package static let skAdNetworkCopies = rule(
        "configuration-skadnetwork-copies",
        "AttributionCopyEndpoint should be present to receive copies of AdAttributionKit postbacks",
        severity: .note, field: Name.skAdNetworkCopies.text,
        wanted: "accompanied by \(Name.copyEndpoint.name)",
        ending: .sentence("\(Name.copyEndpoint.name) is missing; add it to receive AdAttributionKit copies"),
        hint:
            "NSAdvertisingAttributionReportEndpoint receives copies of SKAdNetwork postbacks and web attribution "
            + "reports, but not of AdAttributionKit postbacks",
        article: .advertisedApp)

    package static let reEngagementCopies = rule(
        "configuration-re-engagement-copies",
        "AttributionCopyEndpoint should be present where copies of re-engagement postbacks are asked for",
        severity: .warning, field: Name.reEngagementCopies.text, wanted: "accompanied by \(Name.copyEndpoint.name)",
        ending: .then(", without which no copies are sent"),
        article: .advertisedApp)
    package static let skAdNetworkItemsAlone = rule(
        "configuration-skadnetwork-items-alone",
        "AdNetworkIdentifiers should list the ad networks for AdAttributionKit, which does not read SKAdNetworkItems",
        severity: .note, field: Name.skAdNetworkItems.text, wanted: "accompanied by \(Name.networks.name)",
        ending: .sentence(
            "\(Name.networks.name) is missing; AdAttributionKit does not read \(Name.skAdNetworkItems.name)"),
        article: .publisherApp)
    package static let skAdNetworkItems = rule(
        "configuration-skadnetwork-items",
        "each item of SKAdNetworkItems must be a dictionary with one ad network's ID",
        field: Name.skAdNetworkItems.text,
        wanted: "a dictionary whose only key is \(Name.skAdNetworkIdentifier), with a string",
        article: .publisherApp)
    package static let adNetworkIdentifiersRepeated = rule(
        "configuration-ad-network-identifiers-repeated", "an ad network should be listed only once", severity: .warning,
        field: Name.networks.text, wanted: "listed once", ending: .then(", which is listed already"),
        hint: "remove one of them",
        article: .publisherApp)

    package static let jsonType = rule(
        "configuration-json-type", "values must have the documented types", wanted: "a value of the documented type")
    package static let unknownKey = rule(
        "configuration-unknown-key", "each key must be one that Apple documents",
        wanted: "a key that Apple's article lists",
        ending: .then(": Apple documents no such key here"))
    package static let cooldownKey = rule(
        "configuration-cooldown-key",
        "the key for the cooldown of re-engagements should be re-engagement-cooldown-hours",
        severity: .warning, field: Name.reEngagementCooldown.text, wanted: Name.reEngagementCooldown.text,
        hint: "a slide in one of Apple's talks has reengagement-cooldown-hours, without the first hyphen",
        effect: "the system may not read it")
    package static let clickRange = rule(
        "configuration-click-range", "an attribution window for clicks must last 1 to 30 days",
        field: Name.click.text, wanted: words(of: Name.clickDays))
    package static let viewRange = rule(
        "configuration-view-range", "an attribution window for views must last 1 to 7 days", field: Name.view.text,
        wanted: words(of: Name.viewDays))
    package static let installCooldownRange = rule(
        "configuration-install-cooldown-range", "a cooldown must last at most 720 hours",
        field: Name.installCooldown.text,
        wanted: words(of: Name.cooldownHours))
    package static let reEngagementCooldownRange = rule(
        "configuration-re-engagement-cooldown-range", "a cooldown must last at most 720 hours",
        field: Name.reEngagementCooldown.text, wanted: words(of: Name.cooldownHours))
    package static let ignoreGlobal = rule(
        "configuration-ignore-global",
        "\"\(Name.ignoredInteraction.name)\" must not be under global, where it is not recognised",
        field: Name.ignoredInteraction.text, wanted: "absent under global",
        hint: "give it under an ad network's ID")
    package static let ignoreValue = rule(
        "configuration-ignore-value", "the interaction to ignore must be view or click",
        field: Name.ignoredInteraction.text,
        wanted: "\"view\" or \"click\"")
    package static let networkIdentifier = rule(
        "configuration-network-identifier", "attribution windows should be given under global or an ad network's ID",
        severity: .warning, field: Name.windows.text,
        wanted: "global or an ID ending in .adattributionkit or .skadnetwork",
        hint: "some of Apple's own examples lack the ending, but the IDs of ad networks have one")
    package static let networkIdentifierLowercase = rule(
        "configuration-network-identifier-lowercase",
        "an ad network ID must be lowercase, or the system will not recognise it", field: Name.windows.text,
        wanted: "lowercase", ending: .then(", so the system does not recognise it"),
        article: .registeringAnAdNetwork)
    package static let adNetworkIdentifiers = rule(
        "configuration-ad-network-identifiers",
        "AdNetworkIdentifiers and SKAdNetworkItems should list IDs of ad networks",
        severity: .warning,
        field: Name.networks.text, wanted: "an ID ending in .adattributionkit or .skadnetwork",
        article: .publisherApp)
    package static let adNetworkIdentifiersLowercase = rule(
        "configuration-ad-network-identifiers-lowercase",
        "an ad network ID must be lowercase, or the system will not recognise it", field: Name.networks.text,
        wanted: "lowercase",
        hint: "impressions of networks that are not listed do not qualify", article: .registeringAnAdNetwork)
    package static let copyEndpoint = rule(
        "configuration-copy-endpoint", "copies of postbacks must go to an https URL", field: Name.copyEndpoint.text,
        wanted: "an https URL with a domain",
        hint: "copies from AdAttributionKit go to https://DOMAIN\(Framework.adAttributionKit.copyPath); with "
            + "\(Name.skAdNetworkCopies.name), those from SKAdNetwork go to https://DOMAIN\(Framework.skAdNetwork.copyPath)",
        article: .advertisedApp)
    package static let copyEndpointParts = rule(
        "configuration-copy-endpoint-parts",
        "the URL for copies should be https:// and a registrable domain, since only that domain counts",
        severity: .warning, field: Name.copyEndpoint.text, wanted: "only https:// and a registrable domain",
        article: .advertisedApp)
    package static let copyEndpointSuffix = rule(
        "configuration-copy-endpoint-suffix",
        "the URL for copies should have a domain that you registered, not one that customers of a provider share",
        severity: .warning, field: Name.copyEndpoint.text, wanted: "your own domain",
        article: .advertisedApp)
    package static let copyEndpointName = rule(
        "configuration-copy-endpoint-name",
        "the URL for copies of AdAttributionKit postbacks must be the value of AttributionCopyEndpoint",
        field: Name.copyEndpoint.text, wanted: "\(Name.copyEndpoint.name) at the top level of Info.plist",
        ending: .then(", but no system reads it"), hint: "use \(Name.copyEndpoint.name) at the top level of Info.plist",
        article: .advertisedApp)
    package static let nestedCopyKey = rule(
        "configuration-nested-copy-key",
        "a key such as AttributionCopyEndpoint must be at the top level of the property list",
        wanted: "the key at the top level of Info.plist", hint: "no system reads it anywhere else",
        article: .advertisedApp)

    /// The rules about keys that should be accompanied by other ones.
    package static let companions: Set<Rule> = [skAdNetworkCopies, reEngagementCopies, skAdNetworkItemsAlone]

    /// Notes that are shown like warnings, because nothing was checked, or probably not what the user wanted.
    package static let notesShownAsWarnings: Set<Rule> = [
        part, noKeys, skAdNetworkCopies, skAdNetworkItemsAlone, RunRules.networksNotCompared,
    ]

    private static let entryRules = [
        EntryRule(rule: jsonType) { entry, value in
            entry.wantedType.map { wanted in { Problem(value.excerpt, wanted: wanted) } }
        },
        EntryRule(rule: unknownKey, isOfName: true) { entry, _ in
            let isUnknown = entry.field == nil ? entry.holder != .windows : entry.isStray && entry.holder == .top
            guard isUnknown, !entry.isMisnamedCopyEndpoint else { return nil }
            return { Problem("unknown", hint: entry.hint) }
        },
        EntryRule(rule: cooldownKey, isOfName: true) { entry, _ in
            entry.field == Name.misspeltReEngagementCooldown ? { Problem("misspelt") } : nil
        },
        range(clickRange, [Name.click], Name.clickDays),
        range(viewRange, [Name.view], Name.viewDays),
        range(installCooldownRange, [Name.installCooldown], Name.cooldownHours),
        range(
            reEngagementCooldownRange, [Name.reEngagementCooldown, Name.misspeltReEngagementCooldown],
            Name.cooldownHours),
        EntryRule(rule: ignoreGlobal, isOfName: true) { entry, _ in
            guard entry.field == Name.ignoredInteraction, entry.network?.isString(Name.global) == true else {
                return nil
            }
            return { Problem("present") }
        },
        EntryRule(rule: ignoreValue) { entry, value in
            guard entry.field == Name.ignoredInteraction, value.kind == .string else { return nil }
            return InteractionType(rawValue: value.string) == nil ? { Problem(value.excerpt) } : nil
        },
        EntryRule(rule: networkIdentifier, isOfName: true) { entry, _ in
            let name = entry.name
            guard entry.holder == .windows, !name.isString(Name.global), !name.isAdNetworkIdentifier else { return nil }
            return { Problem("not an ad network ID", hint: AdNetworkIdentifier.slip(in: name.string)) }
        },
        EntryRule(rule: networkIdentifierLowercase, isOfName: true) { entry, _ in
            entry.holder == .windows && entry.name.hasUppercaseLetter ? { Problem("not lowercase") } : nil
        },
        EntryRule(
            rule: skAdNetworkItems, visit: { $0.visitItems($1) },
            problem: { _, item in item.itemFault.map { fault in { Problem(fault()) } } }),
        EntryRule(
            rule: skAdNetworkItems, visit: { $0.visitItemValues($1) },
            problem: { _, value in value.kind == .string ? nil : { Problem(value.excerpt, wanted: "a string") } }),
        EntryRule(
            rule: adNetworkIdentifiers, visit: { $0.visitNetworks($1) },
            problem: { _, network in
                guard !network.isAdNetworkIdentifier else { return nil }
                return {
                    Problem(
                        network.excerpt, hint: AdNetworkIdentifier.slip(in: network.string) ?? network.lookOfNetwork)
                }
            }),
        EntryRule(
            rule: adNetworkIdentifiersLowercase, visit: { $0.visitNetworks($1) },
            problem: { _, network in network.hasUppercaseLetter ? { Problem(network.excerpt) } : nil }),
        EntryRule(rule: copyEndpoint) { entry, value in
            guard entry.endpoint != nil else { return nil }
            let address = entry.address
            guard address?.isRegistrable != true else { return nil }
            return {
                let hint = address.map {
                    "\(quoted($0.suffixName)) is a public suffix: domains are registered below it"
                }
                return Problem(
                    WebAddress.withoutUser(value.string).excerpt, hint: hint ?? WebAddress.fault(in: value.string))
            }
        },
        EntryRule(rule: copyEndpointSuffix) { entry, value in
            guard let address = entry.address, address.suffix.isShared else { return nil }
            return {
                let look = "\(quoted(address.suffixName)) is a provider's public suffix"
                return Problem(
                    value.excerpt, hint: "\(look); Apple does not say whether domains under it receive copies")
            }
        },
        EntryRule(rule: copyEndpointParts) { entry, value in
            guard let framework = entry.endpoint, entry.isRead, let address = entry.address, address.hasMoreThanDomain
            else { return nil }
            return { Problem(value.excerpt, hint: address.arrival(of: framework)) }
        },
        EntryRule(rule: copyEndpointName, isOfName: true) { entry, _ in
            entry.isMisnamedCopyEndpoint ? { Problem("present") } : nil
        },
        EntryRule(rule: nestedCopyKey) { entry, value in
            if entry.field == Name.nestedCopies, value.kind != .object {
                return {
                    let wanted = "\(Name.copyEndpoint.name) at the top level of Info.plist"
                    let found = value.kind == .string ? WebAddress.withoutUser(value.string).excerpt : value.excerpt
                    return Problem(found, wanted: wanted, .then("; the URL must be the value of \(wanted)"))
                }
            }
            guard entry.isStray, entry.holder != .top, !entry.isMisnamedCopyEndpoint, let field = entry.field else {
                return nil
            }
            return {
                let right = field == Name.nestedReEngagementCopies ? Name.reEngagementCopies : field
                let isRight = right == field
                return Problem(
                    entry.around.last.map { "nested in \($0.excerpt)" } ?? "not at the top",
                    wanted: "\(right.name) at the top level of Info.plist",
                    .then("; it must be at the top level of Info.plist\(isRight ? "" : ", called \(right.name)")"))
            }
        },
    ]

    private static func range(_ rule: Rule, _ fields: [Field], _ range: ClosedRange<Int>) -> EntryRule {
        EntryRule(rule: rule) { entry, value in
            guard let field = entry.field, fields.contains(field), value.isInteger else { return nil }
            if let number = value.unsignedInteger.flatMap({ Int(exactly: $0) }), range.contains(number) { return nil }
            return { Problem(value.excerpt) }
        }
    }
}

extension ConfigurationEntry {
    /// Whether a value is unknown until the app is built. Xcode replaces a setting by text, so a value of another type is wrong anyway.
    fileprivate func isUnknown(_ value: JSONView) -> Bool {
        value.isBuildSetting && field.map { $0.accepts(value) || self.value.kind == .array } ?? false
    }

    /// The type that the value must have; nil if it has that type.
    fileprivate var wantedType: String? {
        guard let field else { return holder == .windows && value.kind != .object ? "a dictionary" : nil }
        if field == ConfigurationField.networks {
            let areStrings = value.kind == .array && value.elements.allSatisfy { $0.kind == .string }
            return areStrings ? nil : "an array of strings"
        }
        // For this key, there is no valid value.
        guard field != ConfigurationField.nestedCopies, !field.accepts(value) else { return nil }
        return switch field.kind {
        case .boolean: "a Boolean"
        case .object: "a dictionary"
        default: field.kind.rawValue
        }
    }

    /// Visits the items of `SKAdNetworkItems`, each with its path relative to the key. There are none for any other key.
    fileprivate func visitItems(_ visit: (JSONView, String) -> Void) {
        guard field == ConfigurationField.skAdNetworkItems else { return }
        for (index, item) in value.elements.enumerated() { visit(item, "[\(index)]") }
    }

    /// Visits the strings that list ad networks, each with its path relative to the key. There are none for any other key.
    func visitNetworks(_ visit: (JSONView, String) -> Void) {
        if field == ConfigurationField.networks {
            for (index, network) in value.elements.enumerated() where network.kind == .string {
                visit(network, "[\(index)]")
            }
        }
        visitItemValues { value, place in if value.kind == .string { visit(value, place) } }
    }

    /// Visits the ID in each item of `SKAdNetworkItems` that has one.
    fileprivate func visitItemValues(_ visit: (JSONView, String) -> Void) {
        let name = ConfigurationField.skAdNetworkIdentifier
        visitItems { item, place in
            if let value = item.member(name) { visit(value, "\(place).\(name)") }
        }
    }

    /// A hint about an unknown key: the key that was probably meant, or the place where the key belongs.
    fileprivate var hint: String? {
        guard holder != .top else {
            if name.isNameOfItem {
                let (list, key) = (ConfigurationField.skAdNetworkItems.name, ConfigurationField.skAdNetworkIdentifier)
                return "\(list) is an array of dictionaries, each with the key \(key)"
            }
            return name.nearestTopKey.map { "did you mean \"\($0.text)\"?" }
                ?? "it belongs inside \(ConfigurationField.configurations.name)"
        }
        if name.isString(ConfigurationField.ignoredInteraction.name) { return "it belongs inside install" }
        func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }
        let known = (holder.shape?.fields ?? []).filter { $0 != ConfigurationField.misspeltReEngagementCooldown }
            .map(\.text).inOrder()
        let plain = letters(name.string)
        // Punctuation and case are wrong more often than letters.
        let nearest = known.first { letters($0) == plain } ?? Spelling.nearest(to: name.string, among: known)
        return nearest.map { "did you mean \"\($0)\"?" }
            ?? name.nearestTopKey.map { "did you mean \"\($0.text)\", at the top level of Info.plist?" }
            ?? "known keys: \(known.joined(separator: ", "))"
    }
}

extension JSONView {
    /// Says what an item of `SKAdNetworkItems` is instead of a dictionary with the one key; nil if it is one.
    fileprivate var itemFault: (() -> String)? {
        guard kind == .object else { return { excerpt } }
        guard let first = members.first(where: { !$0.name.isString(ConfigurationField.skAdNetworkIdentifier) }) else {
            return member(ConfigurationField.skAdNetworkIdentifier) == nil ? { "an empty dictionary" } : nil
        }
        return { "a dictionary with the key \(first.name.excerpt)" }
    }

    /// What a string that is not an ad network's ID looks like.
    fileprivate var lookOfNetwork: String? {
        if let look = AdNetworkIdentifier.look(of: string) { return look }
        return string.contains(".") || string.contains { $0.isWhitespace } ? nil : "it has no ending"
    }
}

extension JSONView {
    /// Whether a string is a build setting, which is replaced when the app is built, such as `$(NETWORK)` or `${NETWORK}`.
    var isBuildSetting: Bool {
        guard kind == .string, let dollar = content.firstOffset(of: UInt8(ascii: "$")) else { return false }
        let rest = content.part(dollar..<content.count)
        return rest.includes("$(") || rest.includes("${")
    }
}
