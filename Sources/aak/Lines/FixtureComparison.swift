import AdAttribution
import AttributionFixtures
import AttributionInspection
import Rules
import StrictJSON

/// Whether an input is refused at the stage and by the rule of its label, and by nothing else.
struct FixtureComparison {
    let report: Report
    let label: FixtureLabel
    /// The rules that are broken, but for those less grave than the labelled one, which may be broken beside it.
    private let found: [String]
    private let agrees: Bool

    init(_ report: Report, _ label: FixtureLabel) {
        self.report = report
        self.label = label
        found = report.brokenRules.filter { $0.severity >= label.rule.severity }.map(\.id)
        agrees = label.agrees(with: report)
    }

    private var stage: String { report.firstStage.rawValue }

    /// What to say where the input is refused otherwise, or not at all.
    var problem: Diagnostic? {
        guard !agrees else { return nil }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        return Diagnostic(
            rule: label.rule,
            message: "found \(list) at stage \(stage), want \(label.rule.id) at stage \(label.stage.rawValue)")
    }

    /// Appends the comparison as a line of JSON.
    func append(to output: inout ResultLines) {
        var members: [JSONValue.Member] = [
            .init("ok", .bool(agrees)), .init("kind", .string(report.kind.rawValue)),
            .init("rule", .string(label.rule.id)), .init("stage", .string(label.stage.rawValue)),
        ]
        if !agrees {
            members.append(.init("found", .array(found.map { .string($0) })))
            members.append(.init("found-stage", .string(stage)))
        }
        output.append(.object(members))
    }
}
