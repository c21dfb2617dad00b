import AdAttribution
import AttributionBytes
import SKAdNetwork

/// Explains why signatures of tokens and of SKAdNetwork postbacks and ads are invalid.
package struct SignatureExplainer: Sendable {
    private let keys: TrustedKeys
    private let skAdNetworkKeys: SKAdNetworkKeys

    /// - Parameter keys: the trusted keys. Apple's keys and the published example key are tried too, so that they can
    ///   be named.
    package init(_ keys: TrustedKeys) {
        self.keys = keys
        skAdNetworkKeys = SKAdNetworkKeys(keys)
    }

    /// Returns the mistake without which the signature of an input would be valid; nil if it is valid or no known
    /// mistake explains it.
    ///
    /// - Parameters:
    ///   - path: the path of the signed object in the input; nil for the input itself.
    ///   - budget: the number of texts that may be tried for the input.
    package func mistake(in text: ByteView, at path: String?, within budget: inout SearchBudget) -> SignatureMistake? {
        var reader = InputReader()
        var payload = ByteBuffer()
        let text = text.trimmed
        let bid = path.flatMap { path in BidInput.all(in: text).first { $0.path == path } }
        guard path == nil || bid != nil,
            (try? reader.open(text, bid, payloadTo: &payload)) == true
        else { return nil }
        let reading = reader.reading
        if case .skAdNetwork(let form) = reading.input.form, let object = reading.input.object {
            return SignatureExplanation(object, as: form, keys: skAdNetworkKeys, within: &budget).mistake
        }
        guard let token = reading.input.token else { return nil }
        return TokenExplanation.mistake(in: token.trimmed, keys: keys, within: &budget)
    }
}

extension InputFault {
    /// Whether the fault concerns the signature, its format or its key, so that a mistake of the signer may explain
    /// it.
    var concernsSignature: Bool {
        switch self {
        case .token(let error): error.stage == .signature
        case .signature, .skAdNetworkSignature, .skAdNetworkKey, .unknownKey: true
        default: false
        }
    }
}
