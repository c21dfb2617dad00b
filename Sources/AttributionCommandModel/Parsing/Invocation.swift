/// A parsed command line: the command, its options, and its operands.
package struct Invocation: CommandLineFacts, Sendable {
    package enum Action: Sendable {
        /// Run the command; for a root, what an option of `help` asks for.
        case run
        case help(HelpLength, CommandPath)
        case topic(Topic)
        case version
    }

    package let action: Action
    package let path: CommandPath
    package let operands: [String]
    private let given: [OptionKey: [any Sendable]]
    /// The operands and options in the order given.
    package let order: [Given]

    package enum Given: Sendable {
        /// An operand and its number, starting from 1.
        case operand(String, number: Int)
        /// An option and the text of its value; empty for a flag.
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

    /// Whether the command, or one above it, declares the option.
    package func takes(_ option: any DeclaredOption) -> Bool { key(of: option.option) != nil }

    package func values(_ option: Option) -> [any Sendable] {
        guard let key = key(of: option) else { preconditionFailure("\(path.title) declares no such --\(option.name)") }
        return given[key] ?? []
    }

    /// Returns the key for an option's declaration. The command itself takes precedence over the commands above it.
    private func key(of option: Option) -> OptionKey? {
        for (depth, command) in path.commands.enumerated().reversed()
        where [command.options, command.helpOptions].joined().contains(where: { $0.identity === option.identity }) {
            return OptionKey(option, depth: depth)
        }
        return nil
    }
}

package enum HelpLength: Sendable, Equatable {
    /// The usage line, the summary, and an entry for each command and option.
    case short
    /// The whole description.
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
