import AttributionModel
import AttributionSchema
import AttributionSimulator
import AttributionTestSupport
import Testing

/// Nothing happens after the year 9999, which is the last that RFC 3339 can represent, and no time overflows.
struct TimeLimitTests {
    static let impression = ScenarioTests.impression
    /// The last millisecond of the year 9999.
    private static let end: Int64 = 253_402_300_799_999

    private func scenario(start: String, _ events: String...) -> Result<Scenario, Problems> {
        Result { () throws(Problems) in
            let text = "{\"start\":\"\(start)\",\"events\":[\(events.joined(separator: ","))]}"
            return try Scenario(parsing: Array(text.utf8)) { Play.ad($0) }
        }
    }

    private func faults(_ scenario: Result<Scenario, Problems>) -> [String] {
        guard case .failure(let problems) = scenario else { return [] }
        return problems.list.map { $0.place + " " + $0.message }
    }

    @Test(arguments: [
        ("9999-11-01T23:59:59.999Z", true), ("9999-11-02T00:00:00Z", false), ("9999-12-31T23:59:59.999Z", false),
        ("0000-01-01T00:00:00Z", true), ("0000-01-01T00:00:00+00:01", false),
    ]) func start(_ start: String, _ isGood: Bool) {
        let found = faults(scenario(start: start))
        expect(found.isEmpty, isGood, "\(found)")
        #expect(
            isGood || found[0].hasPrefix("start is \"\(start)\"; it must be a time from the year 0 to 9999-11-01"))
    }

    @Test(arguments: [
        ("0s", true), ("1ms", false), ("9999-11-01T23:59:59.999Z", true), ("9999-11-02T00:00:00Z", false),
        ("106751991167d", false), ("106751991168d", false),
    ]) func event(_ at: String, _ isGood: Bool) {
        let found = faults(
            scenario(
                start: "9999-11-01T23:59:59.999Z",
                "{\"at\":\"\(at)\",\"event\":\"tap\",\"impression\":\(Self.impression)}")
        )
        expect(found.isEmpty, isGood, "\(found)")
        #expect(isGood || found[0].hasPrefix("events[0].at is \"\(at)\"; it must be a"), "\(found)")
    }

    /// The latest possible scenario ends in the last millisecond.
    @Test func lastLineOfAll() throws {
        let entries = try scenario(
            start: "9999-11-01T23:59:59.999Z",
            "{\"at\":\"0s\",\"event\":\"tap\",\"impression\":\(Self.impression)}",
            #"{"at":"0s","event":"install","app":1108187390}"#
        ).get().timeline()
        expect(entries.last?.at, Self.end)
        guard case .noPostback(let fact)? = entries.last?.fact else {
            Issue.record("\(String(describing: entries.last))")
            return
        }
        expect(fact.code, .neverUpdated)
    }

    /// No consequence of an event at the latest possible instant is later.
    @Test func nothingIsLater() {
        for version in [SKAdNetworkVersion.three, .four] {
            var play = Play(delays: .most)
            play.world.start = TimeSpan.lastEvent
            play.world.receivers["n"] = Array(repeating: 500, count: 20)
            play.world.receivers["s"] = play.world.receivers["n"]
            play.world.developerMode = true
            play.tap(Play.ad("a"), at: "0s")
            play.tap(Play.skan("k", version: version), at: "0s")
            play.install(at: "0s")
            play.update(1, at: "0s", .low, api: .skAdNetwork)
            var simulator = DeviceSimulator(play.world)
            for event in play.events { simulator.play(event) }
            simulator.finish()
            let last = simulator.entries.map(\.at).max() ?? 0
            #expect(last <= Self.end, "\(last)")
        }
    }

    @Test func populationsEndInTime() {
        func faults(_ start: String, days: Int) -> [String] {
            let text = """
                {"start":"\(start)","app":1,"publisher":2,"days":\(days),"rates":{"view":1000000},
                 "networks":[{"ad-network-identifier":"n.adattributionkit","source-identifier":5239}]}
                """
            do throws(Problems) {
                _ = try Population(parsing: Array(text.utf8))
                return []
            } catch {
                return error.list.map { $0.place + " " + $0.message }
            }
        }
        expect(faults("9999-10-31T00:00:00Z", days: 2), [])
        let found = faults("9999-10-31T00:00:00.001Z", days: 2)
        #expect(found.count == 1 && found[0].hasPrefix("days is 2; it must be days that end by 9999-11-01"), "\(found)")
    }

    @Test func crowdsAreCountedWithoutOverflow() throws {
        var counts = CrowdCounts()
        let ad = CrowdCounts.Ad(network: "n", advertised: Play.app, digits: "39")
        counts.ads[ad] = .max
        counts.add(Play.ad("a"), country: nil, countsPublisher: false)
        expect(counts.ads[ad], .max)
        counts.add(counts)
        expect(counts.ads[ad], .max)
    }
}
