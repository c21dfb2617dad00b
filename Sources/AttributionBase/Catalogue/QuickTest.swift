/// A fast test that most inputs pass, which takes a few instructions to show that a rule is satisfied.
///
/// If it fails, the rule's own check decides. It contains no references, so that testing every line of a stream updates no reference
/// counts.
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

/// The quick tests of many rules, of which several may be about the same field, combined: an input that passes them passes each of the
/// tests. Most inputs have no faults, so they are read only once.
struct JoinedTests: Sendable {
    private var present = FieldSet()
    private var absent = FieldSet()
    private var tests: [QuickTest] = []

    init(_ tests: [QuickTest]) {
        var ranges: [(field: Field, range: ClosedRange<UInt64>)] = []
        var networks: [Field] = []
        var typed: [Field] = []
        for test in tests {
            switch test {
            case .none: break
            case .isPresent(let field): present.insert(field)
            case .isAbsent(let field): absent.insert(field)
            case .isWithin(let field, let range):
                if let place = ranges.firstIndex(where: { $0.field == field && $0.range.overlaps(range) }) {
                    ranges[place].range = ranges[place].range.clamped(to: range)
                } else {
                    ranges.append((field, range))
                }
            case .isNetwork(let field): if !networks.contains(field) { networks.append(field) }
            case .isWord(let field, _), .isUUID(let field):
                typed.append(field)
                self.tests.append(test)
            case .isOfKind, .isPast, .hasNoUnknownFields: self.tests.append(test)
            }
        }
        // A number in a range is an integer, and the others are strings.
        typed = (typed + networks).filter { $0.kind == .string } + ranges.map(\.field).filter { $0.kind == .integer }
        self.tests.removeAll { if case .isOfKind(let field) = $0 { typed.contains(field) } else { false } }
        self.tests += ranges.map { .isWithin($0.field, $0.range) } + networks.map { .isNetwork($0) }
    }

    func pass(_ examination: borrowing Examination) -> Bool {
        guard examination.present.contains(present), examination.present.isDisjoint(with: absent) else { return false }
        for index in tests.indices where !tests[index].passes(examination) { return false }
        return true
    }
}
