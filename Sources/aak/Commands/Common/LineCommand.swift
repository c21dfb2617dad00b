import AttributionBytes
import AttributionCommandModel

/// What the commands share that work on lines: where lines come from, and what the run amounts to.
struct LineCommand {
    let invocation: Invocation
    let console: Console
    private let inputs: CommandInputs

    /// Works out the inputs, and tells what was taken off arguments to read them.
    ///
    /// - Throws: ``Diagnostic/nothingToRead`` if that would be a terminal with nobody told to type.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        inputs = try CommandInputs(invocation)
        try RunFiles.check(invocation, inputs: inputs.arguments)
        for note in inputs.notes { console.report(note) }
    }

    /// Makes something of the numbers from 1 on instead.
    init(_ invocation: Invocation, _ console: Console, numbers: Int) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        inputs = CommandInputs(numbers: numbers)
        try RunFiles.check(invocation)
    }

    /// Whether a line's number alone does not tell where it stands.
    var hasSeveralInputs: Bool { inputs.inputs.count > 1 }

    var readsStandardInput: Bool { inputs.inputs.contains(.standardInput) }

    /// Runs over all lines, and reports what a stream lost.
    ///
    /// - Parameters:
    ///   - forms: what an input may hold besides lines.
    ///   - isSilent: whether what is wrong with lines is told by another run over them.
    ///   - source: where batches come from, made of the source of lines.
    ///   - resultsTell: whether the result of a bad line says what is wrong with it.
    func run<Processor: LineProcessor & ~Copyable>(
        forms: InputForms = InputForms(),
        isSilent: Bool = false,
        source: @escaping @Sendable (LineSource) -> any BatchSource = { $0 },
        commit: @escaping @Sendable (Batch) -> Void = { _ in },
        resultsTell: Bool = false,
        firstResultNote: Diagnostic? = nil,
        makeProcessor: @escaping @Sendable (LineContext) -> Processor
    ) throws(Diagnostic) -> (status: ExitStatus, lines: Int) {
        var options = LinePipelineOptions(context: LineContext(console), jobs: invocation.jobs)
        if !isSilent, let path = invocation[LineOptions.rejects] { options.rejects = try openRejects(path) }
        options.context.stopsAtFirst = invocation[LineOptions.failFast]
        options.context.keepsRejects = options.rejects != nil
        // Where both are seen together, a failure is not told twice.
        let isSeenTwice =
            resultsTell && console.style.form == .text && console.outputIsTerminal && Descriptor.diagnostics.isTerminal
        options.context.telling = console.style.isQuiet || isSilent ? .nothing : isSeenTwice ? .hints : .everything
        options.context.firstResultNote = firstResultNote
        if Descriptor.diagnostics.isTerminal, !console.outputIsTerminal { options.progress = Progress() }
        options.inner = invocation.innerInputs
        options.forms = forms
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
        for (place, input) in inputs.inputs.enumerated()
        where !summary.isCutShort && !summary.inputsWithLines.contains(place) {
            let isFault = invocation[LineOptions.failEmpty]
            console.report(.emptyInput(input.name, skipped: summary.skippedOfInputs[place] ?? 0, isFault: isFault))
            if isFault { status = max(status, .bad) }
        }
        // A lone argument is no stream.
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
