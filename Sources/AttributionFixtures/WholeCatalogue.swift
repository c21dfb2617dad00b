import AdAttribution
import AttributionOpenRTB
import AttributionRules
import SKAdNetwork

extension RuleCatalogue {
    /// The rules for both frameworks' messages, bids, inputs and runs.
    package static let messages = RuleCatalogue.adAttributionKit + .skAdNetwork + .openRTB
}
