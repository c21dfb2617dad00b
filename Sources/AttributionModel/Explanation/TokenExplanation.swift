import AttributionBase
import AttributionCrypto

// Searches for the mistake that explains why the signature of an AdAttributionKit token is invalid.
extension SignatureMistake {
    /// Searches for the mistake in a token. Returns nil if the token does not have three parts, or if its signature is valid.
    ///
    /// - Parameter keys: The trusted keys. Apple's keys and the published example key are tried too, so that they can be named.
    package static func inToken(
        _ text: ByteView, keys: TrustedKeys, stated: [(Field, String?)] = [],
        within budget: inout SearchBudget
    ) -> SignatureMistake? {
        guard let token = ExplainedToken(text) else { return nil }
        let message = token.message(stated: stated.map { ($0.text, $1) })
        return .search(message, by: candidates(token.keyID, keys), within: &budget)
    }

    /// Searches for what was signed in place of a text, which may be the signed part of a token.
    ///
    /// - Parameter signature: r and s of a signature that is not valid for the text and the key.
    package static func inText(_ text: ByteView, signature: [UInt8], by key: P256PublicKey) -> SignatureMistake? {
        let right = [UInt8](text)
        let encoded = Base64URL.encode(signature)
        let token = (right + [ASCII.dot] + encoded).withBytes { ExplainedToken($0) }
        let message =
            token.flatMap { token in token.payloadText.map { _ in token.message() } }
            ?? SignedMessage(
                right: right, wanted: "; the text must be signed as it is",
                signature: LenientSignature(encoded, as: .raw),
                mistakes: [(.encoding, \.additions), (.encoding, \.encodings)])
        var budget = SearchBudget()
        return .search(message, by: [(key, nil)], within: &budget)
    }

    private typealias Candidate = MistakeSearch.Candidate

    private static func candidates(_ keyID: String?, _ keys: TrustedKeys) -> [Candidate] {
        let right = keyID.map { keys.keyIndices(for: $0) } ?? []
        let wanted = keyID.map { "; it must be signed by the key of the kid \(quoted($0))" } ?? ""
        let trusted = keys.all.indices.map { index -> Candidate in
            let key = keys.all[index]
            return (key.publicKey, right.contains(index) ? nil : "signed by \(key.words)" + wanted)
        }
        // If no key is trusted under the `kid`, using the key to which the `kid` belongs is not the mistake. The missing trust is.
        let apple: [Candidate] = AppleKey.all.map {
            ($0.publicKey, $0.keyID == keyID ? nil : "signed by Apple's key of the kid \(quoted($0.keyID))" + wanted)
        }
        let isExample = keyID.map(ExampleKey.keyIDs.contains) ?? false
        let example = "signed by the published example key"
        let published: Candidate = (
            ExampleKey.publicKey,
            isExample
                ? right.isEmpty ? nil : example + ", which is not trusted here"
                : example + (wanted.isEmpty ? "; it must be signed by the network's own key" : wanted)
        )
        // Of equal keys, the first is reported.
        let all = trusted + apple + [published]
        return all.filter { $0.mistake == nil } + all.filter { $0.mistake != nil }
    }
}

extension ExplainedToken {
    func message(stated: [(name: String, text: String?)] = []) -> SignedMessage {
        var message = SignedMessage(
            right: right, wanted: Self.wanted, signature: LenientSignature(signature, as: .raw),
            mistakes: mistakes)
        guard let payloadText else { return message }
        message.text = payloadText
        let names = payloadText.values.prefix(SignedMessage.mostValues).map(\.name)
        message.wantedOrder = "the token"
        message.orders = [ImpressionField.shape, PostbackField.shape].map { shape in
            let fields = shape.fields.map(\.text)
            func rank(_ index: Int) -> Int { fields.firstIndex(of: names[index]) ?? fields.count }
            return ("in the order of Apple's article", names.indices.inOrder { rank($0) < rank($1) })
        }
        message.statedValues = stated
        return message
    }

    static let roles: [String: SignedText.Role] = [
        ImpressionField.identifier.text: .identifier, PostbackField.identifier.text: .identifier,
        ImpressionField.adNetworkIdentifier.text: .network, ImpressionField.timestamp.text: .timestamp,
        ImpressionField.sourceIdentifier.text: .source, ImpressionField.advertisedItemIdentifier.text: .item,
        ImpressionField.publisherItemIdentifier.text: .item,
        ImpressionField.eligibleForReEngagement.text: .choice(["true", "false"]),
        PostbackField.didWin.text: .choice(["true", "false"]),
        PostbackField.sequenceIndex.text: .choice(ConversionWindow.allCases.map { "\($0.rawValue)" }),
        PostbackField.conversionType.text: .choice(ConversionType.allCases.map(\.rawValue)),
        PostbackField.marketplaceIdentifier.text: .choice(["com.apple.AppStore"]),
    ]
}
