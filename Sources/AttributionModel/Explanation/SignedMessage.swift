import AttributionCrypto

/// A signed message as the search for its mistake sees it: the text to sign, and what may have been signed instead.
///
/// All explanations of invalid signatures come from ``SignatureMistake/search(_:by:within:)``, whatever the message is: a
/// token, a postback or ad of SKAdNetwork, or a text that another program signed.
struct SignedMessage {
    /// A mistake is a transformation of the signed text with a name: its category, nil for a changed value, and the texts
    /// that were signed if the signer made it.
    typealias Mistake = (cause: SignatureMistake.Cause?, variants: (SignedMessage) -> [TextVariant])

    /// A key on another curve than P-256: the reason why it should not have signed, nil if it should, so that other texts
    /// are tried with it; and whether it made a signature, r then s, of a text.
    typealias OtherCurve = (mistake: String?, holds: (_ raw: [UInt8], _ text: [UInt8]) -> Bool)

    /// The length above which no texts are tried, because there are thousands.
    static let longest = 8192

    /// The text to sign.
    let right: [UInt8]
    /// What the right text is, in words.
    let wanted: String
    let signature: LenientSignature?
    /// The number of bytes of which texts are made, if it is not that of the right one.
    var length: Int?
    let mistakes: [Mistake]
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
    var statedValues: [(name: String, text: String?)] = []
    /// The mistake in the message outside of the signed text, which the signature of the right text leaves.
    var fault: (cause: SignatureMistake.Cause?, difference: String)?
    /// Apple's key on another curve, for old versions of SKAdNetwork.
    var otherCurve: OtherCurve?
}

struct SignedValue {
    /// What a value is, which decides how it may have been signed by mistake.
    enum Role: Equatable {
        case identifier, nonce, network, timestamp, item, source, campaign
        /// One of a few strings.
        case choice([String])
        case other
    }

    let name: String
    let role: Role
    /// The value without the quotes of JSON.
    let text: String
    let isString: Bool
}

/// A text that was signed if the signer made a certain mistake. It is only made when it is tried, and its description when
/// it is the one of thousands that fits.
struct TextVariant {
    /// What was signed, and what is right.
    let difference: () -> String
    /// The text that was signed in place of the right one.
    let bytes: () -> [UInt8]

    init(_ difference: @autoclosure @escaping () -> String, _ bytes: @autoclosure @escaping () -> [UInt8]) {
        self.difference = difference
        self.bytes = bytes
    }
}
