import AdAttribution
import AttributionSchema

/// What an app did in the current window of a conversion, and the value that it has reached.
struct SchemaProgress {
    let window: ConversionWindow
    var events = WindowEvents()
    var reached: ConversionSchema.Reached?
    /// The time from which the schema holds that ``reached`` is a value of.
    var from: Timestamp?
}
