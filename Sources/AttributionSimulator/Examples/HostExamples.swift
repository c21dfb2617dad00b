// An app that shows ads, and its earnings.

private typealias A = ExampleAds

extension ExampleScenario {
    /// An ad without an identifier, since each load gives it one.
    private static func fields(_ network: String = "example.adattributionkit", app: UInt64 = A.app) -> String {
        "{\"publisher-item-identifier\": \(A.publisher), \"ad-network-identifier\": \"\(network)\", "
            + "\"source-identifier\": 5239, \"advertised-item-identifier\": \(app)}"
    }

    private static func item(_ impression: String, _ members: String...) -> String {
        "        {\"impression\": \(impression),\n         \(members.joined(separator: ",\n         "))}"
    }

    private static func host(_ members: [String], screens: [String], inventory: [String]) -> String {
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
            slotEvent("0s", "open-screen", "\"screen\": \"feed\""),
            slotEvent("12s", "rotate", "\"to\": \"landscape\""),
            slotEvent("14s", "network", "\"up\": false"),
            slotEvent("40s", "network", "\"up\": true"),
            slotEvent("50s", "tap-slot", "\"slot\": \"bottom\""),
            slotEvent("58s", "finish-action"),
            slotEvent("70s", "close-screen")),
        ExampleScenario(
            "seven-banners",
            "each of seven banners loads for itself; one network's ads for one app are viewed one by one",
            world: [
                host(
                    ["\"device\": \"pad\", \"currency\": \"USD\""],
                    screens: [
                        "{\"name\": \"viewer\", \"slots\": [\n"
                            + (1...7).map { "        {\"name\": \"banner\($0)\", \"format\": \"banner\"}" }
                            .joined(separator: ",\n") + "]}"
                    ],
                    inventory: (1...3).map { number in
                        item(
                            fields("network\(number).adattributionkit"), "\"format\": \"banner\"",
                            "\"cpm\": \"\(number).00\", \"weight\": \(4 - number)")
                    })
            ],
            slotEvent("0s", "open-screen", "\"screen\": \"viewer\""),
            slotEvent("10s", "hide-slot", "\"slot\": \"banner1\""),
            slotEvent("12s", "show-slot", "\"slot\": \"banner1\""),
            slotEvent("20s", "clear-slots"),
            slotEvent("25s", "close-screen")),
        ExampleScenario(
            "magazine", "a full-screen ad between the pages of a magazine, and one that covers them at a break",
            world: [
                host(
                    ["\"device\": \"pad\", \"orientation\": \"landscape\", \"currency\": \"EUR\""],
                    screens: [
                        "{\"name\": \"magazine\", \"slots\": [\n"
                            + "        {\"name\": \"page\", \"format\": \"full-screen\", \"style\": \"page\"},\n"
                            + "        {\"name\": \"cover\", \"format\": \"full-screen\", \"style\": \"modal\"}]}"
                    ],
                    inventory: [
                        item(
                            fields(), "\"format\": \"full-screen\", \"action\": \"product-page\"",
                            "\"cpm\": \"12.00\", \"cpc\": \"1.10\"")
                    ])
            ],
            slotEvent("0s", "open-screen", "\"screen\": \"magazine\""),
            slotEvent("10s", "show-slot", "\"slot\": \"page\""),
            slotEvent("11s", "hide-slot", "\"slot\": \"page\""),
            slotEvent("15s", "show-slot", "\"slot\": \"page\""),
            slotEvent("19s", "hide-slot", "\"slot\": \"page\""),
            slotEvent("30s", "present-slot", "\"slot\": \"cover\", \"at-break\": true"),
            slotEvent("33s", "tap-slot", "\"slot\": \"cover\""),
            slotEvent("37s", "tap-store"),
            slotEvent("40s", "finish-action"),
            slotEvent("50s", "present-slot", "\"slot\": \"cover\", \"at-break\": true"),
            slotEvent("60s", "close-screen")),
        ExampleScenario(
            "refused-action", "an app that lets no action begin is paid for views alone; a cancelled one was a click",
            world: [
                host(
                    ["\"currency\": \"USD\""],
                    screens: ["{\"name\": \"game\", \"slots\": [{\"name\": \"bottom\", \"format\": \"banner\"}]}"],
                    inventory: [
                        item(
                            fields(), "\"format\": \"banner\", \"presentation\": \"custom\", \"action\": \"modal\"",
                            "\"cpm\": \"1.25\", \"cpc\": \"0.30\"")
                    ])
            ],
            slotEvent("0s", "open-screen", "\"screen\": \"game\""),
            slotEvent("5s", "refuse-actions", "\"on\": true"),
            slotEvent("6s", "tap-slot", "\"slot\": \"bottom\""),
            slotEvent("7s", "finish-action"),
            slotEvent("8s", "refuse-actions", "\"on\": false"),
            slotEvent("9s", "tap-slot", "\"slot\": \"bottom\""),
            slotEvent("10s", "tap-slot", "\"slot\": \"bottom\""),
            slotEvent("11s", "cancel-action"),
            slotEvent("20s", "close-screen")),
        ExampleScenario(
            "no-ad-left", "audience and exclusions leave no ad: every request is in vain",
            world: [
                host(
                    [
                        "\"audience\": \"under-17\", \"currency\": \"USD\"",
                        "\"exclusions\": {\"keywords\": [\"Poker\"], \"urls\": [\"rival.example\"]}",
                    ],
                    screens: ["{\"name\": \"feed\", \"slots\": [{\"name\": \"bottom\", \"format\": \"banner\"}]}"],
                    inventory: [
                        item(fields(), "\"format\": \"banner\", \"for-adults\": true", "\"cpm\": \"2.00\""),
                        item(fields(), "\"format\": \"banner\", \"keywords\": [\"poker\"]", "\"cpm\": \"3.00\""),
                        item(
                            fields(), "\"format\": \"banner\", \"url\": \"https://shop.rival.example/\"",
                            "\"cpm\": \"4.00\""),
                    ])
            ],
            slotEvent("0s", "open-screen", "\"screen\": \"feed\""),
            slotEvent("60s", "tap-slot", "\"slot\": \"bottom\""),
            slotEvent("70s", "close-screen")),
    ]
}
