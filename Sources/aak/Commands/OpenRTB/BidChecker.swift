import AttributionBase
import AttributionInspection
import AttributionModel

/// Checks successive bid responses against a request.
struct BidChecker: LineProcessor, ~Copyable {
    let context: LineContext
    private let check: BidCheck

    init(_ context: LineContext, _ check: BidCheck) {
        self.context = context
        self.check = check
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONValue(scanning: [UInt8](line.bytes))
        } catch {
            throw Rejection(Diagnostic(InputFault.json(error)))
        }
        if case .array = document { throw Rejection(Diagnostic(InputFault.array)) }
        let reports: [BidReport]
        do throws(Problem) {
            reports = try check.reports(on: document, at: result.now)
        } catch {
            throw Rejection(Diagnostic(error))
        }
        if reports.isEmpty, let nested = document.withView({ NestedInput.find(in: $0) }) ?? nil {
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
