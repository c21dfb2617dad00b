import AdAttribution
import AttributionRules

/// An app that shows ads: its screens with their slots, and the ads that it may receive.
///
/// The model uses the terms of Apple's iAd, which defined what happens before an ad is on screen.
package struct AdHost: Sendable {
    /// The item ID of the app.
    package var app: UInt64
    package var device = Device.phone
    package var orientation = AdSize.Orientation.portrait
    package var audience = Audience.adults
    package var exclusions = Exclusions()
    /// The milliseconds from a load to the next request.
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

    package init(app: UInt64) { self.app = app }

    package enum Device: String, CaseIterable, Sendable {
        case phone, pad
        case phoneOnPad = "phone-on-pad"

        /// Whether the app has the layout of a phone.
        var isPhone: Bool { self != .pad }

        /// Returns the sizes that ads of a format have on the device.
        func sizes(of format: AdFormat) -> [AdSize] {
            switch format {
            case .banner: isPhone ? [.phonePortrait, .phoneLandscape] : [.padPortrait, .padLandscape]
            case .mediumRectangle: [.mediumRectangle]
            case .fullScreen: []
            }
        }
    }

    package enum Audience: String, CaseIterable, Sendable {
        case minors = "under-17"
        case adults = "17-and-over"
    }

    /// The ads that the app excludes.
    package struct Exclusions: Sendable {
        var keywords: [String] = []
        /// The excluded hosts, in lower case. Their subdomains are excluded too.
        var hosts: [String] = []
    }

    package struct Screen: Sendable {
        package enum Bar: String, CaseIterable, Sendable {
            case none
            case toolBar = "tool-bar"
            case tabBar = "tab-bar"
        }

        package var name: String
        var bar = Bar.none
        /// Whether the screen has content other than ads.
        var hasContent = true
        /// Whether the screen is immersive, like a game in play.
        var isImmersive = false
        /// Whether sound or video continues while an action covers the app.
        var mediaContinues = false
        /// The indices of the screen's slots.
        var slots: [Int] = []
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
        var format: AdFormat
        /// The required set of sizes; empty for a full-screen slot, which has the size of the screen.
        var sizes: [AdSize] = []
        var position = Position.bottom
        var scrolls = false
        var style = Style.modal
        /// The index of the slot's screen.
        var screen = 0

        var isModal: Bool { format == .fullScreen && style == .modal }
        var isPage: Bool { format == .fullScreen && style == .page }
        /// Whether the slot is one of iAd's banner views.
        var isBanner: Bool { format != .fullScreen }

        /// Returns the size for an orientation, or the first size if none has that orientation.
        func size(_ orientation: AdSize.Orientation) -> AdSize? {
            sizes.first { $0.fits(orientation) } ?? sizes.first
        }

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

            /// Whether the action leaves the app.
            var leavesApplication: Bool { self == .custom || self == .url }

            /// The presentation that AdAttributionKit opens over the app.
            var sheet: Presentation? {
                switch self {
                case .overlay: .overlay
                case .productPage: .productPage
                case .custom, .modal, .url: nil
                }
            }
        }

        var impression: AdImpression
        /// Whether the impression is a signed token, which is the same at every load.
        var isToken: Bool
        var presentation = Presentation.viewThrough
        var format: AdFormat
        var sizes: [AdSize] = []
        var keywords: [String] = []
        /// The host of the ad's landing page.
        var urlHost: String?
        var isForAdults = false
        var action = Action.custom
        /// The price of a thousand impressions.
        var cpm = Money.zero
        /// The price of a click.
        var cpc = Money.zero
        var weight = 1
        var isTest = false

        /// Whether the ad earns nothing.
        var isUnpaid: Bool { isTest || impression.publisher == 0 }

        /// Returns whether a slot can show the ad, regardless of exclusions.
        func fits(_ slot: Slot) -> Bool {
            format == slot.format && slot.sizes.allSatisfy(sizes.contains)
        }
    }

    /// Returns the indices of the items that a slot may receive.
    func candidates(for slot: Slot) -> [Int] {
        inventory.indices.filter { inventory[$0].fits(slot) && !isExcluded(inventory[$0]) }
    }

    func isExcluded(_ item: Item) -> Bool {
        if item.isForAdults, audience == .minors { return true }
        let words = exclusions.keywords
        if item.keywords.contains(where: { word in words.contains { $0.lowercased() == word.lowercased() } }) {
            return true
        }
        guard let host = item.urlHost else { return false }
        return exclusions.hosts.contains { host == $0 || host.hasSuffix("." + $0) }
    }
}
