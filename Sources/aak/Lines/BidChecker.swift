import AdAttribution
import OpenRTB
import Rules

/// Checks one bid response after another against a request.
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
            reports = try check.reports(on: unsafe [UInt8](line.bytes))
        } catch {
            throw Rejection(Diagnostic(rule: error.rule, message: "\(error)"))
        }
        var problems: [Diagnostic] = []
        for report in reports {
            result.output.append(report.json)
            for finding in report.findings {
                let problem = Diagnostic(finding).inside(report.place(of: finding))
                if finding.severity == .error {
                    problems.append(problem)
                } else {
                    context.report(problem, number: line.number, in: &result)
                }
            }
        }
        guard let first = problems.first else { return }
        context.reject(line, first, others: Array(problems.dropFirst()), in: &result)
    }
}
