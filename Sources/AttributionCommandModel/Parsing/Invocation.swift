/// A parsed command line: the command, its options, and its operands.
package struct Invocation: CommandLineFacts, Sendable {
    package enum Action: Sendable {
        /// Run the command. For the root command: write what its own option asks for.
        case run
        case help(HelpLength, CommandPath)
        case topic(Topic)
        case version
    }

    package let action: Action
    package let path: CommandPath
    package let operands: [String]
    private let given: [ObjectIdentifier: [any Sendable]]
    /// The operands and options in the order given.
    package let order: [Given]

    package enum Given: Sendable {
        /// An operand and its number, starting from 1.
        case operand(String, number: Int)
        /// An option and the text of its value; empty for a flag.
        case option(Option, String)
    }

    init(
        action: Action, path: CommandPath, operands: [String] = [], given: [ObjectIdentifier: [any Sendable]] = [:],
        order: [Given] = []
    ) {
        self.action = action
        self.path = path
        self.operands = operands
        self.given = given
        self.order = order
    }

    /// Whether the command, or one above it, declares the option.
    package func takes(_ option: any DeclaredOption) -> Bool {
        path.commands.contains { command in
            [command.options, command.helpOptions].joined().contains { $0.identity === option.option.identity }
        }
    }

    package func values(_ option: Option) -> [any Sendable] {
        precondition(takes(option), "\(path.title) declares no such --\(option.name)")
        return given[ObjectIdentifier(option.identity)] ?? []
    }
}

package enum HelpLength: Sendable, Equatable {
    /// The usage line, the summary, and an entry for each command and option.
    case short
    /// The whole description.
    case full
}
