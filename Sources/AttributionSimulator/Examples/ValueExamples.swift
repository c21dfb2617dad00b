// Conversion values, their windows, and how much of them postbacks disclose.

private typealias A = ExampleAds

extension ExampleScenario {
    /// Each ad has its own app, so that their conversions do not affect each other.
    private static func tiered(_ source: Int, _ number: Int) -> [String] {
        let app = UInt64(100 + number)
        return [
            A.event("\(number)m", "tap", A.ad(number, app: app, source: source)),
            A.appEvent("\(number)h", "install", app: app),
            A.appEvent("\(number)h", "update", app: app, "\"fine\": 42, \"coarse\": \"high\""),
            A.appEvent("\(3 + number)d", "update", app: app, "\"fine\": 7, \"coarse\": \"low\""),
        ]
    }

    static let values: [ExampleScenario] = [
        ExampleScenario(
            "account-created", "account, first video, upload: the last fine value counts, and a lock sends it early",
            A.event("0s", "tap", A.ad(1), "\"presentation\": \"custom\""),
            A.appEvent("10m", "install", "\"kind\": \"download\""),
            A.appEvent("12m", "launch"),
            A.appEvent("15m", "update", "\"fine\": 12, \"coarse\": \"low\""),
            A.appEvent("5h", "update", "\"fine\": 38, \"coarse\": \"medium\""),
            A.appEvent("1d2h", "update", "\"fine\": 42, \"coarse\": \"high\", \"lock\": true"),
            A.appEvent("1d3h", "update", "\"fine\": 50, \"coarse\": \"high\""),
            A.appEvent("4d", "update", "\"fine\": 51, \"coarse\": \"high\""),
            A.appEvent("20d", "update", "\"fine\": 52, \"coarse\": \"medium\"")),
        ExampleScenario(
            "never-updated", "without an update there is no postback, winning or not",
            A.event("0s", "tap", A.ad(1)),
            A.event("1m", "tap", A.ad(2, "second.adattributionkit")),
            A.appEvent("1h", "install"),
            A.appEvent("2h", "launch")),
        ExampleScenario(
            "tiers", "four ads of crowds from large to none: what tiers 3, 2, 1 and 0 tell",
            world: [
                "\"tiers\": {\"5239\": {\"2\": 3, \"3\": 3, \"4\": 3, \"country\": 3}, "
                    + "\"6239\": {\"2\": 2, \"3\": 2, \"4\": 1}, \"7239\": {\"2\": 1, \"3\": 1}, \"8239\": {}}"
            ],
            tiered(5239, 1) + tiered(6239, 2) + tiered(7239, 3) + tiered(8239, 4)),
        ExampleScenario(
            "country", "the country has a crowd of its own: it is left out where that is too small",
            world: [
                "\"tiers\": {\"5239\": {\"2\": 3, \"3\": 3, \"4\": 3, \"country\": 3}, "
                    + "\"6239\": {\"2\": 3, \"3\": 3, \"4\": 3, \"country\": 2}}"
            ],
            A.event("0s", "tap", A.ad(1, source: 5239)),
            A.event("1m", "tap", A.ad(2, app: A.otherApp, source: 6239)),
            A.appEvent("1h", "install"),
            A.appEvent("1h", "install", app: A.otherApp),
            A.appEvent("2h", "update", "\"fine\": 1, \"lock\": true"),
            A.appEvent("2h", "update", app: A.otherApp, "\"fine\": 1, \"lock\": true")),
        ExampleScenario(
            "wrong-updates", "what apps do wrong: 64, a value without a conversion, one after the windows",
            A.appEvent("0s", "install"),
            A.appEvent("1h", "update", "\"fine\": 1"),
            A.appEvent("2h", "delete"),
            A.event("3h", "tap", A.ad(1)),
            A.appEvent("4h", "install"),
            A.appEvent("5h", "update", "\"fine\": 64, \"coarse\": \"high\""),
            A.appEvent("6h", "update", "\"fine\": 1, \"types\": [\"re-engagement\"]"),
            A.appEvent("7h", "update", "\"fine\": 1, \"tag\": \"1\""),
            A.appEvent("8h", "update", "\"fine\": 2, \"coarse\": \"low\", \"lock\": true"),
            A.appEvent("9h", "update", "\"fine\": 3, \"coarse\": \"high\""),
            A.appEvent("36d", "update", "\"fine\": 4, \"coarse\": \"high\"")),
        ExampleScenario(
            "skadnetwork-timer", "before version 4 a timer of a day starts again with each greater value",
            A.event("0s", "tap", A.skAdNetwork(1, version: .three)),
            A.appEvent("1h", "install"),
            A.appEvent("2h", "update", "\"fine\": 1, \"api\": \"skadnetwork\""),
            A.appEvent("20h", "update", "\"fine\": 5, \"api\": \"skadnetwork\""),
            A.appEvent("21h", "update", "\"fine\": 5, \"api\": \"skadnetwork\""),
            A.appEvent("2d", "update", "\"fine\": 9, \"api\": \"skadnetwork\"")),
    ]
}
