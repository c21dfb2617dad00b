// An app that shows ads, and what it earns.

private typealias A = ExampleAds

extension ExampleScenario {
    /// An ad without an identifier, which each load gives it.
    private static func fields(_ network: String = "example.adattributionkit", app: UInt64 = A.app) -> String {
        "{\"publisher-item-identifier\": \(A.publisher), \"ad-network-identifier\": \"\(network)\", "
            + "\"source-identifier\": 5239, \"advertised-item-identifier\": \(app)}"
    }

    private static func item(_ impression: String, _ members: String...) -> String {
        "        {\"impression\": \(impression),\n         \(members.joined(separator: ",\n         "))}"
    }

    private static func host(
        _ members: [String], screens: [String], inventory: [String]
    ) -> String {
        "\"host\": {\n" + (["\"app\": \(A.publisher)"] + members).map { "    \($0),\n" }.joined()
            + "    \"screens\": [\n" + screens.map { "      \($0)" }.joined(separator: ",\n") + "\n    ],\n"
            + "    \"inventory\": [\n" + inventory.joined(separator: ",\n") + "\n    ]\n  }"
    }

    private static func slotEvent(_ at: String, _ name: String, _ more: String = "") -> String {
        "{\"at\": \"\(at)\", \"event\": \"\(name)\"" + (more.isEmpty ? "}" : ", \(more)}")
    }

    static let hosting: [ExampleScenario] = [
        ExampleScenario(
            "feed", "a banner through a rotation and a tunnel: three requests, two impressions, one click",
            world: [
                host(
                    [
                        "\"device\": \"phone\", \"orientation\": \"portrait\", \"audience\": \"17-and-over\"",
                        "\"refresh\": \"30s\", \"currency\": \"USD\"",
                    ],
                    screens: [
                        "{\"name\": \"feed\", \"bottom-bar\": \"tab-bar\", \"slots\": [\n"
                            + "        {\"name\": \"bottom\", \"format\": \"banner\", \"sizes\": [\"320x50\", \"480x32\"], "
                            + "\"position\": \"bottom\"}]}"
                    ],
                    inventory: [
                        item(
                            fields(), "\"presentation\": \"view-through\", \"format\": \"banner\"",
                            "\"keywords\": [\"travel\"], \"url\": \"https://advertiser.example/\"",
                            "\"action\": \"overlay\", \"cpm\": \"2.50\", \"cpc\": \"0.40\"")
                    ])
            ],
            [
                slotEvent("0s", "open-screen", "\"screen\": \"feed\""),
                slotEvent("12s", "rotate", "\"to\": \"landscape\""),
                slotEvent("14s", "network", "\"up\": false"),
                slotEvent("40s", "network", "\"up\": true"),
                slotEvent("50s", "tap-slot", "\"slot\": \"bottom\""),
                slotEvent("58s", "finish-action"),
                slotEvent("70s", "close-screen"),
            ])
    ]
}
