import AttributionSimulator
import AttributionTestSupport
import Testing

/// Random populations.
struct PopulationTests {
    private static let days = 5
    private static let text = """
        {"start":"2026-01-01T00:00:00Z","seed":3,"app":1,"publisher":2,"days":\(days),
         "networks":[{"ad-network-identifier":"n.adattributionkit","source-identifier":5239}],
         "rates":{"view":500000,"tap":500000,"install":500000,"organic":200000,"launch":800000,"update":800000},
         "values":[{"fine":1}]}
        """

    private func devices() throws -> [[TimedEvent]] {
        let population = try Population(parsing: Array(Self.text.utf8))
        return (1...1000).map { population.events(of: $0) }
    }

    /// Each kind of event occurs in each hour of the day.
    @Test func timesOfDayAreAllOfThem() throws {
        var hours: [EventName?: Set<Int64>] = [:]
        for events in try devices() {
            for event in events {
                let time = (event.at - World().start) % TimeSpan.day
                hours[event.event.name, default: []].insert(time / TimeSpan.hour)
            }
        }
        for name in [EventName.beginView, .endView, .load, .tap, .install, .launch, .update] {
            expect(hours[name]?.count, 24, "\(name.rawValue): \(hours[name]?.sorted() ?? [])")
        }
    }

    /// Events are in order and within the days, an ad precedes the installation that it causes, and an app is
    /// launched only after its installation.
    @Test func eventsComeInTheirOrder() throws {
        let end = World().start + Int64(Self.days) * TimeSpan.day
        var led = 0
        for events in try devices() {
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at })
            #expect(events.allSatisfy { $0.at < end })
            let names = events.map(\.event.name)
            let install = names.firstIndex(of: .install) ?? names.endIndex
            #expect(!names[..<install].contains(.launch) && !names[..<install].contains(.update))
            if names[..<install].contains(where: { $0 == .endView || $0 == .tap }) { led += 1 }
        }
        #expect(led > 700, "\(led)")
    }
}

extension DeviceEvent {
    /// The name of an event of a population.
    fileprivate var name: EventName? {
        switch self {
        case .ad(.load, _): .load
        case .ad(.beginView, _): .beginView
        case .ad(.endView, _): .endView
        case .ad(.tap, _): .tap
        case .install: .install
        case .launch: .launch
        case .update: .update
        default: nil
        }
    }
}
