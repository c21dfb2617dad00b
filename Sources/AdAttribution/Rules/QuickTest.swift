import StrictJSON

/// A test that most inputs pass and that tells in a few instructions that a rule is not broken.
///
/// It decides nothing else: where it fails, the rule's own check looks closer. It holds no references, so that walking
/// through the rules for every line of a stream touches no reference counts.
enum QuickTest {
    /// There is no shortcut.
    case none
    case isThere(Field)
    case isAbsent(Field)
    /// Absent, or of this JSON type.
    case isOf(Field, JSONKind)
    case isInteger(Field)
    case isBoolean(Field)
    /// Absent, or an integer of this range.
    case isWithin(Field, UInt64, UInt64)
    /// Absent, or exactly this string.
    case isWord(Field, StaticString)
    case isUUID(Field)
    /// An ad network's ID as nearly all are.
    case isPlainNetwork(Field)
    /// A moment, in milliseconds, that has come.
    case isPast(Field)
    case hasNoUnknownFields
    /// The payload did not come in a token.
    case hasNoKeyID

    @inline(__always)
    func passes(_ examination: borrowing Examination, isInBody: Bool) -> Bool {
        switch self {
        case .none: return false
        case .hasNoKeyID: return examination.keyID == nil
        case .hasNoUnknownFields:
            return isInBody ? examination.body.unknown.isEmpty : examination.payload.unknown.isEmpty
        case .isThere(let field): return Self.value(field, examination, isInBody) != nil
        case .isAbsent(let field): return Self.value(field, examination, isInBody) == nil
        case .isOf(let field, let kind):
            guard let value = Self.value(field, examination, isInBody) else { return true }
            return value.kind == kind
        case .isInteger(let field):
            guard let value = Self.value(field, examination, isInBody) else { return true }
            return value.isInteger
        case .isBoolean(let field):
            guard let value = Self.value(field, examination, isInBody) else { return true }
            return value.kind == .true || value.kind == .false
        case .isWithin(let field, let low, let high):
            guard let value = Self.value(field, examination, isInBody) else { return true }
            guard let number = value.unsignedInteger else { return false }
            return number >= low && number <= high
        case .isWord(let field, let word):
            guard let value = Self.value(field, examination, isInBody) else { return true }
            return value.isString(word)
        case .isUUID(let field):
            guard let value = Self.value(field, examination, isInBody) else { return true }
            return value.isUUID
        case .isPlainNetwork(let field):
            return Self.value(field, examination, isInBody)?.isPlainAdNetworkIdentifier == true
        case .isPast(let field):
            guard let moment = Self.value(field, examination, isInBody)?.unsignedInteger else { return false }
            return moment <= UInt64(max(examination.now.milliseconds, 0))
        }
    }

    @inline(__always)
    private static func value(_ field: Field, _ examination: borrowing Examination, _ isInBody: Bool) -> JSONView? {
        isInBody ? examination.body[field] : examination.payload[field]
    }
}

/// The rules of one subject, with their quick tests side by side.
struct RuleSet: Sendable {
    let rules: [Rule]
    let quickTests: [QuickTest]
    let isInBody: Bool

    init(_ rules: [Rule], isInBody: Bool = false) {
        self.rules = rules
        quickTests = rules.map(\.quickTest)
        self.isInBody = isInBody
    }

    func findings(in examination: Examination) -> [Finding] {
        var findings: [Finding] = []
        for index in quickTests.indices where !quickTests[index].passes(examination, isInBody: isInBody) {
            rules[index].appendFindings(in: examination, to: &findings)
        }
        return findings
    }
}
