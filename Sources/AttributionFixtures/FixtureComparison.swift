import AttributionBase
import AttributionInspection
import AttributionModel

/// Compares the reports on an input with its label: an input with a fault must be rejected at the labelled stage, and only by the labelled
/// rule with its severity; any other must be accepted.
package struct FixtureComparison {
    private let label: FixtureLabel
    private let kind: String
    private let stage: BrokenInput.Stage
    /// The broken rules that the comparison takes into account.
    private let found: [String]
    private let agrees: Bool

    /// - Parameter reports: The reports on the input. There is one, except for bids. They are ignored if the label has a bid request,
    /// because the input is then checked against that request.
    package init(_ reports: some Collection<Report>, _ label: FixtureLabel, keys: TrustedKeys, at now: Timestamp) {
        self.label = label
        var rules: [Rule]
        if let refusal = label.refusal(keys: keys, at: now) {
            (rules, stage, kind) = (refusal.rules, refusal.stage, FixtureKind.bidResponse.rawValue)
        } else {
            rules = reports.flatMap(\.allRules)
            stage = reports.map(\.firstStage).min() ?? .rules
            kind = (reports.first?.kind ?? .unreadable).rawValue
        }
        if let fault = label.fault {
            found = fault.counted(rules).map(\.id)
            agrees = label.agrees(with: rules, at: stage)
        } else {
            // An input whose signature could not be checked is not accepted.
            let unchecked = reports.contains(where: \.isUnchecked) ? [RunRules.uncheckedSignature.id] : []
            found = rules.filter { $0.severity == .error }.map(\.id) + unchecked
            agrees = found.isEmpty && !reports.isEmpty
        }
    }

    /// The rule of the label; nil for an input that must be accepted.
    package var rule: Rule? { label.fault?.rule }

    /// The label's fault, if its severity is not that of the rule in the catalogue.
    private var misjudged: FixtureLabel.Fault? { label.fault.flatMap { $0.rule.severity == $0.severity ? nil : $0 } }

    /// The message if the input was rejected differently or not at all; nil if the result agrees with the label.
    package var problem: String? {
        guard !agrees else { return nil }
        if let fault = misjudged {
            func article(_ severity: Rule.Severity) -> String {
                severity == .error ? "an error" : "a \(severity.rawValue)"
            }
            return "the label says that \(fault.rule.id) is \(article(fault.severity)); it is "
                + article(fault.rule.severity)
        }
        let list = found.isEmpty ? "no fault" : found.joined(separator: ", ") + " at the \(stage.rawValue) stage"
        return "found \(list); the label says \(label)"
    }

    /// A hint for results that disagree because the key that signed the fixtures was not given.
    package var hint: String? {
        let (signature, isMeant) = (TokenRules.signature, rule == TokenRules.signature)
        return found.contains(signature.id) && !isMeant ? "if another key signed the fixtures, pass --key FILE" : nil
    }

    package var json: JSONValue { Self.record.json(self) }

    package static let record = Record<FixtureComparison>(
        .init("ok", "True if the input was judged as its label requires.") { .bool($0.agrees) },
        .init(ReportMember.kind) { .string($0.kind) },
        .init("rule", "The rule that the label names.") { $0.rule.map { .string($0.id) } },
        .init("stage", "The stage that the label names.") { $0.label.fault.map { .string($0.stage.rawValue) } },
        .init("verdict", "The word valid, if the label says that the input must be accepted.") {
            $0.label.fault == nil ? .string(FixtureLabel.accepted) : nil
        },
        .init("found", "The rules that the input breaks, if the label does not agree with them.") {
            $0.agrees ? nil : .array($0.found.map { .string($0) })
        },
        .init("found-stage", "The first stage that rejected the input, or rules, if the label does not agree.") {
            $0.agrees ? nil : .string($0.stage.rawValue)
        },
        .init("severity", "The severity that the label gives the rule, if the rule has another.") {
            $0.agrees ? nil : $0.misjudged.map { .string($0.severity.rawValue) }
        },
        .init("found-severity", "The severity of the rule, if the label gives it another.") {
            $0.agrees ? nil : $0.misjudged.map { .string($0.rule.severity.rawValue) }
        })
}
