import AttributionBase
import AttributionModel

/// An entry of a timeline: a fact with its time.
package struct TimelineEntry: Sendable {
    /// Milliseconds since 1970.
    package var at: Int64
    package var fact: Fact

    package enum Fact: Sendable {
        case ad(EventName, AdImpression, Outcome, OutcomeReason?)
        /// A view of an ad whose overlay or product page stayed open long enough.
        case sheetView(AdImpression)
        case app(EventName, UInt64, AppFact)
        case setting(EventName, isOn: Bool?)
        case warning(OutcomeReason, Subject)
        case evicted(AdImpression)
        case openURL(app: UInt64, url: String)
        case openApp(app: UInt64, OutcomeReason?)
        case openMarketplace(app: UInt64)
        case conversion(ConversionFact)
        case noConversion(app: UInt64, OutcomeReason, considered: [ConsideredImpression])
        case window(WindowFact)
        case postback(PostbackFact)
        case noPostback(NoPostbackFact)
        /// A fact about an app that shows ads.
        case host(HostFact)
    }

    package enum Subject: Sendable {
        case impression(AdImpression)
        case app(UInt64)
        /// A configuration key whose value is out of range. Its value is replaced by the one for all networks or,
        /// without one, by the default.
        case configuration(app: UInt64, key: String, isReplacedByGlobal: Bool)
    }
}

package struct AppFact: Hashable, Sendable {
    package var outcome = Outcome.recorded
    package var code: OutcomeReason?
    /// The conversion type of an installation.
    package var type: ConversionType?
    /// The conversion that an update reached, with its window in `index`.
    package var conversion: Int?
    package var index: Int?
    /// The values of the update.
    package var update: ValueUpdate?
    /// The reason why a schema made the update.
    package var because: String?
    /// What a person did in the app.
    package var event: AppEvent?
    /// The campaign that brought the person, if there are schemas.
    package var campaign: CampaignKey?
}

/// An impression that was considered for a conversion.
package struct ConsideredImpression: Sendable {
    package var impression: AdImpression
    package var interaction: InteractionType
    /// The time at which the interaction was recorded.
    package var at: Int64
    package var outcome: Outcome
    package var code: OutcomeReason?
}

package struct ConversionFact: Sendable {
    package var number: Int
    package var app: UInt64
    package var type: ConversionType
    /// The winning impression; nil for postbacks from developer settings.
    package var winner: AdImpression?
    package var runnersUp: [AdImpression]
    package var considered: [ConsideredImpression]
    package var isDevelopment: Bool
    /// The country of the installation, for crowd counts.
    package var country: CountryCode?
}

package struct WindowFact: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable { case opened, locked, closed, removed }

    package var conversion: Int
    package var index: Int
    package var state: State
    package var framework: Framework
    /// Whether this is the timer that SKAdNetwork before version 4 has instead of windows.
    package var isTimer = false
    package var code: OutcomeReason?
    /// The time at which an opened window ends.
    package var until: Int64?
}

/// Why there is no postback of a window; the index is nil if no window of the conversion causes one.
package typealias NoPostbackFact = (conversion: Int, index: Int?, framework: Framework, code: OutcomeReason)

/// An attempt to deliver a postback.
package struct PostbackFact: Sendable {
    package typealias Recipient = SimulatedPostback.Recipient

    package var to: Recipient
    package var body: PostbackDescription
    /// The number of the attempt, from 1.
    package var attempt: Int
    /// The HTTP status of the server's answer; 0 means no answer.
    package var status: Int
    package var outcome: Outcome
    /// The time at which the window ended or was locked.
    package var preparedAt: Int64
}

/// The contents of a postback, without its signature.
package struct PostbackDescription: Sendable {
    package var conversion: Int
    /// The impression of the postback, some of whose fields it repeats.
    package var impression: AdImpression
    package var identifier: RandomUUID
    package var advertised: UInt64
    package var type: ConversionType
    package var interaction: InteractionType
    package var didWin: Bool
    package var window: ConversionWindow
    package var tier: DataTier
    /// The tiers of the crowds that the tier comes from; nil where there are none.
    var crowds: ConversionTiers?
    /// The source identifier, shortened to the digits that the crowd allows.
    package var source: SourceIdentifier
    package var publisher: UInt64?
    package var sourceDomain: String?
    package var marketplace: String?
    package var fine: FineConversionValue?
    package var coarse: CoarseConversionValue?
    package var country: CountryCode?
    package var isDevelopment: Bool
    /// The optional fields that the postback lacks, with the reasons.
    package var withheld: [(field: Disclosure.Field, reason: Disclosure.Reason)] = []

    /// Why a first postback lacks digits of the impression's source identifier; nil if it has all.
    var limit: String? {
        guard window.isFirst, source.digitCount < impression.source.digitCount, let crowds else { return nil }
        let (more, tier) = source.digitCount == 2 ? ("three", crowds.three) : ("four", crowds.four)
        return "the crowd of the last \(more) digits is tier \(tier.rawValue)"
    }

    package var framework: Framework { impression.framework }
    package var network: String { impression.network }
    /// The SKAdNetwork version; nil for AdAttributionKit.
    package var version: SKAdNetworkVersion? { impression.skAdNetwork?.version }
    /// Whether the ad was on the web.
    package var isWeb: Bool { impression.skAdNetwork?.isWeb ?? false }
}

/// A campaign: the ads of a network for an app that have one source identifier.
package struct CampaignKey: Hashable, Sendable {
    // The text last, as numbers are compared and hashed faster.
    let source: SourceIdentifier
    let app: UInt64
    let network: String

    /// Returns whether an ad is of the campaign.
    func isCampaign(of ad: AdImpression) -> Bool {
        source == ad.source && app == ad.advertised && network == ad.network
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
        Set(SourceIdentifier.digitCounts.map { CampaignKey(source: source.last($0), app: app, network: network) })
    }
}

extension CampaignKey {
    init(_ ad: AdImpression) { self.init(source: ad.source, app: ad.advertised, network: ad.network) }

    init(_ body: PostbackDescription) { self.init(source: body.source, app: body.advertised, network: body.network) }
}
