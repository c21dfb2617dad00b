import AdAttribution
import SKAdNetwork

/// Whose rules an impression follows.
package enum AdFramework: UInt8, CaseIterable, Sendable {
    case adAttributionKit, skAdNetwork

    package var name: StaticString {
        switch self {
        case .adAttributionKit: "adattributionkit"
        case .skAdNetwork: "skadnetwork"
        }
    }
}

/// What a signed impression of either framework says, and what its signature was found to be.
///
/// Shared and never changed, so that a device's records of it cost a reference.
package final class AdImpression: Sendable {
    /// What was found of the signature, by whoever has keys.
    package enum Trust: Hashable, Sendable {
        /// Signed as it should be, or given as plain fields.
        case good
        /// No key is known for it: it counts as good, with a warning.
        case unchecked
        /// The device would not make an impression of it.
        case refused(Code)
    }

    /// What SKAdNetwork's impressions have and ours do not.
    package struct SKAdNetworkTerms: Hashable, Sendable {
        package var version: SKAdNetworkVersion
        /// 0: view-through; 1: rendered by StoreKit, or a web ad.
        package var fidelity: Int
        /// The campaign of versions before 4.
        package var campaign: Int?
        /// The domain of a web ad.
        package var sourceDomain: String?
        /// The `timestamp` and others are not told by a postback.
        package init(version: SKAdNetworkVersion, fidelity: Int, campaign: Int? = nil, sourceDomain: String? = nil) {
            self.version = version
            self.fidelity = fidelity
            self.campaign = campaign
            self.sourceDomain = sourceDomain
        }

        package var isWeb: Bool { sourceDomain != nil }
    }

    /// The `impression-identifier` or nonce.
    package let identifier: String
    /// The identifier in lower case, since either is the same.
    let key: String
    package let network: String
    package let advertised: UInt64
    /// The app that may show it; 0 stands for a development impression. Nil where the version has none.
    package let publisher: UInt64?
    package let source: SourceIdentifier
    /// Milliseconds since 1970 that the network wrote into it. It decides nothing.
    package let timestamp: Int64?
    package let isEligibleForReEngagement: Bool
    /// Nil for AdAttributionKit.
    package let skAdNetwork: SKAdNetworkTerms?
    package let trust: Trust

    package init(
        identifier: String, network: String, advertised: UInt64, publisher: UInt64?, source: SourceIdentifier,
        timestamp: Int64? = nil, isEligibleForReEngagement: Bool = false, skAdNetwork: SKAdNetworkTerms? = nil,
        trust: Trust = .good
    ) {
        self.identifier = identifier
        key = identifier.utf8.contains(where: { $0 &- UInt8(ascii: "A") < 26 }) ? identifier.lowercased() : identifier
        self.network = network
        self.advertised = advertised
        self.publisher = publisher
        self.source = source
        self.timestamp = timestamp
        self.isEligibleForReEngagement = isEligibleForReEngagement
        self.skAdNetwork = skAdNetwork
        self.trust = trust
    }

    package var framework: AdFramework { skAdNetwork == nil ? .adAttributionKit : .skAdNetwork }

    /// Whether two impressions say the same, whatever their signatures.
    package func hasSameContent(as other: AdImpression) -> Bool {
        self === other
            || identifier == other.identifier && network == other.network && advertised == other.advertised
                && publisher == other.publisher && source == other.source && timestamp == other.timestamp
                && isEligibleForReEngagement == other.isEligibleForReEngagement && skAdNetwork == other.skAdNetwork
    }
}
