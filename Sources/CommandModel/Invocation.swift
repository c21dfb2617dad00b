/// What a command line asks for: the command, the options given, and the operands.
public struct Invocation: Sendable, Equatable {
    /// What the program is to do.
    public enum Action: Sendable, Equatable {
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
    public let action: Action
    /// The command and the commands above it.
    public let path: CommandPath
    /// The arguments that are not options, in the order given.
    public let operands: [String]
    private let given: [OptionKey: [String]]
    /// Operands and options in the order given.
    public let order: [Given]

    /// One thing that was given.
    public enum Given: Sendable, Equatable {
        /// An operand, and which one it is, from 1.
        case operand(String, number: Int)
        /// An option by its name, and its value; empty for a flag.
        case option(String, String)
    }

    init(
        action: Action, path: CommandPath, operands: [String] = [], given: [OptionKey: [String]] = [:],
        order: [Given] = []
    ) {
        self.action = action
        self.path = path
        self.operands = operands
        self.given = given
        self.order = order
    }

    /// The command that was named.
    public var command: Command {
        path.command
    }

    /// Whether the option was given.
    ///
    /// Like the other questions about options, this one may be asked only about an option that the command, or a
    /// command above it, declares.
    public func flag(_ name: String) -> Bool {
        count(name) > 0
    }

    /// How many times the option was given.
    public func count(_ name: String) -> Int {
        occurrences(name).count
    }

    /// The value of the option, or `nil` when it was not given. For a repeatable option it is the last value.
    public func value(_ name: String) -> String? {
        values(name).last
    }

    /// The values of the option in the order given.
    public func values(_ name: String) -> [String] {
        let (option, key) = declaration(name)
        precondition(option.value != nil, "option --\(name) of \(path.title) is a flag and has no value")
        return given[key] ?? []
    }

    /// The value of an option whose kind is an integer. The parser has made sure that it is one.
    public func integer(_ name: String) -> Int? {
        value(name).flatMap { Int($0) }
    }

    private func occurrences(_ name: String) -> [String] {
        given[declaration(name).key] ?? []
    }

    /// Where the option is declared: the command itself comes before the commands above it.
    private func declaration(_ name: String) -> (option: Option, key: OptionKey) {
        for (depth, command) in path.commands.enumerated().reversed() {
            if let option = command.option(named: name) {
                return (option, OptionKey(depth: depth, name: name))
            }
        }
        preconditionFailure("\(path.title) declares no option --\(name)")
    }
}

/// How much help is wanted.
public enum HelpLength: Sendable, Equatable {
    /// The usage line and one line for each option.
    case short
    /// Everything the description has.
    case full
}

/// An option as declared by the command at a depth of the path. Two commands may have options of the same name.
struct OptionKey: Hashable, Sendable {
    let depth: Int
    let name: String
}
