/// Why a command line cannot be obeyed, and which command it concerns.
public struct UsageError: Error, Sendable, Equatable {
    /// What is wrong.
    public let fact: Fact
    /// The command that was being read, for its usage line and for "see aak sign --help".
    public let path: CommandPath

    /// States a fact about a command line. Commands use it for what only they can judge.
    public init(_ fact: Fact, path: CommandPath) {
        self.fact = fact
        self.path = path
    }

    /// What is wrong with a command line.
    public enum Fact: Sendable, Equatable {
        /// A command with subcommands was given none.
        case missingCommand(choices: [String])
        /// A word names no command. `elsewhere` has the commands of that name in other places: `aak key jwk`.
        case unknownCommand(String, nearest: String?, elsewhere: [String])
        /// The command has no such option. `owners` has the commands that do: `aak sign`.
        case unknownOption(String, nearest: String?, owners: [String])
        /// An option that takes a value stands without one.
        case missingValue(option: String, placeholder: String)
        /// A flag was given a value.
        case unexpectedValue(option: String, value: String)
        /// `-k=FILE`, which could mean two things.
        case equalsAfterShortOption(option: String, value: String)
        /// An option that may be given once was given again.
        case repeatedOption(String)
        /// A value is none of the choices. The subject is an option as typed or the name of the operand.
        case invalidChoice(subject: String, value: String, choices: [String], nearest: String?)
        /// A value is no whole number, or not one in the range.
        case invalidInteger(subject: String, value: String, range: ClosedRange<Int>)
        /// A required operand is missing.
        case missingOperand(String)
        /// There are more operands than the command takes: none, or one of the name `limit`.
        case unexpectedOperand(String, limit: String?)
        /// What the command itself found: options that exclude each other, a missing option.
        case rejected(message: String, hint: String?)
    }
}
