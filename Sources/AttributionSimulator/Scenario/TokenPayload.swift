import AdAttribution
import AttributionBase

extension AdImpression {
    /// Returns the impression in a token's payload. The caller checks the signature.
    ///
    /// Unknown members are ignored, as on a device that does not know them.
    ///
    /// - Returns: the impression, with a refused trust if a field is missing or invalid.
    package static func read(payload: JSONValue, trust: Trust) -> AdImpression {
        guard let found = try? Impression(payload) else { return unreadable(payload: payload, .payload) }
        return AdImpression(
            identifier: found.identifier.description, network: found.adNetworkIdentifier.description,
            advertised: found.advertisedItemIdentifier.rawValue, publisher: found.publisherItemIdentifier.rawValue,
            source: found.sourceIdentifier, timestamp: found.timestamp.milliseconds,
            isEligibleForReEngagement: found.isEligibleForReEngagement, trust: trust)
    }

    /// Returns an impression that the device rejects, with the identifier and network if they can be read.
    package static func unreadable(payload: JSONValue? = nil, _ code: Code) -> AdImpression {
        var identifier = ""
        if case .string(let text)? = payload?[ImpressionField.identifier] { identifier = text }
        var network = ""
        if case .string(let text)? = payload?[ImpressionField.adNetworkIdentifier] { network = text }
        return AdImpression(
            identifier: identifier, network: network, advertised: 0, publisher: 0,
            source: SourceIdentifier(clamping: 0), trust: .refused(code))
    }
}
