import AdAttribution
import AttributionBase
import AttributionCrypto
import AttributionInspection

/// Checks the tokens of a scenario with the available keys.
package struct TokenJudgement: Sendable {
    private let keys: TrustedKeys
    private let needsKey: Bool

    /// - Parameter needsKey: whether the device rejects a token without a known key, which otherwise counts as valid.
    package init(keys: TrustedKeys, needsKey: Bool = false) {
        self.keys = keys
        self.needsKey = needsKey
    }

    /// Returns the token's impression and the result of checking its signature.
    package func impression(_ token: String) -> AdImpression {
        let jws: UnverifiedJWS
        do throws(JWSError) {
            jws = try UnverifiedJWS(compact: token)
        } catch {
            return .unreadable(payload: DecodedInput(unverified: token).payload, Self.code(error.stage))
        }
        guard let payload = DecodedInput(unverified: token).payload else { return .unreadable(.payload) }
        // A missing network is a fault of the payload; a network other than the header's `kid` is a fault of the
        // header.
        guard case .string(let network)? = payload[ImpressionField.adNetworkIdentifier] else {
            return .unreadable(payload: payload, .payload)
        }
        guard network.utf8.elementsEqual(jws.header.keyID.utf8) else { return .unreadable(payload: payload, .header) }
        let candidates = keys.candidates(for: jws.header.keyID)
        let trust: AdImpression.Trust =
            candidates.isEmpty && !needsKey
            ? .unchecked
            : candidates.contains { jws.verified(by: $0.publicKey) != nil } ? .good : .refused(.signature)
        return .read(payload: payload, trust: trust)
    }

    private static func code(_ stage: JWSError.Stage) -> Code {
        switch stage {
        case .components: .components
        case .header: .header
        case .payload: .payload
        case .signature: .signature
        }
    }
}
