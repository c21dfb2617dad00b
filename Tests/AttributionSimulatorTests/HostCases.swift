import Testing

/// A scenario that demonstrates a rule about hosts, or one side of a boundary.
struct HostCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let side: String
    let play: HostPlay
    /// The beginnings of lines that must occur, in this order.
    let has: [String]
    /// The beginnings of lines that must not occur.
    let lacks: [String]

    var testDescription: String { rule + ": " + side }
}

func host(
    _ rule: String, _ side: String, _ events: [String], has: [String] = [], lacks: [String] = [],
    _ change: (inout HostPlay) -> Void = { _ in }
) -> HostCase {
    var play = HostPlay()
    play.events = events
    change(&play)
    return HostCase(rule: rule, side: side, play: play, has: has, lacks: lacks)
}

private let open = "0s open-screen feed"
private typealias P = HostPlay

private func pad(_ play: inout HostPlay) { play.members.append(#""device":"pad""#) }

/// A pad with a full-screen slot, which is modal by default.
private func fullScreen(_ style: String = "modal", _ more: String...) -> (inout HostPlay) -> Void {
    { play in
        pad(&play)
        play.screens = [
            P.screen(
                "feed",
                [P.slot("full", "full-screen", "\"style\":\"\(style)\"")] + more.map { P.slot($0) })
        ]
        play.inventory = [P.item(format: "full-screen"), P.item(app: 7)]
    }
}

private func item(_ more: String) -> (inout HostPlay) -> Void { { $0.inventory = [P.item(more)] } }

private func member(_ members: String...) -> (inout HostPlay) -> Void { { $0.members += members } }

private func slot(_ more: String) -> (inout HostPlay) -> Void {
    { $0.screens = [P.screen("feed", [P.slot("bottom", "banner", more)])] }
}

let hostSlotCases: [HostCase] = [
    // MARK: Sizes
    host(
        "sizes of the device", "phone", [open, "1s rotate landscape"],
        has: ["slot bottom loaded 320x50 @0s", "slot bottom resized 480x32 @1s"]),
    host(
        "sizes of the device", "pad", [open, "1s rotate landscape"],
        has: ["slot bottom loaded 768x66", "slot bottom resized 1024x66"], pad),
    host(
        "sizes of the device", "phone app on a pad", [open], has: ["slot bottom failed no-inventory 320x50"],
        member(#""device":"phone-on-pad""#)),
    host(
        "sizes of the device", "medium rectangle", [open, "1s rotate landscape"], has: ["slot box loaded 300x250"],
        lacks: ["slot box resized"]
    ) {
        pad(&$0)
        $0.screens = [P.screen("feed", [P.slot("box", "medium-rectangle")])]
        $0.inventory = [P.item(format: "medium-rectangle")]
    },
    host(
        "first listed where the set lacks the orientation", "lacking", [open], has: ["slot bottom loaded 480x32"],
        slot(#""sizes":["480x32"]"#)),
    host(
        "first listed where the set lacks the orientation", "not lacking", [open], has: ["slot bottom loaded 320x50"],
        slot(#""sizes":["480x32","320x50"]"#)),
    host(
        "set-size", "outside the set", [open, "1s set-size bottom 480x32"],
        has: ["slot bottom refused size-not-required 480x32 @1s", "error host-size-not-required bottom @1s"],
        lacks: ["slot bottom resized"], slot(#""sizes":["320x50"]"#)),
    host(
        "set-size", "within the set", [open, "1s set-size bottom 480x32"], has: ["slot bottom resized 480x32 @1s"],
        lacks: ["error"]),
    host(
        "set-size", "as it is", [open, "1s set-size bottom 320x50"], has: ["slot bottom shown"],
        lacks: ["slot bottom resized", "error"]),
    host(
        "rotate sets all sizes", "two slots", [open, "1s rotate landscape"],
        has: ["rotate landscape @1s", "slot a resized 480x32 @1s", "slot b resized 480x32 @1s"]
    ) {
        $0.screens = [P.screen("feed", [P.slot("a"), P.slot("b")])]
    },
    host(
        "rotate sets all sizes", "of a screen that opens later", ["0s rotate landscape", "1s open-screen feed"],
        has: ["slot bottom loaded 480x32 @1s"], lacks: ["slot bottom resized"]),
    host(
        "rotate sets all sizes", "already so", [open, "1s rotate portrait"], has: ["rotate portrait"],
        lacks: ["slot bottom resized"]),
    host(
        "a slot for one orientation keeps its size", "the other", [open, "1s rotate landscape"],
        has: ["rotate landscape @1s", "warning host-one-orientation bottom @1s"], lacks: ["slot bottom resized"],
        slot(#""sizes":["320x50"]"#)),
    host(
        "a slot for one orientation keeps its size", "its own", [open, "1s rotate portrait"],
        has: ["warning host-one-orientation bottom @0s", "rotate portrait"],
        lacks: ["warning host-one-orientation bottom @1s"], slot(#""sizes":["320x50"]"#)),
    host(
        "the ad stays over a rotation", "one load", [open, "1s rotate landscape", "5s close-screen"],
        has: ["slot bottom loaded", "end-view recorded @5s", "earnings 2026-01-01 requests=1 fills=1 impressions=1"],
        lacks: ["slot bottom hidden 480x32 @1s"]),
    host(
        "only ads with all required sizes", "one is missing", [open], has: ["slot bottom failed no-inventory"],
        item(#""sizes":["320x50"]"#)),
    host(
        "only ads with all required sizes", "all are there", [open], has: ["slot bottom loaded"],
        item(#""sizes":["480x32","320x50","768x66"]"#)),

    // MARK: Requests
    host(
        "a request when it comes into its window", "at the opening", ["3s open-screen feed"],
        has: ["slot bottom loaded 320x50 @3s"], lacks: ["slot bottom loaded 320x50 @0s"]),
    host(
        "a request when it comes into its window", "opened again", [open, "1s close-screen", "5s open-screen feed"],
        has: ["slot bottom loaded 320x50 @5s", "earnings 2026-01-01 requests=2"]),
    host(
        "a request after refresh", "29999 ms", [open, "29s999ms close-screen"], has: ["earnings 2026-01-01 requests=1"]),
    host(
        "a request after refresh", "30000 ms, and open", [open, "30s rotate portrait"],
        has: ["slot bottom loaded 320x50 @30s"]),
    host(
        "a request after refresh", "closed at that time", [open, "30s close-screen"],
        has: ["slot bottom loaded 320x50 @30s", "close-screen feed @30s", "earnings 2026-01-01 requests=2"]),
    host(
        "a request after refresh", "since the last load", [open, "70s rotate portrait"],
        has: ["slot bottom loaded 320x50 @5s", "slot bottom loaded 320x50 @40s"],
        lacks: ["slot bottom loaded 320x50 @35s"], member(#""load-delay":"5s""#)),
    host(
        "at once when the network returns", "without an ad",
        ["0s network down", "1s open-screen feed", "2s network up"],
        has: ["slot bottom failed network 320x50 @1s", "slot bottom loaded 320x50 @2s"]),
    host(
        "at once when the network returns", "with an ad",
        [open, "1s network down", "2s network up", "5s close-screen"], has: ["earnings 2026-01-01 requests=1"]),
    host(
        "at once when the network returns", "it was never down", [open, "2s network up", "5s close-screen"],
        has: ["earnings 2026-01-01 requests=1"], member(#""fill-rate":0"#)),
    host(
        "every refresh without an ad", "three times",
        ["0s network down", "0s open-screen feed", "60s rotate portrait"],
        has: [
            "slot bottom failed network 320x50 @0s", "slot bottom failed network 320x50 @30s",
            "slot bottom failed network 320x50 @1m",
        ]),
    host(
        "the clock stands in the background", "ten seconds",
        [open, "10s background", "20s foreground", "40s rotate portrait"],
        has: ["slot bottom loaded 320x50 @0s", "slot bottom loaded 320x50 @40s"],
        lacks: ["slot bottom loaded 320x50 @30s"]),
    host(
        "the clock stands under an action", "ten seconds",
        [open, "10s tap-slot bottom", "20s finish-action", "39s999ms rotate portrait"], has: ["resume @20s"],
        lacks: ["slot bottom loaded 320x50 @30s"], item(#""action":"modal""#)),
    host(
        "the clock stands under an action", "and goes on",
        [open, "10s tap-slot bottom", "20s finish-action", "40s rotate portrait"],
        has: ["slot bottom loaded 320x50 @40s"], item(#""action":"modal""#)),
    host(
        "the clock stands under an action", "the network returns under it",
        ["0s network down", open, "1s tap-slot bottom", "2s background", "3s network up", "9s foreground"],
        has: ["slot bottom failed network 320x50 @0s", "slot bottom loaded 320x50 @9s"],
        lacks: ["slot bottom loaded 320x50 @3s"]),
    host(
        "the answer comes after load-delay", "until then nothing", [open, "1s999ms close-screen"],
        has: ["earnings 2026-01-01 requests=1 fills=0"], lacks: ["slot bottom loaded"], member(#""load-delay":"2s""#)),
    host(
        "the answer comes after load-delay", "then", [open, "2s rotate portrait"],
        has: ["slot bottom loaded 320x50 @2s", "slot bottom shown 320x50 @2s"], member(#""load-delay":"2s""#)),

    // MARK: Failure
    host(
        "network", "down when the answer is due", [open, "1s network down", "2s rotate portrait"],
        has: ["slot bottom failed network 320x50 @2s"], member(#""load-delay":"2s""#)),
    host(
        "network", "down only before", ["0s network down", open, "1s network up", "2s rotate portrait"],
        has: ["slot bottom loaded 320x50 @2s"], lacks: ["slot bottom failed"], member(#""load-delay":"2s""#)),
    host(
        "network", "down at that instant", [open, "2s network down"],
        has: ["slot bottom loaded 320x50 @2s", "network down @2s"], lacks: ["slot bottom failed"],
        member(#""load-delay":"2s""#)),
    host(
        "network", "down 1 ms before", [open, "1s999ms network down", "2s rotate portrait"],
        has: ["slot bottom failed network 320x50 @2s", "rotate portrait @2s"], member(#""load-delay":"2s""#)),
    host("no-inventory", "fill rate 0", [open], has: ["slot bottom failed no-inventory"], member(#""fill-rate":0"#)),
    host("no-inventory", "fill rate 100", [open], has: ["slot bottom loaded"], member(#""fill-rate":100"#)),
    host(
        "no-inventory", "no items", [open], has: ["slot bottom failed no-inventory"], lacks: ["warning host-no-ad-left"]
    ) { $0.inventory = [] },
    host(
        "configuration", "not eligible", [open], has: ["slot bottom failed configuration"], member(#""eligible":false"#)
    ),
    host("configuration", "eligible", [open], has: ["slot bottom loaded"], member(#""eligible":true"#)),
    host(
        "configuration", "the network is told first", ["0s network down", open], has: ["slot bottom failed network"],
        member(#""eligible":false"#)),
    host(
        "a failed refresh takes the ad away", "it fails", [open, "14s network down", "31s rotate portrait"],
        has: ["end-view recorded @30s", "slot bottom hidden 320x50 @30s", "slot bottom failed network 320x50 @30s"]),
    host(
        "a failed refresh takes the ad away", "an answer under way", [open, "31s network down", "32s close-screen"],
        has: ["slot bottom hidden 320x50 @32s"], lacks: ["slot bottom failed"], member(#""load-delay":"2s""#)),

    // MARK: Choice
    host(
        "not for adults under 17", "under 17", [open],
        has: ["warning host-no-ad-left bottom", "slot bottom failed no-inventory"]
    ) {
        $0.members.append(#""audience":"under-17""#)
        $0.inventory = [P.item(#""for-adults":true"#)]
    },
    host("not for adults under 17", "17 and over", [open], has: ["slot bottom loaded"], lacks: ["warning"]) {
        $0.members.append(#""audience":"17-and-over""#)
        $0.inventory = [P.item(#""for-adults":true"#)]
    },
    host("not for adults under 17", "for all", [open], has: ["slot bottom loaded"], member(#""audience":"under-17""#)),
    host("keywords are equal without case", "another case", [open], has: ["slot bottom failed no-inventory"]) {
        $0.members.append(#""exclusions":{"keywords":["POKER"]}"#)
        $0.inventory = [P.item(#""keywords":["travel","Poker"]"#)]
    },
    host("keywords are equal without case", "a part of one", [open], has: ["slot bottom loaded"]) {
        $0.members.append(#""exclusions":{"keywords":["poker"]}"#)
        $0.inventory = [P.item(#""keywords":["poker face"]"#)]
    },
    host("URL: that host and below", "the host", [open], has: ["slot bottom failed no-inventory"]) {
        $0.members.append(#""exclusions":{"urls":["rival.example"]}"#)
        $0.inventory = [P.item(#""url":"https://Rival.example/x""#)]
    },
    host("URL: that host and below", "below", [open], has: ["slot bottom failed no-inventory"]) {
        $0.members.append(#""exclusions":{"urls":["https://rival.example/a?b"]}"#)
        $0.inventory = [P.item(#""url":"https://shop.rival.example:443/""#)]
    },
    host("URL: that host and below", "an ending that is no host", [open], has: ["slot bottom loaded"]) {
        $0.members.append(#""exclusions":{"urls":["rival.example"]}"#)
        $0.inventory = [P.item(#""url":"https://nonrival.example/""#)]
    },
    host("URL: that host and below", "above", [open], has: ["slot bottom loaded"]) {
        $0.members.append(#""exclusions":{"urls":["shop.rival.example"]}"#)
        $0.inventory = [P.item(#""url":"https://rival.example/""#)]
    },
    host(
        "a token is shown again as it is", "once", [open, "10s close-screen"], has: ["slot bottom loaded"],
        lacks: ["warning impression-reused"]
    ) { $0.inventory = [P.item("", "\"a.b.c\"")] },
    host(
        "a token is shown again as it is", "twice", [open, "30s rotate portrait", "33s close-screen"],
        has: [
            "slot bottom loaded", "slot bottom loaded 320x50 @30s", "warning impression-reused @30s",
            "begin-view recorded @30s",
        ]
    ) { $0.inventory = [P.item("", "\"a.b.c\"")] },
    host(
        "a token is shown again as it is", "fields", [open, "30s rotate portrait"],
        has: ["slot bottom loaded 320x50 @30s"], lacks: ["warning"]),

    // MARK: Visible
    host(
        "visible", "scrolled off and on", [open, "3s scroll-slot bottom off", "5s scroll-slot bottom on"],
        has: ["end-view recorded @3s", "slot bottom hidden 320x50 @3s", "slot bottom shown 320x50 @5s"],
        slot(#""scrolls":true"#)),
    host(
        "visible", "in the background and back", [open, "3s background", "5s foreground"],
        has: [
            "background @3s", "slot bottom hidden 320x50 @3s", "pause @3s", "foreground @5s", "resume @5s",
            "slot bottom shown 320x50 @5s",
        ]),
    host(
        "visible", "the screen closes", [open, "3s close-screen"],
        has: ["close-screen feed @3s", "end-view recorded @3s", "slot bottom hidden 320x50 @3s"]),
    host(
        "hide-slot", "shows nothing", [open, "3s hide-slot bottom", "5s show-slot bottom"],
        has: ["slot bottom hidden 320x50 @3s", "slot bottom shown 320x50 @5s"], lacks: ["warning"]),
    host(
        "hide-slot", "goes on cycling", [open, "3s hide-slot bottom", "30s rotate portrait", "33s close-screen"],
        has: ["slot bottom loaded 320x50 @30s", "earnings 2026-01-01 requests=2 fills=2 impressions=1"],
        lacks: ["slot bottom shown 320x50 @30s"]),
    host(
        "remove-slot", "no more ads", [open, "3s remove-slot bottom", "40s close-screen"],
        has: ["slot bottom hidden 320x50 @3s", "slot bottom removed 320x50 @3s", "earnings 2026-01-01 requests=1"]),
    host(
        "remove-slot", "a pending answer is dropped", [open, "1s remove-slot bottom", "40s close-screen"],
        has: ["slot bottom removed", "earnings 2026-01-01 requests=1 fills=0"],
        lacks: ["slot bottom loaded", "slot bottom failed"], member(#""load-delay":"2s""#)),
    host(
        "remove-slot", "shown again", [open, "3s remove-slot bottom", "5s show-slot bottom"],
        has: ["warning host-removed-cycles bottom @5s", "slot bottom loaded 320x50 @5s"]),
    host(
        "hide-when-empty", "hidden until loaded", [open, "3s rotate portrait"],
        lacks: ["slot bottom failed", "warning"], member(#""load-delay":"2s""#)),
    host(
        "hide-when-empty", "visible without an ad", [open, "3s rotate portrait"],
        has: [
            "slot bottom failed empty-banner 320x50 @0s", "warning host-empty-banner bottom @0s",
            "slot bottom loaded 320x50 @2s",
        ], member(#""load-delay":"2s""#, #""hide-when-empty":false"#)),
    host(
        "hide-when-empty", "after a failure", [open, "14s network down", "31s rotate portrait"],
        has: ["slot bottom failed network 320x50 @30s", "slot bottom failed empty-banner 320x50 @30s"],
        member(#""hide-when-empty":false"#)),
    host(
        "hide-when-empty", "loaded at once", [open], has: ["slot bottom shown"], lacks: ["slot bottom failed"],
        member(#""hide-when-empty":false"#)),
    host(
        "hide-when-empty", "out of sight", [open, "1s hide-slot bottom", "2s network down", "31s rotate portrait"],
        has: ["slot bottom failed network"], lacks: ["slot bottom failed empty-banner"],
        member(#""hide-when-empty":false"#)),
    host(
        "several slots load for themselves", "one is removed", [open, "10s remove-slot a", "30s rotate portrait"],
        has: ["slot a loaded 320x50 @0s", "slot b loaded 320x50 @0s", "slot b loaded 320x50 @30s"],
        lacks: ["slot a loaded 320x50 @30s"]
    ) {
        $0.screens = [P.screen("feed", [P.slot("a"), P.slot("b")])]
    },
    host(
        "clear-slots", "empties and asks anew", [open, "5s clear-slots", "34s999ms close-screen"],
        has: [
            "slot bottom hidden 320x50 @5s", "slot bottom unloaded 320x50 @5s", "slot bottom loaded 320x50 @5s",
            "earnings 2026-01-01 requests=2",
        ]),

    // MARK: Full-screen
    host(
        "present-slot", "before loading", [open, "1s present-slot full at-break"],
        has: ["slot full refused not-loaded @1s"], lacks: ["slot full shown"]
    ) {
        fullScreen()(&$0)
        $0.members.append(#""load-delay":"2s""#)
    },
    host(
        "present-slot", "loaded", [open, "2s present-slot full at-break"], has: ["slot full shown @2s"],
        lacks: ["warning"], fullScreen()),
    host(
        "one ad a slot", "no cycling", [open, "1m rotate portrait", "2m close-screen"],
        has: ["slot full loaded @0s", "earnings 2026-01-01 requests=1"], fullScreen()),
    host(
        "one ad a slot", "none after it was dismissed",
        [open, "1s present-slot full at-break", "4s dismiss-slot full", "5s present-slot full at-break"],
        has: [
            "slot full shown @1s", "end-view recorded @4s", "slot full hidden @4s", "slot full unloaded @4s",
            "slot full refused not-loaded @5s",
        ], fullScreen()),
    host(
        "modal covers", "the others", [open, "3s present-slot full at-break", "6s dismiss-slot full"],
        has: [
            "slot bar shown 768x66 @0s", "slot bar hidden 768x66 @3s", "slot full shown @3s", "slot full unloaded @6s",
            "slot bar shown 768x66 @6s",
        ], fullScreen("modal", "bar")),
    host(
        "modal covers", "until it is tapped",
        [open, "1s present-slot full at-break", "4s tap-slot full", "6s foreground"],
        has: ["slot full hidden @4s", "action full began leaves @4s", "slot full unloaded @4s"],
        lacks: ["slot full shown @6s"], fullScreen()),
    host(
        "modal covers", "a second one is refused",
        [open, "1s present-slot full at-break", "2s present-slot full at-break"],
        has: ["slot full shown @1s", "slot full refused covered @2s"], fullScreen()),
    host(
        "dismiss-slot", "not presented", [open, "1s dismiss-slot full"], has: ["slot full ignored not-presented @1s"],
        fullScreen()),
    host(
        "a page comes and goes", "by show and hide", [open, "3s show-slot full", "6s hide-slot full"],
        has: ["slot full loaded @0s", "slot full shown @3s", "end-view recorded @6s", "slot full hidden @6s"],
        lacks: ["slot full shown @0s"], fullScreen("page")),
    host(
        "a page comes and goes", "a banner beside it", [open, "3s show-slot full", "6s hide-slot full"],
        has: [
            "slot bar hidden 768x66 @3s", "slot full shown @3s", "slot full hidden @6s", "slot bar shown 768x66 @6s",
        ], fullScreen("page", "bar")),
    host(
        "a page comes and goes", "seen long enough before",
        [open, "3s show-slot full", "6s hide-slot full", "8s show-slot full"], has: ["slot full shown @8s"],
        lacks: ["begin-view recorded @8s"], fullScreen("page")),
]
