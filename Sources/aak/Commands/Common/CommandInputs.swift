import AttributionBytes
import AttributionCommandModel
import AttributionJOSE

/// The inputs that a command line names: arguments and `--input`, in its order, else standard input.
struct CommandInputs {
    private(set) var inputs: [Input] = []
    /// What was taken off the arguments that are texts.
    private(set) var notes: [Diagnostic] = []
    /// Whether all inputs are arguments that are texts.
    private(set) var areTexts = false
    /// Those that no option names.
    private(set) var arguments: [Input] = []

    init(numbers: Int) { inputs = [.numbers(numbers)] }

    /// - Throws: ``Diagnostic/nothingToRead`` if that would be a terminal with nobody told to type.
    init(_ invocation: Invocation) throws(Diagnostic) {
        for given in invocation.order {
            switch given {
            case .operand(let text, let number): try add(text, number, invocation)
            case .option(let option, let value) where LineOptions.input.is(option):
                inputs.append(value == "-" ? .standardInput : .file(value))
            case .option: break
            }
        }
        guard inputs.isEmpty else {
            areTexts = inputs.allSatisfy { if case .arguments = $0 { true } else { false } }
            return
        }
        guard !Descriptor.input.isTerminal else { throw .nothingToRead }
        inputs = [.standardInput]
        arguments = inputs
    }

    /// Takes an argument for what it is: `-`, a text where it begins like one, or else the name of a file.
    private mutating func add(_ argument: String, _ number: Int, _ invocation: Invocation) throws(Diagnostic) {
        guard argument != "-" else { return addFile(.standardInput) }
        // An empty line is nothing, but an empty argument was meant to be something.
        guard !argument.utf8.allSatisfy(ASCII.isWhiteSpace) else {
            throw invocation.usage(
                "argument \(number) is empty, want \(invocation.path.command.operand?.name ?? "text")",
                hint: "is the variable set that it came from?")
        }
        let text = PastedText(SystemText.bytes(of: argument))
        guard text.isInput else { return addFile(.file(argument)) }
        if let list = text.list {
            notes.append(.pastedText(with: list, argument: number))
        }
        // A line break would make two lines of one argument; both mean white space wherever it may stand.
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
