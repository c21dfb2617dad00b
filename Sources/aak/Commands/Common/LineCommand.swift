import AttributionBytes
import AttributionCommandModel

/// The common part of commands that process lines: the inputs, the run, and its summary.
struct LineCommand {
    let invocation: Invocation
    let console: Console
    private let inputs: CommandInputs

    /// Determines the inputs, and reports what was stripped from arguments.
    ///
    /// - Throws: ``Diagnostic/nothingToRead`` if there are no inputs and standard input is a terminal.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        inputs = try CommandInputs(invocation)
        try RunFiles.check(invocation, inputs: inputs.arguments)
        for note in inputs.notes { console.report(note) }
    }

    /// Processes the numbers from 1 on instead of lines.
    init(_ invocation: Invocation, _ console: Console, numbers: Int) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        inputs = CommandInputs(numbers: numbers)
        try RunFiles.check(invocation)
    }

    /// Whether a line number alone is ambiguous.
    var hasSeveralInputs: Bool { inputs.inputs.count > 1 }

    var readsStandardInput: Bool { inputs.inputs.contains(.standardInput) }

    /// Processes all lines, and reports the summary of the run.
    ///
    /// - Parameters:
    ///   - forms: the forms of input that are supported besides lines.
    ///   - isSilent: whether faults of lines are not reported, because another run over the same lines reports them.
    ///   - source: returns the source of batches, given the source of lines.
    ///   - ledger: writes the results, with a note for each.
    ///   - resultsStateFaults: whether the result of a bad line states its fault.
    func run<Processor: LineProcessor & ~Copyable>(
        forms: InputForms = InputForms(),
        isSilent: Bool = false,
        source: @escaping @Sendable (LineSource) -> any BatchSource = { $0 },
        commit: @escaping @Sendable (Batch) -> Void = { _ in },
        ledger: Ledger? = nil,
        resultsStateFaults: Bool = false,
        firstResultNote: Diagnostic? = nil,
        makeProcessor: @escaping @Sendable (LineContext) -> Processor
    ) throws(Diagnostic) -> (status: ExitStatus, lines: Int) {
        var options = LinePipelineOptions(context: LineContext(console), jobs: invocation.jobs)
        if !isSilent, let path = invocation[LineOptions.rejects] { options.rejects = try openRejects(path) }
        options.context.stopsAtFirst = invocation[LineOptions.failFast]
        options.context.keepsRejects = options.rejects != nil
        // If results and messages are visible together, a fault is not reported twice.
        let isSeenTwice =
            resultsStateFaults && console.style.form == .text && console.outputIsTerminal
            && Descriptor.diagnostics.isTerminal
        options.context.messageScope = console.style.isQuiet || isSilent ? .nothing : isSeenTwice ? .hints : .everything
        options.context.mostOfRule = invocation.mostMessagesOfRule
        options.context.firstResultNote = firstResultNote
        if Descriptor.diagnostics.isTerminal, !console.outputIsTerminal { options.progress = Progress() }
        options.inner = invocation.innerInputs
        options.forms = forms
        options.context.takesEmptyLines = forms.areLines
        options.ledger = ledger
        options.source = source
        let pipeline = LinePipeline(inputs.inputs, options, commit: commit) { [context = options.context] in
            makeProcessor(context)
        }
        let summary = pipeline.run()
        if let rejects = options.rejects {
            do throws(SystemError) {
                try rejects.close()
            } catch {
                throw .trouble("cannot write the rejects: \(error.words)")
            }
        }
        if let failure = summary.failure { throw failure }
        var status: ExitStatus = summary.unreadable ? .trouble : summary.rejected > 0 ? .bad : .good
        if isSilent { return (status, summary.lines) }
        for (rule, count) in summary.messagesLeftOut.sorted { console.reportMore(count, of: rule) }
        for (place, input) in inputs.inputs.enumerated()
        where !summary.isCutShort && !summary.inputsWithLines.contains(place) {
            let isFault = invocation[LineOptions.failEmpty]
            console.report(.emptyInput(input.name, skipped: summary.skippedOfInputs[place] ?? 0, isFault: isFault))
            if isFault { status = max(status, .bad) }
        }
        // A single argument is not a stream.
        let all = summary.lines + summary.skipped
        if summary.rejected + summary.skipped > 0, all > 1 || !inputs.areTexts {
            let rules = summary.rules.list
            console.reportSummary(
                "\(counted(all, "line")), \(summary.lines - summary.rejected) ok, \(summary.rejected) rejected"
                    + (summary.skipped > 0 ? ", \(summary.skipped) skipped" : "") + (rules.isEmpty ? "" : ": \(rules)"))
        }
        return (status, summary.lines)
    }

    private func openRejects(_ path: String) throws(Diagnostic) -> Descriptor {
        do throws(SystemError) {
            return try Descriptor.open(path, .createOrEmpty(permissions: 0o666))
        } catch {
            throw .trouble("cannot write \(path): \(error.words)")
        }
    }
}
