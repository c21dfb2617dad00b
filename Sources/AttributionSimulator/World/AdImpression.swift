import AttributionInspection
import AttributionModel

/// The contents of an impression of either framework, and the result of checking its signature.
///
/// The object is immutable and shared, so each of a device's records of it takes only a reference.
package final class AdImpression: Sendable {
    /// The result of checking a signature. The caller determines it, because it has the keys.
    package enum Trust: Hashable, Sendable {
        /// The signature is valid, or the impression was given as plain fields.
        case good
        /// No key is known for the impression. It counts as valid, but with a warning.
        case unchecked
        /// The device rejects the impression.
        case refused(OutcomeReason)
    }

    /// The properties that only SKAdNetwork impressions have.
    package struct SKAdNetworkTerms: Hashable, Sendable {
        package var version: SKAdNetworkVersion
        /// The fidelity type: 0 for view-through, 1 for an ad that StoreKit renders or a web ad.
        package var fidelity: Int
        /// The campaign identifier of versions before 4.
        package var campaign: Int?
        package var sourceDomain: String?

        package var isWeb: Bool { sourceDomain != nil }
    }

    /// The `impression-identifier`, or the nonce in SKAdNetwork.
    package let identifier: String
    /// The identifier in lower case, because identifiers are case-insensitive.
    let key: String
    package let network: String
    package let advertised: UInt64
    /// The app that may show the ad; 0 for a development impression. Nil if the version has no such field.
    package let publisher: UInt64?
    package let source: SourceIdentifier
    /// The timestamp that the network signed, in milliseconds since 1970. It does not affect attribution.
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

    package var framework: Framework { skAdNetwork == nil ? .adAttributionKit : .skAdNetwork }

    /// Returns whether two impressions have the same contents. Their signatures may differ.
    package func hasSameContent(as other: AdImpression) -> Bool {
        self === other
            || identifier == other.identifier && network == other.network && advertised == other.advertised
                && publisher == other.publisher && source == other.source && timestamp == other.timestamp
                && isEligibleForReEngagement == other.isEligibleForReEngagement && skAdNetwork == other.skAdNetwork
    }

    /// Returns a new impression of the same ad.
    func shownAnew(_ identifier: String, at time: Int64) -> AdImpression {
        AdImpression(
            identifier: identifier, network: network, advertised: advertised, publisher: publisher, source: source,
            timestamp: time, isEligibleForReEngagement: isEligibleForReEngagement, skAdNetwork: skAdNetwork,
            trust: trust)
    }
}
