import AdAttribution

/// A campaign: the ads of a network for an app that have one source identifier.
package struct CampaignKey: Hashable, Sendable {
    let network: String
    let app: UInt64
    let source: SourceIdentifier

    /// Returns whether an ad is of the campaign.
    func isCampaign(of ad: AdImpression) -> Bool {
        source == ad.source && app == ad.advertised && network == ad.network
    }

    // The text last, as numbers are compared and hashed faster.
    package static func == (left: CampaignKey, right: CampaignKey) -> Bool {
        left.source == right.source && left.app == right.app && left.network == right.network
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source.number)
        hasher.combine(app)
        hasher.combine(network)
    }

    /// The order of networks, then apps, then the texts of source identifiers.
    static func < (left: CampaignKey, right: CampaignKey) -> Bool {
        guard (left.network, left.app) == (right.network, right.app) else {
            return (left.network, left.app) < (right.network, right.app)
        }
        return left.source.description < right.source.description
    }

    /// What postbacks of the campaign can disclose of it: the source identifier with all its digits, or with fewer.
    var disclosed: Set<CampaignKey> {
        Set(SourceIdentifier.digitCounts.map { CampaignKey(network: network, app: app, source: source.last($0)) })
    }
}

extension CampaignKey {
    init(_ ad: AdImpression) { self.init(network: ad.network, app: ad.advertised, source: ad.source) }

    init(_ body: PostbackDescription) { self.init(network: body.network, app: body.advertised, source: body.source) }
}
