/// A parsed command line: the command, its options, and its operands.
package struct Invocation: CommandLineFacts, Sendable {
    package enum Action: Sendable {
        /// Run the command. For the root, write what its own option requests.
        case run
        case help(HelpLength, CommandPath)
        case topic(Topic)
        case version
    }

    package let action: Action
    package let path: CommandPath
    package let operands: [String]
    private let given: [ObjectIdentifier: [any Sendable]]
    /// The identities of the options that the command and those above it declare.
    private let declared: Set<ObjectIdentifier>
    /// The operands and options in the order given.
    package let order: [Entry]
    /// The index of the argument `--` that ends the options, if there is one.
    private let optionsEnd: Int?
    /// The arguments of the command line, without the program's name.
    private let arguments: [String]

    package enum Entry: Sendable {
        /// An operand and its number, starting from 1.
        case operand(String, number: Int, Place)
        /// An option, spelled as in the arguments, and the text of its value; empty for a flag.
        case option(Option, String, Place)
    }

    /// Where an operand or an option is in the arguments, so that it can be removed or replaced however it is spelled.
    package struct Place: Sendable {
        /// The argument with the operand or the option, and the next one if that is the option's value.
        let arguments: Range<Int>
        /// The bytes of the first of these arguments that belong to the operand or the option: in `-qi`, that of `i`.
        let bytes: Range<Int>
        /// The number of bytes before the value in the last of these arguments, such as those of `--input=`.
        let valueStart: Int
    }

    init(
        action: Action, path: CommandPath, operands: [String] = [], given: [ObjectIdentifier: [any Sendable]] = [:],
        order: [Entry] = [], arguments: [String] = [], optionsEnd: Int? = nil
    ) {
        self.action = action
        self.path = path
        self.operands = operands
        self.given = given
        var declared: Set<ObjectIdentifier> = []
        for command in path.commands {
            for option in command.options { declared.insert(ObjectIdentifier(option.identity)) }
            for option in command.helpOptions { declared.insert(ObjectIdentifier(option.identity)) }
        }
        self.declared = declared
        self.order = order
        self.arguments = arguments
        self.optionsEnd = optionsEnd
    }

    /// Whether the command, or one above it, declares the option.
    package func takes(_ option: any DeclaredOption) -> Bool {
        declared.contains(ObjectIdentifier(option.option.identity))
    }

    /// Returns the arguments with changes: an operand or the value of an option is replaced, or, where the text is nil, the operand or
    /// option is removed.
    ///
    /// - Parameter added: Arguments to add at the end, but before a `--` that ends the options.
    package func arguments(changing changes: [(given: Entry, text: String?)], adding added: [String] = []) -> [String] {
        // The replacements of each argument: none, one or several.
        var places = arguments.map { [$0] }
        for (given, text) in changes {
            let place = given.place
            if let text {
                let last = place.arguments.upperBound - 1
                let before = arguments[last].utf8.prefix(place.valueStart)
                places[last] = [String(decoding: before, as: UTF8.self) + text]
            } else {
                for index in place.arguments { places[index] = [] }
                let first = arguments[place.arguments.lowerBound].utf8
                let rest = Array(first.prefix(place.bytes.lowerBound)) + first.dropFirst(place.bytes.upperBound)
                // An argument of which only the dash is left is removed.
                if rest.count > 1 { places[place.arguments.lowerBound] = [String(decoding: rest, as: UTF8.self)] }
            }
        }
        places.insert(added, at: optionsEnd ?? places.count)
        let result = places.flatMap(\.self)
        return optionsEnd != nil && result.last == "--" ? result.dropLast() : result
    }

    /// Returns an option spelled as where it is given last, or by its name if it is not given.
    package func asGiven(_ option: any DeclaredOption) -> Option {
        for case .option(let given, _, _) in order.reversed() where given.identity === option.option.identity {
            return given
        }
        return option.option
    }

    package func values(_ option: Option) -> [any Sendable] {
        precondition(takes(option), "\(path.title) declares no such --\(option.name)")
        return given[ObjectIdentifier(option.identity)] ?? []
    }
}

extension Invocation.Entry {
    var place: Invocation.Place {
        switch self {
        case .operand(_, _, let place), .option(_, _, let place): place
        }
    }

    /// The operand, or the text of an option's value.
    package var text: String {
        switch self {
        case .operand(let text, _, _), .option(_, let text, _): text
        }
    }
}

package enum HelpLength: Sendable, Equatable {
    /// Help that fits on one screen: what the command does, two examples, and the options that most people need.
    case short
    /// The complete help.
    case full
}
