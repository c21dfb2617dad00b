import AttributionBase
import AttributionCommandModel
import AttributionInspection

/// The inputs of a command line: arguments and `--input` in their order, or else standard input.
struct CommandInputs {
    private(set) var inputs: [Input] = []
    /// Whether standard input is read because nothing else is named.
    private(set) var areAssumed = false
    /// Notes on what was stripped from arguments that are texts.
    private(set) var notes: [Diagnostic] = []
    /// Whether all inputs are arguments that are texts.
    var areTexts: Bool { inputs.allSatisfy { if case .arguments = $0 { true } else { false } } }
    /// The files and standard input that arguments name, without those of options.
    private(set) var arguments: [Input] = []

    /// No inputs.
    init() {}

    /// - Throws: ``Diagnostic/nothingToRead`` if there are no inputs and standard input is a terminal.
    init(_ invocation: Invocation) throws(Diagnostic) {
        for given in invocation.order {
            switch given {
            case .operand(let text, let number): try add(text, number, invocation)
            case .option(let option, let value) where LineOptions.input.is(option):
                inputs.append(Input(path: value))
            case .option: break
            }
        }
        guard inputs.isEmpty else { return }
        guard !Descriptor.input.isTerminal else { throw .nothingToRead }
        inputs = [.standardInput]
        areAssumed = true
        arguments = inputs
    }

    /// Adds an argument as what it is: `-`, a text if it begins like one, or else the name of a file.
    private mutating func add(_ argument: String, _ number: Int, _ invocation: Invocation) throws(Diagnostic) {
        guard argument != "-" else { return addFile(.standardInput) }
        // An empty line is ignored, but an empty argument was probably meant to be something.
        guard !argument.utf8.allSatisfy(ASCII.isWhiteSpace) else {
            throw invocation.usage(
                "argument \(number) is empty, want \(invocation.path.command.operand?.name ?? "text")",
                hint: "is the variable set that it came from?")
        }
        let text = PastedText(SystemText.bytes(of: argument))
        guard text.isInput else { return addFile(.file(argument)) }
        if let list = text.list { notes.append(.pastedText(with: list, argument: number)) }
        // A line break would split an argument into two lines. Replace it with a space, which is allowed in the same
        // places.
        let line = text.bytes.map { $0 == ASCII.newline ? ASCII.space : $0 }
        if case .arguments(let texts, let first)? = inputs.last, first + texts.count == number {
            inputs[inputs.count - 1] = .arguments(texts + [line], first: first)
        } else {
            inputs.append(.arguments([line], first: number))
        }
    }

    private mutating func addFile(_ input: Input) {
        inputs.append(input)
        arguments.append(input)
    }
}
