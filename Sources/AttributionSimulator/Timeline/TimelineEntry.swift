import AdAttribution
import AttributionBytes
import SKAdNetwork

/// One decision at its time.
package struct TimelineEntry: Sendable {
    /// Milliseconds since 1970.
    package var at: Int64
    package var fact: Fact

    package enum Fact: Sendable {
        case ad(EventName, AdImpression, Outcome, Code?)
        /// The view of an overlay or a product page that was open for long enough.
        case sheetView(AdImpression)
        case app(EventName, UInt64, AppFact)
        case setting(EventName, isOn: Bool?)
        case warning(Code, Subject)
        case evicted(AdImpression)
        case openURL(app: UInt64, url: String)
        case openApp(app: UInt64, Code?)
        case openMarketplace(app: UInt64)
        case conversion(ConversionFact)
        case noConversion(app: UInt64, Code, considered: [Considered])
        case window(WindowFact)
        case postback(PostbackFact)
        case noPostback(NoPostbackFact)
        /// Of an app that shows ads.
        case host(HostFact)
    }

    package enum Subject: Sendable {
        case impression(AdImpression)
        case app(UInt64)
        /// With what holds instead of the key's value.
        case configuration(app: UInt64, key: String, AdvertisedApp.Fallback)
    }
}

package struct AppFact: Hashable, Sendable {
    package var outcome = Outcome.recorded
    package var code: Code?
    /// Of an installation.
    package var type: ConversionType?
    /// Which conversion and window an update went to.
    package var conversion: Int?
    package var index: Int?
    /// What the update said.
    package var update: ValueUpdate?
}

/// An impression that was looked at when a conversion was decided.
package struct Considered: Sendable {
    package var impression: AdImpression
    package var interaction: InteractionType
    /// When it was recorded.
    package var at: Int64
    package var outcome: Outcome
    package var code: Code?
}

package struct ConversionFact: Sendable {
    package var number: Int
    package var app: UInt64
    package var type: ConversionType
    /// Nil for postbacks of developer settings.
    package var winner: AdImpression?
    package var runnersUp: [AdImpression]
    package var considered: [Considered]
    package var isDevelopment: Bool
    /// Where the app was installed, for a count of the crowd.
    package var country: CountryCode?
}

package struct WindowFact: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable { case opened, locked, closed, removed }

    package var conversion: Int
    package var index: Int
    package var state: State
    package var framework: AdFramework
    /// Whether it is the timer of SKAdNetwork before version 4, which takes the place of windows.
    package var isTimer = false
    package var code: Code?
    /// When an opened one ends.
    package var until: Int64?
}

package struct NoPostbackFact: Hashable, Sendable {
    package var conversion: Int
    /// Nil where none of the conversion's windows yields one.
    package var index: Int?
    package var framework: AdFramework
    package var code: Code
}

/// An attempt to deliver a postback.
package struct PostbackFact: Sendable {
    package enum Recipient: String, CaseIterable, Sendable {
        case adNetwork = "ad-network"
        case developer
    }

    package var to: Recipient
    package var body: PostbackDescription
    /// From 1.
    package var attempt: Int
    /// What the server answered; 0 is no answer.
    package var status: Int
    package var outcome: Outcome
    /// When its window ended or was locked.
    package var preparedAt: Int64
}

/// What a postback says, to be written and signed by whoever has a key.
package struct PostbackDescription: Sendable {
    package enum Environment: String, CaseIterable, Sendable {
        case production, development
    }

    package var conversion: Int
    /// The impression that it is of, some of whose fields it repeats.
    package var impression: AdImpression
    package var identifier: RandomUUID
    package var advertised: UInt64
    package var type: ConversionType
    package var interaction: InteractionType
    package var didWin: Bool
    package var window: ConversionWindow
    package var tier: DataTier
    /// As many digits as the crowd leaves.
    package var source: SourceIdentifier
    package var publisher: UInt64?
    package var sourceDomain: String?
    package var marketplace: String?
    package var fine: FineConversionValue?
    package var coarse: CoarseConversionValue?
    package var country: CountryCode?
    package var environment: Environment
    /// Whether it was made in developer settings.
    package var isOfSettings: Bool
    /// Every other field that a postback can have, and why it is not there.
    package var withheld: [Withheld]
    package struct Withheld: Hashable, Sendable {
        package var field: Disclosure.Field
        package var reason: Disclosure.Reason
    }

    package var framework: AdFramework { impression.framework }
    package var network: String { impression.network }
    /// SKAdNetwork's; nil for AdAttributionKit.
    package var version: SKAdNetworkVersion? { impression.skAdNetwork?.version }
    /// Whether the ad was on the web.
    package var isWeb: Bool { impression.skAdNetwork?.isWeb ?? false }
}
