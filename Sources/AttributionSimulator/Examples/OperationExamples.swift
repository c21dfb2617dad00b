// Servers, developers and tests.

private typealias A = ExampleAds

extension ExampleScenario {
    static let operation: [ExampleScenario] = [
        ExampleScenario(
            "receiver-fails-twice", "a server that answers 500 twice gets the same postback a day later, and again",
            world: ["\"receivers\": {\"example.adattributionkit\": [500, 500, 200]}"],
            A.event("0s", "tap", A.ad(1)),
            A.appEvent("1h", "install"),
            A.appEvent("2h", "update", "\"fine\": 12, \"lock\": true")),
        ExampleScenario(
            "developer-copies", "the developer gets exact copies of winning postbacks at the same time",
            world: [A.apps("\"postback-copies\": {\"install\": true, \"re-engagement\": false}")],
            A.event("0s", "tap", A.ad(1, "second.adattributionkit")),
            A.event("1m", "tap", A.ad(2)),
            A.appEvent("1h", "install"),
            A.appEvent("2h", "update", "\"fine\": 12, \"lock\": true"),
            A.event("5d", "tap", A.ad(3, eligible: true)),
            A.appEvent("5d", "update", "\"fine\": 13, \"lock\": true")),
        ExampleScenario(
            "developer-mode", "windows of three minutes and delays of five to ten, for development impressions",
            world: ["\"developer-mode\": true"],
            A.event("0s", "tap", A.ad(1, publisher: 0)),
            A.appEvent("1m", "install"),
            A.appEvent("2m", "update", "\"fine\": 12, \"coarse\": \"low\""),
            A.appEvent("5m", "update", "\"fine\": 13, \"coarse\": \"medium\""),
            A.appEvent("9m", "update", "\"fine\": 14, \"coarse\": \"high\", \"lock\": true")),
        ExampleScenario(
            "developer-settings", "postbacks made by hand in the developer settings of a device",
            world: [A.apps("\"installed\": true")],
            A.appEvent(
                "0s", "create-postbacks",
                "\"interaction\": \"click\", \"conversion-type\": \"download\", \"windows\": 3, \"tier\": 3"),
            A.appEvent("1h", "update", "\"fine\": 12, \"lock\": true"),
            "{\"at\": \"2h\", \"event\": \"transmit-postbacks\"}",
            "{\"at\": \"3h\", \"event\": \"clear-postbacks\"}"),
    ]
}
