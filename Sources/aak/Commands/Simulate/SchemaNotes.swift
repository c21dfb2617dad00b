import AdAttribution
import AttributionBase
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
                    "the conversion schema\(name) of app \(schema.app) holds\(from) on, "
                        + "after the last event at \(last.rfc3339)"))
        }
    }
}
