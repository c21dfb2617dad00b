import AdAttribution
import AttributionSchema

/// The reason why an event cannot follow the preceding events.
struct OrderFault {
    /// The member at fault.
    let key: StaticString
    private let found: String
    private let wanted: String
    private let rule: Rule

    private init(_ key: StaticString, _ found: String, wanted: String? = nil, _ rule: Rule) {
        (self.key, self.found, self.wanted, self.rule) = (key, found, wanted ?? rule.wanted, rule)
    }

    /// Returns the fault of an event.
    ///
    /// - Parameter place: the path of the event; empty for a line of a log.
    func fault(at place: String) -> DocumentFault {
        let place = (place.isEmpty ? "" : place + ".") + "\(key)"
        return DocumentFault(place, .value(found: found, wanted: wanted), breaking: rule)
    }

    // MARK: - Ads and apps

    static let endWithoutBegin = OrderFault(
        "impression", "the end of a view that did not begin", wanted: "begin-view before it", ScenarioRules.begun)
    static let endOfAnother = OrderFault(
        "impression", "another one than the view's", wanted: "the one that began", ScenarioRules.begun)
    static let closeWithoutOpen = OrderFault(
        "impression", "the closing of what is not open", wanted: "it opened before", ScenarioRules.begun)
    static let closeOfAnother = OrderFault(
        "impression", "another one than the open one", wanted: "the one that was opened", ScenarioRules.begun)

    static func installed(_ app: UInt64) -> OrderFault {
        OrderFault("app", "\(app), which is installed", ScenarioRules.installed)
    }

    static func notInstalled(_ app: UInt64) -> OrderFault {
        OrderFault("app", "\(app), which is not installed", ScenarioRules.notInstalled)
    }

    // MARK: - Screens and slots

    static let noScreenOpen = OrderFault(
        "event", "about the open screen, and none is open", ScenarioRules.screen)
    static let noTapBefore = OrderFault(
        "event", "about an action, and nothing was tapped", ScenarioRules.action)

    static func screenOpen(_ screen: String) -> OrderFault {
        OrderFault("screen", "opened while \(screen) is open", wanted: "that one closed before", ScenarioRules.screen)
    }

    static func screenNotOpen(_ screen: String) -> OrderFault {
        OrderFault("screen", "\(screen), which is not open", ScenarioRules.screen)
    }

    static func slotNotOnScreen(_ slot: String, _ screen: String) -> OrderFault {
        OrderFault("slot", "\(slot), whose screen \(screen) is not open", ScenarioRules.screen)
    }
}
