import AttributionModel
import AttributionSchema
import AttributionSimulator
import AttributionTestSupport
import Testing

@testable import AttributionSimulator

/// An app that shows ads: the faults of its scenario, a complete example, and exact amounts of money.
struct HostTests {
    /// The example of the documentation, with every member that it shows.
    static let example = """
        {
          "host": {
            "app": 5838492,
            "device": "phone", "orientation": "portrait", "audience": "17-and-over",
            "exclusions": {"keywords": ["poker"], "urls": ["rival.example"]},
            "refresh": "30s", "currency": "USD",
            "screens": [
              {"name": "feed", "bottom-bar": "tab-bar", "slots": [
                {"name": "bottom", "format": "banner", "sizes": ["320x50", "480x32"], "position": "bottom", "scrolls": false}]}
            ],
            "inventory": [
              {"impression": \(HostPlay.fields), "presentation": "view-through", "format": "banner", "sizes": ["320x50", "480x32"],
               "keywords": ["travel"], "url": "https://advertiser.example/", "for-adults": false, "action": "overlay",
               "leaves-application": false, "cpm": "2.50", "cpc": "0.40", "weight": 1}
            ]
          },
          "events": [
            {"at": "0s", "event": "open-screen", "screen": "feed"},
            {"at": "12s", "event": "rotate", "to": "landscape"},
            {"at": "14s", "event": "network", "up": false},
            {"at": "40s", "event": "network", "up": true},
            {"at": "50s", "event": "tap-slot", "slot": "bottom"},
            {"at": "58s", "event": "finish-action"},
            {"at": "70s", "event": "close-screen"}
          ]
        }
        """

    @Test func wholeExampleOfTheDocumentation() throws {
        let scenario = try Scenario(parsing: Array(Self.example.utf8)) { Play.ad($0) }
        let days = scenario.timeline().compactMap { entry -> DayEarnings? in
            if case .host(.earnings(let day)) = entry.fact { day } else { nil }
        }
        expect(days.count, 1)
        let day = try #require(days.first)
        #expect((day.app, day.date) == (5_838_492, "2026-01-01"))
        #expect((day.requests, day.fills, day.impressions, day.testImpressions, day.clicks) == (3, 2, 2, 0, 1))
        #expect((day.revenue.description, day.currency, day.perThousand?.description) == ("0.405", "USD", "202.50"))
    }

    // MARK: - Faults

    private func play(_ change: (inout HostPlay) -> Void) -> HostPlay {
        var play = HostPlay()
        play.events = ["0s open-screen feed", "10s close-screen"]
        change(&play)
        return play
    }

    private func expectFault(_ found: [String], _ wanted: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(found.count == 1 && found[0].hasPrefix(wanted), "\(found)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        (#""cpm":"1e3""#, #"host.inventory[0].cpm is "1e3"; it must be a decimal string"#),
        (#""cpm":"-1""#, #"host.inventory[0].cpm is "-1"; it must be a decimal string"#),
        (#""cpm":2.5"#, "host.inventory[0].cpm is 2.5; it must be a decimal string"),
        (
            #""cpm":"2.5000""#,
            #"host.inventory[0].cpm is "2.5000"; it must be a decimal string such as "2.50", with at most 3"#
        ),
        (#""cpm":".5""#, #"host.inventory[0].cpm is ".5"; it must be"#),
        (#""cpm":"5.""#, #"host.inventory[0].cpm is "5."; it must be"#),
        (#""cpm":"1,50""#, #"host.inventory[0].cpm is "1,50"; it must be"#),
        (#""cpm":"USD 1""#, #"host.inventory[0].cpm is "USD 1"; it must be"#),
        (#""cpm":"""#, #"host.inventory[0].cpm is ""; it must be"#),
        (#""cpm":"1234567890123""#, #"host.inventory[0].cpm is "1234567890123"; it must be"#),
        (
            #""cpc":"0.0000001""#,
            #"host.inventory[0].cpc is "0.0000001"; it must be a decimal string such as "2.50", with at most 6"#
        ),
        (#""cpc":"+1""#, #"host.inventory[0].cpc is "+1"; it must be"#),
        (
            #""sizes":["321x50"]"#,
            #"host.inventory[0].sizes[0] is "321x50"; it must be 320x50, 480x32, 768x66 or 1024x66"#
        ),
        (#""sizes":[]"#, "host.inventory[0].sizes is an array; it must be a list of at least one size"),
        (#""action":"open""#, #"host.inventory[0].action is "open"; it must be custom, overlay"#),
        (
            #""action":"url","leaves-application":false"#,
            "host.inventory[0].leaves-application is false; it must be true"
        ),
        (
            #""presentation":"overlay""#,
            #"host.inventory[0].presentation is "overlay"; it must be view-through or custom"#
        ),
        (#""weight":0"#, "host.inventory[0].weight is 0; it must be an integer from 1 to 1000000"),
        (#""weigth":1"#, "host.inventory[0].weigth is unknown: there is no such member here"),
        (#""url":7"#, "host.inventory[0].url is 7; it must be a URL"),
    ]) func itemFault(_ more: String, _ wanted: String) {
        expectFault(play { $0.inventory = [HostPlay.item(more)] }.faults, wanted)
    }

    @Test(arguments: [
        (#""refresh":"0s""#, #"host.refresh is "0s"; it must be a duration of at least 1s,"#),
        (#""refresh":"999ms""#, #"host.refresh is "999ms"; it must be"#),
        (#""refresh":30"#, "host.refresh is 30; it must be"),
        (#""load-delay":"soon""#, #"host.load-delay is "soon"; it must be a duration such as"#),
        (#""fill-rate":101"#, "host.fill-rate is 101; it must be an integer from 0 to 100"),
        (#""device":"watch""#, #"host.device is "watch"; it must be phone, pad or phone-on-pad"#),
        (#""audience":"all""#, #"host.audience is "all"; it must be under-17 or 17-and-over"#),
        (
            #""currency":"usd""#,
            #"host.currency is "usd"; it must be a currency code of three capital letters, such as"#
        ),
        (#""exclusions":{"words":[]}"#, "host.exclusions.words is unknown: there is no such member here"),
        (#""exclusions":{"urls":[" "]}"#, #"host.exclusions.urls[0] is " "; it must be a URL or its host"#),
        (#""screen":[]"#, "host.screen is unknown: there is no such member here"),
    ]) func memberFault(_ member: String, _ wanted: String) {
        expectFault(play { $0.members = [member] }.faults, wanted)
    }

    @Test(arguments: [
        (
            HostPlay.slot("bottom", "banner", #""sizes":["768x66"]"#),
            #"slots[0].sizes[0] is "768x66"; it must be 320x50 or 480x32"#
        ),
        (
            HostPlay.slot("bottom", "banner", #""sizes":["320x50","320x50"]"#),
            #"slots[0].sizes[1] is "320x50"; it must be listed once"#
        ),
        (HostPlay.slot("bottom", "leaderboard"), #"slots[0].format is "leaderboard"; it must be banner"#),
        (
            HostPlay.slot("bottom", "full-screen", #""sizes":["320x50"]"#),
            "slots[0].sizes is an array; it must be absent"
        ),
        (HostPlay.slot("bottom", "banner", #""style":"page""#), #"slots[0].style is "page"; it must be absent"#),
        (
            HostPlay.slot("bottom", "banner", #""position":"below-bar""#),
            #"slots[0].position is "below-bar"; it must be bottom"#
        ),
        (#"{"format":"banner"}"#, "slots[0].name is missing"),
    ]) func slotFault(_ slot: String, _ wanted: String) {
        let play = play {
            $0.screens = [HostPlay.screen("feed", [slot])]
            $0.events = []
        }
        expectFault(play.faults, "host.screens[0]." + wanted)
    }

    @Test func namesAreThereOnce() {
        let twice = play { $0.screens = [HostPlay.screen("feed", [HostPlay.slot("a"), HostPlay.slot("a")])] }
        expectFault(twice.faults, #"host.screens[0].slots[1].name is "a"; it must be a name that no other slot has"#)
        let screens = play { $0.screens += $0.screens.map { $0.replacing("bottom", with: "top") } }
        expectFault(screens.faults, #"host.screens[1].name is "feed"; it must be a name that no other screen has"#)
    }

    @Test func aPriceHasACurrency() {
        let priced = play {
            $0.members = []
            $0.inventory = [HostPlay.item(#""cpc":"0.10""#)]
        }
        expectFault(priced.faults, "host.currency is missing; it must be the currency of the prices")
        expect(play { $0.members = [] }.faults, [])
    }

    @Test(arguments: [
        (["0s open-screen fed"], #"events[0].screen is "fed"; it must be feed or more"#),
        (["0s open-screen feed", "1s open-screen more"], "events[1].screen is opened while feed is open"),
        (["0s open-screen feed", "1s open-screen feed"], "events[1].screen is opened while feed is open"),
        (["0s close-screen"], "events[0].event is about the open screen, but no screen is open"),
        (["0s open-screen feed", "1s close-screen more"], "events[1].screen is more, which is not open"),
        (["0s tap-slot bottom"], "events[0].slot is bottom on feed, which is not open"),
        (["0s open-screen feed", "1s hide-slot page"], "events[1].slot is page on more, which is not open"),
        (["0s open-screen feed", "1s close-screen", "2s show-slot bottom"], "events[2].slot is bottom on feed"),
        (["0s open-screen feed", "1s tap-slot top"], #"events[1].slot is "top"; it must be bottom, modal or page"#),
        (["0s clear-slots"], "events[0].event is about the open screen"),
        (["0s open-screen feed", "1s finish-action"], "events[1].event is about an action, but nothing was tapped"),
        (["0s open-screen feed", "1s cancel-action"], "events[1].event is about an action"),
        (["0s open-screen feed", "1s tap-store"], "events[1].event is about an action"),
        (["0s open-screen feed", "2s tap-slot bottom", "1s finish-action"], "events[2].event is about an action"),
        (["0s open-screen feed", "1s set-size bottom 10x10"], #"events[1].size is "10x10"; it must be 320x50"#),
        (
            ["0s open-screen feed", "1s scroll-slot bottom off"],
            #"events[1].slot is "bottom"; it must be a slot that scrolls"#
        ),
        (
            ["0s open-screen feed", "1s present-slot bottom"],
            #"events[1].slot is "bottom"; it must be a full-screen slot"#
        ),
        (
            ["0s open-screen feed", "1s hide-slot modal"],
            #"events[1].slot is "modal"; it must be a slot that is not modal"#
        ),
        (["0s open-screen feed", "1s set-size modal 320x50"], #"events[1].slot is "modal"; it must be a banner"#),
        (["0s rotate"], "events[0].to is missing; it must be portrait or landscape"),
        (["0s rotate sideways"], #"events[0].to is "sideways"; it must be portrait or landscape"#),
        (["0s network"], "events[0].up is missing"),
        (["0s tab-slot bottom"], #"events[0].event is "tab-slot"; it must be one of load"#),
        (
            [#"{"at":"0s","event":"rotate","to":"portrait","up":true}"#],
            "events[0].up is unknown: there is no such member here"
        ),
        ([#"{"event":"background"}"#], "events[0].at is missing"),
    ]) func eventFault(_ events: [String], _ wanted: String) {
        let play = play {
            $0.screens = [
                HostPlay.screen("feed", [HostPlay.slot("bottom"), HostPlay.slot("modal", "full-screen")]),
                HostPlay.screen("more", [HostPlay.slot("page", "full-screen", #""style":"page""#)]),
            ]
            $0.events = events
        }
        expectFault(play.faults, wanted)
    }

    @Test func allFaultsAreToldAtOnce() {
        let play = play {
            $0.members = [#""refresh":"1""#, #""device":"x""#]
            $0.inventory = [HostPlay.item(#""cpm":"1e3""#), "7"]
            $0.events = ["0s open-screen x", "0s tap 1"]
        }
        let places = play.faults.map { String($0.prefix { $0 != " " }) }
        // The faults of the host's events are reported only if the host can be read.
        expect(
            places,
            [
                "host.device", "host.refresh", "host.inventory[0].cpm", "host.inventory[1]", "events[1].impression",
            ])
    }

    @Test func eventsOfAHostNeedOne() {
        let text = #"{"events":[{"at":"0s","event":"rotate","to":"portrait"}]}"#
        #expect(throws: Problems.self) { try Scenario(parsing: Array(text.utf8)) { Play.ad($0) } }
    }

    /// A screen left open for years would make requests without end.
    @Test func aRunThatWouldNotEndIsRefused() {
        let wanted = "host.refresh is 30s; it must be one with at most 100,000 requests of the slots"
        expectFault(play { $0.events = ["0s open-screen feed", "35d close-screen"] }.faults, wanted)
        expect(play { $0.events = ["0s open-screen feed", "34d close-screen"] }.faults, [])
    }

    // MARK: - Money

    /// The smallest and the largest price per thousand impressions, a hundred thousand times.
    @Test(arguments: [
        ("0.001", "0.10"), ("2.50", "250.00"), ("999999999999.999", "99999999999999.90"), ("0.333", "33.30"),
    ])
    func aHundredThousandImpressionsAddUp(_ cpm: String, _ revenue: String) throws {
        var play = HostPlay()
        play.inventory = [HostPlay.item("\"cpm\":\"\(cpm)\"")]
        let host = try #require(try play.scenario.get().host)
        var earnings = HostEarnings(host)
        for second in 0..<Int64(100_000) { earnings.countImpression(of: host.inventory[0], at: second * 1000) }
        let days = earnings.byDay
        expect(days.count, 2)
        expect(days.reduce(0) { $0 + $1.impressions }, 100_000)
        expect(days.reduce(Money.zero) { $0 + $1.revenue }.description, revenue)
    }

    /// Exactly the shown ads are counted: a load each second for an hour and two minutes, over midnight.
    @Test func everyLoadIsCounted() throws {
        var play = HostPlay()
        play.inventory = [HostPlay.item(#""cpm":"0.001""#)]
        play.members = [#""currency":"USD","refresh":"1s""#]
        play.world = [#""start":"2026-01-01T23:00:00Z""#]
        play.events = ["0s open-screen feed", "1h1m59s999ms close-screen"]
        let days = play.lines.filter { $0.hasPrefix("earnings") }
        expect(
            days,
            [
                "earnings 2026-01-01 requests=3600 fills=3600 impressions=3600 tests=0 clicks=0 revenue=0.0036 USD ecpm=0.00 @1h1m59s999ms",
                "earnings 2026-01-02 requests=120 fills=120 impressions=120 tests=0 clicks=0 revenue=0.00012 USD ecpm=0.00 @1h1m59s999ms",
            ])
    }

    @Test func earningsAreCutOffAndNeverRounded() {
        var play = HostPlay()
        play.inventory = [HostPlay.item(#""cpm":"0.009","cpc":"0.000001""#)]
        play.events = ["0s open-screen feed", "10s close-screen"]
        #expect(
            play.lines.last?.hasPrefix(
                "earnings 2026-01-01 requests=1 fills=1 impressions=1 tests=0 clicks=0 revenue=0.000009 USD ecpm=0.00 ")
                == true, "\(play.lines)")
    }
}
