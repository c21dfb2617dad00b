import AttributionModel
import AttributionSimulator

typealias PlayDelays = World.Delays

private let a = Play.ad("a")
private let b = Play.ad("b", "m")

let recordingCases: [RuleCase] = [
    rule("S01", "1999 ms", has: ["end-view a refused view-too-short @1s999ms"]) {
        $0.view(a, from: "0s", to: "1s999ms")
    },
    rule("S01", "2000 ms", has: ["end-view a recorded @2s"]) { $0.view(a, from: "0s", to: "2s") },

    rule("S02", "overlay 1999 ms", has: ["close-overlay a ignored view-too-short"], lacks: ["view a recorded"]) {
        $0.open(a, at: "0s")
        $0.close(a, at: "1s999ms")
    },
    rule(
        "S02", "overlay 2000 ms",
        has: ["open-overlay a recorded", "view a recorded @2s", "close-overlay a recorded @2s"]
    ) {
        $0.open(a, at: "0s")
        $0.close(a, at: "2s")
    },
    rule("S02", "page left open", has: ["open-product-page a recorded", "view a recorded @2s"]) {
        $0.open(a, at: "0s", .productPage)
    },
    rule("S02", "page 1999 ms", has: ["close-product-page a ignored"], lacks: ["view a"]) {
        $0.open(a, at: "0s", .productPage)
        $0.close(a, at: "1s999ms", .productPage)
    },
    rule("S02", "installed at 1999 ms", has: ["no-conversion no-impression @1s999ms", "view a recorded @2s"]) {
        $0.open(a, at: "0s")
        $0.install(at: "1s999ms")
    },
    rule("S02", "installed at 2000 ms", has: ["view a recorded @2s", "conversion download a @2s"]) {
        $0.open(a, at: "0s")
        $0.install(at: "2s")
    },
    rule(
        "S02", "of a view-through ad of SKAdNetwork",
        has: ["open-overlay k ignored no-view-for-custom", "close-overlay k ignored no-view-for-custom @5s"]
    ) {
        $0.open(Play.skan("k", fidelity: 0), at: "0s")
        $0.close(Play.skan("k", fidelity: 0), at: "5s")
    },
    rule("S02", "of a rendered one", has: ["open-overlay k recorded", "close-overlay k recorded @5s"]) {
        $0.open(Play.skan("k"), at: "0s")
        $0.close(Play.skan("k"), at: "5s")
    },
    rule(
        "S02", "overlay and page of one ad, each by itself",
        has: [
            "close-overlay a ignored view-too-short @1s", "view a recorded @2s500ms", "close-product-page a recorded",
        ],
        lacks: ["view a recorded @2s"]
    ) {
        $0.open(a, at: "0s")
        $0.open(a, at: "500ms", .productPage)
        $0.close(a, at: "1s")
        $0.close(a, at: "3s", .productPage)
    },

    rule("S03", "at once", has: ["view a recorded @5s", "conversion download a @6s"]) {
        $0.view(a, at: "5s")
        $0.install(at: "6s")
    },
    rule("S03", "in two calls", has: ["end-view a refused view-too-short", "no-conversion no-impression @7s"]) {
        $0.view(a, from: "5s", to: "6s999ms")
        $0.install(at: "7s")
    },

    rule("S04", "1999 ms", has: ["end-view k refused view-too-short"]) {
        $0.view(Play.skan("k", fidelity: 0), from: "0s", to: "1s999ms")
    },
    rule("S04", "2000 ms", has: ["end-view k recorded @2s"]) {
        $0.view(Play.skan("k", fidelity: 0), from: "0s", to: "2s")
    },

    rule(
        "S05", "same network and app",
        has: ["begin-view c refused view-already-open", "end-view c refused view-already-open", "end-view a recorded"]
    ) {
        $0.begin(a, at: "0s")
        $0.begin(Play.ad("c"), at: "1s")
        $0.end(Play.ad("c"), at: "4s")
        $0.end(a, at: "5s")
    },
    rule("S05", "other app", has: ["begin-view c recorded", "end-view c recorded"]) {
        $0.begin(a, at: "0s")
        $0.begin(Play.ad("c", app: 7), at: "1s")
        $0.end(Play.ad("c", app: 7), at: "4s")
        $0.end(a, at: "5s")
    },
    rule("S05", "after the end", has: ["begin-view c recorded"], lacks: ["begin-view c refused"]) {
        $0.view(a, from: "0s", to: "2s")
        $0.view(Play.ad("c"), from: "2s", to: "4s")
    },
    rule("S05", "in one call", has: ["view c refused view-already-open"]) {
        $0.begin(a, at: "0s")
        $0.view(Play.ad("c"), at: "1s")
        $0.end(a, at: "5s")
    },

    rule(
        "S06", "second start",
        has: [
            "begin-view k recorded", "begin-view k ignored view-overwritten @1s", "begin-view l recorded",
            "end-view k ignored view-overwritten", "end-view l recorded",
        ]
    ) {
        $0.begin(Play.skan("k", fidelity: 0), at: "0s")
        $0.begin(Play.skan("l", "t", fidelity: 0), at: "1s")
        $0.end(Play.skan("k", fidelity: 0), at: "3s")
        $0.end(Play.skan("l", "t", fidelity: 0), at: "4s")
    },
    rule("S06", "other app", lacks: ["begin-view k ignored"]) {
        $0.view(Play.skan("k", fidelity: 0), from: "0s", to: "3s")
        $0.view(Play.skan("l", fidelity: 0, app: 7), from: "1s", to: "4s")
    },

    rule(
        "S07", "never ended", has: ["no-conversion no-impression @10s", "begin-view a ignored view-not-ended @10s"],
        lacks: ["conversion"]
    ) {
        $0.begin(a, at: "0s")
        $0.install(at: "10s")
    },
    rule("S07", "ended before", has: ["conversion download a @10s"], lacks: ["begin-view a ignored"]) {
        $0.view(a, from: "0s", to: "9s")
        $0.install(at: "10s")
    },

    rule("S08", "15 min", has: ["tap a recorded @15m"]) {
        $0.load(a, at: "0s")
        $0.tap(a, at: "15m")
    },
    rule("S08", "1 ms more", has: ["tap a refused impressionExpired"]) {
        $0.load(a, at: "0s")
        $0.tap(a, at: "15m1ms")
    },
    rule("S08", "new load", has: ["tap a recorded @16m"]) {
        $0.load(a, at: "0s")
        $0.load(a, at: "15m30s")
        $0.tap(a, at: "16m")
    },
    rule("S08", "15 min since a refused event", has: ["tap a refused publisher-mismatch @0s", "tap a recorded @15m"]) {
        $0.tap(a, at: "0s", publisher: 1)
        $0.tap(a, at: "15m")
    },
    rule(
        "S08", "1 ms more since a refused event",
        has: ["tap a refused missingAttributionView @0s", "tap a refused impressionExpired @15m1ms"]
    ) {
        $0.tap(a, at: "0s", attributionView: false)
        $0.tap(a, at: "15m1ms")
    },
    rule(
        "S08", "since an opening that was refused", has: ["open-overlay a refused", "tap a refused impressionExpired"]
    ) {
        $0.at("0s", .ad(.open, ShownAd(a, presentation: .overlay, publisher: 1)))
        $0.tap(a, at: "15m1ms")
    },
    rule("S08", "since the first event", has: ["tap a recorded @15m", "tap a refused impressionExpired @15m1ms"]) {
        $0.begin(a, at: "0s", .custom)
        $0.tap(a, at: "15m")
        $0.tap(a, at: "15m1ms")
        $0.end(a, at: "16m")
    },

    rule("S09", "16 min after load", has: ["end-view a recorded @16m"]) {
        $0.load(a, at: "0s")
        $0.view(a, from: "15m50s", to: "16m")
    },
    rule("S09", "a tap then", has: ["tap a refused impressionExpired @16m"]) {
        $0.load(a, at: "0s")
        $0.tap(a, at: "16m")
    },

    rule("S10", "custom", has: ["tap a refused missingAttributionView"]) {
        $0.tap(a, at: "0s", attributionView: false)
    },
    rule("S10", "overlay", has: ["tap a recorded"]) { $0.tap(a, at: "0s", .overlay, attributionView: false) },

    rule("S11", "tap on view-through", has: ["tap a ignored no-click-for-view-through"]) {
        $0.tap(a, at: "0s", .viewThrough)
    },
    rule("S11", "view of custom", has: ["begin-view a ignored no-view-for-custom"]) { $0.begin(a, at: "0s", .custom) },

    rule("S12", "click wins", has: ["tap a recorded", "end-view a recorded", "conversion download a", "won a click"]) {
        $0.begin(a, at: "0s")
        $0.tap(a, at: "1s")
        $0.end(a, at: "2s")
        $0.install(at: "3s")
    },
    rule("S12", "view still to end", has: ["begin-view a ignored view-not-ended"]) {
        $0.begin(a, at: "0s")
        $0.tap(a, at: "1s")
    },

    rule(
        "S13", "last time", has: ["warning impression-reused", "conversion download a", "won a click @2m"],
        lacks: ["lost", "no-conversion"]
    ) {
        $0.tap(a, at: "0s")
        $0.tap(a, at: "1m")
        $0.install(at: "2m")
    },
    rule("S13", "another between", has: ["conversion download a", "lost b click older"]) {
        $0.tap(a, at: "0s")
        $0.tap(b, at: "1m")
        $0.tap(a, at: "2m")
        $0.install(at: "3m")
    },
    rule("S13", "told once", has: ["warning impression-reused @1m", "won a click @3m"]) {
        for minute in 0...2 { $0.tap(a, at: "\(minute)m", .overlay) }
        $0.install(at: "3m")
    },
    rule(
        "S13", "tapped in its opening", has: ["open-overlay k recorded @0s", "tap k recorded @5s", "won k click @6s"],
        lacks: ["warning"]
    ) {
        $0.open(Play.skan("k"), at: "0s")
        $0.tap(Play.skan("k"), at: "5s", .overlay)
        $0.install(at: "6s")
    },
    rule("S13", "tapped twice in its opening", has: ["tap k recorded @5s", "warning impression-reused @6s"]) {
        $0.open(Play.skan("k"), at: "0s", .productPage)
        $0.tap(Play.skan("k"), at: "5s", .productPage)
        $0.tap(Play.skan("k"), at: "6s", .productPage)
    },
    rule("S13", "tapped after its opening", has: ["warning impression-reused @6s"]) {
        $0.open(Play.skan("k"), at: "0s")
        $0.close(Play.skan("k"), at: "5s")
        $0.tap(Play.skan("k"), at: "6s", .overlay)
    },
    rule("S13", "opened twice", has: ["warning impression-reused @6s", "won k click @7s"]) {
        $0.open(Play.skan("k"), at: "0s")
        $0.close(Play.skan("k"), at: "5s")
        $0.open(Play.skan("k"), at: "6s")
        $0.install(at: "7s")
    },
    rule(
        "S13", "opened after a tap", has: ["tap k recorded @0s", "warning impression-reused @5s", "won k click @7s"],
        lacks: ["warning impression-reused @6s", "lost"]
    ) {
        $0.tap(Play.skan("k"), at: "0s", .overlay)
        $0.open(Play.skan("k"), at: "5s", .productPage)
        $0.tap(Play.skan("k"), at: "6s", .productPage)
        $0.install(at: "7s")
    },
    rule(
        "S13", "tapped for a re-engagement",
        has: ["tap e recorded @2h", "no-conversion cooldown @3h", "tap e recorded @4h", "no-conversion cooldown @4h"],
        lacks: ["warning"]
    ) {
        $0.app { $0.rules.installCooldownHours = 6 }
        $0.tap(a, at: "0s")
        $0.install(at: "1h")
        $0.delete(at: "1h")
        $0.tap(Play.ad("e", eligible: true), at: "2h", .overlay)
        $0.install(at: "3h")
        $0.tap(Play.ad("e", eligible: true), at: "4h", .overlay)
    },
    rule("S13", "tapped twice on the web", has: ["tap k recorded @1s", "warning impression-reused @2s"]) {
        let web = Play.skan("k", domain: "example.com")
        $0.open(web, at: "0s")
        $0.tap(web, at: "1s", .overlay)
        $0.tap(web, at: "2s", .overlay)
    },
    rule(
        "S13", "tapped once", has: ["conversion download b", "lost a click older"], lacks: ["warning impression-reused"]
    ) {
        $0.tap(a, at: "0s")
        $0.tap(b, at: "1m")
        $0.install(at: "3m")
    },

    rule("S14", "not listed", has: ["tap b refused network-not-listed"]) {
        $0.world.publisherApps = [Play.publisher: ["n"]]
        $0.tap(b, at: "0s")
    },
    rule("S14", "listed", has: ["tap a recorded"]) {
        $0.world.publisherApps = [Play.publisher: ["n"]]
        $0.tap(a, at: "0s")
    },
    rule("S14", "publisher lists nothing", has: ["tap a refused network-not-listed"]) {
        $0.world.publisherApps = [77: ["n"]]
        $0.tap(a, at: "0s")
    },
    rule("S14", "publisher 0", has: ["tap a recorded"]) {
        $0.world.publisherApps = [77: ["n"]]
        $0.tap(Play.ad("a", publisher: 0), at: "0s")
    },
    rule("S14", "a web ad, which no app shows", has: ["tap k recorded"]) {
        $0.world.publisherApps = [77: []]
        $0.tap(Play.skan("k", domain: "example.com"), at: "0s")
    },
    rule("S14", "an ad that an app shows", has: ["tap k refused network-not-listed"]) {
        $0.world.publisherApps = [77: []]
        $0.tap(Play.skan("k"), at: "0s")
    },
    rule("S14", "publisher differs", has: ["tap a refused publisher-mismatch"]) { $0.tap(a, at: "0s", publisher: 1) },
    rule("S14", "publisher is the signed one", has: ["tap a recorded"]) {
        $0.tap(a, at: "0s", publisher: Play.publisher)
    },

    rule(
        "S14", "publisher differs at the load",
        has: ["load a refused publisher-mismatch", "tap a refused impressionExpired @15m1ms"]
    ) {
        $0.at("0s", .ad(.load, ShownAd(a, presentation: .custom, publisher: 1)))
        $0.tap(a, at: "15m1ms")
    },
    rule("S14", "not listed is not asked at the load", has: ["load b recorded", "tap b refused network-not-listed"]) {
        $0.world.publisherApps = [Play.publisher: ["n"]]
        $0.load(b, at: "0s")
        $0.tap(b, at: "1s")
    },
    rule(
        "S14", "a close says what the opening said",
        has: ["open-overlay a refused publisher-mismatch @0s", "close-overlay a refused publisher-mismatch @5s"],
        lacks: ["view", "close-overlay a ignored"]
    ) {
        $0.at("0s", .ad(.open, ShownAd(a, presentation: .overlay, publisher: 1)))
        $0.close(a, at: "5s")
    },
    rule(
        "S14", "a close of what was opened",
        has: ["open-overlay a recorded", "view a recorded", "close-overlay a recorded"]
    ) {
        $0.at("0s", .ad(.open, ShownAd(a, presentation: .overlay, publisher: Play.publisher)))
        $0.close(a, at: "5s")
    },
    rule(
        "S14", "of two openings the refused one is told at its close",
        has: [
            "open-overlay a recorded", "open-overlay a refused publisher-mismatch", "view a recorded @2s",
            "close-overlay a recorded @5s", "close-overlay a refused publisher-mismatch @6s",
        ]
    ) {
        $0.open(a, at: "0s")
        $0.at("1s", .ad(.open, ShownAd(a, presentation: .overlay, publisher: 1)))
        $0.close(a, at: "5s")
        $0.close(a, at: "6s")
    },
    rule(
        "S14", "an end says what the begin said",
        has: ["begin-view b refused network-not-listed", "end-view b refused network-not-listed @5s"]
    ) {
        $0.world.publisherApps = [Play.publisher: ["n"]]
        $0.view(b, from: "0s", to: "5s")
    },
    rule(
        "S14", "an end does not say what the begin of another ad said",
        has: [
            "begin-view a refused publisher-mismatch", "begin-view a refused identifier-reused",
            "end-view a refused identifier-reused @5s", "end-view a refused publisher-mismatch @6s",
        ]
    ) {
        let other = Play.ad("a", source: 39)
        $0.at("0s", .ad(.beginView, ShownAd(a, presentation: .viewThrough, publisher: 1)))
        $0.begin(other, at: "1s")
        $0.end(other, at: "5s")
        $0.end(a, at: "6s")
    },
    rule(
        "S14", "a close does not say what the opening of another ad said",
        has: [
            "open-overlay a refused publisher-mismatch", "open-overlay a refused identifier-reused",
            "close-overlay a refused identifier-reused @5s", "close-overlay a refused publisher-mismatch @6s",
        ]
    ) {
        let other = Play.ad("a", source: 39)
        $0.at("0s", .ad(.open, ShownAd(a, presentation: .overlay, publisher: 1)))
        $0.open(other, at: "1s")
        $0.close(other, at: "5s")
        $0.close(a, at: "6s")
    },

    rule(
        "S15", "what nobody signed takes no identifier",
        has: [
            "begin-view a refused invalidImpressionJWSSignature", "tap a recorded @16m",
            "end-view a refused invalidImpressionJWSSignature",
        ]
    ) {
        let forged = Play.ad("a", source: 39, trust: .refused(.signature))
        $0.begin(forged, at: "0s")
        $0.tap(a, at: "16m")
        $0.end(forged, at: "17m")
    },
    rule("S15", "what is signed does", has: ["begin-view a recorded", "tap a refused identifier-reused @1m"]) {
        $0.begin(Play.ad("a", source: 39), at: "0s")
        $0.tap(a, at: "1m")
    },
    rule("S15", "signature is told", has: ["tap a refused invalidImpressionJWSSignature"]) {
        $0.world.publisherApps = [:]
        $0.tap(Play.ad("a", trust: .refused(.signature)), at: "0s", attributionView: false)
    },
    rule("S15", "a good one", has: ["tap a refused network-not-listed"]) {
        $0.world.publisherApps = [:]
        $0.tap(a, at: "0s", attributionView: false)
    },

    rule("S16", "15 views", lacks: ["evicted"]) { play in
        for index in 0..<15 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index)s") }
    },
    rule("S16", "16 views", has: ["evicted v0 @15s", "not-qualified v0 view evicted"], lacks: ["evicted v1"]) { play in
        for index in 0..<16 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index)s") }
        play.install(at: "1m")
    },
    rule("S16", "a clicked one does not count", lacks: ["evicted"]) { play in
        for index in 0..<15 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index)s") }
        play.tap(Play.ad("v3", "n3"), at: "20s")
        play.view(Play.ad("v15", "n15"), at: "21s")
    },

    rule("S16", "a view of a clicked one evicts none", has: ["view c recorded"], lacks: ["evicted"]) { play in
        for index in 0..<15 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index)s") }
        play.tap(Play.ad("c"), at: "20s")
        play.view(Play.ad("c"), at: "21s")
        play.install(at: "22s")
    },
    rule("S16", "a view of one that is not clicked", has: ["view c recorded", "evicted v0 @21s"]) { play in
        for index in 0..<15 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index)s") }
        play.view(Play.ad("c"), at: "21s")
    },
    rule("S16", "clicked, then viewed: not among the 15", has: ["view c recorded"], lacks: ["evicted"]) { play in
        play.tap(Play.ad("c"), at: "0s")
        play.view(Play.ad("c"), at: "1s")
        for index in 0..<15 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index + 2)s") }
    },
    rule("S16", "viewed, not clicked: among the 15", has: ["view c recorded", "evicted c @16s"]) { play in
        play.view(Play.ad("c"), at: "1s")
        for index in 0..<15 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index + 2)s") }
    },

    rule("S17", "seen last in another app", has: ["evicted v0 @1m"], lacks: ["evicted d", "evicted v1"]) { play in
        let d = Play.ad("d", publisher: 0)
        play.at("0s", .ad(.view, ShownAd(d, presentation: .viewThrough, publisher: Play.publisher)))
        for index in 0..<14 { play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index + 1)s") }
        play.at("30s", .ad(.view, ShownAd(d, presentation: .viewThrough, publisher: 9)))
        play.view(Play.ad("v14", "n14"), at: "40s")
        play.view(Play.ad("v15", "n15"), at: "1m")
    },
    rule("S17", "two apps, two frameworks", lacks: ["evicted"]) { play in
        for index in 0..<15 {
            play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index)s")
            play.view(Play.ad("w\(index)", "n\(index)", publisher: 9), at: "\(index)s")
            let view = Play.skan("k\(index)", "n\(index)", fidelity: 0, app: UInt64(100 + index))
            play.view(view, from: "\(index)s", to: "\(index + 2)s")
        }
    },
    rule("S17", "a 16th of one app", has: ["evicted w0"], lacks: ["evicted v0", "evicted k0"]) { play in
        for index in 0..<15 {
            play.view(Play.ad("v\(index)", "n\(index)"), at: "\(index)s")
            play.view(Play.ad("w\(index)", "n\(index)", publisher: 9), at: "\(index)s")
            let view = Play.skan("k\(index)", "n\(index)", fidelity: 0, app: UInt64(100 + index))
            play.view(view, from: "\(index)s", to: "\(index + 2)s")
        }
        play.view(Play.ad("w15", "n15", publisher: 9), at: "20s")
    },
]
