import AdAttribution
import AttributionBytes
import AttributionJOSE
import AttributionJSON
import AttributionRules
import SKAdNetwork

/// What an input was recognised as, and where its parts lie. Valid while the input is looked at.
@safe
struct RecognisedInput {
    enum Form: Equatable {
        case token
        case postbackBody
        case openRTB
        /// The token of a bid in a document.
        case bidToken
        /// What a bid request offers.
        case bidOffer
        case skAdNetwork(SignedForm)
        /// A payload of either kind without a token around it.
        case payload
        case configuration
        /// What begins like an XML property list. To those who want a token it is none like any other text.
        case propertyList
        case object
    }

    let form: Form
    /// The compact JWS in the input, where there is one.
    let token: UnsafeRawBufferPointer?
    /// The JSON object that the input is, unless it is a token.
    let object: JSONView?
    /// Why an input that should hold a token does not.
    let absence: TokenAbsence?

    /// Whether the token is a bid's, and so one of an impression.
    var isOfBid: Bool { form == .bidToken || bid != nil }

    /// The object of a bid that stands for itself, with its token.
    var bid: JSONView? { form == .openRTB ? object?.member("adattributionkit") : nil }

    /// The postback body around the token.
    var body: JSONView? { form == .postbackBody ? object : nil }

    // A place rather than a text, so that a good input has nothing in it that needs to be released.
    enum TokenAbsence {
        case missing
        case notString(InputFault.TokenMember, JSONView)
    }

    /// The fault of an input that should hold a token and does not.
    var fault: InputFault? {
        switch absence {
        case nil: nil
        case .missing: .tokenMissing
        case .notString(let member, let found): .tokenNotString(member, found: found.excerpt)
        }
    }
}

/// Tells what an input is by what is in it, reusing its memory. All commands ask it.
struct InputRecogniser: ~Copyable {
    private var index = JSONIndex()
    private var unescaped = ByteBuffer()

    /// Recognises a compact JWS, a postback body (`jws-string`), an OpenRTB object (`adattributionkit.jwt` or `jwt`), a
    /// postback or signed ad of SKAdNetwork (`attribution-signature`), a bare payload, or an app's attribution rules.
    ///
    /// - Parameter text: the input without white space around it.
    mutating func recognise(_ text: UnsafeRawBufferPointer) throws(InputFault) -> RecognisedInput {
        guard text.count <= InputFault.longestInput else { throw .tooLong(text.count) }
        guard let first = unsafe text.first else { throw .token(.componentCount(1)) }
        if let format = unsafe ForeignFormat(line: text) { throw .foreign(format) }
        switch first {
        case ASCII.openBracket: throw .array
        case ASCII.openBrace: break
        case UInt8(ascii: "<"): return unsafe RecognisedInput(.propertyList, token: text)
        default: return unsafe RecognisedInput(.token, token: text)
        }
        do throws(JSONSyntaxError) {
            try unsafe index.scan(text)
        } catch {
            throw .json(error)
        }
        guard let object = unsafe index.root(of: text) else { throw .json(JSONSyntaxError(.empty, at: 0)) }
        return try recognise(object)
    }

    private mutating func recognise(_ object: JSONView) throws(InputFault) -> RecognisedInput {
        if let token = object.member(BodyField.token.name) {
            if object.member(SignedField.signature.name) != nil {
                throw .twoMessages("\(BodyField.token.name)", SignedField.signature.description)
            }
            if let name = object.nameOfSignedBid { throw .twoMessages("\(BodyField.token.name)", "\(name)") }
            return content(.postbackBody, object, token, .jwsString)
        }
        if let bid = object.member("adattributionkit") {
            // Beside other objects of bids it is one of several inputs.
            if let token = bid.member("jwt"), !object.isBidDocument {
                try demandOneMessage(object, "adattributionkit")
                if object.member("jwt") != nil { throw .twoMessages("adattributionkit", "jwt") }
                if BidInput.paths(in: object).count > 1 { return unsafe RecognisedInput(.object, object: object) }
                return content(.openRTB, object, token, .jwt)
            }
        } else if let token = object.member("jwt"), !object.isBidDocument {
            try demandOneMessage(object, "jwt")
            if let path = BidInput.paths(in: object).first { throw .twoMessages("jwt", path) }
            return content(.openRTB, object, token, .jwt)
        }
        if let form = SignedForm(recognising: object) {
            return unsafe RecognisedInput(.skAdNetwork(form), object: object)
        }
        switch object.messageKind {
        case .impression, .postback: return unsafe RecognisedInput(.payload, object: object)
        case .configuration: return unsafe RecognisedInput(.configuration, object: object)
        // A body whose token is missing.
        case .postbackBody: return unsafe RecognisedInput(.postbackBody, object: object, absence: .missing)
        case nil: break
        }
        guard !object.isPrivateKey else { throw .privateKey }
        if let nested = NestedInput.find(in: object) { throw .nested(nested.name, path: nested.path) }
        if object.isInfoPropertyList { return unsafe RecognisedInput(.configuration, object: object) }
        return unsafe RecognisedInput(.object, object: object)
    }

    /// Refuses an object around a bid's token that is a message of SKAdNetwork too.
    private func demandOneMessage(_ object: JSONView, _ member: String) throws(InputFault) {
        guard let form = SignedForm(recognising: object) else { return }
        throw .twoMessages(member, "\(form.name(of: .signature))")
    }

    private mutating func content(
        _ form: RecognisedInput.Form, _ object: JSONView, _ token: JSONView, _ member: InputFault.TokenMember
    ) -> RecognisedInput {
        guard token.kind == .string else {
            return unsafe RecognisedInput(form, object: object, absence: .notString(member, token))
        }
        guard token.hasEscapes else { return unsafe RecognisedInput(form, token: token.content, object: object) }
        unescaped.removeAll()
        unescaped.append(text: token.string)
        return unsafe RecognisedInput(form, token: unescaped.bytes, object: object)
    }
}

extension RecognisedInput {
    @unsafe
    init(
        _ form: Form, token: UnsafeRawBufferPointer? = nil, object: JSONView? = nil, absence: TokenAbsence? = nil
    ) {
        self.form = form
        unsafe self.token = unsafe token
        self.object = object
        self.absence = absence
    }
}

extension InputKind {
    /// What an input is.
    ///
    /// - Parameter payload: its token's, if that is an object.
    init(_ input: RecognisedInput, payload: JSONView?) {
        self =
            switch input.form {
            case .token, .openRTB, .bidToken: payload.flatMap(Self.ofPayload) ?? .token
            case .payload, .object: input.object.flatMap(Self.ofPayload) ?? .impression
            case .postbackBody: .postback
            case .skAdNetwork(let form): form == .postback ? .skadnetworkPostback : .skadnetworkAd
            case .configuration, .propertyList: .configuration
            case .bidOffer: .bidOffer
            }
    }
}
