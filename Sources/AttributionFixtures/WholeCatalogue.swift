import AttributionModel
import AttributionSchema

extension RuleCatalogue {
    /// The rules for both frameworks' messages, bids, schemas, inputs and runs.
    package static let messages = RuleCatalogue.adAttributionKit + .skAdNetwork + .openRTB + .schema
}
