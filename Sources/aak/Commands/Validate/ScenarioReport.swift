import AdAttribution
import AttributionBase
import AttributionInspection
import AttributionSimulator

/// The report on a scenario or a campaign: its faults, or the guidelines that the host of a scenario does not follow.
struct ScenarioReport {
    private let inspection: ScenarioInspection

    /// - Parameter report: the report on the text as a message.
    /// - Returns: nil for a message, and for a text that is neither.
    init?(_ text: ByteView, besides report: Report) {
        // Playing the scenario checks the signatures of its impressions. Objects inside a message are none.
        guard report.path == nil, report.isNoMessage,
            let inspection = ScenarioInspection(
                text, holdsMessage: report.holdsMessage,
                judge: { TokenJudgement(keys: TrustedKeys(.all)).impression($0) })
        else { return nil }
        self.inspection = inspection
    }

    /// The guidelines that a host does not follow.
    var guidelines: Findings { ScenarioInspection.findings(of: inspection.guidelines) }

    /// The number of faults beyond ``faults``.
    var more: Int { inspection.faults.more }

    /// The faults of the document that are told.
    var faults: [Diagnostic] { inspection.faults.list.map { Diagnostic($0) } }

    func append(threshold: Rule.Severity, to output: inout ByteBuffer) {
        let findings = inspection.findings
        Report.append(
            findings, kind: inspection.kind.rawValue, isGood: !findings.isBad(from: threshold), to: &output)
        output.closeObject()
    }
}
