import AttributionInspection
import ECDSA
import Rules
import StrictJSON

/// Whether an input is refused at the stage and by the rule of its label, and by nothing else.
package struct FixtureComparison {
    private let label: FixtureLabel
    private let kind: String
    private let stage: BrokenInput.Stage
    /// The rules that are broken, but for those less grave than the labelled one, which may be broken beside it.
    private let found: [String]
    private let agrees: Bool

    /// - Parameters:
    ///   - reports: on what lies in the input; one, but for bids. They do not count where the label has a request, against
    ///     which the input is checked.
    ///   - keys: the networks' public keys, by which a bid response is checked.
    package init(_ reports: some Collection<Report>, _ label: FixtureLabel, keys: [P256PublicKey]) {
        let rules: [Rule]
        if let refusal = label.refusal(keys: keys) {
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

    /// The rule of the label.
    package var rule: Rule { label.rule }

    /// What to say where the input is refused otherwise, or not at all.
    package var problem: String? {
        guard !agrees else { return nil }
        let list = found.isEmpty ? "nothing" : found.joined(separator: ", ")
        return "found \(list) at stage \(stage.rawValue), want \(label.rule.id) at stage \(label.stage.rawValue)"
    }

    /// The comparison as an object.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("ok", .bool(agrees)), .init("kind", .string(kind)),
            .init("rule", .string(label.rule.id)), .init("stage", .string(label.stage.rawValue)),
        ]
        if !agrees {
            members.append(.init("found", .array(found.map { .string($0) })))
            members.append(.init("found-stage", .string(stage.rawValue)))
        }
        return .object(members)
    }
}
