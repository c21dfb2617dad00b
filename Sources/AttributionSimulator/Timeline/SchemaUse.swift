import AdAttribution
import AttributionSchema

/// Finds what conversion schemas had no effect on in a run: events that no schema names, and schemas that begin only after
/// the last event.
package struct SchemaUse: Sendable {
    /// An event of an app.
    package struct Event: Hashable, Comparable, Sendable {
        package let name: String
        package let app: UInt64

        package static func < (left: Event, right: Event) -> Bool { (left.name, left.app) < (right.name, right.app) }
    }

    /// The maximum number of events that are kept, whatever a log contains.
    package static let mostUnnamed = 5

    package let schemas: SchemaTable
    /// The first events in alphabetical order that no schema of their app names.
    package private(set) var unnamed: [Event] = []
    /// Whether there are more.
    package private(set) var hasMoreUnnamed = false
    /// The time of the last event, in milliseconds since 1970; nil if there is none.
    private var last: Int64?

    package init(_ schemas: SchemaTable) { self.schemas = schemas }

    package mutating func add(_ entry: TimelineEntry) {
        switch entry.fact {
        case .app(.appEvent, let app, let fact):
            guard let event = fact.event else { return }
            add(event.name, in: app, isNamed: isNamed(event.name, in: app), at: entry.at)
        case .app, .ad: add(eventAt: entry.at)
        default: break
        }
    }

    /// Returns whether a schema of an app names an event.
    private func isNamed(_ name: String, in app: UInt64) -> Bool {
        schemas[ItemIdentifier(rawValue: app)]?.number(of: name) != nil
    }

    /// Adds an event of an app.
    ///
    /// - Parameter isNamed: Whether a schema of the app names it.
    mutating func add(_ name: String, in app: UInt64, isNamed: Bool, at time: Int64) {
        add(eventAt: time)
        if !isNamed { add(Event(name: name, app: app)) }
    }

    /// Adds an event that no schema could name.
    private mutating func add(eventAt time: Int64) { last = max(last ?? .min, time) }

    package mutating func add(_ other: SchemaUse) {
        for event in other.unnamed { add(event) }
        hasMoreUnnamed = hasMoreUnnamed || other.hasMoreUnnamed
        if let time = other.last { last = max(last ?? .min, time) }
    }

    private mutating func add(_ event: Event) {
        guard !unnamed.contains(event) else { return }
        unnamed.insert(event, at: unnamed.firstIndex { event < $0 } ?? unnamed.endIndex)
        guard unnamed.count > Self.mostUnnamed else { return }
        unnamed.removeLast()
        hasMoreUnnamed = true
    }

    /// The schemas that hold only after all events, with the time of the last event. Empty if there are no events.
    package var late: [(schema: ConversionSchema, last: Timestamp)] {
        guard let last = last.map({ Timestamp(milliseconds: $0) }) else { return [] }
        return schemas.apps.sorted { $0.rawValue < $1.rawValue }.flatMap { schemas.schemas(of: $0) }
            .filter { $0.from.map { $0 > last } ?? false }.map { ($0, last) }
    }
}
