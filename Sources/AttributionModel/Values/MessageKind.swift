import AttributionBase

/// The kind of an object that is not wrapped in a token.
package enum MessageKind: Sendable {
    case impression, postback
    /// The body around a postback's token.
    case postbackBody
    /// An Info.plist with attribution settings, or these settings by themselves.
    case configuration
}

/// The members of messages that an object has, which show its kind. Each member is looked up only once.
package struct MessageMembers {
    private let all: UInt64
    /// Those that are not `null`.
    private let present: UInt64

    /// The fewest of its own members that a payload without a token has.
    private static let fewestMembers = 3

    package init(of object: JSONView) { (all, present) = Names.shared.table.numbers(in: object) }

    /// The kind of the object; nil if none of its members is characteristic.
    ///
    /// Members that identify a message take precedence: an impression with a key of an Info.plist is still an
    /// impression. A payload with the identifiers of both a postback and an impression is treated as a postback,
    /// because postbacks are counted. Without a postback's identifier, all its members decide.
    package var kind: MessageKind? {
        let names = Names.shared
        func has(_ some: UInt64) -> Bool { present & some != 0 }
        if has(names.token) { return .postbackBody }
        if has(names.postbackIdentifier) { return .postback }
        // Without its identifier, a postback has more of its own fields than of those that impressions alone have. It repeats most
        // other fields of its impression.
        let ofPostbacks = present & names.postbacksAlone
        if ofPostbacks != 0 {
            let ofImpressions = present & names.impressionsAlone
            return ofPostbacks.nonzeroBitCount >= ofImpressions.nonzeroBitCount ? .postback : .impression
        }
        if has(names.impressionIdentifier) { return .impression }
        if has(names.body) { return .postbackBody }
        if has(names.impression) { return .impression }
        return has(names.configuration) ? .configuration : nil
    }

    /// The kind of a payload; nil if the object has too few of a payload's members, or at least as many of SKAdNetwork's.
    package var payloadKind: MessageKind? {
        let names = Names.shared
        let kind = kind
        guard kind == .impression || kind == .postback else { return nil }
        let own = (all & (kind == .impression ? names.impression : names.postback)).nonzeroBitCount
        return own >= Self.fewestMembers && own > (present & names.skAdNetwork).nonzeroBitCount ? kind : nil
    }

    /// Whether the object has a member that may hold a signature, or that only signed objects have.
    package var areSigned: Bool { present & Names.shared.marks != 0 }

    /// Whether the object has none of these members besides the token of a body.
    package var areOfOneMessage: Bool { present & Names.shared.besidesToken == 0 }

    /// The names of all these members, each once, and which of them messages have.
    private final class Names: Sendable {
        static let shared = Names()

        let table: MemberNames
        let token, postbackIdentifier, impressionIdentifier: UInt64
        let postback, impression, body, configuration, skAdNetwork, marks: UInt64
        /// Those besides the token of a body that hold a signature, or an object that may have one.
        let besidesToken: UInt64
        /// Those that impressions do not have, and those that postbacks do not. The identifier of an impression does not belong in a
        /// postback, even though a postback may have it.
        var postbacksAlone: UInt64 { postback & ~impression }
        var impressionsAlone: UInt64 { impression & ~postback | impressionIdentifier }

        private init() {
            var names: [StaticString] = []
            func bits(_ wanted: [StaticString]) -> UInt64 {
                wanted.reduce(0) { bits, name in
                    let number = names.firstIndex { ByteView($0).elementsEqual(name) } ?? names.count
                    if number == names.count { names.append(name) }
                    return bits | 1 << UInt64(number)
                }
            }
            token = bits([BodyField.token.name])
            postbackIdentifier = bits([PostbackField.identifier.name])
            impressionIdentifier = bits([ImpressionField.identifier.name])
            postback = bits(PostbackField.shape.fields.map(\.name))
            impression = bits(ImpressionField.shape.fields.map(\.name))
            body = bits(BodyField.shape.fields.map(\.name))
            configuration = bits((ConfigurationField.top.fields + ConfigurationField.configuration.fields).map(\.name))
            skAdNetwork = bits(SignedField.allCases.map(\.name))
            marks = bits([BodyField.token.name, BidName.attribution, BidName.token] + SignedForm.marks)
            besidesToken = marks & ~token | bits([BidName.skadn])
            table = MemberNames(names.enumerated().map { ($1, UInt8($0)) })
        }
    }
}

extension JSONView {
    /// The kind of an object, detected by its members; nil if none of them is characteristic.
    package var messageKind: MessageKind? { MessageMembers(of: self).kind }

    /// Whether an object of unknown kind is an Info.plist, because it has keys that every Info.plist has, or misspelt keys
    /// of attribution.
    package var isInfoPropertyList: Bool { members.contains(where: \.isOfInfoPropertyList) }
}

extension JSONView.Member {
    /// Whether the name is one that every Info.plist has, or resembles a key of attribution whose value this may be.
    package var isOfInfoPropertyList: Bool {
        name.content.starts(with: "CFBundle".utf8)
            || ConfigurationField.misnamedCopyEndpoints.contains { name.isEqual(to: $0) }
            // Documents of this program have similar names with hyphens. A key whose value has another type only happens to
            // resemble an attribution key.
            || !name.content.contains(ASCII.minus) && name.nearestTopKey.map { $0.accepts(value) } ?? false
    }
}
