import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// Checks the tokens of a scenario with the given keys.
package struct TokenJudgement: Sendable {
    private let keys: TrustedKeys
    private let needsKey: Bool

    /// - Parameter needsKey: Whether the device rejects a token whose key is unknown. Otherwise such a token counts as valid.
    package init(keys: TrustedKeys, needsKey: Bool = false) {
        self.keys = keys
        self.needsKey = needsKey
    }

    /// Returns the impression of a token, with the result of checking its signature. Unknown members are ignored, as by a device that does
    /// not know them.
    package func impression(_ token: String) -> AdImpression {
        let read = ReadToken(token.utf8)
        let payload = read.payload?.json
        let jws: UnverifiedJWS
        do throws(JWSError) { jws = try read.token.get() } catch {
            return .unreadable(payload: payload, Self.code(error.step))
        }
        // A missing network is a fault of the payload. A network that differs from the `kid` is a fault of the header.
        guard case .string(let network)? = payload?[ImpressionField.adNetworkIdentifier] else {
            return .unreadable(payload: payload, .payload)
        }
        guard network.utf8.elementsEqual(jws.header.keyID.utf8) else { return .unreadable(payload: payload, .header) }
        guard let found = read.payload.flatMap({ try? Impression($0, keyID: nil) }) else {
            return .unreadable(payload: payload, .payload)
        }
        var trust = AdImpression.Trust.good
        do throws(TokenRefusal) { _ = try keys.verified(jws) } catch {
            trust = if case .unknownKey = error, !needsKey { .unchecked } else { .refused(.signature) }
        }
        return AdImpression(
            identifier: found.identifier.description, network: found.adNetworkIdentifier.description,
            advertised: found.advertisedItemIdentifier.rawValue, publisher: found.publisherItemIdentifier.rawValue,
            source: found.sourceIdentifier, timestamp: found.timestamp.milliseconds,
            isEligibleForReEngagement: found.isEligibleForReEngagement, trust: trust)
    }

    private static func code(_ step: JWSError.Step) -> OutcomeReason {
        switch step {
        case .components: .components
        case .header: .header
        case .payload: .payload
        case .signature: .signature
        }
    }
}

extension AdImpression {
    /// Returns an impression that the device rejects, with its identifier and its network if those can be read.
    package static func unreadable(payload: JSONValue? = nil, _ code: OutcomeReason) -> AdImpression {
        var identifier = ""
        if case .string(let text)? = payload?[ImpressionField.identifier] { identifier = text }
        var network = ""
        if case .string(let text)? = payload?[ImpressionField.adNetworkIdentifier] { network = text }
        return AdImpression(
            identifier: identifier, network: network, advertised: 0, publisher: 0,
            source: SourceIdentifier(clamping: 0), trust: .refused(code))
    }
}
