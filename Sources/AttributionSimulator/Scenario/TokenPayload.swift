import AdAttribution
import AttributionJSON
import AttributionRules

extension AdImpression {
    /// What a token's payload says, for whoever judges its signature.
    ///
    /// Members that do not belong there are passed over, as a device does that knows no more.
    ///
    /// - Returns: the impression, refused where a field is missing or is not what it should be.
    package static func read(payload: JSONValue, trust: Trust) -> AdImpression {
        guard let found = try? Impression(payload) else { return unreadable(payload: payload, .payload) }
        return AdImpression(
            identifier: found.identifier, network: found.adNetworkIdentifier.description,
            advertised: found.advertisedItemIdentifier.rawValue, publisher: found.publisherItemIdentifier.rawValue,
            source: found.sourceIdentifier, timestamp: found.timestamp.milliseconds,
            isEligibleForReEngagement: found.isEligibleForReEngagement, trust: trust)
    }

    /// One that the device makes nothing of, under the identifier that could be read, if one could.
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
