import AttributionBase
import AttributionCrypto

/// A signed message as the search for its mistake sees it: the text to sign, and what may have been signed instead.
///
/// All explanations of invalid signatures come from ``SignatureMistake/search(_:by:within:)``, whatever the message is: a
/// token, a postback or ad of SKAdNetwork, or a text that another program signed.
struct SignedMessage {
    /// A mistake is a transformation of the signed text with a name: its category, nil for a changed value, and the texts
    /// that were signed if the signer made it.
    typealias Mistake = (cause: SignatureMistake.Cause?, variants: (SignedMessage) -> [TextVariant])

    /// The length above which no texts are tried, because there are thousands.
    static let longest = 8192

    /// The text to sign.
    let right: [UInt8]
    /// What the right text is, in words.
    let wanted: String
    /// The signature in any known encoding; nil if there is none.
    let signature: LenientSignature?
    /// The number of bytes of which texts are made, if it is not that of the right one.
    var length: Int?
    /// The mistakes in the order in which they are tried.
    let mistakes: [Mistake]
    /// The values in the order of the text.
    var values: [SignedValue] = []
    /// Whether the values are members of a JSON object, so that strings have quotes.
    var isJSON = false
    /// Whether a device signed the message, so that another value in it was changed later.
    var isOfDevice = false
    /// What the order of the values should be, in words.
    var wantedOrder = ""
    /// Other orders of the values, as places, with their names.
    var orders: [(words: String, order: [Int])] = []
    /// Returns the text to sign with other values, in the form in which the text has them, by their places.
    var text: ([Int: String]) -> [UInt8] = { _ in [] }
    /// Returns the text to sign with the values in another order.
    var reordered: ([Int]) -> [UInt8] = { _ in [] }
    /// What the request and the bid around the message have for some fields.
    var stated: [(name: String, text: String?)] = []
    /// The mistake in the message outside of the signed text, which the signature of the right text leaves.
    var fault: (cause: SignatureMistake.Cause, difference: String)?
    /// Apple's key on another curve, for old versions of SKAdNetwork.
    var otherCurve: OtherCurve?
}

extension SignatureMistake {
    /// Searches for the mistake in a message.
    ///
    /// - Parameters:
    ///   - candidates: All keys that may have signed, the right ones first.
    ///   - budget: The number of texts that may be tried for the input, which can have several messages.
    /// - Returns: Nil if the signature is valid.
    static func search(
        _ message: SignedMessage, by candidates: [MistakeSearch.Candidate], within budget: inout SearchBudget
    ) -> SignatureMistake? {
        let before = budget.tried
        func result(_ cause: Cause?, _ difference: String?, isThrough: Bool = true) -> SignatureMistake {
            SignatureMistake(
                category: cause, difference: difference, triedCount: budget.tried - before, isCutShort: !isThrough)
        }
        guard let signature = message.signature else { return result(nil, nil) }
        guard budget.take() else { return result(nil, nil, isThrough: false) }
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
                return result(mistake.cause, match.difference(variant.difference))
            }
        }
        return result(nil, nil, isThrough: !budget.isUsedUp)
    }
}

/// Tries texts until a signature is valid for one.
struct MistakeSearch: ~Copyable {
    /// A key that may have signed.
    struct Candidate {
        let key: P256PublicKey
        /// The reason why this key should not have signed; nil for a right key.
        let mistake: String?
    }

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
    private let otherCurve: OtherCurve?
    private let origin: SignatureOrigin
    /// The digests of the texts that were tried.
    private var tried: Set<[UInt8]>

    /// - Parameters:
    ///   - candidates: All keys that may have signed, the right ones first.
    ///   - right: The correct text, which is not a mistake.
    init(_ signature: LenientSignature, candidates: [Candidate], _ otherCurve: OtherCurve?, right: [UInt8]) {
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
            let text = variant.bytes
            let digest = SHA256.hash(text)
            guard tried.insert(digest).inserted else { continue }
            guard budget.take(triesCurve ? OtherCurve.cost : 1) else { return nil }
            if let match = triesCurve ? match(for: text) : match(forDigest: digest) { return (variant, match) }
        }
        return nil
    }

    /// Returns the mistake if the text was hashed in another way than once with SHA-256; nil if no known one matches.
    func digestMistake(in text: [UInt8]) -> (words: String, match: Match)? {
        let digest = SHA256.hash(text)
        for (words, message) in [("itself", digest), ("in hexadecimal digits", ASCII.hexDigits(of: digest))]
            + TextForms.base64(of: digest).map({ ("in " + $0.words, $0.text) })
        {
            guard let match = match(for: message) else { continue }
            return ("the message was hashed twice: the digest \(words) was signed, want the text signed once", match)
        }
        for other in OtherDigest.allCases {
            guard let match = match(forDigest: other.number(of: text)) else { continue }
            return ("the digest is \(other.rawValue), want SHA-256", match)
        }
        return nil
    }
}

/// A check of signatures on another curve than P-256, for which libcrypto has no tables, so that it counts as many texts.
struct OtherCurve {
    static let cost = 16

    /// The reason why a key of this curve should not have signed; nil if it should, so that other texts are tried with it.
    let mistake: String?
    /// Whether the key made a signature, r then s, of a text.
    let holds: (_ raw: [UInt8], _ text: [UInt8]) -> Bool
}

/// A text that was signed if the signer made a certain mistake. It is only made when it is tried, and its description when
/// it is the one of thousands that fits.
struct TextVariant {
    private let words: () -> String
    private let text: () -> [UInt8]

    init(_ difference: @autoclosure @escaping () -> String, _ text: @autoclosure @escaping () -> [UInt8]) {
        words = difference
        self.text = text
    }

    /// What was signed, and what is right.
    var difference: String { words() }
    /// The text that was signed in place of the right one.
    var bytes: [UInt8] { text() }
}

/// The number of texts that may be tried to find the mistake that explains a signature.
///
/// Each input has one budget for all of its signatures, because a hostile input can contain many.
package struct SearchBudget: Sendable {
    /// The number of texts in a search through all mistakes of one message, with a margin.
    package static let texts = 10_000

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
