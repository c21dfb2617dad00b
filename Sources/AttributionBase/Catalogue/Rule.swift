/// A requirement as data: what it applies to, where it is documented, and how it is checked.
///
/// This is a class, so that iterating over many rules for every line of a stream makes no copies.
public final class Rule: Sendable {
    /// The stable name, such as `impression-timestamp-seconds`, which scripts may rely on.
    public let id: String
    /// The severity of a violation.
    public let severity: Severity
    package let subject: Subject
    /// The field about which a violation is reported; `*` if that depends on the input.
    package let field: String
    /// What the rule requires, as one clause.
    public let summary: String
    package let wanted: String
    package let ending: MessageEnding?
    package let hint: String?
    private let effect: String?
    package let article: Article
    /// Returns the article about the field at a path, for a rule about fields that different articles describe.
    private let articleOfField: (@Sendable (String) -> Article?)?
    /// Whether its findings are listed before all others. They say what was not checked, which must not look like a check that succeeded.
    let isAlwaysListed: Bool
    package let platformError: PlatformError?
    /// Whether the rule depends on its field alone, so that it can check a single value.
    package let isAboutOneValue: Bool
    /// The kind of requirement, if many fields share it.
    package let kind: Kind?
    /// What an input that breaks the rule may be.
    package let suspicion: Suspicion
    /// The check; nil if the code that reads the input, or does the work, checks the rule itself.
    let check: Check?
    /// A fast test for whether the rule is satisfied.
    let quickTest: QuickTest

    /// The requirements that many fields share, so that inputs that break them can be generated for each field.
    package enum Kind: Sendable {
        case isPresent(Field)
        /// The field is present only in objects of a version that has it.
        case hasPlace(Field)
        case isOfType(Field)
        case isWithin(Field, ClosedRange<UInt64>)
        case isOneOf(Field, [StaticString])
        case isUUID(Field)
    }

    /// What an input that breaks the rule may really be. The rule says so where it is worth trying to read the input as
    /// that.
    package struct Suspicion: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It cannot be read or lacks a value, and may be an input in another form.
        package static let otherForm = Suspicion(rawValue: 1)
        /// It may be a token for another purpose.
        package static let otherToken = Suspicion(rawValue: 2)
    }

    /// Returns the article about the field at a path.
    func article(of path: String) -> Article { articleOfField?(path) ?? article }

    /// Calls `report` for each violation. The problem is created only if it will be listed.
    package typealias Check = @Sendable (Examination, _ report: (@autoclosure () -> Problem) -> Void) -> Void

    package init(
        _ id: String, _ severity: Severity, _ subject: Subject, field: String = "*", _ summary: String,
        wanted: String, ending: MessageEnding? = nil, hint: String? = nil, effect: String? = nil, article: Article,
        articleOfField: (@Sendable (String) -> Article?)? = nil, isAlwaysListed: Bool = false,
        platformError: PlatformError? = nil, isAboutOneValue: Bool = false, quickTest: QuickTest = .none,
        kind: Kind? = nil, suspicion: Suspicion = [], check: Check? = nil
    ) {
        self.id = id
        self.severity = severity
        self.subject = subject
        self.field = field
        self.summary = summary
        self.wanted = wanted
        self.ending = ending
        self.hint = hint
        self.effect = effect
        self.article = article
        self.articleOfField = articleOfField
        self.isAlwaysListed = isAlwaysListed
        self.platformError = platformError
        self.isAboutOneValue = isAboutOneValue
        self.quickTest = quickTest
        self.kind = kind
        self.suspicion = suspicion
        self.check = check
    }

    /// The severity of a violation.
    public enum Severity: String, CaseIterable, Comparable, Encodable, Sendable {
        /// Useful information; nothing is wrong.
        case note
        /// Allowed, but probably a mistake.
        case warning
        /// The platform rejects it or never produces it.
        case error

        /// Orders notes before warnings before errors.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        // A switch is faster than a search among all cases, and this is called for each finding.
        var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }
}

extension Rule {
    /// The title of Apple's article, or another document, that contains the requirement.
    public var source: String { article.description }

    /// Describes what the rule is about: a single field, if there is one, and the messages to which the rule applies.
    package var about: String { (field == "*" ? "" : "\"\(field)\" in ") + subject.summary }

    /// What happens to an input that breaks the rule, as a clause.
    package var consequence: String {
        switch severity {
        case .note: "none; for information only"
        case .warning: effect ?? "it is allowed, but probably a mistake"
        case .error: effect ?? subject.consequence
        }
    }

    /// The platform's error and the consequence, as a clause.
    package var reason: String { (platformError.map { $0.words + "; " } ?? "") + consequence }
}

extension Rule: Hashable {
    /// Whether two rules are the same entry of the catalogue.
    public static func == (left: Rule, right: Rule) -> Bool { left === right }

    /// Hashes the rule's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
