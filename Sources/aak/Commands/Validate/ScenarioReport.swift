import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionRules
import AttributionSimulator

/// The report on a scenario: its faults, or the guidelines that its host does not follow.
struct ScenarioReport {
    private let inspection: ScenarioInspection
    let findings: Findings

    /// - Parameter report: the report on the text as a message.
    /// - Returns: nil for a message, and for a text that is not a scenario.
    init?(_ text: UnsafeRawBufferPointer, besides report: Report) {
        // Playing the scenario checks the signatures of its impressions.
        guard report.isNoMessage,
            let inspection = unsafe ScenarioInspection(
                text, holdsMessage: report.holdsMessage,
                judge: { TokenJudgement(keys: TrustedKeys(.all)).impression($0) })
        else { return nil }
        self.inspection = inspection
        findings = inspection.findings
    }

    /// The faults of the scenario.
    var faults: [Diagnostic] { inspection.faults.map { Diagnostic($0, file: nil, whole: ScenarioFile.whole) } }

    func append(threshold: Rule.Severity, to output: inout ByteBuffer) {
        guard let fault = faults.first else {
            Report.append(findings, kind: "scenario", isGood: !findings.isBad(from: threshold), to: &output)
            return output.closeObject()
        }
        Report.appendUnreadable(rule: nil, reason: fault.message, to: &output)
    }
}
