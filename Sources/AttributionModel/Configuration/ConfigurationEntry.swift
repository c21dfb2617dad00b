import AttributionBase

/// A key of an app's attribution settings, with its location.
struct ConfigurationEntry {
    enum Holder {
        case top, configuration, nested, other, windows, network, install, cooldown

        /// The known keys of the dictionary; nil if it has none, or if its keys are arbitrary names.
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

        /// The known keys that are recognised in the dictionary although they belong in another one.
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
    /// The surrounding keys, outermost first.
    let around: [JSONView]
    /// Whether the key is misplaced.
    let isStray: Bool
    /// Whether the system reads the key, because neither it nor a surrounding key is misplaced.
    let isRead: Bool
    /// Whether the dictionary has the key already, so that only the value is checked.
    var isRepeated: Bool { name.isRepeatedKey }
    /// The value, parsed once for several rules, if it is a URL for copies.
    let address: WebAddress?
    /// The path of the surrounding dictionary and a dot. All keys in the dictionary share it, because names may be long.
    fileprivate let place: String

    /// Whether the key is meant as the URL for copies of AdAttributionKit postbacks, but has a name that is not read at this place.
    var isMisnamedCopyEndpoint: Bool {
        if field == ConfigurationField.skAdNetworkCopies { return holder == .configuration || holder == .nested }
        return field == nil && ConfigurationField.misnamedCopyEndpoints.contains { name.isEqual(to: $0) }
    }

    /// The framework for whose copies the value is the URL; nil for any other value.
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

/// Visits all relevant keys of an Info.plist, or of the value of `AdAttributionKitConfigurations` alone, once and in order.
extension ConfigurationEntry {
    static func visit(_ root: JSONView, _ visit: (ConfigurationEntry) -> Void) {
        walk(root, root.isPropertyList ? .top : .configuration, around: [], isRead: true, "", visit)
    }

    private static func walk(
        _ object: JSONView, _ holder: Holder, around: [JSONView], isRead: Bool, _ place: String,
        _ visit: (ConfigurationEntry) -> Void
    ) {
        for member in object.members where member.value.kind != .null {
            let own = holder.shape?.field(ofMaybeRepeated: member)
            let field = own ?? holder.strays?.field(ofMaybeRepeated: member)
            let isRead = isRead && (own != nil || holder == .windows)
            // An Info.plist also has many keys that are not about attribution.
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

    /// Returns the kind of dictionary that a key has as its value; nil if it has none.
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

extension ObjectShape {
    /// Returns the field of a member that may be a repeated key.
    fileprivate func field(ofMaybeRepeated member: JSONView.Member) -> Field? {
        field(of: member) ?? (member.name.isRepeatedKey ? member.name.string.repeatedName.flatMap(field(named:)) : nil)
    }
}

extension JSONView {
    /// Whether a name has the number of a repeated key.
    fileprivate var isRepeatedKey: Bool { content.last == UInt8(ascii: ")") && string.repeatedName != nil }

    /// Whether this is a whole property list rather than the attribution settings alone.
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

    /// Whether this is the key that items of `SKAdNetworkItems` have, or its plural.
    var isNameOfItem: Bool { content.count <= 32 && ConfigurationField.isNameOfItem(string) }

    /// The attribution key that a top-level key resembles.
    var nearestTopKey: Field? {
        // Most keys of an Info.plist are ruled out by their first letter, and a shorter one has too few letters.
        guard let first = content.first, "aens".utf8.contains(first | 0x20), content.count > 9 else { return nil }
        return ConfigurationField.topKey(near: string)
    }
}

extension ConfigurationField {
    private static let itemKey = "\(skAdNetworkIdentifier)".lowercased()

    /// Whether this is the key that items of `SKAdNetworkItems` have, or its plural.
    static func isNameOfItem(_ name: String) -> Bool {
        name.utf8.count <= itemKey.utf8.count + 1 && name.lowercased().hasPrefix(itemKey)
    }

    /// Wrong last words of keys, each with the right one.
    private static let endings = [
        ("url", "endpoint"), ("uri", "endpoint"), ("address", "endpoint"), ("id", "identifiers"),
        ("ids", "identifiers"),
    ]

    /// The top-level keys in lowercase, ordered by the bytes of their original spelling.
    private static let topKeys = top.fields.map { (field: $0, key: $0.text.lowercased()) }
        .sorted { $0.field.text.utf8.lexicographicallyPrecedes($1.field.text.utf8) }

    /// Returns the attribution key that a top-level key resembles: it lacks the last letter or the first words, differs by two letters at
    /// most, or ends with another word.
    static func topKey(near text: String) -> Field? {
        var name =
            text.hasOneByteForEachCharacter
            ? String(decoding: text.utf8.filter { ASCII.isUppercase($0 & ~0x20) }.map { $0 | 0x20 }, as: UTF8.self)
            : text.lowercased().filter { $0.isLetter || !$0.isASCII }
        guard name.utf8.count > 9, !isNameOfItem(text) else { return nil }
        if let (ending, word) = endings.first(where: { name.hasSuffix($0.0) }) {
            name = name.dropLast(ending.count) + word
        }
        guard name.utf8.count > 10 else { return nil }
        return topKeys.first { _, key in
            if key.hasSuffix(name) { return true }
            guard abs(name.utf8.count - key.utf8.count) <= 2 else { return false }
            return key.hasPrefix(name.dropLast()) || name.hasPrefix(key.dropLast())
                || Spelling.alignmentDistance(name, key) <= 2
        }?.field
    }
}
