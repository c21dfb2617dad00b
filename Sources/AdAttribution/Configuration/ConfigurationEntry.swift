import AttributionJSON
import AttributionRules

/// A key of an app's attribution rules at its place.
struct ConfigurationEntry {
    /// The dictionary that a key stands in.
    enum Holder {
        case top, configuration, nested, windows, network, install, cooldown

        /// The keys that are known there; nil where every key is a name.
        var shape: ObjectShape? {
            switch self {
            case .top: ConfigurationField.top
            case .configuration: ConfigurationField.configuration
            case .nested: ConfigurationField.nested
            case .windows: nil
            case .network: ConfigurationField.network
            case .install: ConfigurationField.installWindows
            case .cooldown: ConfigurationField.cooldowns
            }
        }
    }

    let holder: Holder
    let name: JSONView
    let value: JSONView
    /// Nil for a key that is not known there, and for those of ad networks.
    let field: Field?
    /// The names of the dictionaries around it, from the top down.
    let around: [JSONView]

    /// Whether it is meant to say where copies of AdAttributionKit's postbacks go, by a name that no system reads there.
    var isMisnamedCopyEndpoint: Bool {
        guard field == nil else { return false }
        return ConfigurationField.misnamedCopyEndpoints.contains { name.isEqual(to: $0) }
            || name.isString(ConfigurationField.skAdNetworkCopies.name)
    }

    /// From the top of the property list down.
    var path: String { (around + [name]).map(\.string).joined(separator: ".") }

    /// The key of ``ConfigurationField/windows`` that a window stands under: an ad network's ID, or `global`.
    var network: JSONView? { holder == .install ? around.dropLast().last : nil }
}

/// Visits all keys of an Info.plist that matter here, or of the value of `AdAttributionKitConfigurations` given alone,
/// each once and in their order.
struct ConfigurationWalk {
    private var around: [JSONView] = []
    private let visit: (ConfigurationEntry) -> Void

    static func visit(_ root: JSONView, _ visit: (ConfigurationEntry) -> Void) {
        withoutActuallyEscaping(visit) { visit in
            var walk = ConfigurationWalk(visit: visit)
            walk.walk(root, root.isPropertyList ? .top : .configuration)
        }
    }

    private init(visit: @escaping (ConfigurationEntry) -> Void) { self.visit = visit }

    private mutating func walk(_ object: JSONView, _ holder: ConfigurationEntry.Holder) {
        var members = object.members
        while let member = members.next() {
            let field = holder.shape?.field(named: member.name)
            // At the top stand all the other keys of an app.
            if holder == .top, field == nil, !member.name.isMeantForAttribution { continue }
            visit(
                ConfigurationEntry(
                    holder: holder, name: member.name, value: member.value, field: field, around: around))
            guard let inner = Self.inner(holder, field) else { continue }
            around.append(member.name)
            walk(member.value, inner)
            around.removeLast()
        }
    }

    /// What the value of a key holds, if it is a dictionary.
    private static func inner(_ holder: ConfigurationEntry.Holder, _ field: Field?) -> ConfigurationEntry.Holder? {
        switch (holder, field) {
        case (.windows, _): .network
        case (_, ConfigurationField.configurations): .configuration
        case (_, ConfigurationField.nestedCopies): .nested
        case (_, ConfigurationField.windows): .windows
        case (_, ConfigurationField.cooldown): .cooldown
        case (_, ConfigurationField.install): .install
        default: nil
        }
    }
}

extension JSONView {
    /// Whether attribution rules lie in a whole property list, and are not given alone.
    fileprivate var isPropertyList: Bool {
        var isWithin = false
        var members = members
        while let member = members.next() {
            if member.name.isString(ConfigurationField.configurations.name)
                || member.name.isString("CFBundleIdentifier")
            {
                return true
            }
            if member.name.isString(ConfigurationField.windows.name)
                || member.name.isString(ConfigurationField.cooldown.name)
            {
                isWithin = true
            }
        }
        return !isWithin
    }

    /// Whether an unknown key at the top is meant to be one of attribution: one that belongs further in, or one that is
    /// a key but for its last letters or for letter case.
    fileprivate var isMeantForAttribution: Bool {
        if isString(ConfigurationField.windows.name) || isString(ConfigurationField.cooldown.name) { return true }
        return ConfigurationField.misnamedCopyEndpoints.contains { isEqual(to: $0) } || nearestTopKey != nil
    }

    /// The key of attribution that one at the top nearly is.
    var nearestTopKey: String? {
        // Most keys of an Info.plist are out of the question by their first letter.
        guard let first = unsafe content.first, [0x61, 0x65].contains(first | 0x20) else { return nil }
        let name = string.lowercased()
        guard name.utf8.count > 10 else { return nil }
        return ConfigurationField.top.fields.map(\.text).sorted().first { key in
            let key = key.lowercased()
            return (key.hasPrefix(name.dropLast()) || name.hasPrefix(key.dropLast()))
                && abs(name.utf8.count - key.utf8.count) <= 2
        }
    }
}
