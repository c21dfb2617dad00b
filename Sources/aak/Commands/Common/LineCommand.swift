import AttributionBase
import AttributionCommandModel

/// The common part of commands that process lines: the inputs, the run, and its summary.
struct LineCommand {
    let invocation: Invocation
    let console: Console
    private let inputs: CommandInputs

    /// Determines the inputs, and reports what was stripped from arguments.
    ///
    /// - Parameter reads: whether there are any; false for a run that makes data.
    /// - Throws: ``Diagnostic/nothingToRead`` if there are no inputs and standard input is a terminal.
    init(_ invocation: Invocation, _ console: Console, reads: Bool = true) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        inputs = reads ? try CommandInputs(invocation) : CommandInputs()
        try RunFiles.check(invocation, inputs: inputs.arguments)
        for note in inputs.notes { console.report(note) }
    }

    /// Whether a line number alone is ambiguous.
    var hasSeveralInputs: Bool { inputs.inputs.count > 1 }

    var readsStandardInput: Bool { inputs.inputs.contains(.standardInput) }

    /// Processes all lines, and reports the summary of the run.
    func run<Processor: LineProcessor & ~Copyable>(
        _ run: LineRun = LineRun(), commit: @escaping @Sendable (Processor.Kept, Batch) -> Void = { _, _ in },
        makeProcessor: @escaping @Sendable (LineContext) -> Processor
    ) throws(Diagnostic) -> (status: ExitStatus, lines: Int) {
        var run = run
        run.jobs = invocation.jobs
        run.inner = invocation.innerInputs
        if !run.isSilent, let path = invocation[LineOptions.rejects] {
            run.rejects = try Output.open(path, as: .rejects)
        }
        let context = LineContext(console, run, invocation)
        let summary = LinePipeline(inputs.inputs, context, commit: commit, makeProcessor: makeProcessor).run()
        guard !Signals.isRequested else { throw .interrupted }
        if let failure = summary.failure { throw failure }
        let status: ExitStatus = summary.unreadable ? .trouble : summary.rejected > 0 ? .bad : .good
        return (run.isSilent ? status : max(status, report(summary, of: run)), summary.lines)
    }

    /// Reports the summary of a run.
    ///
    /// - Returns: the status that inputs without lines give the run.
    private func report(_ summary: LinePipelineSummary, of run: LineRun) -> ExitStatus {
        var status = ExitStatus.good
        for (rule, count) in summary.messagesLeftOut.sorted { console.reportMore(count, of: rule) }
        for (place, input) in inputs.inputs.enumerated()
        where !summary.isCutShort && !summary.inputsWithLines.contains(place) {
            let skipped = summary.skippedOfInputs[place] ?? 0
            // Standard input that was not meant, as in a job of some scheduler.
            let isChance = run.isOptional && inputs.areAssumed && skipped == 0 && Descriptor.input.isStream
            let isFault = invocation[LineOptions.failEmpty] || isChance
            let message = Diagnostic.emptyInput(input.name, skipped: skipped, isFault: isFault)
            let command = isChance && run.optionsSuffice ? commandLine(System.arguments, " </dev/null") : nil
            console.report(message.trying(command))
            if isFault { status = .bad }
        }
        // A single argument is not a stream.
        let all = summary.lines + summary.skipped
        if summary.rejected + summary.skipped > 0, all > 1 || !inputs.areTexts {
            let rules = summary.rules.list
            console.reportSummary(
                "\(counted(all, "line")), \(summary.lines - summary.rejected) ok, \(summary.rejected) rejected"
                    + (summary.skipped > 0 ? ", \(summary.skipped) skipped" : "") + (rules.isEmpty ? "" : ": \(rules)"))
        }
        return status
    }
}
