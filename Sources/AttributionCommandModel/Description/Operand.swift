/// What the arguments of a command that are not options mean.
package struct Operand: Sendable, Equatable {
    /// What stands for the operand in help, in upper case, such as `TOKEN`.
    package var name: String
    /// One line: lower case, without a final period.
    package var summary: String
    /// Whether any number may be given, rather than one.
    package var isRepeating: Bool
    /// Whether at least one must be given.
    package var isRequired: Bool
    /// What each operand may be.
    package var value: ValueKind

    /// Describes the operand of a command.
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
    /// The operand without the brackets of an optional one: `TOKEN` or `TOKEN ...`.
    var label: String {
        isRepeating ? "\(name) ..." : name
    }
}
