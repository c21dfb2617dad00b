import AttributionBase
import AttributionModel
import AttributionSimulator

/// A random scenario, with the properties that tests rely on.
struct RandomScenario {
    var play = Play(delays: .drawn)
    let installCooldown: Int
    let reEngagementCooldown: Int
    let viewDays: Int
    let clickDays: Int
    let isOverlapping: Bool

    private static let networks = (0..<9).map { "n\($0).adattributionkit" }

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        func often(_ percent: Int) -> Bool { below(100) < percent }
        installCooldown = often(20) ? below(100) : 0
        reEngagementCooldown = often(20) ? below(100) : 0
        viewDays = often(30) ? 1 + below(7) : 1
        clickDays = often(30) ? 1 + below(30) : 30
        isOverlapping = often(40)
        play.world.seed = seed
        play.world.developerMode = often(20)
        play.world.windowStart = often(25) ? .firstLaunch : .firstUpdate
        func tier() -> DataTier { DataTier(rawValue: below(4)) ?? .three }
        play.world.tiers.common = .init(tier(), tier(), tier(), country: tier())
        if often(30) { play.world.receivers[Self.networks[0]] = (0..<below(12)).map { _ in often(50) ? 500 : 404 } }
        var rules = AttributionConfiguration()
        rules.installCooldownHours = installCooldown
        rules.reEngagementCooldownHours = reEngagementCooldown
        rules.global.viewDays = viewDays
        rules.global.clickDays = clickDays
        var app = AdvertisedApp(item: Play.app)
        app.overlaps = isOverlapping
        app.copies.install = often(50)
        app.copies.reEngagement = often(50)
        app.copies.skAdNetwork = often(50)
        app.isInstalled = often(20)
        app.rules = rules
        play.world.advertisedApps[Play.app] = app

        let onlyDevelopment = often(20)
        var ads: [AdImpression] = []
        for number in 0..<(1 + below(14)) {
            let network = Self.networks[below(Self.networks.count)]
            let publisher: UInt64 = onlyDevelopment || often(10) ? 0 : often(80) ? Play.publisher : 77
            if often(25) {
                let version = [SKAdNetworkVersion.twoTwo, .three, .four, .four, .four][below(5)]
                ads.append(
                    Play.skan("k\(number)", network, version: version, fidelity: below(2), publisher: publisher))
            } else {
                ads.append(
                    Play.ad(
                        "a\(number)", network, publisher: publisher, source: 10 + below(9990), eligible: often(40)))
            }
        }
        // Time advances by steps of seconds to days, so that every boundary is approached occasionally.
        var time: Int64 = 0
        var isInstalled = app.isInstalled
        let steps: [Int64] = [1, 999, 1000, 2000, 60_000, 900_000, 3_600_000, 43_200_000, 86_400_000, 172_800_000]
        for _ in 0..<(5 + below(40)) {
            if often(85) { time += steps[below(steps.count)] * Int64(1 + below(3)) }
            let at = play.world.start + time
            let ad = ads[below(ads.count)]
            switch below(12) {
            case 0, 1, 2:
                let shown = ShownAd(ad, presentation: [.custom, .overlay, .productPage, .viewThrough][below(4)])
                play.events.append(TimedEvent(at: at, .ad(.tap, shown)))
            case 3, 4:
                let shown = ShownAd(ad, presentation: .viewThrough)
                play.events.append(TimedEvent(at: at, .ad(.beginView, shown)))
                time += [1999, 2000, 5000][below(3)]
                play.events.append(TimedEvent(at: play.world.start + time, .ad(.endView, shown)))
            case 5:
                if ad.framework == .adAttributionKit {
                    play.events.append(TimedEvent(at: at, .ad(.view, ShownAd(ad, presentation: .viewThrough))))
                }
            case 6:
                play.events.append(TimedEvent(at: at, .ad(.open, ShownAd(ad, presentation: .overlay))))
            case 7, 8:
                if isInstalled, often(30) {
                    play.events.append(TimedEvent(at: at, .delete(app: Play.app)))
                    isInstalled = false
                } else if !isInstalled {
                    let elsewhere = often(20)
                    play.events.append(
                        TimedEvent(
                            at: at,
                            .install(
                                app: Play.app, kind: nil,
                                marketplace: elsewhere ? "com.example.market" : AdvertisedApp.appStore,
                                country: elsewhere && often(50) ? CountryCode(text: "DE") : nil)))
                    isInstalled = true
                }
            case 9:
                if isInstalled { play.events.append(TimedEvent(at: at, .launch(app: Play.app))) }
            default:
                guard isInstalled else { continue }
                var update = ValueUpdate(fine: often(95) ? below(64) : 64, locks: often(15))
                if often(60) { update.coarse = CoarseConversionValue.allCases[below(3)] }
                if often(30) { update.framework = .skAdNetwork }
                if often(10) { update.forInstalls = false }
                if often(5), update.framework == .adAttributionKit { update.tag = String(1 + below(3)) }
                play.events.append(TimedEvent(at: at, .update(app: Play.app, update)))
            }
        }
    }

    func entries(_ events: [TimedEvent]? = nil) -> [TimelineEntry] {
        var simulator = DeviceSimulator(play.world)
        for event in events ?? play.events { simulator.play(event) }
        simulator.finish()
        return simulator.entries
    }
}
