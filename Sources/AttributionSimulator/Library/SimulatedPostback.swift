import AdAttribution
import SKAdNetwork

/// A postback on its way to a server: what it says, the body that is sent, and what the server answers.
public struct SimulatedPostback: Hashable, Sendable {
    /// Whose rules it follows.
    public let framework: Framework
    /// Whose server it is sent to.
    public let recipient: Recipient
    /// The ad network whose ad it is about.
    public let adNetworkIdentifier: String
    /// The number of the conversion on this device, from 1. No server is told it.
    public let conversion: Int
    /// The conversion window that it is of; always the first for SKAdNetwork before version 4.
    public let window: ConversionWindow
    /// The data tier that decided what it tells. No server is told it.
    public let tier: DataTier
    /// Whether the ad is credited with the conversion.
    public let didWin: Bool
    /// Whether it was made in Developer Mode, or in developer settings, and is not to be counted.
    public let isDevelopment: Bool
    /// What kind of conversion it is.
    public let conversionType: ConversionType
    /// Whether the ad was seen or tapped.
    public let interactionType: InteractionType
    /// With as many digits as are told: two to four. Nil for SKAdNetwork before version 4, which tells a campaign.
    public let sourceIdentifier: SourceIdentifier?
    /// The value that it tells, fine or coarse; nil where none is told.
    public let conversionValue: ConversionValue?
    /// The country that it tells.
    public let countryCode: CountryCode?
    /// The fields that it does not tell, by their names in the ``body``, and why: `tier`, for example.
    public let withheld: [String: String]
    /// Which attempt it is, from 1 to 10.
    public let attempt: Int
    /// The HTTP status that the scenario's server answers with; 0 is no answer.
    public let status: Int
    /// What comes of the attempt.
    public let delivery: Delivery
    /// The JSON text that is posted, signed.
    public let body: String

    /// Whose rules a postback follows.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Framework: String, CaseIterable, Sendable {
        /// AdAttributionKit.
        case adAttributionKit = "adattributionkit"
        /// SKAdNetwork, of any version.
        case skAdNetwork = "skadnetwork"
    }

    /// Whose server a postback is sent to.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Recipient: String, CaseIterable, Sendable {
        /// The ad network's.
        case adNetwork = "ad-network"
        /// That of the advertised app's developer, who gets a copy.
        case developer
    }

    /// What comes of an attempt to deliver a postback.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Delivery: String, CaseIterable, Sendable {
        /// The server answered with status 200.
        case delivered
        /// It is sent again a day later.
        case retry
        /// It is not sent again.
        case givenUp = "given-up"
    }
}

extension SimulatedPostback {
    init?(_ fact: PostbackFact, body text: String) {
        guard let delivery = Delivery(rawValue: fact.outcome.rawValue) else { return nil }
        let described = fact.body
        framework =
            switch described.framework {
            case .adAttributionKit: .adAttributionKit
            case .skAdNetwork: .skAdNetwork
            }
        recipient =
            switch fact.to {
            case .adNetwork: .adNetwork
            case .developer: .developer
            }
        adNetworkIdentifier = described.network
        conversion = described.conversion
        window = described.window
        tier = described.tier
        didWin = described.didWin
        isDevelopment = described.environment == .development
        conversionType = described.type
        interactionType = described.interaction
        sourceIdentifier = described.version?.hasSourceIdentifier == false ? nil : described.source
        conversionValue = described.fine.map { .fine($0) } ?? described.coarse.map { .coarse($0) }
        countryCode = described.country
        withheld = Dictionary(
            described.withheld.map { ("\(described.name(of: $0.field))", $0.reason.rawValue) }, uniquingKeysWith: { $1 }
        )
        attempt = fact.attempt
        status = fact.status
        self.delivery = delivery
        body = text
    }
}
