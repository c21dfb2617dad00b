import AttributionECDSA

/// Tries texts until a signature is valid for one. The explanations of both frameworks use it.
package struct MistakeSearch: ~Copyable {
    /// The reading of a signature and the key for which it is valid.
    package struct Match {
        package let reading: LenientSignature.Reading
        /// The index of the key among the candidates.
        package let key: Int
    }

    private let signature: LenientSignature
    private let origin: SignatureOrigin
    private var tried: Set<[UInt8]>

    /// - Parameters:
    ///   - keys: All keys that may have signed, the right ones first.
    ///   - right: The correct text, which is not a mistake.
    package init(_ signature: LenientSignature, keys: [P256PublicKey], right: [UInt8]) {
        self.signature = signature
        origin = SignatureOrigin(signatures: signature.readings.map(\.raw), keys: keys)
        tried = [right]
    }

    /// Returns the reading and the key for which the signature is valid for a text; nil if there are none.
    package func match(for text: [UInt8]) -> Match? {
        guard let match = origin.match(for: text) else { return nil }
        return Match(reading: signature.readings[match.signature], key: match.key)
    }

    /// Returns the reading and the key for which the signature is valid for a 32-byte digest; nil if there are none.
    package func match(forDigest digest: [UInt8]) -> Match? {
        guard let match = origin.match(forDigest: digest) else { return nil }
        return Match(reading: signature.readings[match.signature], key: match.key)
    }

    /// Returns the first variant for which the signature is valid. No text is tried twice.
    package mutating func first(
        of variants: [TextVariant], within budget: inout SearchBudget
    ) -> (variant: TextVariant, match: Match)? {
        for variant in variants where tried.insert(variant.bytes).inserted {
            guard budget.take() else { return nil }
            if let match = match(for: variant.bytes) { return (variant, match) }
        }
        return nil
    }

    /// Returns the mistake if the text was hashed in another way than once with SHA-256; nil if no known one matches.
    package func digestMistake(in text: [UInt8]) -> (words: String, match: Match)? {
        let digest = SHA256.hash(text)
        let digits = Array(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
        for (words, message) in [
            ("the digest itself was signed", digest), ("the digest's hexadecimal digits were signed", digits),
        ] {
            guard let match = match(for: message) else { continue }
            return ("the message was hashed twice: \(words), want the text signed once", match)
        }
        for other in OtherDigest.allCases {
            guard let match = match(forDigest: other.number(of: text)) else { continue }
            return ("the digest is \(other.rawValue), want SHA-256", match)
        }
        return nil
    }
}
