import AttributionECDSA

/// Tries text after text until a signature holds for one. Both frameworks' explanations search by it.
package struct MistakeSearch: ~Copyable {
    /// How a signature has to be read, and by which key it then holds.
    package struct Match {
        package let reading: LenientSignature.Reading
        /// The key's place among those that may have signed.
        package let key: Int
    }

    private let signature: LenientSignature
    private let origin: SignatureOrigin
    private var tried: Set<[UInt8]>

    /// - Parameters:
    ///   - keys: all that may have signed, those that should have first.
    ///   - right: the text that is due, which is no mistake.
    package init(_ signature: LenientSignature, keys: [P256PublicKey], right: [UInt8]) {
        self.signature = signature
        origin = SignatureOrigin(signatures: signature.readings.map(\.raw), keys: keys)
        tried = [right]
    }

    /// How the signature holds for a text, if it does.
    package func match(for text: [UInt8]) -> Match? {
        guard let match = origin.match(for: text) else { return nil }
        return Match(reading: signature.readings[match.signature], key: match.key)
    }

    /// The same for 32 bytes in the place of a text's digest.
    package func match(forDigest digest: [UInt8]) -> Match? {
        guard let match = origin.match(forDigest: digest) else { return nil }
        return Match(reading: signature.readings[match.signature], key: match.key)
    }

    /// The first of some texts that the signature holds for. None is tried twice.
    package mutating func first(
        of variants: [TextVariant], within budget: inout SearchBudget
    ) -> (variant: TextVariant, match: Match)? {
        for variant in variants where tried.insert(variant.bytes).inserted {
            guard budget.take() else { return nil }
            if let match = match(for: variant.bytes) { return (variant, match) }
        }
        return nil
    }

    /// Whether a text was not tried before.
    package mutating func isNew(_ text: [UInt8]) -> Bool { tried.insert(text).inserted }

    /// What was hashed otherwise than by SHA-256 once, in words; nil for nothing that is known.
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
            guard let number = other.number(of: text), let match = match(forDigest: number) else { continue }
            return ("the digest is \(other.rawValue), want SHA-256", match)
        }
        return nil
    }
}
