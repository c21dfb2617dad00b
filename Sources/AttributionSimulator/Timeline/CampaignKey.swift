import AdAttribution

/// A campaign: the ads of a network for an app that have one source identifier.
package struct CampaignKey: Hashable, Sendable {
    let network: String
    let app: UInt64
    let source: SourceIdentifier

    init(_ impression: AdImpression) {
        network = impression.network
        app = impression.advertised
        source = impression.source
    }

    init(_ body: PostbackDescription) {
        network = body.network
        app = body.advertised
        source = body.source
    }

    /// Whether a postback with these digits can be of the campaign.
    func fits(_ digits: CampaignKey) -> Bool {
        network == digits.network && app == digits.app
            && source.description.hasSuffix(digits.source.description)
    }
}
