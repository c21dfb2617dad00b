import AttributionBase
import AttributionModel

/// The kind of a document that is particular to this program, recognised by members that only this kind has.
package enum DocumentKind: String, Sendable {
    case scenario
    /// A scenario whose events come from a separate log.
    case world
    /// A population of devices.
    case population
    /// The campaigns that a report compares postbacks with.
    case campaigns

    /// Returns nil if the object is none of these kinds.
    ///
    /// - Parameter besidesMessages: Whether the object may also be a log line with a message inside, whose members may have the same names
    ///   as those of a document.
    package init?(_ root: JSONView, besidesMessages: Bool = false) {
        guard root.kind == .object else { return nil }
        func has(_ name: String) -> Bool { root.member(named: name) != nil }
        let events = root.member("events").flatMap { $0.kind == .array ? $0.elements : nil }
        let host = root.member("host").flatMap { $0.kind == .object ? $0 : nil }
        let hasOwn = Self.ofWorlds.contains(where: has)
        // Only the events of a population have rates.
        let isScenario = host != nil || events.map { $0.allSatisfy { $0.member("rate") == nil } } ?? false
        if !isScenario, ["networks", "rates", "days", "values"].count(where: has) > 1 {
            self = .population
        } else if host?.member("screens") != nil
            || events.map({ $0.contains { $0.member("at") != nil && $0.member("event") != nil } }) ?? false
        {
            self = .scenario
        } else if besidesMessages {
            return nil
        } else if isScenario {
            self = .scenario
        } else if hasOwn, (Self.ofWorlds + Self.ofOthersToo).count(where: has) > 1 {
            self = .world
        } else if ["networks", "rates"].contains(where: has), ["app", "publisher"].contains(where: has) {
            self = .population
        } else {
            return nil
        }
    }

    /// Returns nil if an array is not a list of campaigns.
    init?(list: JSONView) {
        guard list.kind == .array, let first = list.elements.first, first.kind == .object else { return nil }
        func has(_ name: StaticString) -> Bool { first.member(name) != nil }
        guard has(ImpressionField.sourceIdentifier.name) || has(SignedField.campaignID.name),
            has("name") || has("spend"),
            !has(SignedField.signature.name)
        else { return nil }
        self = .campaigns
    }

    /// The members of a world. ``ofOthersToo`` has those that other documents may also have.
    package static let ofWorlds = [
        "developer-mode", "tiers", "crowd", "publisher-apps", "advertised-apps", "window-start", "re-engagement-limits",
        "strip-parameters", "receivers",
    ]
    package static let ofOthersToo = ["start", "seed", "country"]

    /// The name of the kind, with its article.
    package var name: String { self == .campaigns ? "a list of campaigns" : "a \(rawValue)" }

    package var hint: String { "\(command) \(self == .campaigns ? "reads" : "plays") it" }

    package var command: String {
        switch self {
        case .scenario: "aak simulate FILE"
        case .world: "aak simulate --world FILE LOG"
        case .population: "aak simulate --devices N --population FILE"
        case .campaigns: "aak report --campaigns FILE"
        }
    }
}
