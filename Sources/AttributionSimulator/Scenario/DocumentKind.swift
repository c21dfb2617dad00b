import AdAttribution
import AttributionBase

/// The kind of a simulation document, detected by the members that only this kind has.
package enum DocumentKind: String, Sendable {
    case scenario
    /// A scenario without events, which come from a log.
    case world
    /// A population of devices.
    case campaign

    /// Returns nil if the document is none of these kinds.
    package init?(_ root: JSONView) {
        guard root.kind == .object else { return nil }
        func has(_ name: String) -> Bool { root.member(named: name) != nil }
        // The events of a campaign have rates.
        let events = root.member("events").flatMap { $0.kind == .array ? $0.elements : nil }
        let isScenario =
            events.map { $0.allSatisfy { $0.member("rate") == nil } } ?? false || root.member("host")?.kind == .object
        // Require two members, since a message may have a member with one of these names.
        if !isScenario, ["networks", "rates", "days", "values"].count(where: has) > 1 {
            self = .campaign
        } else if isScenario {
            self = .scenario
        } else if World.shape.names.count(where: has) > 1 {
            self = .world
        } else {
            return nil
        }
    }

    /// Returns nil if the text is not JSON, or is none of these kinds.
    package init?(parsing text: [UInt8]) {
        var index = JSONIndex()
        let kind: DocumentKind? = unsafe text.withBytes { bytes in
            guard (try? index.scan(bytes)) != nil else { return nil }
            return unsafe index.root(of: bytes).flatMap { DocumentKind($0) }
        }
        guard let kind else { return nil }
        self = kind
    }

    /// Returns what is wrong with a document that is clearly of another kind than this one; nil if it may be of this kind.
    package func problem(of text: [UInt8]) -> Problem? {
        // Worlds and scenarios have most faults in common, and these are reported well member by member.
        guard let kind = DocumentKind(parsing: text), (kind == .campaign) != (self == .campaign) else { return nil }
        return .value(found: kind.name, wanted: name, hint: "\(kind.command) plays it")
            .of("this", breaking: ScenarioRules.kind)
    }

    /// The name of the kind with an article.
    package var name: String { "a \(rawValue)" }

    /// The command that plays the document.
    package var command: String {
        switch self {
        case .scenario: "aak simulate FILE"
        case .world: "aak simulate --world FILE LOG"
        case .campaign: "aak simulate --devices N --campaign FILE"
        }
    }
}
