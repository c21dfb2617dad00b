/// How an input breaks a rule.
package struct Violation {
    /// The field, where it is not the rule's.
    package var field: String?
    package let found: String
    /// What is wanted, where the rule's words are too general.
    package var wanted: String?
    package var hint: String?

    package init(_ found: String, wanted: String? = nil, hint: String? = nil, field: String? = nil) {
        self.found = found
        self.wanted = wanted
        self.hint = hint
        self.field = field
    }
}

/// The violations of one rule by one input, as many of them as are told; the others are only counted.
package struct Violations {
    private(set) var list: [Violation] = []
    /// How many there are beyond the list.
    private(set) var more = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds a violation, whose words are made only if it is told.
    package mutating func append(_ violation: @autoclosure () -> Violation) {
        if list.count < limit { list.append(violation()) } else { more += 1 }
    }
}
