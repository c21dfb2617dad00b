import AttributionModel

/// An ad on a screen.
package struct ShownAd: Sendable {
    package var impression: AdImpression
    /// The app that shows the ad, if the event names it.
    package var publisher: UInt64?
    package var presentation: Presentation
    /// Whether an attribution view covers the custom ad.
    package var hasAttributionView = true
    package var reEngagementURL: String?

    package init(
        _ impression: AdImpression, presentation: Presentation, publisher: UInt64? = nil,
        hasAttributionView: Bool = true, reEngagementURL: String? = nil
    ) {
        self.impression = impression
        self.presentation = presentation
        self.publisher = publisher
        self.hasAttributionView = hasAttributionView
        self.reEngagementURL = reEngagementURL
    }
}

/// An app's call that updates the conversion value.
package struct ValueUpdate: Hashable, Sendable {
    /// The fine value that the app passes. It may be out of range.
    package var fine: Int
    package var coarse: CoarseConversionValue?
    package var locks = false
    package var framework = Framework.adAttributionKit
    /// Whether the update addresses conversions of installations.
    package var forInstalls = true
    package var forReEngagements = true
    package var tag: String?

    package init(fine: Int, coarse: CoarseConversionValue? = nil, locks: Bool = false) {
        self.fine = fine
        self.coarse = coarse
        self.locks = locks
    }
}

/// Something that a person does in an app. The conversion schema of the app decides which value it leads to.
package struct AppEvent: Hashable, Sendable {
    package var name: String
    /// What the person paid; nil if nothing.
    package var revenue: Money?
}

/// Postbacks created in the developer settings of a device.
package struct SettingsPostbacks: Hashable, Sendable {
    package var interaction = InteractionType.click
    package var type = ConversionType.download
    /// Whether to create all three windows, or only the first.
    package var hasAllWindows = false
    package var tier = DataTier.three
    package var tag: String?
}

package enum DeviceEvent: Sendable {
    case ad(AdUse, ShownAd)
    case install(app: UInt64, kind: ConversionType?, marketplace: String, country: CountryCode?)
    case launch(app: UInt64)
    case delete(app: UInt64)
    case update(app: UInt64, ValueUpdate)
    case appEvent(app: UInt64, AppEvent)
    case developerMode(on: Bool)
    case createPostbacks(app: UInt64, SettingsPostbacks)
    case transmitPostbacks
    case clearPostbacks
}

/// The names of events in scenarios and timelines.
package enum EventName: String, CaseIterable, Sendable {
    case load
    case beginView = "begin-view"
    case endView = "end-view"
    case view, tap
    case openOverlay = "open-overlay"
    case closeOverlay = "close-overlay"
    case openProductPage = "open-product-page"
    case closeProductPage = "close-product-page"
    case install, launch, delete, update
    case appEvent = "app-event"
    case developerMode = "developer-mode"
    case createPostbacks = "create-postbacks"
    case transmitPostbacks = "transmit-postbacks"
    case clearPostbacks = "clear-postbacks"
}

// The events of a device in a timeline.
extension AttributionEvent.Kind {
    init(_ name: EventName) { self.init(rawValue: name.rawValue) }

    /// An ad was loaded.
    public static let load = Self(.load)
    /// An ad came into view.
    public static let beginView = Self(.beginView)
    /// An ad went out of view.
    public static let endView = Self(.endView)
    /// A view was recorded, either by a single call or because an overlay or product page stayed open long
    /// enough.
    public static let view = Self(.view)
    /// An ad was tapped.
    public static let tap = Self(.tap)
    /// An ad's App Store overlay was opened.
    public static let openOverlay = Self(.openOverlay)
    /// An ad's App Store overlay was closed.
    public static let closeOverlay = Self(.closeOverlay)
    /// An ad's product page was opened.
    public static let openProductPage = Self(.openProductPage)
    /// An ad's product page was closed.
    public static let closeProductPage = Self(.closeProductPage)
    /// The app was installed.
    public static let install = Self(.install)
    /// The app was launched.
    public static let launch = Self(.launch)
    /// The app was deleted.
    public static let delete = Self(.delete)
    /// The app updated its conversion value.
    public static let update = Self(.update)
    /// A person did something in the app, which the app's conversion schema may turn into an update.
    public static let appEvent = Self(.appEvent)
    /// Developer Mode was turned on or off.
    public static let developerMode = Self(.developerMode)
    /// Postbacks were created in developer settings.
    public static let createPostbacks = Self(.createPostbacks)
    /// Postbacks were transmitted in developer settings.
    public static let transmitPostbacks = Self(.transmitPostbacks)
    /// Postbacks were cleared in developer settings.
    public static let clearPostbacks = Self(.clearPostbacks)
}

extension EventName {
    /// The description of the event in `aak explain`.
    package var meaning: String {
        switch self {
        case .load: "The ad was fetched."
        case .beginView: "The ad came into view."
        case .endView: "The ad went out of view."
        case .view: "A view was recorded."
        case .tap: "The ad was tapped."
        case .openOverlay: "StoreKit's overlay for the advertised app opened."
        case .closeOverlay: "StoreKit's overlay closed."
        case .openProductPage: "StoreKit's product page of the advertised app opened."
        case .closeProductPage: "StoreKit's product page closed."
        case .install: "The app was installed."
        case .launch: "The app was opened."
        case .delete: "The app was deleted."
        case .update: "The app updated its conversion value."
        case .appEvent: "Something happened in the app, and the schema of the app may turn it into an update."
        case .developerMode: "Developer Mode was turned on or off."
        case .createPostbacks: "Test postbacks were created in the developer settings."
        case .transmitPostbacks: "In the developer settings, the test postbacks that were due were sent."
        case .clearPostbacks: "The test postbacks were cleared in the developer settings."
        }
    }
}

extension EventName {
    init(_ use: AdUse, _ presentation: Presentation) {
        self =
            switch use {
            case .load: .load
            case .beginView: .beginView
            case .endView: .endView
            case .view: .view
            case .tap: .tap
            case .open: presentation == .overlay ? .openOverlay : .openProductPage
            case .close: presentation == .overlay ? .closeOverlay : .closeProductPage
            }
    }
}

extension DeviceEvent {
    /// The app that the event belongs to; nil for the events of ads.
    var app: UInt64? {
        switch self {
        case .install(let app, _, _, _), .launch(let app), .delete(let app), .update(let app, _), .appEvent(let app, _),
            .createPostbacks(let app, _):
            app
        case .ad, .developerMode, .transmitPostbacks, .clearPostbacks: nil
        }
    }
}

package struct TimedEvent: Sendable {
    /// Milliseconds since 1970.
    package var at: Int64
    package var event: DeviceEvent

    package init(at: Int64, _ event: DeviceEvent) {
        self.at = at
        self.event = event
    }
}
