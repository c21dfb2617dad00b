package struct Operand: Sendable, Equatable {
    /// The operand's placeholder in help, in uppercase, such as `TOKEN`.
    package var name: String
    /// One line: lowercase, without a final period.
    package var summary: String
    /// Whether the command takes any number of them rather than at most one.
    package var isRepeating: Bool
    package var isRequired: Bool
    package var value: ValueKind

    package init(
        _ name: String,
        summary: String,
        isRepeating: Bool = false,
        isRequired: Bool = false,
        value: ValueKind = .text
    ) {
        self.name = name
        self.summary = summary
        self.isRepeating = isRepeating
        self.isRequired = isRequired
        self.value = value
    }
}

extension Operand {
    /// The operand without the brackets for an optional one: `TOKEN` or `TOKEN ...`.
    var label: String { isRepeating ? "\(name) ..." : name }
}
