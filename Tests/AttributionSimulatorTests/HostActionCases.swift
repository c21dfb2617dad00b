private let open = "0s open-screen feed"
private typealias P = HostPlay

private func item(_ more: String) -> (inout HostPlay) -> Void { { $0.inventory = [P.item(more)] } }

private func item(_ more: String, _ impression: String) -> (inout HostPlay) -> Void {
    { $0.inventory = [P.item(more, impression)] }
}

private func member(_ members: String...) -> (inout HostPlay) -> Void { { $0.members += members } }

private func slot(_ more: String) -> (inout HostPlay) -> Void {
    { $0.screens = [P.screen("feed", [P.slot("bottom", "banner", more)])] }
}

private func screen(_ more: String) -> (inout HostPlay) -> Void {
    { $0.screens = [P.screen("feed", [P.slot("bottom")], more)] }
}

private let development = P.fields.replacing("5838492", with: "0")

private func skAdNetwork(_ fidelity: Int) -> String {
    """
    {"skadnetwork":{"version":"4.0","ad-network-id":"x.skadnetwork","source-identifier":5239,"itunes-item-id":1108187390,\
    "source-app-id":5838492,"fidelity-type":\(fidelity)}}
    """
}

let hostActionCases: [HostCase] = [
    // MARK: Actions
    host(
        "tap-slot", "nothing visible", [open, "1s tap-slot bottom"], has: ["action bottom ignored nothing-to-tap @1s"],
        lacks: ["pause"], member(#""load-delay":"2s""#)),
    host(
        "tap-slot", "hidden", [open, "1s hide-slot bottom", "2s tap-slot bottom"],
        has: ["action bottom ignored nothing-to-tap @2s"]),
    host(
        "tap-slot", "under an action", [open, "1s tap-slot bottom", "2s tap-slot bottom"],
        has: [
            "action bottom began @1s", "action bottom ignored nothing-to-tap @2s",
            "earnings 2026-01-01 requests=1 fills=1 impressions=1 tests=0 clicks=1",
        ], item(#""action":"modal""#)),
    host(
        "in order at that instant", "overlay", [open, "5s tap-slot bottom"],
        has: [
            "end-view recorded @5s", "slot bottom hidden 320x50 @5s", "action bottom began @5s", "pause @5s",
            "open-overlay recorded @5s",
        ], item(#""action":"overlay""#)),
    host(
        "in order at that instant", "custom", [open, "5s tap-slot bottom"],
        has: ["action bottom began leaves @5s", "pause @5s", "tap recorded @5s", "open-marketplace @5s"],
        item(#""presentation":"custom""#)),
    host(
        "custom", "where the app is installed", [open, "5s tap-slot bottom"],
        has: ["tap recorded", "open-app"]
    ) {
        $0.world = [#""advertised-apps":[{"item-identifier":1108187390,"installed":true}]"#]
        $0.inventory = [P.item(#""presentation":"custom""#)]
    },
    host(
        "custom", "the ad was loaded too long ago", [open, "15m1ms tap-slot bottom"],
        has: ["load recorded @0s", "tap refused impressionExpired @15m1ms"]
    ) {
        $0.members.append(#""refresh":"1h""#)
        $0.inventory = [P.item(#""presentation":"custom""#)]
    },
    host("custom", "just in time", [open, "15m tap-slot bottom"], has: ["load recorded @0s", "tap recorded @15m"]) {
        $0.members.append(#""refresh":"1h""#)
        $0.inventory = [P.item(#""presentation":"custom""#)]
    },
    host(
        "custom", "no view of it", [open, "5s close-screen"],
        has: ["slot bottom shown", "earnings 2026-01-01 requests=1 fills=1 impressions=1"], lacks: ["begin-view"],
        item(#""presentation":"custom""#)),
    host(
        "a tap on a view-through banner records nothing", "custom action", [open, "5s tap-slot bottom"],
        has: ["tap ignored no-click-for-view-through @5s"], item(#""action":"custom""#)),
    host(
        "overlay, product-page", "a view after 2 s", [open, "5s tap-slot bottom", "7s finish-action"],
        has: [
            "open-overlay recorded @5s", "view recorded @7s", "close-overlay recorded @7s",
            "action bottom finished @7s", "resume @7s",
        ], item(#""action":"overlay""#)),
    host(
        "overlay, product-page", "1999 ms", [open, "5s tap-slot bottom", "6s999ms finish-action"],
        has: ["open-product-page recorded", "close-product-page ignored view-too-short @6s999ms"],
        lacks: ["view recorded"], item(#""action":"product-page""#)),
    host(
        "tap-store", "the click", [open, "5s tap-slot bottom", "6s tap-store"],
        has: ["open-overlay recorded", "tap recorded @6s", "open-marketplace"], item(#""action":"overlay""#)),
    host(
        "tap-store", "with its URL", [open, "5s tap-slot bottom", "6s tap-store https://example.com/x"],
        has: [
            "tap recorded @6s", "conversion re-engagement",
            "open-url https://example.com/x?AdAttributionKitReengagementOpen",
        ]
    ) {
        $0.world = [#""advertised-apps":[{"item-identifier":1108187390,"installed":true}]"#]
        $0.inventory = [
            P.item(#""action":"product-page""#, P.fields.replacing("}", with: #","eligible-for-re-engagement":true}"#))
        ]
    },
    host(
        "tap-store", "of an action without one", [open, "5s tap-slot bottom", "6s tap-store"],
        has: ["action ignored no-action @6s"], lacks: ["tap"], item(#""action":"modal""#)),
    host(
        "modal and url", "modal covers, without effect", [open, "5s tap-slot bottom", "9s finish-action"],
        has: ["action bottom began @5s", "pause", "action bottom finished @9s", "resume"],
        lacks: ["tap", "open-overlay"], item(#""action":"modal""#)),
    host(
        "modal and url", "url leaves, without effect", [open, "5s tap-slot bottom", "9s foreground"],
        has: ["action bottom began leaves @5s", "pause", "foreground @9s", "resume @9s"], lacks: ["tap", "open"],
        item(#""action":"url""#)),
    host(
        "refuse-actions", "on", [open, "1s refuse-actions on", "5s tap-slot bottom"],
        has: [
            "action bottom refused leaves @5s", "warning host-action-refused bottom @5s",
            "earnings 2026-01-01 requests=1 fills=1 impressions=1 tests=0 clicks=0",
        ], lacks: ["pause", "tap"]),
    host(
        "refuse-actions", "off again", [open, "1s refuse-actions on", "2s refuse-actions off", "5s tap-slot bottom"],
        has: ["action bottom began leaves @5s"], lacks: ["warning"]),
    host(
        "finish-action", "resumes where it stood",
        [open, "5s tap-slot bottom", "9s finish-action", "12s close-screen"],
        has: ["resume @9s", "slot bottom shown 320x50 @9s"], lacks: ["begin-view recorded @9s"],
        item(#""action":"modal""#)),
    host(
        "finish-action", "after an ignored tap",
        [open, "1s hide-slot bottom", "2s tap-slot bottom", "3s finish-action"],
        has: ["action bottom ignored nothing-to-tap", "action ignored no-action @3s"]),
    host(
        "finish-action", "after a refused tap",
        [open, "1s refuse-actions on", "2s tap-slot bottom", "3s cancel-action"],
        has: ["action bottom refused", "action ignored no-action @3s"]),
    host(
        "background during an action", "told as ever",
        [open, "5s tap-slot bottom", "6s background", "7s foreground", "9s finish-action"],
        has: ["pause @5s", "background @6s", "foreground @7s", "action bottom finished @9s", "resume @9s"],
        lacks: ["resume @7s", "pause @6s"], item(#""action":"modal""#)),
    host(
        "background during an action", "and it finishes there",
        [open, "5s tap-slot bottom", "6s background", "7s finish-action", "9s foreground"],
        has: ["action bottom finished @7s", "foreground @9s", "resume @9s"], lacks: ["resume @7s"],
        item(#""action":"modal""#)),
    host(
        "leaving", "no finish", [open, "5s tap-slot bottom", "6s finish-action", "7s foreground"],
        has: [
            "action bottom began leaves", "action ignored no-action @6s", "resume @7s", "slot bottom shown 320x50 @7s",
        ], lacks: ["action bottom finished"]),
    host(
        "cancel-action", "no finish", [open, "5s tap-slot bottom", "6s cancel-action"],
        has: [
            "close-overlay ignored view-too-short @6s", "action bottom cancelled @6s",
            "warning host-action-cancelled bottom @6s", "resume @6s",
        ], lacks: ["action bottom finished"], item(#""action":"overlay""#)),
    host(
        "without network an action goes on", "it finishes",
        [open, "5s tap-slot bottom", "6s network down", "9s finish-action"],
        has: ["network down @6s", "action bottom finished @9s"], lacks: ["resume @6s"], item(#""action":"overlay""#)),
    host(
        "a view-through impression", "1999 ms", [open, "1s999ms hide-slot bottom"],
        has: ["begin-view recorded @0s", "end-view refused view-too-short @1s999ms"]),
    host("a view-through impression", "2000 ms", [open, "2s hide-slot bottom"], has: ["end-view recorded @2s"]),
    host(
        "once recorded it does not begin again", "recorded",
        [open, "2s hide-slot bottom", "3s show-slot bottom", "9s close-screen"],
        has: ["end-view recorded @2s", "slot bottom shown 320x50 @3s"], lacks: ["begin-view recorded @3s"]),
    host(
        "once recorded it does not begin again", "too short",
        [open, "1s hide-slot bottom", "3s show-slot bottom", "9s close-screen"],
        has: ["end-view refused view-too-short @1s", "begin-view recorded @3s", "end-view recorded @9s"]),
    host(
        "once recorded it does not begin again", "the next load",
        [open, "2s hide-slot bottom", "3s show-slot bottom", "30s rotate portrait"], has: ["begin-view recorded @30s"]),
    host(
        "SKAdNetwork", "fidelity 0 is viewed", [open, "2s close-screen"],
        has: ["begin-view recorded @0s", "end-view recorded @2s"], item("", skAdNetwork(0))),
    host(
        "SKAdNetwork", "fidelity 1 is a click at its opening", [open, "2s tap-slot bottom", "9s finish-action"],
        has: ["open-product-page recorded @2s", "close-product-page recorded @9s"], lacks: ["begin-view"],
        item(#""action":"product-page""#, skAdNetwork(1))),

    // MARK: Money
    host(
        "requests", "without network too", ["0s network down", open, "30s rotate portrait", "31s close-screen"],
        has: ["earnings 2026-01-01 requests=2 fills=0 impressions=0 tests=0 clicks=0 revenue=0.00 USD ecpm=null"]),
    host(
        "impressions", "from the first instant", [open, "1ms close-screen"],
        has: ["end-view refused view-too-short", "earnings 2026-01-01 requests=1 fills=1 impressions=1"]),
    host(
        "impressions", "once a load", [open, "1s hide-slot bottom", "2s show-slot bottom", "3s close-screen"],
        has: ["earnings 2026-01-01 requests=1 fills=1 impressions=1"]),
    host(
        "impressions", "never visible", [open, "1s close-screen"],
        has: ["earnings 2026-01-01 requests=1 fills=1 impressions=0"]
    ) {
        $0.members.append(#""device":"pad""#)
        $0.screens = [P.screen("feed", [P.slot("full", "full-screen")])]
        $0.inventory = [P.item(format: "full-screen")]
    },
    host(
        "clicks", "cancelled too", [open, "5s tap-slot bottom", "6s cancel-action"],
        has: ["earnings 2026-01-01 requests=1 fills=1 impressions=1 tests=0 clicks=1 revenue=0.10 USD ecpm=100.00"],
        item(#""action":"modal","cpc":"0.10""#)),
    host(
        "revenue", "impressions and clicks", [open, "5s tap-slot bottom"],
        has: ["earnings 2026-01-01 requests=1 fills=1 impressions=1 tests=0 clicks=1 revenue=0.402501 USD ecpm=402.50"],
        item(#""cpm":"2.500","cpc":"0.400001""#)),
    host(
        "ecpm", "cut off", [open, "30s rotate portrait", "60s rotate portrait", "61s tap-slot bottom"],
        has: ["earnings 2026-01-01 requests=3 fills=3 impressions=3 tests=0 clicks=1 revenue=0.02 USD ecpm=6.66"],
        item(#""cpc":"0.02""#)),
    host(
        "test ads earn nothing", "test", [open, "5s tap-slot bottom"],
        has: ["earnings 2026-01-01 requests=1 fills=1 impressions=0 tests=1 clicks=0 revenue=0.00 USD ecpm=null"],
        item(#""test":true,"cpm":"1.00","cpc":"1.00""#)),
    host(
        "test ads earn nothing", "a development impression", [open, "5s tap-slot bottom"],
        has: ["earnings 2026-01-01 requests=1 fills=1 impressions=0 tests=1 clicks=0 revenue=0.00"],
        item(#""cpm":"1.00","cpc":"1.00""#, development)),
    host(
        "a line for each day", "midnight between",
        ["0s open-screen feed", "29s close-screen", "60s open-screen feed", "61s close-screen"],
        has: ["earnings 2026-01-01 requests=1", "earnings 2026-01-02 requests=1"]
    ) { $0.world = [#""start":"2026-01-01T23:59:30Z""#] },
    host("a line for each day", "nothing asked", ["0s rotate landscape"], lacks: ["earnings"]),
    host(
        "a line for each day", "without a currency", [open],
        has: ["earnings 2026-01-01 requests=1 fills=1 impressions=1 tests=0 clicks=0 revenue=0.00 XXX"]
    ) { $0.members = [] },

    // MARK: Guidelines in a simulation
    host(
        "host-brief-screen", "1999 ms", [open, "1s999ms close-screen"], has: ["warning host-brief-screen feed @1s999ms"]
    ),
    host("host-brief-screen", "2000 ms", [open, "2s close-screen"], has: ["close-screen"], lacks: ["warning"]),
    host("host-brief-screen", "without a slot", [open, "1s close-screen"], has: ["close-screen"], lacks: ["warning"]) {
        $0.screens = [P.screen("feed", [])]
    },
    host(
        "host-under-30-seconds", "29999 ms", [open], has: ["warning host-under-30-seconds @0s"],
        member(#""refresh":"29s999ms""#)),
    host(
        "host-under-30-seconds", "30000 ms", [open], has: ["open-screen"], lacks: ["warning"],
        member(#""refresh":"30s""#)),
    host(
        "host-not-at-bottom", "at the top a note", [open], has: ["note host-not-at-bottom bottom"], lacks: ["warning"],
        slot(#""position":"top""#)),
    host("host-not-at-bottom", "below the bar", [open], has: ["warning host-not-at-bottom bottom"]) {
        $0.screens = [
            P.screen("feed", [P.slot("bottom", "banner", #""position":"below-bar""#)], #""bottom-bar":"tool-bar""#)
        ]
    },
    host(
        "host-not-at-bottom", "above the bar", [open], has: ["open-screen"], lacks: ["warning", "note"],
        screen(#""bottom-bar":"tab-bar""#)),
    host("host-not-at-bottom", "a medium rectangle", [open], has: ["slot box loaded"], lacks: ["warning", "note"]) {
        $0.members.append(#""device":"pad""#)
        $0.screens = [P.screen("feed", [P.slot("box", "medium-rectangle", #""position":"middle""#)])]
        $0.inventory = [P.item(format: "medium-rectangle")]
    },
    host(
        "host-format-device", "full-screen on a phone is a note", [open], has: ["note host-format-device full"],
        lacks: ["error"]
    ) {
        $0.screens = [P.screen("feed", [P.slot("full", "full-screen")])]
    },
    host("host-format-device", "full-screen on a pad", [open], has: ["open-screen"], lacks: ["note", "error"]) {
        $0.members.append(#""device":"pad""#)
        $0.screens = [P.screen("feed", [P.slot("full", "full-screen")])]
    },
    host("host-several-banners", "a banner and a full-screen ad", [open], has: ["open-screen"], lacks: ["warning"]) {
        $0.members.append(#""device":"pad""#)
        $0.screens = [P.screen("feed", [P.slot("bar"), P.slot("full", "full-screen")])]
    },
    host(
        "host-no-break", "not at a break", [open, "3s present-slot full anywhere"],
        has: ["warning host-no-break full @3s", "slot full shown @3s"]
    ) {
        $0.members.append(#""device":"pad""#)
        $0.screens = [P.screen("feed", [P.slot("full", "full-screen")])]
        $0.inventory = [P.item(format: "full-screen")]
    },
]
