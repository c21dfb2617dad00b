import AdAttribution

/// The building blocks of the worked scenarios.
enum ExampleAds {
    static let app: UInt64 = 1_108_187_390
    static let otherApp: UInt64 = 10_738_027_756
    static let publisher: UInt64 = 5_838_492

    /// Returns an identifier that ends in a number, so that readers can recognise it.
    static func identifier(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Returns the fields of an AdAttributionKit impression.
    static func ad(
        _ number: Int, _ network: String = "example.adattributionkit", app: UInt64 = app,
        publisher: UInt64 = publisher, source: Int = 5239, eligible: Bool = false
    ) -> String {
        "{\"impression-identifier\": \"\(identifier(number))\", \"publisher-item-identifier\": \(publisher), "
            + "\"ad-network-identifier\": \"\(network)\", \"source-identifier\": \(source), "
            + "\"advertised-item-identifier\": \(app)"
            + (eligible ? ", \"eligible-for-re-engagement\": true}" : "}")
    }

    /// Returns the signed fields of a SKAdNetwork ad.
    static func skAdNetwork(
        _ number: Int, _ network: String = "example.skadnetwork", version: SKAdNetworkVersion = .four, fidelity: Int = 1
    ) -> String {
        "{\"skadnetwork\": {\"version\": \"\(version.rawValue)\", \"ad-network-id\": \"\(network)\", "
            + (version.hasSourceIdentifier ? "\"source-identifier\": 5239, " : "\"campaign-id\": 42, ")
            + "\"itunes-item-id\": \(app), \"nonce\": \"\(identifier(number))\", \"source-app-id\": \(publisher), "
            + "\"fidelity-type\": \(fidelity)}}"
    }

    static func event(_ at: String, _ name: String, _ impression: String, _ more: String = "") -> String {
        "{\"at\": \"\(at)\", \"event\": \"\(name)\", \"impression\": \(impression)"
            + (more.isEmpty ? "}" : ", \(more)}")
    }

    static func appEvent(_ at: String, _ name: String, app: UInt64 = app, _ more: String = "") -> String {
        "{\"at\": \"\(at)\", \"event\": \"\(name)\", \"app\": \(app)" + (more.isEmpty ? "}" : ", \(more)}")
    }

    /// Returns a scenario with these members and events, each on its own line.
    static func scenario(_ members: [String] = [], _ events: [String]) -> String {
        let country = members.contains { $0.hasPrefix("\"country\"") } ? [] : ["\"country\": \"US\""]
        return "{\n  \"start\": \"2026-01-01T00:00:00Z\",\n  \"seed\": 7,\n"
            + (country + members).map { "  \($0),\n" }.joined()
            + "  \"events\": [\n"
            + events.map { "    \($0)" }.joined(separator: ",\n") + "\n  ]\n}\n"
    }

    /// Returns an advertised app with these members besides its item ID.
    static func apps(_ more: String, item: UInt64 = app) -> String {
        "\"advertised-apps\": [{\"item-identifier\": \(item), \(more)}]"
    }
}

/// A worked scenario, which serves as a lesson.
package struct ExampleScenario: Sendable {
    package let name: String
    /// The subject of the lesson: one line, in lower case, without a final period.
    package let lesson: String
    /// The scenario as JSON text.
    package let text: String

    init(_ name: String, _ lesson: String, world members: [String] = [], _ events: [String]) {
        self.name = name
        self.lesson = lesson
        text = ExampleAds.scenario(members, events)
    }

    init(_ name: String, _ lesson: String, world members: [String] = [], _ events: String...) {
        self.init(name, lesson, world: members, events)
    }

    /// All examples, in reading order.
    package static let all: [ExampleScenario] = attribution + values + reEngagement + operation + hosting

    package static func named(_ name: String) -> ExampleScenario? { all.first { $0.name == name } }
}
