/// Why a command line is rejected, and the command that the error is about.
package struct UsageError: Error, Sendable {
    /// What is wrong.
    package let fact: Fact
    /// The command that was being parsed, for its usage line and for "see aak sign --help".
    package var path: CommandPath { invocation.path }
    /// The part of the command line that was understood.
    package let invocation: Invocation

    init(_ fact: Fact, _ invocation: Invocation) {
        self.fact = fact
        self.invocation = invocation
    }

    /// What is wrong with a command line.
    package enum Fact: Sendable, Equatable {
        /// A command with subcommands was given none.
        case missingCommand(choices: [String])
        /// A word is not a command. `elsewhere` has the commands with that name in other places: `aak key jwk`.
        case unknownCommand(String, nearest: String?, elsewhere: [String])
        /// The command has no such option. `owners` has the commands that have it: `aak sign`.
        case unknownOption(String, nearest: String?, owners: [String])
        /// An option that takes a value has none.
        case missingValue(option: String, placeholder: String)
        /// A flag has a value.
        case unexpectedValue(option: String, value: String)
        /// An ambiguous `-k=FILE`.
        case equalsAfterShortOption(option: String, value: String)
        /// An option that may be given once was repeated.
        case repeatedOption(String)
        /// A value is none of the choices. The subject is the option as typed, or the operand's name.
        case invalidChoice(subject: String, value: String, choices: [String], nearest: String?)
        /// A value is not a whole number, or is out of range.
        case invalidInteger(subject: String, value: String, range: ClosedRange<Int>)
        /// A required operand is missing.
        case missingOperand(String)
        /// There are too many operands: the command takes none, or one, with the name `limit`.
        case unexpectedOperand(String, limit: String?)
        /// A value is invalid, options exclude each other, or an option is missing.
        case rejected(message: String, hint: String?)
    }
}

extension Invocation {
    /// Returns why an option of the command prevents it from running; nil if it does not.
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
