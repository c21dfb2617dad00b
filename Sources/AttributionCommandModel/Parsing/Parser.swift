import AttributionBase

extension Command {
    /// Parses the arguments of a command line, without the program's name, with this command as the root.
    ///
    /// Options take `--name value` or `--name=value`. Short options cluster: `-vk FILE`, `-vkFILE`. Options and
    /// operands may be in any order; `--` ends the options, and a single `-` is an operand. A command's options come
    /// after its name and, if it has subcommands, before the subcommand's name. Names must be exact.
    ///
    /// `-h`, `--help` and `--version` work anywhere before `--`, even if other arguments are wrong.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = Parser(root: self)
        return try parser.read(arguments)
    }
}

/// A parser that reads arguments one by one.
///
/// It stores the first error instead of throwing it, so that a later request for help is still found.
struct Parser {
    var path: CommandPath
    var given: [OptionKey: [any Sendable]] = [:]
    var operands: [String] = []
    var order: [Invocation.Given] = []
    private var firstError: (fact: UsageError.Fact, path: CommandPath)?
    /// A request that overrides everything else and stops the parser.
    var request: StandardOption?
    /// Whether the command line is `help COMMAND`, so that all words are names of commands.
    var isHelpCommand = false
    private(set) var topic: Topic?
    private var optionsHaveEnded = false

    init(root: Command) { path = CommandPath(root) }

    mutating func read(_ arguments: [String]) throws(UsageError) -> Invocation {
        var remaining = arguments[...]
        while request == nil, let argument = remaining.popFirst() {
            take(argument, &remaining)
        }
        switch request {
        case .shortHelp: return Invocation(action: .help(.short, path), path: path)
        case .fullHelp: return Invocation(action: .help(.full, path), path: path)
        case .version: return Invocation(action: .version, path: path)
        case nil: break
        }
        if !isHelpCommand { checkCompleteness() }
        if let (fact, path) = firstError {
            throw UsageError(fact, Invocation(action: .run, path: path, operands: operands, given: given, order: order))
        }
        if let topic { return Invocation(action: .topic(topic), path: path) }
        if isHelpCommand, given.isEmpty { return Invocation(action: .help(.full, path), path: path) }
        let invocation = Invocation(action: .run, path: path, operands: operands, given: given, order: order)
        for option in path.command.options {
            guard let fact = invocation.fault(of: option) else { continue }
            throw UsageError(fact, invocation)
        }
        return invocation
    }

    /// Records an error about the command reached so far, unless there is an earlier error.
    mutating func note(_ fact: UsageError.Fact) { note { _ in fact } }

    /// Records an error with suggestions that are slow to compute, unless there is an earlier error.
    mutating func note(_ fact: (CommandPath) -> UsageError.Fact) {
        if firstError == nil { firstError = (fact(path), path) }
    }

    private mutating func take(_ argument: String, _ remaining: inout ArraySlice<String>) {
        if optionsHaveEnded || !argument.startsLikeOption {
            takeWord(argument)
        } else if argument == "--" {
            optionsHaveEnded = true
        } else if argument.utf8.starts(with: "--".utf8) {
            takeLongOption(argument, &remaining)
        } else {
            takeCluster(argument, &remaining)
        }
    }

    /// Parses an argument that is not an option: the name of a command where one is expected, otherwise an operand.
    private mutating func takeWord(_ word: String) {
        if isHelpCommand, !given.isEmpty {
            note(.unexpectedOperand(word, limit: path.command.helpOptions.first?.value?.placeholder))
        } else if topic != nil {
            note { Suggestion.unknownCommand(word, at: $0) }
        } else if let child = path.child(named: word) {
            path = child
        } else if path.hasHelpCommand && word == HelpCommand.name && !isHelpCommand {
            isHelpCommand = true
        } else if isHelpCommand, let named = path.command.topics.first(where: { $0.name == word }) {
            topic = named
        } else if isHelpCommand || !path.command.subcommands.isEmpty {
            note { Suggestion.unknownCommand(word, at: $0) }
        } else {
            takeOperand(word)
        }
    }

    private mutating func takeOperand(_ word: String) {
        guard let operand = path.command.operand else {
            if word == HelpCommand.name, !path.isRoot { return operands.append(word) }
            return note(.unexpectedOperand(word, limit: nil))
        }
        if !operand.isRepeating && !operands.isEmpty { return note(.unexpectedOperand(word, limit: operand.name)) }
        do throws(ValueFault) {
            _ = try operand.value.checked(word)
        } catch {
            note(error, of: word, operand.value, subject: operand.name, name: operand.name)
        }
        operands.append(word)
        order.append(.operand(word, number: operands.count))
    }

    /// Records what is wrong with a value.
    ///
    /// - Parameters:
    ///   - subject: The option as typed.
    ///   - name: The option's long name.
    mutating func note(_ fault: ValueFault, of text: String, _ kind: ValueKind, subject: String, name: String) {
        switch (fault, kind) {
        case (.choice, .choice(let choices)):
            let nearest = Spelling.nearest(to: text, among: choices)
            note(.invalidChoice(subject: subject, value: text, choices: choices, nearest: nearest))
        case (.integer, .integer(let range)): note(.invalidInteger(subject: subject, value: text, range: range))
        case (.choice, _), (.integer, _): preconditionFailure("a value of \(kind) cannot fail as \(fault)")
        case (.unlike(let words, let hint), _): note(.rejected(message: "\"\(name)\" \(words)", hint: hint))
        case (.rejected(let message, let hint), _): note(.rejected(message: message, hint: hint))
        }
    }

    private mutating func checkCompleteness() {
        // In `aak verify help`, the user probably wants help. An input of this name can be given as ./help, or after
        // --.
        if operands == [HelpCommand.name], !path.isRoot, !optionsHaveEnded, path.command.operand?.value.choices == nil {
            let help = "\(path.title) \(StandardOption.fullHelp.rawValue)"
            note(.rejected(message: "unexpected argument \(quoted(HelpCommand.name))", hint: "did you mean \(help)?"))
        }
        if !path.command.subcommands.isEmpty {
            note(.missingCommand(choices: path.command.visibleSubcommands.map(\.name)))
        } else if let operand = path.command.operand, operand.isRequired, operands.isEmpty {
            note(.missingOperand(operand.name))
        }
    }
}
