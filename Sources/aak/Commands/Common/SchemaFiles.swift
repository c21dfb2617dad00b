import AttributionCommandModel
import AttributionSchema
import AttributionSimulator

/// Reads the conversion schemas of `--schema`, each from a whole file.
enum SchemaFiles {
    /// Reads the schemas of files, and reports all faults.
    ///
    /// - Parameter add: takes a schema, or returns the reason why it cannot be taken.
    /// - Returns: False if there are faults.
    static func read(
        _ paths: [String], _ console: Console, add: (ConversionSchema) -> DocumentFault?
    ) throws(Diagnostic) -> Bool {
        var isGood = true
        for path in paths {
            let whole = ConversionSchema.whole
            let schema = try DocumentFile.read(path, whole: whole, console, ConversionSchema.init(reading:))
            let fault = schema.flatMap(add)
            if let fault { console.report(Diagnostic(fault, file: Input(path: path).name, whole: whole)) }
            isGood = isGood && schema != nil && fault == nil
        }
        return isGood
    }

    /// Adds the schemas of a simulation to its world.
    ///
    /// - Parameter wantedApps: the apps that the schemas can be for, with the words for a message; nil if that is unknown.
    static func read(
        _ invocation: Invocation, into world: inout World, wantedApps: (apps: Set<UInt64>, words: String)?,
        _ console: Console
    ) throws(Diagnostic) -> Bool {
        try read(invocation[SimulateOptions.schemas], console) { schema in
            guard let wanted = wantedApps, !wanted.apps.contains(schema.app.rawValue) else {
                return world.schemas.add(schema)
            }
            return DocumentFault("app", .contradiction("is \(schema.app)", wanted: wanted.words))
        }
    }
}
