import AttributionJSON
import AttributionRules

/// What an object without a token around it is.
package enum MessageKind: Sendable {
    case impression, postback
    /// The body around a postback's token.
    case postbackBody
    /// An Info.plist with attribution rules, or such rules themselves.
    case configuration
}

extension JSONView {
    /// What an object is, by the members that tell the kinds apart; nil for what has none of them.
    ///
    /// Members that identify a message go before all others: an impression with a key of an Info.plist in it stays an
    /// impression. Of a payload with both identifiers it is the one that counts conversions, a postback's.
    package var messageKind: MessageKind? {
        // What nearly all objects have tells it alone, by comparing names of one length.
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

    /// Whether an object that is of no kind by its members is an Info.plist all the same, by keys that every one has or that
    /// speak of SKAdNetwork.
    package var isInfoPropertyList: Bool {
        var members = members
        while let member = members.next() {
            if unsafe member.name.content.starts(with: "CFBundle".utf8) { return true }
            if member.name.isString("SKAdNetworkItems") { return true }
            if member.name.isString(ConfigurationField.skAdNetworkCopies.name) { return true }
            if ConfigurationField.misnamedCopyEndpoints.contains(where: { member.name.isEqual(to: $0) }) { return true }
        }
        return false
    }
}

/// What the name of a member says of the object, strongest first.
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
            } else if [PostbackField.conversionType, PostbackField.didWin, PostbackField.sequenceIndex].contains(field)
            {
                self = .postbackField
            } else {
                self = .impressionField
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
