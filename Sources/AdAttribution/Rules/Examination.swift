import StrictJSON

/// The members of the objects that rules speak of.
enum Field: Int, CaseIterable, Sendable {
    case impressionIdentifier, publisherItemIdentifier, impressionType, adNetworkIdentifier, sourceIdentifier
    case timestamp, advertisedItemIdentifier, eligibleForReEngagement

    var name: StaticString {
        switch self {
        case .impressionIdentifier: "impression-identifier"
        case .publisherItemIdentifier: "publisher-item-identifier"
        case .impressionType: "impression-type"
        case .adNetworkIdentifier: "ad-network-identifier"
        case .sourceIdentifier: "source-identifier"
        case .timestamp: "timestamp"
        case .advertisedItemIdentifier: "advertised-item-identifier"
        case .eligibleForReEngagement: "eligible-for-re-engagement"
        }
    }

    /// The field that a member's name means, by its length first, because nearly all lengths differ.
    static func named(_ name: JSONView) -> Field? {
        let candidates: [Field]
        switch name.end - name.start - 2 {
        case 9: candidates = [.timestamp]
        case 15: candidates = [.impressionType]
        case 17: candidates = [.sourceIdentifier]
        case 21: candidates = [.impressionIdentifier, .adNetworkIdentifier]
        case 25: candidates = [.publisherItemIdentifier]
        case 26: candidates = [.advertisedItemIdentifier, .eligibleForReEngagement]
        default: candidates = name.hasEscapes ? allCases : []
        }
        return candidates.first { name.isString($0.name) }
            ?? (name.hasEscapes ? allCases.first { name.isString($0.name) } : nil)
    }
}

/// An input laid out for the rules: each known field at its place.
///
/// It points into the text it was made from and is used again for the next one.
struct Examination {
    private(set) var fields = [JSONView?](repeating: nil, count: Field.allCases.count)
    private(set) var unknown: [JSONView] = []
    /// The `kid` of the token around the payload, where there is one.
    private(set) var keyID: JSONView?
    /// The moment that "now" means.
    private(set) var now = Timestamp(milliseconds: 0)

    subscript(field: Field) -> JSONView? { fields[field.rawValue] }

    mutating func load(payload: JSONView, keyID: JSONView?, now: Timestamp) {
        for index in fields.indices { fields[index] = nil }
        unknown.removeAll(keepingCapacity: true)
        self.keyID = keyID
        self.now = now
        var members = payload.members
        while let member = members.next() {
            if let field = Field.named(member.name) {
                fields[field.rawValue] = member.value
            } else {
                unknown.append(member.name)
            }
        }
    }
}

/// Checks one input after another against the rules, reusing its memory. One a thread.
package struct Examiner {
    private var examination = Examination()

    package init() {}

    /// Everything that is wrong with an impression's payload.
    ///
    /// - Parameter keyID: the value of `kid` in the token's header, if the payload came in a token.
    package mutating func findings(
        impression payload: JSONView, keyID: JSONView? = nil, now: Timestamp
    ) -> [Finding] {
        examination.load(payload: payload, keyID: keyID, now: now)
        var findings: [Finding] = []
        for rule in ImpressionRules.all {
            if let violation = rule.check(examination) { findings.append(Finding(rule, violation)) }
        }
        return findings
    }
}
