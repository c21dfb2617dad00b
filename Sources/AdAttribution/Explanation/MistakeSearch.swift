import AttributionBase
import AttributionCrypto

/// Tries texts until a signature is valid for one. The explanations of both frameworks use it.
package struct MistakeSearch: ~Copyable {
    /// A key that may have signed.
    package struct Candidate {
        let key: P256PublicKey
        /// The reason why this key should not have signed; nil for a right key.
        let mistake: String?

        package init(key: P256PublicKey, mistake: String?) {
            self.key = key
            self.mistake = mistake
        }
    }

    /// The reading of a signature and the key for which it is valid.
    package struct Match {
        package let reading: LenientSignature.Reading
        /// The reason why the key should not have signed; nil for a right key.
        package let keyMistake: String?

        /// Returns a mistake in what was signed, combined with those of the key and of the signature's encoding.
        package func difference(_ words: String) -> String {
            [words, keyMistake, reading.difference].compactMap(\.self).joined(separator: "; also, ")
        }

        /// The mistake of the key, combined with that of the signature's encoding; nil for a right key.
        package var keyDifference: String? {
            keyMistake.map { [$0, reading.difference].compactMap(\.self).joined(separator: "; also, ") }
        }
    }

    private let signature: LenientSignature
    private let candidates: [Candidate]
    private let origin: SignatureOrigin
    private var tried: Set<[UInt8]>

    /// - Parameters:
    ///   - candidates: All keys that may have signed, the right ones first.
    ///   - right: The correct text, which is not a mistake.
    package init(_ signature: LenientSignature, candidates: [Candidate], right: [UInt8]) {
        self.signature = signature
        self.candidates = candidates
        origin = SignatureOrigin(signatures: signature.readings.map(\.raw), keys: candidates.map(\.key))
        tried = [right]
    }

    /// Returns the reading and the key for which the signature is valid for a text; nil if there are none.
    package func match(for text: [UInt8]) -> Match? {
        guard let match = origin.match(for: text) else { return nil }
        return Match(reading: signature.readings[match.signature], keyMistake: candidates[match.key].mistake)
    }

    /// Returns the reading and the key for which the signature is valid for a 32-byte digest; nil if there are none.
    package func match(forDigest digest: [UInt8]) -> Match? {
        guard let match = origin.match(forDigest: digest) else { return nil }
        return Match(reading: signature.readings[match.signature], keyMistake: candidates[match.key].mistake)
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
        for (words, message) in [
            ("the digest itself was signed", digest),
            ("the digest's hexadecimal digits were signed", ASCII.hexDigits(of: digest)),
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

/// A text that was signed if the signer made a certain mistake.
package struct TextVariant {
    /// The text that was signed in place of the right one.
    package let bytes: [UInt8]
    private let words: () -> String

    /// - Parameter difference: A description of the mistake, evaluated only for the one mistake that is reported of
    ///   thousands.
    package init(_ difference: @autoclosure @escaping () -> String, _ bytes: [UInt8]) {
        self.bytes = bytes
        words = difference
    }

    package var difference: String { words() }
}

/// The number of texts that may be tried to find the mistake that explains a signature.
///
/// Each input has one budget for all of its signatures, because a hostile input can contain many.
package struct SearchBudget: Sendable {
    /// The number of texts in a search through all mistakes of one message, with a margin.
    package static let texts = 4096

    private var left: Int
    /// The number of texts that were tried.
    package private(set) var tried = 0
    /// Whether a text was not tried because the budget was exhausted.
    package private(set) var isUsedUp = false

    package init(_ texts: Int = Self.texts) { left = texts }

    /// Takes a text from the budget and returns whether it may be tried.
    ///
    /// - Parameter cost: The number of texts that it counts as.
    package mutating func take(_ cost: Int = 1) -> Bool {
        guard left >= cost else {
            isUsedUp = true
            return false
        }
        left -= cost
        tried += 1
        return true
    }
}
