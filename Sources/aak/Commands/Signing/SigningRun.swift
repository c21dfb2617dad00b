import AdAttribution
import AttributionBase
import AttributionCommandModel

/// The common parameters of the commands that sign.
struct SigningRun: Sendable {
    let backend: SigningBackend
    /// Whether messages that break Apple's rules are refused.
    let validates: Bool
    let random: RandomSource

    init(_ invocation: Invocation) throws(Diagnostic) {
        backend = try SigningBackend(invocation)
        validates = !invocation[SigningOptions.noValidate]
        random = RandomSource(seed: invocation[CommonOptions.seed])
    }

    /// Signs a message made of options alone, if they suffice, or else each line.
    ///
    /// - Parameters:
    ///   - absent: the options that a message made of options alone lacks.
    ///   - hasFields: whether an option is given that has no other source and is of no use without a message.
    func sign<Maker: SigningProcessor & ~Copyable>(
        _ invocation: Invocation, _ console: Console, absent: [String], hasFields: Bool,
        makeMaker: @escaping @Sendable (LineContext, any LineSigner) -> Maker
    ) throws(Diagnostic) -> ExitStatus {
        let missing = invocation.usage("missing " + absent.map { "--\($0)" }.joined(separator: ", "))
        let hasNoInputs = !invocation.namesInputs
        if hasNoInputs {
            if absent.isEmpty { return try signOptions(console, at: invocation.now, makeMaker) }
            guard !Descriptor.input.isTerminal || !hasFields else { throw missing }
        }
        let (status, count) = try signLines(invocation, console, makeMaker)
        // Options without input lines suggest an incomplete message, rather than an empty stream.
        if count == 0, hasFields, hasNoInputs { throw missing }
        return status
    }

    /// Signs the results of each line.
    ///
    /// - Parameter optionsSuffice: Whether the command works without lines too.
    func signLines<Maker: SigningProcessor & ~Copyable>(
        _ invocation: Invocation, _ console: Console, optionsSuffice: Bool = true,
        _ makeMaker: @escaping @Sendable (LineContext, any LineSigner) -> Maker
    ) throws(Diagnostic) -> (status: ExitStatus, lines: Int) {
        let lines = try LineCommand(invocation, console)
        return try backend.during(console) { () throws(Diagnostic) in
            let run = LineRun(isOptional: true, optionsSuffice: optionsSuffice, firstResultNote: backend.note)
            return try lines.run(run) { makeMaker($0, backend.makeSigner()) }
        }
    }

    /// Signs results that do not come from lines.
    func sign(_ console: Console, _ body: (any LineSigner, inout ResultLines) -> Void) throws(Diagnostic) {
        if let note = backend.note { console.report(note) }
        try backend.during(console) { () throws(Diagnostic) in
            let signer = backend.makeSigner()
            var lines = ResultLines()
            body(signer, &lines)
            try signer.finish(&lines)
            try console.write(&lines)
        }
    }

    private func signOptions<Maker: SigningProcessor & ~Copyable>(
        _ console: Console, at now: Timestamp, _ makeMaker: (LineContext, any LineSigner) -> Maker
    ) throws(Diagnostic) -> ExitStatus {
        try backend.during(console) { () throws(Diagnostic) in
            let batch = Batch()
            batch.file = "<options>"
            batch.bytes.append("{}")
            batch.readTime = now
            var runner = BatchRunner(makeMaker(LineContext(console), backend.makeSigner()), InnerInputs())
            runner.run(batch)
            if let failure = batch.result.failure { throw failure }
            if batch.result.rejectedCount == 0, let note = backend.note { console.report(note) }
            var history = BatchMessages.History()
            let messages = batch.result.messages.take(after: &history, continues: false)
            try? Descriptor.diagnostics.write(messages)
            try console.write(&batch.result.output)
            return batch.result.rejectedCount > 0 ? .bad : .good
        }
    }
}
