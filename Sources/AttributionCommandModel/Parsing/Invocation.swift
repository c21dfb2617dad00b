/// What a command line asks for: the command, the options given, and the operands.
package struct Invocation: CommandLineFacts {
    /// What the program is to do.
    package enum Action: Sendable {
        /// Run the command.
        case run
        /// Show help for the command at the path.
        case help(HelpLength, CommandPath)
        /// Show what there is to read about a topic.
        case topic(Topic)
        /// Show the version.
        case version
    }

    /// What the program is to do.
    package let action: Action
    /// The command and the commands above it.
    package let path: CommandPath
    /// The arguments that are not options, in the order given.
    package let operands: [String]
    private let given: [OptionKey: [any Sendable]]
    /// Operands and options in the order given.
    package let order: [Given]

    /// One thing that was given.
    package enum Given: Sendable {
        /// An operand, and which one it is, from 1.
        case operand(String, number: Int)
        /// An option, and the text of its value; empty for a flag.
        case option(Option, String)
    }

    init(
        action: Action, path: CommandPath, operands: [String] = [], given: [OptionKey: [any Sendable]] = [:],
        order: [Given] = []
    ) {
        self.action = action
        self.path = path
        self.operands = operands
        self.given = given
        self.order = order
    }

    /// The command that was named.
    package var command: Command {
        path.command
    }

    /// What the option says.
    ///
    /// Like the other question about options, this one may be asked only about an option that the command, or a command above
    /// it, declares.
    package subscript<Result>(_ option: TypedOption<Result>) -> Result {
        option.result(values(option.option))
    }

    /// Whether the option was given.
    package func has(_ option: any DeclaredOption) -> Bool {
        !values(option.option).isEmpty
    }

    /// Whether the command, or one above it, takes the option.
    package func takes(_ option: any DeclaredOption) -> Bool {
        key(of: option.option) != nil
    }

    package var hasOperands: Bool { !operands.isEmpty }

    package func values(_ option: Option) -> [any Sendable] {
        guard let key = key(of: option) else { preconditionFailure("\(path.title) declares no such --\(option.name)") }
        return given[key] ?? []
    }

    /// Where the option is declared: the command itself comes before the commands above it.
    private func key(of option: Option) -> OptionKey? {
        for (depth, command) in path.commands.enumerated().reversed()
        where command.options.contains(where: { $0.identity === option.identity }) {
            return OptionKey(option, depth: depth)
        }
        return nil
    }
}

/// How much help is wanted.
package enum HelpLength: Sendable, Equatable {
    /// The usage line and one line for each option.
    case short
    /// Everything the description has.
    case full
}

/// An option as declared by the command at a depth of the path. Two commands may have the same option.
struct OptionKey: Hashable, Sendable {
    private let option: ObjectIdentifier
    private let depth: Int

    init(_ option: Option, depth: Int) {
        self.option = ObjectIdentifier(option.identity)
        self.depth = depth
    }
}
