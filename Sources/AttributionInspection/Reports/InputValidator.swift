import AdAttribution
import Rules

/// Checks impressions, postbacks and an app's attribution rules against all of Apple's rules, and reports everything that is
/// wrong with an input at once. Make one and keep it, as an ``InputVerifier``.
///
/// ```swift
/// let validator = InputValidator(keys: TrustedKeys())
/// for finding in validator.report(on: token, at: now).findings { print(finding.rule.id, finding.field) }
/// ```
public struct InputValidator: Sendable {
    private let keys: CheckingKeys
    /// From which severity on a finding makes an input fail at the stage of rules.
    let threshold: Rule.Severity

    /// - Parameters:
    ///   - keys: the keys that signatures can be checked with; a signature under another `kid` is not looked at.
    ///   - threshold: from which severity on a finding makes an input bad.
    public init(keys: TrustedKeys, threshold: Rule.Severity = .error) {
        self.keys = CheckingKeys(keys)
        self.threshold = threshold
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
}
