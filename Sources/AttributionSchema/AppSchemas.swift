import AttributionBase
import AttributionModel

/// The schemas of one app, prepared for counting its events: events are numbered, and each window's entries are kept as a flat list of what
/// they require.
package final class AppSchemas: Sendable {
    /// The schemas, in the order in which they take effect.
    package let schemas: [ConversionSchema]
    /// The events that any of the schemas names, with their counters.
    let events: EventCounters
    /// The requirements of each schema's entries, by window; nil for a window that the schema leaves out.
    private let ladders: [[ValueLadder?]]

    /// - Parameter schemas: The schemas of one app, in the order in which they take effect.
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

    /// Returns the number of an event; nil if no schema names it, so that it can reach only an entry without an event.
    package func number(of event: String) -> Int? { events[event] }

    /// Returns the index of the schema in effect at a time; nil if none is in effect yet.
    package func index(at time: Timestamp) -> Int? {
        let next = schemas.partitioningIndex { $0.start > time }
        return next > 0 ? next - 1 : nil
    }

    /// Returns the time at which the next schema replaces this one; nil for the last schema.
    package func end(ofSchemaAt index: Int) -> Timestamp? { index + 1 < schemas.count ? schemas[index + 1].from : nil }

    func ladder(at index: Int, _ window: ConversionWindow) -> ValueLadder? { ladders[index][window.rawValue] }

    /// Returns the revenue that a value stands for, according to all schemas in effect during the closed range; nil if the value has no
    /// meaning in any of them.
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

    /// Returns the indices of the schemas in effect at some time in the closed range.
    package func places(during times: ClosedRange<Timestamp>) -> Range<Int> {
        let first = index(at: times.lowerBound) ?? 0
        return first..<max(first, schemas.partitioningIndex { $0.start > times.upperBound })
    }
}

extension ConversionSchema {
    /// The time at which the schema takes effect; the earliest possible time if it has no `from`.
    var start: Timestamp { from ?? Timestamp(milliseconds: .min) }
}

/// The events that entries name, numbered from 0, and their counters: one for each event and each span of time since the conversion in
/// which an entry counts it.
struct EventCounters: Sendable {
    private var numbers: [String: Int] = [:]
    /// The indices of each event's counters, by the number of the event.
    private let counters: [Range<Int>]
    /// The offset of each span's counter among the counters of its event, by the number of the event.
    private let places: [[Range<Int64>: Int]]
    /// The time since the conversion in which each counter counts, in milliseconds.
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

    /// Returns the index of an entry's counter; nil if the entry has no event and so always applies.
    func counter(of entry: ConversionSchema.Entry) -> Int? {
        guard let event = entry.event, let number = numbers[event] else { return nil }
        return places[number][entry.ages].map { counters[number].lowerBound + $0 }
    }

    /// Adds an event, given by its number and the time since the conversion, to its counters.
    func count(_ event: Int, revenue: Money, age: Int64, in totals: inout [SchemaProgress.Total]) {
        while totals.count < count { totals.append((0, 0, 0)) }
        for counter in counters[event] where ages[counter].contains(age) {
            totals[counter].count += 1
            totals[counter].millionths += revenue.millionths
            // No window lasts as long as 63 days, so no two days of a window share the last bit.
            totals[counter].days |= 1 << UInt64(min(max(0, age) / TimeSpan.day, 63))
        }
    }
}

/// What the entries of a window require, by rank.
final class ValueLadder: Sendable {
    /// What an entry requires, and the values that it sets.
    private struct Rung {
        /// The index of the entry's counter; nil if the entry always applies.
        let counter: Int?
        let count: Int
        let days: Int
        /// The revenue in millionths: at least `least` and less than `most`.
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
            // The list grows with the first event, so a counter beyond its end is still zero.
            guard counter < totals.count else { return false }
            let total = totals[counter]
            return total.count >= count && total.millionths >= least && total.millionths < most
                && total.days.nonzeroBitCount >= days
        }

        /// Returns the fine value for the revenue so far; nil if the entry sets none.
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

    /// Returns the value after an event that was counted: that of the last entry that applies, or `earlier` if it ranks higher, because
    /// values never fall.
    ///
    /// - Parameter earlier: The value before the event; nil if there was none.
    /// - Returns: Nil if no entry applies, and there was no earlier value.
    func value(after totals: [SchemaProgress.Total], since earlier: SchemaProgress.Reached?) -> SchemaProgress.Reached?
    {
        // Entries that rank below the earlier value cannot change it.
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

// From events to values. `Meaning.swift` has the opposite direction: from values to what may have happened.

/// What happened in the current window of a conversion, and the value that the app's schemas give for it.
package struct SchemaProgress: Sendable {
    /// What a counter has counted: the number of events, their revenue in millionths, and a bit for each day with an event.
    typealias Total = (count: Int, millionths: Int128, days: UInt64)

    /// The value that an app has reached in a window.
    package struct Reached: Hashable, Sendable {
        /// The index of the entry in its window.
        package let rank: Int
        /// The fine value; nil in the second and third windows.
        package let fine: Int?
        /// The coarse value of the entry; nil if it has none.
        package let coarse: CoarseConversionValue?
        /// Whether reaching the entry locks the window.
        package let locks: Bool
    }

    /// The current value of the window; nil if there is none.
    package private(set) var reached: Reached?
    private var window: ConversionWindow?
    /// The counters of the window, by the indices that ``EventCounters`` gives them.
    private var totals: [Total] = []
    /// The entries of the window in the schema that is in effect; nil if the schema leaves out the window.
    private var ladder: ValueLadder?
    /// The time at which the app's next schema takes effect, in milliseconds since 1970. Only then must the schema be looked up again.
    private var end = Int64.min

    package init() {}

    /// Counts an event, if a schema of the app is in effect. The caller leaves out events of a locked window.
    ///
    /// - Parameters:
    ///   - event: The number of the event; nil if no schema names it.
    ///   - now: The time of the event, in milliseconds since 1970; never before that of the previous event.
    ///   - age: The time since the conversion, in milliseconds.
    /// - Returns: Whether the event changed the value.
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
            // The same value may mean something else in another schema.
            reached = nil
        }
        if let event { schemas.events.count(event, revenue: revenue, age: age, in: &totals) }
        guard let found = ladder?.value(after: totals, since: reached), found != reached else { return false }
        reached = found
        return true
    }

    /// The name of the entry that gave the value; nil if it has none.
    var name: String? { entry?.name }

    /// The reason for the last change of the value: the name of the entry, or else the entry's event.
    package var reason: String? { entry.map { $0.name ?? $0.event ?? "first event" } }

    private var entry: ConversionSchema.Entry? {
        guard let reached else { return nil }
        return ladder?.entries[reached.rank]
    }
}
