/// One thing that is demanded, as data: what it is about, where it is written, and how it is checked.
///
/// A class, so that walking through many rules for every line of a stream copies nothing.
public final class Rule: Sendable {
    /// A stable name that scripts may rely on, such as `impression-timestamp-seconds`.
    public let id: String
    /// The same for streams, where each mention of a `String` would cost a count of its references.
    package let name: StaticString
    /// How grave a violation is.
    public let severity: Severity
    /// What it applies to.
    public let subject: Subject
    /// The field that a violation is reported at; `*` where it is whichever is at fault.
    public let field: String
    /// What the rule says, as one clause.
    public let summary: String
    /// The values that satisfy it.
    public let wanted: String
    /// What to do about a violation.
    public let hint: String?
    /// Where it is written.
    public let article: Article
    /// What the platform itself says to a violation, where it does.
    public let platformError: PlatformError?
    /// Whether the rule looks at its field alone, so that it can be asked about a single value.
    package let isAboutOneValue: Bool
    /// What many rules demand of one field each; nil for a demand of its own.
    package let kind: Kind?
    let check: Check
    /// A cheap way to tell that the rule is not broken.
    let quickTest: QuickTest

    /// The demands that many fields share, so that inputs that break them can be made of each.
    package enum Kind: Sendable {
        case isThere(Field)
        /// It is there only in objects of a version that has it.
        case hasPlace(Field)
        case isOfType(Field)
        case isWithin(Field, ClosedRange<UInt64>)
        case isOneOf(Field, [StaticString])
        case isUUID(Field)
    }

    enum Check: Sendable {
        /// By whoever reads the input or does the work.
        case elsewhere
        case once(@Sendable (Examination) -> Violation?)
        /// For rules that one input can break several times.
        case many(@Sendable (Examination, inout Violations) -> Void)
    }

    init(
        _ id: StaticString, _ severity: Severity, _ subject: Subject, field: String, _ summary: String, wanted: String,
        hint: String?, article: Article, platformError: PlatformError?, isAboutOneValue: Bool, quickTest: QuickTest,
        kind: Kind?, check: Check
    ) {
        self.id = "\(id)"
        name = id
        self.severity = severity
        self.subject = subject
        self.field = field
        self.summary = summary
        self.wanted = wanted
        self.hint = hint
        self.article = article
        self.platformError = platformError
        self.isAboutOneValue = isAboutOneValue
        self.quickTest = quickTest
        self.kind = kind
        self.check = check
    }

    /// A rule that is checked elsewhere: where an input is read, or the work is done.
    ///
    /// - Parameters:
    ///   - field: the field or part at fault; `*` where it is none, or whichever it is.
    ///   - summary: what the rule says, as one clause without a period.
    package convenience init(
        _ id: StaticString, _ severity: Severity, _ subject: Subject, field: String = "*", _ summary: String,
        wanted: String, hint: String? = nil, article: Article, platformError: PlatformError? = nil
    ) {
        self.init(
            id, severity, subject, field: field, summary, wanted: wanted, hint: hint, article: article,
            platformError: platformError, isAboutOneValue: false, quickTest: .none, kind: nil, check: .elsewhere)
    }

    /// How grave a violation is.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Severity: String, CaseIterable, Comparable, Sendable {
        /// Worth knowing, nothing wrong.
        case note
        /// Allowed, but probably a mistake.
        case warning
        /// The platform refuses it or never makes it.
        case error

        /// A note before a warning before an error.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }
}

extension Rule {
    /// Why to heed the rule: what becomes of an input that breaks it, as a clause.
    public var consequence: String {
        switch severity {
        case .note: "nothing is wrong, but it is worth knowing"
        case .warning: "it is allowed, but probably a mistake"
        case .error: subject.consequence
        }
    }
}

extension Rule: Hashable {
    /// Rules are the same if they are one entry of the catalogue.
    public static func == (left: Rule, right: Rule) -> Bool { left === right }

    /// By identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
