import AdAttribution
import AttributionBase
import AttributionSchema

/// The result of checking a scenario or a campaign without playing it.
package struct ScenarioInspection: Sendable {
    /// A scenario or a campaign.
    package let kind: DocumentKind
    /// The faults in the document, in its order.
    package let faults: Problems
    /// The guidelines that the host does not follow; empty if there are faults.
    package let guidelines: [AdHost.Guideline]

    /// Checks a JSON document as a campaign if it has the members of one, and otherwise as a scenario. A scenario with a
    /// host needs no events.
    ///
    /// - Parameter holdsMessage: whether the document contains a message, like a line of a log, whose members may
    ///   have the same names as those of a scenario.
    /// - Returns: nil if the document is neither.
    package init?(_ text: ByteView, holdsMessage: Bool, judge: @escaping TokenJudge) {
        var index = JSONIndex()
        guard (try? index.scan(text)) != nil, let root = unsafe index.root(of: text), root.kind == .object,
            let kind = Self.kind(of: root, holdsMessage: holdsMessage)
        else { return nil }
        self.kind = kind
        var reader = DocumentReader(Scenario.whole)
        guard kind == .scenario else {
            _ = Campaign.document.read(root, &reader)
            reader.nameScenarioRules()
            faults = reader.faults
            guidelines = []
            return
        }
        let hasHost = root.member("host") != nil
        let scenario = Scenario.read(root, events: hasHost ? .optional : .required, judge, &reader)
        reader.nameScenarioRules()
        faults = reader.faults
        guidelines = faults.isEmpty ? scenario?.host?.brokenGuidelines ?? [] : []
    }

    private static func kind(of root: JSONView, holdsMessage: Bool) -> DocumentKind? {
        if DocumentKind(root) == .campaign { return .campaign }
        return isScenario(root, holdsMessage: holdsMessage) ? .scenario : nil
    }

    private static func isScenario(_ root: JSONView, holdsMessage: Bool) -> Bool {
        if let host = root.member("host"), host.kind == .object, !holdsMessage || host.member("screens") != nil {
            return true
        }
        guard let events = root.member("events"), events.kind == .array else { return false }
        return !holdsMessage
            || events.elements.contains { $0.kind == .object && $0.member("at") != nil && $0.member("event") != nil }
    }

    /// The faults and the guidelines as findings about the document.
    package var findings: Findings {
        var findings = Findings()
        for fault in faults.list { findings.append(Finding(fault, breaking: ScenarioRules.value)) }
        findings += Self.findings(of: guidelines)
        return findings
    }

    package static func findings(of guidelines: [AdHost.Guideline]) -> Findings {
        var findings = Findings()
        for guideline in guidelines {
            let fact = guideline.fact
            var one = Findings()
            one.append(Finding(fact.rule, field: guideline.place, found: fact.found))
            one.lower([fact.rule], to: fact.severity)
            findings += one
        }
        return findings
    }
}
