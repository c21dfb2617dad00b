import AttributionBase
import AttributionModel

/// An app that shows ads: its screens with their slots, and the ads that it may receive.
///
/// It uses the terms of Apple's iAd, which defined what happens before an ad is on screen.
package struct AdHost: Sendable {
    package var app: UInt64
    package var device = Device.phone
    package var orientation = AdSize.Orientation.portrait
    package var audience = Audience.adults
    /// The excluded words and hosts, in lower case. Subdomains of hosts are excluded too.
    package var exclusions: (keywords: Set<String>, hosts: Set<String>) = ([], [])
    /// The milliseconds from loading an ad to the next request.
    package var refresh = 30 * TimeSpan.second
    /// The milliseconds from a request to its answer.
    package var loadDelay: Int64 = 0
    /// The percentage of requests that find an ad.
    package var fillRate = 100
    /// Whether the app is eligible to receive ads.
    package var isEligible = true
    /// Whether a slot without an ad is hidden.
    package var hidesWhenEmpty = true
    /// The currency code of ISO 4217. XXX means no currency.
    package var currency = noCurrency
    package var screens: [Screen] = []
    /// The slots of all screens, in order.
    package var slots: [Slot] = []
    package var inventory: [Item] = []

    package static let noCurrency = "XXX"

    package enum Device: String, CaseIterable, Sendable {
        case phone, pad
        case phoneOnPad = "phone-on-pad"

        /// Whether the app has the layout of a phone.
        var isPhone: Bool { self != .pad }

        /// Returns the sizes that ads of a format have on the device.
        package func sizes(of format: AdFormat) -> [AdSize] {
            guard format == .banner else { return AdSize.sizes(of: format) }
            return isPhone ? [.phonePortrait, .phoneLandscape] : [.padPortrait, .padLandscape]
        }
    }

    package enum Audience: String, CaseIterable, Sendable {
        case minors = "under-17"
        case adults = "17-and-over"
    }

    package struct Screen: Sendable {
        package enum Bar: String, CaseIterable, Sendable {
            case none
            case toolBar = "tool-bar"
            case tabBar = "tab-bar"
        }

        package var name: String
        package var bar = Bar.none
        /// Whether the screen has content other than ads.
        package var hasContent = true
        /// Whether the screen is immersive, like a game in play.
        package var isImmersive = false
        /// Whether sound or video continues while an action covers the app.
        package var mediaContinues = false
        /// The indices of the screen's slots.
        package var slots: [Int] = []
    }

    package struct Slot: Sendable {
        package enum Position: String, CaseIterable, Sendable {
            /// At the bottom edge, directly above a bar if there is one.
            case bottom
            case top, middle
            case belowBar = "below-bar"
        }

        package enum Style: String, CaseIterable, Sendable {
            /// Covers the app until it is tapped or dismissed.
            case modal
            /// A page among other pages.
            case page
        }

        package var name: String
        package var format: AdFormat
        /// The required set of sizes; empty for a full-screen slot, which has the size of the screen.
        package var sizes: [AdSize] = []
        package var position = Position.bottom
        package var scrolls = false
        package var style = Style.modal
        /// The index of the slot's screen.
        package var screen = 0

        package var isModal: Bool { format == .fullScreen && style == .modal }
        var isPage: Bool { format == .fullScreen && style == .page }
        /// Whether the slot is a banner view, in the terms of iAd.
        package var isBanner: Bool { format != .fullScreen }

        /// Returns the size for an orientation, or the first size if none has that orientation.
        func size(_ orientation: AdSize.Orientation) -> AdSize? { sizes.first { $0.fits(orientation) } ?? sizes.first }

        /// The orientation for which there is no size; nil if there are sizes for both.
        var missing: AdSize.Orientation? {
            guard !sizes.isEmpty else { return nil }
            return AdSize.Orientation.allCases.first { orientation in !sizes.contains { $0.fits(orientation) } }
        }
    }

    /// An ad that the app may receive.
    package struct Item: Sendable {
        package enum Action: String, CaseIterable, Sendable {
            case custom, overlay
            case productPage = "product-page"
            case modal, url

            /// Whether the action opens another app.
            package var leavesApplication: Bool { self == .custom || self == .url }

            /// The presentation that AdAttributionKit opens in front of the app.
            var sheet: Presentation? {
                switch self {
                case .overlay: .overlay
                case .productPage: .productPage
                case .custom, .modal, .url: nil
                }
            }
        }

        package var impression = AdImpression.unreadable(.payload)
        /// Whether the impression is given as a signed token, which is the same at each load. Otherwise, each load makes a new impression.
        package var isToken = false
        package var presentation = Presentation.viewThrough
        package var format: AdFormat
        package var sizes: [AdSize] = []
        package var keywords: [String] = []
        /// The host of the ad's landing page.
        package var urlHost: String?
        package var isForAdults = false
        package var action = Action.custom
        /// The price of a thousand impressions.
        package var cpm = Money.zero
        /// The price of a click.
        package var cpc = Money.zero
        package var weight = 1
        package var isTest = false

        /// Whether the ad counts as a view when it is visible. An ad that StoreKit renders does not.
        var countsViews: Bool { presentation == .viewThrough && impression.skAdNetwork?.fidelity != 1 }

        /// Whether the ad earns nothing, because it is a test or a development impression.
        var isUnpaid: Bool { isTest || impression.publisher == 0 }

        /// Returns whether a slot can show the ad, regardless of exclusions.
        func fits(_ slot: Slot) -> Bool { format == slot.format && slot.sizes.allSatisfy(sizes.contains) }
    }

    /// For each slot, the items that it may receive. Slots with the same items share one list.
    var candidates: [WeightedChoices<Int>] {
        let allowed = inventory.indices.filter { !isExcluded(inventory[$0]) }
        var known: [[String]: WeightedChoices<Int>] = [:]
        return slots.map { slot in
            let key = [slot.format.rawValue] + slot.sizes.map(\.rawValue)
            if let found = known[key] { return found }
            var found = WeightedChoices<Int>()
            for index in allowed where inventory[index].fits(slot) {
                found.append(index, weight: UInt64(max(0, inventory[index].weight)))
            }
            known[key] = found
            return found
        }
    }

    private func isExcluded(_ item: Item) -> Bool {
        if item.isForAdults, audience == .minors { return true }
        if item.keywords.contains(where: { exclusions.keywords.contains($0.lowercased()) }) { return true }
        var rest = item.urlHost.map { Substring($0) }
        while let host = rest {
            if exclusions.hosts.contains(String(host)) { return true }
            rest = host.firstIndex(of: ".").map { host[host.index(after: $0)...] }
        }
        return false
    }
}

package enum AdFormat: String, CaseIterable, Sendable {
    case banner
    case mediumRectangle = "medium-rectangle"
    case fullScreen = "full-screen"
}

/// The possible sizes of a banner view, in points.
package enum AdSize: String, CaseIterable, Sendable {
    case phonePortrait = "320x50"
    case phoneLandscape = "480x32"
    case padPortrait = "768x66"
    case padLandscape = "1024x66"
    case mediumRectangle = "300x250"

    package enum Orientation: String, CaseIterable, Sendable {
        case portrait, landscape
    }

    /// Returns the sizes that ads of a format can have.
    package static func sizes(of format: AdFormat) -> [AdSize] {
        switch format {
        case .banner: [.phonePortrait, .phoneLandscape, .padPortrait, .padLandscape]
        case .mediumRectangle: [.mediumRectangle]
        case .fullScreen: []
        }
    }

    func fits(_ orientation: Orientation) -> Bool {
        switch self {
        case .phonePortrait, .padPortrait: orientation == .portrait
        case .phoneLandscape, .padLandscape: orientation == .landscape
        case .mediumRectangle: true
        }
    }
}

package enum Presentation: String, CaseIterable, Sendable {
    case viewThrough = "view-through"
    case custom
    case overlay
    case productPage = "product-page"
}
