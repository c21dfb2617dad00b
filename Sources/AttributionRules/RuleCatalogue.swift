/// Rules in the order in which an input meets them.
public struct RuleCatalogue: Sendable {
    /// All rules, in order.
    public let rules: [Rule]
    private let byID: [String: Rule]

    /// - Parameter rules: rules of different ids.
    package init(_ rules: [Rule]) {
        self.rules = rules
        byID = Dictionary(rules.map { ($0.id, $0) }) { _, _ in preconditionFailure("two rules have the same id") }
    }

    /// The rule of an id.
    public subscript(id: String) -> Rule? { byID[id] }

    /// The rules of both catalogues.
    package static func + (left: RuleCatalogue, right: RuleCatalogue) -> RuleCatalogue {
        RuleCatalogue(left.rules + right.rules)
    }
}
