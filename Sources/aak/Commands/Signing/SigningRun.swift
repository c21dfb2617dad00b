import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionModel

/// Creates the processor of a thread, which signs with the thread's signer.
typealias SignerMaker = @Sendable (LineContext, LineSigner) -> any LineProcessor & ~Copyable

struct SigningRun: Sendable {
    private let means: SigningMeans
    let validates: Bool
    /// The source of random values for `--seed`; nil for that of the system.
    private let seeded: SeededRandom?
    /// How many lines there were with each text, in a run with a seed.
    private let earlier = Locked<[SeededRandom: Int]>([:])

    /// - Parameter signs: Whether anything is signed. Otherwise no key is read.
    init(_ invocation: Invocation, signs: Bool = true) throws(Diagnostic) {
        // A run with a seed is deterministic, including the nonces of signatures.
        let isDeterministic = invocation[SigningOptions.deterministic] || invocation.seed != nil
        means =
            if !signs {
                .key(.unused)
            } else if let program = try SignerProgram(invocation) {
                .program(program)
            } else {
                .key(try SigningKey(invocation, isDeterministic: isDeterministic))
            }
        validates = !invocation[SigningOptions.noValidate]
        seeded = invocation.seed.map { SeededRandom(seed: UInt64($0.magnitude)) }
    }

    /// Returns the number of earlier lines with the same text; always 0 without a seed. It is called once for each line.
    func repetition(of text: ByteView) -> Int {
        guard let seeded else { return 0 }
        let key = seeded.of(named: text)
        return earlier.withLock { counts in
            defer { counts[key, default: 0] += 1 }
            return counts[key] ?? 0
        }
    }

    /// Returns a random UUID.
    ///
    /// - Parameters: - purpose, text, index: They distinguish the values of a seeded source: the line, and its ``repetition(of:)``. A line
    ///   thus has the same values wherever it is among others. The system's source ignores them.
    func uuid(_ purpose: StaticString, of text: ByteView, _ index: Int) -> RandomUUID {
        if let seeded { return seeded.of(purpose).of(named: text, index).uuid }
        var generator = SystemRandomNumberGenerator()
        return RandomUUID(using: &generator)
    }

    private var key: SigningKey? { if case .key(let key) = means { key } else { nil } }
    private var program: SignerProgram? { if case .program(let program) = means { program } else { nil } }

    /// The `kid` if the key is a JWK with one, or the ad network of the example key.
    var keyID: String? { key?.keyID ?? program?.keyID }

    /// Returns why nothing is signed for a network; nil if that is allowed.
    func refusal(
        for network: @autoclosure () -> String, field: String = ImpressionField.adNetworkIdentifier.text
    ) -> Diagnostic? {
        key?.refusal(for: network(), field: field)
    }

    /// Signs a message that consists of options alone if they are sufficient, otherwise a message for each line.
    ///
    /// - Parameters:
    ///   - absent: The options that are missing for a message of options alone.
    ///   - hasFields: Whether an option is given that only makes sense for a message.
    func sign(
        _ invocation: Invocation, _ console: Console, absent: [String], hasFields: Bool,
        makeMaker: @escaping SignerMaker
    ) throws(Diagnostic) -> ExitStatus {
        let missing = invocation.usage("missing " + absent.map { "--\($0)" }.joined(separator: ", "))
        let hasNoInputs = !invocation.namesInputs && !invocation.answersLines
        if hasNoInputs {
            if absent.isEmpty { return try signLines(invocation, console, of: .options, makeMaker).status }
            guard !Descriptor.input.isTerminal || !hasFields else { throw missing }
        }
        let (status, count) = try signLines(invocation, console, makeMaker)
        // Options without input lines are more likely an incomplete message than an empty stream.
        if count == 0, hasFields, hasNoInputs { throw missing }
        return status
    }

    /// Signs the results of each line.
    ///
    /// - Parameters:
    ///   - input: What to read instead of the inputs that arguments name.
    ///   - optionsSuffice: Whether the command can also run without lines.
    func signLines(
        _ invocation: Invocation, _ console: Console, of input: Input? = nil, optionsSuffice: Bool = false,
        _ makeMaker: @escaping SignerMaker
    ) throws(Diagnostic) -> (status: ExitStatus, lines: Int) {
        let lines = try LineCommand(invocation, console, reading: input.map { [$0] })
        let run = LineRun(
            isOptional: true, isInOrder: seeded != nil, optionsSuffice: optionsSuffice, firstResultNote: key?.note)
        do throws(Diagnostic) {
            let result = try lines.run(run) { makeMaker($0, LineSigner(means)) }
            // The program was started by this run, so it must also be ended.
            try program?.end(console)
            return result
        } catch {
            program?.abandon()
            throw error
        }
    }
}
