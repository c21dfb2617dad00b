import AttributionBase
import AttributionInspection
import AttributionModel

struct BidChecker: LineProcessor, ~Copyable {
    let context: LineContext
    private let check: BidCheck
    private var index = JSONIndex()

    init(_ context: LineContext, _ check: BidCheck) {
        self.context = context
        self.check = check
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let object = try line.object("a bid response", in: &index)
        let reports: [BidReport]
        do throws(Problem) {
            reports = try check.reports(on: JSONValue(object), at: result.now)
        } catch {
            throw Rejection(Diagnostic(error))
        }
        if reports.isEmpty, let nested = NestedInput.find(in: object) {
            context.report(nested, in: line, &result)
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
