import AdAttribution
import AttributionRules

/// An app that shows ads: its screens with their slots, and the ads that it can be given.
///
/// A model in the terms of Apple's iAd, which described what comes before an ad is on screen.
package struct AdHost: Sendable {
    /// The item ID of the app.
    package var app: UInt64
    package var device = Device.phone
    package var orientation = AdSize.Orientation.portrait
    package var audience = Audience.adults
    package var exclusions = Exclusions()
    /// Milliseconds from a load to the next request.
    package var refresh = 30 * TimeSpan.second
    /// Milliseconds from a request to its answer.
    package var loadDelay: Int64 = 0
    /// How many of a hundred requests find an ad.
    package var fillRate = 100
    /// Whether the app was made eligible to be given ads.
    package var isEligible = true
    /// Whether a slot without an ad is out of sight.
    package var hidesWhenEmpty = true
    /// The three letters of ISO 4217, of which XXX stands for no currency.
    package var currency = noCurrency
    package var screens: [Screen] = []
    /// The slots of all screens, in their order.
    package var slots: [Slot] = []
    package var inventory: [Item] = []

    package static let noCurrency = "XXX"

    package init(app: UInt64) { self.app = app }

    package enum Device: String, CaseIterable, Sendable {
        case phone, pad
        case phoneOnPad = "phone-on-pad"

        /// Whether the app is laid out for a phone.
        var isPhone: Bool { self != .pad }

        /// The sizes that ads of a format have on the device.
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

    /// What the app does not want to show.
    package struct Exclusions: Sendable {
        var keywords: [String] = []
        /// Hosts, in lower case.
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
        /// Whether there is anything on it but ads.
        var hasContent = true
        /// Whether it is in play, as a game is.
        var isImmersive = false
        /// Whether sound or video goes on while an action covers the app.
        var mediaContinues = false
        /// The places of its slots.
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
            /// A page among others.
            case page
        }

        package var name: String
        var format: AdFormat
        /// The required set; none of a full-screen slot, which has the screen's.
        var sizes: [AdSize] = []
        var position = Position.bottom
        var scrolls = false
        var style = Style.modal
        /// The place of its screen.
        var screen = 0

        var isModal: Bool { format == .fullScreen && style == .modal }
        var isPage: Bool { format == .fullScreen && style == .page }
        /// Whether it is one of iAd's banner views.
        var isBanner: Bool { format != .fullScreen }

        /// The size in an orientation: the first listed where the set has none of that orientation.
        func size(_ orientation: AdSize.Orientation) -> AdSize? {
            sizes.first { $0.fits(orientation) } ?? sizes.first
        }

        /// The orientation that its sizes leave out; nil where they serve both.
        var missing: AdSize.Orientation? {
            guard !sizes.isEmpty else { return nil }
            return AdSize.Orientation.allCases.first { orientation in !sizes.contains { $0.fits(orientation) } }
        }
    }

    /// An ad that the app can be given.
    package struct Item: Sendable {
        package enum Action: String, CaseIterable, Sendable {
            case custom, overlay
            case productPage = "product-page"
            case modal, url

            /// Whether it leads out of the app.
            var leavesApplication: Bool { self == .custom || self == .url }

            /// What AdAttributionKit opens over the app.
            var sheet: Presentation? {
                switch self {
                case .overlay: .overlay
                case .productPage: .productPage
                case .custom, .modal, .url: nil
                }
            }
        }

        var impression: AdImpression
        /// Whether it is signed already, and so the same each time.
        var isToken: Bool
        var presentation = Presentation.viewThrough
        var format: AdFormat
        var sizes: [AdSize] = []
        var keywords: [String] = []
        /// The host of the page that it leads to.
        var urlHost: String?
        var isForAdults = false
        var action = Action.custom
        /// For a thousand impressions.
        var cpm = Money.zero
        /// For a click.
        var cpc = Money.zero
        var weight = 1
        var isTest = false

        /// Whether nobody pays for it.
        var isUnpaid: Bool { isTest || impression.publisher == 0 }

        /// Whether a slot can show it, whatever the app excludes.
        func fits(_ slot: Slot) -> Bool {
            format == slot.format && slot.sizes.allSatisfy(sizes.contains)
        }
    }

    /// The places of the items that a slot can be given.
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
