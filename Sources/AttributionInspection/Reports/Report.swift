import AttributionBase
import AttributionCrypto
import AttributionModel

/// The kind of an input, and everything that is wrong with it.
public struct Report: Equatable, Sendable {
    /// The index of the input, counted from 0.
    public let inputIndex: Int
    /// The path of the object in the input; nil for the input itself.
    public internal(set) var path: String?
    /// The kind of the input.
    public internal(set) var kind = InputKind.token
    /// The broken rules, in reading order, without the reason why others could not be checked.
    package internal(set) var brokenRules = Findings()
    /// The reason why no rules could be checked.
    package internal(set) var fault: InputFault?
    /// The earliest stage at which the input fails, not counting warnings.
    package internal(set) var stage: Stage?
    /// The data tiers that match a postback, highest first; nil for any other input.
    public var tiers: [DataTier]? { disclosed?.tiers.descending }
    /// The disclosed fields of a postback, if its tier can be inferred from them.
    var disclosed: DisclosedFields?
    /// The URLs of postback copies by framework, according to the attribution rules in an Info.plist.
    package internal(set) var copies: [JSONValue.Member] = []
    /// The IDs of a published list of ad networks that an app's lists lack, each in the list for its ending.
    package internal(set) var missingNetworks: [String] = []
    /// Whether a signature was not checked, because no trusted key is known for it. No finding reports this: an input
    /// without errors is sound only if this property is false.
    public internal(set) var isUnchecked = false
    /// Why there is no signature to check, if no rule reports that.
    var unread: InputFault?
    /// The index among the findings at which a finding about a token's signature belongs.
    var signaturePlace = 0

    /// A stage of reading an input.
    package enum Stage: String, Comparable, CaseIterable, Sendable {
        /// The input is recognised as a token, or an object that contains one.
        case input
        /// The token is split into its parts.
        case components
        /// The header is decoded and interpreted.
        case header
        /// The payload is decoded.
        case payload
        /// The signature is decoded, and checked with the key of the `kid`.
        case signature
        /// The contents are checked against Apple's rules.
        case rules

        package static func < (left: Stage, right: Stage) -> Bool { left.index < right.index }
    }

    init(input: Int, path: String?) {
        inputIndex = input
        self.path = path
    }

    mutating func addCopies(_ rules: JSONView) {
        copies = Framework.allCases.compactMap { framework in
            framework.copyURL(in: rules).map { .init(framework.rawValue, .string($0)) }
        }
    }

    /// All that is wrong: why the input cannot be read, if it cannot, and the broken rules, in reading order.
    public var findings: Findings {
        guard let fault else { return brokenRules }
        var findings = Findings()
        findings.append(Finding(fault.rule, fault.problem.inLibrary).asError)
        findings += brokenRules
        return findings
    }

    /// What is wrong with an input that cannot be read; nil if it can.
    public var problem: Problem? { fault?.problem.inLibrary }

    /// Whether the input cannot be read, or a finding is an error. A signature by an unknown key is not an error; see
    /// ``isUnchecked``.
    public var hasErrors: Bool { !isGood(below: .error) }

    /// Returns whether there is no fault and no finding with at least the given severity.
    package func isGood(below threshold: Rule.Severity) -> Bool {
        fault == nil && !brokenRules.isBad(from: threshold)
    }

    mutating func fails(at stage: Stage) { self.stage = self.stage.map { min($0, stage) } ?? stage }

    /// Adds the findings of the rules, which are the last stage.
    mutating func addRules(_ found: Findings, from threshold: Rule.Severity) {
        if found.isBad(from: threshold) { fails(at: .rules) }
        brokenRules += found
    }

    /// Adds a finding of a rule that has no check of its own.
    mutating func add(_ rule: Rule, _ field: String, _ found: String) {
        brokenRules.append(Finding(rule, field: field, found: found))
    }

    mutating func add(_ error: JWSError) {
        fails(at: Stage(error.step))
        brokenRules.append(Finding(error.rule, error.problem))
    }

    private static let mismatched = "invalid (wrong key, or the content was changed)"

    /// Adds the finding that the signature of a SKAdNetwork message is invalid.
    mutating func refuseSignature(_ fault: InputFault) {
        fails(at: .signature)
        brokenRules.append(
            Finding(
                fault.rule, field: path == nil ? SignedField.signature.description : "signature",
                found: Self.mismatched,
                ending: .sentence(fault.description), hint: fault.rule.hint))
    }

    /// Adds the finding that the signature of a token does not match a key.
    mutating func refuseToken(key: String) {
        fails(at: .signature)
        let finding = Finding(
            TokenRules.signature, field: "signature", found: Self.mismatched, wanted: "a signature by \(key)",
            ending: .sentence(Problem.mismatch(key)), hint: TokenRefusal.mismatchHint)
        brokenRules.insert(finding, at: signaturePlace)
    }
}

extension Report.Stage {
    fileprivate init(_ step: JWSError.Step) {
        switch step {
        case .components: self = .components
        case .header: self = .header
        case .payload: self = .payload
        case .signature: self = .signature
        }
    }
}

// MARK: - Writing

/// The members of a report, as `aak validate` writes it.
package enum ReportMember {
    package static let ok = OutputMember("ok", "True if there is no error and, with --strict, no warning.")
    package static let kind = OutputMember("kind", "What the input was recognised as.")
    package static let findings = FindingMember.findings
    package static let tiers = OutputMember(
        "tiers",
        "The lowest and the highest data tier that the postback fits. aak help tiers shows what each tier allows.")
    package static let absent = OutputMember("absent", "The fields that the postback lacks, each with the reason.")
    package static let rule = OutputMember(
        "rule", "For a line that could not be read at all: the rule that it breaks.")
    package static let reason = OutputMember("reason", "The message about a line that could not be read.")
    package static let copies = OutputMember(
        "copies",
        "The URLs to which devices send copies of winning postbacks, by framework, where it is known which they are.")

    package static let all = [
        ok, kind, findings, tiers, absent, rule, reason, ResultMember.path, ResultMember.line, ResultMember.file,
        ResultMember.log, copies, FindingMember.more,
    ]
}

extension Report {
    /// Appends the report as a JSON object.
    ///
    /// - Parameter threshold: the lowest severity at which a finding makes the input bad.
    package func append(threshold: Rule.Severity, to output: inout ByteBuffer) {
        Self.append(brokenRules, kind: kind.rawValue, isGood: isGood(below: threshold), to: &output)
        output.member(ResultMember.path.name, ifAny: path)
        if let fault { Self.append(rule: fault.rule.id, reason: fault.description, to: &output) }
        if let disclosed {
            output.member(ReportMember.tiers.name)
            output.openArray()
            for tier in disclosed.tiers.descending {
                output.separate()
                output.append(number: tier.rawValue)
            }
            output.closeArray()
            output.member(ReportMember.absent.name)
            output.openObject()
            disclosed.forEachAbsence { output.member(named: $0, $1) }
            output.closeObject()
        }
        if !copies.isEmpty { output.member(ReportMember.copies.name, .object(copies)) }
        output.closeObject()
    }

    /// Appends the report on an input that could not be read.
    package static func appendUnreadable(rule: Rule?, reason: String, to output: inout ByteBuffer) {
        append(Findings(), kind: InputKind.unreadable.rawValue, isGood: false, to: &output)
        append(rule: rule?.id, reason: reason, to: &output)
        output.closeObject()
    }

    private static func append(rule: String?, reason: String, to output: inout ByteBuffer) {
        output.member(ReportMember.rule.name, ifAny: rule)
        output.member(ReportMember.reason.name, reason)
    }

    /// Appends a result without its closing brace, which the caller appends.
    package static func append(_ findings: Findings, kind: String, isGood: Bool, to output: inout ByteBuffer) {
        output.openObject()
        output.member(ReportMember.ok.name, isGood)
        output.member(ReportMember.kind.name, kind)
        // Devices throw errors only for impressions, not for postbacks.
        let namesError = kind != InputKind.postback.rawValue
        output.member(ReportMember.findings.name)
        output.openArray()
        for index in findings.indices {
            output.separate()
            findings[index].append(namesPlatformError: namesError, to: &output)
        }
        output.closeArray()
        if findings.more > 0 { output.member(FindingMember.more.name, findings.more) }
    }
}
