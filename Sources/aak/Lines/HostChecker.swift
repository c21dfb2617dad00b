import AttributionInspection
import AttributionSimulator
import Bytes
import Rules

/// The report on a scenario's host: what is wrong with its description, or the guidelines that it does not follow.
struct HostReport {
    private let inspection: HostInspection
    let findings: Findings

    /// - Returns: nil for what is no document with a host.
    init?(_ text: UnsafeRawBufferPointer) {
        guard let inspection = unsafe HostInspection(text) else { return nil }
        self.inspection = inspection
        findings = inspection.findings
    }

    /// What is wrong with the description.
    var faults: [Diagnostic] { inspection.faults.map { Diagnostic($0, file: nil) } }

    func append(threshold: Rule.Severity, to output: inout ByteBuffer) {
        guard let fault = faults.first else {
            Report.append(findings, kind: "scenario", isGood: !findings.isBad(from: threshold), to: &output)
            return output.append(ASCII.closeBrace)
        }
        Report.appendUnreadable(rule: nil, reason: fault.message, to: &output)
    }
}

extension Report {
    /// Whether nothing was read, or an object that is nothing else and counts as an impression without all of its fields.
    var isNoMessage: Bool {
        fault != nil || kind == .impression && findings.contains { $0.rule.id == "impression-identifier-missing" }
    }
}
