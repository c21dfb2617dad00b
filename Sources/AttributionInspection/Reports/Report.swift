import AdAttribution
import AttributionBytes
import AttributionJOSE
import AttributionJSON
import AttributionRules
import SKAdNetwork

/// What an input is, and all that is wrong with it.
public struct Report: Sendable {
    /// Which of the inputs it is about, counted from 0.
    public let input: Int
    /// Where in the input the object stands; nil for the input itself.
    public let path: String?
    /// What the input is.
    public internal(set) var kind = InputKind.token
    /// The rules that it breaks, in the order in which an input is read.
    public internal(set) var findings = Findings()
    /// Why there was nothing that rules could be asked about.
    public internal(set) var fault: InputFault?
    /// The first step at which it fails, warnings left out.
    public internal(set) var stage: Stage?
    /// The data tiers that a postback fits, highest first; nil for anything else.
    public internal(set) var tiers: [DataTier]?
    /// Why each absent optional field of a postback may be absent.
    public internal(set) var absences: [Absence] = []
    /// Where a device sends the copies of postbacks, by the framework's name, as the attribution rules in an Info.plist say.
    public internal(set) var copies: [Copies] = []
    /// Whether there is a signature that no trusted key could be held against.
    public internal(set) var isUnchecked = false
    /// Whether it is an object without a member that tells what it is, which counts as an impression.
    var isBareObject = false
    /// Why there is nothing that a signature could be checked of, for where no rule says so.
    var unread: InputFault?
    /// Where among the findings a word on a token's signature belongs.
    var signaturePlace = 0

    /// The steps in which an input is read.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Stage: String, Comparable, CaseIterable, Sendable {
        /// The input is recognised: a token, or an object that holds one.
        case input
        /// The parts of a token are told apart.
        case components
        /// The header is decoded and understood.
        case header
        /// The payload is decoded.
        case payload
        /// The signature is decoded and checked with the key of the `kid`.
        case signature
        /// What the input says is held against Apple's rules.
        case rules

        /// Whether a step comes before another.
        public static func < (left: Stage, right: Stage) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Why a field may be absent.
    public struct Absence: Sendable {
        /// The field that is not there.
        public let field: String
        /// Why it may be absent, in words.
        public let reason: String
    }

    /// Where copies of postbacks go.
    public struct Copies: Equatable, Sendable {
        /// `adattributionkit` or `skadnetwork`.
        public let framework: String
        /// The whole URL.
        public let url: String
    }

    init(input: Int, path: String?) {
        self.input = input
        self.path = path
    }

    /// - Parameter isBid: whether the place says what should be there, so that a fault is about that.
    init(unread fault: InputFault, of entry: InspectionBatch.Entry, isBid: Bool) {
        self.init(input: entry.input, path: entry.path)
        switch fault {
        // A text without a form of its own is a token to a reader, but then one with a finding.
        case .token(let error): add(error)
        // What is wrong with a bid's object says it.
        case .rules where isBid: kind = .unreadable
        default:
            if !isBid { kind = .unreadable }
            self.fault = fault
        }
    }

    /// Notes where the attribution rules of an app have copies of postbacks sent.
    mutating func addCopies(_ rules: JSONView) {
        let destinations = CopyDestinations(rules)
        if let url = destinations.adAttributionKit { copies.append(Copies(framework: "adattributionkit", url: url)) }
        if let url = destinations.skAdNetwork { copies.append(Copies(framework: "skadnetwork", url: url)) }
    }

    /// Whether nothing is wrong with it that is at least this grave.
    public func isGood(below threshold: Rule.Severity = .error) -> Bool {
        fault == nil && !findings.isBad(from: threshold)
    }

    /// Whether the input is no message of either framework, by its members, though it may hold one.
    package var isNoMessage: Bool { fault != nil || isBareObject }

    /// Whether a message lies deeper inside the input.
    package var holdsMessage: Bool {
        if case .nested? = fault { true } else { false }
    }

    mutating func fails(at stage: Stage) {
        self.stage = self.stage.map { min($0, stage) } ?? stage
    }

    /// Adds what the rules found, beyond which nothing is read.
    mutating func addRules(_ found: Findings, from threshold: Rule.Severity) {
        if found.isBad(from: threshold) { fails(at: .rules) }
        findings += found
    }

    /// Adds a finding that a rule's own check does not make.
    mutating func add(_ rule: Rule, _ field: String, _ found: String) {
        findings.append(Finding(rule, field: field, found: found))
    }

    mutating func add(_ error: JWSError) {
        fails(at: Stage(error.stage))
        findings.append(Finding(error))
    }

    /// Says that the signature does not hold.
    ///
    /// - Parameter wanted: what was wanted of a token's; nil for one of SKAdNetwork.
    mutating func refuseSignature(wanted: String?) {
        fails(at: .signature)
        let found = "of another key or another text"
        guard let wanted else {
            let rule = InputFault.skAdNetworkSignature(isAd: kind == .skadnetworkAd).rule
            return add(rule, path == nil ? SignedField.signature.description : "signature", found)
        }
        let finding = Finding(TokenRules.signature, field: "signature", found: found, wanted: wanted)
        findings.insert(finding, at: signaturePlace)
    }
}

extension Report.Stage {
    fileprivate init(_ stage: JWSError.Stage) {
        switch stage {
        case .components: self = .components
        case .header: self = .header
        case .payload: self = .payload
        case .signature: self = .signature
        }
    }
}

// MARK: - Writing

extension Report {
    /// Appends the report as an object of JSON.
    ///
    /// - Parameter threshold: from which severity on a finding makes the input bad.
    package func append(threshold: Rule.Severity, to output: inout ByteBuffer) {
        Self.append(findings, kind: kind.rawValue, isGood: isGood(below: threshold), to: &output)
        output.member("path", ifAny: path)
        if let fault { Self.append(rule: fault.rule.id, reason: fault.description, to: &output) }
        if let tiers {
            output.member("tiers", .array(tiers.map { .number("\($0.rawValue)") }))
            output.member("absent", .object(absences.map { .init($0.field, .string($0.reason)) }))
        }
        if !copies.isEmpty { output.member("copies", .object(copies.map { .init($0.framework, .string($0.url)) })) }
        output.closeObject()
    }

    /// Appends the report on an input of which nothing was read.
    package static func appendUnreadable(rule: Rule?, reason: String, to output: inout ByteBuffer) {
        append(Findings(), kind: InputKind.unreadable.rawValue, isGood: false, to: &output)
        append(rule: rule?.id, reason: reason, to: &output)
        output.closeObject()
    }

    private static func append(rule: String?, reason: String, to output: inout ByteBuffer) {
        output.member("rule", ifAny: rule)
        output.member("reason", reason)
    }

    /// Appends a result up to its last member; the closing brace is the caller's.
    package static func append(_ findings: Findings, kind: String, isGood: Bool, to output: inout ByteBuffer) {
        output.openObject()
        output.member("ok", isGood)
        output.member("kind", kind)
        output.member("findings", .array(findings.map { $0.json(of: kind) }))
        if findings.more > 0 { output.member("more", findings.more) }
    }
}

extension Finding {
    /// - Parameter kind: what the input is: a device throws errors for impressions, never for its own postbacks.
    fileprivate func json(of kind: String) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("rule", .string(rule.id)), .init("severity", .string(severity.rawValue)),
            .init("field", .string(field)), .init("found", .string(found)), .init("wanted", .string(wanted)),
        ]
        if let hint { members.append(.init("hint", .string(hint))) }
        members.append(.init("article", .string(rule.article.description)))
        if let error = rule.platformError, kind != InputKind.postback.rawValue {
            members.append(.init("apple-error", .string(error.name)))
        }
        return .object(members)
    }
}
