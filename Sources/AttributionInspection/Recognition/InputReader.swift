import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionSchema

/// Reads successive inputs: their kind, and the contents of their token. Verification, validation, decoding and
/// explaining all use it, so that they never interpret the same text in different ways.
struct InputReader: ~Copyable {
    private var recogniser = InputRecogniser()
    private(set) var tokens: TokenReader
    /// The last input that was read. It stays here because copying it would take a tenth of the time of decoding.
    private(set) var input = RecognisedInput(form: .object)
    /// The objects of the last input that must be read separately, if it is a bid request or response, or a part of one.
    private(set) var bids: [BidInput] = []
    /// The fault of the last input with ``bids`` if it is treated as a single input.
    private(set) var bidsFault = InputFault.noSignature
    /// The document of the last bid, into which the input points, and its token.
    private var bidDocument: JSONDocument?
    private var bidText = ByteBuffer()

    /// - Parameter checksSignatures: whether a signature must have the format of ES256, rather than just be
    ///   base64url.
    init(checksSignatures: Bool = true) { tokens = TokenReader(checksSignatures: checksSignatures) }

    /// The result of reading the token of the last input, if there is one.
    var token: TokenReading? { input.token == nil ? nil : tokens.reading }

    var reading: ReadInput { (input, token) }

    /// An input and its token, as far as they could be read. Valid until the next input is read.
    typealias ReadInput = (input: RecognisedInput, token: TokenReading?)

    /// Reads an input, or an object in it, as ``reading``.
    ///
    /// - Parameters:
    ///   - text: the input without leading and trailing white space.
    ///   - bid: the object in the input; nil for the input itself.
    ///   - introducesHeader: as in ``TokenReader/read(_:payloadTo:introducesHeader:)``.
    /// - Returns: False if ``bids`` must be read instead of the input.
    mutating func open(
        _ text: ByteView, _ bid: BidInput?, payloadTo output: inout ByteBuffer,
        introducesHeader: Bool = false
    ) throws(InputFault) -> Bool {
        if let bid {
            input = try recognise(bid)
        } else {
            do throws(InputFault) {
                try recogniser.recognise(text, as: &input)
            } catch {
                guard case .nested = error else { throw error }
                if try holdsBids(text, otherwise: error) { return false }
                throw BidInput.fault(ofDocument: text) ?? error
            }
            if input.form == .object, let object = input.object, object.mayHoldBids {
                if try holdsBids(text, otherwise: .noSignature) { return false }
                if object.isBidDocument { throw BidInput.fault(ofDocument: text) ?? .noSignature }
            }
        }
        readToken(payloadTo: &output, introducesHeader)
        return true
    }

    private mutating func holdsBids(_ text: ByteView, otherwise fault: InputFault) throws(InputFault) -> Bool {
        bids = try BidInput.all(in: text)
        bidsFault = fault
        return !bids.isEmpty
    }

    /// Returns ``bids`` and keeps no reference to them. Otherwise, their document, which takes several times the memory of the text, would
    /// be kept until the next one.
    mutating func takeBids() -> [BidInput] {
        defer { bids = [] }
        return bids
    }

    /// Reads an object that was already parsed, as ``reading``.
    mutating func open(_ object: JSONView, payloadTo output: inout ByteBuffer) throws(InputFault) {
        input = try recogniser.recognise(object)
        readToken(payloadTo: &output, false)
    }

    private mutating func readToken(payloadTo output: inout ByteBuffer, _ introducesHeader: Bool) {
        if let token = input.token { tokens.read(token, payloadTo: &output, introducesHeader: introducesHeader) }
    }

    /// Recognises the object of a bid only by its place. Its other members are ignored.
    private mutating func recognise(_ bid: BidInput) throws(InputFault) -> RecognisedInput {
        bidDocument = bid.document
        let object = unsafe bid.object
        switch bid.content {
        case .token:
            bidText.removeAll()
            object.member(BidName.token)?.appendMeaning(to: &bidText)
            return unsafe RecognisedInput(form: .bidToken, token: bidText.bytes)
        case .noToken:
            throw object.member(BidName.token).map { .tokenNotString(ofBid: true, found: $0.raw.text) } ?? .noSignature
        case .faulty(let finding): throw .rules(finding, others: [])
        case .ad(let entry):
            return RecognisedInput(form: .skAdNetwork(.ad(.openRTB)), object: object, entryOfBid: entry ?? 0)
        case .offer: return RecognisedInput(form: .bidOffer, object: object)
        }
    }

    /// Returns the payload of the last token, which must still be in the output where it was appended.
    func payload(of reading: TokenReading, in output: borrowing ByteBuffer) -> JSONView? {
        reading.payload.flatMap { tokens.payloadView(in: output, from: $0.lowerBound) }
    }
}

extension JSONView {
    func appendMembers(without name: StaticString, to output: inout ByteBuffer) {
        output.openObject()
        var members = members
        while let member = members.next() {
            if member.name.isString(name) { continue }
            output.member(writtenAs: member.name)
            JSONText.appendCompact(member.value, to: &output)
        }
        output.closeObject()
    }
}

/// Returns why a text does not contain values to sign: it is another kind of input, or contains one. Returns nil if it may contain such
/// values.
///
/// - Parameters:
///   - framework: the framework in which the values are to be signed.
///   - wanted: what the values are, such as `an ad's values`.
///   - lacksValues: whether values are missing or wrong. Otherwise an input inside is a member like any other.
package func faultOfUnsigned(
    _ text: ByteView, in framework: Framework, wanted: String, lacksValues: Bool
) -> InputFault? {
    var recogniser = InputRecogniser()
    var input = RecognisedInput(form: .object)
    do throws(InputFault) {
        try recogniser.recognise(text, as: &input)
    } catch {
        if case .nested = error, lacksValues { return error }
        return nil
    }
    let isOwn =
        switch framework {
        case .adAttributionKit: input.object.map { MessageMembers(of: $0).payloadKind == .impression } ?? false
        case .skAdNetwork: input.isUnsignedAd
        }
    guard !isOwn, let other = otherInput(input, text) else { return nil }
    return .problem(.whole(found: other.name, wanted: wanted).breaking(InputRules.unsupported))
}

extension RecognisedInput {
    /// Whether this is an ad of SKAdNetwork that nobody has signed yet.
    fileprivate var isUnsignedAd: Bool {
        guard case .skAdNetwork(let form) = form, case .ad = form else { return false }
        return object?.member(form.name(of: .signature)) == nil
    }
}

/// Says what kind of input a text is if the command does not accept it, and which command does; nil if no command does.
package func otherInput(_ text: ByteView) -> (name: String, hint: String)? {
    var recogniser = InputRecogniser()
    var input = RecognisedInput(form: .object)
    guard (try? recogniser.recognise(text, as: &input)) != nil else { return nil }
    return otherInput(input, text)
}

private func otherInput(_ input: RecognisedInput, _ text: ByteView) -> (name: String, hint: String)? {
    let explaining = "aak verify --explain says why its signature is invalid"
    return switch (input.form, input.object) {
    case (.token, _) where text.beginsLikeToken: ("an AdAttributionKit token", explaining)
    case (.postbackBody, _) where input.token != nil || input.insteadOfToken != nil:
        ("an AdAttributionKit postback body", explaining)
    case (.openRTB, _): ("a bid with an AdAttributionKit token", explaining)
    case (.payload, let object?) where object.messageKind == .impression:
        ("an unsigned AdAttributionKit impression", "aak sign signs it")
    case (.payload, _), (.postbackBody, _):
        ("an unsigned AdAttributionKit postback", "aak validate checks its fields")
    case (.configuration, _): ("an app's attribution rules", "aak validate checks them")
    case (.document(let kind), _): (kind.name, kind.hint)
    case (.schema, _): (ConversionSchema.kind, "aak validate checks it")
    case (.webAdRequest, _): ("a device's request for a web ad", "aak skan sign answers it")
    case _ where input.isUnsignedAd: ("an unsigned SKAdNetwork ad", "aak skan sign signs it")
    case (.skAdNetwork(.postback), _): ("a SKAdNetwork postback", "aak verify checks its signature")
    case (.skAdNetwork, _): ("a signed SKAdNetwork ad", "aak verify --key FILE checks its signature")
    case (_, let object?) where object.isInstallVerification:
        ("the claims of a marketplace's install verification token", "aak neither signs nor verifies them")
    case (.object, let object?) where object.member(VerdictMember.verdict.name) != nil:
        ("a verdict", "aak report counts verdicts; explain takes the inputs that were verified")
    case (.object, let object?) where object.member("seatbid") != nil:
        ("a bid response without a signed SKAdNetwork ad", explaining)
    default: nil
    }
}
