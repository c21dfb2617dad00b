import AttributionBase

extension Command {
    /// Parses the arguments of a command line, without the program's name, with this command as the root.
    ///
    /// The value of an option is given as `--name value` or `--name=value`. Short options can be combined: `-vk FILE`, `-vkFILE`. Options
    /// and operands may be in any order; `--` ends the options, and a single `-` is an operand. A command's options come after its name
    /// and, if it has subcommands, before the subcommand's name. Names cannot be abbreviated.
    ///
    /// `-h` and `--help` work anywhere before `--`, even if other arguments are wrong; but not after an unknown command. `--version` is
    /// recognised before the name of a command.
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
    /// The values of each option, by its identity.
    var given: [ObjectIdentifier: [any Sendable]] = [:]
    var operands: [String] = []
    var order: [Invocation.Entry] = []
    private var firstError: UsageError?
    /// A request for help or the version, which overrides everything else and stops the parser.
    var request: StandardOption?
    /// Whether the command line is `help COMMAND`, so that all further words are names of commands.
    var isHelpCommand = false
    private(set) var topic: Topic?
    /// The option that still lacks its value at the end of the arguments.
    var waiting: Option?
    private var arguments: [String] = []
    /// The index of the argument that is being parsed.
    private(set) var index = 0
    private(set) var optionsEnd: Int?
    /// Whether an unknown command was named. A request for help is then ignored.
    private var isLost = false

    init(root: Command) { path = CommandPath(root) }

    mutating func read(_ arguments: [String]) throws(UsageError) -> Invocation {
        self.arguments = arguments
        var remaining = arguments[...]
        while request == nil, let argument = remaining.popFirst() {
            index = remaining.startIndex - 1
            take(argument, &remaining)
        }
        switch isLost ? nil : request {
        case .shortHelp: return Invocation(action: .help(.short, path), path: path)
        case .fullHelp: return Invocation(action: .help(.full, path), path: path)
        case .version: return Invocation(action: .version, path: path)
        case nil: break
        }
        if !isHelpCommand { checkCompleteness() }
        if var error = firstError {
            error.invocation = Invocation(
                action: .run, path: error.path, operands: operands, given: given, order: order)
            throw error
        }
        if let topic { return Invocation(action: .topic(topic), path: path) }
        if isHelpCommand, given.isEmpty { return Invocation(action: .help(.full, path), path: path) }
        let invocation = Invocation(
            action: .run, path: path, operands: operands, given: given, order: order, arguments: arguments,
            optionsEnd: optionsEnd)
        for option in path.command.options where invocation.has(option) {
            guard let message = option.relations.lazy.compactMap({ $0.fault(of: option, in: invocation) }).first
            else { continue }
            throw UsageError(message: message, hint: nil, value: nil, invocation: invocation)
        }
        return invocation
    }

    /// Records an error about the command that was reached so far, unless there was an error before.
    mutating func note(
        _ message: String, hint: String? = nil, value: UsageError.Value? = nil
    ) {
        guard firstError == nil else { return }
        firstError = UsageError(
            message: message, hint: hint, value: value, invocation: Invocation(action: .run, path: path))
    }

    /// Records an error with a hint that is slow to compute.
    mutating func note(_ message: String, suggesting hint: (CommandPath) -> String?) {
        if firstError == nil { note(message, hint: hint(path)) }
    }

    mutating func take(_ argument: String, _ remaining: inout ArraySlice<String>) {
        if optionsEnd != nil || !argument.startsLikeOption {
            takeWord(argument)
        } else if argument == "--" {
            optionsEnd = index
        } else if argument.utf8.starts(with: "--".utf8) {
            takeLongOption(argument, &remaining)
        } else {
            takeCluster(argument, &remaining)
        }
    }

    /// Parses an argument that is not an option: the name of a command where one is expected, otherwise an operand.
    private mutating func takeWord(_ word: String) {
        if isHelpCommand, !given.isEmpty {
            noteUnexpected(word, limit: path.command.helpOptions.first?.value?.placeholder)
        } else if topic != nil {
            noteUnknownCommand(word)
        } else if let child = path.child(named: word) {
            path = child
        } else if path.hasHelpCommand && word == CommandPath.help.name && !isHelpCommand {
            isHelpCommand = true
        } else if isHelpCommand, let named = path.command.topics.first(where: { $0.name == word }) {
            topic = named
        } else if isHelpCommand || !path.command.subcommands.isEmpty {
            noteUnknownCommand(word)
        } else {
            takeOperand(word)
        }
    }

    private mutating func noteUnknownCommand(_ word: String) {
        isLost = true
        note("unknown command \(shown(word))") { $0.hint(onCommand: word) }
    }

    /// - Parameter limit: The name of the operand if the command takes only one, which is given already.
    private mutating func noteUnexpected(_ word: String, limit: String?) {
        let taken = limit.map { "one \($0)" } ?? "only options"
        note("unexpected argument \(shown(word)); \(isHelpCommand ? "\(path.title) help" : path.title) takes \(taken)")
    }

    private mutating func takeOperand(_ word: String) {
        guard let operand = path.command.operand else {
            if word == CommandPath.help.name, !path.isRoot { return operands.append(word) }
            return noteUnexpected(word, limit: nil)
        }
        if !operand.isRepeating && !operands.isEmpty { return noteUnexpected(word, limit: operand.name) }
        do throws(ValueFault) {
            _ = try operand.value.checked(word)
        } catch {
            note(error, of: word, name: operand.name)
        }
        operands.append(word)
        let place = Invocation.Place(arguments: index..<index + 1, bytes: 0..<word.utf8.count, valueStart: 0)
        order.append(.operand(word, number: operands.count, place))
    }

    /// Records why a value is invalid.
    ///
    /// - Parameters:
    ///   - name: The name of the option or operand in messages.
    ///   - option: The option; nil for an operand.
    mutating func note(_ fault: ValueFault, of text: String, name: String, _ option: Option? = nil) {
        switch fault {
        case .unwanted(let wanted, let hint):
            let value = UsageError.Value(option: option, name: name, text: text, wanted: wanted)
            note("\"\(name)\" is \(value.found)" + ending(wanting: wanted), hint: hint, value: value)
        case .rejected(let message, let hint): note(message, hint: hint)
        }
    }

    private mutating func checkCompleteness() {
        // The user of `aak verify help` probably wants help. An input of that name can be given as ./help, or after --.
        let help = CommandPath.help.name
        if operands == [help], !path.isRoot, optionsEnd == nil, path.command.operand?.value.choices == nil {
            note(
                "unexpected argument \(quoted(help))",
                hint: "did you mean \(path.title) \(StandardOption.fullHelp.rawValue)?")
        }
        if !path.command.subcommands.isEmpty {
            let choices = path.command.visibleSubcommands.map(\.name).joined(separator: ", ")
            let subject = path.isRoot ? "which command?" : "which \(path.command.name) command?"
            note(subject + (choices.isEmpty ? "" : " one of: \(choices)"))
        } else if let operand = path.command.operand, operand.isRequired, operands.isEmpty {
            note("\(path.title) needs \(operand.name)")
        }
    }
}
