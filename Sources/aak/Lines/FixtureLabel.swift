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

extension Validator {
    /// Finds out whether an input is refused at the stage and by the rule of its label, and by nothing else.
    mutating func check(_ label: FixtureLabel, _ line: Line, _ result: inout BatchResult) {
        let report = unsafe label.input.withUnsafeBytes { bytes in
            let trimmed = unsafe bytes.trimmed
            guard unsafe !trimmed.isEmpty else { return Report() }
            return unsafe self.report(on: Line(bytes: trimmed, original: bytes, number: line.number))
        }
        // What is less grave than the labelled rule may be found beside it.
        let wanted = RuleCatalogue.rule(label.rule)?.severity ?? .error
        let found =
            report.findings.filter { $0.rule.severity >= wanted }.map(\.rule.id)
            + (report.problem.map { [$0.rule ?? "?"] } ?? [])
        let stage = report.stage ?? "rules"
        let agrees = Set(found) == [label.rule] && stage == label.stage
        var members: [JSONValue.Member] = [
            .init("ok", .bool(agrees)), .init("kind", .string(report.kind)), .init("rule", .string(label.rule)),
            .init("stage", .string(label.stage)),
        ]
        if !agrees {
            members.append(.init("found", .array(found.map { .string($0) })))
            members.append(.init("found-stage", .string(stage)))
        }
        JSONValue.object(members).append(to: &result.output)
        result.output.append(ASCII.newline)
        guard !agrees else { return }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        context.reject(
            line,
            Rejection(
                Diagnostic(
                    rule: label.rule,
                    message: "found \(list) at stage \(stage), want \(label.rule) at stage \(label.stage)")),
            in: &result)
    }
}
