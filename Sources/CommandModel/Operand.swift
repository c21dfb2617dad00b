/// What the arguments of a command that are not options mean.
public struct Operand: Sendable, Equatable {
    /// What stands for the operand in help, in upper case, such as `TOKEN`.
    public var name: String
    /// One line: lower case, without a final period.
    public var summary: String
    /// Whether any number may be given, rather than one.
    public var isRepeating: Bool
    /// Whether at least one must be given.
    public var isRequired: Bool
    /// What each operand may be.
    public var value: ValueKind

    /// Describes the operand of a command.
    public init(
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
