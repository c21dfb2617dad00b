import AdAttribution

// Forwards: from the events of an app to the value of a window.

/// What an app did in the current window of a conversion, and the value that it has reached by its schemas.
package struct SchemaProgress: Sendable {
    /// The events of one name in a window.
    struct Total {
        var count = 0
        /// The revenue of the events, in millionths.
        var millionths: Int128 = 0
    }

    /// The value that an app has reached in a window.
    package struct Reached: Hashable, Sendable {
        /// The index of the entry.
        package let rank: Int
        /// The fine value; nil in the second and third windows.
        package let fine: Int?
        /// The coarse value of the entry; nil if it has none.
        package let coarse: CoarseConversionValue?
        /// Whether the entry finalises the window.
        package let locks: Bool
    }

    /// The value of the window; nil if none was reached.
    package private(set) var reached: Reached?
    private var window: ConversionWindow?
    /// The events of the window by their numbers.
    private var totals: [Total] = []
    /// The values of the window by the schema that holds; nil if it leaves out the window.
    private var ladder: ValueLadder?
    /// The time of the app's next schema, in milliseconds since 1970. Until then none has to be found.
    private var end = Int64.min

    package init() {}

    /// Counts an event, if the app has a schema at this time. Events of a window that is locked must be left out.
    ///
    /// - Parameters:
    ///   - event: The number of the event; nil if no schema names it.
    ///   - now: The time of the event, in milliseconds since 1970; not before that of the last one.
    /// - Returns: Whether the event reaches a new value.
    package mutating func count(
        _ event: Int?, revenue: Money, in window: ConversionWindow, at now: Int64, by schemas: AppSchemas
    ) -> Bool {
        if self.window != window {
            self.window = window
            totals.removeAll(keepingCapacity: true)
            end = .min
            reached = nil
        }
        if now >= end {
            guard let place = schemas.place(at: Timestamp(milliseconds: now)) else { return false }
            ladder = schemas.ladder(at: place, window)
            end = schemas.end(ofSchemaAt: place)?.milliseconds ?? .max
            // A value that another schema gave has another meaning.
            reached = nil
        }
        if let event {
            while totals.count < schemas.eventCount { totals.append(Total()) }
            totals[event].count += 1
            totals[event].millionths += revenue.millionths
        }
        guard let found = ladder?.value(after: totals, since: reached), found != reached else { return false }
        reached = found
        return true
    }

    /// The name of the entry that was reached; nil if it has none.
    var name: String? { entry?.name }

    /// The reason for the last change of the value: the name of the entry, or else the event that it waits for.
    package var reason: String? { entry.map { $0.name ?? $0.event ?? "first event" } }

    private var entry: ConversionSchema.Entry? {
        guard let reached else { return nil }
        return ladder?.entries[reached.rank]
    }
}
