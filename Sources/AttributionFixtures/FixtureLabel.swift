import AttributionBase
import AttributionInspection
import AttributionModel

/// A line of `aak fixtures --kind broken` or `sound`: an input, and the fault that must be found in it, if any.
///
/// ```json
/// {"input":"eyJ…","kind":"token","stage":"header","rule":"jws-alg","severity":"error","name":"token: alg is None"}
/// {"input":{…},"verdict":"valid","framework":"adattributionkit","tier":1,"window":1,"name":"tier 1 names no publisher"}
/// {"label":{"kind":"postback","verdict":"valid","tier":3,"window":1,…},"input":{…}}
/// ```
///
/// The input is a token as a string, or a JSON object. An object is given as a string if a program that parses and rewrites JSON could
/// change its numbers or its layout. A bid response may come with a `request`, against which it is checked. Labels are read only on
/// request, because anyone could write a label into a line.
package struct FixtureLabel: Sendable {
    /// The input: a compact JWS or JSON text.
    package let input: String
    /// The fault that must be found; nil for an input that must be accepted.
    package let fault: Fault?
    /// The bid request against which the input is checked; nil if there is none.
    package let request: BidRequest?

    package struct Fault: Sendable {
        /// The step that must reject the input.
        package let stage: BrokenInput.Stage
        package let rule: Rule
        /// How severe the fault is: only an input with an error must be rejected. Without a severity in the label, it is that of the rule.
        package let severity: Rule.Severity

        /// Returns the broken rules that count. Less severe ones do not, because a broken input may break some of them as well.
        func counted(_ rules: [Rule]) -> [Rule] { rules.filter { $0.severity >= severity || $0.id == rule.id } }
    }

    /// The verdict in the label of an input that must be accepted.
    static let accepted = Verdict.Outcome.valid.rawValue

    /// Reads a label.
    ///
    /// - Parameter line: One line, without its terminator.
    package init(parsing line: [UInt8]) throws(Problem) {
        typealias Name = LabelMember
        guard let value = try? JSONValue(parsing: line), let input = value[Name.input] else { throw .noLabel }
        self.input = input.line
        if value[Name.rule] == nil, (value[Name.label] ?? value)[Name.verdict] == .string(Self.accepted) {
            (fault, request) = (nil, nil)
            return
        }
        guard case .string(let stage)? = value[Name.stage], case .string(let id)? = value[Name.rule] else {
            throw .noLabel
        }
        guard let stage = BrokenInput.Stage(rawValue: stage) else {
            let stages = "one of " + BrokenInput.Stage.allCases.map(\.rawValue).joined(separator: ", ")
            throw .unknown(Name.stage, stage, wanted: stages)
        }
        guard let rule = RuleCatalogue.messages[id] else { throw .unknown(Name.rule, id, wanted: "the ID of a rule") }
        var severity = rule.severity
        if let word = value[Name.severity], word != .null {
            guard let named = Rule.Severity(rawValue: word.line) else {
                throw .unknown(Name.severity, word.line, wanted: alternatives(Rule.Severity.allCases.map(\.rawValue)))
            }
            severity = named
        }
        fault = Fault(stage: stage, rule: rule, severity: severity)
        request = try value[Name.request].map { (value) throws(Problem) in
            guard let request = try? BidRequest(parsing: value.line) else { throw .noRequest }
            return request
        }
    }

    /// Whether an input was judged as the label requires: rejected at its stage and only by its rule, with the right severity; or not
    /// rejected at all.
    ///
    /// - Parameter stage: The first step that rejected the input, or `rules` if none did.
    package func agrees(with rules: [Rule], at stage: BrokenInput.Stage) -> Bool {
        guard let fault else { return !rules.contains { $0.severity == .error } }
        let counted = fault.counted(rules)
        return stage == fault.stage && !counted.isEmpty
            && counted.allSatisfy { $0.id == fault.rule.id && $0.severity == fault.severity }
    }

    /// Checks a bid response against the label's request.
    ///
    /// - Returns: The broken rules and the first step that rejected the response; nil if the label has no request.
    package func refusal(keys: TrustedKeys, at now: Timestamp) -> (rules: [Rule], stage: BrokenInput.Stage)? {
        guard let request else { return nil }
        do throws(Problem) {
            // Only the rules matter here, so no mistakes in signed texts are searched for.
            let check = BidCheck(request: request, keys: keys, networks: nil, mostTexts: 0)
            let reports = try check.reports(on: Array(input.utf8), now: now)
            // The faults of the request matter only if the bid itself has no errors.
            let rules = reports.flatMap {
                ($0.findings.list + ($0.findings.hasErrors ? [] : $0.requestErrors.list)).map(\.rule)
            }
            let isSignature = rules.contains { $0 === BidRules.signature || $0 === BidRules.tokenSignature }
            return (rules, isSignature ? .signature : .rules)
        } catch {
            return ([error.rule ?? BidRules.response], .input)
        }
    }

    /// Whether a report on the input agrees with the label. An unchecked signature does not count as valid.
    package func agrees(with report: Report) -> Bool {
        agrees(with: report.allRules, at: report.firstStage) && (fault != nil || !report.isUnchecked)
    }
}

extension Report {
    /// All rules that the input breaks, including that of its fault.
    package var allRules: [Rule] { brokenRules.list.map(\.rule) + (fault.map { [$0.rule] } ?? []) }

    /// The first step that rejected the input, or `rules` if none did.
    package var firstStage: Stage { stage ?? (fault == nil ? .rules : .input) }
}

extension FixtureLabel: CustomStringConvertible {
    /// What the label requires, such as `jws-alg at the header stage`.
    package var description: String {
        fault.map { "\($0.rule.id) at the \($0.stage.rawValue) stage" } ?? "that the input is accepted"
    }
}

extension Problem {
    fileprivate static let noLabel = Problem.whole(
        "the line", "has", found: "no label", wanted: #"{"input":…,"stage":…,"rule":…}"#)
    fileprivate static let noRequest = Problem.value(found: "not a bid request", wanted: #"an object with "imp""#)
        .at(LabelMember.request.text)

    fileprivate static func unknown(_ member: OutputMember, _ word: String, wanted: String) -> Problem {
        .value(found: JSONValue.string(word).text, wanted: wanted).at(member.text)
    }
}

extension LabelledInput {
    /// The line of JSON that `aak fixtures` writes for the input.
    package var label: String { labelValue.text }

    package var labelValue: JSONValue { FixtureLabel.record.json(self) }
}

/// The members of lines with labels that are also read, or written in other lines too.
package enum LabelMember {
    /// Of a line whose input has no fault: an object with the others.
    package static let label = OutputMember(
        "label", "What the input is, where it can be several of them: its kind and its values.")
    package static let input = OutputMember("input", "The input itself.")
    static let request = OutputMember("request", "The bid request that the response answers.")
    static let kind = OutputMember("kind", "The kind of the input.")
    static let stage = OutputMember("stage", "The first stage of verification that must reject the input.")
    static let rule = OutputMember("rule", "The rule that the input breaks.")
    static let severity = FindingMember.severity
    static let verdict = OutputMember("verdict", "The verdict of aak verify on the input.")
    static let tier = OutputMember("tier", "The data tier of the postback.")
    static let window = OutputMember("window", "The conversion window of the postback, 1 to 3.")
}

extension JSONValue {
    fileprivate subscript(member: OutputMember) -> JSONValue? { self[member.text] }
}

extension FixtureLabel {
    package static let record = Record<any LabelledInput>(
        .init(LabelMember.input) { $0.value.labelled },
        .init(LabelMember.request) {
            ($0 as? BrokenInput)?.requestValue?.labelled
        },
        .init(LabelMember.kind) { ($0 as? BrokenInput).map { .string($0.kind.rawValue) } },
        .init(LabelMember.stage) {
            ($0 as? BrokenInput).map { .string($0.stage.rawValue) }
        },
        .init(LabelMember.rule) { ($0 as? BrokenInput).map { .string($0.rule.id) } },
        .init(LabelMember.severity) {
            ($0 as? BrokenInput).map { .string($0.rule.severity.rawValue) }
        },
        .init("remedy", "The names of the changes that mend the fault, if it can be mended.") {
            ($0 as? BrokenInput)?.remedy.map { .string($0) }
        },
        .init("counts", "Whether a receiver must count the postback.") {
            ($0 as? SequenceInput).map { .bool($0.counts) }
        },
        .init(LabelMember.verdict) {
            ($0 is SoundInput ? accepted : ($0 as? SequenceInput)?.outcome.rawValue).map { .string($0) }
        },
        .init("framework", "The framework of the postback.") {
            ($0 as? SoundInput).map { .string($0.version == nil ? "adattributionkit" : "skadnetwork") }
        },
        .init(SKAdNetworkVersion.member) {
            ($0 as? SoundInput)?.version.map { .string($0.rawValue) }
        },
        .init(LabelMember.tier) {
            ($0 as? SoundInput)?.tier.map { .number(String($0.rawValue)) }
        },
        .init(LabelMember.window) {
            ($0 as? SoundInput).map { .number(String($0.window.rawValue + 1)) }
        },
        .init("same", "Whether a repeat has the same contents as the first.") {
            ($0 as? SequenceInput)?.isSame.map { .bool($0) }
        },
        .init("name", "What is unusual or wrong about the input.") { .string($0.name) })
}
