import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionModel
import Synchronization

/// The program of `--signer`, shared by all threads of a run. It signs with the private half of the key that `--public` names.
///
/// The program is started when the first text must be signed.
final class SignerProgram: Sendable {
    let key: VerificationKey
    /// The `kid`, if the public key is a JWK with one.
    let keyID: String?
    /// The command of `--signer`, which a shell runs.
    private let command: String
    /// How long to wait for an answer, in seconds.
    private let patience: Int
    private let file: String
    private let state = Locked(State())
    /// Whether the program has failed. Threads that wait for answers check this from time to time.
    private let isBroken = Atomic(false)

    private struct State {
        var program: Subprocess?
        /// The number of requested signatures, and the number of received answers.
        var asked = 0
        var answered = 0
        var failure: Diagnostic?
    }

    /// A DER signature of 72 bytes takes 96 characters. The rest is room for messages that a program writes by mistake.
    private static let longestAnswer = 1024

    /// Creates the program according to the options; nil if there is none.
    init?(_ invocation: Invocation) throws(Diagnostic) {
        guard let command = invocation[SigningOptions.signer], let path = invocation[SigningOptions.publicKey] else {
            return nil
        }
        self.command = command
        patience = invocation[SigningOptions.signerTimeout]
        file = Input(path: path).name
        var files = KeyFiles(invocation, Console(invocation))
        let entries = try files.read(path).entries
        guard !entries.contains(where: \.isPrivate) else {
            throw .trouble(
                file, found: "a private key", wanted: "the public half of the key that --signer uses",
                hint: "aak key public FILE writes it; to sign with a key in a file, pass --key")
        }
        guard let entry = entries.first, entries.count == 1 else {
            throw .trouble(file, "has", found: "\(entries.count) keys", wanted: "only the key that --signer uses")
        }
        key = VerificationKey(entry.publicKey)
        keyID = entry.keyID
    }

    // MARK: - Signing

    /// Requests signatures and appends each as r followed by s. They are not verified.
    ///
    /// - Parameter lines: The base64url of each text, each followed by a newline.
    /// - Returns: The number of the first answer, counted from 1 in the whole run.
    func sign(_ lines: ByteView, count: Int, to signatures: inout ByteBuffer) throws(Diagnostic) -> Int {
        var answers = ByteBuffer(capacity: count * 100)
        let outcome: Result<Int, Diagnostic> = state.withLock { state in
            if let failure = state.failure { return .failure(failure) }
            let first = state.answered + 1
            do throws(Subprocess.Failure) {
                if state.program == nil {
                    state.program = try Subprocess(
                        command, patience: Double(patience), longestAnswer: Self.longestAnswer)
                }
                state.asked += count
                try state.program?.exchange(lines, count: count, to: &answers, taken: &state.answered) {
                    isBroken.load(ordering: .relaxed) || Signals.isRequested
                }
                return .success(first)
            } catch {
                return .failure(fail(words(for: error, state), &state))
            }
        }
        let first = try outcome.get()
        var start = 0
        for index in 0..<count {
            guard let end = answers.firstOffset(of: ASCII.newline, from: start) else { break }
            let answer = unsafe answers.bytes(in: start..<end).trimmed
            if let found = Self.decode(answer, to: &signatures) {
                throw fail(
                    .trouble(
                        "answer \(first + index) from --signer \(found)"
                            + ending(wanting: LenientSignature.Form.answer.words),
                        hint: Self.answerHint))
            }
            start = end + 1
        }
        return first
    }

    /// Decodes a signature in base64 of either alphabet, padded or not, and appends r and s.
    ///
    /// - Returns: A description of the answer if it is not a signature; nil if it is one.
    private static func decode(_ answer: ByteView, to signatures: inout ByteBuffer) -> String? {
        guard !answer.isEmpty else { return "is empty" }
        guard let reading = LenientSignature([UInt8](answer), as: .answer)?.readings.first else {
            return "is \(quoted(String(decoding: answer, as: UTF8.self)))"
        }
        if let fault = reading.fault { return "is \(fault)" }
        signatures.append(reading.raw)
        return nil
    }

    // MARK: - Failures

    private static let answerHint =
        "for each line that it reads (a message in base64url), a signer must write one line (the message's signature in base64)"

    /// Returns the message about an invalid signature. After that, nothing more is signed.
    func refuse(answer number: Int, _ mistake: (found: String, hint: String)) -> Diagnostic {
        fail(
            .trouble(
                "answer \(number) from --signer \(mistake.found); it must be a signature of message \(number) by the key in \(file)",
                hint: mistake.hint))
    }

    /// Stores why nothing more is signed. If there was a reason before, returns that one.
    private func fail(_ problem: Diagnostic) -> Diagnostic {
        isBroken.store(true, ordering: .relaxed)
        return state.withLock { fail(problem, &$0) }
    }

    private func fail(_ problem: Diagnostic, _ state: inout State) -> Diagnostic {
        isBroken.store(true, ordering: .relaxed)
        let failure = state.failure ?? problem
        state.failure = failure
        return failure
    }

    private func words(for failure: Subprocess.Failure, _ state: State) -> Diagnostic {
        let next = state.answered + 1
        let counts = "after \(counted(state.answered, "answer")) to \(counted(state.asked, "message"))"
        switch failure {
        case .start(let error): return .trouble("cannot start --signer: \(error.words)")
        case .system(let error): return .trouble("cannot talk to --signer: \(error.words)")
        case .ended(.status(let status)):
            let isMissing = status == 127 || status == 126
            return .trouble(
                "--signer ended with status \(status) \(counts)",
                hint: isMissing ? "the shell could not run the command" : nil)
        case .ended(.signal(let number)): return .trouble("--signer was ended by signal \(number) \(counts)")
        case .ended(.closedOutput): return .trouble("--signer closed its standard output \(counts)")
        case .closedInput: return .trouble("--signer closed its standard input \(counts)")
        case .late(isStopped: true):
            return .trouble(
                "--signer was stopped \(counts)",
                hint: "it cannot read from the terminal; pass a PIN in the environment or in a file")
        case .late(isStopped: false):
            return .trouble(
                "--signer did not answer line \(next) within \(counted(patience, "second")); it must answer each line at once",
                hint: "a program that buffers its output must flush each line; --signer-timeout gives it more time")
        case .tooLong(let count):
            return .trouble(
                "answer \(next) from --signer has \(count) bytes or more; it must be a signature in base64 (DER, or 64 bytes)",
                hint: Self.answerHint)
        case .unasked(let line):
            return .trouble(
                "--signer wrote \(quoted(String(decoding: line, as: UTF8.self))) after answer \(state.answered); "
                    + "it must write one line for each message",
                hint: Self.answerHint)
        case .cancelled: return state.failure ?? .trouble("--signer was interrupted")
        }
    }

    // MARK: - The end

    /// Waits until the program ends. A failure after the last answer is only a warning, because all signatures are valid.
    func end(_ console: Console) throws(Diagnostic) {
        let outcome: Result<Diagnostic?, Diagnostic> = state.withLock { state in
            guard let program = state.program else { return .success(nil) }
            if let failure = state.failure { return .failure(failure) }
            do throws(Subprocess.Failure) {
                switch try program.end(isCancelled: { Signals.isRequested }) {
                case .status(0), .closedOutput: return .success(nil)
                case .status(let status):
                    return .success(.warning("--signer ended with status \(status) after its last answer"))
                case .signal(let number):
                    return .success(.warning("--signer was ended by signal \(number) after its last answer"))
                case nil:
                    return .success(
                        .warning(
                            "--signer did not end within \(counted(patience, "second")) of the end of its input",
                            hint: "a signer must end when its input ends, after its last answer"))
                }
            } catch {
                return .failure(fail(words(for: error, state), &state))
            }
        }
        if let warning = try outcome.get() { console.report(warning) }
    }

    /// Ends the program and all processes that it started.
    func abandon() {
        isBroken.store(true, ordering: .relaxed)
        state.withLock { $0.program?.abandon() }
    }
}
