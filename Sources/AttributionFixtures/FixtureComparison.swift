import AdAttribution
import AttributionInspection
import AttributionJSON
import AttributionRules

/// Compares the result for an input with its label: whether it was refused at the labelled stage and only by the
/// labelled rule with its severity, or accepted if the label requires that.
package struct FixtureComparison {
    /// The label, or nil for an input that must be accepted.
    private let label: FixtureLabel?
    private let kind: String
    private let stage: BrokenInput.Stage
    /// The broken rules, except those that are less severe than the labelled one, which do not count.
    private let found: [String]
    private let agrees: Bool

    /// Creates a comparison for an input that must be refused.
    ///
    /// - Parameters:
    ///   - reports: The reports on the input: one, except for bids. They are ignored if the label has a request,
    ///     because the input is then checked against it.
    ///   - label: The label of the input.
    ///   - keys: The networks' public keys, which verify bid responses.
    ///   - now: The time after which a timestamp is in the future.
    package init(_ reports: some Collection<Report>, _ label: FixtureLabel, keys: TrustedKeys, at now: Timestamp) {
        let rules: [Rule]
        if let refusal = label.refusal(keys: keys, at: now) {
            (rules, stage, kind) = (refusal.rules, refusal.stage, "bid-response")
        } else {
            rules = reports.flatMap(\.brokenRules)
            stage = reports.map(\.firstStage).min() ?? .rules
            kind = (reports.first?.kind ?? .unreadable).rawValue
        }
        self.label = label
        found = label.counted(rules).map(\.id)
        agrees = label.agrees(with: rules, at: stage)
    }

    /// - Parameter reports: The reports on an input that must be accepted.
    package init(accepting reports: some Collection<Report>) {
        label = nil
        stage = reports.map(\.firstStage).min() ?? .rules
        kind = (reports.first?.kind ?? .unreadable).rawValue
        // An unchecked signature does not count as valid.
        let unchecked = reports.contains(where: \.isUnchecked) ? [RunRules.uncheckedSignature.id] : []
        found = reports.flatMap(\.brokenRules).filter { $0.severity == .error }.map(\.id) + unchecked
        agrees = found.isEmpty && !reports.isEmpty
    }

    /// The rule of the label; nil for an input that must be accepted.
    package var rule: Rule? { label?.rule }

    /// The message if the input is refused differently or not at all; nil if the result agrees with the label.
    package var problem: String? {
        guard !agrees else { return nil }
        if let (found, wanted) = severities {
            return "\(label?.rule.id ?? "") is of severity \(found.rawValue), want \(wanted.rawValue)"
        }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        let wanted = label.map { "\($0.rule.id) at stage \($0.stage.rawValue)" } ?? "nothing that refuses it"
        return "found \(list) at stage \(stage.rawValue), want \(wanted)"
    }

    /// The severity of the rule and that of the label, if they differ.
    private var severities: (found: Rule.Severity, wanted: Rule.Severity)? {
        label.flatMap { $0.rule.severity == $0.severity ? nil : ($0.rule.severity, $0.severity) }
    }

    /// The comparison as an object.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [.init("ok", .bool(agrees)), .init("kind", .string(kind))]
        if let label {
            members.append(.init("rule", .string(label.rule.id)))
            members.append(.init("stage", .string(label.stage.rawValue)))
        } else {
            members.append(.init("verdict", .string(SoundLabel.verdict)))
        }
        if !agrees {
            members.append(.init("found", .array(found.map { .string($0) })))
            members.append(.init("found-stage", .string(stage.rawValue)))
            if let (found, wanted) = severities {
                members.append(.init("severity", .string(wanted.rawValue)))
                members.append(.init("found-severity", .string(found.rawValue)))
            }
        }
        return .object(members)
    }
}
