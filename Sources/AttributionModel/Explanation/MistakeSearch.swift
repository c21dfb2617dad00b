import AttributionBase
import AttributionCrypto

extension SignatureMistake {
    /// Searches for the mistake in a message. Returns nil if the signature is valid.
    ///
    /// - Parameter candidates: All keys that may have signed. Those that are allowed to come first.
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

/// Tries texts until the signature is valid for one of them.
struct MistakeSearch: ~Copyable {
    /// A key that may have signed, and why it should not have; nil if it is the right key.
    typealias Candidate = (key: P256PublicKey, mistake: String?)

    /// The reading of a signature, and the key with which it is valid.
    struct Match {
        let reading: LenientSignature.Interpretation
        /// Why the key should not have signed; nil if it is the right key.
        let keyMistake: String?

        /// The mistakes in the choice of the key and in the encoding of the signature; nil if there are none.
        var difference: String? { keyMistake != nil || reading.difference != nil ? difference(nil) : nil }

        /// Describes a mistake in what was signed, together with any mistakes in the choice of the key and in the encoding of the
        /// signature.
        func difference(_ words: String?) -> String {
            [words, keyMistake, reading.difference].compactMap(\.self).joined(separator: "; also, ")
        }
    }

    private let signature: LenientSignature
    private let candidates: [Candidate]
    private let otherCurve: SignedMessage.OtherCurve?
    private let origin: SignatureOrigin
    /// The digests of the texts tried so far.
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

    /// Returns the reading and the key with which the signature is valid for a text; nil if there are none.
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

    /// Returns the first variant for which the signature is valid. Equal texts are tried only once.
    mutating func first(
        of variants: [TextVariant], within budget: inout SearchBudget
    ) -> (variant: TextVariant, match: Match)? {
        let triesCurve = otherCurve?.mistake == nil && otherCurve != nil
        for variant in variants {
            let text = variant.bytes()
            let digest = SHA256.hash(text)
            guard tried.insert(digest).inserted else { continue }
            // For the other curve, libcrypto has no table of multiples, so that one text costs as much as several.
            guard budget.take(triesCurve ? 16 : 1) else { return nil }
            if let match = triesCurve ? match(for: text) : match(forDigest: digest) { return (variant, match) }
        }
        return nil
    }

    /// Returns the mistake if the text was not hashed once with SHA-256 but in another known way; nil otherwise.
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

/// How many texts may be tried to find the mistake behind an invalid signature.
///
/// All signatures of an input share one budget, because a hostile input can contain many.
package struct SearchBudget: Sendable {
    /// Enough for a search through all mistakes of one message, with some to spare.
    package static let texts = 10_000

    private var left: Int
    package private(set) var tried = 0
    /// Whether a text was not tried because the budget was exhausted.
    package private(set) var isUsedUp = false

    package init(_ texts: Int = Self.texts) { left = texts }

    /// Takes the cost of comparing a message's signature with all keys. It is charged from the second message on, so that the time does not
    /// grow with the product of messages and keys.
    ///
    /// - Parameter count: The number of points of the curve that must be computed. Each costs as much as several texts.
    mutating func take(forPoints count: Int) -> Bool { take(tried == 0 ? 1 : 1 + 8 * count) }

    /// Takes the cost of a text. Returns whether the text may be tried.
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
