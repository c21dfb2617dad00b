// Ads for an app that is already installed.

private typealias A = ExampleAds

extension ExampleScenario {
    private static let url = "\"re-engagement-url\": \"https://example.com/offer?gclid=x&item=7#top\""

    static let reEngagement: [ExampleScenario] = [
        ExampleScenario(
            "re-engagement", "a tap on an eligible ad converts where the app is installed, any other opens it",
            world: [A.apps("\"installed\": true")],
            A.event("0s", "tap", A.ad(1, eligible: true), url),
            A.appEvent("10m", "update", "\"fine\": 30, \"coarse\": \"high\", \"types\": [\"re-engagement\"]"),
            A.appEvent("1h", "update", "\"fine\": 31, \"types\": [\"install\"]"),
            A.event("3d", "tap", A.ad(2), url),
            A.event("4d", "view", A.ad(3, eligible: true)),
            A.appEvent("4d1m", "launch")),
        ExampleScenario(
            "later-conversion", "the app's next conversion locks what is open and removes what was never updated",
            A.event("0s", "tap", A.ad(1)),
            A.appEvent("1h", "install"),
            A.appEvent("2h", "update", "\"fine\": 12, \"coarse\": \"low\""),
            A.event("1d", "tap", A.ad(2, eligible: true), url),
            A.event("1d1h", "tap", A.ad(3, eligible: true), url),
            A.appEvent("1d2h", "update", "\"fine\": 20, \"coarse\": \"high\", \"lock\": true")),
        ExampleScenario(
            "overlapping-windows", "with overlap several conversions stay open, told apart by their tags",
            world: [A.apps("\"overlapping-re-engagement-windows\": true")],
            A.event("0s", "tap", A.ad(1)),
            A.appEvent("1h", "install"),
            A.appEvent("2h", "update", "\"fine\": 12, \"coarse\": \"low\""),
            A.event("3h", "tap", A.ad(2, eligible: true), url),
            A.event("4h", "tap", A.ad(3, eligible: true), url),
            A.appEvent("5h", "update", "\"fine\": 20, \"coarse\": \"high\", \"tag\": \"1\""),
            A.appEvent("6h", "update", "\"fine\": 21, \"coarse\": \"high\""),
            A.appEvent("7h", "update", "\"fine\": 13, \"types\": [\"install\"]"),
            A.appEvent("8h", "update", "\"fine\": 1, \"tag\": \"9\"")),
        ExampleScenario(
            "cooldown", "six hours after an install no conversion counts; the app opens all the same",
            world: [A.apps("\"configuration\": {\"AttributionCooldown\": {\"install-cooldown-hours\": 6}}")],
            A.event("0s", "tap", A.ad(1)),
            A.appEvent("1h", "install"),
            A.appEvent("1h", "update", "\"fine\": 12"),
            A.event("6h59m59s999ms", "tap", A.ad(2, eligible: true), url),
            A.event("7h", "tap", A.ad(3, eligible: true), url),
            A.appEvent("8h", "update", "\"fine\": 13, \"lock\": true")),
        ExampleScenario(
            "limits", "no more than two re-engagements a month, where such a limit holds",
            world: ["\"re-engagement-limits\": {\"app-per-month\": 2}", A.apps("\"installed\": true")],
            A.event("0s", "tap", A.ad(1, eligible: true)),
            A.event("1d", "tap", A.ad(2, eligible: true)),
            A.event("2d", "tap", A.ad(3, eligible: true)),
            A.event("31d", "tap", A.ad(4, eligible: true)),
            A.appEvent("31d", "update", "\"fine\": 1, \"lock\": true")),
    ]
}
