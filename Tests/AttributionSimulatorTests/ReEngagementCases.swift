import AttributionModel
import AttributionSimulator

private let e = Play.ad("e", eligible: true)
private let f = Play.ad("f", eligible: true)
private let url = "https://example.com/offer"
private let parameter = "AdAttributionKitReengagementOpen"

private func installed(_ play: inout Play) { play.app { $0.isInstalled = true } }

let reEngagementCases: [RuleCase] = [
    rule(
        "S51", "locked now, later ones removed",
        has: [
            "window c1 i0 locked by-conversion @1h", "no-postback c1 i1 superseded @1h",
            "no-postback c1 i2 superseded @1h",
            "conversion re-engagement e @1h", "postback n c1 i0 t3 5239 fine=1",
        ], lacks: ["window c1 i1"]
    ) {
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s")
        $0.tap(e, at: "1h")
        $0.update(2, at: "2h")
    },
    rule(
        "S51", "overlap: untouched", has: ["window c1 i1 opened @2d"],
        lacks: ["window c1 i0 locked", "window c1 i1 removed"]
    ) {
        $0.app { $0.overlaps = true }
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s")
        $0.tap(e, at: "1h")
        $0.update(2, at: "2h")
    },
    rule("S51", "overlap: an install locks all", has: ["window c1 i0 locked by-conversion @3h"]) {
        $0.app { $0.overlaps = true }
        $0.app { $0.isInstalled = true }
        $0.tap(e, at: "0s")
        $0.update(1, at: "1h")
        $0.delete(at: "2h")
        $0.tap(Play.ad("a"), at: "2h")
        $0.install(at: "3h")
    },
    rule(
        "S52", "never updated: removed", has: ["no-postback c1 superseded @1h", "conversion re-engagement e"],
        lacks: ["postback n c1"]
    ) {
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.tap(e, at: "1h")
    },
    rule(
        "S52", "never launched: its windows do not open",
        has: ["no-postback c1 superseded @1h", "window c2 i0 opened @1h"],
        lacks: ["window c1"]
    ) {
        $0.world.windowStart = .firstLaunch
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.tap(e, at: "1h")
    },
    rule(
        "S52", "launched: what opened is removed, and no more",
        has: ["window c1 i0 opened @1m", "window c1 i0 removed @1h"], lacks: ["window c1 i1", "window c1 i2"]
    ) {
        $0.world.windowStart = .firstLaunch
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.launch(at: "1m")
        $0.tap(e, at: "1h")
    },
    rule(
        "S52", "a timer that never ran is not removed", has: ["no-postback skan c1 superseded @1h"],
        lacks: ["window skan"]
    ) {
        $0.world.windowStart = .firstLaunch
        $0.tap(Play.skan("k", version: .three), at: "0s")
        $0.install(at: "0s")
        $0.launch(at: "1m")
        $0.tap(e, at: "1h")
    },
    rule(
        "S52", "a timer that runs is locked",
        has: ["window skan c1 i0 opened @1m", "window skan c1 i0 locked by-conversion @1h", "postback s c1 i0"],
        lacks: ["window skan c1 i0 removed"]
    ) {
        $0.tap(Play.skan("k", version: .three), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "1m", api: .skAdNetwork)
        $0.tap(e, at: "1h")
    },
    rule(
        "S52", "already locked: same send time",
        has: [
            "window c1 i0 locked by-update @1h",
            "postback n c1 i0 t3 5239 fine=1 publisher=5838492 country=US marketplace=com.apple.AppStore @1d1h",
        ], lacks: ["window c1 i0 locked by-conversion"], delays: .least
    ) {
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "1h", lock: true)
        $0.tap(e, at: "5h")
    },
    rule(
        "S53", "not installed", has: ["tap e recorded", "open-marketplace", "conversion download e"],
        lacks: ["conversion re-engagement"]
    ) {
        $0.tap(e, at: "0s")
        $0.install(at: "1h")
    },
    rule(
        "S53", "installed", has: ["conversion re-engagement e", "no-conversion no-impression @2h"],
        lacks: ["conversion redownload"]
    ) {
        installed(&$0)
        $0.tap(e, at: "0s")
        $0.delete(at: "1h")
        $0.install(at: "2h")
    },
    rule("S54", "opens, click kept", has: ["no-conversion not-eligible", "open-app", "conversion redownload a"]) {
        installed(&$0)
        $0.tap(Play.ad("a"), at: "0s")
        $0.delete(at: "1h")
        $0.install(at: "2h")
    },
    rule(
        "S54", "not installed", has: ["open-marketplace", "conversion download a"],
        lacks: ["no-conversion", "open-app"]
    ) {
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "2h")
    },
    rule("S55", "view, then opened", has: ["view e recorded"], lacks: ["conversion", "open-app"]) {
        installed(&$0)
        $0.view(e, at: "0s")
        $0.launch(at: "1h")
    },
    rule("S55", "tapped after the view", has: ["view e recorded", "conversion re-engagement e @1h"]) {
        installed(&$0)
        $0.view(e, at: "0s")
        $0.tap(e, at: "1h", .overlay)
    },
    rule("S56", "6 h − 1 ms", has: ["no-conversion cooldown @5h59m59s999ms", "open-url \(url)?\(parameter)"]) {
        $0.app { $0.rules.installCooldownHours = 6 }
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.tap(e, at: "5h59m59s999ms", url: url)
    },
    rule("S56", "6 h", has: ["conversion re-engagement e @6h"]) {
        $0.app { $0.rules.installCooldownHours = 6 }
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.tap(e, at: "6h", url: url)
    },
    rule("S57", "not after an install", has: ["conversion re-engagement e @1h"]) {
        $0.app { $0.rules.reEngagementCooldownHours = 6 }
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s")
        $0.tap(e, at: "1h")
    },
    rule(
        "S57", "stops an install",
        has: ["conversion re-engagement e @0s", "no-conversion cooldown @2h", "conversion redownload a @6h"]
    ) {
        $0.app { $0.rules.reEngagementCooldownHours = 6 }
        installed(&$0)
        $0.tap(e, at: "0s")
        $0.delete(at: "1h")
        $0.tap(Play.ad("a"), at: "1h")
        $0.install(at: "2h")
        $0.delete(at: "3h")
        $0.install(at: "6h")
    },
    rule("S58", "Nth", has: ["conversion re-engagement e", "conversion re-engagement f"], lacks: ["no-conversion"]) {
        $0.world.limits.appPerMonth = 2
        installed(&$0)
        $0.tap(e, at: "0s")
        $0.tap(f, at: "1h")
    },
    rule(
        "S58", "N+1",
        has: ["conversion re-engagement f", "no-conversion rate-limited @2h", "conversion re-engagement g @30d"]
    ) {
        $0.world.limits.appPerMonth = 2
        installed(&$0)
        $0.tap(e, at: "0s")
        $0.tap(f, at: "1h")
        let g = Play.ad("g", eligible: true)
        $0.tap(g, at: "2h")
        $0.load(g, at: "30d")
        $0.tap(g, at: "30d")
    },
    rule("S58", "device and year", has: ["no-conversion rate-limited @1h"]) {
        $0.world.limits.devicePerYear = 1
        installed(&$0)
        $0.tap(e, at: "0s")
        $0.tap(f, at: "1h")
    },
    rule("S58", "development never", has: ["conversion re-engagement d1", "conversion re-engagement d2"]) {
        $0.world.limits.appPerMonth = 1
        installed(&$0)
        $0.tap(Play.ad("d1", publisher: 0, eligible: true), at: "0s")
        $0.tap(Play.ad("d2", publisher: 0, eligible: true), at: "1h")
    },
    rule("S59", "no query", has: ["open-url \(url)?\(parameter) @0s"]) {
        installed(&$0)
        $0.tap(e, at: "0s", url: url)
    },
    rule("S59", "query and fragment, stripped names", has: ["open-url \(url)?a=1&b&\(parameter)#top"]) {
        installed(&$0)
        $0.tap(e, at: "0s", url: "\(url)?a=1&gclid=x&b&\(parameter)=9&fbclid=y#top")
    },
    rule(
        "S59", "no universal link", has: ["conversion re-engagement e", "open-app not-a-universal-link"],
        lacks: ["open-url"]
    ) {
        $0.app {
            $0.isInstalled = true
            $0.universalLinks = ["example.com"]
        }
        $0.tap(e, at: "0s", url: "https://example.org/")
    },
    rule("S59", "not https", has: ["open-app not-a-universal-link"]) {
        installed(&$0)
        $0.tap(e, at: "0s", url: "http://example.com/")
    },
    rule("S59", "without URL", has: ["open-app @0s"], lacks: ["open-app not-a-universal-link"]) {
        installed(&$0)
        $0.tap(e, at: "0s")
    },
    rule("S59", "that of the open page", has: ["open-url \(url)?\(parameter)"]) {
        installed(&$0)
        $0.at("0s", .ad(.open, ShownAd(e, presentation: .productPage, reEngagementURL: url)))
        $0.tap(e, at: "5s", .productPage)
    },
    rule("S60", "tag", has: ["open-url \(url)?\(parameter)=1", "open-url \(url)?\(parameter)=2"]) {
        $0.app {
            $0.isInstalled = true
            $0.overlaps = true
        }
        $0.tap(e, at: "0s", url: url)
        $0.tap(f, at: "1h", url: url)
    },
    rule("S60", "without overlap bare", has: ["open-url \(url)?\(parameter) @0s"]) {
        installed(&$0)
        $0.tap(e, at: "0s", url: url)
    },
]
