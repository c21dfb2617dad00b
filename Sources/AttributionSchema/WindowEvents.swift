import AdAttribution

// Forwards: from the events of an app to the value of a window.

/// What an app did in one conversion window: its events by name, with their revenue.
package struct WindowEvents: Hashable, Sendable {
    package struct Total: Hashable, Sendable {
        package var count = 0
        package var revenue = Money.zero
    }

    /// A window has few names, which are found faster in a list than in a dictionary.
    private var totals: [(name: String, total: Total)] = []

    package init() {}

    /// Counts an event.
    package mutating func count(_ name: String, revenue: Money = .zero) {
        let place = totals.firstIndex { $0.name == name } ?? totals.endIndex
        if place == totals.endIndex { totals.append((name, Total())) }
        totals[place].total.count += 1
        totals[place].total.revenue += revenue
    }

    /// The number of events with a name, and their revenue.
    package subscript(name: String) -> Total { totals.first { $0.name == name }?.total ?? Total() }

    package static func == (left: Self, right: Self) -> Bool {
        left.totals.elementsEqual(right.totals) { $0.name == $1.name && $0.total == $1.total }
    }

    package func hash(into hasher: inout Hasher) {
        for (name, total) in totals {
            hasher.combine(name)
            hasher.combine(total)
        }
    }
}

extension ConversionSchema {
    /// The value that an app has reached in a window.
    package struct Reached: Hashable, Sendable {
        /// The index of the entry.
        package let rank: Int
        /// The fine value; nil in the second and third windows.
        package let fine: Int?
    }
}

extension ConversionSchema.Window {
    /// Returns the value after an event that was counted: that of the last entry that holds, or the earlier one if that
    /// ranks higher, since a value never falls.
    ///
    /// - Parameters:
    ///   - events: All events of the window up to now.
    ///   - earlier: The value before the event; nil if none was reached.
    /// - Returns: Nil if no entry holds, and none did before.
    package func value(
        after events: WindowEvents, since earlier: ConversionSchema.Reached?
    ) -> ConversionSchema.Reached? {
        // What ranks below the earlier value does not matter.
        let ranks = (earlier?.rank ?? 0)..<entries.count
        // Field by field, because a copy of the entry is slower than the check.
        let highest = ranks.last { rank in
            ConversionSchema.Entry.holds(
                entries[rank].event, count: entries[rank].count, revenue: entries[rank].revenue, events)
        }
        guard let rank = highest else { return earlier }
        let found = ConversionSchema.Reached(
            rank: rank, fine: entries[rank].fine(for: entries[rank].event.map { events[$0].revenue } ?? .zero))
        guard let earlier, rank == earlier.rank else { return found }
        return found.fine ?? 0 > earlier.fine ?? 0 ? found : earlier
    }
}

extension ConversionSchema.Entry {
    /// Whether an entry's condition holds: its event occurred often enough, and the event's revenue is in range.
    fileprivate static func holds(
        _ event: String?, count: Int, revenue: RevenueRange?, _ events: WindowEvents
    ) -> Bool {
        guard let event else { return true }
        let total = events[event]
        guard total.count >= count else { return false }
        guard let revenue else { return true }
        return total.revenue >= revenue.least && revenue.most.map { total.revenue < $0 } ?? true
    }

    package func holds(_ events: WindowEvents) -> Bool {
        Self.holds(event, count: count, revenue: revenue, events)
    }
}
