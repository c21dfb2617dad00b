import AttributionBase
import AttributionModel

/// The schemas of one app, prepared for counting its events: the names of events are numbers, and what entries want of them
/// lies in flat lists.
package final class AppSchemas: Sendable {
    /// The schemas, first to last.
    package let schemas: [ConversionSchema]
    /// The events that any of the schemas names.
    let events: EventCounters
    /// What each schema wants, by window.
    private let ladders: [[ValueLadder?]]

    /// - Parameter schemas: The schemas of one app in the order of the times from which they hold.
    package init(_ schemas: [ConversionSchema]) {
        let events = EventCounters(
            schemas.flatMap { schema in ConversionWindow.allCases.flatMap { schema[$0]?.entries ?? [] } })
        self.schemas = schemas
        self.events = events
        ladders = schemas.map { schema in
            ConversionWindow.allCases.map { window in
                schema[window].map { ValueLadder($0.entries, events) }
            }
        }
    }

    /// Returns the number of an event; nil if no schema names it, so that it reaches no value but one that always holds.
    package func number(of event: String) -> Int? { events[event] }

    /// Returns the place of the schema that holds at a time; nil if there is none yet.
    package func index(at time: Timestamp) -> Int? {
        let next = schemas.partitioningIndex { $0.start > time }
        return next > 0 ? next - 1 : nil
    }

    /// Returns the time from which the schema after the one at a place holds; nil for the last schema.
    package func end(ofSchemaAt index: Int) -> Timestamp? { index + 1 < schemas.count ? schemas[index + 1].from : nil }

    func ladder(at index: Int, _ window: ConversionWindow) -> ValueLadder? { ladders[index][window.rawValue] }

    /// Returns the revenue that a value means by the schemas that hold at some time between two, both included; nil if it has
    /// no meaning.
    package func revenue(
        of value: ConversionSchema.ReceivedValue, in window: ConversionWindow, during times: ClosedRange<Timestamp>
    ) -> RevenueRange? {
        var revenue: RevenueRange?
        for index in places(during: times) {
            guard let found = schemas[index].meaning(ofReceived: value, in: window)?.revenue else { continue }
            revenue = revenue?.union(found) ?? found
        }
        return revenue
    }

    /// Returns the places of the schemas that hold at some time between two, both included.
    package func places(during times: ClosedRange<Timestamp>) -> Range<Int> {
        let first = index(at: times.lowerBound) ?? 0
        return first..<max(first, schemas.partitioningIndex { $0.start > times.upperBound })
    }
}

extension ConversionSchema {
    /// The time from which the schema holds; the first of all if it always did.
    var start: Timestamp { from ?? Timestamp(milliseconds: .min) }
}

/// The events that entries wait for, each with a number of its own from 0 on, and what is counted of them: one counter for each
/// span of time in which entries want an event.
struct EventCounters: Sendable {
    private var numbers: [String: Int] = [:]
    /// The counters of each event, by its number.
    private let counters: [Range<Int>]
    /// The places of the spans of each event among its counters.
    private let places: [[Range<Int64>: Int]]
    /// The times since the conversion that each counter is for, in milliseconds.
    private let ages: [Range<Int64>]

    var count: Int { ages.count }

    init(_ entries: [ConversionSchema.Entry]) {
        var found: [[Range<Int64>]] = []
        var places: [[Range<Int64>: Int]] = []
        for entry in entries {
            guard let event = entry.event else { continue }
            let number = numbers[event] ?? found.count
            if number == found.count {
                numbers[event] = number
                found.append([])
                places.append([:])
            }
            if places[number][entry.ages] == nil {
                places[number][entry.ages] = found[number].count
                found[number].append(entry.ages)
            }
        }
        self.places = places
        var count = 0
        counters = found.map { ages in
            defer { count += ages.count }
            return count..<count + ages.count
        }
        ages = found.flatMap { $0 }
    }

    subscript(event: String) -> Int? { numbers[event] }

    /// Returns the counter that an entry looks at; nil if it always holds.
    func counter(of entry: ConversionSchema.Entry) -> Int? {
        guard let event = entry.event, let number = numbers[event] else { return nil }
        return places[number][entry.ages].map { counters[number].lowerBound + $0 }
    }

    /// Counts an event, by its number, at a time since the conversion.
    func count(_ event: Int, revenue: Money, age: Int64, in totals: inout [SchemaProgress.Total]) {
        while totals.count < count { totals.append((0, 0, 0)) }
        for counter in counters[event] where ages[counter].contains(age) {
            totals[counter].count += 1
            totals[counter].millionths += revenue.millionths
            // Windows are over long before the last of these days.
            totals[counter].days |= 1 << UInt64(min(max(0, age) / TimeSpan.day, 63))
        }
    }
}

/// What the entries of a window want, by rank.
final class ValueLadder: Sendable {
    /// What must have happened for an entry to hold, and its fine values.
    private struct Rung {
        /// The counter of the event; nil if the entry always holds.
        let counter: Int?
        let count: Int
        let days: Int
        /// The revenue in millionths, the upper bound not included.
        let least: Int128
        let most: Int128
        /// The lowest fine value; nil in the second and third windows.
        let fine: Int?
        /// The number of steps above the first one, and their width in millionths.
        let steps: Int128
        let step: Int128
        let coarse: CoarseConversionValue?
        let locks: Bool

        func holds(_ totals: [SchemaProgress.Total]) -> Bool {
            guard let counter else { return true }
            // Nothing has occurred while it is not in the list.
            guard counter < totals.count else { return false }
            let total = totals[counter]
            return total.count >= count && total.millionths >= least && total.millionths < most
                && total.days.nonzeroBitCount >= days
        }

        /// Returns the fine value for a revenue of the entry; nil if the entry has none.
        func fine(_ totals: [SchemaProgress.Total]) -> Int? {
            guard let fine, let counter, steps > 0 else { return fine }
            return fine + Int(min((totals[counter].millionths - least) / step, steps))
        }
    }

    let entries: [ConversionSchema.Entry]
    private let rungs: [Rung]

    init(_ entries: [ConversionSchema.Entry], _ events: EventCounters) {
        self.entries = entries
        rungs = entries.map { entry in
            let steps = entry.step.map { $0 > 0 ? ($0, Int128((entry.fine?.count ?? 1) - 1)) : (1, 0) } ?? (1, 0)
            return Rung(
                counter: events.counter(of: entry), count: entry.count, days: entry.days,
                least: entry.revenue?.least.millionths ?? .min, most: entry.revenue?.most?.millionths ?? .max,
                fine: entry.fine?.lowerBound, steps: steps.1, step: steps.0,
                coarse: entry.coarse, locks: entry.locks)
        }
    }

    /// Returns the value after an event that was counted: that of the last entry that holds, or the earlier one if that
    /// ranks higher, since a value never falls.
    ///
    /// - Parameter earlier: The value before the event; nil if none was reached.
    /// - Returns: Nil if no entry holds, and none did before.
    func value(after totals: [SchemaProgress.Total], since earlier: SchemaProgress.Reached?) -> SchemaProgress.Reached?
    {
        // What ranks below the earlier value does not matter.
        let lowest = earlier?.rank ?? 0
        var rank = rungs.count - 1
        while rank >= lowest, !rungs[rank].holds(totals) { rank -= 1 }
        guard rank >= lowest else { return earlier }
        let found = SchemaProgress.Reached(
            rank: rank, fine: rungs[rank].fine(totals), coarse: rungs[rank].coarse, locks: rungs[rank].locks)
        guard let earlier, rank == earlier.rank else { return found }
        return found.fine ?? 0 > earlier.fine ?? 0 ? found : earlier
    }
}

// Forwards: from the events of an app to the value of a window.

/// What an app did in the current window of a conversion, and the value that it has reached by its schemas.
package struct SchemaProgress: Sendable {
    /// The events of one name in a window: how many, their revenue in millionths, and a bit for each day on which one occurred.
    typealias Total = (count: Int, millionths: Int128, days: UInt64)

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
    /// The events of the window by their counters.
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
    ///   - age: The time since the conversion, in milliseconds.
    /// - Returns: Whether the event reaches a new value.
    package mutating func count(
        _ event: Int?, revenue: Money, in window: ConversionWindow, at now: Int64, age: Int64, by schemas: AppSchemas
    ) -> Bool {
        if self.window != window {
            self.window = window
            totals.removeAll(keepingCapacity: true)
            end = .min
            reached = nil
        }
        if now >= end {
            guard let index = schemas.index(at: Timestamp(milliseconds: now)) else { return false }
            ladder = schemas.ladder(at: index, window)
            end = schemas.end(ofSchemaAt: index)?.milliseconds ?? .max
            // A value that another schema gave has another meaning.
            reached = nil
        }
        if let event { schemas.events.count(event, revenue: revenue, age: age, in: &totals) }
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
