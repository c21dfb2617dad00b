import AdAttribution
import StrictJSON

/// What happens on one device, and in which world.
package struct Scenario: Sendable {
    package var world: World
    /// By time; those of equal time in the order of the file.
    package var events: [TimedEvent]
    /// The app that shows ads, if one is described.
    package var host: AdHost?
    /// What happens to the host, by time.
    package var hostEvents: [TimedHostEvent] = []
    /// Of a crowd whose counts are still wanted.
    package var thresholds: CrowdTiers.Thresholds?

    package init(world: World, events: [TimedEvent]) {
        self.world = world
        self.events = events
    }

    /// What a text can be wrong in.
    package enum ReadingError: Error, Sendable {
        case syntax(JSONSyntaxError)
        case faults([ScenarioFault])
    }

    /// Reads a scenario.
    ///
    /// - Parameter hasEvents: false for the file of a world, whose events come in a log.
    /// - Throws: all that is wrong with it at once.
    package init(
        parsing text: [UInt8], hasEvents: Bool = true, judge: @escaping TokenJudge
    ) throws(ReadingError) {
        var index = JSONIndex()
        let result = unsafe text.withUnsafeBytes { bytes in
            Result { () throws(ReadingError) -> Scenario in
                do throws(JSONSyntaxError) {
                    try unsafe index.scan(bytes)
                } catch {
                    throw .syntax(error)
                }
                guard let root = unsafe index.root(of: bytes) else {
                    throw .syntax(JSONSyntaxError(.empty, at: 0))
                }
                return try Self.read(root, events: hasEvents ? .required : .none, judge)
            }
        }
        self = try result.get()
    }

    /// Whether the events of a scenario, and the host that they may be about, stand in its document.
    enum Events {
        case required, optional
        /// They are unknown there.
        case none
    }

    static func read(
        _ root: JSONView, events: Events, _ judge: @escaping TokenJudge
    ) throws(ReadingError) -> Scenario {
        let hasEvents = events != .none
        var reader = MemberReader()
        var worldReader = WorldReader()
        var host: AdHost?
        let known = WorldReader.keys + (hasEvents ? ["host", "events"] : [])
        reader.members(of: root, known: known) { reader, name, value in
            if hasEvents, name.isString("events") { return true }
            if hasEvents, name.isString("host") {
                host = reader.inside(.key("host")) { HostReader.read(value, judge, &$0) }
                return true
            }
            return worldReader.read(name.string, value, &reader)
        }
        let world = worldReader.world
        var scenario = Scenario(world: world, events: [])
        scenario.host = host
        if hasEvents, root.kind == .object {
            if let list = root.member("events") {
                var events = ScenarioEvents(world, host, hasHost: root.member("host") != nil, judge)
                reader.inside(.key("events")) { events.read(list, &$0) }
                events.sortAndCheck(&reader)
                scenario.take(events)
                scenario.checkLength(&reader)
            } else if events == .required {
                reader.report(.key("events"), .missing(wanted: "an array of events"))
            }
        }
        guard reader.faults.isEmpty else { throw .faults(reader.faults) }
        scenario.thresholds = worldReader.thresholds
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
    private func checkLength(_ reader: inout MemberReader) {
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

    /// What the scenario itself adds to a crowd.
    package func crowd(countsPublisher: Bool) -> CrowdCounts {
        var counts = CrowdCounts()
        for entry in timeline() { counts.add(entry, countsPublisher: countsPublisher) }
        return counts
    }
}
