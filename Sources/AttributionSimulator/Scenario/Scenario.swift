import AdAttribution
import AttributionDocuments
import AttributionHost
import AttributionJSON

/// The events on one device, and the world in which they happen.
package struct Scenario: Sendable {
    package var world: World
    /// The device's events in time order; events with equal times keep the order of the file.
    package var events: [TimedEvent]
    /// The app that shows ads, if the scenario describes one.
    package var host: AdHost?
    /// The impressions of the host's inventory.
    package var inventory: [AdImpression] = []
    /// The host's events in time order.
    package var hostEvents: [TimedHostEvent] = []

    package init(world: World, events: [TimedEvent]) {
        self.world = world
        self.events = events
    }

    /// Reads a scenario.
    ///
    /// - Parameter hasEvents: false for a world, whose events come from a log.
    /// - Throws: all faults in the document.
    package init(
        parsing text: [UInt8], hasEvents: Bool = true, judge: @escaping TokenJudge
    ) throws(DocumentError) {
        self = try DocumentReader.read(text) { Self.read($0, events: hasEvents ? .required : .none, judge, &$1) }
    }

    package typealias ReadingError = DocumentError

    /// The name of the whole document in messages, which is also used for worlds and campaigns.
    package static let whole = "the scenario"

    /// Whether the document contains the events, and the host that they may concern.
    enum Events {
        case required, optional
        /// The member is unknown in this document.
        case none
    }

    static func read(
        _ root: JSONView, events: Events, _ judge: @escaping TokenJudge, _ reader: inout DocumentReader
    ) -> Scenario? {
        guard events != .none else { return World.shape.read(root, &reader).map { Scenario(world: $0, events: []) } }
        var draft = ScenarioDraft(judge)
        _ = (events == .required ? ScenarioDraft.whole : ScenarioDraft.withHost).read(root, into: &draft, &reader)
        var scenario = Scenario(world: draft.world, events: [])
        (scenario.host, scenario.inventory) = (draft.host?.host, draft.host?.inventory ?? [])
        // Events are read last, because they depend on the other members.
        guard let list = root.member("events") else { return scenario }
        var events = ScenarioEvents(draft.world, draft.host?.host, hasHost: root.member("host") != nil, judge)
        reader.inside(.key("events")) { events.read(list, &$0) }
        events.sortAndCheck(&reader)
        scenario.take(events)
        scenario.checkLength(&reader)
        return scenario
    }

    private mutating func take(_ read: ScenarioEvents) {
        for entry in read.entries {
            switch entry.event {
            case .device(let event): events.append(TimedEvent(at: entry.at, event))
            case .host(let event): hostEvents.append(TimedHostEvent(at: entry.at, event, after: events.count))
            }
        }
    }

    /// Checks that the host's slots do not make more requests than a run can handle.
    private func checkLength(_ reader: inout DocumentReader) {
        guard let host, let end = (events.map(\.at) + hostEvents.map(\.at)).max() else { return }
        let requests = ((end - world.start) / host.refresh).multipliedReportingOverflow(by: Int64(host.slots.count))
        guard requests.overflow || requests.partialValue > Self.requestLimit else { return }
        reader.inside(.key("host")) {
            $0.report(
                .key("refresh"),
                .value(
                    found: TimeSpan.text(host.refresh),
                    wanted: "one with at most 100,000 requests of the slots until the last event", nearest: nil))
        }
    }

    private static let requestLimit: Int64 = 100_000

    /// The advertised apps that are described or have events.
    package var apps: Set<UInt64> {
        events.reduce(into: Set(world.advertisedApps.keys)) { apps, event in
            switch event.event.order {
            case .installs(let app), .deletes(let app), .isOf(let app): apps.insert(app)
            case .begins, .ends, .opens, .closes, .anywhere: break
            }
        }
    }

    /// Plays the scenario to its last postback.
    package func timeline() -> [TimelineEntry] {
        var simulator = DeviceSimulator(world)
        guard let host else {
            for event in events { simulator.play(event) }
            simulator.finish()
            return simulator.entries
        }
        var player = HostPlayer(host, inventory: inventory, in: world)
        var next = 0
        func playDevice(until count: Int, _ player: inout HostPlayer, _ simulator: inout DeviceSimulator) {
            while next < count {
                player.advance(through: events[next].at, on: &simulator)
                simulator.play(events[next])
                next += 1
            }
        }
        for timed in hostEvents {
            playDevice(until: timed.after, &player, &simulator)
            player.play(timed.event, at: timed.at, on: &simulator)
        }
        playDevice(until: events.count, &player, &simulator)
        if let end = (events.map(\.at) + hostEvents.map(\.at)).max() {
            player.advance(through: end, on: &simulator)
        }
        simulator.finish()
        simulator.record(player.earnings)
        return simulator.entries
    }

    /// Sets the tiers from a crowd if the world has thresholds.
    ///
    /// - Parameter given: the crowd's counts; nil to count the scenario's own conversions.
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
    fileprivate var host: HostDraft?
    private let judge: TokenJudge

    fileprivate init(_ judge: @escaping TokenJudge) { self.judge = judge }

    /// The members that a scenario has and a world does not.
    static let own = shape(needsEvents: true)

    private static func shape(needsEvents: Bool) -> DocumentShape<ScenarioDraft> {
        DocumentShape(ScenarioDraft { _ in .unreadable(.payload) }) {
            DocumentMember(
                "host", wanted: "", words: HostDraft.shape.words,
                help: "in a scenario, an app that shows ads, with its screens and slots; see aak help host"
            ) { draft, view, reader in
                draft.host = HostDraft.read(view, draft.judge, &reader)
                return draft.host != nil
            }
            DocumentMember(
                "events", wanted: "an array of events", needsEvents ? .required : .optional,
                words: DeviceEventDraft.log.words + HostEventDraft.table.words,
                help: "in a scenario, what happens; required there; see below"
            ) { _, _, _ in true }
        }
    }

    private static func whole(needsEvents: Bool) -> DocumentShape<ScenarioDraft> {
        let world = World.shape.members.map { $0.within(\ScenarioDraft.world) }
        return DocumentShape(
            ScenarioDraft { _ in .unreadable(.payload) }, of: world + shape(needsEvents: needsEvents).members)
    }

    static let whole = whole(needsEvents: true)
    /// For a scenario with a host, which may lack events.
    fileprivate static let withHost = whole(needsEvents: false)
}
