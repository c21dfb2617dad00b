import AdAttribution
import AttributionBase
import AttributionInspection

/// Checks successive bid responses against a request.
struct BidChecker: LineProcessor, ~Copyable {
    let context: LineContext
    private let check: BidCheck

    init(_ context: LineContext, _ check: BidCheck) {
        self.context = context
        self.check = check
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let reports: [BidReport]
        do throws(BidResponseFault) {
            reports = try check.reports(on: [UInt8](line.bytes), at: result.now)
        } catch {
            if case .json(let error) = error { throw Rejection(Diagnostic(InputFault.json(error))) }
            if line.bytes.first == ASCII.openBracket { throw Rejection(Diagnostic(InputFault.array)) }
            throw Rejection(Diagnostic(rule: error.rule, message: "\(error)"))
        }
        var problems: [Diagnostic] = []
        var more = 0
        for report in reports {
            result.output.append(report.json)
            more += report.findings.more
            let start = problems.count
            for finding in report.findings {
                let problem = Diagnostic(finding).inside(report.place(of: finding))
                if finding.severity == .error {
                    problems.append(problem)
                } else {
                    context.report(problem, number: line.number, in: &result)
                }
            }
            if problems.count == start, !report.isGood { problems.append(Diagnostic.beyondLimit().inside(report.path)) }
        }
        if let fault = Rejection(problems, more: more) { context.reject(line, fault, in: &result) }
    }
}
