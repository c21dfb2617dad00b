import AttributionJSON
import AttributionRules

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
    /// because postbacks are counted.
    package var messageKind: MessageKind? {
        // These members decide for nearly all objects, and looking them up compares only names of the same length.
        if member(BodyField.token.name) != nil { return .postbackBody }
        if member(PostbackField.identifier.name) != nil { return .postback }
        if member(ImpressionField.identifier.name) != nil { return .impression }
        var best: Evidence?
        var members = members
        while let member = members.next() {
            guard let evidence = Evidence(member.name) else { continue }
            if evidence.rawValue < best?.rawValue ?? .max { best = evidence }
        }
        return best?.kind
    }

    /// Whether an object of unknown kind is an Info.plist, because it has keys that every Info.plist has or keys about
    /// SKAdNetwork.
    package var isInfoPropertyList: Bool {
        var members = members
        while let member = members.next() {
            if member.name.content.starts(with: "CFBundle".utf8) { return true }
            if member.name.isString("SKAdNetworkItems") { return true }
            if member.name.isString(ConfigurationField.skAdNetworkCopies.name) { return true }
            if ConfigurationField.misnamedCopyEndpoints.contains(where: { member.name.isEqual(to: $0) }) { return true }
        }
        return false
    }
}

/// The evidence that a member's name gives about the kind of an object, strongest first.
private enum Evidence: Int {
    case token, postbackIdentifier, impressionIdentifier, postbackField, bodyField, impressionField, configurationKey

    init?(_ name: JSONView) {
        if name.isString(BodyField.token.name) {
            self = .token
        } else if name.isString(ImpressionField.identifier.name) {
            self = .impressionIdentifier
        } else if let field = PostbackField.shape.field(named: name) {
            if field == PostbackField.identifier {
                self = .postbackIdentifier
            } else {
                // A postback repeats most fields of its impression.
                self = ImpressionField.shape.field(named: name) == nil ? .postbackField : .impressionField
            }
        } else if ImpressionField.shape.field(named: name) != nil {
            self = .impressionField
        } else if BodyField.shape.field(named: name) != nil {
            self = .bodyField
        } else if ConfigurationField.top.field(named: name) != nil
            || ConfigurationField.configuration.field(named: name) != nil
        {
            self = .configurationKey
        } else {
            return nil
        }
    }

    var kind: MessageKind {
        switch self {
        case .token, .bodyField: .postbackBody
        case .postbackIdentifier, .postbackField: .postback
        case .impressionIdentifier, .impressionField: .impression
        case .configurationKey: .configuration
        }
    }
}
