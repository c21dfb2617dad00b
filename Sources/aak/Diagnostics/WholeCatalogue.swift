import AttributionFixtures
import AttributionSimulator
import Rules

extension RuleCatalogue {
    /// Every rule that a user can see: of messages, inputs and runs, and of apps that show ads.
    static let all = RuleCatalogue.messages + .host
}
