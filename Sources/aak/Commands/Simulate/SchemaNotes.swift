import AttributionBase
import AttributionCommandModel
import AttributionModel
import AttributionSimulator

/// The notes at the end of a simulation about what its conversion schemas have no effect on.
enum SchemaNotes {
    static func report(_ use: SchemaUse, _ console: Console) {
        if !use.unnamed.isEmpty {
            let events = use.unnamed.map { "\(quoted($0.name)) (app \($0.app))" }.joined(separator: ", ")
            console.report(
                .note(
                    RunRules.schemaEvent,
                    "no conversion schema names these events, so they make no update: " + events
                        + (use.hasMoreUnnamed ? " and more" : "")))
        }
        for (schema, last) in use.late {
            let name = schema.name.map { " \(quoted($0))" } ?? ""
            let from = schema.from.map { " from \($0.rfc3339)" } ?? ""
            console.report(
                .note(
                    RunRules.schemaLate, field: "from",
                    "the conversion schema\(name) of app \(schema.advertisedItemIdentifier) takes effect\(from), "
                        + "after the last event at \(last.rfc3339)"))
        }
    }
}

extension SchemaFiles {
    /// Adds the schemas of a simulation to its world.
    ///
    /// - Parameter wantedApps: the apps that the schemas can be for, with the words for a message; nil if that is unknown.
    static func read(
        _ invocation: Invocation, into world: inout World, wantedApps: (apps: Set<UInt64>, words: String)?,
        _ console: Console
    ) throws(Diagnostic) -> Bool {
        try read(invocation[SimulateOptions.schemas], console) { schema in
            guard let wanted = wantedApps, !wanted.apps.contains(schema.advertisedItemIdentifier.rawValue) else {
                return world.schemas.add(schema)
            }
            return .value(found: "\(schema.advertisedItemIdentifier)", wanted: wanted.words).at("app")
        }
    }
}
