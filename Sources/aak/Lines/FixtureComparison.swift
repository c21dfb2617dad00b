import AdAttribution
import AttributionFixtures
import AttributionInspection
import Rules
import StrictJSON

/// Whether an input is refused at the stage and by the rule of its label, and by nothing else.
struct FixtureComparison {
    private let label: FixtureLabel
    private let kind: String
    private let stage: BrokenInput.Stage
    /// The rules that are broken, but for those less grave than the labelled one, which may be broken beside it.
    private let found: [String]
    private let agrees: Bool

    /// - Parameter reports: on what lies in the input; one, but for bids.
    init(_ reports: some Collection<Report>, _ label: FixtureLabel) {
        self.init(
            reports.flatMap(\.brokenRules), at: reports.map(\.firstStage).min() ?? .rules,
            kind: (reports.first?.kind ?? .unreadable).rawValue, label)
    }

    /// - Parameter kind: what the input is.
    init(_ rules: [Rule], at stage: BrokenInput.Stage, kind: String, _ label: FixtureLabel) {
        self.label = label
        self.kind = kind
        self.stage = stage
        found = rules.filter { $0.severity >= label.rule.severity }.map(\.id)
        agrees = label.agrees(with: rules, at: stage)
    }

    /// What to say where the input is refused otherwise, or not at all.
    var problem: Diagnostic? {
        guard !agrees else { return nil }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        return Diagnostic(
            rule: label.rule,
            message: "found \(list) at stage \(stage.rawValue), want \(label.rule.id) at stage \(label.stage.rawValue)")
    }

    /// Appends the comparison as a line of JSON.
    func append(to output: inout ResultLines) {
        var members: [JSONValue.Member] = [
            .init("ok", .bool(agrees)), .init("kind", .string(kind)),
            .init("rule", .string(label.rule.id)), .init("stage", .string(label.stage.rawValue)),
        ]
        if !agrees {
            members.append(.init("found", .array(found.map { .string($0) })))
            members.append(.init("found-stage", .string(stage.rawValue)))
        }
        output.append(.object(members))
    }
}
