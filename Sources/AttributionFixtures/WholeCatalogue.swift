import AdAttribution
import OpenRTB
import Rules
import SKAdNetwork

extension RuleCatalogue {
    /// Every rule that a user can see: of both frameworks, of bids, of inputs and of runs.
    package static let all = RuleCatalogue.adAttributionKit + .skAdNetwork + .openRTB
}
