import AdAttribution
import AttributionBytes
import AttributionJOSE
import AttributionJSON
import AttributionOpenRTB
import SKAdNetwork

/// Says why signatures do not hold, of tokens and of SKAdNetwork's postbacks and ads alike.
package struct SignatureExplainer: Sendable {
    private let keys: TrustedKeys
    private let skAdNetworkKeys: SKAdNetworkKeys

    /// - Parameter keys: those that are trusted. Apple's, and the published example key, are tried besides, to name them.
    package init(_ keys: TrustedKeys) {
        self.keys = keys
        skAdNetworkKeys = SKAdNetworkKeys(keys)
    }

    /// The mistake with which the signature of an input would hold; nil for one that holds, and for what has none.
    ///
    /// - Parameters:
    ///   - path: where in the input the signed object lies; nil for the input itself.
    ///   - budget: how many texts may be tried for the input.
    package func mistake(
        in text: UnsafeRawBufferPointer, at path: String?, within budget: inout SearchBudget
    ) -> SignatureMistake? {
        var reader = InputReader()
        var payload = ByteBuffer()
        let text = unsafe text.trimmed
        let bid = path.flatMap { path in unsafe BidInput.all(in: text).first { $0.path == path } }
        guard path == nil || bid != nil,
            case .one(let reading)? = try? unsafe reader.open(text, bid, payloadTo: &payload)
        else { return nil }
        if case .skAdNetwork(let form) = reading.input.form, let object = reading.input.object {
            return SignatureExplanation(object, as: form, keys: skAdNetworkKeys, within: &budget).mistake
        }
        guard let token = unsafe reading.input.token else { return nil }
        return unsafe TokenExplanation.mistake(in: token.trimmed, keys: keys, within: &budget)
    }
}

extension InputFault {
    /// Whether it is about the signature, its form or its key, so that a mistake of the signer may explain it.
    var concernsSignature: Bool {
        switch self {
        case .token(let error): error.stage == .signature
        case .signature, .skAdNetworkSignature, .skAdNetworkKey, .unknownKey: true
        default: false
        }
    }
}
