import AdAttribution
import AttributionOpenRTB
import AttributionRules
import SKAdNetwork

extension RuleCatalogue {
    /// The rules of both frameworks' messages, of bids, of inputs and of runs.
    package static let messages = RuleCatalogue.adAttributionKit + .skAdNetwork + .openRTB
}
