import AdAttribution
import AttributionBase

/// A fact about an app that shows ads, which becomes an entry of the timeline.
package enum HostFact: Sendable {
    /// An event of the app, such as `open-screen`, `rotate` or `network`.
    case event(HostEventName, Detail)
    case slot(SlotFact)
    case action(ActionFact)
    /// The app pauses while an action covers it or it is in the background.
    case pause
    case resume
    case guideline(GuidelineFact)
    case earnings(DayEarnings)

    package enum Detail: Hashable, Sendable {
        case none
        case screen(String)
        case orientation(AdSize.Orientation)
        case isUp(Bool)
        case isOn(Bool)
    }
}

package struct SlotFact: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case loaded, failed, shown, hidden, resized, removed, unloaded
        /// The app's call is rejected, or has nothing to act on.
        case refused, ignored
    }

    package var slot: String
    package var state: State
    package var reason: HostReason?
    /// The identifier of the ad's impression, if the slot has an ad.
    package var impression: String?
    /// The size; nil for a full-screen slot.
    package var size: AdSize?
}

package struct ActionFact: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case began, refused, finished, cancelled, ignored
    }

    /// The slot of the action; nil if no action is running.
    package var slot: String?
    package var state: State
    package var reason: HostReason?
    package var leavesApplication: Bool?
    package var kind: AdHost.Item.Action?
}

/// A violation of a guideline.
package struct GuidelineFact: Sendable {
    package var rule: Rule
    package var severity: Rule.Severity
    package var screen: String?
    package var slot: String?
    /// The value that violates the guideline.
    package var found: String
}

extension GuidelineFact: CustomStringConvertible {
    /// A message with the slot or screen, the value found and the value wanted.
    package var description: String {
        let place = slot.map { "slot \(quoted($0)): " } ?? screen.map { "screen \(quoted($0)): " } ?? ""
        return "\(place)\"\(rule.field)\" is \(found), want \(rule.wanted)"
    }
}

/// The reason for a fact about a host, with its name in timelines.
package enum HostReason: String, CaseIterable, Sendable {
    case network
    case noInventory = "no-inventory"
    case configuration
    case emptyBanner = "empty-banner"
    case sizeNotRequired = "size-not-required"
    case notLoaded = "not-loaded"
    case covered
    case notPresented = "not-presented"
    case nothingToTap = "nothing-to-tap"
    case noAction = "no-action"

    /// The reason in words, in lower case and without a final period.
    package var words: String { entry.words }

    /// The title of the source; nil if the rule is this simulator's own choice.
    package var article: String? { entry.article }

    private var entry: (words: String, article: String?) {
        switch self {
        case .network: ("the network is down when the answer is due", "WWDC10 112")
        case .noInventory: ("there is no ad for this request", "ADBannerView")
        case .configuration: ("the app was not made eligible for ads", "WWDC10 112")
        case .emptyBanner: ("the slot is visible without an ad", "ADBannerView")
        case .sizeNotRequired: ("the size is not in the slot's required set", "ADBannerView")
        case .notLoaded: ("no ad is loaded that could be presented", "ADInterstitialAd")
        case .covered: ("something covers the app, or it is in the background", nil)
        case .notPresented: ("it is not presented", nil)
        case .nothingToTap: ("nothing is visible there that could be tapped", "iAd Programming Guide")
        case .noAction: ("no action runs that it could be about", nil)
        }
    }
}
