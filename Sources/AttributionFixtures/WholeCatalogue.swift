import AdAttribution
import AttributionOpenRTB
import AttributionRules
import AttributionSchema
import SKAdNetwork

extension RuleCatalogue {
    /// The rules for both frameworks' messages, bids, schemas, inputs and runs.
    package static let messages = RuleCatalogue.adAttributionKit + .skAdNetwork + .openRTB + .schema
}
