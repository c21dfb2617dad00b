import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

/// The events on one device, and the world in which they happen.
package struct Scenario: Sendable {
    /// An event of the device or of the host.
    package enum Event: Sendable {
        case device(DeviceEvent)
        case host(HostEvent)
    }

    package var world: World
    /// The events in time order. Those of the same time keep their order in the file.
    package private(set) var events: [(at: Int64, event: Event)] = []
    /// The app that shows ads, if the scenario describes one.
    package var host: AdHost?

    private init(world: World) { self.world = world }

    /// Reads a scenario.
    ///
    /// - Parameter hasEvents: False for a world, whose events come from a log.
    /// - Throws: All faults of the document.
    package init(
        parsing text: some Collection<UInt8>, hasEvents: Bool = true, judge: @escaping TokenJudge
    ) throws(Problems) {
        self = try DocumentReader.read(text, Self.whole) { root, reader in
            guard (hasEvents ? DocumentKind.scenario : .world).isKind(of: root, &reader) else { return nil }
            defer { reader.nameScenarioRules() }
            guard hasEvents else { return World.shape.read(root, &reader).map { Scenario(world: $0) } }
            return Self.read(root, needsEvents: true, judge, &reader)
        }
    }

    /// The name of the document in messages, also for worlds and populations.
    static let whole = "the scenario"

    static func read(
        _ root: JSONView, needsEvents: Bool, _ judge: @escaping TokenJudge, _ reader: inout DocumentReader
    ) -> Scenario {
        var draft = ScenarioDraft(judge)
        _ = (needsEvents ? ScenarioDraft.whole : ScenarioDraft.withHost).read(root, into: &draft, &reader)
        var scenario = Scenario(world: draft.world)
        scenario.host = draft.host
        // Events are read last, because they depend on the other members.
        guard let list = root.member("events") else { return scenario }
        let hasHost = root.member("host") != nil
        let events = reader.inside(.key("events")) { scenario.readEvents(list, hasHost: hasHost, judge, &$0) }
        // The sort is stable, so events of the same time keep their order.
        let sorted = events.inOrder { $0.at < $1.at }
        scenario.check(sorted, &reader)
        scenario.events = sorted.map { ($0.at, $0.event) }
        scenario.checkLength(&reader)
        return scenario
    }

    private typealias PlacedEvent = (at: Int64, event: Event, index: Int)

    /// Reads a list of events of the device and of the host.
    ///
    /// - Parameter hasHost: Whether the scenario has a host, even if that could not be read.
    private func readEvents(
        _ list: JSONView, hasHost: Bool, _ judge: @escaping TokenJudge, _ reader: inout DocumentReader
    ) -> [PlacedEvent] {
        let table = hasHost ? EventTable.withHost : .scenario
        var draft = EventDraft(start: world.start, host: host, judge)
        var events: [PlacedEvent] = []
        var index = -1
        _ = reader.elements(of: list, "an array of events") { reader, element in
            index += 1
            if host == nil, let name = element.member("event"),
                let hosted = HostEventName.allCases.first(where: { name.isEqual(to: $0.rawValue) })
            {
                guard !hasHost else { return }
                let wanted = "an event of the device, or there must be a host"
                return reader.report(
                    .value(
                        found: hosted.rawValue, wanted: wanted, .then(", which requires a \"host\" in the scenario")),
                    at: .key("event"), breaking: ScenarioRules.event)
            }
            if let (at, event) = table.read(element, &draft, &reader) { events.append((at, event, index)) }
        }
        return events
    }

    /// Reports events that are impossible after the events before them.
    private func check(_ events: [PlacedEvent], _ reader: inout DocumentReader) {
        var check = OrderCheck(world, host)
        for entry in events {
            let problem =
                switch entry.event {
                case .device(let event): check.problem(event)
                case .host(let event): check.problem(event)
                }
            if let problem { reader.add(problem.at("events[\(entry.index)].\(problem.place)")) }
        }
    }

    /// Limits the number of requests that the host's slots make, so that a run takes a reasonable time.
    private func checkLength(_ reader: inout DocumentReader) {
        guard let host, let end = events.last?.at else { return }
        let requests = ((end - world.start) / host.refresh).multipliedReportingOverflow(by: Int64(host.slots.count))
        guard requests.overflow || requests.partialValue > Self.requestLimit else { return }
        let wanted = "one with at most 100,000 requests of the slots until the last event"
        reader.report(
            .value(found: TimeSpan.text(host.refresh), wanted: wanted), at: .key("host"), .key("refresh"),
            breaking: ScenarioRules.hostSize)
    }

    private static let requestLimit: Int64 = 100_000

    /// The advertised apps that the world describes, or that have events.
    package var apps: Set<UInt64> {
        events.reduce(into: Set(world.advertisedApps.keys)) { apps, event in
            if case .device(let event) = event.event, let app = event.app { apps.insert(app) }
        }
    }

    /// Plays the scenario until its last postback.
    ///
    /// - Parameter respond: Answers each attempt to deliver a postback; nil for the servers of the world.
    func timeline(respond: ((DeviceSimulator.Attempt) -> Int)?) -> [TimelineEntry] {
        var device = DeviceSimulator(world)
        if let respond { device.respond = respond }
        var app = host.map { HostSimulator($0, in: world) }
        for (at, event) in events {
            app?.advance(through: at, on: &device)
            switch event {
            case .device(let event): device.play(TimedEvent(at: at, event))
            case .host(let event): app?.play(event, at: at, on: &device)
            }
        }
        // Perform what is due at the time of the last event.
        if let end = events.last?.at { app?.advance(through: end, on: &device) }
        device.finish()
        for day in app?.earnings.byDay ?? [] { device.record(.host(.earnings(day))) }
        return device.entries
    }

    /// Plays the scenario until its last postback, with the servers of the world.
    package func timeline() -> [TimelineEntry] { timeline(respond: nil) }

    /// If the world has crowd thresholds, sets the tiers from the counts of a crowd.
    ///
    /// - Parameter given: The counts; nil to count the scenario's own conversions.
    package mutating func takeCrowd(_ given: CrowdCounts?) {
        guard let thresholds = world.thresholds else { return }
        world.crowd = CrowdTiers(
            thresholds: thresholds, counts: given ?? crowd(countsPublisher: thresholds.countsPublisher))
    }

    /// Returns the scenario's own contribution to the crowd counts.
    package func crowd(countsPublisher: Bool) -> CrowdCounts {
        var counts = CrowdCounts()
        for entry in timeline() { counts.add(entry, countsPublisher: countsPublisher) }
        return counts
    }
}

/// A scenario while it is read, without its events.
package struct ScenarioDraft: Sendable {
    fileprivate var world = World()
    fileprivate var host: AdHost?
    private let judge: TokenJudge

    fileprivate init(_ judge: @escaping TokenJudge) { self.judge = judge }

    /// The members that scenarios have in addition to those of worlds.
    package static let own = shape(needsEvents: true)

    private static func shape(needsEvents: Bool) -> DocumentShape<ScenarioDraft> {
        DocumentShape(ScenarioDraft { _ in .unreadable(.payload) }) {
            DocumentMember(
                "host", wanted: "", form: HostDraft.shape.form,
                help: "in a scenario, an app that shows ads, with its screens and slots; see aak help host"
            ) { draft, view, reader in
                draft.host = HostDraft.read(view, draft.judge, &reader)
                return draft.host != nil
            }
            DocumentMember(
                "events", wanted: "an array of events", needsEvents ? .required : .optional,
                form: .list(.either(EventTable.withHost.forms)),
                help: "in a scenario, what happens; required there; see below"
            ) { _, _, _ in true }
        }
    }

    private static func whole(needsEvents: Bool) -> DocumentShape<ScenarioDraft> {
        let world = World.shape.members.map { $0.within(\ScenarioDraft.world) }
        return DocumentShape(
            ScenarioDraft { _ in .unreadable(.payload) }, of: world + shape(needsEvents: needsEvents).members,
            oneOf: needsEvents ? [] : ["events", "host"])
    }

    static let whole = whole(needsEvents: true)
    /// The shape of a scenario with a host, which may lack events.
    package static let withHost = whole(needsEvents: false)
}
