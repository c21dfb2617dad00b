import AttributionBase
import AttributionModel
import AttributionSimulator
import AttributionTestSupport
import Testing

/// The drawings of a timeline, examined by their text alone.
struct PictureTests {
    private static func entries(ofExample name: String) throws -> (entries: [TimelineEntry], start: Int64) {
        let example = try #require(ExampleScenario.named(name))
        let scenario = try Scenario(parsing: Array(example.text.utf8)) { Play.ad($0) }
        return (scenario.timeline(), scenario.world.start)
    }

    private static func picture(ofExample name: String) throws -> String {
        let (entries, start) = try entries(ofExample: name)
        return TimelinePicture(entries, start: start).text
    }

    private static func check(
        _ entries: [TimelineEntry], start: Int64, _ name: String, columns: [Int] = [40, 63, 64, 80, 131]
    ) {
        let svg = TimelinePicture(entries, start: start).text
        let picture = PictureReader(svg)
        #expect(picture.faults.isEmpty, "\(name): \(picture.faults.prefix(5))")
        // The picture is self-contained: its only address is the name of the namespace.
        #expect(svg.split(separator: "http://www.w3.org/2000/svg").count == 2)
        #expect(!svg.contains("<script") && !svg.contains("href") && !svg.contains("<image"))
        // An axis without shapes is of no use.
        let drawn = picture.shapes.filter { !["grid", "axis", "moment"].contains($0.style) }
        for axis in picture.shapes where axis.style == "axis" {
            #expect(
                drawn.contains { $0.top > axis.top && $0.left >= axis.left - 10 && $0.right <= axis.right + 10 },
                "\(name): an empty axis")
            // At least one tick is needed to read it.
            let ticks = picture.texts.filter { $0.bottom <= axis.top && $0.bottom > axis.top - 6 }
            #expect(!ticks.isEmpty, "\(name): an axis without times")
        }
        for columns in columns {
            for line in TimelineText(entries, start: start, columns: columns).text.split(separator: "\n") {
                #expect(Ruler.terminal.width(String(line)) <= columns, "\(name), \(columns): \(line)")
                #expect(line.last != " ")
            }
        }
    }

    // MARK: - Layout

    @Test(arguments: ExampleScenario.all.map(\.name))
    func examples(name: String) throws {
        let (entries, start) = try Self.entries(ofExample: name)
        Self.check(entries, start: start, name)
    }

    @Test(arguments: 0..<4)
    func randomScenarios(quarter: UInt64) {
        for seed in quarter * 50..<quarter * 50 + UInt64(part(of: 50)) {
            let scenario = RandomScenario(seed: seed)
            let start = scenario.play.world.start
            Self.check(scenario.entries(), start: start, "seed \(seed)", columns: [40, 80])
            guard seed.isMultiple(of: 3) else { continue }
            let renamed = scenario.play.events.map { TimedEvent(at: $0.at, $0.event.renamed(Self.longName)) }
            Self.check(scenario.entries(renamed), start: start, "seed \(seed), long names", columns: [40, 80])
        }
    }

    /// Returns a longer name for the network of a random scenario, determined by the old name.
    private static func longName(_ name: String) -> String {
        let suffix = name.hasSuffix(".skadnetwork") ? ".skadnetwork" : ".adattributionkit"
        let stem = name.prefix { $0 != "." }
        switch stem.utf8.reduce(0, { $0 &+ Int($1) }) % 4 {
        case 0: return "com.example.a-company-with-a-long-name.advertising.\(stem)\(suffix)"
        case 1: return "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW\(stem)"
        case 2: return "広告ネットワーク広告ネットワーク広告ネットワーク😀\(stem)\(suffix)"
        default: return "<text x=\"0\" y=\"0\">\u{202e}&amp;\u{7}\(stem)"
        }
    }

    @Test func longAddressesAndValues() {
        var play = Play(delays: .most)
        let urls = [
            "https://" + String(repeating: "a", count: 300) + ".example/offer",
            "https://shop.example/" + String(repeating: "%F0%9F", count: 200) + "?item=\"<7>\"",
            "https://例え.example/" + String(repeating: "道", count: 90),
        ]
        play.app {
            $0.isInstalled = true
            $0.overlaps = true
        }
        for (index, url) in urls.enumerated() {
            play.tap(Play.ad("a\(index)", eligible: true), at: "\(index + 1)s1ms", url: url)
        }
        for _ in 0..<3 { play.update(63, at: "100d1h1m1s1ms", .medium, lock: true) }
        let scenario = RandomScenario(seed: 0)
        Self.check(scenario.entries(play.events), start: play.world.start, "long addresses")
    }

    /// Everything at one instant, or very far from the start.
    @Test func extremeTimes() {
        for offset in ["0s", "2900000d23h59m59s999ms"] {
            var play = Play(delays: .least)
            play.world.receivers["a.adattributionkit"] = [500, 0, 500]
            for number in 0..<3 { play.tap(Play.ad("a\(number)", "a.adattributionkit"), at: offset) }
            play.install(at: offset)
            play.update(1, at: offset, lock: true)
            var simulator = DeviceSimulator(play.world)
            for event in play.events { simulator.play(event) }
            simulator.finish()
            Self.check(simulator.entries, start: play.world.start, offset)
        }
        Self.check([], start: 0, "nothing")
    }

    // MARK: - Contents

    @Test func identifiesWhatItShortens() throws {
        var play = Play()
        let names = ["alpha", "omega"].map { "com.example.a-company-with-a-very-long-name.\($0).adattributionkit" }
        for (index, name) in names.enumerated() { play.tap(Play.ad("a\(index)", name), at: "\(index)s") }
        play.install(at: "1m")
        play.update(1, at: "2m", lock: true)
        var simulator = DeviceSimulator(play.world)
        for event in play.events { simulator.play(event) }
        simulator.finish()
        let picture = PictureReader(TimelinePicture(simulator.entries, start: play.world.start).text)
        for (index, name) in names.enumerated() {
            #expect(picture.titles.contains("ad \(index + 1) \(name)"), "\(picture.titles)")
            let shown = picture.texts.filter { $0.what.hasPrefix("\"ad \(index + 1) com.example") }
            let end = index == 0 ? "alpha\"" : "omega\""
            #expect(!shown.isEmpty && shown.contains { $0.what.contains("…") && $0.what.hasSuffix(end) }, "\(shown)")
        }
    }

    @Test func supersededConversion() throws {
        let svg = try Self.picture(ofExample: "later-conversion")
        let picture = PictureReader(svg)
        #expect(picture.texts.contains { $0.what == "\"superseded by #3 before any update\"" })
        expect(picture.texts.count { $0.what == "\"superseded by #2\"" }, 2)
        #expect(picture.texts.contains { $0.what == "\"locked by #2\"" })
        // The axes of the impressions, of the first conversion and of the third.
        expect(picture.counts["axis"], 3)
        #expect(svg.contains("superseded by conversion 3"))
        let (entries, start) = try Self.entries(ofExample: "later-conversion")
        let text = TimelineText(entries, start: start, columns: 100).text
        #expect(text.contains("superseded by #3 before any update"))
    }

    /// Views and clicks have different shapes, and the winner has a ring.
    @Test func impressions() throws {
        let picture = PictureReader(try Self.picture(ofExample: "view-against-click"))
        #expect(picture.shapes.contains { $0.what == "polygon click" })
        #expect(picture.shapes.contains { $0.what == "circle view" })
        // One of them is in the legend.
        expect(picture.counts["won"], 2)
        for words in ["click that won", "view", "click won #1", "view lost #1: view-against-click"] {
            #expect(picture.texts.contains { $0.what == "\"\(words)\"" }, "\(words)")
        }
    }

    @Test func windowsAndPostbacks() throws {
        let picture = PictureReader(try Self.picture(ofExample: "receiver-fails-twice"))
        // Two in the drawing and one in the legend.
        #expect(picture.counts["retried"] == 3 && picture.counts["delivered"] == 2)
        #expect(picture.counts["window"] == 4 && picture.counts["lock"] == 2 && picture.counts["delay"] == 4)
        expect(picture.texts.count { $0.what.hasPrefix("\"postback ") }, 2)
    }

    @Test func isWordedAndTheSameAgain() throws {
        let svg = try Self.picture(ofExample: "tiers")
        expect(svg, try Self.picture(ofExample: "tiers"))
        #expect(svg.contains("<title id=\"title\">Attribution timeline from 2026-01-01T00:00:00.000Z</title>"))
        #expect(svg.contains("role=\"img\" aria-labelledby=\"title description\""))
        #expect(svg.contains("<desc id=\"description\">Timeline of a simulated device: "))
        #expect(svg.contains("@media (prefers-color-scheme: dark)"))
    }

    /// The pictures of the documentation, regardless of how they were created.
    @Test func documentation() throws {
        let names = try Repository.names(in: "Documentation").filter { $0.hasSuffix(".svg") }
        #expect(names.count >= 2)
        for name in names {
            let svg = String(decoding: try Repository.bytes(of: "Documentation/" + name), as: UTF8.self)
            let picture = PictureReader(svg)
            #expect(picture.faults.isEmpty, "\(name): \(picture.faults.prefix(5))")
            #expect(!picture.texts.isEmpty)
        }
    }
}

extension DeviceEvent {
    /// Returns the event with other names of ad networks.
    fileprivate func renamed(_ name: (String) -> String) -> DeviceEvent {
        func changed(_ ad: ShownAd) -> ShownAd {
            let old = ad.impression
            var ad = ad
            ad.impression = AdImpression(
                identifier: old.identifier, network: name(old.network), advertised: old.advertised,
                publisher: old.publisher, source: old.source, timestamp: old.timestamp,
                isEligibleForReEngagement: old.isEligibleForReEngagement, skAdNetwork: old.skAdNetwork,
                trust: old.trust)
            return ad
        }
        switch self {
        case .ad(let use, let ad): return .ad(use, changed(ad))
        default: return self
        }
    }
}
