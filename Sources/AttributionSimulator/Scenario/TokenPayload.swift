import AdAttribution
import StrictJSON

extension AdImpression {
    /// What a token's payload says, for whoever judges its signature.
    ///
    /// Members that do not belong there are passed over, as a device does that knows no more.
    ///
    /// - Returns: the impression, refused where a field is missing or is not what it should be.
    package static func read(payload: JSONValue, trust: Trust) -> AdImpression {
        var found: AdImpression?
        _ = payload.withView { view in
            var reader = MemberReader()
            found = ImpressionReader.readPayload(view, &reader)
        }
        guard let found else { return unreadable(payload: payload, .payload) }
        return AdImpression(
            identifier: found.identifier, network: found.network, advertised: found.advertised,
            publisher: found.publisher, source: found.source, timestamp: found.timestamp,
            isEligibleForReEngagement: found.isEligibleForReEngagement, trust: trust)
    }

    /// One that the device makes nothing of, under the identifier that could be read, if one could.
    package static func unreadable(payload: JSONValue? = nil, _ code: Code) -> AdImpression {
        var identifier = ""
        if case .string(let text)? = payload?["impression-identifier"] { identifier = text }
        var network = ""
        if case .string(let text)? = payload?["ad-network-identifier"] { network = text }
        return AdImpression(
            identifier: identifier, network: network, advertised: 0, publisher: 0,
            source: SourceIdentifier(clamping: 0), trust: .refused(code))
    }
}
