import AdAttribution
import AttributionRules

/// Checks impressions, postbacks and an app's attribution rules against all of Apple's rules, and reports everything that is
/// wrong with an input at once. Make one and keep it, as an ``InputVerifier``.
///
/// ```swift
/// let validator = InputValidator(keys: TrustedKeys(.all))
/// for finding in validator.report(on: token, at: now).findings { print(finding.rule.id, finding.field) }
/// ```
public struct InputValidator: Sendable {
    private let keys: CheckingKeys
    private let workers: InspectionWorkers
    /// From which severity on a finding makes an input fail at the stage of rules.
    let threshold: Rule.Severity

    /// - Parameters:
    ///   - keys: the keys that signatures can be checked with; a signature under another `kid` is not looked at.
    ///   - threshold: from which severity on a finding makes an input bad.
    public init(keys: TrustedKeys, threshold: Rule.Severity = .error) {
        let keys = CheckingKeys(keys)
        self.keys = keys
        self.threshold = threshold
        workers = InspectionWorkers { InspectionEngine(keys, .reports(threshold: threshold)) }
    }

    /// What looks at inputs by these keys. One a thread.
    package func engine() -> InspectionEngine { InspectionEngine(keys, .reports(threshold: threshold)) }

    /// Looks at one input.
    ///
    /// - Parameters:
    ///   - input: a token, a body or a JSON text, as a line of a file would hold it.
    ///   - now: the moment that no timestamp should lie behind.
    /// - Returns: of what has several objects inside, as a bid response may, the first report that is not good; see
    ///   `reports(on:at:)`.
    public func report(on input: [UInt8], at now: Timestamp) -> Report {
        let reports = reports(on: input, at: now)
        return reports.first { !$0.isGood(below: threshold) } ?? reports[0]
    }

    /// Looks at one input: a report on each object of a bid request or response, in order; one on anything else.
    public func reports(on input: [UInt8], at now: Timestamp) -> [Report] {
        var engine = engine()
        unsafe input.withUnsafeBytes { unsafe engine.add($0, input: 0, at: now) }
        engine.check()
        return engine.batch.reports
    }

    /// Looks at many inputs together, on all cores.
    ///
    /// - Returns: the reports in the order of the inputs, one on each object of what has several inside.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func reports(on inputs: [[UInt8]], at now: Timestamp) async throws -> [Report] {
        try await workers.all(inputs) { Self.reports(on: $1, from: $2, now, &$0) }
    }

    /// Looks at inputs as they come, on all cores, and gives the reports in their order.
    public func reports<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs, at now: @escaping @Sendable () -> Timestamp
    ) -> InputResults<Inputs, Report> where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, workers: workers) { Self.reports(on: $1, from: $2, now(), &$0) }
    }

    private static func reports(
        on inputs: ArraySlice<[UInt8]>, from first: Int, _ now: Timestamp, _ engine: inout InspectionEngine
    ) -> [Report] {
        engine.removeAll()
        for (offset, input) in inputs.enumerated() {
            unsafe input.withUnsafeBytes { unsafe engine.add($0, input: first + offset, at: now) }
        }
        engine.check()
        return engine.batch.reports
    }
}
