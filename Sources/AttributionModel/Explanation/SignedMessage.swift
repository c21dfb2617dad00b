import AttributionCrypto

/// A signed message, described for the search for its mistake: the text to sign, and what may have been signed instead.
///
/// All invalid signatures are explained by ``SignatureMistake/search(_:by:within:)``, whatever the message is: a token, a postback or ad of
/// SKAdNetwork, or a text that another program signed.
struct SignedMessage {
    /// A mistake in what was signed: its category, which is nil for a changed value, and a function that returns the texts that may have
    /// been signed because of it.
    typealias Mistake = (cause: SignatureMistake.Cause?, variants: (SignedMessage) -> [TextVariant])

    /// A key on another curve than P-256. `mistake` says why it should not have signed; if nil, it may have, and other texts are tried with
    /// it. `holds` returns whether it made a signature (r then s) for a text.
    typealias OtherCurve = (mistake: String?, holds: (_ raw: [UInt8], _ text: [UInt8]) -> Bool)

    /// The greatest length of a text for which other texts are tried, of which there are thousands.
    static let longest = 8192

    /// The greatest number of values of which other forms are tried.
    static let mostValues = 32

    /// The text to sign.
    let right: [UInt8]
    /// A description of the right text.
    let wanted: String
    let signature: LenientSignature?
    /// The length that decides whether other texts are tried, if it is not that of the right text.
    var length: Int?
    let mistakes: [Mistake]
    /// The values of the right text; none if it has other parts.
    var text = SignedText()
    /// Whether a device signed the message. Any wrong value was then changed after signing.
    var isOfDevice = false
    /// A description of the right order of the values.
    var wantedOrder = ""
    /// Other orders of the values, each as a list of indices, with their descriptions.
    var orders: [(words: String, order: [Int])] = []
    /// The values of some fields in the bid request and the bid around the message.
    var statedValues: [(name: String, text: String?)] = []
    /// A mistake outside of the signed text. It is reported if the signature is valid for the right text.
    var fault: (cause: SignatureMistake.Cause?, difference: String)?
    /// Apple's key on the other curve, for old versions of SKAdNetwork.
    var otherCurve: OtherCurve?
}

/// A text that may have been signed by mistake. It is created only when it is tried, and its description only if it is the right one among
/// thousands.
struct TextVariant {
    /// Describes what was signed, and what should have been.
    let difference: () -> String
    /// The text that may have been signed.
    let bytes: () -> [UInt8]

    init(_ difference: @autoclosure @escaping () -> String, _ bytes: @autoclosure @escaping () -> [UInt8]) {
        self.difference = difference
        self.bytes = bytes
    }
}
