import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

extension DocumentKind {
    /// Returns whether a document may be of this kind. If it is clearly of another kind, that is reported as its only fault.
    func isKind(of root: JSONView, _ reader: inout DocumentReader) -> Bool {
        // Worlds and scenarios share most members, so for these, the faults of single members make better messages.
        guard let kind = DocumentKind(root), (kind == .population) != (self == .population) else { return true }
        reader.add(.value(found: kind.name, wanted: name, hint: kind.hint).of("this", breaking: ScenarioRules.kind))
        return false
    }
}

/// The result of checking a scenario or a population without playing it.
package struct ScenarioInspection: Sendable {
    /// Whether the document is a scenario or a population.
    package let kind: DocumentKind
    /// The faults, in the order of the document.
    package let faults: Problems
    /// The guidelines that the host violates. They are not checked if there are faults.
    package let guidelines: [AdHost.Guideline]

    /// Checks a JSON document as a population if it has the members of one, otherwise as a scenario. A scenario with a host needs no
    /// events.
    ///
    /// - Returns: Nil if the document is neither.
    package init?(_ text: ByteView, judge: @escaping TokenJudge) {
        var index = JSONIndex()
        guard let root = try? unsafe index.read(text),
            let kind = DocumentKind(root)
        else { return nil }
        self.kind = kind
        var reader = DocumentReader(Scenario.whole)
        guard kind == .scenario else {
            if kind == .world {
                _ = World.shape.read(root, &reader)
            } else {
                _ = Population.document.read(root, &reader)
            }
            reader.nameScenarioRules()
            faults = reader.faults
            guidelines = []
            return
        }
        let hasHost = root.member("host") != nil
        let scenario = Scenario.read(root, needsEvents: !hasHost, judge, &reader)
        reader.nameScenarioRules()
        faults = reader.faults
        guidelines = faults.isEmpty ? scenario.host?.brokenGuidelines ?? [] : []
    }

    /// The faults and the violated guidelines, as findings about the document.
    package var findings: Findings {
        var findings = Findings()
        for fault in faults.list { findings.append(Finding(ScenarioRules.value, fault)) }
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
