import AdAttribution

/// Conversion schemas of one app or several. Those of an app follow each other by the time from which they hold.
package struct SchemaTable: Hashable, Sendable {
    private var table: [ItemIdentifier: AppSchemas] = [:]

    package init() {}

    package var isEmpty: Bool { table.isEmpty }

    /// The apps that have schemas, in no order.
    package var apps: [ItemIdentifier] { Array(table.keys) }

    /// Adds a schema.
    ///
    /// - Returns: A fault if there already is a schema of the app from the same time on; the new one is not added.
    package mutating func add(_ schema: ConversionSchema) -> DocumentFault? {
        var schemas = table[schema.app]?.schemas ?? []
        if schemas.contains(where: { $0.from == schema.from }) {
            let rule = SchemaRules.fromTwice
            let found = schema.from.map { "is \"\($0.rfc3339)\"" } ?? "is missing"
            return DocumentFault(rule.field, .contradiction(found, wanted: rule.wanted), breaking: rule)
        }
        schemas.insert(schema, at: schemas.firstIndex { $0.start > schema.start } ?? schemas.endIndex)
        table[schema.app] = AppSchemas(schemas)
        return nil
    }

    /// The schemas of an app; nil if it has none.
    package subscript(app: ItemIdentifier) -> AppSchemas? { table[app] }

    /// Returns all schemas of an app, first to last.
    package func schemas(of app: ItemIdentifier) -> [ConversionSchema] { table[app]?.schemas ?? [] }
}
