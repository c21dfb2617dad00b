import AttributionBase
import AttributionModel

/// An entry of a timeline: a fact with its time.
package struct TimelineEntry: Sendable {
    /// Milliseconds since 1970.
    package var at: Int64
    package var fact: Fact

    /// The larger facts are kept apart, so that an entry is small where it is kept, passed on and removed.
    package enum Fact: Sendable {
        case ad(EventName, AdImpression, Outcome, OutcomeReason?)
        /// The view of an ad whose overlay or product page stayed open long enough.
        case sheetView(AdImpression)
        indirect case app(EventName, UInt64, AppFact)
        case setting(EventName, isOn: Bool?)
        case warning(OutcomeReason, Subject)
        case evicted(AdImpression)
        case openURL(app: UInt64, url: String)
        case openApp(app: UInt64, OutcomeReason?)
        case openMarketplace(app: UInt64)
        indirect case conversion(ConversionFact)
        case noConversion(app: UInt64, OutcomeReason, considered: [ConsideredImpression])
        case window(WindowFact)
        indirect case postback(PostbackFact)
        case noPostback(NoPostbackFact)
        /// A fact about an app that shows ads.
        indirect case host(HostFact)
    }

    package enum Subject: Sendable {
        case impression(AdImpression)
        case app(UInt64)
        /// A setting of an app whose value is out of range. It is replaced by the setting for all networks, or by the default if there is
        /// none.
        case configuration(app: UInt64, key: String, isReplacedByGlobal: Bool)
    }
}

package struct AppFact: Hashable, Sendable {
    package var outcome = Outcome.recorded
    package var code: OutcomeReason?
    package var type: ConversionType?
    /// The conversion to which the update applied. `index` is its window.
    package var conversion: Int?
    package var index: Int?
    package var update: ValueUpdate?
    /// Why the app's schema made the update.
    package var because: String?
    /// What the person did in the app.
    package var event: AppEvent?
    /// The campaign that led to the installation or re-engagement; nil without schemas.
    package var campaign: CampaignKey?
}

/// An impression that was considered when a conversion was attributed.
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
    /// Whether this is the timer of SKAdNetwork before version 4, which has no windows.
    package var isTimer = false
    package var code: OutcomeReason?
    /// The time at which the opened window ends.
    package var until: Int64?
}

/// Why a window has no postback. The index is nil if no window of the conversion has one.
package typealias NoPostbackFact = (conversion: Int, index: Int?, framework: Framework, code: OutcomeReason)

/// An attempt to deliver a postback.
package struct PostbackFact: Sendable {
    package typealias Recipient = SimulatedPostback.Recipient

    package var to: Recipient
    package var body: PostbackDescription
    /// The number of the attempt, from 1.
    package var attempt: Int
    /// The HTTP status of the answer; 0 if there was none.
    package var status: Int
    package var outcome: Outcome
    /// The time at which the window ended or was locked.
    package var preparedAt: Int64
}

/// The contents of a postback, without its signature.
package struct PostbackDescription: Sendable {
    package var conversion: Int
    /// The impression that the postback is about. Some of its fields are repeated in the postback.
    package var impression: AdImpression
    package var identifier: RandomUUID
    package var advertised: UInt64
    package var type: ConversionType
    package var interaction: InteractionType
    package var didWin: Bool
    package var window: ConversionWindow
    package var tier: DataTier
    /// The tiers of the crowds from which the tier results; nil if it does not come from crowds.
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
    /// The optional fields that the postback lacks, and why.
    package var withheld: [(field: Disclosure.Field, reason: Disclosure.Reason)] = []

    /// Why the first postback has fewer digits than the impression's source identifier; nil if it has all of them.
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

/// A campaign: the ads of a network for an app that share a source identifier.
package struct CampaignKey: Hashable, Sendable {
    // The network comes last, because numbers are compared and hashed faster.
    let source: SourceIdentifier
    let app: UInt64
    let network: String

    func isCampaign(of ad: AdImpression) -> Bool {
        source == ad.source && app == ad.advertised && network == ad.network
    }

    /// Campaigns are ordered by network, then by app, then by the text of the source identifier.
    static func < (left: CampaignKey, right: CampaignKey) -> Bool {
        guard (left.network, left.app) == (right.network, right.app) else {
            return (left.network, left.app) < (right.network, right.app)
        }
        return left.source.description < right.source.description
    }

    /// The campaign as postbacks may disclose it: with all digits of its source identifier, or with fewer.
    var disclosed: Set<CampaignKey> {
        Set(SourceIdentifier.digitCounts.map { CampaignKey(source: source.last($0), app: app, network: network) })
    }
}

extension CampaignKey {
    init(_ ad: AdImpression) { self.init(source: ad.source, app: ad.advertised, network: ad.network) }

    init(_ body: PostbackDescription) { self.init(source: body.source, app: body.advertised, network: body.network) }
}
