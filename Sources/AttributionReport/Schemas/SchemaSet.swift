import AdAttribution
import AttributionSchema

/// The schemas of a report, whose amounts are added up and so are of one currency.
package struct SchemaSet: Sendable {
    package private(set) var table = SchemaTable()
    /// The currency that they name; nil if none does.
    package private(set) var currency: String?

    package init() {}

    /// Adds a schema.
    ///
    /// - Returns: The reason why it does not go with the others; it is not added then.
    package mutating func add(_ schema: ConversionSchema) -> DocumentFault? {
        if let found = schema.currency, let currency, found != currency {
            let wanted = "\"\(currency)\" as in the schema before"
            return DocumentFault("currency", .value(found: "\"\(found)\"", wanted: wanted))
        }
        if let fault = table.add(schema) { return fault }
        currency = currency ?? schema.currency
        return nil
    }
}
