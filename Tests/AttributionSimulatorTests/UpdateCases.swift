import AttributionModel
import AttributionSimulator

private let a = Play.ad("a")
private let eligible = Play.ad("e", eligible: true)

/// A conversion at 0 s.
private func converted(_ play: inout Play, _ ad: AdImpression = Play.ad("a")) {
    play.tap(ad, at: "0s")
    play.install(at: "0s")
}

/// A conversion and a first update at 0 s, which starts the windows.
private func begun(_ play: inout Play, _ fine: Int = 1) {
    converted(&play)
    play.update(fine, at: "0s")
}

/// A conversion at 0 s that SKAdNetwork lost, with windows from the first launch.
private func beside(_ play: inout Play) {
    play.world.windowStart = .firstLaunch
    play.tap(Play.skan("k"), at: "0s")
    converted(&play)
}

private func installed(_ play: inout Play) { play.app { $0.isInstalled = true } }

/// A conversion made by hand at 0 s, the only postback of which has been sent, while its window goes on until 2 d.
private func sentByHand(_ play: inout Play) {
    installed(&play)
    play.createPostbacks(at: "0s", tag: "x")
    play.update(1, at: "0s", lock: true)
}

private func overlapping(_ play: inout Play) { play.app { $0.overlaps = true } }

let updateCases: [RuleCase] = [
    rule("S36", "60 d", has: ["update recorded c1 i0 @60d"]) {
        converted(&$0)
        $0.update(1, at: "60d")
    },
    rule(
        "S36", "1 ms more", has: ["no-postback c1 never-updated @60d", "update ignored first-update-late c1 @60d1ms"],
        lacks: ["postback"]
    ) {
        converted(&$0)
        $0.update(1, at: "60d1ms")
    },
    rule("S37", "48 h", has: ["conversion re-engagement e", "update recorded c1 i0 @2d"]) {
        installed(&$0)
        $0.tap(eligible, at: "0s")
        $0.update(1, at: "2d")
    },
    rule("S37", "1 ms more", has: ["no-postback c1 never-updated @2d", "update ignored first-update-late"]) {
        installed(&$0)
        $0.tap(eligible, at: "0s")
        $0.update(1, at: "2d1ms")
    },
    rule("S38", "2 d − 1 ms", has: ["update recorded c1 i0 @1d23h59m59s999ms", "postback n c1 i0 t3 5239 fine=2"]) {
        begun(&$0)
        $0.update(2, at: "1d23h59m59s999ms")
    },
    rule("S38", "2 d", has: ["window c1 i0 closed @2d", "window c1 i1 opened @2d", "update recorded c1 i1 @2d"]) {
        begun(&$0)
        $0.update(2, at: "2d")
    },
    rule("S39", "7 d − 1 ms", has: ["update recorded c1 i1 @6d23h59m59s999ms"]) {
        begun(&$0)
        $0.update(2, at: "6d23h59m59s999ms")
    },
    rule("S39", "7 d", has: ["update recorded c1 i2 @7d"]) {
        begun(&$0)
        $0.update(2, at: "7d")
    },
    rule("S40", "35 d − 1 ms", has: ["update recorded c1 i2 @34d23h59m59s999ms", "postback n c1 i2"]) {
        begun(&$0)
        $0.update(2, at: "34d23h59m59s999ms")
    },
    rule("S40", "35 d", has: ["window c1 i2 closed @35d", "update ignored windows-over c1 @35d"]) {
        begun(&$0)
        $0.update(2, at: "35d")
    },
    rule("S40", "made by hand", has: ["update ignored windows-over c1 @2d1h"]) {
        sentByHand(&$0)
        $0.update(2, at: "2d1h")
    },
    rule("S40", "cleared before", has: ["update ignored no-pending-conversion c1 @2d1h"]) {
        sentByHand(&$0)
        $0.clearPostbacks(at: "3h")
        $0.update(2, at: "2d1h")
    },
    rule("S40", "cleared afterwards", has: ["update ignored windows-over c1 @2d2h"]) {
        sentByHand(&$0)
        $0.clearPostbacks(at: "2d1h")
        $0.update(2, at: "2d2h")
    },
    rule(
        "S41", "first update on day 3",
        has: [
            "window c1 i0 opened @1h", "no-postback c1 i0 no-update @2d1h", "update recorded c1 i1 @3d",
            "postback n c1 i1 t3 39",
        ], lacks: ["postback n c1 i0"]
    ) {
        $0.world.windowStart = .firstLaunch
        converted(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "3d", .high)
    },
    rule("S41", "edges move", has: ["update recorded c1 i0 @2d59m59s999ms", "update recorded c1 i1 @2d1h"]) {
        $0.world.windowStart = .firstLaunch
        converted(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "2d59m59s999ms")
        $0.update(2, at: "2d1h")
    },
    rule("S41", "the update is the launch", has: ["update recorded c1 i0 @3d", "window c1 i0 opened @3d"]) {
        $0.world.windowStart = .firstLaunch
        converted(&$0)
        $0.update(1, at: "3d")
    },
    rule(
        "S41", "the update is the launch for both frameworks",
        has: ["update recorded c1 i0 @1d", "window c1 i0 opened @1d", "window skan c1 i0 opened @1d"]
    ) {
        beside(&$0)
        $0.update(1, at: "1d")
    },
    rule(
        "S41", "windows of each framework otherwise", has: ["window c1 i0 opened @1d", "window skan c1 i0 opened @2d"],
        lacks: ["window skan c1 i0 opened @1d"]
    ) {
        beside(&$0)
        $0.world.windowStart = .firstUpdate
        $0.update(1, at: "1d")
        $0.update(1, at: "2d", .low, api: .skAdNetwork)
    },
    rule(
        "S41", "a call that reaches nothing is a launch too",
        has: ["update ignored other-framework c1 @1d", "window skan c1 i0 opened @1d", "update recorded c1 i1 @3d"]
    ) {
        $0.world.windowStart = .firstLaunch
        converted(&$0, Play.skan("k"))
        $0.update(1, at: "1d")
        $0.update(1, at: "3d", .low, api: .skAdNetwork)
    },
    rule(
        "S41", "a call for conversions of another type is a launch too",
        has: ["update ignored type-not-addressed c1 @1d", "window c1 i0 opened @1d", "update recorded c1 i1 @3d"]
    ) {
        $0.world.windowStart = .firstLaunch
        converted(&$0)
        $0.update(1, at: "1d", types: ["r"])
        $0.update(1, at: "3d")
    },
    rule("S41", "a refused one is none", has: ["update refused fine-out-of-range", "window skan c1 i0 opened @3d"]) {
        $0.world.windowStart = .firstLaunch
        converted(&$0, Play.skan("k"))
        $0.update(64, at: "1d")
        $0.update(1, at: "3d", .low, api: .skAdNetwork)
    },
    rule(
        "S41", "a loser registered within window 1",
        has: ["update recorded c1 i0 @2d59m59s999ms", "postback s c1 i0 lost"],
        lacks: ["no-postback skan"]
    ) {
        beside(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "2d59m59s999ms", .low, api: .skAdNetwork)
    },
    rule(
        "S41", "a loser registered after window 1",
        has: ["window skan c1 i0 closed @2d1h", "postback s c1 i0 lost t3 5239 @3d"]
    ) {
        beside(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "3d", .low, api: .skAdNetwork)
    },
    rule(
        "S41", "its delay from that update", has: ["postback s c1 i0 lost t3 5239 @4d"], delays: .least
    ) {
        beside(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "3d", .low, api: .skAdNetwork)
    },
    rule(
        "S41", "a loser registered in the last millisecond",
        has: ["window skan c1 i0 closed @2d1h", "postback s c1 i0 lost t3 5239 @60d"], lacks: ["no-postback skan"]
    ) {
        beside(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "60d", .low, api: .skAdNetwork)
    },
    rule("S41", "1 ms later", has: ["no-postback skan c1 never-updated @60d", "update ignored"], lacks: ["postback s"])
    {
        beside(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "60d1ms", .low, api: .skAdNetwork)
    },
    rule(
        "S41", "a loser registered after window 1 without coarse",
        has: ["update recorded c1 i0 @3d", "postback s c1 i0 lost t3 5239 @3d"], lacks: ["no-postback skan"]
    ) {
        beside(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "3d", api: .skAdNetwork)
    },
    rule(
        "S41", "a loser of AdAttributionKit, without the coarse value that the winner needs",
        has: [
            "update recorded c1 i0 @3d", "postback n c1 i0 lost", "no-postback skan c1 never-updated @35d1h",
            "update ignored windows-over c1 @36d",
        ]
    ) {
        $0.world.windowStart = .firstLaunch
        $0.tap(a, at: "0s")
        converted(&$0, Play.skan("k"))
        $0.launch(at: "1h")
        $0.update(1, at: "3d", lock: true, api: .skAdNetwork)
        $0.update(2, at: "36d")
    },
    rule(
        "S41", "a loser of the winner's framework without coarse",
        has: ["update ignored coarse-missing c1 @3d", "postback z c1 i0 lost t3 5239 @3d"], lacks: ["postback s"]
    ) {
        $0.world.windowStart = .firstLaunch
        $0.tap(Play.skan("k", "z"), at: "0s")
        converted(&$0, Play.skan("l"))
        $0.launch(at: "1h")
        $0.update(1, at: "3d", api: .skAdNetwork)
    },
    rule(
        "S41", "a loser beside one with a timer",
        has: ["update recorded c1 i0 @3d", "postback s c1 i0 lost t3 5239 @3d", "postback z c1 i0 lost"]
    ) {
        $0.tap(Play.skan("l", "z", version: .three), at: "0s")
        beside(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "3d", api: .skAdNetwork)
    },
    rule(
        "S41", "what lost has one window", has: ["window c1 i0 closed @2d", "update ignored windows-over c1 @3d"],
        lacks: ["window c1 i1"]
    ) {
        $0.tap(Play.ad("a"), at: "0s")
        converted(&$0, Play.skan("k"))
        $0.update(1, at: "0s", .low, api: .skAdNetwork)
        $0.update(2, at: "3d")
    },
    rule(
        "S41", "the state told is the winner's",
        has: ["no-postback skan c1 never-updated", "update ignored windows-over"]
    ) {
        $0.tap(Play.skan("k"), at: "0s")
        begun(&$0)
        $0.update(2, at: "61d", .low, api: .skAdNetwork)
    },
    rule("S41", "of a re-engagement the tap", has: ["window c1 i0 opened @0s"]) {
        $0.world.windowStart = .firstLaunch
        installed(&$0)
        $0.tap(eligible, at: "0s")
    },
    rule("S41", "first update at the start otherwise", has: ["update recorded c1 i0 @3d", "window c1 i0 opened @3d"]) {
        converted(&$0)
        $0.launch(at: "1h")
        $0.update(1, at: "3d")
    },
    rule("S42", "0", has: ["update recorded", "postback n c1 i0 t3 5239 fine=0"]) { begun(&$0, 0) },
    rule("S42", "63", has: ["update recorded", "postback n c1 i0 t3 5239 fine=63"]) { begun(&$0, 63) },
    rule("S42", "-1", has: ["update refused fine-out-of-range"], lacks: ["window"]) { begun(&$0, -1) },
    rule(
        "S42", "64", has: ["update refused fine-out-of-range", "no-postback c1 never-updated @60d"], lacks: ["window"]
    ) { begun(&$0, 64) },
    rule("S43", "42, then 12", has: ["postback n c1 i0 t3 5239 fine=12"]) {
        begun(&$0, 42)
        $0.update(12, at: "1h")
    },
    rule("S43", "12, then 42", has: ["postback n c1 i0 t3 5239 fine=42"]) {
        begun(&$0, 12)
        $0.update(42, at: "1h")
    },
    rule("S44", "earlier coarse stays", has: ["postback n c1 i0 t1 39 coarse=high"]) {
        $0.world.tiers.common = .init(.one, .one, .one, country: .zero)
        converted(&$0)
        $0.update(1, at: "0s", .high)
        $0.update(2, at: "1h")
    },
    rule(
        "S44", "next window none", has: ["withheld i1 coarse-conversion-value not-set"],
        lacks: ["postback n c1 i1 t3 39 coarse=high"]
    ) {
        converted(&$0)
        $0.update(1, at: "0s", .high)
        $0.update(2, at: "3d")
    },
    rule(
        "S45", "later ignored",
        has: [
            "window c1 i0 locked by-update @1h", "update ignored window-locked c1 @2h", "window c1 i1 opened @2d",
            "update recorded c1 i1 @2d",
        ]
    ) {
        begun(&$0)
        $0.update(2, at: "1h", lock: true)
        $0.update(3, at: "2h")
        $0.update(4, at: "2d")
    },
    rule(
        "S45", "its value",
        has: ["postback n c1 i0 t3 5239 fine=2 publisher=5838492 country=US marketplace=com.apple.AppStore @1h"]
    ) {
        begun(&$0)
        $0.update(2, at: "1h", lock: true)
        $0.update(3, at: "2h")
    },
    rule("S45", "cleared", has: ["update ignored no-pending-conversion c1 @4h"], lacks: ["no-postback c1"]) {
        sentByHand(&$0)
        $0.clearPostbacks(at: "3h")
        $0.update(2, at: "4h")
    },
    rule(
        "S45", "cleared, and a later one that waited",
        has: ["no-postback c2 cleared @3h", "update ignored no-pending-conversion c2 @4h"]
    ) {
        sentByHand(&$0)
        $0.createPostbacks(at: "2h")
        $0.clearPostbacks(at: "3h")
        $0.update(2, at: "4h")
    },
    rule(
        "S46", "without value",
        has: [
            "window c1 i1 locked by-update @3d", "postback n c1 i1 t3 39 marketplace=com.apple.AppStore @3d",
            "withheld i1 conversion-value window", "withheld i1 coarse-conversion-value not-set",
        ]
    ) {
        begun(&$0)
        $0.update(2, at: "3d", lock: true)
    },
    rule(
        "S46", "with coarse", has: ["postback n c1 i1 t3 39 coarse=high", "withheld i1 conversion-value window"],
        lacks: ["withheld i1 coarse-conversion-value"]
    ) {
        begun(&$0)
        $0.update(2, at: "3d", .high, lock: true)
    },
    rule(
        "S47", "no index 1, an index 2", has: ["no-postback c1 i1 no-update @7d", "postback n c1 i2"],
        lacks: ["postback n c1 i1"]
    ) {
        begun(&$0)
        $0.update(2, at: "8d")
    },
    rule("S47", "an update in each", has: ["postback n c1 i1", "postback n c1 i2"], lacks: ["no-postback c1 i1"]) {
        begun(&$0)
        $0.update(2, at: "3d")
        $0.update(2, at: "8d")
    },
    rule(
        "S48", "24 h from the end, least",
        has: [
            "postback n c1 i0 t3 5239 fine=1 publisher=5838492 country=US marketplace=com.apple.AppStore @3d",
            "postback n c1 i1 t3 39 marketplace=com.apple.AppStore @8d",
            "postback n c1 i2 t3 39 marketplace=com.apple.AppStore @36d",
        ], delays: .least
    ) {
        begun(&$0)
        $0.update(1, at: "3d")
        $0.update(1, at: "8d")
    },
    rule(
        "S48", "48 h, 144 h, most",
        has: [
            "postback n c1 i0 t3 5239 fine=1 publisher=5838492 country=US marketplace=com.apple.AppStore @4d",
            "postback n c1 i1 t3 39 marketplace=com.apple.AppStore @13d",
            "postback n c1 i2 t3 39 marketplace=com.apple.AppStore @41d",
        ], delays: .most
    ) {
        begun(&$0)
        $0.update(1, at: "3d")
        $0.update(1, at: "8d")
    },
    rule(
        "S48", "from a lock",
        has: ["postback n c1 i0 t3 5239 fine=2 publisher=5838492 country=US marketplace=com.apple.AppStore @1d1h"],
        delays: .least
    ) {
        begun(&$0)
        $0.update(2, at: "1h", lock: true)
    },
    rule("S49", "install, only a re-engagement runs", has: ["update ignored type-not-addressed"]) {
        installed(&$0)
        $0.tap(eligible, at: "0s")
        $0.update(1, at: "1h", types: ["i"])
    },
    rule("S49", "overlap: the install", has: ["update recorded c1 i0 @2h"]) {
        overlapping(&$0)
        begun(&$0)
        $0.tap(eligible, at: "1h")
        $0.update(1, at: "2h", types: ["i"])
    },
    rule("S49", "both: the newest", has: ["update recorded c2 i0 @2h"]) {
        overlapping(&$0)
        begun(&$0)
        $0.tap(eligible, at: "1h")
        $0.update(1, at: "2h")
    },
    rule("S49", "re-engagement", has: ["update recorded c2 i0 @2h"]) {
        overlapping(&$0)
        begun(&$0)
        $0.tap(eligible, at: "1h")
        $0.update(1, at: "2h", types: ["r"])
    },
    rule("S50", "unknown", has: ["update refused invalidConversionTag"]) {
        overlapping(&$0)
        begun(&$0)
        $0.update(1, at: "1h", tag: "7")
    },
    rule("S50", "without overlap", has: ["update refused conversionTagNotSupported"]) {
        begun(&$0)
        $0.update(1, at: "1h", tag: "1")
    },
    rule("S50", "known", has: ["update recorded c2 i0 @3h"]) {
        overlapping(&$0)
        begun(&$0)
        $0.tap(eligible, at: "1h")
        $0.tap(Play.ad("f", eligible: true), at: "2h")
        $0.update(1, at: "3h", tag: "1")
    },
    rule("S50", "absent: newest", has: ["update recorded c3 i0 @3h"]) {
        overlapping(&$0)
        begun(&$0)
        $0.tap(eligible, at: "1h")
        $0.tap(Play.ad("f", eligible: true), at: "2h")
        $0.update(1, at: "3h")
    },
    rule("S50", "over", has: ["update refused invalidConversionTag @4d"]) {
        overlapping(&$0)
        installed(&$0)
        $0.tap(eligible, at: "1h")
        $0.update(1, at: "4d", tag: "1")
    },
    rule("S50", "cleared", has: ["update ignored window-locked c1 @2h", "update refused invalidConversionTag @4h"]) {
        overlapping(&$0)
        sentByHand(&$0)
        $0.update(2, at: "2h", tag: "x")
        $0.clearPostbacks(at: "3h")
        $0.update(3, at: "4h", tag: "x")
    },
    rule(
        "S50", "absent, the newest cleared: the one before",
        has: ["update ignored window-locked c2 @2h", "update recorded c1 i0 @4h", "postback n c1 i0 t3 5239 fine=3"],
        lacks: ["no-postback c2"]
    ) {
        converted(&$0)
        sentByHand(&$0)
        $0.update(2, at: "2h")
        $0.clearPostbacks(at: "3h")
        $0.update(3, at: "4h")
    },
]
