import AdAttribution
import AttributionJSON
import AttributionSchema

/// The counts of outcomes over many timelines.
package struct Tally: Sendable {
    private var devices = 0
    private var outcomes: [Outcome: [String: Int]] = [:]
    private var postbacks = [0, 0, 0]
    private var withheld: [String: [String: Int]] = [:]
    /// The outcomes of slots and actions, and the guidelines that were broken; empty without a host.
    private var host: [String: [String: Int]] = [:]

    /// What happened by campaign; nil without conversion schemas.
    private var truth: Truth?

    package init(_ schemas: SchemaTable) { truth = schemas.isEmpty ? nil : Truth(schemas) }

    package mutating func addDevice() { devices += 1 }

    private mutating func count(_ outcome: Outcome, _ code: String) {
        outcomes[outcome, default: [:]][code, default: 0] += 1
    }

    /// Counts an entry, under its code or, without a code, under the name of its event.
    package mutating func add(_ entry: TimelineEntry) {
        truth?.add(entry)
        switch entry.fact {
        case .ad(let name, _, let outcome, let code): count(outcome, code?.rawValue ?? name.rawValue)
        case .sheetView: count(.recorded, EventName.view.rawValue)
        case .app(let name, _, let fact): count(fact.outcome, fact.code?.rawValue ?? name.rawValue)
        case .conversion(let fact):
            for entry in fact.considered { count(entry.outcome, entry.code?.rawValue ?? fact.type.rawValue) }
        case .noConversion(_, let code, let considered):
            count(.noConversion, code.rawValue)
            for entry in considered { count(entry.outcome, entry.code?.rawValue ?? "") }
        case .noPostback(let fact): count(.noPostback, fact.code.rawValue)
        case .postback(let fact):
            count(fact.outcome, fact.to.rawValue)
            guard fact.to == .adNetwork, fact.attempt == 1 else { return }
            postbacks[fact.body.window.rawValue] += 1
            for entry in fact.body.withheld {
                withheld["\(fact.body.name(of: entry.field))", default: [:]][entry.reason.rawValue, default: 0] += 1
            }
        case .host(let fact): if let (group, name) = fact.tally { host[group, default: [:]][name, default: 0] += 1 }
        case .setting, .warning, .evicted, .openURL, .openApp, .openMarketplace, .window: break
        }
    }

    package mutating func add(_ other: Tally) {
        devices += other.devices
        for (outcome, codes) in other.outcomes {
            outcomes[outcome, default: [:]].merge(codes) { $0 + $1 }
        }
        for index in postbacks.indices { postbacks[index] += other.postbacks[index] }
        for (field, codes) in other.withheld { withheld[field, default: [:]].merge(codes) { $0 + $1 } }
        if let truth = other.truth { self.truth?.add(truth) }
        for (group, names) in other.host { host[group, default: [:]].merge(names) { $0 + $1 } }
    }

    /// The counts as an object, with outcomes in the order of their cases and names in alphabetical order.
    package var json: JSONValue {
        func object(_ counts: [String: Int]) -> JSONValue {
            .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, .number(String($0.value))) })
        }
        var members: [JSONValue.Member] = [
            .init("devices", .number(String(devices))),
            .init(
                "outcomes",
                .object(
                    Outcome.allCases.compactMap { outcome in
                        outcomes[outcome].map { .init(outcome.rawValue, object($0)) }
                    })),
            .init(
                "postbacks",
                .object(postbacks.enumerated().map { .init(String($0.offset), .number(String($0.element))) })),
            .init("withheld", .object(withheld.sorted { $0.key < $1.key }.map { .init($0.key, object($0.value)) })),
        ]
        if !host.isEmpty {
            let groups = host.sorted { $0.key < $1.key }
            members.append(.init("host", .object(groups.map { .init($0.key, object($0.value)) })))
        }
        if let truth { members.append(.init("truth", truth.json)) }
        return .object(members)
    }
}

extension HostFact {
    /// The names under which the fact is counted; nil if it is not counted.
    fileprivate var tally: (group: String, name: String)? {
        switch self {
        case .slot(let fact): ("slots", fact.reason?.rawValue ?? fact.state.rawValue)
        case .action(let fact): ("actions", fact.reason?.rawValue ?? fact.state.rawValue)
        case .guideline(let fact): ("guidelines", fact.rule.id)
        case .event, .pause, .resume, .earnings: nil
        }
    }
}
