import AttributionCrypto
import AttributionModel

/// Checks impressions, postbacks, SKAdNetwork ads, bids and an app's attribution settings against all of Apple's rules,
/// and reports all findings at once. Create one validator and reuse it, like an ``InputVerifier``.
///
/// ```swift
/// let validator = InputValidator(keys: TrustedKeys(.productionAndDevelopment))
/// for finding in validator.report(on: token, now: now).findings { print(finding.rule.id, finding.field) }
/// ```
public struct InputValidator: Sendable {
    private let workers: InspectionWorkers
    private let demand: InspectionDemand

    /// Creates a validator.
    ///
    /// - Parameter keys: the keys that signatures are checked with. A signature is not checked if none of them is for
    ///   its `kid`.
    public init(keys: TrustedKeys) { self.init(keys: keys, threshold: .error) }

    /// - Parameter networks: The ad networks that an app's Info.plist should list.
    package init(keys: TrustedKeys, threshold: Rule.Severity, networks: PublishedNetworks? = nil) {
        let demand = InspectionDemand(reportsBy: keys, threshold: threshold, networks: networks)
        self.demand = demand
        workers = InspectionWorkers { InspectionEngine(demand) }
    }

    /// Returns an engine that inspects inputs with these keys. Each thread needs its own engine.
    package func engine() -> InspectionEngine { InspectionEngine(demand) }

    /// Checks one input.
    ///
    /// - Parameters:
    ///   - input: a token, a body or a JSON value, like a line of a file.
    ///   - now: the time after which a timestamp is in the future.
    /// - Returns: the report. If the input contains several objects, like a bid response, it is the first report with
    ///   an error or an unchecked signature, otherwise the first report; see `reports(on:now:)`.
    public func report(on input: some Collection<UInt8>, now: Timestamp) -> Report {
        let reports = reports(on: input, now: now)
        return reports.first { !$0.isGood(below: demand.threshold) } ?? reports[0]
    }

    /// Checks one input, and returns a report on each object of a bid request or response, in order, or one report on
    /// any other input.
    public func reports(on input: some Collection<UInt8>, now: Timestamp) -> [Report] {
        // This function cannot throw. If an algorithm is missing, no input may be judged good.
        if let failure = LibCrypto.failure {
            var report = Report(input: 0, path: nil)
            report.kind = .unreadable
            report.fault = .problem(failure.problem)
            return [report]
        }
        var engine = engine()
        return Self.reports(on: [Array(input)], from: 0, now, &engine)
    }

    /// Checks many inputs together, on all cores.
    ///
    /// - Returns: the reports in the order of the inputs, with one for each object if an input contains several.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func reports(on inputs: [[UInt8]], now: Timestamp) async throws -> [Report] {
        try await workers.all(inputs) { Self.reports(on: $1, from: $2, now, &$0) }
    }

    /// Checks inputs as they arrive, on all cores, and returns the reports in order, as `verdicts(on:)` of an
    /// ``InputVerifier`` does.
    public func reports<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs, now: @escaping @Sendable () -> Timestamp
    ) -> some AsyncSequence<Report, any Error> & Sendable where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, workers: workers) { Self.reports(on: $1, from: $2, now(), &$0) }
    }

    private static func reports(
        on inputs: ArraySlice<[UInt8]>, from first: Int, _ now: Timestamp, _ engine: inout InspectionEngine
    ) -> [Report] {
        engine.removeAll()
        for (offset, input) in inputs.enumerated() {
            engine.add(input, input: first + offset, at: now)
        }
        engine.check()
        return engine.batch.reports
    }
}
