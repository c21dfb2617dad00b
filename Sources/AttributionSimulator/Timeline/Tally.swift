import AttributionBase
import AttributionModel
import AttributionSchema

/// The counts of outcomes over many timelines.
package struct Tally: Sendable {
    private var devices = 0
    private var outcomes = OutcomeCounts()
    /// The number of apps' events. They count as outcomes too, but separately, because a log can consist almost entirely of them.
    private var appEvents = 0
    private var postbacks = [0, 0, 0]
    private var withheld: [String: [String: Int]] = [:]
    /// The outcomes of slots and actions, and the violated guidelines; empty without a host.
    private var host: [HostGroup: [String: Int]] = [:]

    /// The conversions and revenue by campaign; nil without conversion schemas.
    private var comparison: DisclosureComparison?

    /// Which events no schema used, and which schemas took effect too late.
    package var schemas: SchemaUse

    /// - Parameter countsPeople: Whether to count what a comparison of schemas needs.
    package init(_ schemas: SchemaTable, countsPeople: Bool = false) {
        comparison = schemas.isEmpty ? nil : DisclosureComparison(schemas, countsPeople: countsPeople)
        self.schemas = SchemaUse(schemas)
    }

    package mutating func addDevice() { devices += 1 }

    private mutating func count(_ outcome: Outcome, _ code: String) { outcomes.add(1, outcome, code) }

    /// Counts an entry by its code or, if it has none, by the name of its event.
    package mutating func add(_ entry: TimelineEntry) {
        schemas.add(entry)
        if case .app(.appEvent, _, let fact) = entry.fact, let event = fact.event {
            if let campaign = fact.campaign, let revenue = event.revenue { comparison?.add(revenue, of: campaign) }
            appEvents += 1
            return
        }
        switch entry.fact {
        case .ad(let name, let impression, let outcome, let code):
            count(outcome, code?.rawValue ?? name.rawValue)
            if outcome == .recorded { comparison?.add(impression) }
        case .sheetView: count(.recorded, EventName.view.rawValue)
        case .app(let name, let app, let fact):
            count(fact.outcome, fact.code?.rawValue ?? name.rawValue)
            if name == .update, fact.outcome == .recorded, fact.because == nil { comparison?.addOwnUpdate(of: app) }
        case .conversion(let fact):
            for entry in fact.considered { count(entry.outcome, entry.code?.rawValue ?? fact.type.rawValue) }
            comparison?.add(fact)
        case .noConversion(_, let code, let considered):
            count(.noConversion, code.rawValue)
            for entry in considered { count(entry.outcome, entry.code?.rawValue ?? "") }
        case .noPostback(let fact): count(.noPostback, fact.code.rawValue)
        case .postback(let fact):
            count(fact.outcome, fact.to.rawValue)
            comparison?.add(fact, at: entry.at)
            guard fact.to == .adNetwork, fact.attempt == 1 else { return }
            postbacks[fact.body.window.rawValue] += 1
            for entry in fact.body.withheld {
                withheld["\(fact.body.name(of: entry.field))", default: [:]][entry.reason.rawValue, default: 0] += 1
            }
        case .host(let fact): if let (group, name) = fact.tally { host[group, default: [:]][name, default: 0] += 1 }
        case .setting, .warning, .evicted, .openURL, .openApp, .openMarketplace, .window: break
        }
    }

    /// Counts an event of an app in the same way as its entry, which then need not be created.
    ///
    /// - Parameter isNamed: Whether a schema of the app names the event.
    mutating func add(_ event: AppEvent, in app: UInt64, isNamed: Bool, at time: Int64) {
        appEvents += 1
        schemas.add(event.name, in: app, isNamed: isNamed, at: time)
    }

    var countsPeople: Bool { comparison?.people != nil }

    /// Counts a conversion with an event, once.
    mutating func addPerson(with event: String) { comparison?.addPerson(with: event) }

    mutating func addPayment(_ revenue: Money, for event: String) { comparison?.addPayment(revenue, for: event) }

    /// Returns what can be inferred from postbacks with the help of a schema; nil if there are no schemas.
    package func knowledge(by schema: ConversionSchema) -> SchemaKnowledge? { comparison?.knowledge(by: schema) }

    /// Adds the revenue of an event to the campaign of an ad.
    mutating func add(_ revenue: Money, from ad: AdImpression) { comparison?.add(revenue, from: ad) }

    package mutating func add(_ other: Tally) {
        devices += other.devices
        outcomes.add(other.outcomes)
        appEvents += other.appEvents
        for index in postbacks.indices { postbacks[index] += other.postbacks[index] }
        for (field, codes) in other.withheld { withheld[field, default: [:]].merge(codes) { $0 + $1 } }
        if let comparison = other.comparison { self.comparison?.add(comparison) }
        schemas.add(other.schemas)
        for (group, names) in other.host { host[group, default: [:]].merge(names) { $0 + $1 } }
    }

    /// The counts as an object, with outcomes in the order of their cases and names in alphabetical order.
    ///
    /// - Parameter assumptions: What the run takes as given although nobody knows it, in words.
    package func json(assuming assumptions: [String] = []) -> JSONValue { Self.record.json((self, assumptions)) }

    package static let record = Record<(tally: Tally, assumptions: [String])>(
        .init(SummaryMember.devices) { .number(String($0.tally.devices)) },
        .init("outcomes", "How often each outcome occurred, by reason, event, type of conversion or recipient.") {
            var outcomes = $0.tally.outcomes
            let appEvents = $0.tally.appEvents
            if appEvents > 0 { outcomes.add(appEvents, .recorded, EventName.appEvent.rawValue) }
            return .object(
                Outcome.allCases.compactMap { outcome in
                    let codes = outcomes[outcome]
                    return codes.isEmpty ? nil : .init(outcome.rawValue, object(codes))
                })
        },
        .init("postbacks", "The number of postbacks by postback-sequence-index.") {
            .object($0.tally.postbacks.enumerated().map { .init(String($0.offset), .number(String($0.element))) })
        },
        .init("withheld", "How often each field was withheld, by reason.") { object($0.tally.withheld) },
        .init(
            "host",
            "What happened in the app that shows ads: its slots, the actions of its ads, and the guidelines that it broke."
        ) { row in
            let groups = HostGroup.allCases.compactMap { group -> JSONValue.Member? in
                row.tally.host[group].map { .init(group.rawValue, object($0)) }
            }
            return groups.isEmpty ? nil : .object(groups)
        },
        .init("truth", "What actually happened, next to what the postbacks reveal.") { $0.tally.comparison?.json },
        .init(SummaryMember.assumed) {
            $0.assumptions.isEmpty ? nil : .array($0.assumptions.map { .string($0) })
        })

    private static func object(_ counts: [String: Int]) -> JSONValue {
        .object(counts.inOrder { $0.key < $1.key }.map { .init($0.key, .number(String($0.value))) })
    }

    private static func object(_ groups: [String: [String: Int]]) -> JSONValue {
        .object(groups.inOrder { $0.key < $1.key }.map { .init($0.key, object($0.value)) })
    }
}

/// Counts of outcomes by code. Each entry of a timeline is counted here. There are few different ones, so searching a list is faster than
/// hashing two names for a dictionary.
private struct OutcomeCounts: Sendable {
    private var rows: [(outcome: Outcome, code: String, count: Int)] = []

    mutating func add(_ count: Int, _ outcome: Outcome, _ code: String) {
        if let index = rows.firstIndex(where: { $0.outcome == outcome && $0.code == code }) {
            rows[index].count += count
        } else {
            rows.append((outcome, code, count))
        }
    }

    mutating func add(_ other: Self) { for row in other.rows { add(row.count, row.outcome, row.code) } }

    /// The counts of an outcome by code.
    subscript(outcome: Outcome) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: rows.filter { $0.outcome == outcome }.map { ($0.code, $0.count) })
    }
}

/// What is counted in an app that shows ads, in alphabetical order.
package enum HostGroup: String, CaseIterable, Sendable {
    case actions, guidelines, slots

    package var meaning: String {
        switch self {
        case .slots: "In host: how often the slots had each state, or each reason for it."
        case .actions: "In host: how often the actions of ads had each state, or each reason for it."
        case .guidelines: "In host: how often the app broke each of Apple's guidelines."
        }
    }
}

extension HostFact {
    /// The names under which the fact is counted; nil if it is not counted.
    fileprivate var tally: (group: HostGroup, name: String)? {
        switch self {
        case .slot(let fact): (.slots, fact.reason?.rawValue ?? fact.state.rawValue)
        case .action(let fact): (.actions, fact.reason?.rawValue ?? fact.state.rawValue)
        case .guideline(let fact): (.guidelines, fact.rule.id)
        case .event, .pause, .resume, .earnings: nil
        }
    }
}

/// Finds parts of the conversion schemas and of a run that do not fit together: events that no schema names, and schemas that take effect
/// only after the last event.
package struct SchemaUse: Sendable {
    package struct Event: Hashable, Comparable, Sendable {
        package let name: String
        package let app: UInt64

        package static func < (left: Event, right: Event) -> Bool { (left.name, left.app) < (right.name, right.app) }
    }

    /// The greatest number of unnamed events that are kept, however many a log has.
    package static let mostUnnamed = 5

    package let schemas: SchemaTable
    /// The first events, in alphabetical order, that no schema of their app names.
    package private(set) var unnamed: [Event] = []
    /// Whether more unnamed events occurred than are kept.
    package private(set) var hasMoreUnnamed = false
    /// The time of the last event, in milliseconds since 1970; nil if there is none.
    private var last: Int64?

    package init(_ schemas: SchemaTable) { self.schemas = schemas }

    package mutating func add(_ entry: TimelineEntry) {
        switch entry.fact {
        case .app(.appEvent, let app, let fact):
            guard let event = fact.event else { return }
            add(event.name, in: app, isNamed: isNamed(event.name, in: app), at: entry.at)
        case .app, .ad: add(eventAt: entry.at)
        default: break
        }
    }

    /// Returns whether a schema of an app names an event.
    private func isNamed(_ name: String, in app: UInt64) -> Bool {
        schemas[ItemIdentifier(rawValue: app)]?.number(of: name) != nil
    }

    /// Adds an event of an app.
    ///
    /// - Parameter isNamed: Whether a schema of the app names it.
    mutating func add(_ name: String, in app: UInt64, isNamed: Bool, at time: Int64) {
        add(eventAt: time)
        if !isNamed { add(Event(name: name, app: app)) }
    }

    /// Adds an event that schemas cannot name.
    private mutating func add(eventAt time: Int64) { last = max(last ?? .min, time) }

    package mutating func add(_ other: SchemaUse) {
        for event in other.unnamed { add(event) }
        hasMoreUnnamed = hasMoreUnnamed || other.hasMoreUnnamed
        if let time = other.last { last = max(last ?? .min, time) }
    }

    private mutating func add(_ event: Event) {
        guard !unnamed.contains(event) else { return }
        unnamed.insert(event, at: unnamed.firstIndex { event < $0 } ?? unnamed.endIndex)
        guard unnamed.count > Self.mostUnnamed else { return }
        unnamed.removeLast()
        hasMoreUnnamed = true
    }

    /// The schemas that take effect only after all events, with the time of the last event. Empty if there are no events.
    package var late: [(schema: ConversionSchema, last: Timestamp)] {
        guard let last = last.map({ Timestamp(milliseconds: $0) }) else { return [] }
        return schemas.apps.inOrder { $0.rawValue < $1.rawValue }.flatMap { schemas.schemas(of: $0) }
            .filter { $0.from.map { $0 > last } ?? false }.map { ($0, last) }
    }
}
