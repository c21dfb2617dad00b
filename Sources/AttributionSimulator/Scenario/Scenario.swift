import AdAttribution
import AttributionDocuments
import AttributionJSON

/// What happens on one device, and in which world.
package struct Scenario: Sendable {
    package var world: World
    /// By time; those of equal time in the order of the file.
    package var events: [TimedEvent]
    /// The app that shows ads, if one is described.
    package var host: AdHost?
    /// What happens to the host, by time.
    package var hostEvents: [TimedHostEvent] = []

    package init(world: World, events: [TimedEvent]) {
        self.world = world
        self.events = events
    }

    /// Reads a scenario.
    ///
    /// - Parameter hasEvents: false for the file of a world, whose events come in a log.
    /// - Throws: all that is wrong with it at once.
    package init(
        parsing text: [UInt8], hasEvents: Bool = true, judge: @escaping TokenJudge
    ) throws(DocumentError) {
        self = try DocumentReader.read(text) { Self.read($0, events: hasEvents ? .required : .none, judge, &$1) }
    }

    package typealias ReadingError = DocumentError

    /// What the document is called in messages about all of it, be it a world or a campaign too.
    package static let whole = "the scenario"

    /// Whether the events of a scenario, and the host that they may be about, stand in its document.
    enum Events {
        case required, optional
        /// They are unknown there.
        case none
    }

    static func read(
        _ root: JSONView, events: Events, _ judge: @escaping TokenJudge, _ reader: inout DocumentReader
    ) -> Scenario? {
        guard events != .none else { return World.shape.read(root, &reader).map { Scenario(world: $0, events: []) } }
        var draft = ScenarioDraft(judge)
        _ = (events == .required ? ScenarioDraft.whole : ScenarioDraft.withHost).read(root, into: &draft, &reader)
        var scenario = Scenario(world: draft.world, events: [])
        scenario.host = draft.host
        // What they say depends on all else.
        guard let list = root.member("events") else { return scenario }
        var events = ScenarioEvents(draft.world, draft.host, hasHost: root.member("host") != nil, judge)
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

    /// Holds what the slots of a host may ask for against what a run can bear.
    private func checkLength(_ reader: inout DocumentReader) {
        guard let host, let end = (events.map(\.at) + hostEvents.map(\.at)).max() else { return }
        let requests = ((end - world.start) / host.refresh).multipliedReportingOverflow(by: Int64(host.slots.count))
        guard requests.overflow || requests.partialValue > Self.requestLimit else { return }
        reader.inside(.key("host")) {
            $0.report(
                .key("refresh"),
                .value(
                    found: TimeSpan.text(host.refresh),
                    wanted: "one by which the slots ask 100,000 times at most until the last event", nearest: nil))
        }
    }

    private static let requestLimit: Int64 = 100_000

    /// Plays it to the last postback.
    package func timeline() -> [TimelineEntry] {
        var simulator = DeviceSimulator(world)
        guard let host else {
            for event in events { simulator.play(event) }
            simulator.finish()
            return simulator.entries
        }
        var player = HostSimulator(host, seed: world.seed, start: world.start)
        var next = 0
        func playDevice(until count: Int, _ player: inout HostSimulator, _ simulator: inout DeviceSimulator) {
            while next < count {
                player.advance(through: events[next].at)
                simulator.take(&player)
                simulator.play(events[next])
                next += 1
            }
        }
        for timed in hostEvents {
            playDevice(until: timed.after, &player, &simulator)
            player.play(timed.event, at: timed.at)
            simulator.take(&player)
        }
        playDevice(until: events.count, &player, &simulator)
        if let end = (events.map(\.at) + hostEvents.map(\.at)).max() {
            player.advance(through: end)
            simulator.take(&player)
        }
        simulator.finish()
        simulator.tell(player.earnings)
        return simulator.entries
    }

    /// Takes the tiers from a crowd where the world has thresholds.
    ///
    /// - Parameter given: its counts; nil for what the scenario itself adds.
    package mutating func takeCrowd(_ given: CrowdCounts?) {
        guard let thresholds = world.thresholds else { return }
        world.crowd = CrowdTiers(
            thresholds: thresholds, counts: given ?? crowd(countsPublisher: thresholds.countsPublisher))
    }

    /// What the scenario itself adds to a crowd.
    package func crowd(countsPublisher: Bool) -> CrowdCounts {
        var counts = CrowdCounts()
        for entry in timeline() { counts.add(entry, countsPublisher: countsPublisher) }
        return counts
    }
}

/// A scenario as it is read, but for its events.
package struct ScenarioDraft: Sendable {
    fileprivate var world = World()
    fileprivate var host: AdHost?
    private let judge: TokenJudge

    fileprivate init(_ judge: @escaping TokenJudge) { self.judge = judge }

    /// What a scenario has and a world has not.
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
    /// Of one that may lack events, since it has a host.
    fileprivate static let withHost = whole(needsEvents: false)
}
