import AttributionJSON

/// What a JSON document of a simulation is, by the members that it has and the others have not.
package enum DocumentKind: Sendable {
    case scenario
    /// A scenario without events, for a log.
    case world
    /// A population.
    case campaign

    /// Nil for what is none of them.
    package init?(_ root: JSONView) {
        guard root.kind == .object else { return nil }
        func has(_ name: String) -> Bool { root.member(named: name) != nil }
        let isScenario = root.member("events")?.kind == .array || root.member("host")?.kind == .object
        // Two, since a message may have a member of one of these names.
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

    /// Nil for what is no JSON, or none of them.
    package init?(parsing text: [UInt8]) {
        var index = JSONIndex()
        let kind: DocumentKind? = unsafe text.withUnsafeBytes { bytes in
            guard (try? unsafe index.scan(bytes)) != nil else { return nil }
            return unsafe index.root(of: bytes).flatMap { DocumentKind($0) }
        }
        guard let kind else { return nil }
        self = kind
    }

    /// What a document plainly is that is wanted to be something else; nil for one that may be what is wanted.
    package static func other(than wanted: DocumentKind, in text: [UInt8]) -> DocumentKind? {
        // What is wrong with a world and a scenario is much the same, and told well member by member.
        guard let kind = DocumentKind(parsing: text), (kind == .campaign) != (wanted == .campaign) else { return nil }
        return kind
    }

    /// With an article.
    package var name: String {
        switch self {
        case .scenario: "a scenario"
        case .world: "a world"
        case .campaign: "a campaign"
        }
    }

    /// What plays it, for a hint.
    package var hint: String { "\(command) plays it" }

    /// The command that plays it.
    package var command: String {
        switch self {
        case .scenario: "aak simulate FILE"
        case .world: "aak simulate --world FILE LOG"
        case .campaign: "aak simulate --devices N --campaign FILE"
        }
    }
}
