import AttributionModel
import AttributionSchema

/// The fixed conditions under which a device is played: apps, crowd, receivers and the source of randomness.
package struct World: Sendable {
    /// The time at which the simulation starts, in milliseconds since 1970.
    package var start: Int64 = 1_767_225_600_000
    package var seed: UInt64 = 0
    package var developerMode = false
    /// The country of the App Store account; nil if unknown.
    package var country: CountryCode?
    package var tiers = TierTable()
    /// The crowd whose tiers replace ``tiers``, if there is one.
    package var crowd: CrowdTiers?
    /// The thresholds for a crowd that is yet to be counted.
    package var thresholds: CrowdTiers.Thresholds?
    /// The networks that each publisher app lists; nil to skip that check.
    package var publisherApps: [UInt64: Set<String>]?
    package var advertisedApps: [UInt64: AdvertisedApp] = [:]
    /// The conversion schemas by which apps turn events into updates.
    package var schemas = SchemaTable()
    package var windowStart = WindowStart.firstUpdate
    /// The rate limits of re-engagements. Apple applies such limits but does not publish them.
    package var limits: (appPerMonth: Int?, devicePerYear: Int?) = (nil, nil)
    package var strippedParameters: Set<String> = ["dclid", "fbclid", "gclid", "msclkid"]
    /// The HTTP statuses with which a server answers successive attempts to deliver each postback, by ad network or `developer`. After
    /// these, it answers 200.
    package var receivers: [String: [Int]] = [:]
    package var delays = Delays.drawn
    /// Whether conversions are counted by event, for a comparison of schemas.
    package var countsPeople = false

    package init() {}

    /// The assumptions of a run over many devices, in words.
    ///
    /// - Parameter isDrawn: Whether devices are drawn from a population.
    package func assumptions(isDrawn: Bool) -> [String] {
        var assumptions = isDrawn ? ["the rates of the population, by which people act"] : []
        if let crowd = crowd?.thresholds ?? thresholds {
            assumptions.append(
                "crowds of \(crowd.one), \(crowd.two) and \(crowd.three) conversions for tiers 1, 2 and 3, and of \(crowd.country) for the "
                    + "country, in " + CrowdCounts.model)
        }
        return assumptions
    }

    /// When the three windows of a conversion begin.
    package enum WindowStart: String, CaseIterable, Sendable {
        case firstUpdate = "first-update"
        case firstLaunch = "first-launch"
    }

    /// How a delay is chosen from its range.
    package enum Delays: String, CaseIterable, Sendable {
        case none, least, most, drawn
    }

    package func app(_ item: UInt64) -> AdvertisedApp { advertisedApps[item] ?? AdvertisedApp(item: item) }
}

/// An advertised app, with the settings of its Info.plist.
package struct AdvertisedApp: Sendable {
    package var item: UInt64
    package var isInstalled = false
    /// The marketplace from which the app was installed, if it is installed at the start.
    package var marketplace = AdvertisedApp.appStore
    package var country: CountryCode?
    /// Whether the app opts in to overlapping re-engagement windows.
    package var overlaps = false
    /// The hosts whose https URLs the app opens, in lowercase; nil for any host.
    package var universalLinks: Set<String>?
    /// The kinds of winning postbacks of which the developer receives copies.
    package var copies = (install: false, reEngagement: false, skAdNetwork: false)
    /// The conversion schema in the app's description.
    package var schema: ConversionSchema?
    package var rules = AttributionConfiguration()
    /// The settings of the app whose value is out of range, so that the device ignores it.
    ///
    /// The path has a form such as `AttributionWindows.global.install.view`. The interaction is set for a window of a single network, which
    /// the global window replaces if the app sets one.
    package var keysOutOfRange: [KeyOutOfRange] = []

    package static let appStore = "com.apple.AppStore"

    package init(item: UInt64) { self.item = item }

    package typealias KeyOutOfRange = (path: String, interaction: InteractionType?)

    /// Whether the app's window for all networks replaces an out-of-range value. Otherwise, the default does.
    func isReplacedByGlobal(_ key: KeyOutOfRange) -> Bool {
        key.interaction == .click && rules.global.clickDays != nil
            || key.interaction == .view && rules.global.viewDays != nil
    }
}
