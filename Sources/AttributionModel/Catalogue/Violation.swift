import AttributionBase

/// A description of how an input breaks a rule.
package struct Violation {
    /// The field at fault, if it is not the rule's.
    package var field: String?
    package let found: String
    /// What is wanted, if the rule's own words are too general.
    package var wanted: String?
    /// How the message goes on, if not as for others that break the rule.
    package var demand: Demand?
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
}

/// The violations of one rule by one input. Only a limited number is listed; the others are counted.
package struct Violations {
    private(set) var list: [Violation] = []
    /// The number of violations beyond the list.
    private(set) var more = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds a violation. Its text is only created if it is listed.
    package mutating func append(_ violation: @autoclosure () -> Violation) {
        if list.count < limit { list.append(violation()) } else { more += 1 }
    }
}
