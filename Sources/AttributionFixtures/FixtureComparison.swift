import AdAttribution
import AttributionInspection
import AttributionJSON
import AttributionRules

/// Whether an input is refused at the stage and by the rule of its label, and by nothing else; or accepted where its label says
/// so.
package struct FixtureComparison {
    /// Nil for an input that must be accepted.
    private let label: FixtureLabel?
    private let kind: String
    private let stage: BrokenInput.Stage
    /// The rules that are broken, but for those less grave than the labelled one, which may be broken beside it.
    private let found: [String]
    private let agrees: Bool

    /// - Parameters:
    ///   - reports: on what lies in the input; one, but for bids. They do not count where the label has a request, against
    ///     which the input is checked.
    ///   - keys: the networks' public keys, by which a bid response is checked.
    ///   - now: the moment after which a timestamp lies in the future.
    package init(
        _ reports: some Collection<Report>, _ label: FixtureLabel, keys: TrustedKeys, at now: Timestamp
    ) {
        let rules: [Rule]
        if let refusal = label.refusal(keys: keys, at: now) {
            (rules, stage, kind) = (refusal.rules, refusal.stage, "bid-response")
        } else {
            rules = reports.flatMap(\.brokenRules)
            stage = reports.map(\.firstStage).min() ?? .rules
            kind = (reports.first?.kind ?? .unreadable).rawValue
        }
        self.label = label
        found = rules.filter { $0.severity >= label.rule.severity }.map(\.id)
        agrees = label.agrees(with: rules, at: stage)
    }

    /// - Parameter reports: on what lies in an input that must be accepted.
    package init(accepting reports: some Collection<Report>) {
        label = nil
        stage = reports.map(\.firstStage).min() ?? .rules
        kind = (reports.first?.kind ?? .unreadable).rawValue
        // A signature that nobody checked is none that holds.
        let unchecked = reports.contains(where: \.isUnchecked) ? [RunRules.uncheckedSignature.id] : []
        found = reports.flatMap(\.brokenRules).filter { $0.severity == .error }.map(\.id) + unchecked
        agrees = found.isEmpty && !reports.isEmpty
    }

    /// The rule of the label; nil for an input that must be accepted.
    package var rule: Rule? { label?.rule }

    /// What to say where the input is refused otherwise, or not at all.
    package var problem: String? {
        guard !agrees else { return nil }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        let wanted = label.map { "\($0.rule.id) at stage \($0.stage.rawValue)" } ?? "nothing that refuses it"
        return "found \(list) at stage \(stage.rawValue), want \(wanted)"
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
        }
        return .object(members)
    }
}
