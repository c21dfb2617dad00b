/// An event of an app that shows ads, caused by the person, the app or the environment.
///
/// Screens and slots are given by their indices.
package enum HostEvent: Sendable {
    case openScreen(Int)
    /// The open screen is closed. If the event names a screen, it must be that one.
    case closeScreen(Int?)
    case rotate(AdSize.Orientation)
    case network(isUp: Bool)
    case background
    case foreground
    case hideSlot(Int)
    case showSlot(Int)
    case removeSlot(Int)
    case scrollSlot(Int, isVisible: Bool)
    case clearSlots
    case setSize(Int, AdSize)
    case presentSlot(Int, isAtBreak: Bool)
    case dismissSlot(Int)
    case tapSlot(Int, reEngagementURL: String?)
    case tapStore(reEngagementURL: String?)
    case finishAction
    case cancelAction
    case refuseActions(Bool)
}

/// The names of host events in scenarios and timelines.
package enum HostEventName: String, CaseIterable, Sendable {
    case openScreen = "open-screen"
    case closeScreen = "close-screen"
    case rotate, network, background, foreground
    case hideSlot = "hide-slot"
    case showSlot = "show-slot"
    case removeSlot = "remove-slot"
    case scrollSlot = "scroll-slot"
    case clearSlots = "clear-slots"
    case setSize = "set-size"
    case presentSlot = "present-slot"
    case dismissSlot = "dismiss-slot"
    case tapSlot = "tap-slot"
    case tapStore = "tap-store"
    case finishAction = "finish-action"
    case cancelAction = "cancel-action"
    case refuseActions = "refuse-actions"
}

/// What an app that shows an ad reports to the system.
package enum AdUse: Sendable {
    case load, beginView, endView
    /// A view recorded by a single call.
    case view
    case tap
    /// An overlay or a product page was opened or closed.
    case open, close
}
