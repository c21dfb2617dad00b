import AdAttribution
import AttributionHost

/// An ad on a screen.
package struct ShownAd: Sendable {
    package var impression: AdImpression
    /// The app that shows the ad, if the event names it.
    package var publisher: UInt64?
    package var presentation: Presentation
    /// Whether an attribution view covers a custom ad.
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
    /// The fine value as the app passes it, which may be out of range.
    package var fine: Int
    package var coarse: CoarseConversionValue?
    package var locks = false
    package var framework = AdFramework.adAttributionKit
    /// Whether the update addresses install conversions.
    package var forInstalls = true
    package var forReEngagements = true
    package var tag: String?

    package init(fine: Int, coarse: CoarseConversionValue? = nil, locks: Bool = false) {
        self.fine = fine
        self.coarse = coarse
        self.locks = locks
    }
}

/// Something that a person did in an app. The app's conversion schema says which conversion value it reaches.
package struct AppEvent: Hashable, Sendable {
    package var name: String
    /// What the person paid; nil if nothing.
    package var revenue: Money?
}

/// Postbacks created by hand in a device's developer settings.
package struct SettingsPostbacks: Hashable, Sendable {
    package var interaction = InteractionType.click
    package var type = ConversionType.download
    /// Whether to create all three windows, or only the first.
    package var hasAllWindows = false
    package var tier = DataTier.three
    package var tag: String?

    package init() {}
}

/// An event on a device.
package enum DeviceEvent: Sendable {
    case load(ShownAd)
    case beginView(ShownAd)
    case endView(ShownAd)
    /// A view recorded by a single call.
    case view(ShownAd)
    case tap(ShownAd)
    case open(ShownAd)
    case close(ShownAd)
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

/// The names of events in a scenario and a timeline.
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

extension DeviceEvent {
    package var name: EventName {
        switch self {
        case .load: .load
        case .beginView: .beginView
        case .endView: .endView
        case .view: .view
        case .tap: .tap
        case .open(let ad): ad.presentation == .overlay ? .openOverlay : .openProductPage
        case .close(let ad): ad.presentation == .overlay ? .closeOverlay : .closeProductPage
        case .install: .install
        case .launch: .launch
        case .delete: .delete
        case .update: .update
        case .appEvent: .appEvent
        case .developerMode: .developerMode
        case .createPostbacks: .createPostbacks
        case .transmitPostbacks: .transmitPostbacks
        case .clearPostbacks: .clearPostbacks
        }
    }
}

extension DeviceEvent {
    /// The events that must come before an event, and its effect on those that may follow.
    enum Order {
        case begins(ShownAd)
        case ends(ShownAd)
        case opens(ShownAd)
        case closes(ShownAd)
        case installs(app: UInt64)
        case deletes(app: UInt64)
        /// The app must be installed.
        case isOf(app: UInt64)
        case anywhere
    }

    var order: Order {
        switch self {
        case .beginView(let ad): .begins(ad)
        case .endView(let ad): .ends(ad)
        case .open(let ad): .opens(ad)
        case .close(let ad): .closes(ad)
        case .install(let app, _, _, _): .installs(app: app)
        case .delete(let app): .deletes(app: app)
        case .launch(let app), .update(let app, _), .appEvent(let app, _),
            .createPostbacks(let app, _):
            .isOf(app: app)
        case .load, .view, .tap, .developerMode, .transmitPostbacks, .clearPostbacks: .anywhere
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
