import AttributionInspection
import AttributionModel

/// The contents of an impression of either framework, and the result of checking its signature.
///
/// The object is immutable and shared, so that a device's records of it cost only a reference.
package final class AdImpression: Sendable {
    /// The result of checking a signature, determined by the caller, which has the keys.
    package enum Trust: Hashable, Sendable {
        /// The signature is valid, or the impression was given as plain fields.
        case good
        /// No key is known for the impression. It counts as valid, with a warning.
        case unchecked
        /// The device rejects the impression.
        case refused(Code)
    }

    /// The properties that only SKAdNetwork impressions have.
    package struct SKAdNetworkTerms: Hashable, Sendable {
        package var version: SKAdNetworkVersion
        /// The fidelity type: 0 for view-through, 1 for an ad that StoreKit renders or a web ad.
        package var fidelity: Int
        /// The campaign identifier of versions before 4.
        package var campaign: Int?
        /// The domain of a web ad.
        package var sourceDomain: String?

        package var isWeb: Bool { sourceDomain != nil }
    }

    /// What the network says of the ad.
    package struct Content: Hashable, Sendable {
        /// The `impression-identifier` or nonce.
        package var identifier = ""
        package var network = ""
        package var advertised: UInt64 = 0
        /// The app that may show the ad; 0 marks a development impression. Nil if the version has no such field.
        package var publisher: UInt64?
        package var source = SourceIdentifier(clamping: 0)
        /// The network's own timestamp, in milliseconds since 1970. It does not affect attribution.
        package var timestamp: Int64?
        package var isEligibleForReEngagement = false
        /// Nil for AdAttributionKit.
        package var skAdNetwork: SKAdNetworkTerms?
    }

    let content: Content
    /// The identifier in lower case, since identifiers are case-insensitive.
    let key: String
    package let trust: Trust

    init(_ content: Content, trust: Trust = .good) {
        self.content = content
        let identifier = content.identifier
        key = identifier.utf8.contains(where: { $0 &- UInt8(ascii: "A") < 26 }) ? identifier.lowercased() : identifier
        self.trust = trust
    }

    package var identifier: String { content.identifier }
    package var network: String { content.network }
    package var advertised: UInt64 { content.advertised }
    package var publisher: UInt64? { content.publisher }
    package var source: SourceIdentifier { content.source }
    package var timestamp: Int64? { content.timestamp }
    package var isEligibleForReEngagement: Bool { content.isEligibleForReEngagement }
    package var skAdNetwork: SKAdNetworkTerms? { content.skAdNetwork }

    /// What no two impressions have in common.
    var uniqueKey: AdKey { AdKey(framework, key) }

    package var framework: Framework { skAdNetwork == nil ? .adAttributionKit : .skAdNetwork }

    /// Returns another impression of the same ad.
    func shownAnew(_ identifier: String, at time: Int64) -> AdImpression {
        var content = content
        (content.identifier, content.timestamp) = (identifier, time)
        return AdImpression(content, trust: trust)
    }
}

/// Two impressions are equal if they have the same contents, regardless of their signatures.
extension AdImpression: Hashable {
    package static func == (left: AdImpression, right: AdImpression) -> Bool {
        left === right || left.content == right.content
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
