import AdAttribution
import Bytes
import StrictJSON

/// A line of `aak fixtures --kind broken`: an input, and what must be found wrong with it.
struct FixtureLabel {
    let input: [UInt8]
    let stage: String
    let rule: String

    /// Nil for any other line.
    init?(_ line: UnsafeRawBufferPointer) {
        guard unsafe line.starts(with: "{\"input\":".utf8),
            let value = try? JSONValue(parsing: unsafe [UInt8](line)), let input = value["input"],
            case .string(let stage)? = value["stage"], case .string(let rule)? = value["rule"]
        else { return nil }
        if case .string(let text) = input { self.input = Array(text.utf8) } else { self.input = Array(input.text.utf8) }
        self.stage = stage
        self.rule = rule
    }
}

/// Whether an input is refused at the stage and by the rule of its label, and by nothing else.
struct FixtureComparison {
    let report: ValidationReport
    let label: FixtureLabel
    /// The rules that are broken, but for those less grave than the labelled one, which may be broken beside it.
    private let found: [String]
    private let stage: String

    init(_ report: ValidationReport, _ label: FixtureLabel) {
        self.report = report
        self.label = label
        let threshold = RuleCatalogue.rule(label.rule)?.severity ?? .error
        found =
            report.findings.filter { $0.rule.severity >= threshold }.map(\.rule.id)
            + (report.problem.map { [$0.rule ?? "?"] } ?? [])
        stage = report.stage ?? "rules"
    }

    private var agrees: Bool { Set(found) == [label.rule] && stage == label.stage }

    /// What to say where the input is refused otherwise, or not at all.
    var problem: Diagnostic? {
        guard !agrees else { return nil }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        return Diagnostic(
            rule: label.rule,
            message: "found \(list) at stage \(stage), want \(label.rule) at stage \(label.stage)")
    }

    /// Appends the comparison as a line of JSON.
    func append(to output: inout ResultLines) {
        var members: [JSONValue.Member] = [
            .init("ok", .bool(agrees)), .init("kind", .string(report.kind)), .init("rule", .string(label.rule)),
            .init("stage", .string(label.stage)),
        ]
        if !agrees {
            members.append(.init("found", .array(found.map { .string($0) })))
            members.append(.init("found-stage", .string(stage)))
        }
        output.append(.object(members))
    }
}
