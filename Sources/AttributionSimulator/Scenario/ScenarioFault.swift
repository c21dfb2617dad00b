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
        /// A time before the start, or one that cannot be reached.
        case timeBeforeStart(found: String)
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
        case .timeBeforeStart(let found): "is \(found), want a time from the start on, until the year 9999"
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
        case .unknownKey(nil, let known): "known there: " + known.joined(separator: ", ")
        default: nil
        }
    }
}

/// Finds what a mistyped name was probably meant to be.
enum Nearest {
    /// The candidate that few changes of letters make of a name, letter case and dashes aside; nil if none is near.
    static func name(to name: String, among candidates: [String]) -> String? {
        guard name.utf8.count <= 64 else { return nil }
        let typed = letters(name)
        var best: (distance: Int, name: String)?
        for candidate in candidates {
            let wanted = letters(candidate)
            let distance = distance(typed, wanted)
            let limit = max(typed.count, wanted.count) <= 4 ? 1 : max(typed.count, wanted.count) <= 8 ? 2 : 3
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.name
    }

    private static func letters(_ name: String) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    }

    /// Letters put in, left out or changed, and neighbours that changed places (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...right.count)
        for at in left.indices {
            var next = [at + 1]
            for place in right.indices {
                var cost = min(row[place + 1] + 1, next[place] + 1, row[place] + (left[at] == right[place] ? 0 : 1))
                if at > 0, place > 0, left[at] == right[place - 1], left[at - 1] == right[place] {
                    cost = min(cost, before[place - 1] + 1)
                }
                next.append(cost)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
