import AttributionModel

@testable import AttributionSimulator

private let a = Play.ad("a")

private func windows(click: Int? = nil, view: Int? = nil, ignored: InteractionType? = nil)
    -> AttributionConfiguration.Windows
{
    var windows = AttributionConfiguration.Windows()
    windows.clickDays = click
    windows.viewDays = view
    windows.ignoredInteraction = ignored
    return windows
}

/// A view at the start, recorded by a single call, and an install.
private func viewed(_ play: inout Play, install offset: String) {
    play.view(a, at: "0s")
    play.install(at: offset)
}

private func clicked(_ play: inout Play, install offset: String) {
    play.tap(a, at: "0s")
    play.install(at: offset)
}

let attributionCases: [RuleCase] = [
    rule("S18", "1 d − 1 ms", has: ["conversion download a"]) { viewed(&$0, install: "23h59m59s999ms") },
    rule("S18", "1 d", has: ["no-conversion no-impression", "not-qualified a view attribution-window-over"]) {
        viewed(&$0, install: "1d")
    },
    rule("S19", "30 d − 1 ms", has: ["conversion download a"]) { clicked(&$0, install: "29d23h59m59s999ms") },
    rule("S19", "30 d", has: ["no-conversion no-impression", "not-qualified a click attribution-window-over"]) {
        clicked(&$0, install: "30d")
    },
    rule("S19", "30 d − 1 ms, and a view", has: ["conversion download a", "won a click"]) {
        $0.view(a, at: "29d23h")
        clicked(&$0, install: "29d23h59m59s999ms")
    },
    rule("S19", "30 d, and a view", has: ["conversion download a", "won a view"], lacks: ["no-conversion"]) {
        $0.view(a, at: "29d23h")
        clicked(&$0, install: "30d")
    },
    rule("S19", "30 d, and an old view", has: ["not-qualified a view attribution-window-over"]) {
        $0.view(a, at: "28d")
        clicked(&$0, install: "30d")
    },
    rule("S20", "from the view's end", has: ["conversion download a"]) {
        $0.view(a, from: "0s", to: "3s")
        $0.install(at: "1d2s999ms")
    },
    rule("S20", "a day after the end", has: ["no-conversion no-impression"]) {
        $0.view(a, from: "0s", to: "3s")
        $0.install(at: "1d3s")
    },
    rule("S21", "3 d − 1 ms", has: ["conversion download a"]) {
        $0.app { $0.rules.global = windows(view: 3) }
        viewed(&$0, install: "2d23h59m59s999ms")
    },
    rule("S21", "3 d", has: ["no-conversion no-impression"]) {
        $0.app { $0.rules.global = windows(view: 3) }
        viewed(&$0, install: "3d")
    },
    rule("S22", "click 5 d of its own", has: ["not-qualified a click attribution-window-over"]) {
        $0.app {
            $0.rules.global = windows(click: 20, view: 3)
            $0.rules.networks["n"] = windows(click: 5)
        }
        clicked(&$0, install: "5d")
    },
    rule("S22", "click 5 d − 1 ms", has: ["conversion download a"]) {
        $0.app {
            $0.rules.global = windows(click: 20, view: 3)
            $0.rules.networks["n"] = windows(click: 5)
        }
        clicked(&$0, install: "4d23h59m59s999ms")
    },
    rule("S22", "view 3 d of global", has: ["conversion download a"]) {
        $0.app {
            $0.rules.global = windows(view: 3)
            $0.rules.networks["n"] = windows(click: 5)
        }
        viewed(&$0, install: "2d")
    },
    rule("S22", "click 30 d by default", has: ["conversion download a"]) {
        $0.app { $0.rules.networks["n"] = windows(view: 2) }
        clicked(&$0, install: "29d")
    },
    rule("S23", "view out", has: ["not-qualified a view interaction-ignored"]) {
        $0.app { $0.rules.networks["n"] = windows(ignored: .view) }
        viewed(&$0, install: "1h")
    },
    rule("S23", "click in", has: ["conversion download a"]) {
        $0.app { $0.rules.networks["n"] = windows(ignored: .view) }
        clicked(&$0, install: "1h")
    },
    rule("S23", "clicks ignored: as the view", has: ["won a view"]) {
        $0.app { $0.rules.networks["n"] = windows(ignored: .click) }
        $0.tap(a, at: "0s")
        viewed(&$0, install: "1h")
    },
    rule("S23", "under global", has: ["conversion download a"]) {
        $0.app { $0.rules.global = windows(ignored: .view) }
        viewed(&$0, install: "1h")
    },
    rule("S24", "defaults", has: ["warning configuration-out-of-range", "conversion download a"]) {
        $0.app { $0.keysOutOfRange = [("AttributionWindows.global.install.view", nil)] }
        viewed(&$0, install: "23h")
    },
    rule("S24", "the least and the most", has: ["conversion download a"], lacks: ["warning"]) {
        $0.app { $0.rules.global = windows(click: 1, view: 7) }
        viewed(&$0, install: "6d23h")
    },
    rule(
        "S25", "click and later view", has: ["conversion download a", "won a click", "lost b view view-against-click"]
    ) {
        $0.tap(a, at: "0s")
        $0.view(Play.ad("b", "m"), at: "1h")
        $0.install(at: "2h")
    },
    rule("S25", "view and later view", has: ["conversion download b", "won b view", "lost a view older"]) {
        $0.view(a, at: "0s")
        $0.view(Play.ad("b", "m"), at: "1h")
        $0.install(at: "2h")
    },
    rule("S26", "1 ms later", has: ["conversion download b", "lost a click older"]) {
        $0.tap(a, at: "0s")
        $0.tap(Play.ad("b", "m"), at: "1ms")
        $0.install(at: "2h")
    },
    rule("S26", "equal: later in file", has: ["conversion download b"]) {
        $0.tap(a, at: "0s")
        $0.tap(Play.ad("b", "m"), at: "0s")
        $0.install(at: "2h")
    },
    rule("S26", "payload times reversed", has: ["warning timestamp-in-future", "conversion download b"]) {
        $0.tap(Play.ad("a", timestamp: 4_000_000_000_000), at: "0s")
        $0.tap(Play.ad("b", "m", timestamp: 1), at: "1ms")
        $0.install(at: "2h")
    },
    rule("S27", "5 lose", has: ["conversion download c5", "runners-up c4,c3,c2,c1,c0"]) { play in
        for index in 0...5 { play.tap(Play.ad("c\(index)", "n\(index)"), at: "\(index)s") }
        play.install(at: "1h")
    },
    rule("S27", "6th beyond", has: ["conversion download c6", "runners-up c5,c4,c3,c2,c1", "lost c0 click beyond-six"])
    { play in
        for index in 0...6 { play.tap(Play.ad("c\(index)", "n\(index)"), at: "\(index)s") }
        play.install(at: "1h")
    },
    rule(
        "S28", "one network, seven impressions",
        has: ["conversion download c6", "runners-up  @1h", "lost c5 click same-network", "lost c0 click same-network"]
    ) { play in
        for index in 0...6 { play.tap(Play.ad("c\(index)"), at: "\(index)s") }
        play.install(at: "1h")
        play.update(1, at: "2h")
    },
    rule(
        "S28", "one of another network",
        has: ["conversion download c6", "runners-up d", "lost d click older", "postback m c1 i0 lost"]
    ) { play in
        play.tap(Play.ad("d", "m"), at: "0s")
        for index in 1...6 { play.tap(Play.ad("c\(index)"), at: "\(index)s") }
        play.install(at: "1h")
        play.update(1, at: "2h")
    },
    rule(
        "S29", "at the install's ms, later in file",
        has: ["no-conversion no-impression @1h", "conversion redownload a @2h"]
    ) {
        $0.install(at: "1h")
        $0.delete(at: "1h")
        $0.tap(a, at: "1h")
        $0.install(at: "2h")
    },
    rule("S29", "before it in the file", has: ["conversion download a @1h"]) {
        $0.tap(a, at: "1h")
        $0.install(at: "1h")
    },
    rule(
        "S30", "production alone",
        has: ["conversion download a", "not-qualified d click development-beside-production"]
    ) {
        $0.tap(a, at: "0s")
        $0.tap(Play.ad("d", "m", publisher: 0), at: "1m")
        $0.install(at: "1h")
    },
    rule("S30", "development alone", has: ["conversion download d development", "postback m c1 i0 t3"]) {
        $0.tap(Play.ad("d", "m", publisher: 0), at: "1m")
        $0.install(at: "1h")
        $0.update(1, at: "2h")
    },
    rule("S30", "a web ad tapped in the mode", has: ["conversion download k development"]) {
        $0.tap(Play.skan("k", domain: "example.com"), at: "0s")
        $0.developerMode(true, at: "1m")
        $0.tap(Play.skan("k", domain: "example.com"), at: "2m")
        $0.install(at: "1h")
    },
    rule("S30", "a web ad tapped last out of the mode", lacks: ["conversion download k development"]) {
        $0.developerMode(true, at: "0s")
        $0.tap(Play.skan("k", domain: "example.com"), at: "1m")
        $0.developerMode(false, at: "2m")
        $0.tap(Play.skan("k", domain: "example.com"), at: "3m")
        $0.install(at: "1h")
    },
    rule(
        "S31", "its postback, ours nonwinning",
        has: ["conversion download k", "runners-up a", "postback n c1 i0 lost", "postback s c1 i0 t3"]
    ) {
        $0.tap(a, at: "0s")
        $0.tap(Play.skan("k"), at: "1m")
        $0.install(at: "1h")
        $0.update(1, at: "2h", .low, api: .skAdNetwork)
    },
    rule(
        "S31", "ours is later",
        has: ["conversion download a", "runners-up k", "postback n c1 i0 t3", "postback s c1 i0 lost"]
    ) {
        $0.tap(Play.skan("k"), at: "0s")
        $0.tap(a, at: "1m")
        $0.install(at: "1h")
        $0.update(1, at: "2h", .low, api: .skAdNetwork)
    },
    rule(
        "S32", "lost, signed 2.2", has: ["lost k click version-without-nonwinning", "postback n"], lacks: ["postback s"]
    ) {
        $0.tap(Play.skan("k", version: .twoTwo), at: "0s")
        $0.tap(a, at: "1m")
        $0.install(at: "1h")
        $0.update(1, at: "2h", .low, api: .skAdNetwork)
    },
    rule("S32", "lost, signed 3.0", has: ["lost k click older", "postback s c1 i0 lost"]) {
        $0.tap(Play.skan("k", version: .three), at: "0s")
        $0.tap(a, at: "1m")
        $0.install(at: "1h")
        $0.update(1, at: "2h", .low, api: .skAdNetwork)
    },
    rule("S33", "other marketplace", has: ["conversion download a", "not-qualified k click app-store-only"]) {
        $0.tap(a, at: "0s")
        $0.tap(Play.skan("k"), at: "1m")
        $0.install(at: "1h", marketplace: "com.example.store")
    },
    rule("S33", "App Store", has: ["conversion download k"]) {
        $0.tap(a, at: "0s")
        $0.tap(Play.skan("k"), at: "1m")
        $0.install(at: "1h")
    },
    rule(
        "S34", "organic install, update", has: ["no-conversion no-impression", "update ignored no-pending-conversion"]
    ) {
        $0.install(at: "1h")
        $0.update(1, at: "2h")
    },
    rule("S34", "with an ad", has: ["conversion download a", "update recorded c1 i0"]) {
        $0.tap(a, at: "0s")
        $0.install(at: "1h")
        $0.update(1, at: "2h")
    },
    rule("S35", "redownload", has: ["install recorded redownload", "no-conversion no-impression @3h"]) {
        $0.tap(a, at: "0s")
        $0.install(at: "1h")
        $0.delete(at: "2h")
        $0.install(at: "3h")
    },
    rule("S35", "with a new ad", has: ["conversion redownload b @4h"]) {
        $0.tap(a, at: "0s")
        $0.install(at: "1h")
        $0.delete(at: "2h")
        $0.tap(Play.ad("b"), at: "3h")
        $0.install(at: "4h")
    },
    rule("S35", "a kind that contradicts", has: ["warning kind-contradicts", "conversion redownload a"]) {
        $0.tap(a, at: "0s")
        $0.install(at: "1h", kind: .redownload)
    },
    rule(
        "S35", "a kind that another marketplace's server decided", has: ["conversion redownload a"], lacks: ["warning"]
    ) {
        $0.tap(a, at: "0s")
        $0.install(at: "1h", kind: .redownload, marketplace: "com.example.market")
    },
    rule(
        "S35", "a download once more from another marketplace", has: ["conversion download a @3h"], lacks: ["warning"]
    ) {
        $0.install(at: "0s")
        $0.delete(at: "1h")
        $0.tap(a, at: "2h")
        $0.install(at: "3h", kind: .download, marketplace: "com.example.market")
    },
    rule("S35", "a download once more from the App Store", has: ["warning kind-contradicts", "conversion download a"]) {
        $0.install(at: "0s", marketplace: "com.example.market")
        $0.delete(at: "1h")
        $0.tap(a, at: "2h")
        $0.install(at: "3h", kind: .download)
    },
]
