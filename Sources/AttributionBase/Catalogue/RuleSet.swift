/// The rules for one kind of object, with their quick tests in contiguous memory.
package struct RuleSet: Sendable {
    package let rules: [Rule]
    private let quickTests: [QuickTest]
    private let allTests: JoinedTests
    /// The places of the rules without a quick test.
    private let untested: [Int]

    package init(_ rules: [Rule]) {
        self.rules = rules
        quickTests = rules.map(\.quickTest)
        allTests = JoinedTests(quickTests)
        untested = rules.indices.filter { if case .none = rules[$0].quickTest { true } else { false } }
    }

    package func examine(_ examination: Examination, _ findings: inout Findings) {
        guard !allTests.pass(examination) else {
            for index in untested { check(index, examination, &findings) }
            return
        }
        for index in quickTests.indices where !quickTests[index].passes(examination) {
            check(index, examination, &findings)
        }
    }

    private func check(_ index: Int, _ examination: Examination, _ findings: inout Findings) {
        rules[index].check?(examination) { findings.append(rules[index], $0()) }
    }
}

/// Rules in the order in which they apply to an input.
package struct RuleCatalogue: Sendable {
    package let rules: [Rule]
    private let byID: [String: Rule]

    /// - Parameter rules: Rules with unique IDs.
    package init(_ rules: [Rule]) {
        self.rules = rules
        byID = Dictionary(rules.map { ($0.id, $0) }) { _, _ in preconditionFailure("two rules have the same id") }
    }

    package subscript(id: String) -> Rule? { byID[id] }

    package static func + (left: RuleCatalogue, right: RuleCatalogue) -> RuleCatalogue {
        RuleCatalogue(left.rules + right.rules)
    }
}
