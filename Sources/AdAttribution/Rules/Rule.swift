import StrictJSON

/// One thing Apple demands, as data: what it is about, where it is written, and how it is checked.
///
/// A class, so that walking through the catalogue for every line of a stream copies nothing.
public final class Rule: Sendable {
    /// A stable name that scripts may rely on, such as `impression-timestamp-seconds`.
    public let id: String
    public let severity: Severity
    public let subject: Subject
    /// The field that a violation is reported at; `*` where it is whichever is at fault.
    public let field: String
    /// What the rule says, as one clause.
    public let summary: String
    /// The values that satisfy it.
    public let wanted: String
    /// What to do about a violation.
    public let hint: String?
    /// Where Apple, or an RFC, says so.
    public let article: Article
    /// What the device itself throws, where it does.
    public let appleError: AppleError?
    /// Whether the rule looks at its field alone, so that it can be asked about a single value.
    let isAboutOneValue: Bool
    let check: Check
    /// A cheap way to tell that the rule is not broken.
    let quickTest: QuickTest

    enum Check: Sendable {
        /// While a token is read, its signature checked, or a postback asked for.
        case elsewhere
        case once(@Sendable (Examination) -> Violation?)
        /// For rules that one input can break several times.
        case many(@Sendable (Examination) -> [Violation])
    }

    init(
        id: String, severity: Severity, subject: Subject, field: String, summary: String, wanted: String,
        hint: String?, article: Article, appleError: AppleError?, isAboutOneValue: Bool, check: Check,
        quickTest: QuickTest = .none
    ) {
        self.id = id
        self.severity = severity
        self.subject = subject
        self.field = field
        self.summary = summary
        self.wanted = wanted
        self.hint = hint
        self.article = article
        self.appleError = appleError
        self.isAboutOneValue = isAboutOneValue
        self.check = check
        self.quickTest = quickTest
    }

    /// Adds what the rule's own check finds.
    func appendFindings(in examination: Examination, to findings: inout [Finding]) {
        switch check {
        case .elsewhere: return
        case .once(let check):
            if let violation = check(examination) { findings.append(Finding(self, violation)) }
        case .many(let check):
            for violation in check(examination) { findings.append(Finding(self, violation)) }
        }
    }

    public enum Severity: String, Comparable, Sendable {
        /// Worth knowing, nothing wrong.
        case note
        /// Allowed, but probably a mistake.
        case warning
        /// Apple's system refuses it or never makes it.
        case error

        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// What a rule applies to.
    public enum Subject: String, CaseIterable, Sendable {
        /// A compact JWS of either kind.
        case token
        /// The payload of a signed impression.
        case impression
        /// The signed payload of a postback.
        case postback
        /// The body that a device sends around a signed postback.
        case body
        /// The attribution rules in an app's Info.plist.
        case configuration
        /// What a test postback is asked to be.
        case request
    }

    /// The errors of `AdAttributionKitError` that a rule stands behind.
    public enum AppleError: String, Sendable {
        case components = "invalidImpressionJWSComponents"
        case header = "invalidImpressionJWSHeader"
        case payload = "invalidImpressionJWSPayload"
        case signature = "invalidImpressionJWSSignature"
    }
}

/// The titles of the documents that rules come from.
public enum Article: String, Sendable {
    case generatingJWSImpressions = "Generating JWS impressions"
    case registeringAnAdNetwork = "Registering an ad network"
    case identifyingPostbackParameters = "Identifying the parameters in a postback"
    case multipleConversionWindows = "Receiving postbacks in multiple conversion windows"
    case receivingPostbacks = "Receiving ad attributions and postbacks"
    case verifyingAPostback = "Verifying a postback"
    case configuringAttributionRules = "Configuring attribution rules for your app"
    case jws = "RFC 7515, JSON Web Signature"
}

/// How an input breaks a rule.
struct Violation {
    /// The field, where it is not the rule's.
    var field: String?
    let found: String
    /// What is wanted, where the rule's words are too general.
    var wanted: String?
    var hint: String?

    init(_ found: String, wanted: String? = nil, hint: String? = nil, field: String? = nil) {
        self.found = found
        self.wanted = wanted
        self.hint = hint
        self.field = field
    }
}

/// One violation of one rule by one input.
public struct Finding: Sendable {
    public let rule: Rule
    public let field: String
    /// The value at fault as it was written, or what is there instead.
    public let found: String
    public let wanted: String
    public let hint: String?

    /// A violation found while a token was read or its signature checked; nil if there is no such rule.
    ///
    /// - Parameter wanted: what is wanted, where the rule's words are too general.
    package init?(_ id: String, field: String, found: String, wanted: String?, hint: String?) {
        guard let rule = RuleCatalogue.rule(id) else { return nil }
        self.init(rule, Violation(found, wanted: wanted, hint: hint, field: field))
    }

    init(_ rule: Rule, _ violation: Violation) {
        self.rule = rule
        field = violation.field ?? rule.field
        found = violation.found
        wanted = violation.wanted ?? rule.wanted
        hint = violation.hint ?? rule.hint
    }
}

/// All rules, in the order in which an input is read.
public enum RuleCatalogue {
    public static let all: [Rule] =
        TokenRules.all + ImpressionRules.all + PostbackRules.all + BodyRules.all + ConfigurationRules.all
        + RequestRules.all

    /// The rule of a name.
    public static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }
}
