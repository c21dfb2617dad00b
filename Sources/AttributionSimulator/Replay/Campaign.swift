import AdAttribution
import Bytes
import StrictJSON

/// A population of devices: how often they see, tap, install, open and pay, each device drawn from the seed and its number.
package struct Campaign: Sendable {
    /// Something with a weight among others.
    package struct Weighted<Value: Sendable>: Sendable {
        var value: Value
        var weight: UInt64
    }

    struct Source: Sendable {
        var network: String
        var number: Int
    }

    struct Value: Sendable {
        var fine: Int
        var coarse: CoarseConversionValue?
        var locks: Bool
    }

    package var world = World()
    package var thresholds: CrowdTiers.Thresholds?
    var app: UInt64 = 0
    var publisher: UInt64 = 0
    var days = 30
    /// A network and a source identifier of it.
    var sources: [Weighted<Source>] = []
    var countries: [Weighted<CountryCode>] = []
    var values: [Weighted<Value>] = []
    /// Chances in a million: of a view, a tap and an installation after one on each day, of a launch on each day after the
    /// installation, of an update at each launch, and that an ad is eligible for re-engagement.
    var view = 0
    var tap = 0
    var install = 0
    var organic = 0
    var launch = 0
    var update = 0
    var eligible = 0

    private static let million: UInt64 = 1_000_000

    // MARK: - Devices

    /// The name of a device.
    package static func name(of number: Int) -> String { "device-\(number)" }

    /// What happens on a device, in the order of its times.
    package func events(of number: Int) -> [TimedEvent] {
        let chance = Chance(seed: world.seed).of("population", number)
        func happens(_ rate: Int, _ chance: Chance) -> Bool {
            chance.number(below: Self.million) < UInt64(max(0, rate))
        }
        let country = Self.pick(countries, chance.of("country"))
        var events: [TimedEvent] = []
        var isInstalled = world.app(app).isInstalled
        var hasAd = false
        for day in 0..<days {
            let chance = chance.of("day", day)
            let base = world.start + Int64(day) * TimeSpan.day
            func moment(_ purpose: StaticString, _ range: Range<Int>) -> Int64 {
                base + Int64(chance.of(purpose).number(in: range.lowerBound...(range.upperBound - 1)))
            }
            let half = Int(TimeSpan.day / 2)
            if let source = Self.pick(sources, chance.of("source")) {
                let impression = impression(source, chance)
                if happens(view, chance.of("view")) {
                    hasAd = true
                    let at = moment("view at", 0..<half - 10_000)
                    let shown = ShownAd(impression, presentation: .viewThrough)
                    events.append(TimedEvent(at: at, .beginView(shown)))
                    events.append(
                        TimedEvent(at: at + 1000 + Int64(chance.of("seen").number(below: 5000)), .endView(shown)))
                }
                if happens(tap, chance.of("tap")) {
                    hasAd = true
                    // A tap is handled for 15 minutes, so the ad of the tap is fetched anew.
                    let at = moment("tap at", half..<half + 10_000_000)
                    let shown = ShownAd(impression, presentation: .custom)
                    events.append(TimedEvent(at: at, .load(shown)))
                    events.append(TimedEvent(at: at + 2000, .tap(shown)))
                }
            }
            let evening = half + 11_000_000
            if !isInstalled, happens(hasAd ? install : organic, chance.of("install")) {
                isInstalled = true
                let at = moment("install at", evening..<evening + 1_000_000)
                events.append(
                    TimedEvent(
                        at: at, .install(app: app, kind: nil, marketplace: AdvertisedApp.appStore, country: country)))
            }
            guard isInstalled, happens(launch, chance.of("launch")) else { continue }
            let at = moment("launch at", evening + 1_000_000..<evening + 20_000_000)
            events.append(TimedEvent(at: at, .launch(app: app)))
            guard happens(update, chance.of("update")), let value = Self.pick(values, chance.of("value")) else {
                continue
            }
            var made = ValueUpdate(fine: value.fine, coarse: value.coarse, locks: value.locks)
            made.framework = .adAttributionKit
            events.append(TimedEvent(at: at + 1000, .update(app: app, made)))
        }
        return events
    }

    private func impression(_ source: Source, _ chance: Chance) -> AdImpression {
        AdImpression(
            identifier: chance.of("impression").uuid.text, network: source.network, advertised: app,
            publisher: publisher, source: SourceIdentifier(clamping: source.number),
            isEligibleForReEngagement: chance.of("eligible").number(below: Self.million) < UInt64(max(0, eligible)))
    }

    private static func pick<Value>(_ choices: [Weighted<Value>], _ chance: Chance) -> Value? {
        let total = choices.reduce(0) { $0 &+ $1.weight }
        var drawn = chance.number(below: total)
        for choice in choices {
            if drawn < choice.weight { return choice.value }
            drawn -= choice.weight
        }
        return nil
    }
}
