import AdAttribution
import AttributionBytes
import AttributionCommandModel
import AttributionECDSA

/// The common parameters of `aak sign` and `aak skan sign`.
struct SigningRun: Sendable {
    let key: SigningKey
    let nonce: Signer.Nonce
    let validates: Bool
    let now: Timestamp
    /// The timestamp of messages that have none of their own.
    let timestamp: Timestamp
    let random: RandomSource

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation)
        let seed = invocation[CommonOptions.seed]
        // A seeded run is deterministic, including its nonces.
        nonce = invocation[SigningOptions.deterministic] || seed != nil ? .deterministic : .random
        validates = !invocation[SigningOptions.noValidate]
        now = invocation.now
        timestamp = invocation[SigningOptions.timestamp]?.timestamp ?? now
        random = RandomSource(seed: seed)
    }

    /// Signs a message made of options alone, if they suffice, or else each line.
    ///
    /// - Parameters:
    ///   - absent: the options that a message made of options alone lacks.
    ///   - hasFields: whether an option is given that has no other source and is of no use without a message.
    func sign<Processor: LineProcessor & ~Copyable>(
        _ invocation: Invocation, _ console: Console, absent: [String], hasFields: Bool,
        makeProcessor: @escaping @Sendable (LineContext) -> Processor
    ) throws(Diagnostic) -> ExitStatus {
        let missing = invocation.usage("missing " + absent.map { "--\($0)" }.joined(separator: ", "))
        let hasNoInputs = !invocation.namesInputs
        if hasNoInputs {
            if absent.isEmpty { return try signOptions(console, makeProcessor) }
            guard !Descriptor.input.isTerminal || !hasFields else { throw missing }
        }
        let lines = try LineCommand(invocation, console)
        let (status, count) = try lines.run(firstResultNote: key.note, makeProcessor: makeProcessor)
        // Options without input lines suggest an incomplete message, rather than an empty stream.
        if count == 0, hasFields, hasNoInputs { throw missing }
        return status
    }

    private func signOptions<Processor: LineProcessor & ~Copyable>(
        _ console: Console, _ makeProcessor: (LineContext) -> Processor
    ) throws(Diagnostic) -> ExitStatus {
        let batch = Batch()
        batch.file = "<options>"
        batch.bytes.append("{}")
        var signer = makeProcessor(LineContext(console))
        batch.run(&signer)
        if batch.result.rejectedCount == 0 { key.announce(on: console) }
        var told = Set<BatchMessages.Told>()
        let messages = batch.result.messages.take(told: &told, continues: false)
        try? unsafe Descriptor.diagnostics.write(messages.bytes)
        try console.write(&batch.result.output)
        return batch.result.rejectedCount > 0 ? .bad : .good
    }
}
