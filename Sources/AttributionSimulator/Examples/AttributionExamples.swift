// Attribution of a conversion to an ad.

private typealias A = ExampleAds

extension ExampleScenario {
    static let attribution: [ExampleScenario] = [
        ExampleScenario(
            "view-against-click", "a click wins against a view, however much later the view was",
            A.event("0s", "tap", A.ad(1, "clicked.adattributionkit"), "\"presentation\": \"custom\""),
            A.event("1h", "begin-view", A.ad(2, "viewed.adattributionkit")),
            A.event("1h3s", "end-view", A.ad(2, "viewed.adattributionkit")),
            A.appEvent("2h", "install", "\"kind\": \"download\""),
            A.appEvent("3h", "update", "\"fine\": 12, \"coarse\": \"low\"")),
        ExampleScenario(
            "view-too-short", "a view lasts two seconds at least, and counts from its end",
            A.event("0s", "begin-view", A.ad(1)),
            A.event("1s999ms", "end-view", A.ad(1)),
            A.event("10s", "begin-view", A.ad(2)),
            A.event("12s", "end-view", A.ad(2)),
            A.appEvent("1d11s999ms", "install"),
            A.appEvent("1d1h", "update", "\"fine\": 1, \"coarse\": \"low\", \"lock\": true")),
        ExampleScenario(
            "late-tap", "a tap is handled for fifteen minutes after the impression was made",
            A.event("0s", "load", A.ad(1)),
            A.event("15m1ms", "tap", A.ad(1)),
            A.event("16m", "load", A.ad(2)),
            A.event("31m", "tap", A.ad(2)),
            A.appEvent("1h", "install"),
            A.appEvent("1h", "update", "\"fine\": 1, \"lock\": true")),
        ExampleScenario(
            "six-considered",
            "seven networks, of which six count: one wins, five lose with a postback, one is beyond",
            (1...7).map { A.event("\($0)m", "tap", A.ad($0, "network\($0).adattributionkit")) } + [
                A.appEvent("1h", "install"),
                A.appEvent("2h", "update", "\"fine\": 20, \"coarse\": \"medium\", \"lock\": true"),
            ]),
        ExampleScenario(
            "lost-attribution", "what five runners-up learn: that they did not win, and no value",
            world: ["\"tiers\": {\"5239\": {\"2\": 3, \"3\": 3, \"4\": 3, \"country\": 3}, \"default\": {\"2\": 1}}"],
            [A.event("5m", "tap", A.ad(1, "winner.adattributionkit"))]
                + (2...6).map { number in
                    A.event(
                        "\(6 - number)m", "tap", A.ad(number, "lost\(number).adattributionkit", source: 5240 + number))
                } + [
                    A.appEvent("1h", "install"),
                    A.appEvent("1d", "update", "\"fine\": 63, \"coarse\": \"high\", \"lock\": true"),
                ]),
        ExampleScenario(
            "sixteenth-view", "a publisher app holds fifteen views: the sixteenth drops the first",
            (1...16).map { A.event("\($0)s", "view", A.ad($0, "network\($0).adattributionkit")) } + [
                A.appEvent("1h", "install")
            ]),
        ExampleScenario(
            "network-not-listed", "a publisher app shows ads of the networks that it lists, and its own impressions",
            world: [
                "\"publisher-apps\": [{\"item-identifier\": 5838492, \"ad-network-identifiers\": "
                    + "[\"example.adattributionkit\"]}]"
            ],
            A.event("0s", "tap", A.ad(1, "stranger.adattributionkit")),
            A.event("1m", "tap", A.ad(2), "\"publisher\": 999"),
            A.event("2m", "tap", A.ad(3)),
            A.appEvent("1h", "install"),
            A.appEvent("1h", "update", "\"fine\": 1, \"lock\": true")),
        ExampleScenario(
            "own-windows", "an app shortens clicks of one network to five days, and views of all to three",
            world: [
                A.apps(
                    "\"configuration\": {\"AttributionWindows\": {\"global\": {\"install\": {\"view\": 3}}, "
                        + "\"short.adattributionkit\": {\"install\": {\"click\": 5}}, "
                        + "\"ignored.adattributionkit\": {\"install\": {\"ignoreInteractionType\": \"view\"}}}}")
            ],
            A.event("0s", "tap", A.ad(1, "short.adattributionkit")),
            A.event("1m", "tap", A.ad(2, "usual.adattributionkit")),
            A.event("2d", "view", A.ad(3, "viewed.adattributionkit")),
            A.event("2d", "view", A.ad(4, "ignored.adattributionkit")),
            A.appEvent("5d", "install"),
            A.appEvent("5d", "update", "\"fine\": 1, \"lock\": true")),
        ExampleScenario(
            "skadnetwork-beside",
            "impressions of both frameworks are sorted together, and the winner says what is sent",
            A.event("0s", "tap", A.ad(1)),
            A.event("1m", "tap", A.skAdNetwork(2)),
            A.event("2m", "begin-view", A.skAdNetwork(3, "viewed.skadnetwork", fidelity: 0)),
            A.event("2m2s", "end-view", A.skAdNetwork(3, "viewed.skadnetwork", fidelity: 0)),
            A.appEvent("1h", "install"),
            A.appEvent("2h", "update", "\"fine\": 9, \"coarse\": \"low\", \"api\": \"adattributionkit\""),
            A.appEvent(
                "3h", "update", "\"fine\": 10, \"coarse\": \"medium\", \"lock\": true, \"api\": \"skadnetwork\"")),
        ExampleScenario(
            "redownload-elsewhere", "a second installation, from another marketplace, which SKAdNetwork does not serve",
            A.event("0s", "tap", A.ad(1)),
            A.appEvent("1h", "install"),
            A.appEvent("1h", "update", "\"fine\": 5, \"lock\": true"),
            A.appEvent("3d", "delete"),
            A.event("4d", "tap", A.skAdNetwork(2)),
            A.event("4d1m", "tap", A.ad(3, "another.adattributionkit")),
            A.appEvent("4d2m", "install", "\"marketplace\": \"com.example.market\", \"country\": \"DE\""),
            A.appEvent("4d1h", "update", "\"fine\": 6, \"lock\": true")),
    ]
}
