import CommandModel

/// `aak help scenario`: the forms of what `aak simulate` reads for one device, and of a log's lines.
enum ScenarioTopic {
    static let topic = Topic(
        name: "scenario",
        summary: "what stands in a scenario, a world and a log that aak simulate plays",
        discussion: [
            """
            A scenario is one JSON document: what the world is like, and events, each with a time. A world is the same \
            without events; it goes with a log, which is NDJSON: each line an event with a device beside it, any string, \
            and the lines of a device together and in the order of their times (sort -s by device). aak simulate \
            --example NAME --show-scenario writes worked scenarios to begin with.
            """,
            """
            A time is an offset from start, such as 90s, 1s999ms or 3d4h, or an RFC 3339 time, not before start, nor so late \
            that something could follow after the year 9999. Events of a scenario are sorted by it, and those of one time \
            keep their order. At one instant windows and timers end first; then come the events; then deadlines lapse, and \
            postbacks leave. Everything that is wrong with a \
            scenario is told at once, each fault with its place: events[3].kind. aak validate tells it without playing.
            """,
        ],
        sections: [
            Section("The world", [.paragraph("All members may be left out."), .items(world)]),
            Section("An advertised app", [.items(advertisedApp)]),
            Section("Events", [.paragraph("Each has at and event, in a log device too."), .items(events)]),
            Section("Events of a host", [.paragraph("aak help host names them.")]),
            Section("Members of events", [.items(eventMembers)]),
            Section(
                "Impressions",
                [
                    .paragraph(
                        """
                        A compact JWS, as aak sign writes it; or an object of the payload's fields, which counts as signed; or \
                        an ad of SKAdNetwork: an object with the one member skadnetwork, which holds the signed fields under \
                        the names of the signature (version, ad-network-id, itunes-item-id, nonce, source-app-id or \
                        source-domain, fidelity-type, campaign-id or source-identifier, timestamp).
                        """)
                ]),
            Section("A whole scenario", [.literal(example)]),
        ])

    private static let world: [Block.Item] = [
        .init("start", "when the clock begins, as RFC 3339; 2026-01-01T00:00:00Z by default"),
        .init("seed", "what draws come from; --seed overrides it, and 0 is the default"),
        .init("developer-mode", "true if Developer Mode is on at the start"),
        .init("country", "the country of the device's storefront, two capital letters; without it none is ever sent"),
        .init(
            "tiers",
            """
            The data tiers that Apple would compute, 0 to 3: {"2": 2, "3": 3, "4": 3, "country": 3} for two, three and \
            four digits of the source identifier and for the country, a missing one being 0; or such an object for each \
            source identifier, {"5239": {…}, "default": {…}}. Without tiers or crowd, all are 3.
            """),
        .init(
            "crowd",
            """
            In a world, instead of tiers: {"thresholds": {"1": 20, "2": 100, "3": 500}, "country": 500}, how many \
            conversions reach a tier, counted over the log; "publisher": true counts those of each publisher app by \
            themselves. A model of aak's, since Apple does not publish its own.
            """),
        .init(
            "publisher-apps",
            """
            Apps that show ads, and whose: [{"item-identifier": 5838492, "ad-network-identifiers": \
            ["acme.adattributionkit"]}]. Without it, networks are not checked.
            """),
        .init("host", "in a scenario, an app that shows ads, with its screens and slots; see aak help host"),
        .init("advertised-apps", "what is known of apps that ads are for; see below"),
        .init(
            "window-start",
            "first-update or first-launch: what starts conversion windows, on which Apple's articles differ; "
                + "first-update by default"),
        .init(
            "re-engagement-limits",
            "{\"app-per-month\": 2, \"device-per-year\": 10}: how many re-engagements convert; none by default"),
        .init("strip-parameters", "names of URL parameters that are taken off a re-engagement URL"),
        .init(
            "receivers",
            """
            What servers answer to each postback, in order, then 200: {"acme.adattributionkit": [500, 500, 200], "developer": [0]}; 0 is \
            no answer.
            """),
    ]

    private static let advertisedApp: [Block.Item] = [
        .init("item-identifier", "the app's ID in the App Store; required"),
        .init("installed", "true if it is there at the start"),
        .init("marketplace", "where it came from, if installed; com.apple.AppStore by default"),
        .init("country", "the country of its install token, if installed"),
        .init(
            "overlapping-re-engagement-windows", "true if the app lets conversions run side by side, told apart by tags"
        ),
        .init("universal-links", "hosts that the app opens; without it, any https URL is its own"),
        .init(
            "postback-copies",
            "{\"install\": true, \"re-engagement\": true, \"skadnetwork\": true}: of which postbacks its developer gets a "
                + "copy"),
        .init(
            "configuration",
            """
            AdAttributionKitConfigurations of its Info.plist: AttributionWindows and AttributionCooldown, as aak \
            validate checks them.
            """),
    ]

    private static let events: [Block.Item] = [
        .init("load", "the ad is fetched: impression, publisher"),
        .init(
            "begin-view, end-view", "it comes on the screen and goes: impression, publisher, presentation"),
        .init("view", "handleView() of iOS 26.2, a view in one call: impression, publisher, presentation"),
        .init("tap", "impression, publisher, presentation, attribution-view, re-engagement-url"),
        .init(
            "open-overlay, open-product-page",
            "StoreKit's views of the app, a view after two seconds: impression, publisher, re-engagement-url"),
        .init("close-overlay, close-product-page", "impression, publisher"),
        .init("install", "app, kind, marketplace, country"),
        .init("launch, delete", "app"),
        .init("update", "the app updates its conversion value: app, fine, coarse, lock, types, tag, api"),
        .init("developer-mode", "on"),
        .init(
            "create-postbacks",
            "a test postback of iOS's developer settings: app, interaction, conversion-type, windows, tier, tag"),
        .init("transmit-postbacks, clear-postbacks", "nothing more"),
    ]

    private static let eventMembers: [Block.Item] = [
        .init("at", "when; required"),
        .init("event", "what; required"),
        .init("device", "in a log: whose; required"),
        .init("impression", "the ad; required where it is listed"),
        .init("publisher", "the item ID of the app that shows it, 0 for a test; that of the impression by default"),
        .init(
            "presentation",
            "view-through (a view's default), custom (a tap's), overlay or product-page: how the ad is presented"),
        .init("attribution-view", "false: the tap came without an attribution view over the ad"),
        .init("re-engagement-url", "the URL that a tap opens in the installed app"),
        .init("app", "the item ID of the app; required where it is listed"),
        .init("kind", "download or redownload; told from what was there before by default"),
        .init("marketplace", "where it is installed from; com.apple.AppStore by default"),
        .init("country", "that of another marketplace's install token"),
        .init("fine", "the fine value, 0 to 63, required; the device refuses others"),
        .init("coarse", "low, medium or high"),
        .init("lock", "true: locks the window"),
        .init("types", "[\"install\", \"re-engagement\"] or one of them: which conversions it is for; all by default"),
        .init("tag", "the conversion tag of the one that it is for; of create-postbacks the tag of the postbacks"),
        .init("api", "adattributionkit (the default) or skadnetwork: whose method the app calls"),
        .init("on", "true or false"),
        .init("interaction", "click (the default) or view"),
        .init("conversion-type", "download (the default), redownload or re-engagement"),
        .init("windows", "1 or 3: how many windows; 1 by default"),
        .init("tier", "the data tier, 3 by default"),
    ]

    private static let example = """
        {
          "start": "2026-01-01T00:00:00Z",
          "seed": 7,
          "country": "US",
          "tiers": {"2": 2, "3": 3, "4": 3, "country": 3},
          "advertised-apps": [{"item-identifier": 1108187390}],
          "events": [
            {"at": "0s", "event": "tap", "impression": {
              "ad-network-identifier": "example.adattributionkit", "source-identifier": 5239,
              "impression-identifier": "00000000-0000-4000-8000-000000000001",
              "advertised-item-identifier": 1108187390, "publisher-item-identifier": 5838492}},
            {"at": "10m", "event": "install", "app": 1108187390},
            {"at": "1h", "event": "launch", "app": 1108187390},
            {"at": "3d4h", "event": "update", "app": 1108187390, "fine": 42, "coarse": "high", "lock": true}
          ]
        }
        """
}
