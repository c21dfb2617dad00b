import Bytes
import CommandModel

/// What the commands share that work on lines: where lines come from, and what the run amounts to.
struct LineCommand {
    let invocation: Invocation
    let console: Console
    private let inputs: [Input]

    /// Works out the inputs: the arguments, else `--input`, else standard input.
    ///
    /// - Throws: ``NothingToRead`` if that would be a terminal with nobody told to type.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        let files = invocation.values("input")
        if !invocation.operands.isEmpty {
            guard files.isEmpty else {
                throw invocation.usage("both arguments and --input are given, want one of them")
            }
            // An empty line is nothing, but an empty argument was meant to be something.
            if let empty = invocation.operands.firstIndex(where: { $0.utf8.allSatisfy(ASCII.isWhiteSpace) }) {
                throw invocation.usage(
                    "argument \(empty + 1) is empty, want \(invocation.path.command.operand?.name ?? "text")",
                    hint: "is the variable set that it came from?")
            }
            inputs = [.arguments(invocation.operands.map(Self.line), first: 1)]
        } else if !files.isEmpty {
            inputs = files.map { $0 == "-" ? .standardInput : .file($0) }
        } else {
            guard !Descriptor.input.isTerminal else { throw .nothingToRead }
            inputs = [.standardInput]
        }
        let isStream = files.isEmpty && invocation.operands.isEmpty
        try RunFiles.check(invocation, inputs: isStream ? [.standardInput] : [])
    }

    /// An argument as one line: line breaks mean white space wherever they may stand.
    private static func line(_ argument: String) -> [UInt8] {
        SystemText.bytes(of: argument).map { $0 == ASCII.newline ? ASCII.space : $0 }
    }

    /// Runs over all lines, and reports what a stream lost.
    ///
    /// - Parameter takesPropertyLists: whether an input that begins like XML is one document.
    func run<Processor: LineProcessor & ~Copyable>(
        takesPropertyLists: Bool = false,
        commit: @escaping @Sendable (Batch) -> Void = { _ in },
        makeProcessor: @escaping @Sendable (LineContext) -> Processor
    ) throws(Diagnostic) -> (status: ExitStatus, lines: Int) {
        var options = LinePipelineOptions()
        options.jobs = invocation.integer("jobs") ?? System.processorCount
        if let path = invocation.value("rejects") { options.rejects = try openRejects(path) }
        let context = LineContext(
            style: console.style, isPretty: console.isPretty, outputIsTerminal: console.outputIsTerminal,
            stopsAtFirst: invocation.flag("fail-fast"),
            keepsRejects: options.rejects != nil)
        options.context = context
        if Descriptor.diagnostics.isTerminal, !console.outputIsTerminal { options.progress = Progress() }
        options.takesPropertyLists = takesPropertyLists
        let pipeline = LinePipeline(inputs, options, commit: commit) { makeProcessor(context) }
        let summary = pipeline.run()
        if let rejects = options.rejects {
            do throws(SystemError) {
                try rejects.close()
            } catch {
                throw .trouble("cannot write the rejects: \(error.words)")
            }
        }
        if let failure = summary.failure { throw failure }
        // A lone argument is no stream.
        if summary.rejected > 0, summary.lines > 1 || invocation.operands.isEmpty {
            console.reportNotice(
                "\(summary.lines) lines, \(summary.lines - summary.rejected) ok, \(summary.rejected) rejected",
                rule: "summary")
        }
        let status: ExitStatus = summary.unreadable ? .trouble : summary.rejected > 0 ? .bad : .good
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
