import AttributionBytes
import AttributionJOSE
import AttributionJSON

/// Reads successive inputs: their kind, and the contents of their token. Verification, validation, decoding and
/// explaining all use it, so that they never interpret the same text in different ways.
struct InputReader: ~Copyable {
    private var recogniser = InputRecogniser()
    private(set) var tokens: TokenReader
    /// The objects of the last input that were to be read on their own: of a bid request or response, or a part of one.
    private(set) var bids: [BidInput] = []
    /// The fault of the last input with ``bids`` if it is treated as a single one.
    private(set) var bidsFault = InputFault.noSignature
    /// The token or the JSON text of the last bid.
    private var bidText = ByteBuffer()
    private var bidIndex = JSONIndex()

    /// - Parameter checksSignatures: whether a signature must have the format of ES256, rather than just be
    ///   base64url.
    init(checksSignatures: Bool = true) { tokens = TokenReader(checksSignatures: checksSignatures) }

    /// An input and its token, as far as they could be read. Valid until the next input is read.
    @safe
    struct Reading {
        let input: RecognisedInput
        /// The result of reading the token, if there is one.
        let token: TokenReading?
    }

    /// Reads an input, or an object in it.
    ///
    /// - Parameters:
    ///   - text: the input without leading and trailing white space.
    ///   - bid: the object in the input; nil for the input itself.
    ///   - output: receives the payload's JSON text.
    ///   - introducesHeader: as in ``TokenReader/read(_:payloadTo:introducesHeader:)``.
    /// - Returns: nil if ``bids`` are to be read instead of the input.
    mutating func open(
        _ text: ByteView, _ bid: BidInput?, payloadTo output: inout ByteBuffer,
        introducesHeader: Bool = false
    ) throws(InputFault) -> Reading? {
        let input: RecognisedInput
        if let bid {
            input = try recognise(bid)
        } else {
            do throws(InputFault) {
                input = try recogniser.recognise(text)
            } catch {
                guard case .nested = error else { throw error }
                if holdsBids(text, otherwise: error) { return nil }
                throw BidInput.fault(ofDocument: text) ?? error
            }
            if input.form == .object, let object = input.object, object.mayHoldBids {
                if holdsBids(text, otherwise: .noSignature) { return nil }
                if object.isBidDocument { throw BidInput.fault(ofDocument: text) ?? .noSignature }
            }
        }
        return read(input, payloadTo: &output, introducesHeader: introducesHeader)
    }

    private mutating func holdsBids(_ text: ByteView, otherwise fault: InputFault) -> Bool {
        bids = BidInput.all(in: text)
        bidsFault = fault
        return !bids.isEmpty
    }

    /// Reads an object that was read as JSON already.
    mutating func open(_ object: JSONView, payloadTo output: inout ByteBuffer) throws(InputFault) -> Reading {
        try read(recogniser.recognise(object), payloadTo: &output, introducesHeader: false)
    }

    private mutating func read(
        _ input: RecognisedInput, payloadTo output: inout ByteBuffer, introducesHeader: Bool
    ) -> Reading {
        guard let token = input.token else { return Reading(input: input, token: nil) }
        let reading = tokens.read(token, payloadTo: &output, introducesHeader: introducesHeader)
        return Reading(input: input, token: reading)
    }

    /// Recognises a bid's object by its place alone. Its other members are ignored.
    private mutating func recognise(_ bid: BidInput) throws(InputFault) -> RecognisedInput {
        bidText.removeAll()
        switch bid.content {
        case .token(let token):
            bidText.append(token)
            return unsafe RecognisedInput(.bidToken, token: bidText.bytes)
        case .noToken(let found): throw found.map { .tokenNotString(.jwt, found: $0) } ?? .noSignature
        case .noObject(let finding): throw .rules(finding, others: [])
        case .ad(let object): return try unsafe RecognisedInput(.skAdNetwork(.ad(.openRTB)), object: view(of: object))
        case .offer: return try unsafe RecognisedInput(.bidOffer, object: view(of: bid.object.object))
        }
    }

    private mutating func view(of object: JSONValue) throws(InputFault) -> JSONView {
        object.append(to: &bidText)
        guard (try? bidIndex.scan(bidText)) != nil, let view = unsafe bidIndex.root(of: bidText.bytes)
        else { throw .noSignature }
        return view
    }

    /// Returns the payload of the last token, which must still be in the output where it was appended.
    func payload(of reading: TokenReading, in output: borrowing ByteBuffer) -> JSONView? {
        reading.payload.flatMap { tokens.payloadView(in: output, from: $0.lowerBound) }
    }
}

extension JSONView {
    /// Appends an object without one of its members.
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
