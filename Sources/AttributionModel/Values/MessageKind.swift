import AttributionBase

/// The kind of an object that is not wrapped in a token.
package enum MessageKind: Sendable {
    case impression, postback
    /// The body around a postback's token.
    case postbackBody
    /// An Info.plist with attribution settings, or these settings by themselves.
    case configuration
}

extension JSONView {
    /// The kind of an object, detected by its members; nil if none of them is characteristic.
    ///
    /// Members that identify a message take precedence: an impression with a key of an Info.plist is still an
    /// impression. A payload with the identifiers of both a postback and an impression is treated as a postback,
    /// because postbacks are counted. Without a postback's identifier, all that it has decides.
    package var messageKind: MessageKind? {
        // These members decide for nearly all objects, and looking them up compares only names of the same length.
        if member(BodyField.token.name) != nil { return .postbackBody }
        if member(PostbackField.identifier.name) != nil { return .postback }
        func count(_ shape: ObjectShape) -> Int { members.count { $0.value.kind != .null && shape.has($0) } }
        // Without its identifier, a postback has more of its own fields than of those that impressions alone have. It repeats most
        // other fields of its impression.
        let ofPostbacks = count(PostbackField.own)
        if ofPostbacks > 0 { return ofPostbacks >= count(ImpressionField.own) ? .postback : .impression }
        if member(ImpressionField.identifier.name) != nil { return .impression }
        func has(_ shape: ObjectShape) -> Bool {
            members.contains { $0.value.kind != .null && shape.has($0) }
        }
        if has(BodyField.shape) { return .postbackBody }
        if has(ImpressionField.shape) { return .impression }
        return has(ConfigurationField.top) || has(ConfigurationField.configuration) ? .configuration : nil
    }

    /// Whether an object of unknown kind is an Info.plist, because it has keys that every Info.plist has, or misspelt keys
    /// of attribution.
    package var isInfoPropertyList: Bool { members.contains(where: \.isOfInfoPropertyList) }
}

extension JSONView.Member {
    /// Whether the name is one that every Info.plist has, or resembles a key of attribution whose value this may be.
    package var isOfInfoPropertyList: Bool {
        name.content.starts(with: "CFBundle".utf8)
            || ConfigurationField.misnamedCopyEndpoints.contains { name.isEqual(to: $0) }
            // Documents of this program have such names with hyphens. With a value of another type it is another thing's name.
            || !name.content.contains(ASCII.minus) && name.nearestTopKey.map { $0.accepts(value) } ?? false
    }
}
