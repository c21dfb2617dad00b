import AdAttribution
import StrictJSON

/// What happens on one device, and in which world.
package struct Scenario: Sendable {
    package var world: World
    /// By time; those of equal time in the order of the file.
    package var events: [TimedEvent]
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
                return try Self.read(root, hasEvents: hasEvents, judge)
            }
        }
        self = try result.get()
    }

    private static func read(
        _ root: JSONView, hasEvents: Bool, _ judge: @escaping TokenJudge
    ) throws(ReadingError) -> Scenario {
        var reader = MemberReader()
        var worldReader = WorldReader()
        let known = WorldReader.keys + (hasEvents ? ["events"] : [])
        reader.members(of: root, known: known) { reader, name, value in
            if hasEvents, name.isString("events") { return true }
            return worldReader.read(name.string, value, &reader)
        }
        let world = worldReader.world
        var events: [(event: TimedEvent, index: Int)] = []
        if hasEvents, root.kind == .object {
            var eventReader = EventReader(judge)
            if let list = root.member("events") {
                reader.inside(.key("events")) { reader in
                    guard list.kind == .array else { return reader.reportValue(list, wanted: "an array of events") }
                    for (offset, element) in list.elements.enumerated() {
                        reader.inside(.index(offset)) { reader in
                            if let event = eventReader.read(element, start: world.start, &reader) {
                                events.append((event, offset))
                            }
                        }
                    }
                }
            } else {
                reader.report(.key("events"), .missing(wanted: "an array of events"))
            }
        }
        // Swift's sort keeps the order of equals.
        events.sort { $0.event.at < $1.event.at }
        var check = OrderCheck(world)
        for (event, offset) in events {
            guard let (key, fault) = check.fault(event.event) else { continue }
            reader.inside(.key("events")) { reader in
                reader.inside(.index(offset)) { $0.report(.key(key), .order(fault)) }
            }
        }
        guard reader.faults.isEmpty else { throw .faults(reader.faults) }
        var scenario = Scenario(world: world, events: events.map(\.event))
        scenario.thresholds = worldReader.thresholds
        return scenario
    }

    /// Plays it to the last postback.
    package func timeline() -> [TimelineEntry] {
        var simulator = DeviceSimulator(world)
        for event in events { simulator.play(event) }
        simulator.finish()
        return simulator.entries
    }

    /// What the scenario itself adds to a crowd.
    package func crowd(countsPublisher: Bool) -> CrowdCounts {
        var counts = CrowdCounts()
        for entry in timeline() { counts.add(entry, countsPublisher: countsPublisher) }
        return counts
    }
}
