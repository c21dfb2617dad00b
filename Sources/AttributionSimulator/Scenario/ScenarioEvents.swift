import AttributionBase
import AttributionSchema

/// Reads the events of a scenario, where device events and host events share one list.
struct ScenarioEvents {
    /// The events, in time order once sorted; events with equal times keep the order of the file.
    private(set) var entries: [(at: Int64, event: Scenario.Event, place: Int)] = []
    private let world: World
    private let host: AdHost?
    /// Whether the scenario has a host, even if it could not be read.
    private let hasHost: Bool
    private var reader: EventReader

    init(_ world: World, _ host: AdHost?, hasHost: Bool, _ judge: @escaping TokenJudge) {
        self.world = world
        self.host = host
        self.hasHost = hasHost
        reader = EventReader(hasHost ? DeviceEventDraft.withHost : DeviceEventDraft.scenario, judge)
    }

    mutating func read(_ list: JSONView, _ members: inout DocumentReader) {
        var place = -1
        _ = members.elements(of: list, "an array of events") { members, element in
            place += 1
            guard let entry = HostEventDraft.table.entry(element) else {
                if let event = reader.read(element, start: world.start, &members) {
                    entries.append((event.at, .device(event.event), place))
                }
                return
            }
            guard hasHost else {
                let wanted = "an event of the device, or a host in the scenario"
                return members.report(
                    .key("event"), .value(found: entry.name, wanted: wanted), breaking: ScenarioRules.event)
            }
            guard let host else { return }
            var draft = HostEventDraft(host, start: world.start)
            if let event = HostEventDraft.table.read(element, entry, into: &draft, &members) {
                entries.append((event.at, .host(event.event), place))
            }
        }
    }

    /// Sorts the events by time, and reports those that are impossible after the preceding events.
    mutating func sortAndCheck(_ members: inout DocumentReader) {
        // Swift's sort is stable.
        entries.sort { $0.at < $1.at }
        var check = OrderCheck(world)
        var hostCheck = host.map { HostOrderCheck($0) }
        for entry in entries {
            let fault =
                switch entry.event {
                case .device(let event): check.fault(event)
                case .host(let event): hostCheck?.fault(event)
                }
            if let fault { members.report(fault.fault(at: "events[\(entry.place)]")) }
        }
    }
}
