import AttributionBase

/// A key of an app's attribution settings, with its location.
struct ConfigurationEntry {
    enum Holder {
        case top, configuration, nested, other, windows, network, install, cooldown

        /// The known keys of the dictionary; nil if it has none, or its keys are names.
        var shape: ObjectShape? {
            switch self {
            case .top: ConfigurationField.top
            case .configuration: ConfigurationField.configuration
            case .nested, .other, .windows: nil
            case .network: ConfigurationField.network
            case .install: ConfigurationField.installWindows
            case .cooldown: ConfigurationField.cooldowns
            }
        }

        /// The known keys that the dictionary may have, although they belong in another one.
        var strays: ObjectShape? {
            switch self {
            case .top: ConfigurationField.configuration
            case .configuration, .nested, .other: ConfigurationField.strays
            case .windows, .network, .install, .cooldown: nil
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
    /// Whether the key is in a dictionary that it does not belong in.
    let isStray: Bool
    /// Whether a system reads the key: neither it nor a key around it is misplaced.
    let isRead: Bool
    /// The address of the value, if it is the URL for copies. Several rules are about it.
    let address: WebAddress?
    /// The path of the surrounding dictionary, with a dot after it. It is made once for all keys in it, since names may
    /// be long.
    fileprivate let place: String

    /// Whether the key is meant as the URL for copies of AdAttributionKit postbacks, but has a name that is not read
    /// there.
    var isMisnamedCopyEndpoint: Bool {
        if field == ConfigurationField.skAdNetworkCopies { return holder == .configuration || holder == .nested }
        return field == nil && ConfigurationField.misnamedCopyEndpoints.contains { name.isEqual(to: $0) }
    }

    /// The framework for whose postbacks the value is the URL of copies; nil for any other value.
    var endpoint: Framework? { Self.endpoint(field, value) }

    private static func endpoint(_ field: Field?, _ value: JSONView) -> Framework? {
        guard value.kind == .string else { return nil }
        return switch field {
        case ConfigurationField.copyEndpoint: .adAttributionKit
        case ConfigurationField.skAdNetworkCopies: .skAdNetwork
        default: nil
        }
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
        walk(root, root.isPropertyList ? .top : .configuration, around: [], isRead: true, "", visit)
    }

    private static func walk(
        _ object: JSONView, _ holder: Holder, around: [JSONView], isRead: Bool, _ place: String,
        _ visit: (ConfigurationEntry) -> Void
    ) {
        for member in object.members where member.value.kind != .null {
            let own = holder.shape?.field(of: member)
            let field = own ?? holder.strays?.field(of: member)
            let isRead = isRead && (own != nil || holder == .windows)
            // An app's list also contains keys about everything else.
            let isOther = field == nil && (holder == .other || holder == .top && !member.name.isMeantForAttribution)
            if !isOther {
                visit(
                    ConfigurationEntry(
                        holder: holder, name: member.name, value: member.value, field: field, around: around,
                        isStray: own == nil && field != nil, isRead: isRead,
                        address: endpoint(field, member.value).flatMap { _ in WebAddress(member.value.string) },
                        place: place))
            }
            guard let inner = isOther ? .other : inner(holder, field) else { continue }
            let (around, place) = (around + [member.name], place + pathPart(member.name.string))
            if inner == .other, member.value.kind == .array {
                for (index, element) in member.value.elements.enumerated() where element.kind == .object {
                    walk(element, inner, around: around, isRead: false, "\(place)[\(index)].", visit)
                }
            } else if member.value.kind == .object {
                walk(member.value, inner, around: around, isRead: isRead, place + ".", visit)
            }
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
    var isPropertyList: Bool {
        func has(_ shape: ObjectShape) -> Bool { members.contains(where: shape.has) }
        return has(ConfigurationField.top) || !has(ConfigurationField.configuration)
            || members.contains { $0.name.isString("CFBundleIdentifier") }
    }

    /// Whether an unknown key at the top is probably an attribution key: one that belongs deeper in the list, or one
    /// that resembles such a key.
    fileprivate var isMeantForAttribution: Bool {
        isNameOfItem || ConfigurationField.misnamedCopyEndpoints.contains { isEqual(to: $0) } || nearestTopKey != nil
    }

    /// Whether this is the key of an item of `SKAdNetworkItems`, or its plural.
    var isNameOfItem: Bool {
        content.count <= Self.itemKey.utf8.count + 1 && string.lowercased().hasPrefix(Self.itemKey)
    }

    private static let itemKey = "\(ConfigurationField.skAdNetworkIdentifier)".lowercased()

    /// Other words for those that keys end in.
    private static let endings = [
        ("url", "endpoint"), ("uri", "endpoint"), ("address", "endpoint"), ("id", "identifiers"),
        ("ids", "identifiers"),
    ]

    /// The keys at the top in small letters, in the order of their bytes.
    private static let topKeys = ConfigurationField.top.fields.map { (field: $0, key: $0.text.lowercased()) }
        .sorted { $0.field.text.utf8.lexicographicallyPrecedes($1.field.text.utf8) }

    /// The attribution key that a key at the top resembles: all but its last letters or its first words, all but two letters
    /// anywhere, or with another word at the end.
    var nearestTopKey: Field? {
        // The first letter rules out most keys of an Info.plist.
        guard let first = content.first, "aens".utf8.contains(first | 0x20) else { return nil }
        // None of its letters has a shorter text.
        guard content.count > 9 else { return nil }
        let text = string
        var name =
            text.hasOneByteForEachCharacter
            ? String(decoding: text.utf8.filter { ASCII.isUppercase($0 & ~0x20) }.map { $0 | 0x20 }, as: UTF8.self)
            : text.lowercased().filter { $0.isLetter || !$0.isASCII }
        guard name.utf8.count > 9, !isNameOfItem else { return nil }
        if let (ending, word) = Self.endings.first(where: { name.hasSuffix($0.0) }) {
            name = name.dropLast(ending.count) + word
        }
        guard name.utf8.count > 10 else { return nil }
        return Self.topKeys.first { _, key in
            if key.hasSuffix(name) { return true }
            guard abs(name.utf8.count - key.utf8.count) <= 2 else { return false }
            return key.hasPrefix(name.dropLast()) || name.hasPrefix(key.dropLast())
                || Spelling.alignmentDistance(name, key) <= 2
        }?.field
    }
}
