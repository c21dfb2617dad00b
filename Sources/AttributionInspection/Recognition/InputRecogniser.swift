import AttributionBase
import AttributionModel
import AttributionSchema

/// The recognised form of an input, and its parts. Valid as long as the input.
@safe
struct RecognisedInput {
    enum Form: Equatable {
        case token
        case postbackBody
        case openRTB
        /// The token of a bid in a document.
        case bidToken
        /// The offer of a bid request.
        case bidOffer
        case skAdNetwork(SignedForm)
        /// The payload of an impression or a postback, without a token around it.
        case payload
        case configuration
        case schema
        /// A device's request for a signed web ad.
        case webAdRequest
        /// A document of another kind, which only this program reads.
        case document(DocumentKind)
        /// A text that begins like an XML property list. Where a token is wanted, it is treated like any other text
        /// that is not a token.
        case propertyList
        case object
    }

    let form: Form
    /// The compact JWS in the input, if there is one.
    var token: ByteView?
    /// The JSON object of the input, unless the input is a token.
    var object: JSONView?
    /// Whether the input should have a token but has something else in its place. What it has is kept as a view and not as a string, so
    /// that a good input has nothing to release.
    var lacksToken = false
    var insteadOfToken: JSONView?
    /// The place of the entry of `fidelities` with the signature, if an ad of a bid has it there; otherwise 0.
    var entryOfBid = 0
    /// The kind of an object that is a payload.
    var payloadKind: MessageKind?

    /// The signed object of SKAdNetwork.
    var signed: SignedObject? {
        guard case .skAdNetwork(let form) = form, let object else { return nil }
        return SignedObject(object, as: form, entry: entryOfBid > 0 ? object.value(at: entryOfBid) : nil)
    }

    /// Whether the token belongs to a bid, and so must be an impression.
    var isOfBid: Bool { form == .bidToken || bid != nil }

    /// The stand-alone bid object with its token.
    var bid: JSONView? { form == .openRTB ? object?.member(BidName.attribution) : nil }

    /// The postback body around the token.
    var body: JSONView? { form == .postbackBody ? object : nil }

    /// The finding about a token whose payload is of no known kind; nil for any other. A bid has its own finding.
    ///
    /// - Parameter kind: The kind of the payload.
    func foreignness(ofPayload kind: InputKind?) -> Finding? {
        guard !isOfBid, kind == nil else { return nil }
        let words =
            body == nil
            ? "the payload is neither an impression nor a postback"
            : "this is no postback: the payload in \(quoted(BodyField.token.text)) is none"
        return Finding(
            InputRules.unrecognised, field: body == nil ? "payload" : BodyField.token.text, found: "unrecognised",
            ending: .sentence(words), hint: token?.lookAsForeignToken)
    }

    /// The fault of an input that lacks the token that it should contain.
    var fault: InputFault? {
        guard lacksToken else { return nil }
        guard let found = insteadOfToken else { return .tokenMissing }
        return .tokenNotString(ofBid: form == .openRTB, found: found.excerpt)
    }
}

/// Recognises the form of inputs by their contents, and reuses its memory. All commands use it.
struct InputRecogniser: ~Copyable {
    private var index = JSONIndex()
    private var unescaped = ByteBuffer()

    /// Recognises a compact JWS, a postback body (`jws-string`), an OpenRTB object (`adattributionkit.jwt` or `jwt`),
    /// a SKAdNetwork postback or signed ad (`attribution-signature`), a bare payload, or an app's attribution rules.
    ///
    /// - Parameters:
    ///   - text: the input without leading and trailing white space.
    ///   - input: receives the result, which is not returned because copying it takes longer than recognising a token.
    mutating func recognise(_ text: ByteView, as input: inout RecognisedInput) throws(InputFault) {
        guard text.count <= InputFault.longestInput else { throw .tooLong(text.count) }
        guard let first = text.first else { throw .token(.componentCount(1)) }
        if let format = ForeignFormat(line: text) {
            guard format == .binaryPropertyList else { throw .foreign(format) }
            input = RecognisedInput(form: .propertyList, token: text)
            return
        }
        switch first {
        case ASCII.openBrace, ASCII.openBracket: break
        case UInt8(ascii: "<") where beginsLikeXML(text) != false:
            if case .webAdLink = ForeignFormat(markup: text) { throw .foreign(.webAdLink) }
            input = RecognisedInput(form: .propertyList, token: text)
            return
        default:
            guard text.mayBeToken else { throw .unrecognisedText }
            input = RecognisedInput(form: .token, token: text)
            return
        }
        let object: JSONView
        do throws(JSONSyntaxError) {
            object = try unsafe index.read(text)
        } catch {
            throw .json(error.naming(in: text))
        }
        guard object.kind == .object else {
            guard let list = DocumentKind(list: object) else { throw .array }
            input = RecognisedInput(form: .document(list), object: object)
            return
        }
        input = try recognise(object)
    }

    /// Recognises the form of an object that was read already.
    mutating func recognise(_ object: JSONView) throws(InputFault) -> RecognisedInput {
        let members = MessageMembers(of: object)
        if members.areSigned, let input = try recogniseMarked(object, members) { return input }
        if let kind = members.payloadKind {
            return RecognisedInput(form: .payload, object: object, payloadKind: kind)
        }
        let kind = members.kind
        if kind == .configuration { return RecognisedInput(form: .configuration, object: object) }
        guard !object.isPrivateKey else { throw .privateKey }
        if ConversionSchema.isSchema(object) { return RecognisedInput(form: .schema, object: object) }
        if let kind = DocumentKind(object, besidesMessages: true) {
            return RecognisedInput(form: .document(kind), object: object)
        }
        if WebAdRequest.isRequest(object) { return RecognisedInput(form: .webAdRequest, object: object) }
        if let nested = NestedInput.find(in: object) { throw nested.fault }
        // The members of the following kinds may also occur in a log line around a message.
        if object.isConfiguration, object.otherAttribution == nil {
            return RecognisedInput(form: .configuration, object: object)
        }
        // A body without its token.
        if kind == .postbackBody {
            return RecognisedInput(form: .postbackBody, object: object, lacksToken: true)
        }
        if let kind = DocumentKind(object) { return RecognisedInput(form: .document(kind), object: object) }
        if ConversionSchema.resembles(object) { return RecognisedInput(form: .schema, object: object) }
        return RecognisedInput(form: .object, object: object)
    }

    /// Recognises an object by the member that contains its signature.
    private mutating func recogniseMarked(
        _ object: JSONView, _ members: MessageMembers
    ) throws(InputFault) -> RecognisedInput? {
        if let token = object.member(BodyField.token.name) {
            // In a body of a stream, nothing else is left to be looked for.
            if members.areOfOneMessage { return content(.postbackBody, object, token) }
            if object.member(SignedField.signature.name) != nil {
                throw .problem(.twoMessages(BodyField.token.text, SignedField.signature.description))
            }
            if let name = object.nameOfSignedBid { throw .problem(.twoMessages(BodyField.token.text, "\(name)")) }
            return content(.postbackBody, object, token)
        }
        if let bid = object.member(BidName.attribution) {
            // If there are other bid objects, this is one of several inputs.
            if let token = bid.member(BidName.token), !object.isBidDocument {
                try demandOneMessage(object, BidName.attribution)
                if object.member(BidName.token) != nil {
                    throw .problem(.twoMessages("\(BidName.attribution)", "\(BidName.token)"))
                }
                if BidInput.paths(in: object).count > 1 { return RecognisedInput(form: .object, object: object) }
                return content(.openRTB, object, token)
            }
        } else if let token = object.member(BidName.token), !object.isBidDocument {
            try demandOneMessage(object, BidName.token)
            if let path = BidInput.paths(in: object).first {
                throw .problem(.twoMessages("\(BidName.token)", path))
            }
            return content(.openRTB, object, token)
        }
        if let form = SignedForm(recognising: object) {
            return RecognisedInput(form: .skAdNetwork(form), object: object)
        }
        return nil
    }

    /// Rejects an object that is both a bid with a token and a SKAdNetwork message.
    private func demandOneMessage(_ object: JSONView, _ member: StaticString) throws(InputFault) {
        guard let form = SignedForm(recognising: object) else { return }
        throw .problem(.twoMessages("\(member)", "\(form.name(of: .signature))"))
    }

    private mutating func content(
        _ form: RecognisedInput.Form, _ object: JSONView, _ token: JSONView
    ) -> RecognisedInput {
        guard token.kind == .string else {
            return RecognisedInput(form: form, object: object, lacksToken: true, insteadOfToken: token)
        }
        guard token.hasEscapes else { return RecognisedInput(form: form, token: token.content, object: object) }
        unescaped.removeAll()
        unescaped.append(text: token.string)
        return unsafe RecognisedInput(form: form, token: unescaped.bytes, object: object)
    }
}

extension InputKind {
    /// Determines the kind of an input.
    ///
    /// - Parameter kind: the kind of the payload of the input's token.
    init(_ input: RecognisedInput, ofPayload kind: InputKind?) {
        self =
            switch input.form {
            case .token, .openRTB, .bidToken: kind ?? .token
            case .payload: input.object.flatMap(Self.ofPayload) ?? .impression
            case .object: .unrecognised
            // A body around an impression does not turn it into a postback.
            case .postbackBody: kind == .impression ? .impression : .postback
            case .skAdNetwork(let form): form == .postback ? .skAdNetworkPostback : .skAdNetworkAd
            case .configuration, .propertyList: .configuration
            case .schema: .schema
            case .webAdRequest: .webAdRequest
            case .document: .document
            case .bidOffer: .bidOffer
            }
    }
}

extension ByteView {
    /// Whether a text that is not JSON looks like a token: it has the beginning of a token anywhere, or only characters of tokens, or three
    /// parts without a column separator. A version number, a date and a row of a table do not look like one.
    fileprivate var mayBeToken: Bool {
        if beginsLikeToken || includes("eyJ") { return true }
        if areTokenCharacters {
            let isNumber = contains(where: ASCII.isDigit) && !contains { ASCII.isUppercase($0 & ~0x20) }
            return !isNumber && !PrintedObject.isNetwork(self)
        }
        return ASCII.isWordPart(first ?? 0) && occurrences(of: ASCII.dot) == 2
            && !contains { ASCII.isWhiteSpace($0) || ",;|".utf8.contains($0) }
    }
}

extension JSONView.Member {
    /// Whether the name includes these letters, in any case and with any hyphens and underscores.
    fileprivate func nameIncludes(_ letters: String) -> Bool {
        guard name.content.count <= 128 else { return false }
        return name.string.lowercased().filter(\.isLetter).includes(letters)
    }

    /// Whether the member belongs to SKAdNetwork messages, by its name in Apple's articles.
    fileprivate var isSigned: Bool { value.kind != .null && SignedForm.postback.field(named: name) != nil }
}

extension JSONView {
    /// Whether an object has the attribution rules of an app, or is an app's whole Info.plist.
    package var isConfiguration: Bool { messageKind == .configuration || messageKind == nil && isInfoPropertyList }

    /// A description of an object that belongs to ad attribution, but is of a kind that is not read; nil for any other object.
    fileprivate var otherAttribution: String? {
        let others: [(names: [StaticString], kind: String)] = [
            (
                ["source_engagement_type", "attributed_on_site"],
                "this is a report of Private Click Measurement (web attribution), which has no signature that aak checks"
            ),
            (
                ["skadnetwork_ids"],
                "this is a list of ad networks, such as the IAB's skadnetworkids.json: pass it with "
                    + "--network-list to validate, or --skadnetlist to openrtb check"
            ),
            (
                ["adGroupId"],
                "this is an attribution payload of Apple Ads (AdServices), which has no signature that aak checks"
            ),
            (
                ["deviceVerification", "originalTransactionId"],
                "this is the payload of a StoreKit transaction (AppTransaction or Transaction), which is no attribution"
            ),
        ]
        if isInstallVerification { return "these are the claims of a marketplace's install verification token" }
        if let other = others.first(where: { names, _ in names.contains { member($0) != nil } }) { return other.kind }
        // Each ad platform has a form of its own.
        let schema = members.prefix(64).first {
            ["conversionvalueschema", "conversionvaluemapping"].contains(where: $0.nameIncludes)
        }
        return schema.map { _ in
            "this looks like the conversion schema of an ad platform; aak help schema describes aak's own"
        }
    }

    /// The fault of an object of no known kind, which says what it resembles.
    var unrecognised: InputFault {
        if let other = otherAttribution { return .unrecognised(other) }
        let signed = SignedField.allCases.first { member($0.name) != nil }
        if let signed, members.count(where: \.isSigned) > 1 {
            return .unrecognised(
                "it has \(quoted(signed.description)), like SKAdNetwork, but no \"\(SignedField.signature.name)\"")
        }
        var names: [String] = []
        var rest = members
        while names.count < 64, let member = rest.next() { names.append(member.name.string) }
        if let (found, right) = Remedy.nameOfSKAdNetwork(among: names) {
            return .unrecognised(
                "\(quoted(found)) looks like SKAdNetwork's \"\(right)\", but \"\(SignedField.signature.name)\" is missing"
            )
        }
        for (shape, kind) in [(ImpressionField.shape, "an impression"), (PostbackField.shape, "a postback")] {
            guard let member = members.first(where: shape.has) else { continue }
            return .unrecognised(
                "only \(quoted(member.name.string)) fits \(kind); at least two more fields of \(kind) must be present")
        }
        return .unrecognised(nil)
    }
}

extension JSONView {
    /// Whether an object is not an input itself, but contains one.
    package var isAroundInput: Bool {
        var recogniser = InputRecogniser()
        do throws(InputFault) {
            _ = try recogniser.recognise(self)
        } catch .nested {
            return true
        } catch {}
        return false
    }
}
