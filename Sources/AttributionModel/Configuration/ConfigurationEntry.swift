import AttributionBase

/// A key of an app's attribution settings, with its location.
struct ConfigurationEntry {
    enum Holder {
        case top, configuration, nested, windows, network, install, cooldown

        /// The known keys of the dictionary; nil if its keys are names.
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
    /// The known key, or nil for an unknown key and for an ad network's ID.
    let field: Field?
    /// The keys of the surrounding dictionaries, outermost first.
    let around: [JSONView]
    /// The path of the surrounding dictionary, with a dot after it. It is made once for all keys in it, since names may
    /// be long.
    fileprivate let place: String

    /// Whether the key is meant as the URL for copies of AdAttributionKit postbacks, but has a name that is not read
    /// there.
    var isMisnamedCopyEndpoint: Bool {
        guard field == nil else { return false }
        return ConfigurationField.misnamedCopyEndpoints.contains { name.isEqual(to: $0) }
            || name.isString(ConfigurationField.skAdNetworkCopies.name)
    }

    /// The path from the top of the property list.
    var path: String { place + pathPart(name.string) }

    /// The key of ``ConfigurationField/windows`` that contains the window: an ad network's ID or `global`.
    var network: JSONView? { holder == .install ? around.dropLast().last : nil }
}

/// Visits all relevant keys of an Info.plist, or of the value of `AdAttributionKitConfigurations` by itself, once and
/// in order.
extension ConfigurationEntry {
    static func visit(_ root: JSONView, _ visit: (ConfigurationEntry) -> Void) {
        walk(root, root.isPropertyList ? .top : .configuration, around: [], "", visit)
    }

    private static func walk(
        _ object: JSONView, _ holder: Holder, around: [JSONView], _ place: String,
        _ visit: (ConfigurationEntry) -> Void
    ) {
        for member in object.members where member.value.kind != .null {
            let field = holder.shape?.field(of: member)
            // The top level also contains all other keys of an app.
            if holder == .top, field == nil, !member.name.isMeantForAttribution { continue }
            visit(
                ConfigurationEntry(
                    holder: holder, name: member.name, value: member.value, field: field, around: around, place: place))
            guard let inner = inner(holder, field) else { continue }
            walk(
                member.value, inner, around: around + [member.name], place + pathPart(member.name.string) + ".", visit)
        }
    }

    /// Returns the kind of dictionary that is the value of a key, or nil.
    private static func inner(_ holder: Holder, _ field: Field?) -> Holder? {
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
    /// Whether this is a whole property list rather than the attribution settings by themselves.
    fileprivate var isPropertyList: Bool {
        func has(_ names: StaticString...) -> Bool { members.contains { names.contains(where: $0.name.isString) } }
        return has(ConfigurationField.configurations.name, "CFBundleIdentifier")
            || !has(ConfigurationField.windows.name, ConfigurationField.cooldown.name)
    }

    /// Whether an unknown key at the top is probably an attribution key: one that belongs deeper in the list, or one
    /// that differs from such a key only in a few letters or in case.
    fileprivate var isMeantForAttribution: Bool {
        if isString(ConfigurationField.windows.name) || isString(ConfigurationField.cooldown.name) { return true }
        if isNameOfItem { return true }
        return ConfigurationField.misnamedCopyEndpoints.contains { isEqual(to: $0) } || nearestTopKey != nil
    }

    /// Whether this is the key of an item of `SKAdNetworkItems`, or its plural.
    var isNameOfItem: Bool {
        let key = ConfigurationField.skAdNetworkIdentifier
        return content.count <= key.utf8CodeUnitCount + 1 && string.lowercased().hasPrefix("\(key)".lowercased())
    }

    /// The attribution key that a key at the top resembles: all but its last letters, or all but two letters anywhere.
    var nearestTopKey: String? {
        // The first letter rules out most keys of an Info.plist.
        guard let first = content.first, "aens".utf8.contains(first | 0x20) else { return nil }
        let name = string.lowercased().filter { $0.isLetter || !$0.isASCII }
        guard name.utf8.count > 10, !isNameOfItem else { return nil }
        return ConfigurationField.top.fields.map(\.text).inOrder().first { key in
            let key = key.lowercased()
            guard abs(name.utf8.count - key.utf8.count) <= 2 else { return false }
            return key.hasPrefix(name.dropLast()) || name.hasPrefix(key.dropLast())
                || Spelling.alignmentDistance(Array(name), Array(key)) <= 2
        }
    }
}
