/// What is wrong with a scenario, and where in it.
package struct ScenarioFault: Error, Hashable, Sendable {
    /// Such as `events[3].kind`; empty for the whole.
    package var place: String
    package var problem: Problem

    package enum Problem: Hashable, Sendable {
        case unknownKey(nearest: String?, known: [String])
        case missing(wanted: String)
        /// Another type, or a value beyond its range.
        case value(found: String, wanted: String, nearest: String?)
        /// A time before the start, or one after which something could fall beyond the year 9999.
        case timeOutOfRange(found: String)
        /// In a log: a time before that of the device's line before.
        case timeBack(found: String)
        case order(Order)
    }

    /// What cannot follow what came before.
    package enum Order: Hashable, Sendable {
        case endWithoutBegin
        case endOfAnother
        case closeWithoutOpen
        case closeOfAnother
        case installed(UInt64)
        case notInstalled(UInt64)
        case screenOpen(String)
        case screenNotOpen(String)
        case noScreenOpen
        case slotNotOnScreen(String, String)
        case noTapBefore
    }

    package init(_ place: String, _ problem: Problem) {
        self.place = place
        self.problem = problem
    }
}

/// All that is wrong with a scenario, in its order.
package struct ScenarioFaults: Error, Sendable {
    package var faults: [ScenarioFault]
}

extension ScenarioFault {
    /// Naming what was found and what is wanted, without the place.
    package var message: String {
        switch problem {
        case .unknownKey: "is no key that is known there"
        case .missing(let wanted): "is missing, want \(wanted)"
        case .value(let found, let wanted, _): "is \(found), want \(wanted)"
        case .timeOutOfRange(let found):
            "is \(found), want a time from the start on and until \(TimeSpan.lastEventText), \(TimeSpan.lastEventReason)"
        case .timeBack(let found): "is \(found), want a time not before that of the device's last line"
        case .order(.endWithoutBegin): "ends a view that did not begin, want begin-view before it"
        case .order(.endOfAnother): "ends the view of another impression, want the one that began"
        case .order(.closeWithoutOpen): "closes what is not open, want it opened before"
        case .order(.closeOfAnother): "closes another impression's, want the one that was opened"
        case .order(.installed(let app)): "is \(app), which is installed, want an app that is not"
        case .order(.notInstalled(let app)): "is \(app), which is not installed, want an app that is"
        case .order(.screenOpen(let screen)): "opens a screen while \(screen) is open, want that one closed before"
        case .order(.screenNotOpen(let screen)): "closes \(screen), which is not open, want open-screen before it"
        case .order(.noScreenOpen): "is about the open screen, and none is open, want open-screen before it"
        case .order(.slotNotOnScreen(let slot, let screen)):
            "is \(slot), whose screen \(screen) is not open, want open-screen before it"
        case .order(.noTapBefore): "is about an action, and nothing was tapped, want tap-slot before it"
        }
    }

    package var hint: String? {
        switch problem {
        case .unknownKey(let nearest?, _), .value(_, _, let nearest?): "did you mean \"\(nearest)\"?"
        case .unknownKey(nil, let known) where !known.isEmpty: "known there: " + known.joined(separator: ", ")
        default: nil
        }
    }
}
