import AttributionBase
import AttributionCrypto

/// Finds the signer's mistake that explains why the signature of an AdAttributionKit compact JWS is invalid.
package enum TokenExplanation {
    /// The category of a common mistake. Categories with the same name as in SKAdNetwork have the same meaning.
    package enum Cause: String, CaseIterable, Sendable {
        /// The signed text is not header and payload in base64url, separated by a dot.
        case signedText = "signed-text"
        /// The signature has another encoding or was made with another digest.
        case encoding
        /// Another key signed the text.
        case key
        /// Another header was signed.
        case header
        /// Another JSON text of the same payload was signed.
        case json
        /// The identifier was signed in another letter case.
        case identifierCase = "identifier-case"
        /// The network's ID was signed in another letter case.
        case networkCase = "network-case"
        /// Booleans, numbers or strings were formatted differently.
        case boolean
        /// Another timestamp was signed, or the same one in another unit.
        case timestamp
    }

    /// Searches for the mistake in a token.
    ///
    /// - Parameters:
    ///   - text: The token without surrounding white space.
    ///   - keys: The trusted keys. Apple's keys and the published example key are also tried, in order to name them.
    /// - Returns: Nil if the token does not have three parts or its signature is valid.
    package static func mistake(
        in text: ByteView, keys: TrustedKeys, within budget: inout SearchBudget
    ) -> SignatureMistake? {
        guard let token = ExplainedToken(text) else { return nil }
        let before = budget.tried
        func result(_ cause: Cause?, _ difference: String?, isThrough: Bool = true) -> SignatureMistake {
            SignatureMistake(
                cause: cause?.rawValue, difference: difference, triedCount: budget.tried - before,
                isCutShort: !isThrough)
        }
        guard let signature = LenientSignature(token.signature, as: .raw) else { return result(nil, nil) }
        guard budget.take() else { return result(nil, nil, isThrough: false) }
        var search = MistakeSearch(signature, candidates: candidates(token.keyID, keys), right: token.signed)
        if let match = search.match(for: token.signed) {
            if let difference = match.keyDifference { return result(.key, difference) }
            return match.reading.difference.map { result(.encoding, $0) }
        }
        if let (words, match) = search.digestMistake(in: token.signed) {
            return result(.encoding, match.difference(words))
        }
        guard token.header.count + token.payload.count <= longestToken else {
            return result(nil, nil, isThrough: false)
        }
        for row in TokenVariants.rows where !budget.isUsedUp {
            if let (variant, match) = search.first(of: row.variants(token), within: &budget) {
                return result(row.cause, match.difference(variant.difference))
            }
        }
        return result(nil, nil, isThrough: !budget.isUsedUp)
    }

    /// The length above which a token's mistake is not searched, because thousands of texts are tried.
    private static let longestToken = 8192

    private typealias Candidate = MistakeSearch.Candidate

    private static func candidates(_ keyID: String?, _ keys: TrustedKeys) -> [Candidate] {
        let right = keyID.map { keys.places(for: $0) } ?? []
        let named = keyID.map { quoted($0) }
        let wanted = named.map { ", want the key of the kid \($0)" } ?? ""
        var result = right.map { Candidate(key: keys.all[$0].publicKey, mistake: nil) }
        // Keys that belong to the kid but are not trusted here.
        result += AppleKey.all.filter { $0.keyID == keyID }.map { Candidate(key: $0.publicKey, mistake: nil) }
        if let keyID, ExampleKey.keyIDs.contains(keyID) {
            // Where no key is trusted for the kid, that is the fault, and the signature is right.
            let isRight = right.isEmpty || right.contains { keys.all[$0].publicKey == ExampleKey.publicKey }
            result.append(
                Candidate(
                    key: ExampleKey.publicKey,
                    mistake: isRight ? nil : "signed by the published example key, which is not trusted here"))
        }
        for place in keys.all.indices where !right.contains(place) {
            let name =
                keys.all[place].keyID.map { "the key of the kid \(quoted($0))" } ?? "a trusted key without a kid"
            result.append(Candidate(key: keys.all[place].publicKey, mistake: "signed by \(name)" + wanted))
        }
        result += AppleKey.all.map {
            Candidate(key: $0.publicKey, mistake: "signed by Apple's key of the kid \(quoted($0.keyID))" + wanted)
        }
        result.append(
            Candidate(
                key: ExampleKey.publicKey,
                mistake: "signed by the published example key" + (wanted.isEmpty ? ", want the network's own" : wanted))
        )
        return result
    }
}

/// A token split into its parts, which may be malformed.
struct ExplainedToken {
    /// The parts as received.
    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// The decoded header and payload; nil if they are not JSON objects in base64.
    let headerObject: SplicedObject?
    let payloadObject: SplicedObject?

    /// Splits a token; returns nil if it does not have three parts.
    init?(_ text: ByteView) {
        let bytes = [UInt8](text)
        let parts = bytes.split(separator: ASCII.dot, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        header = Array(parts[0])
        payload = Array(parts[1])
        signature = Array(parts[2])
        headerObject = Self.object(header)
        payloadObject = Self.object(payload)
    }

    private static func object(_ encoded: [UInt8]) -> SplicedObject? {
        Base64URL.decodeLeniently(encoded).flatMap(SplicedObject.init)
    }

    /// The text to sign.
    var signed: [UInt8] { header + [ASCII.dot] + payload }

    /// Returns the text to sign with another payload, given as JSON.
    func signed(payload text: [UInt8]) -> [UInt8] { header + [ASCII.dot] + Base64URL.encode(text) }

    /// The `kid` of the header, if there is one.
    var keyID: String? {
        guard case .string(let keyID)? = headerObject?.json[HeaderField.keyID.text] else { return nil }
        return keyID
    }
}
