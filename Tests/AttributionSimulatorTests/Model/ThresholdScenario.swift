import AttributionBase
import AttributionModel
import AttributionSchema
import AttributionSimulator

/// A random scenario with events at the thresholds of the rules, and 1 ms before and after them.
///
/// It is generated as a document, so that the program can play the scenario of a failure.
struct ThresholdScenario {
    let json: String
    let scenario: Scenario

    init(seed: UInt64) throws(Problems) {
        var writer = ScenarioWriter(seed: seed)
        json = writer.document()
        scenario = try Self.read(json, delays: World.Delays.allCases[Int(seed % 4)])
    }

    static func read(_ json: String, delays: World.Delays) throws(Problems) -> Scenario {
        var scenario = try Scenario(parsing: Array(json.utf8)) { token in
            AdImpression.unreadable(OutcomeReason(rawValue: token) ?? .components)
        }
        scenario.world.delays = delays
        return scenario
    }
}

/// Generates the parts of a scenario as JSON.
private struct ScenarioWriter {
    private var random: SplitMix64
    /// Draws schemas and their events, on which the rest of a scenario does not depend.
    private var other: SplitMix64
    private let seed: UInt64
    /// The milliseconds since the start.
    private var now: Int64 = 0
    private var events: [String] = []
    /// The ends and closes that are still to be written.
    private var pending: [(at: Int64, text: String)] = []
    /// The times of possible ends.
    private var marks: [Int64] = []
    private var ads: [Ad] = []
    private var apps: [App] = []
    private let publishers: [UInt64] = [Play.publisher, 77]
    private let networks: [String]
    private let onlyDevelopment: Bool
    private let startsInMode: Bool
    private let usesSettings: Bool

    /// An advertised app.
    private struct App {
        let item: UInt64
        var isPresent: Bool
        let json: String
        let clickDays: Int64
        let viewDays: Int64
        let cooldowns: [Int64]
    }

    private struct Ad {
        let json: String
        let app: Int
        let isAdAttributionKit: Bool
        /// The fidelity type of SKAdNetwork.
        let fidelity: Int
        /// The number in its identifier.
        let number: Int
    }

    private static let start: Int64 = 1_767_225_600_000

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
        other = SplitMix64(seed: ~seed)
        networks = (0..<(1 + random.next() % 9)).map { "n\($0).adattributionkit" }
        onlyDevelopment = random.next() % 100 < 25
        usesSettings = random.next() % 100 < 25
        startsInMode = random.next() % 100 < (onlyDevelopment ? 60 : 15)
        if startsInMode { marks.append(14 * TimeSpan.day) }
        apps = [drawApp(Play.app), drawApp(7)]
    }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(1, bound))) }
    private mutating func often(_ percent: Int) -> Bool { below(100) < percent }
    private mutating func any<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private mutating func apart(_ body: (inout Self) -> Void) {
        swap(&random, &other)
        body(&self)
        swap(&random, &other)
    }

    // MARK: - The document

    mutating func document() -> String {
        for _ in 0..<(3 + below(45)) {
            goOn()
            writeEvent()
        }
        if often(50) {
            let last = pending.map(\.at).max() ?? now
            writePending(until: last)
            now = max(now, last)
        }
        // Occasionally, the last event is at the latest possible time, before the year 10000, or the clock begins
        // with the year 0.
        let start =
            switch below(20) {
            case 0: TimeSpan.lastEvent - now
            case 1: Int64(-62_167_219_200_000)
            default: Self.start
            }
        var members = [
            "\"start\":\"\(Timestamp(milliseconds: start).rfc3339)\"", "\"seed\":\(seed)",
            "\"developer-mode\":\(startsInMode)",
        ]
        if often(85) { members.append("\"country\":\"US\"") }
        if often(80) { members.append("\"tiers\":" + drawTiers()) }
        if often(25) { members.append("\"publisher-apps\":" + drawPublishers()) }
        if often(35) { members.append("\"window-start\":\"first-launch\"") }
        if often(25) { members.append("\"re-engagement-limits\":" + drawLimits()) }
        if often(10) { members.append("\"strip-parameters\":[\"a\"]") }
        if often(35) { members.append("\"receivers\":" + drawReceivers()) }
        members.append("\"advertised-apps\":[" + apps.map(\.json).joined(separator: ",\n    ") + "]")
        members.append("\"events\":[\n    " + events.joined(separator: ",\n    ") + "]")
        return "{\n  " + members.joined(separator: ",\n  ") + "}"
    }

    // MARK: - Time

    /// Advances to a threshold, to 1 ms before or after one, or to any other time.
    private mutating func goOn() {
        var target = now
        marks.removeAll { $0 + 1 < now }
        marks.sort()
        let ahead = marks
        switch below(100) {
        case 0..<15: break
        case 15..<65 where !ahead.isEmpty:
            let mark = often(60) ? ahead[below(min(3, ahead.count))] : any(ahead)
            target = max(now, mark + Int64(below(3)) - 1)
        default:
            let steps = [
                1, 999, TimeSpan.second, 2 * TimeSpan.second, TimeSpan.minute, 15 * TimeSpan.minute, TimeSpan.hour,
                12 * TimeSpan.hour, TimeSpan.day, 2 * TimeSpan.day, 5 * TimeSpan.day,
            ]
            target = now + any(steps) * Int64(1 + below(2))
        }
        pass(target - now)
    }

    /// Advances by a span, and writes the ends that are due until then.
    private mutating func pass(_ span: Int64) {
        writePending(until: now + span)
        now += span
    }

    private mutating func writePending(until target: Int64) {
        for (at, text) in pending.sorted(by: { $0.at < $1.at }) where at <= target { write(text, at: at) }
        pending.removeAll { $0.at <= target }
    }

    private mutating func mark(_ spans: Int64...) { marks += spans.map { now + $0 } }

    /// Marks the ends of windows, timers and deadlines that begin now.
    private mutating func markWindows() {
        mark(2 * TimeSpan.day, 7 * TimeSpan.day, 35 * TimeSpan.day, 24 * TimeSpan.hour)
        if onlyDevelopment { mark(3 * TimeSpan.minute, 6 * TimeSpan.minute, 9 * TimeSpan.minute) }
    }

    private mutating func write(_ text: String, at: Int64? = nil) {
        events.append("{\"at\":\"\(Play.offset(at ?? now))\",\"event\":\(text)}")
    }

    // MARK: - Events

    private mutating func writeEvent() {
        switch below(100) {
        case 0..<3: writeBurstOfViews()
        case 3..<7: writeBurstOfTaps()
        case 7..<9: write("\"load\"," + shown(drawAd()))
        case 9..<11: writeLateUpdate()
        case 11..<18: writeView()
        case 18..<23: writeViewAtOnce()
        case 23..<41: writeTap(on: drawAd())
        case 41..<48: writeSheet()
        case 48..<50: write("\"developer-mode\",\"on\":\(drawMode())")
        case 50..<58 where usesSettings: writeSettings()
        case 50..<62: writeInstallation()
        case 62..<67:
            if let app = drawInstalledApp() {
                write("\"launch\",\"app\":\(apps[app].item)")
                markWindows()
            }
        default:
            guard let app = drawInstalledApp() else { return }
            writeUpdate(app)
            apart { if $0.often(40) { $0.writeAppEvent(app) } }
        }
    }

    /// Creates postbacks in developer settings, or transmits or clears earlier ones.
    private mutating func writeSettings() {
        if often(45) { return write(any(["\"transmit-postbacks\"", "\"clear-postbacks\""])) }
        guard let app = drawInstalledApp() else { return }
        if often(30) { return writeClearing(of: app) }
        writeCreation(of: app, windows: any([1, 3]))
        // Most of them are updated soon, or nothing of them waits.
        if often(70) { writeUpdate(app) }
    }

    private mutating func writeCreation(of app: Int, windows: Int) {
        var text = "\"create-postbacks\",\"app\":\(apps[app].item),\"tier\":\(below(4)),\"windows\":\(windows)"
        if often(50) { text += ",\"conversion-type\":\"\(any(["redownload", "re-engagement"]))\"" }
        if often(30) { text += ",\"interaction\":\"view\"" }
        if often(50) { text += ",\"tag\":\"\(1 + below(3))\"" }
        write(text)
        mark(24 * TimeSpan.hour, 48 * TimeSpan.hour, 60 * TimeSpan.day)
    }

    /// Creates a postback and sends it, so that nothing of it waits when all are cleared, and updates the app again.
    private mutating func writeClearing(of app: Int) {
        if often(40) { writeUpdate(app) }
        writeCreation(of: app, windows: 1)
        write("\"update\",\"app\":\(apps[app].item),\"fine\":1,\"lock\":true")
        write("\"transmit-postbacks\"")
        if often(30) { writeCreation(of: app, windows: any([1, 3])) }
        pass(any([0, 1, TimeSpan.minute, TimeSpan.hour]))
        write("\"clear-postbacks\"")
        pass(any([0, 1, TimeSpan.hour, TimeSpan.day]))
        writeUpdate(app)
    }

    /// Lets both frameworks compete for an installation whose first update comes late, and without a coarse value.
    private mutating func writeLateUpdate() {
        guard !apps[0].isPresent else { return }
        for isAdAttributionKit in often(50) ? [true, false] : [false, true] {
            writeTap(on: drawNewAd(isAdAttributionKit: isAdAttributionKit, fidelity: 1), "overlay")
            pass(1)
        }
        writeInstall(0)
        write("\"launch\",\"app\":\(apps[0].item)")
        pass(any([2, 3, 7, 34]) * TimeSpan.day)
        let lock = often(30) ? ",\"lock\":true" : ""
        write("\"update\",\"app\":\(apps[0].item),\"fine\":1,\"api\":\"skadnetwork\"" + lock)
        markWindows()
    }

    private mutating func drawMode() -> Bool {
        let isOn = often(60)
        if isOn { mark(14 * TimeSpan.day) }
        return isOn
    }

    private mutating func drawInstalledApp() -> Int? {
        let there = apps.indices.filter { apps[$0].isPresent }
        return there.isEmpty ? nil : any(there)
    }

    private mutating func writeInstallation() {
        let index = often(80) ? 0 : 1
        let app = apps[index]
        if app.isPresent {
            guard often(40) else { return }
            apps[index].isPresent = false
            write("\"delete\",\"app\":\(app.item)")
            return
        }
        writeInstall(index)
    }

    private mutating func writeInstall(_ index: Int) {
        let app = apps[index]
        apps[index].isPresent = true
        var text = "\"install\",\"app\":\(app.item)"
        if often(10) { text += ",\"kind\":\"\(any(["download", "redownload"]))\"" }
        if often(20) { text += ",\"marketplace\":\"com.example.market\"" }
        if often(20) { text += ",\"country\":\"DE\"" }
        write(text)
        mark(60 * TimeSpan.day)
        marks += app.cooldowns.map { now + $0 }
    }

    private mutating func writeAppEvent(_ app: Int) {
        var text = "\"app-event\",\"app\":\(apps[app].item),\"name\":\"\(any(["a", "a", "b"]))\""
        if often(70) { text += ",\"revenue\":\"\(any(["0", "0.01", "0.99", "1", "2.5", "5"]))\"" }
        write(text)
    }

    /// Returns a conversion schema, with values that a few events reach.
    private mutating func drawSchema() -> String {
        func lock(_ isLocking: Bool) -> String { isLocking ? ",\"lock\":true" : "" }
        let first = [
            often(70) ? "{\"fine\":1,\"coarse\":\"low\"}" : "{\"fine\":1,\"event\":\"launch\",\"count\":2}",
            "{\"fine\":2,\"event\":\"b\",\"count\":\(1 + below(2))\(lock(often(10)))}",
            "{\"fine\":[3,\(4 + below(3))],\"coarse\":\"medium\",\"event\":\"a\",\"revenue\":[\"0.01\",\"3\"]}",
            "{\"fine\":9,\"coarse\":\"high\",\"event\":\"a\",\"revenue\":[\"3\",null]\(lock(often(40)))}",
        ]
        let later = [
            "{\"coarse\":\"low\",\"name\":\"came back\"}",
            "{\"coarse\":\"high\",\"event\":\"a\",\"revenue\":[\"\(any(["0", "1"]))\",\"6\"]\(lock(often(30)))}",
        ]
        var windows = ["{\"window\":1,\"values\":[\(first.joined(separator: ","))]}"]
        if often(70) { windows.append("{\"window\":2,\"values\":[\(later.joined(separator: ","))]}") }
        if often(50) { windows.append("{\"window\":3,\"values\":[\(later.joined(separator: ","))]}") }
        return "{\"windows\":[\(windows.joined(separator: ","))]}"
    }

    private mutating func writeUpdate(_ app: Int) {
        let fine = often(90) ? below(6) : any([-1, 0, 63, 64])
        var text = "\"update\",\"app\":\(apps[app].item),\"fine\":\(fine)"
        if often(60) { text += ",\"coarse\":\"\(any(["low", "medium", "high"]))\"" }
        if often(15) { text += ",\"lock\":true" }
        if often(40) {
            text += ",\"api\":\"skadnetwork\""
        } else {
            if often(15) {
                text +=
                    ",\"types\":" + any(["[\"install\"]", "[\"re-engagement\"]", "[\"install\",\"re-engagement\"]"])
            }
            if often(12) { text += ",\"tag\":\"\(1 + below(3))\"" }
        }
        write(text)
        markWindows()
    }

    // MARK: - Ads on screens

    private func markInteraction(_ ad: Ad) -> [Int64] {
        let app = apps[ad.app]
        return [app.viewDays, app.clickDays, 1, 30, 7].map { now + $0 * TimeSpan.day }
    }

    private mutating func shown(_ ad: Ad) -> String {
        marks += markInteraction(ad)
        mark(15 * TimeSpan.minute)
        let publisher = often(4) ? ",\"publisher\":\(any(publishers + [0]))" : ""
        return "\"impression\":\(ad.json)" + publisher
    }

    private mutating func writeView() {
        let ad = drawAd()
        let what = shown(ad) + (often(10) ? ",\"presentation\":\"custom\"" : "")
        write("\"begin-view\"," + what)
        writeOtherEnd(ad, "end-view")
        if often(90) { pending.append((now + any([1999, 2000, 2001, 1, 60_000]), "\"end-view\"," + what)) }
    }

    private mutating func writeViewAtOnce() {
        let ad = drawAd()
        guard ad.isAdAttributionKit else { return }
        write("\"view\"," + shown(ad) + (often(10) ? ",\"presentation\":\"custom\"" : ""))
    }

    private mutating func writeTap(on ad: Ad, _ presentation: String? = nil) {
        var text = "\"tap\"," + shown(ad)
        if let presentation = presentation
            ?? (often(50) ? any(["custom", "overlay", "product-page", "view-through"]) : nil)
        {
            text += ",\"presentation\":\"\(presentation)\""
        }
        if often(4) { text += ",\"attribution-view\":false" }
        if often(40) { text += ",\"re-engagement-url\":\"\(drawURL())\"" }
        write(text)
        mark(48 * TimeSpan.hour, 30 * TimeSpan.day, 365 * TimeSpan.day)
        marks += apps[ad.app].cooldowns.map { now + $0 }
        markWindows()
    }

    private mutating func writeSheet() {
        let ad = drawAd()
        let presentation = any(["overlay", "product-page"])
        let what = shown(ad)
        write("\"open-\(presentation)\"," + what + (often(30) ? ",\"re-engagement-url\":\"\(drawURL())\"" : ""))
        mark(2 * TimeSpan.second)
        writeOtherEnd(ad, "close-\(presentation)")
        if often(80) {
            pending.append((now + any([1999, 2000, 2001, 1, 60_000]), "\"close-\(presentation)\"," + what))
        }
        for _ in 0..<any([0, 0, 0, 1, 1, 2]) { writeTap(on: ad, presentation) }
    }

    /// Occasionally writes the end of an ad with the same identifier and other content, which leaves it open.
    private mutating func writeOtherEnd(_ ad: Ad, _ end: String) {
        let name = ad.isAdAttributionKit ? "\"advertised-item-identifier\":" : "\"itunes-item-id\":"
        guard often(5), ad.json.contains(name), ads.count(where: { $0.number == ad.number }) == 1 else { return }
        let other = ad.json.split(separator: name, maxSplits: 1).joined(separator: name + "1")
        write("\"\(end)\",\"impression\":" + other)
    }

    /// Writes as many views as a publisher app may have, some of ads that were clicked or viewed before, and one more
    /// view when the first is about to expire.
    private mutating func writeBurstOfViews() {
        let isAdAttributionKit = often(70)
        let step = Int64(any([0, 1, 1000]))
        let publisher = any(publishers)
        let start = now
        var shown: [Ad] = []
        for _ in 0..<(14 + below(6)) {
            now += step
            let isNew = shown.isEmpty || often(88)
            let ad =
                isNew
                ? drawNewAd(isAdAttributionKit: isAdAttributionKit, fidelity: 0, publisher: publisher) : any(shown)
            shown.append(ad)
            if often(8) { writeTap(on: ad, "overlay") }
            writeWholeView(of: ad)
        }
        guard often(40) else { return }
        now = max(now, start + 7 * TimeSpan.day + Int64(below(3)) - 1)
        writePending(until: now)
        writeWholeView(of: drawNewAd(isAdAttributionKit: isAdAttributionKit, fidelity: 0, publisher: publisher))
    }

    private mutating func writeWholeView(of ad: Ad) {
        if ad.isAdAttributionKit {
            write("\"view\"," + shown(ad))
        } else {
            write("\"begin-view\"," + shown(ad))
            now += 2000
            write("\"end-view\",\"impression\":\(ad.json)")
        }
        writePending(until: now)
    }

    private mutating func writeBurstOfTaps() {
        for _ in 0..<(6 + below(6)) {
            now += Int64(below(2))
            writePending(until: now)
            writeTap(on: drawNewAd(isAdAttributionKit: often(60)), "overlay")
        }
    }

    // MARK: - Ads

    private mutating func drawAd() -> Ad {
        ads.isEmpty || often(35) ? drawNewAd(isAdAttributionKit: often(65)) : ads[max(0, ads.count - 1 - below(6))]
    }

    private mutating func drawNewAd(isAdAttributionKit: Bool, fidelity: Int? = nil, publisher: UInt64? = nil) -> Ad {
        let app = often(85) ? 0 : 1
        // Occasionally, an identifier is reused with other content.
        let number = !ads.isEmpty && often(2) ? below(ads.count) : ads.count
        let identifier = "abcdef00-0000-4000-8000-" + String(String(1_000_000_000_000 + number).dropFirst())
        var text: String
        var found = 0
        if often(1) {
            text = "\"\(any([OutcomeReason.components, .header, .payload, .signature]).rawValue)\""
        } else if isAdAttributionKit {
            let publisher = onlyDevelopment ? 0 : publisher ?? drawPublisher()
            text =
                "{\"impression-identifier\":\"\(identifier)\",\"ad-network-identifier\":\"\(any(networks))\","
                + "\"source-identifier\":\(drawSource()),\"advertised-item-identifier\":\(apps[app].item),"
                + "\"publisher-item-identifier\":\(publisher)"
            if often(50) { text += ",\"eligible-for-re-engagement\":true" }
            if often(15) { text += ",\"timestamp\":\(Self.start + now + Int64(any([-1, 0, 1, 100_000_000])))" }
            text += "}"
        } else {
            (text, found) = drawSKAdNetwork(identifier, apps[app].item, fidelity, publisher)
        }
        let ad = Ad(json: text, app: app, isAdAttributionKit: isAdAttributionKit, fidelity: found, number: number)
        ads.append(ad)
        return ad
    }

    private mutating func drawSKAdNetwork(
        _ nonce: String, _ app: UInt64, _ fidelity: Int?, _ publisher: UInt64?
    ) -> (String, Int) {
        let versions = fidelity == nil ? ["1.0", "2.0", "2.1", "2.2", "2.2", "3.0", "3.0", "3.0"] : ["2.2", "3.0"]
        let version = often(50) ? "4.0" : any(versions)
        let isWeb = version == "4.0" && fidelity == nil && often(15)
        let hasFidelity = ["2.2", "3.0", "4.0"].contains(version)
        let drawn = hasFidelity && !isWeb ? fidelity ?? below(2) : 1
        var text =
            "\"version\":\"\(version)\",\"ad-network-id\":\"\(any(networks))\",\"itunes-item-id\":\(app),"
            + "\"nonce\":\"\(nonce)\""
        text += version == "4.0" ? ",\"source-identifier\":\(drawSource())" : ",\"campaign-id\":\(1 + below(100))"
        if isWeb {
            text += ",\"source-domain\":\"example.com\""
        } else if version != "1.0" {
            text += ",\"source-app-id\":\(onlyDevelopment ? 0 : publisher ?? drawPublisher())"
        }
        if hasFidelity { text += ",\"fidelity-type\":\(drawn)" }
        if often(10) { text += ",\"attribution-signature\":\"MEUC\"" }
        return ("{\"skadnetwork\":{\(text)}}", drawn)
    }

    private mutating func drawPublisher() -> UInt64 { often(12) ? 0 : any(publishers) }
    private mutating func drawSource() -> Int { any([10, 39, 99, 100, 239, 999, 1000, 5039, 5239, 9999]) }

    private mutating func drawURL() -> String {
        any([
            "https://example.com/offer", "https://example.com/offer?a=1&gclid=x&b#top", "https://example.org/",
            "http://example.com/offer", "https://example.com?AdAttributionKitReengagementOpen=9&fbclid=1",
        ])
    }

    // MARK: - The world

    private mutating func drawApp(_ item: UInt64) -> App {
        var text = "{\"item-identifier\":\(item)"
        let isPresent = often(30)
        if isPresent {
            text += ",\"installed\":true"
            if often(25) { text += ",\"marketplace\":\"com.example.market\"" }
            if often(25) { text += ",\"country\":\"FR\"" }
        }
        apart { if $0.often(50) { text += ",\"schema\":" + $0.drawSchema() } }
        if often(45) { text += ",\"overlapping-re-engagement-windows\":true" }
        if often(25) { text += ",\"universal-links\":[\"example.com\"]" }
        if often(50) {
            text +=
                ",\"postback-copies\":{\"install\":\(often(70)),\"re-engagement\":\(often(70)),"
                + "\"skadnetwork\":\(often(70))}"
        }
        var clickDays: Int64 = 30
        var viewDays: Int64 = 1
        var cooldowns: [Int64] = []
        var configuration: [String] = []
        if often(45) {
            var members: [String] = []
            for name in ["global", "n0.adattributionkit", "n1.adattributionkit"] where often(50) {
                var windows: [String] = []
                if often(50) {
                    clickDays = Int64(any([0, 1, 2, 5, 29, 30, 31]))
                    windows.append("\"click\":\(clickDays)")
                }
                if often(60) {
                    viewDays = Int64(any([0, 1, 2, 3, 6, 7, 8]))
                    windows.append("\"view\":\(viewDays)")
                }
                if often(30) { windows.append("\"ignoreInteractionType\":\"\(any(["view", "click"]))\"") }
                members.append("\"\(name)\":{\"install\":{\(windows.joined(separator: ","))}}")
            }
            configuration.append("\"AttributionWindows\":{\(members.joined(separator: ","))}")
        }
        if often(35) {
            var members: [String] = []
            for name in ["install-cooldown-hours", "re-engagement-cooldown-hours"] where often(60) {
                let hours = any([0, 1, 6, 24, 48, 720, 721])
                cooldowns.append(Int64(hours) * TimeSpan.hour)
                members.append("\"\(name)\":\(hours)")
            }
            configuration.append("\"AttributionCooldown\":{\(members.joined(separator: ","))}")
        }
        if !configuration.isEmpty { text += ",\"configuration\":{\(configuration.joined(separator: ","))}" }
        return App(
            item: item, isPresent: isPresent, json: text + "}", clickDays: clickDays, viewDays: viewDays,
            cooldowns: cooldowns)
    }

    private mutating func drawTiers() -> String {
        func row(_ writer: inout Self) -> String {
            let flat = writer.often(40) ? 3 : -1
            let members = ["2", "3", "4", "country"].map { "\"\($0)\":\(flat < 0 ? writer.below(4) : flat)" }
            return "{\(members.joined(separator: ","))}"
        }
        if often(75) { return row(&self) }
        return "{\"5239\":\(row(&self)),\"39\":\(row(&self)),\"default\":\(row(&self))}"
    }

    private mutating func drawPublishers() -> String {
        var members: [String] = []
        for publisher in publishers where often(85) {
            var listed: [String] = []
            for network in networks where often(80) { listed.append("\"\(network)\"") }
            members.append(
                "{\"item-identifier\":\(publisher),\"ad-network-identifiers\":[\(listed.joined(separator: ","))]}")
        }
        return "[\(members.joined(separator: ","))]"
    }

    private mutating func drawLimits() -> String {
        var members: [String] = []
        if often(70) { members.append("\"app-per-month\":\(below(3))") }
        if often(50) { members.append("\"device-per-year\":\(below(4))") }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func drawReceivers() -> String {
        var members: [String] = []
        for name in networks.prefix(3) + ["development.adattributionkit", "developer"] where often(60) {
            let isDown = often(30)
            var answers: [String] = []
            for _ in 0..<(isDown ? 8 + below(4) : below(4)) {
                answers.append("\(isDown ? 500 : any([500, 404, 0, 200]))")
            }
            members.append("\"\(name)\":[\(answers.joined(separator: ","))]")
        }
        return "{\(members.joined(separator: ","))}"
    }
}
