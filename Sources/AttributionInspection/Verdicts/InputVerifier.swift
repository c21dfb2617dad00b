import AttributionCrypto
import AttributionModel

/// Verifies postbacks and impressions in any form: a body as a device sends it, a compact JWS, or an OpenRTB object.
/// Create one verifier and reuse it, because it builds tables that make checking the signatures of a key several
/// times faster.
///
/// ```swift
/// let verifier = InputVerifier.inspector(keys: TrustedKeys(.productionAndDevelopment), checksRules: false)
/// switch try await verifier.verdict(on: body).result {
/// case .success(let input): print(input.kind, input.environment)
/// case .failure(let refusal): log(refusal.outcome.rawValue, refusal.rule?.id ?? "-", refusal.description)
/// }
/// ```
///
/// A ``Verdict/Outcome/valid`` input was signed by a trusted key and is accepted, as in `aak verify`. The verifier
/// does not remember inputs. To count each postback once, use a ``PostbackReceiver``.
///
/// Arrays and streams are checked on the verifier's own threads. Single inputs that tasks verify at the same time are
/// checked together by these tasks, so that they cost hardly more than the same inputs in an array. Cancelling a task
/// cancels its part of the work.
public struct InputVerifier: Sendable {
    private let demand: InspectionDemand
    private let workers: InspectionWorkers

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - keys: the trusted keys, including Apple's.
    ///   - acceptance: the inputs to accept among those with a valid signature.
    ///   - checksRules: whether an input that breaks a rule of severity `error` is rejected as
    ///     ``Verdict/Outcome/againstRules``. Rules reflect what is known today. To count conversions, check the
    ///     findings of a postback instead.
    public init(keys: TrustedKeys, accepting acceptance: Acceptance, checksRules: Bool) {
        self.init(InspectionDemand(verdictsBy: keys, checksRules: checksRules, marks: false, accepting: acceptance))
    }

    /// Returns a verifier that accepts everything that a trusted key signed: messages of any kind, for anybody. It is for
    /// looking at inputs; a `PostbackReport` counts none of them, since they may be another network's.
    ///
    /// - Parameters:
    ///   - keys: the trusted keys, including Apple's.
    ///   - checksRules: as in ``init(keys:accepting:checksRules:)``.
    public static func inspector(keys: TrustedKeys, checksRules: Bool) -> InputVerifier {
        InputVerifier(keys: keys, accepting: .inspection, checksRules: checksRules)
    }

    init(_ demand: InspectionDemand) {
        self.demand = demand
        workers = InspectionWorkers { InspectionEngine(demand) }
    }

    /// Returns an engine that verifies inputs with these keys. Each thread needs its own engine.
    ///
    /// - Parameter marks: Whether to compute marks, which distinguish honest repeats from others.
    package func engine(marks: Bool) -> InspectionEngine {
        InspectionEngine(InspectionDemand(demand, marks: marks))
    }

    /// Verifies one input. If it contains several signed objects, like a bid response, the result is the worst verdict;
    /// of several that are equally bad, the first.
    ///
    /// - Parameter input: a token, a body or a JSON value, like a line of a file.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func verdict(on input: some Collection<UInt8>) async throws -> Verdict {
        try await workers.verdict(on: Array(input))
    }

    /// Looks for the mistakes behind invalid signatures by trying the common ones: a different key, a timestamp in
    /// different units, a changed value, a different order of the signed values and so on. The published example key is
    /// tried as well.
    ///
    /// It tries up to 10,000 variants for an input, which can take a tenth of a second. Use it for diagnostics, not for
    /// every postback that you receive.
    ///
    /// ```swift
    /// for mistake in try verifier.mistakes(in: token) { print(mistake.difference ?? "no known mistake") }
    /// ```
    ///
    /// - Parameter input: a token, a body or a JSON value.
    /// - Returns: a result for each signature that is invalid or has an unknown key; both its properties are nil if no
    ///   mistake was found. The list is empty if all signatures are valid, or if the input has no signature or cannot
    ///   be read; ``verdict(on:)`` tells these cases apart.
    /// - Throws: an error if libcrypto lacks an algorithm.
    public func mistakes(in input: some Collection<UInt8>) throws(CryptoFailure) -> [SignatureMistake] {
        try LibCrypto.require()
        let input = Array(input)
        let keys = SKAdNetworkKeys(demand.keys)
        var engine = engine(marks: false)
        Self.look(at: [input], &engine)
        var budget = SearchBudget()
        input.withBytes { engine.batch.explain(engine.batch.entries.indices, of: $0, by: keys, within: &budget) }
        return engine.batch.entries.compactMap(\.mistake)
    }

    /// Verifies one input synchronously, for programs that have nothing else to do.
    package func verdictNow(on input: [UInt8]) -> Verdict {
        var engine = engine(marks: demand.wantsMarks)
        Self.look(at: [input], &engine)
        var index = 0
        return engine.batch.verdict(from: &index, ofInput: 0, input)
    }

    /// Verifies many inputs together, on all cores.
    ///
    /// - Parameter inputs: tokens, bodies or JSON values.
    /// - Returns: the verdicts in the order of the inputs, with one for each object if an input contains several.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func verdicts(on inputs: [[UInt8]]) async throws -> [Verdict] {
        try await workers.all(inputs) { Self.verdicts(on: $1, from: $2, &$0) }
    }

    /// Verifies inputs as they arrive, on all cores, and returns the verdicts in order.
    ///
    /// Inputs that have arrived are verified together; if they arrive slowly, each is verified immediately. At most a
    /// few thousand inputs are buffered, so if you read the verdicts slowly, the inputs are read slowly too.
    ///
    /// - Parameter inputs: tokens, bodies or JSON values.
    /// - Returns: the verdicts. If the inputs throw an error, the verdicts throw it too, after all verdicts on the
    ///   inputs before the error. If the task that reads the verdicts is cancelled, they
    ///   throw `CancellationError` at once: it sees no verdict after that.
    public func verdicts<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs
    ) -> some AsyncSequence<Verdict, any Error> & Sendable where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, workers: workers) { Self.verdicts(on: $1, from: $2, &$0) }
    }

    /// Returns one verdict per input, like ``verdict(on:)``.
    func worstVerdicts(on inputs: [[UInt8]]) async throws -> [Verdict] {
        try await workers.all(inputs) { engine, inputs, _ in
            Self.look(at: inputs, &engine)
            var index = 0
            return inputs.enumerated().map { number, input in
                engine.batch.verdict(from: &index, ofInput: number, input)
            }
        }
    }

    private static func look(at inputs: ArraySlice<[UInt8]>, _ engine: inout InspectionEngine) {
        engine.removeAll()
        for (offset, input) in inputs.enumerated() {
            engine.add(input, input: offset, at: nil)
        }
        engine.check()
    }

    private static func verdicts(
        on inputs: ArraySlice<[UInt8]>, from first: Int, _ engine: inout InspectionEngine
    ) -> [Verdict] {
        look(at: inputs, &engine)
        return engine.batch.entries.indices.map { index in
            let input = engine.batch.entries[index].input
            return engine.batch.verdict(index, on: inputs[inputs.startIndex + input], as: first + input)
        }
    }
}
