import AttributionBase
import AttributionCommandModel
import AttributionInspection

/// What all commands that process lines have in common: the inputs, the run, and its summary.
struct LineCommand {
    let invocation: Invocation
    let console: Console
    private let inputs: CommandInputs

    /// Determines the inputs, and reports what was stripped from arguments.
    ///
    /// - Parameters:
    ///   - given: The inputs to read instead of those of the command line; an empty array for a run that generates data.
    ///   - expand: Returns the files to read in place of an input that the command line names.
    init(
        _ invocation: Invocation, _ console: Console, reading given: [Input]? = nil,
        expanding expand: (Input) throws(Diagnostic) -> [Input] = { [$0] }
    ) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        inputs = if let given { CommandInputs(given) } else { try CommandInputs(invocation).expanded(by: expand) }
        try RunFiles.check(invocation, inputs: inputs.arguments)
        for note in inputs.notes { console.report(note) }
    }

    /// Whether a line number alone is ambiguous.
    var hasSeveralInputs: Bool { inputs.inputs.count > 1 }

    var readsStandardInput: Bool { inputs.inputs.contains(.standardInput) }

    /// Processes all lines, and reports the summary of the run.
    func run(
        _ run: LineRun = LineRun(), makeProcessor: @escaping ProcessorMaker
    ) throws(Diagnostic) -> (status: ExitStatus, lines: Int) {
        var (run, console) = (run, console)
        if invocation.answersLines {
            (run.areLines, run.readsPropertyLists, run.resultsStateFaults) = (true, false, true)
            console.isPretty = false
        }
        run.jobs = run.isInOrder ? 1 : invocation.jobs
        if invocation.takes(LineOptions.at) {
            (run.paths, run.skipsEmpty) = (invocation[LineOptions.at], invocation[LineOptions.skipEmpty])
            run.kept = invocation.takes(LineOptions.keep) ? invocation[LineOptions.keep] : []
        }
        if !run.isSilent, invocation.takes(LineOptions.rejects), let path = invocation[LineOptions.rejects] {
            run.rejects = try Output.open(path, as: .rejects)
        }
        let context = LineContext(console, run, invocation)
        let summary = LinePipeline(inputs.inputs, context, makeProcessor: makeProcessor).run()
        guard !Signals.isRequested else { throw .interrupted }
        if let failure = summary.failure { throw failure }
        let status: ExitStatus = summary.unreadable ? .trouble : summary.rejected > 0 ? .bad : .good
        return (run.isSilent ? status : max(status, report(summary, of: run)), summary.lines)
    }

    /// Reports the summary of a run.
    ///
    /// - Returns: The exit status to which inputs without lines lead.
    private func report(_ summary: LinePipelineSummary, of run: LineRun) -> ExitStatus {
        var status = ExitStatus.good
        for (rule, count) in summary.messagesLeftOut.sorted { console.reportMore(count, of: rule) }
        for (index, input) in inputs.inputs.enumerated()
        where !summary.isCutShort && !summary.inputsWithLines.contains(index) {
            let skipped = summary.skippedOfInputs[index] ?? 0
            // Standard input is probably read by accident, as in jobs of some schedulers.
            let isChance =
                run.isOptional && !invocation.answersLines && inputs.areAssumed && skipped == 0
                && Descriptor.input.isStream
            let isFault = invocation[LineOptions.failEmpty] || isChance
            let message = Diagnostic.emptyInput(input.name, skipped: skipped, isFault: isFault)
            let command = isChance && run.optionsSuffice ? commandLine(System.arguments, " </dev/null") : nil
            console.report(message.trying(command))
            if isFault { status = .bad }
        }
        if let text = run.summary {
            if let text = text(summary) { console.reportSummary(text) }
            return status
        }
        // For a single argument, a summary would be superfluous.
        let all = summary.lines + summary.skipped
        let tolerated = summary.tolerated.inOrder { $0.key.rawValue < $1.key.rawValue }
        let others = summary.rejected + tolerated.reduce(0) { $0 + $1.value }
        if others + summary.skipped > 0, all > 1 || !inputs.areTexts {
            let rules = summary.rules.list
            console.reportSummary(
                "\(counted(all, "line")), \(summary.lines - others) ok, \(summary.rejected) rejected"
                    + tolerated.map { ", \($0.value) tolerated (\($0.key.rawValue))" }.joined()
                    + (summary.skipped > 0 ? ", \(summary.skipped) skipped" : "") + (rules.isEmpty ? "" : ": \(rules)"))
        }
        return status
    }
}

/// The inputs of a command line: arguments and `--input` in the order given, or standard input if there are none.
struct CommandInputs {
    private(set) var inputs: [Input] = []
    /// Whether standard input is read because no input was given.
    private(set) var areAssumed = false
    /// Notes on what was stripped from arguments that are inputs themselves.
    private(set) var notes: [Diagnostic] = []
    /// Whether all inputs are arguments that are inputs themselves.
    var areTexts: Bool { inputs.allSatisfy { if case .arguments = $0 { true } else { $0 == .options } } }
    /// The files, and standard input, that arguments name. Those of options are not included.
    private(set) var arguments: [Input] = []

    init(_ inputs: [Input] = []) { self.inputs = inputs }

    /// - Throws: ``Diagnostic/nothingToRead`` if there are no inputs and standard input is a terminal.
    init(_ invocation: Invocation) throws(Diagnostic) {
        for given in invocation.order {
            switch given {
            case .operand(let text, let number, _): try add(text, number, invocation)
            case .option(let option, let value, _) where LineOptions.input.is(option):
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

    /// Adds an argument: `-` for standard input, a text if it begins like an input, otherwise the path of a file.
    private mutating func add(_ argument: String, _ number: Int, _ invocation: Invocation) throws(Diagnostic) {
        guard argument != "-" else { return addFile(.standardInput) }
        // An empty line would be ignored, but an empty argument is probably a mistake.
        guard !argument.utf8.allSatisfy(ASCII.isWhiteSpace) else {
            throw invocation.usage("argument \(number) is empty", hint: PathText.hintOnEmptyText)
        }
        let text = PastedText(SystemText.bytes(of: argument))
        guard text.isInput else { return addFile(.file(argument)) }
        if let list = text.list { notes.append(.pastedText(with: list, argument: number)) }
        // An argument with a line break would become two lines. A space is allowed wherever a line break is.
        let line = text.bytes.map { $0 == ASCII.newline ? ASCII.space : $0 }
        if case .arguments(let texts, let first)? = inputs.last, first + texts.count == number {
            inputs[inputs.count - 1] = .arguments(texts + [line], first: first)
        } else {
            inputs.append(.arguments([line], first: number))
        }
    }

    fileprivate func expanded(by expand: (Input) throws(Diagnostic) -> [Input]) throws(Diagnostic) -> CommandInputs {
        var copy = self
        copy.inputs = []
        for input in inputs { copy.inputs += try expand(input) }
        return copy
    }

    private mutating func addFile(_ input: Input) {
        inputs.append(input)
        arguments.append(input)
    }
}
