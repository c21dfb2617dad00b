import AttributionSchema
import AttributionSimulator

/// A concise notation for scenarios with an app that shows ads, and for their results.
struct HostPlay: Sendable {
    /// The members of the scenario except host and events.
    var world: [String] = []
    /// The members of the host except app, screens and inventory.
    var members: [String] = [#""currency":"USD""#]
    var screens = [screen("feed", [slot("bottom")])]
    var inventory = [item()]
    /// The events, such as `12s rotate landscape`, or JSON text.
    var events: [String] = []

    static let fields = """
        {"publisher-item-identifier":5838492,"ad-network-identifier":"example.adattributionkit",\
        "source-identifier":5239,"advertised-item-identifier":1108187390}
        """

    static func slot(_ name: String, _ format: String = "banner", _ more: String = "") -> String {
        "{\"name\":\"\(name)\",\"format\":\"\(format)\"" + (more.isEmpty ? "}" : ",\(more)}")
    }

    static func screen(_ name: String, _ slots: [String], _ more: String = "") -> String {
        "{\"name\":\"\(name)\",\"slots\":[\(slots.joined(separator: ","))]" + (more.isEmpty ? "}" : ",\(more)}")
    }

    static func item(_ more: String = "", format: String = "banner", _ impression: String = fields) -> String {
        "{\"impression\":\(impression),\"format\":\"\(format)\"" + (more.isEmpty ? "}" : ",\(more)}")
    }

    /// Returns an item for an advertised app. Items for different apps can be distinguished, and viewed at the same
    /// time.
    static func item(app: Int, _ more: String = "", format: String = "banner") -> String {
        item(
            more, format: format,
            """
            {"publisher-item-identifier":5838492,"ad-network-identifier":"example.adattributionkit",\
            "source-identifier":5239,"advertised-item-identifier":\(app)}
            """)
    }

    private static let keys: [String: [String]] = [
        "open-screen": ["screen"], "close-screen": ["screen"], "rotate": ["to"], "network": ["up"],
        "hide-slot": ["slot"], "show-slot": ["slot"], "remove-slot": ["slot"], "scroll-slot": ["slot", "visible"],
        "set-size": ["slot", "size"], "present-slot": ["slot", "at-break"], "dismiss-slot": ["slot"],
        "tap-slot": ["slot", "re-engagement-url"], "tap-store": ["re-engagement-url"], "refuse-actions": ["on"],
    ]

    static func event(_ text: String) -> String {
        guard !text.hasPrefix("{") else { return text }
        let words = text.split(separator: " ").map(String.init)
        var members = ["\"at\":\"\(words[0])\"", "\"event\":\"\(words[1])\""]
        for (key, word) in zip(keys[words[1]] ?? [], words.dropFirst(2)) {
            let value =
                switch word {
                case "on", "up", "at-break": "true"
                case "off", "down", "anywhere": "false"
                default: "\"\(word)\""
                }
            members.append("\"\(key)\":\(value)")
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    var text: String {
        let host =
            "{" + (["\"app\":5838492"] + members).joined(separator: ",")
            + ",\"screens\":[\(screens.joined(separator: ","))],\"inventory\":[\(inventory.joined(separator: ","))]}"
        let members = world + ["\"host\":\(host)", "\"events\":[\(events.map(Self.event).joined(separator: ","))]"]
        return "{" + members.joined(separator: ",") + "}"
    }

    var scenario: Result<Scenario, Problems> {
        Result { () throws(Problems) in
            try Scenario(parsing: Array(text.utf8)) { Play.ad($0, trust: .good) }
        }
    }

    /// The faults of the scenario, each with its place.
    var faults: [String] {
        switch scenario {
        case .success: []
        case .failure(let problems): problems.list.map { $0.place + " " + $0.message }
        }
    }

    /// The lines of the timeline, such as `slot bottom shown @10s`, each with its time at the end.
    var lines: [String] {
        switch scenario {
        case .success(let scenario):
            scenario.timeline().flatMap { entry -> [String] in
                var lines = entry.fact.digest
                // Omit identifiers, which are random.
                switch entry.fact {
                case .ad(let name, _, let outcome, let code):
                    lines = [
                        ([name.rawValue, outcome.rawValue] + (code.map { [$0.rawValue] } ?? [])).joined(separator: " ")
                    ]
                case .sheetView: lines = ["view recorded"]
                default: break
                }
                return lines.map { $0 + " @" + Play.offset(entry.at - scenario.world.start) }
            }
        case .failure: faults
        }
    }
}

extension HostFact {
    var digest: String {
        let words: [String?] =
            switch self {
            case .event(_, .none): [name]
            case .event(_, .screen(let screen)): [name, screen]
            case .event(_, .orientation(let orientation)): [name, orientation.rawValue]
            case .event(_, .isUp(let isUp)): [name, isUp ? "up" : "down"]
            case .event(_, .isOn(let isOn)): [name, isOn ? "on" : "off"]
            case .slot(let fact):
                [name, fact.slot, fact.state.rawValue, fact.reason?.rawValue, fact.size?.rawValue]
            case .action(let fact):
                [
                    name, fact.slot, fact.state.rawValue, fact.reason?.rawValue,
                    fact.leavesApplication == true ? "leaves" : nil,
                ]
            case .pause, .resume: [name]
            case .guideline(let fact): [name, fact.rule.id, fact.slot ?? fact.screen]
            case .earnings(let day):
                [
                    name, day.date, "requests=\(day.requests)", "fills=\(day.fills)", "impressions=\(day.impressions)",
                    "tests=\(day.testImpressions)", "clicks=\(day.clicks)", "revenue=\(day.revenue.exact)",
                    day.currency, "ecpm=\(day.perThousand?.description ?? "null")",
                ]
            }
        return words.compactMap { $0 }.joined(separator: " ")
    }
}
