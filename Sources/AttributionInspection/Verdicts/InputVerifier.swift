import AdAttribution

/// Verifies postbacks and impressions in whatever form they come: a body as a device sends it, a compact JWS, an OpenRTB
/// object. Make one and keep it: it learns the tables by which the signatures of a key are checked several times faster.
///
/// ```swift
/// let verifier = InputVerifier(keys: TrustedKeys(.all), accepting: .everything, checksRules: false)
/// switch try await verifier.verdict(on: body).result {
/// case .success(let input): print(input.kind, input.identifier ?? "")
/// case .failure(let refusal): log(refusal.outcome.rawValue, refusal.fault.rule.id, refusal.description)
/// }
/// ```
///
/// What is ``Verdict/Outcome/valid`` was signed by a trusted key and is accepted, as `aak verify` means it. Nothing is
/// remembered: to count a conversion once, take a ``PostbackReceiver``.
///
/// Inputs are checked on threads of the verifier's own, and those that are asked about at the same time together, so that one at
/// a time costs what it costs in an array. Cancelling the task ends its part of the work.
public struct InputVerifier: Sendable {
    private let keys: CheckingKeys
    private let demand: InspectionDemand
    private let workers: InspectionWorkers

    /// - Parameters:
    ///   - keys: the keys that are trusted, Apple's among them.
    ///   - acceptance: what is taken of that which they signed; ``Acceptance/everything`` to look at inputs.
    ///   - checksRules: whether a broken rule is a verdict of its own, ``Verdict/Outcome/againstRules``. A rule is what is known
    ///     today: what counts conversions looks at the findings of a postback instead.
    public init(keys: TrustedKeys, accepting acceptance: Acceptance, checksRules: Bool) {
        self.init(keys: keys, .verdicts(checksRules: checksRules, marks: false, accepting: acceptance))
    }

    init(keys: TrustedKeys, _ demand: InspectionDemand) {
        let keys = CheckingKeys(keys)
        self.keys = keys
        self.demand = demand
        workers = InspectionWorkers { InspectionEngine(keys, demand) }
    }

    /// What verifies inputs by these keys. One a thread.
    ///
    /// - Parameter marks: whether repeats are to be told from others.
    package func engine(marks: Bool) -> InspectionEngine { InspectionEngine(keys, demand.marking(marks)) }

    /// Verifies one input. What has several signed objects inside, as a bid response may, is as good as the worst: the first
    /// of them that is not valid gives the verdict.
    ///
    /// - Parameter input: a token, a body or a JSON text, as a line of a file would hold it.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func verdict(on input: some Collection<UInt8>) async throws -> Verdict {
        try await workers.verdict(on: Array(input))
    }

    /// The same at once, on the thread that asks: for a program that has nothing else to do.
    package func verdictNow(on input: [UInt8]) -> Verdict {
        var engine = engine(marks: demand.wantsMarks)
        Self.look(at: [input], &engine)
        var place = 0
        return engine.batch.verdict(from: &place, ofInput: 0, input)
    }

    /// Verifies many inputs together, on all cores.
    ///
    /// - Parameter inputs: tokens, bodies or JSON texts.
    /// - Returns: the verdicts in the order of the inputs, one on each object of what has several inside.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func verdicts(on inputs: [[UInt8]]) async throws -> [Verdict] {
        try await workers.all(inputs) { Self.verdicts(on: $1, from: $2, &$0) }
    }

    /// Verifies inputs as they come, on all cores, and gives the verdicts in their order.
    ///
    /// - Parameter inputs: tokens, bodies or JSON texts.
    public func verdicts<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs
    ) -> InputResults<Inputs, Verdict> where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, workers: workers) { Self.verdicts(on: $1, from: $2, &$0) }
    }

    /// One verdict on each input, as ``verdict(on:)`` gives it.
    func worstVerdicts(on inputs: [[UInt8]]) async throws -> [Verdict] {
        try await workers.all(inputs) { engine, inputs, _ in
            Self.look(at: inputs, &engine)
            var place = 0
            return inputs.enumerated().map { number, input in
                engine.batch.verdict(from: &place, ofInput: number, input)
            }
        }
    }

    private static func look(at inputs: ArraySlice<[UInt8]>, _ engine: inout InspectionEngine) {
        engine.removeAll()
        for (offset, input) in inputs.enumerated() {
            unsafe input.withUnsafeBytes { unsafe engine.add($0, input: offset, at: nil) }
        }
        engine.check()
    }

    private static func verdicts(
        on inputs: ArraySlice<[UInt8]>, from first: Int, _ engine: inout InspectionEngine
    ) -> [Verdict] {
        look(at: inputs, &engine)
        return engine.batch.entries.indices.map { place in
            let input = engine.batch.entries[place].input
            return engine.batch.verdict(place, on: inputs[inputs.startIndex + input], as: first + input)
        }
    }
}
