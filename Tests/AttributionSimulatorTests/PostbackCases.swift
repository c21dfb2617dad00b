import AttributionModel

@testable import AttributionSimulator

private func converted(
    _ play: inout Play, _ ad: AdImpression = Play.ad("a"), fine: Int = 42, _ coarse: CoarseConversionValue? = .high
) {
    play.tap(ad, at: "0s")
    play.install(at: "0s")
    play.update(fine, at: "0s", coarse)
}

private func tiers(_ two: DataTier, _ three: DataTier, _ four: DataTier, country: DataTier = .zero) -> TierTable.Row {
    .init(two, three, four, country: country)
}

private func tiered(_ tier: DataTier, country: DataTier = .three) -> @Sendable (inout Play) -> Void {
    { play in
        play.world.tiers.common = tiers(tier, tier, tier, country: country)
        converted(&play)
        play.update(7, at: "3d", .medium)
        play.update(8, at: "9d", .low)
    }
}

private func digits(_ row: TierTable.Row, source: Int = 5239) -> @Sendable (inout Play) -> Void {
    { play in
        play.world.tiers.common = row
        converted(&play, Play.ad("a", source: source))
    }
}

private func answered(_ answers: [Int]) -> @Sendable (inout Play) -> Void {
    { play in
        play.world.receivers["n"] = answers
        play.tap(Play.ad("a"), at: "0s")
        play.install(at: "0s")
        play.update(1, at: "0s", lock: true)
    }
}

private func developed(_ ad: AdImpression, mode: Bool = true) -> @Sendable (inout Play) -> Void {
    { play in
        play.world.developerMode = mode
        play.tap(ad, at: "0s")
        play.install(at: "0s")
        play.update(1, at: "0s")
        play.update(2, at: "2m59s999ms")
        play.update(3, at: "3m")
        play.update(4, at: "6m")
        play.update(5, at: "9m")
    }
}

private let dev = Play.ad("d", publisher: 0)

/// A conversion at 0 s that SKAdNetwork lost.
private func lost(_ play: inout Play, version: SKAdNetworkVersion = .three) {
    play.tap(Play.skan("k", version: version), at: "0s")
    play.tap(Play.ad("a"), at: "0s")
    play.install(at: "0s")
}

/// Sets the number of conversions of an ad of network n, and of the country.
private func crowd(_ count: Int, country: Int = 0, network: String = "n") -> @Sendable (inout Play) -> Void {
    { play in
        var counts = CrowdCounts()
        for digits in ["39", "239", "5239"] {
            counts.ads[.init(network: network, advertised: Play.app, digits: digits)] = count
        }
        counts.countries[.init(Play.app, CountryCode(text: "US"))] = country
        play.world.crowd = CrowdTiers(
            thresholds: .init(one: 20, two: 100, three: 500, country: 500), counts: counts)
        converted(&play)
    }
}

let postbackCases: [RuleCase] = [
    rule("S61", "3,3,3 four", has: ["postback n c1 i0 t3 5239"], digits(tiers(.three, .three, .three))),
    rule("S61", "2,3,3 four", has: ["postback n c1 i0 t3 5239"], digits(tiers(.two, .three, .three))),
    rule("S61", "3,3,2 three", has: ["postback n c1 i0 t3 239"], digits(tiers(.three, .three, .two))),
    rule("S61", "3,2,2 two", has: ["postback n c1 i0 t3 39"], digits(tiers(.three, .two, .two))),
    rule("S61", "1,1,1 two", has: ["postback n c1 i0 t1 39"], digits(tiers(.one, .one, .one))),
    rule("S62", "5039 four", has: ["postback n c1 i0 t3 5039"], digits(tiers(.three, .three, .three), source: 5039)),
    rule("S62", "5039 three", has: ["postback n c1 i0 t3 039"], digits(tiers(.three, .three, .two), source: 5039)),
    rule("S62", "5039 two", has: ["postback n c1 i0 t3 39"], digits(tiers(.three, .two, .two), source: 5039)),
    rule("S62", "two-digit ID", has: ["postback n c1 i0 t2 39"], digits(tiers(.two, .three, .three), source: 39)),
    rule(
        "S63", "tier 3",
        has: [
            "postback n c1 i0 t3 5239 fine=42 publisher=5838492 country=US marketplace=com.apple.AppStore @2d",
            "withheld i0 coarse-conversion-value fine-instead",
            "postback n c1 i1 t3 39 coarse=medium marketplace=com.apple.AppStore @7d",
            "withheld i1 publisher-item-identifier window", "withheld i1 conversion-value window",
            "withheld i1 country-code window", "postback n c1 i2 t3 39 coarse=low",
        ], tiered(.three)),
    rule(
        "S63", "tier 2",
        has: [
            "postback n c1 i0 t2 5239 fine=42 marketplace=com.apple.AppStore @2d",
            "withheld i0 publisher-item-identifier tier", "withheld i0 coarse-conversion-value fine-instead",
            "withheld i0 country-code tier", "postback n c1 i1 t2 39 coarse=medium",
            "postback n c1 i2 t2 39 coarse=low",
        ], tiered(.two)),
    rule(
        "S63", "tier 1",
        has: [
            "postback n c1 i0 t1 39 coarse=high marketplace=com.apple.AppStore @2d",
            "withheld i0 conversion-value tier", "postback n c1 i1 t1 39 coarse=medium",
            "postback n c1 i2 t1 39 coarse=low",
        ], tiered(.one)),
    rule(
        "S63", "tier 0",
        has: [
            "postback n c1 i0 t0 39 @2d", "withheld i0 publisher-item-identifier tier",
            "withheld i0 marketplace-identifier tier", "withheld i0 conversion-value tier",
            "withheld i0 coarse-conversion-value tier", "no-postback c1 i1 tier-0 @7d", "no-postback c1 i2 tier-0 @35d",
        ], lacks: ["postback n c1 i1", "postback n c1 i2"], tiered(.zero)),
    rule(
        "S64", "tier 3 and country 3", has: ["postback n c1 i0 t3 5239 fine=42 publisher=5838492 country=US"],
        tiered(.three)),
    rule("S64", "country 2", has: ["withheld i0 country-code country-tier"], tiered(.three, country: .two)),
    rule("S64", "tier 2", has: ["withheld i0 country-code tier"], tiered(.two)),
    rule(
        "S64", "windows 2, 3", has: ["withheld i1 country-code window", "withheld i2 country-code window"],
        tiered(.three)),
    rule("S65", "token without country", has: ["withheld i0 country-code no-country"]) {
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s", marketplace: "com.example.store")
        $0.update(1, at: "0s")
    },
    rule(
        "S65", "token with country",
        has: ["postback n c1 i0 t3 5239 fine=1 publisher=5838492 country=DE marketplace=com.example.store"]
    ) {
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s", marketplace: "com.example.store", country: "DE")
        $0.update(1, at: "0s")
    },
    rule(
        "S65", "re-engagement: the install's",
        has: ["conversion re-engagement e", "postback n c1 i0 t3 5239 fine=1 publisher=5838492 country=FR"]
    ) {
        $0.install(at: "0s", marketplace: "com.example.store", country: "FR")
        $0.tap(Play.ad("e", eligible: true), at: "1h")
        $0.update(1, at: "1h")
    },
    rule("S65", "the App Store has no token", has: ["postback n c1 i0 t3 5239 fine=1 publisher=5838492 country=US"]) {
        $0.tap(Play.ad("a"), at: "0s")
        $0.install(at: "0s", country: "DE")
        $0.update(1, at: "0s")
    },
    rule("S66", "off", has: ["postback n c1 i0"], lacks: ["copy"]) { converted(&$0) },
    rule("S66", "install", has: ["postback n c1 i0", "copy n c1 i0 t3 5239 fine=42"]) {
        $0.app { $0.copies.install = true }
        converted(&$0)
    },
    rule("S66", "re-engagement without its flag", has: ["postback n c1 i0"], lacks: ["copy"]) {
        $0.app {
            $0.isInstalled = true
            $0.copies.install = true
        }
        $0.tap(Play.ad("e", eligible: true), at: "0s")
        $0.update(1, at: "0s")
    },
    rule("S66", "its flag alone", lacks: ["copy"]) {
        $0.app {
            $0.isInstalled = true
            $0.copies.reEngagement = true
        }
        $0.tap(Play.ad("e", eligible: true), at: "0s")
        $0.update(1, at: "0s")
    },
    rule("S66", "both", has: ["copy n c1 i0"]) {
        $0.app {
            $0.isInstalled = true
            $0.copies.install = true
            $0.copies.reEngagement = true
        }
        $0.tap(Play.ad("e", eligible: true), at: "0s")
        $0.update(1, at: "0s")
    },
    rule("S66", "never for lost", has: ["postback m c1 i0 lost", "copy n c1 i0"], lacks: ["copy m"]) {
        $0.app { $0.copies.install = true }
        $0.tap(Play.ad("b", "m"), at: "0s")
        converted(&$0)
    },
    rule("S66", "SKAdNetwork's own", has: ["copy s c1 i0"]) {
        $0.app { $0.copies.skAdNetwork = true }
        $0.tap(Play.skan("k"), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", .low, api: .skAdNetwork)
    },
    rule("S66", "SKAdNetwork's own, development", has: ["postback s c1 i0"], lacks: ["copy"]) {
        $0.app { $0.copies.skAdNetwork = true }
        $0.tap(Play.skan("k", publisher: 0), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", .low, api: .skAdNetwork)
    },
    rule(
        "S67", "500 × 9, 200",
        has: [
            "postback n c1 i0 retry 9 500",
            "postback n c1 i0 t3 5239 fine=1 publisher=5838492 country=US marketplace=com.apple.AppStore @9d",
        ], answered(Array(repeating: 500, count: 9))),
    rule(
        "S67", "500 × 10", has: ["postback n c1 i0 retry 9 500", "postback n c1 i0 given-up 10 500"],
        lacks: ["postback n c1 i0 t3"], answered(Array(repeating: 500, count: 12))),
    rule("S67", "no answer", has: ["postback n c1 i0 retry 1 0", "postback n c1 i0 t3"], answered([0])),
    rule("S67", "404", has: ["postback n c1 i0 given-up 1 404"], lacks: ["postback n c1 i0 retry"], answered([404])),
    rule(
        "S67", "each postback anew",
        has: [
            "postback n c1 i0 retry 1 500 t3", "postback n c1 i0 t3", "postback n c1 i1 retry 1 500",
            "postback n c1 i1 t3",
        ]
    ) {
        $0.world.receivers["n"] = [500]
        converted(&$0)
        $0.update(7, at: "3d", .medium)
    },
    rule("S67", "404 of SKAdNetwork", has: ["postback s c1 i0 retry 1 404", "postback s c1 i0 t3"]) {
        $0.world.receivers["s"] = [404]
        $0.tap(Play.skan("k"), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", .low, lock: true, api: .skAdNetwork)
    },
    rule(
        "S67", "the copy alone", has: ["copy n c1 i0 retry 1 500", "copy n c1 i0 t3"], lacks: ["postback n c1 i0 retry"]
    ) {
        $0.world.receivers["developer"] = [500]
        $0.app { $0.copies.install = true }
        converted(&$0)
    },
    rule(
        "S68", "edges",
        has: [
            "update recorded c1 i0 @2m59s999ms", "update recorded c1 i1 @3m", "update recorded c1 i2 @6m",
            "window c1 i2 closed @9m", "update ignored windows-over c1 @9m",
        ], developed(dev)),
    rule(
        "S68", "delay 5 min",
        has: ["postback n c1 i0 t3 5239 fine=2 publisher=0 country=US marketplace=com.apple.AppStore @8m"],
        delays: .least, developed(dev)),
    rule(
        "S68", "delay 10 min",
        has: [
            "postback n c1 i0 t3 5239 fine=2 publisher=0 country=US marketplace=com.apple.AppStore @13m",
            "postback n c1 i1 t3 39 marketplace=com.apple.AppStore @16m",
        ], delays: .most, developed(dev)),
    rule(
        "S68", "production full", has: ["update recorded c1 i0 @9m", "window c1 i0 closed @2d"], developed(Play.ad("a"))
    ),
    rule(
        "S68", "mode off: full", has: ["update recorded c1 i0 @9m", "window c1 i0 closed @2d"],
        developed(dev, mode: false)),
    rule("S69", "opened before", has: ["developer-mode off @14d", "window c1 i0 closed @14d2m"]) {
        $0.world.developerMode = true
        $0.tap(dev, at: "13d")
        $0.install(at: "13d")
        $0.update(1, at: "13d23h59m")
    },
    rule("S69", "opened after", has: ["developer-mode off @14d", "window c1 i0 closed @16d"]) {
        $0.world.developerMode = true
        $0.tap(dev, at: "13d")
        $0.install(at: "13d")
        $0.update(1, at: "14d")
    },
    rule("S69", "the next window is long", has: ["window c1 i0 closed @14d2m", "window c1 i1 closed @19d2m"]) {
        $0.world.developerMode = true
        $0.tap(dev, at: "13d")
        $0.install(at: "13d")
        $0.update(1, at: "13d23h59m")
    },
    rule("S70", "reaches both", has: ["update recorded c1 i0", "postback n c1 i0 t3", "postback s c1 i0 lost"]) {
        $0.tap(Play.skan("k"), at: "0s")
        $0.tap(Play.ad("a"), at: "1s")
        $0.install(at: "1m")
        $0.update(1, at: "1m", .low, api: .skAdNetwork)
    },
    rule(
        "S70", "only ours", has: ["update recorded c1 i0", "postback n c1 i0 t3", "no-postback skan c1 never-updated"],
        lacks: ["postback s"]
    ) {
        $0.tap(Play.skan("k"), at: "0s")
        $0.tap(Play.ad("a"), at: "1s")
        $0.install(at: "1m")
        $0.update(1, at: "1m", .low)
    },
    rule("S70", "other framework", has: ["update ignored other-framework"]) {
        $0.tap(Play.skan("k"), at: "0s")
        $0.install(at: "1m")
        $0.update(1, at: "1m", .low)
    },
    rule("S70", "without coarse window 1 only", has: ["update recorded c1 i0", "update ignored coarse-missing c1 @3d"])
    {
        $0.tap(Play.skan("k"), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", api: .skAdNetwork)
        $0.update(1, at: "3d", api: .skAdNetwork)
    },
    rule(
        "S71", "greater restarts",
        has: ["update recorded c1 i0 @23h", "window skan c1 i0 closed @1d23h", "postback s c1 i0 t3 5239 fine=2"]
    ) {
        $0.tap(Play.skan("k", version: .three), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", api: .skAdNetwork)
        $0.update(2, at: "23h", api: .skAdNetwork)
    },
    rule("S71", "equal not", has: ["update ignored value-not-greater c1 @23h", "window skan c1 i0 closed @1d"]) {
        $0.tap(Play.skan("k", version: .three), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", api: .skAdNetwork)
        $0.update(1, at: "23h", api: .skAdNetwork)
    },
    rule("S71", "24 h − 1 ms", has: ["update recorded c1 i0 @23h59m59s999ms"]) {
        $0.tap(Play.skan("k", version: .three), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", api: .skAdNetwork)
        $0.update(2, at: "23h59m59s999ms", api: .skAdNetwork)
    },
    rule(
        "S71", "24 h",
        has: [
            "window skan c1 i0 closed @1d", "update ignored windows-over c1 @1d",
            "postback s c1 i0 t3 5239 fine=1 publisher=5838492 @1d",
        ]
    ) {
        $0.tap(Play.skan("k", version: .three), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", api: .skAdNetwork)
        $0.update(2, at: "1d", api: .skAdNetwork)
    },
    rule("S71", "of one that lost", has: ["window skan c1 i0 closed @1d", "postback s c1 i0 lost t3 5239 @1d"]) {
        lost(&$0)
        $0.update(1, at: "0s", .low, api: .skAdNetwork)
    },
    rule(
        "S71", "of one that lost to version 4",
        has: ["postback t c1 i0 lost t3 5239 @1d", "postback s c1 i0 t3 5239 fine=1"]
    ) {
        $0.tap(Play.skan("l", "t", version: .three), at: "0s")
        $0.tap(Play.skan("k"), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", .low, api: .skAdNetwork)
    },
    rule("S71", "greater restarts it for one that lost", has: ["postback s c1 i0 lost t3 5239 @1d23h"]) {
        lost(&$0)
        $0.update(1, at: "0s", .low, api: .skAdNetwork)
        $0.update(2, at: "23h", .low, api: .skAdNetwork)
    },
    rule("S71", "equal does not", has: ["update recorded c1 i0 @23h", "postback s c1 i0 lost t3 5239 @1d"]) {
        lost(&$0)
        $0.update(1, at: "0s", .low, api: .skAdNetwork)
        $0.update(1, at: "23h", .low, api: .skAdNetwork)
    },
    rule(
        "S71", "a lock is without effect on one that lost",
        has: ["window c1 i0 locked by-update @0s", "postback n c1 i0 t3", "postback s c1 i0 lost t3 5239 @1d"]
    ) {
        lost(&$0)
        $0.update(1, at: "0s", .low, lock: true, api: .skAdNetwork)
    },
    rule("S71", "of version 4 that lost: a window", has: ["postback s c1 i0 lost t3 5239 @0s"]) {
        lost(&$0, version: .four)
        $0.update(1, at: "0s", .low, lock: true, api: .skAdNetwork)
    },
    rule(
        "S71", "version 1.0 has neither app nor value", has: ["postback s c1 i0 t3 5239 @1d"], lacks: ["withheld"]
    ) {
        $0.at(
            "0s", .ad(.tap, ShownAd(Play.skan("k", version: .one, publisher: nil), presentation: .custom, publisher: 7))
        )
        $0.install(at: "0s")
        $0.update(1, at: "0s", api: .skAdNetwork)
    },
    rule("S71", "version 2.0 tells both", has: ["postback s c1 i0 t3 5239 fine=1 publisher=5838492 @1d"]) {
        $0.tap(Play.skan("k", version: .two), at: "0s")
        $0.install(at: "0s")
        $0.update(1, at: "0s", api: .skAdNetwork)
    },
    rule("S72", "19", has: ["postback n c1 i0 t0"], crowd(19)),
    rule("S72", "20", has: ["postback n c1 i0 t1"], crowd(20)),
    rule("S72", "99", has: ["postback n c1 i0 t1"], crowd(99)),
    rule("S72", "100", has: ["postback n c1 i0 t2"], crowd(100)),
    rule("S72", "499", has: ["postback n c1 i0 t2"], crowd(499)),
    rule(
        "S72", "500", has: ["postback n c1 i0 t3", "withheld i0 country-code country-tier"], crowd(500, country: 499)),
    rule(
        "S72", "country 500", has: ["postback n c1 i0 t3 5239 fine=42 publisher=5838492 country=US"],
        crowd(500, country: 500)),
    rule("S72", "another network's", has: ["postback n c1 i0 t0"], crowd(500, network: "m")),
    rule("S73", "postback leaves", has: ["delete recorded", "window c1 i0 closed @2d", "postback n c1 i0 t3"]) {
        converted(&$0)
        $0.delete(at: "1d")
    },
    rule("S73", "a reinstalled app reaches only its own", has: ["update ignored no-pending-conversion"]) {
        converted(&$0)
        $0.delete(at: "1h")
        $0.install(at: "2h")
        $0.update(7, at: "3h")
    },
    rule(
        "S74", "without",
        has: ["postback n c1 i0 t3 5239 fine=42 publisher=5838492 country=US marketplace=com.apple.AppStore \(drawn)"],
        delays: .drawn
    ) {
        converted(&$0)
    },
    rule(
        "S74", "with another network's view",
        has: ["postback n c1 i0 t3 5239 fine=42 publisher=5838492 country=US marketplace=com.apple.AppStore \(drawn)"],
        delays: .drawn
    ) {
        $0.view(Play.ad("b", "m"), at: "0s")
        converted(&$0)
    },
]

/// The time at which the drawn delay ends. The delay drawn from seed 0 must never change.
private let drawn = "@3d11h13m16s426ms"
