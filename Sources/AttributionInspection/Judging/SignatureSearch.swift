import AttributionBase
import AttributionCrypto
import AttributionModel

/// Searches for mistakes that explain the invalid signatures of an input's tokens, postbacks and ads, one after another. They share a
/// budget.
package struct SignatureSearch: ~Copyable {
    private let keys: SKAdNetworkKeys
    private let text: ByteView
    private var reader = InputReader()
    private var payload = ByteBuffer()
    private(set) var budget: SearchBudget
    /// The objects that were not searched yet; nil until the first one is requested.
    private var bids: ArraySlice<BidInput>?

    /// - Parameter keys: the trusted keys. Apple's keys and the published example key are tried too, so that they can
    ///   be named.
    package init(in text: ByteView, keys: SKAdNetworkKeys, within budget: SearchBudget) {
        self.keys = keys
        self.budget = budget
        self.text = text.trimmed
    }

    /// Returns the mistake that explains why the signature of the next object is invalid; nil if it is valid, or if no known mistake
    /// explains it.
    ///
    /// - Parameter path: The path of the signed object in the input; nil for the input itself.
    package mutating func mistake(at path: String?) -> SignatureMistake? {
        let bid = path.flatMap { next(at: $0) }
        payload.removeAll()
        guard path == nil || bid != nil, (try? reader.open(text, bid, payloadTo: &payload)) == true else { return nil }
        let reading = reader.reading
        if let object = reading.input.signed {
            return SignatureExplanation(object, keys: keys, within: &budget).mistake
        }
        guard let token = reading.input.token else { return nil }
        return SignatureMistake.inToken(token.trimmed, keys: keys.trusted, within: &budget)
    }

    private mutating func next(at path: String) -> BidInput? {
        var rest = bids ?? (try? BidInput.all(in: text)[...]) ?? []
        defer { bids = rest }
        while let bid = rest.popFirst() { if bid.path == path { return bid } }
        return nil
    }
}

extension TrustedKeys {
    /// Returns the `kid` of the only local key, and that of the input's token, if the key made the token's signature but cannot be trusted
    /// for any network, because its `kid` is not an ad network's ID but, for example, a thumbprint.
    package func misnamed(signing text: ByteView) -> (keyID: String, wanted: String)? {
        let local = all.filter { $0.environment == .local }
        guard local.count == 1, let name = local[0].keyID, AdNetworkIdentifier(text: name) == nil,
            name != PostbackRequest.testKeyID
        else { return nil }
        var reader = InputReader()
        var payload = ByteBuffer()
        guard (try? reader.open(text.trimmed, nil, payloadTo: &payload)) == true,
            let compact = reader.reading.input.token, let token = try? UnverifiedJWS(parsing: compact),
            absence(of: token.header.keyID) == .unknown,
            (try? TrustedKeys(adding: local[0].publicKey, keyID: nil).verified(token)) != nil
        else { return nil }
        return (name, token.header.keyID)
    }
}

extension InputFault {
    private static let signatureForms = [
        SignedAdRules.signatureBase64, SignedAdRules.signatureDer, SignedPostbackRules.signatureBase64,
        SignedPostbackRules.signatureDer,
    ]

    /// Whether the fault concerns the signature, its format or its key, so that a signing mistake may explain it.
    var concernsSignature: Bool {
        switch self {
        case .token(let error): error.step == .signature
        case .untrusted(.network): false
        case .untrusted, .skAdNetworkSignature, .skAdNetworkKey: true
        case .rules(let first, _): Self.signatureForms.contains { $0 === first.rule }
        default: false
        }
    }
}
