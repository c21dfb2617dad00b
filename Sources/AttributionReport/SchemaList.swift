import AttributionBase
import AttributionModel
import AttributionSchema

/// The meanings and revenue of conversion values: the conversion schemas of one or more apps.
public struct SchemaList: Sendable {
    let readings: SchemaReadings
    /// The currency of the schemas; nil if none names one.
    let currency: String?

    /// Reads files of `aak report --schema`, each a JSON object: `{"app":1108187390,"windows":[…]}`.
    ///
    /// - Parameter documents: JSON text in UTF-8, one text for each schema.
    /// - Throws: everything that is wrong with the first document that has faults, each fault with its path and in the
    ///   words of the command line; also an error if a schema begins at the same time as another schema of its app, or
    ///   if the schemas name different currencies.
    public init(parsing documents: some Sequence<some Collection<UInt8>>) throws(Problems) {
        var schemas: [ConversionSchema] = []
        for document in documents { schemas.append(try ConversionSchema(parsing: document)) }
        try self.init(schemas)
    }

    /// Creates a list of schemas.
    ///
    /// - Throws: an error if a schema begins at the same time as another schema of its app, or if the schemas name
    ///   different currencies.
    public init(_ schemas: [ConversionSchema]) throws(Problems) {
        var table = SchemaTable(isOfOneCurrency: true)
        for schema in schemas {
            if let problem = table.add(schema) { throw Problems(problem) }
        }
        readings = SchemaReadings(table)
        currency = table.currency
    }
}
