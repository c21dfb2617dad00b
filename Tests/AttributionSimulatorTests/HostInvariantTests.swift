import AttributionBase
import AttributionModel
import AttributionSimulator
import AttributionTestSupport
import Testing

/// Properties of every timeline of an app that shows ads.
struct HostInvariantTests {
    /// Returns a scenario with random screens, ads and events.
    private static func play(_ number: Int) -> HostPlay {
        var generator = SeededRandom(seed: UInt64(number)).of("host scenario").generator
        func draw(_ count: UInt64) -> UInt64 { generator.next() % count }
        func chance(_ percent: UInt64) -> Bool { draw(100) < percent }
        var play = HostPlay()
        let isPad = chance(50)
        play.members += [
            "\"device\":\"\(isPad ? "pad" : "phone")\"", "\"refresh\":\"\(1 + draw(40))s\"",
            "\"load-delay\":\"\(draw(3) * 700)ms\"", "\"fill-rate\":\(chance(50) ? 100 : draw(101))",
            "\"hide-when-empty\":\(chance(70))",
        ]
        play.world = ["\"seed\":\(draw(1000))", #""start":"2026-01-01T23:59:00Z""#]
        play.screens = [
            HostPlay.screen(
                "feed",
                [
                    HostPlay.slot("a", "banner", "\"scrolls\":true"), HostPlay.slot("b"),
                    HostPlay.slot("m", "full-screen"), HostPlay.slot("p", "full-screen", #""style":"page""#),
                ])
        ]
        let actions = ["custom", "overlay", "product-page", "modal", "url"]
        play.inventory = (1...Int(1 + draw(4))).flatMap { app in
            ["banner", "full-screen"].map { format in
                HostPlay.item(
                    app: app,
                    "\"action\":\"\(actions[Int(draw(5))])\",\"cpm\":\"\(draw(9)).\(draw(1000))\",\"cpc\":\"0.\(1 + draw(999_999))\","
                        + "\"test\":\(chance(20)),\"presentation\":\"\(chance(30) ? "custom" : "view-through")\"",
                    format: format)
            }
        }
        var time: UInt64 = 0
        var isOpen = false
        var hasTap = false
        for _ in 0..<60 {
            time += chance(20) ? 0 : draw(9000)
            guard isOpen else {
                play.events.append("\(time)ms open-screen feed")
                isOpen = true
                continue
            }
            let banner = chance(50) ? "a" : "b"
            let any = ["a", "b", "m", "p"][Int(draw(4))]
            let events = [
                "rotate \(chance(50) ? "portrait" : "landscape")", "network \(chance(50) ? "up" : "down")",
                "background",
                "foreground", "foreground", "hide-slot \(banner)", "show-slot \(banner)", "show-slot p", "hide-slot p",
                "remove-slot \(any)", "scroll-slot a \(chance(50) ? "on" : "off")", "clear-slots",
                "set-size \(banner) \(isPad ? "768x66" : "320x50")", "present-slot m at-break", "dismiss-slot m",
                "tap-slot \(any)", "tap-slot a", "refuse-actions \(chance(20) ? "on" : "off")", "close-screen",
                "finish-action", "cancel-action", "tap-store", "finish-action",
            ]
            let event = events[Int(draw(UInt64(events.count)))]
            if ["finish-action", "cancel-action", "tap-store"].contains(event), !hasTap { continue }
            if event.hasPrefix("tap-slot") { hasTap = true }
            if event == "close-screen" { isOpen = false }
            play.events.append("\(time)ms \(event)")
        }
        return play
    }

    @Test func everyTimelineOfAHostKeepsTheRules() throws {
        var clicks = 0
        for number in 0..<part(of: 300) {
            let play = Self.play(number)
            expect(play.faults, [])
            let scenario = try play.scenario.get()
            let entries = scenario.timeline()
            var isPaused = false
            var shown: [String: String] = [:]
            var loaded: Set<String> = []
            var seen: Set<String> = []
            var began = 0
            var sums = (requests: 0, fills: 0, impressions: 0, tests: 0, clicks: 0)
            var revenue = Money.zero
            var at = scenario.world.start
            func hold(_ condition: Bool, _ what: String) throws {
                try #require(condition, "scenario \(number): \(what)\n\(play.lines.joined(separator: "\n"))")
            }
            for entry in entries {
                try hold(entry.at >= at, "time goes back")
                at = entry.at
                guard case .host(let fact) = entry.fact else { continue }
                switch fact {
                case .slot(let fact):
                    guard let impression = fact.impression else { continue }
                    switch fact.state {
                    case .loaded: try hold(loaded.insert(impression).inserted, "an impression was loaded twice")
                    case .shown:
                        try hold(!isPaused, "shown while the app is not in front")
                        try hold(loaded.contains(impression), "shown without a load")
                        try hold(shown.updateValue(impression, forKey: fact.slot) == nil, "shown twice")
                        seen.insert(impression)
                    case .hidden:
                        try hold(shown.removeValue(forKey: fact.slot) == impression, "hidden and not shown")
                    default: break
                    }
                case .action(let fact): if fact.state == .began { began += 1 }
                case .pause:
                    try hold(!isPaused && shown.isEmpty, "paused twice, or something is shown")
                    isPaused = true
                case .resume:
                    try hold(isPaused, "resumed and not paused")
                    isPaused = false
                case .earnings(let day):
                    sums.requests += day.requests
                    sums.fills += day.fills
                    sums.impressions += day.impressions
                    sums.tests += day.testImpressions
                    sums.clicks += day.clicks
                    revenue += day.revenue
                case .event, .guideline: break
                }
                try hold(shown.keys.filter { $0 == "m" || $0 == "p" }.isEmpty || shown.count == 1, "covered and shown")
            }
            try hold(sums.fills == loaded.count && sums.fills <= sums.requests, "\(sums) of \(loaded.count) loads")
            try hold(sums.impressions + sums.tests == seen.count, "\(sums) of \(seen.count) seen")
            try hold(sums.clicks <= began, "\(sums) of \(began) actions")
            try hold(sums.impressions + sums.clicks > 0 || revenue == .zero, "money for nothing")
            clicks += sums.clicks
            let again = try play.scenario.get().timeline()
            try hold(again.written == entries.written, "not the same again")
        }
        #expect(clicks > part(of: 100), "\(clicks)")
    }

    /// Every view that begins for a host's ad ends, unless the events end before.
    @Test func viewsEndAsTheyBegan() throws {
        for number in 0..<part(of: 300) {
            var play = Self.play(number)
            if let last = play.events.last, !last.hasSuffix("close-screen") {
                play.events.append(last.split(separator: " ")[0] + " close-screen")
            }
            var open: [String: Int] = [:]
            for entry in try play.scenario.get().timeline() {
                guard case .ad(let name, let ad, _, let code) = entry.fact else { continue }
                if name == .beginView { open[ad.identifier, default: 0] += 1 }
                if name == .endView { open[ad.identifier, default: 0] -= 1 }
                #expect(code != .viewNotEnded, "scenario \(number)")
            }
            #expect(open.values.allSatisfy { $0 == 0 }, "scenario \(number)")
        }
    }
}
