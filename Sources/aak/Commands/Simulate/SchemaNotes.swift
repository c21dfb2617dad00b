import AttributionBase
import AttributionCommandModel
import AttributionModel
import AttributionSimulator

extension Console {
    /// Reports the events and schemas of a simulation that had no effect on each other.
    func report(_ use: SchemaUse) {
        if !use.unnamed.isEmpty {
            let events = use.unnamed.map { "\(quoted($0.name)) (app \($0.app))" }.joined(separator: ", ")
            report(
                .note(
                    RunRules.schemaEvent,
                    "no conversion schema lists these events, so they lead to no update: " + events
                        + (use.hasMoreUnnamed ? " and more" : "")))
        }
        for (schema, last) in use.late {
            let name = schema.name.map { " \(quoted($0))" } ?? ""
            let from = schema.from.map { " from \($0.rfc3339)" } ?? ""
            report(
                .note(
                    RunRules.schemaLate, field: "from",
                    "the conversion schema\(name) of app \(schema.advertisedItemIdentifier) takes effect\(from), "
                        + "after the last event at \(last.rfc3339)"))
        }
    }
}

extension DocumentFile {
    /// Adds the schemas of a simulation to its world.
    ///
    /// - Parameter wanted: The apps for which there may be schemas, with words for a message; nil if they are unknown.
    static func readSchemas(
        _ invocation: Invocation, into world: inout World, for wanted: (apps: Set<UInt64>, words: String)?,
        _ console: Console
    ) throws(Diagnostic) -> Bool {
        try readSchemas(invocation[SimulateOptions.schemas], invocation, console) { schema in
            guard let wanted, !wanted.apps.contains(schema.advertisedItemIdentifier.rawValue) else {
                return world.schemas.add(schema)
            }
            return .value(found: "\(schema.advertisedItemIdentifier)", wanted: wanted.words).at("app")
        }
    }
}
