import AdAttribution
import OpenRTB
import Rules
import StrictJSON

/// Checks one bid response after another against a request.
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
            document = try JSONValue(parsing: unsafe [UInt8](line.bytes))
        } catch {
            throw Rejection(Diagnostic(rule: InputRules.jsonSyntax, message: "this is not JSON: \(error)"))
        }
        guard let response = BidResponse(document) else {
            throw Rejection(
                Diagnostic(
                    rule: BidRules.response, message: "this is no bid response, want an object with \"seatbid\""))
        }
        let reports = check.reports(on: response)
        guard !reports.isEmpty else {
            throw Rejection(
                Diagnostic(
                    rule: BidRules.noObject,
                    message: "no bid has ext.skadn or ext.adattributionkit, want one that has"))
        }
        var problems: [Diagnostic] = []
        for report in reports {
            result.output.append(report.json)
            for finding in report.findings {
                let problem = Diagnostic(finding, path: report.path)
                if finding.severity == .error {
                    problems.append(problem)
                } else {
                    context.report(problem, number: line.number, in: &result)
                }
            }
        }
        guard let first = problems.first else { return }
        context.reject(line, Rejection(first, others: Array(problems.dropFirst())), in: &result)
    }
}

extension Diagnostic {
    /// A finding about an object inside an input.
    fileprivate init(_ finding: Finding, path: String) {
        let severity: Severity =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        let field = finding.field == "*" ? path : "\(path).\(finding.field)"
        self.init(
            severity: severity, rule: finding.rule, field: field,
            message: "\"\(field)\" is \(finding.found), want \(finding.wanted)", hint: finding.hint)
    }
}
