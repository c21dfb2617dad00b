/// A description of how an input breaks a rule.
package struct Violation {
    /// The field at fault, if it is not the rule's.
    package let field: String?
    package let found: String
    /// What is wanted, if the rule's own words are too general.
    package var wanted: String?
    /// How the message goes on, if not as for others that break the rule.
    package let demand: Demand?
    package var hint: String?

    package init(
        _ found: String, wanted: String? = nil, _ demand: Demand? = nil, hint: String? = nil, field: String? = nil
    ) {
        self.found = found
        self.wanted = wanted
        self.demand = demand
        self.hint = hint
        self.field = field
    }

    package func at(_ field: String) -> Violation {
        Violation(found, wanted: wanted, demand, hint: hint, field: field)
    }
}
