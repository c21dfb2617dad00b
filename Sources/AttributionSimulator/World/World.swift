import AdAttribution

/// What does not change while a device is played: the apps, the crowd, the receivers, and how chance is taken.
package struct World: Sendable {
    /// Milliseconds since 1970.
    package var start: Int64 = 1_767_225_600_000
    package var seed: UInt64 = 0
    /// Whether Developer Mode is on at the start.
    package var developerMode = false
    /// The country of the account; nil where none is known.
    package var country: CountryCode?
    package var tiers = TierTable()
    /// What a count of a crowd says instead of ``tiers``.
    package var crowd: CrowdTiers?
    /// Of a crowd whose counts are still wanted.
    package var thresholds: CrowdTiers.Thresholds?
    /// Nil: it is not checked who lists which network.
    package var publisherApps: [UInt64: Set<String>]?
    package var advertisedApps: [UInt64: AdvertisedApp] = [:]
    package var windowStart = WindowStart.firstUpdate
    package var limits = ReEngagementLimits()
    package var strippedParameters: Set<String> = ["dclid", "fbclid", "gclid", "msclkid"]
    /// The answers of an ad network's or the developer's server to the attempts of a postback, in their order; then 200.
    package var receivers: [String: [Int]] = [:]
    package var delays = Delays.drawn

    package init() {}

    /// When the three windows of a conversion begin.
    package enum WindowStart: String, CaseIterable, Sendable {
        case firstUpdate = "first-update"
        case firstLaunch = "first-launch"
    }

    /// How a delay is taken from its range.
    package enum Delays: String, CaseIterable, Sendable {
        case none, least, most, drawn
    }

    /// Rate limits of re-engagements, which Apple has and does not state.
    package struct ReEngagementLimits: Hashable, Sendable {
        package var appPerMonth: Int?
        package var devicePerYear: Int?

        package init() {}
    }

    package func app(_ item: UInt64) -> AdvertisedApp { advertisedApps[item] ?? AdvertisedApp(item: item) }
}

/// An app that ads are for, and what it says in its Info.plist.
package struct AdvertisedApp: Sendable {
    package var item: UInt64
    package var isInstalled = false
    /// Where it was installed from, if it is there at the start.
    package var marketplace = AdvertisedApp.appStore
    package var country: CountryCode?
    /// Whether re-engagements may overlap.
    package var overlaps = false
    /// The hosts whose https URLs open it; nil for any.
    package var universalLinks: [String]?
    package var copies = Copies()
    package var rules = AttributionConfiguration()
    /// The keys of those rules with a value beyond its range, which counts as if it were not there.
    package var keysOutOfRange: [KeyOutOfRange] = []

    package static let appStore = "com.apple.AppStore"

    package init(item: UInt64) { self.item = item }

    /// A key of an app's rules whose value is beyond its range.
    package struct KeyOutOfRange: Hashable, Sendable {
        /// Such as `AttributionWindows.global.install.view`.
        package var path: String
        /// Of a network's own windows: the interaction whose window is that of all networks instead, if they have one.
        package var interaction: InteractionType?

        package init(_ path: String, _ interaction: InteractionType? = nil) {
            self.path = path
            self.interaction = interaction
        }
    }

    /// What takes the place of a value beyond its range.
    package enum Fallback: Hashable, Sendable {
        case global, byDefault
    }

    package func fallback(for key: KeyOutOfRange) -> Fallback {
        switch key.interaction {
        case .click? where rules.global.click != nil, .view? where rules.global.view != nil: .global
        default: .byDefault
        }
    }

    /// Which copies of winning postbacks its developer gets.
    package struct Copies: Hashable, Sendable {
        package var install = false
        package var reEngagement = false
        package var skAdNetwork = false

        package init() {}
    }
}

/// Lengths of time in milliseconds.
package enum TimeSpan {
    package static let second: Int64 = 1000
    package static let minute = 60 * second
    package static let hour = 60 * minute
    package static let day = 24 * hour
}
