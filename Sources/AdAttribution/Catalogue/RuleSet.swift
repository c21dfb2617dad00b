/// The rules for one kind of object, with their quick tests in contiguous memory.
package struct RuleSet: Sendable {
    package let rules: [Rule]
    private let quickTests: [QuickTest]

    package init(_ rules: [Rule]) {
        self.rules = rules
        quickTests = rules.map(\.quickTest)
    }

    /// Adds findings for the rules that the examined input breaks.
    package func examine(_ examination: Examination, _ findings: inout Findings) {
        for index in quickTests.indices where !quickTests[index].passes(examination) {
            rules[index].examine(examination, &findings)
        }
    }
}

extension Rule {
    /// Adds the findings of the rule's own check.
    fileprivate func examine(_ examination: Examination, _ findings: inout Findings) {
        switch check {
        case .elsewhere: return
        case .once(let check):
            if let violation = check(examination) { findings.append(Finding(self, violation)) }
        case .many(let check):
            var violations = findings.violations(of: severity)
            check(examination, &violations)
            findings.append(self, violations)
        }
    }
}

extension Findings {
    /// Returns an empty list with room for the violations of one rule.
    package func violations(of severity: Rule.Severity) -> Violations { Violations(limit: room(for: severity)) }

    /// Adds the violations of one rule.
    package mutating func append(_ rule: Rule, _ violations: Violations) {
        for violation in violations.list { append(Finding(rule, violation)) }
        append(violations.more, beyond: rule.severity)
    }
}
