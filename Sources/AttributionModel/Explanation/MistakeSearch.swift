import AttributionBase
import AttributionCrypto

extension SignatureMistake {
    /// Searches for the mistake in a message; nil if the signature is valid.
    ///
    /// - Parameter candidates: All keys that may have signed, the right ones first.
    static func search(
        _ message: SignedMessage, by candidates: [MistakeSearch.Candidate], within budget: inout SearchBudget
    ) -> SignatureMistake? {
        let before = budget.tried
        func result(_ cause: Cause?, _ difference: String?, isThrough: Bool = true) -> SignatureMistake {
            SignatureMistake(
                category: cause, difference: difference, triedCount: budget.tried - before, isCutShort: !isThrough)
        }
        guard let signature = message.signature else { return result(nil, nil) }
        guard budget.take(forPoints: signature.readings.count * candidates.count) else {
            return result(nil, nil, isThrough: false)
        }
        var search = MistakeSearch(signature, candidates: candidates, message.otherCurve, right: message.right)
        if let match = search.match(for: message.right) {
            if match.keyMistake != nil { return result(.key, match.difference) }
            if let difference = match.difference { return result(.encoding, difference) }
            return message.fault.map { result($0.cause, $0.difference) }
        }
        if let (words, match) = search.digestMistake(in: message.right) {
            return result(.encoding, match.difference(words))
        }
        guard (message.length ?? message.right.count) <= SignedMessage.longest else {
            return result(nil, nil, isThrough: false)
        }
        for mistake in message.mistakes where !budget.isUsedUp {
            if let (variant, match) = search.first(of: mistake.variants(message), within: &budget) {
                return result(mistake.cause, match.difference(variant.difference()))
            }
        }
        return result(nil, nil, isThrough: !budget.isUsedUp)
    }
}

/// Tries texts until a signature is valid for one.
struct MistakeSearch: ~Copyable {
    /// A key that may have signed, and the reason why it should not have; nil for a right key.
    typealias Candidate = (key: P256PublicKey, mistake: String?)

    /// The reading of a signature and the key for which it is valid.
    struct Match {
        let reading: LenientSignature.Reading
        /// The reason why the key should not have signed; nil for a right key.
        let keyMistake: String?

        /// The mistakes of the key and of the signature's encoding; nil if there are none.
        var difference: String? { keyMistake != nil || reading.difference != nil ? difference(nil) : nil }

        /// Returns a mistake in what was signed, combined with those of the key and of the signature's encoding.
        func difference(_ words: String?) -> String {
            [words, keyMistake, reading.difference].compactMap(\.self).joined(separator: "; also, ")
        }
    }

    private let signature: LenientSignature
    private let candidates: [Candidate]
    private let otherCurve: SignedMessage.OtherCurve?
    private let origin: SignatureOrigin
    /// The digests of the texts that were tried.
    private var tried: Set<[UInt8]>

    init(
        _ signature: LenientSignature, candidates: [Candidate], _ otherCurve: SignedMessage.OtherCurve?, right: [UInt8]
    ) {
        self.signature = signature
        self.candidates = candidates
        self.otherCurve = otherCurve
        origin = SignatureOrigin(signatures: signature.readings.map(\.raw), keys: candidates.map(\.key))
        tried = [SHA256.hash(right)]
    }

    /// Returns the reading and the key for which the signature is valid for a text; nil if there are none.
    func match(for text: [UInt8]) -> Match? {
        if let match = match(forDigest: SHA256.hash(text)) { return match }
        guard let otherCurve, let reading = signature.readings.first(where: { otherCurve.holds($0.raw, text) }) else {
            return nil
        }
        return Match(reading: reading, keyMistake: otherCurve.mistake)
    }

    private func match(forDigest digest: [UInt8]) -> Match? {
        guard let match = origin.match(forDigest: digest) else { return nil }
        return Match(reading: signature.readings[match.signature], keyMistake: candidates[match.key].mistake)
    }

    /// Returns the first variant for which the signature is valid. No text is tried twice.
    mutating func first(
        of variants: [TextVariant], within budget: inout SearchBudget
    ) -> (variant: TextVariant, match: Match)? {
        let triesCurve = otherCurve?.mistake == nil && otherCurve != nil
        for variant in variants {
            let text = variant.bytes()
            let digest = SHA256.hash(text)
            guard tried.insert(digest).inserted else { continue }
            // libcrypto has no tables for the other curve, so that it counts as many texts.
            guard budget.take(triesCurve ? 16 : 1) else { return nil }
            if let match = triesCurve ? match(for: text) : match(forDigest: digest) { return (variant, match) }
        }
        return nil
    }

    /// Returns the mistake if the text was hashed in another way than once with SHA-256; nil if no known one matches.
    func digestMistake(in text: [UInt8]) -> (words: String, match: Match)? {
        let digest = SHA256.hash(text)
        for (words, message) in [("itself", digest), ("in hexadecimal digits", ASCII.hexDigits(of: digest))]
            + OtherForms.base64(of: digest).map({ ("in " + $0.words, $0.text) })
        {
            guard let match = match(for: message) else { continue }
            return ("the message was hashed twice: the digest \(words) was signed; the text must be hashed once", match)
        }
        for other in OtherDigest.allCases {
            guard let match = match(forDigest: other.number(of: text)) else { continue }
            return ("the digest is \(other.rawValue); it must be SHA-256", match)
        }
        return nil
    }
}

/// The number of texts that may be tried to find the mistake that explains a signature.
///
/// Each input has one budget for all of its signatures, because a hostile input can contain many.
package struct SearchBudget: Sendable {
    /// The number of texts in a search through all mistakes of one message, with a margin.
    package static let texts = 10_000

    private var left: Int
    package private(set) var tried = 0
    /// Whether a text was not tried because the budget was exhausted.
    package private(set) var isUsedUp = false

    package init(_ texts: Int = Self.texts) { left = texts }

    /// Takes the right text of a message from the budget, and what comparing its signature with the keys costs after the first
    /// message, so that many messages and many keys do not multiply.
    ///
    /// - Parameter count: The number of points of the curve to compute, each at the cost of some texts.
    mutating func take(forPoints count: Int) -> Bool { take(tried == 0 ? 1 : 1 + 8 * count) }

    /// Takes a text from the budget and returns whether it may be tried.
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
