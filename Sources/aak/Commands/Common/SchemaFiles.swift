import AttributionCommandModel
import AttributionModel
import AttributionSchema

extension DocumentFile {
    /// Reads the conversion schemas of `--schema`, each from a file of its own, and reports all faults.
    ///
    /// - Parameter add: Adds a schema, or returns why it cannot be added.
    /// - Returns: False if there are faults.
    static func readSchemas(
        _ paths: [String], _ invocation: Invocation, _ console: Console, add: (ConversionSchema) -> Problem?
    ) throws(Diagnostic) -> Bool {
        var isGood = true
        for path in paths {
            let schema = try DocumentFile.read(path, as: ConversionSchema.kind, invocation, console) {
                text throws(Problems) in
                try ConversionSchema(parsing: text)
            }
            let problem = schema.flatMap(add)
            if let problem { console.report(Diagnostic(problem).of(file: Input(path: path).name)) }
            isGood = isGood && schema != nil && problem == nil
        }
        return isGood
    }
}
