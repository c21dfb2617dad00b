/// Why a command line cannot be obeyed, and which command it concerns.
package struct UsageError: Error, Sendable {
    /// What is wrong.
    package let fact: Fact
    /// The command that was being read, for its usage line and for "see aak sign --help".
    package let path: CommandPath
    /// What was understood of the command line all the same.
    package let invocation: Invocation

    init(_ fact: Fact, _ invocation: Invocation) {
        self.fact = fact
        path = invocation.path
        self.invocation = invocation
    }

    /// What is wrong with a command line.
    package enum Fact: Sendable, Equatable {
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
        /// A value that is not what its option reads, options that exclude each other, a missing option.
        case rejected(message: String, hint: String?)
    }
}

extension Invocation {
    /// Why an option of the command keeps it from running.
    func fault(of option: Option) -> UsageError.Fact? {
        guard has(option) else {
            guard option.isRequired else { return nil }
            let value = option.value.map { " \($0.placeholder)" } ?? ""
            return .rejected(message: "missing --\(option.name)\(value)", hint: nil)
        }
        for relation in option.relations {
            if let message = relation.fault(of: option, in: self) { return .rejected(message: message, hint: nil) }
        }
        return nil
    }
}
