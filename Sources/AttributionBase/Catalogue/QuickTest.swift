/// A fast test that most inputs pass, and that takes a few instructions to show that a rule is satisfied.
///
/// If it fails, the rule's own check decides. It holds no references, so that testing the rules for every line of a
/// stream updates no reference counts.
package enum QuickTest: Sendable {
    /// No test: the rule's own check always runs.
    case none
    case isPresent(Field)
    case isAbsent(Field)
    /// The field is absent, or has its type.
    case isOfKind(Field)
    /// The field is absent, or an integer in this range.
    case isWithin(Field, ClosedRange<UInt64>)
    /// The field is absent, or exactly this string.
    case isWord(Field, StaticString)
    case isUUID(Field)
    /// The field is an ad network's ID in lowercase.
    case isNetwork(Field)
    /// The field is a time in milliseconds since 1970 that is not in the future.
    case isPast(Field)
    case hasNoUnknownFields

    @inline(__always)
    func passes(_ examination: borrowing Examination) -> Bool {
        switch self {
        case .none: return false
        case .hasNoUnknownFields: return !examination.hasUnknownMembers
        case .isPresent(let field): return examination[field] != nil
        case .isAbsent(let field): return examination[field] == nil
        case .isOfKind(let field): return examination[field].map(field.accepts) ?? true
        case .isWithin(let field, let range):
            guard let value = examination[field] else { return true }
            return value.unsignedInteger.map(range.contains) ?? false
        case .isWord(let field, let word): return examination[field]?.isString(word) ?? true
        case .isUUID(let field): return examination[field]?.isUUID ?? true
        case .isNetwork(let field):
            guard let value = examination[field], value.kind == .string, !value.hasEscapes else { return false }
            return value.content.isAdNetworkIdentifier
        case .isPast(let field):
            guard let moment = examination[field]?.unsignedInteger else { return false }
            return moment <= UInt64(max(examination.now, 0))
        }
    }
}
