import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionSimulator

/// The source of the scenario of a run: an example, an argument, `--input`, or standard input.
enum ScenarioSource {
    /// Returns the inputs that contain a scenario, without the values of options.
    static func inputs(_ invocation: Invocation) -> [Input] {
        guard let given = invocation.operands.first else {
            let isElsewhere = invocation.has(SimulateOptions.example) || invocation.has(LineOptions.input)
            return isElsewhere ? [] : [.standardInput]
        }
        guard argument(given) == nil else { return [] }
        return [given == "-" ? .standardInput : .file(given)]
    }

    /// Returns the scenario if the argument itself is one, stripped of surrounding text; nil if it is the name of a
    /// file.
    private static func argument(_ given: String) -> PastedText? {
        let bytes = SystemText.bytes(of: given)
        let text = PastedText(bytes)
        return text.bytes.first == ASCII.openBrace ? text : nil
    }

    /// Returns the scenario's text and its name in messages.
    static func text(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ([UInt8], String) {
        if let example = invocation[SimulateOptions.example] { return (Array(example.text.utf8), example.name) }
        guard let given = invocation.operands.first ?? invocation[LineOptions.input].last else {
            guard !Descriptor.input.isTerminal else { throw .nothingToRead }
            return (try DocumentFile.text("-"), "<stdin>")
        }
        guard !invocation.operands.isEmpty, let text = argument(given) else {
            return (try DocumentFile.text(given), Input(path: given).name)
        }
        // A well-formed beginning is kept as it is, so that messages show the original positions.
        let bytes = SystemText.bytes(of: given)
        if bytes.first(where: { !ASCII.isWhiteSpace($0) }) == ASCII.openBrace { return (bytes, "<argument>") }
        if let list = text.list { console.report(.pastedText(with: list, argument: 1)) }
        return (text.bytes, "<argument>")
    }
}
