import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionReport
import AttributionSchema
import AttributionSimulator

/// The report on a document of this program: its faults, or the guidelines that the host of a scenario does not follow.
struct DocumentReport {
    let kind: String
    private let findings: Findings
    /// The guidelines that a host does not follow.
    let guidelines: Findings
    let faults: [Diagnostic]
    let more: Int

    /// - Parameter text: the text of a document.
    /// - Returns: nil for a text that is none.
    init?(_ text: ByteView) {
        guard text.first == ASCII.openBracket else {
            // Playing the scenario checks the signatures of its impressions.
            let inspection = ScenarioInspection(text) { TokenJudgement(keys: TrustedKeys(.all)).impression($0) }
            guard let inspection else { return nil }
            kind = inspection.kind.rawValue
            findings = inspection.findings
            guidelines = ScenarioInspection.findings(of: inspection.guidelines)
            faults = inspection.faults.list.map { Diagnostic($0) }
            more = inspection.faults.more
            return
        }
        kind = DocumentKind.campaigns.rawValue
        guidelines = Findings()
        var findings = Findings()
        var faults: [Diagnostic] = []
        var more = 0
        do throws(Problems) {
            _ = try CampaignTable(parsing: [UInt8](text))
        } catch {
            for problem in error.list { findings.append(Finding(problem, breaking: ScenarioRules.value)) }
            faults = error.list.map { Diagnostic($0) }
            more = error.more
        }
        (self.findings, self.faults, self.more) = (findings, faults, more)
    }

    func append(threshold: Rule.Severity, to output: inout ByteBuffer) {
        Report.append(findings, kind: kind, isGood: !findings.isBad(from: threshold), to: &output)
        output.closeObject()
    }
}
