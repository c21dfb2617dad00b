/// Rules in the order in which they apply to an input.
public struct RuleCatalogue: Sendable {
    /// All rules, in order.
    public let rules: [Rule]
    private let byID: [String: Rule]

    /// - Parameter rules: Rules with unique IDs.
    package init(_ rules: [Rule]) {
        self.rules = rules
        byID = Dictionary(rules.map { ($0.id, $0) }) { _, _ in preconditionFailure("two rules have the same id") }
    }

    /// The rule with an ID, or nil.
    public subscript(id: String) -> Rule? { byID[id] }

    /// Returns a catalogue with the rules of both.
    package static func + (left: RuleCatalogue, right: RuleCatalogue) -> RuleCatalogue {
        RuleCatalogue(left.rules + right.rules)
    }
}
