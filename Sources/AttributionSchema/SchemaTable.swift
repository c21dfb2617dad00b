import AdAttribution
import AttributionRules

/// Conversion schemas of one app or several. Those of an app follow each other by the time from which they hold.
package struct SchemaTable: Hashable, Sendable {
    /// The schemas of each app, by time.
    private var schemas: [ItemIdentifier: [ConversionSchema]] = [:]

    package init() {}

    package var isEmpty: Bool { schemas.isEmpty }

    /// The apps that have schemas, in no order.
    package var apps: [ItemIdentifier] { Array(schemas.keys) }

    /// Adds a schema.
    ///
    /// - Returns: A finding if there already is a schema of the app from the same time on; the new one is not added.
    package mutating func add(_ schema: ConversionSchema) -> Finding? {
        var others = schemas[schema.app] ?? []
        if others.contains(where: { $0.from == schema.from }) {
            return Finding(SchemaRules.fromTwice, found: schema.from.map { "\"\($0.rfc3339)\"" } ?? "missing")
        }
        others.insert(schema, at: others.firstIndex { $0.start > schema.start } ?? others.endIndex)
        schemas[schema.app] = others
        return nil
    }

    /// Returns all schemas of an app, first to last.
    package func schemas(of app: ItemIdentifier) -> [ConversionSchema] { schemas[app] ?? [] }

    /// Returns whether an event is in a schema of an app.
    package func names(_ event: String, of app: ItemIdentifier) -> Bool {
        schemas[app]?.contains { schema in
            ConversionWindow.allCases.contains { window in
                schema[window]?.entries.contains { $0.event == event } ?? false
            }
        } ?? false
    }

    /// Returns the schema of an app that holds at a time, with the time at which the next one follows; nil if there is none
    /// yet.
    package func schema(
        of app: ItemIdentifier, at time: Timestamp
    ) -> (schema: ConversionSchema, end: Timestamp?)? {
        guard let all = schemas[app], let place = all.lastIndex(where: { $0.start <= time }) else { return nil }
        return (all[place], place + 1 < all.count ? all[place + 1].from : nil)
    }

    /// Returns the schemas of an app that hold at some time between two, both included, first to last.
    package func schemas(of app: ItemIdentifier, during times: ClosedRange<Timestamp>) -> [ConversionSchema] {
        guard let all = schemas[app] else { return [] }
        let first = all.lastIndex { $0.start <= times.lowerBound } ?? 0
        return all[first...].filter { $0.start <= times.upperBound }
    }
}

extension ConversionSchema {
    /// The time from which the schema holds; the first of all if it always did.
    fileprivate var start: Timestamp { from ?? Timestamp(milliseconds: .min) }
}
