import AdAttribution
import AttributionDocuments
import AttributionSchema

/// Reads the conversion schemas of `--schema`, each from a whole file.
enum SchemaFiles {
    /// Adds the schemas of files to a table, and reports all faults.
    ///
    /// - Parameter wantedApps: The apps that the schemas can be for, with the words for a message; nil if that is unknown.
    /// - Returns: False if there are faults.
    static func add(
        _ paths: [String], to table: inout SchemaTable, wantedApps: (apps: Set<UInt64>, words: String)?,
        _ console: Console
    ) throws(Diagnostic) -> Bool {
        var isGood = true
        for path in paths {
            let file = DocumentFile.name(of: path)
            let text = try DocumentFile.text(path)
            let read = DocumentFile.read(text, file: file, whole: ConversionSchema.whole, console) {
                text throws(DocumentError) in try ConversionSchema(reading: text)
            }
            guard let schema = read else {
                isGood = false
                continue
            }
            if let wanted = wantedApps, !wanted.apps.contains(schema.app.rawValue) {
                console.report(
                    Diagnostic(file: file, field: "app", message: "\"app\" is \(schema.app), want \(wanted.words)"))
                isGood = false
            } else if let finding = table.add(schema) {
                var problem = Diagnostic(finding)
                problem.file = file
                console.report(problem)
                isGood = false
            }
        }
        return isGood
    }
}
