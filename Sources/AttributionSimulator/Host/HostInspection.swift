import Rules
import StrictJSON

/// What can be said of a scenario's host without playing it.
package struct HostInspection: Sendable {
    /// What is wrong with its description, in its order.
    package private(set) var faults: [ScenarioFault] = []
    /// The guidelines that it does not follow.
    package private(set) var guidelines: [HostGuideline] = []

    /// Looks at the host of a JSON document.
    ///
    /// - Returns: nil for what is no such document, or has no `host` that is an object.
    package init?(_ text: UnsafeRawBufferPointer) {
        var index = JSONIndex()
        guard (try? unsafe index.scan(text)) != nil, let root = unsafe index.root(of: text), root.kind == .object,
            let view = root.member("host"), view.kind == .object
        else { return nil }
        var reader = MemberReader()
        // Who signed the ads is no question of the guidelines.
        let host = reader.inside(.key("host")) { HostReader.read(view, { _ in .unreadable(.signature) }, &$0) }
        faults = reader.faults
        guidelines = host?.brokenGuidelines ?? []
    }

    /// The guidelines that it does not follow, as findings on the document.
    package var findings: Findings {
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
