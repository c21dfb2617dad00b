import AdAttribution
import AttributionBytes
import AttributionJOSE
import AttributionJSON
import AttributionOpenRTB
import AttributionRules
import SKAdNetwork

/// Why an input is not what was asked for, as a fact. Its words are the ``description``.
// Indirect but for the commonest, so that good inputs carry no room for the largest fault about, and most bad ones need no memory
// of their own.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum InputFault: Error, Sendable {
    // MARK: What cannot be read

    /// More bytes than ``InputFault/longestInput``.
    case tooLong(Int)
    /// It is no text of ours by its first bytes.
    case foreign(ForeignFormat)
    /// No XML property list, though it begins like one.
    indirect case propertyList(PropertyList.SyntaxError)
    /// An XML property list whose outermost value is no `<dict>`.
    case propertyListWithoutDictionary
    /// A private JWK, of which nothing is shown.
    case privateKey
    /// An array, where one input is wanted.
    case array
    /// It begins like a JSON object and is none.
    indirect case json(JSONSyntaxError)
    /// An object that is none of ours, with one of ours deeper inside: what it is, and the path to it, such as `request.body`.
    indirect case nested(String, path: String)

    /// An object that is two messages at once, by these members.
    case twoMessages(String, String)

    /// A bare payload has nothing around it that could be shown.
    indirect case partMissing(String)

    // MARK: What has no token that can be verified

    /// A postback body without `jws-string`.
    case tokenMissing
    /// A member that should hold a token does not; the value as it was written.
    indirect case tokenNotString(TokenMember, found: String)
    /// A bid request or response without an object of either framework; it may have one by the name of a draft.
    case noBidObject(hasDraft: Bool)
    /// What an impression of a bid request offers.
    case bidOffer
    /// Neither a token nor anything around one.
    case noSignature
    /// The token is malformed.
    case token(JWSError)
    /// The token's payload is no object.
    case payloadNotObject(JSONKind)

    // MARK: What is not to be believed

    /// Nobody checked the signature. No input that went through a check ends so.
    case unchecked
    /// No trusted key answers to the token's `kid`.
    indirect case unknownKey(TrustedKeys.Absence, keyID: String)
    /// The signature is by none of the keys that answer to the `kid`, or the text is not the one that was signed.
    indirect case signature(keyID: String, keyCount: Int)
    /// The signature of SKAdNetwork is by none of the keys of its version, or the text is not the one that was signed.
    case skAdNetworkSignature(isAd: Bool)
    /// No key is there for an ad of SKAdNetwork, or libcrypto lacks the curve of a postback's key.
    case skAdNetworkKey(isAd: Bool)
    /// The signature holds, and the input is of a kind that the receiver does not take.
    case kindNotAccepted(InputKinds, wanted: InputKinds)
    /// The signature holds, and the message is of another ad network than those that are accepted; what it names, as it was
    /// written.
    indirect case networkNotOurs(field: String, found: String?)
    /// The signature holds, and the message is about another app than those that are accepted.
    indirect case appNotOurs(field: String, found: String?)
    /// The signature holds, and is of a key whose signatures are not accepted.
    case environmentNotAccepted(SigningEnvironment)
    /// There is nothing to tell a repeat by.
    case missingIdentifier(Identifier)
    /// An identifier that came before, of an input that said something else where it differs.
    indirect case repeatedIdentifier(Identifier, String, differs: Bool)
    /// The signature holds, and rules are broken: at least one.
    indirect case rules(Finding, others: [Finding])

    /// The longest input that is looked at, in bytes without white space around it.
    public static let longestInput = 1 << 20

    /// The members that tokens are found in.
    public enum TokenMember: Sendable {
        /// Of a postback body.
        case jwsString
        /// Of an OpenRTB object.
        case jwt

        var name: StaticString {
            switch self {
            case .jwsString: BodyField.token.name
            case .jwt: "jwt"
            }
        }
    }

    /// The fields by which an input is told from the others of its kind.
    public enum Identifier: Hashable, Sendable {
        /// `impression-identifier`.
        case impression
        /// `postback-identifier`.
        case postback
        /// `transaction-id` of a postback of SKAdNetwork.
        case transaction
        /// `nonce` of an ad of SKAdNetwork.
        case nonce

        var name: StaticString {
            switch self {
            case .impression: ImpressionField.identifier.name
            case .postback: PostbackField.identifier.name
            case .transaction: SignedField.transactionID.name
            case .nonce: SignedField.nonce.name
            }
        }
    }
}

// MARK: - Words

extension InputFault {
    /// The rule that is broken; of several, the first.
    public var rule: Rule {
        switch self {
        case .tooLong: InputRules.lineLength
        case .foreign(let format): format.rule
        case .propertyList, .propertyListWithoutDictionary: InputRules.propertyListSyntax
        case .privateKey: InputRules.unsupported
        case .array: InputRules.jsonObject
        case .json: InputRules.jsonSyntax
        case .nested: InputRules.nested
        case .twoMessages: InputRules.twoMessages
        case .noBidObject(let hasDraft): hasDraft ? BidRules.draft : BidRules.noObject
        case .partMissing, .bidOffer, .noSignature: InputRules.tokenMissing
        case .tokenMissing: BodyRules.tokenMissing
        case .tokenNotString(.jwsString, _): BodyRules.tokenType
        case .tokenNotString(.jwt, _): InputRules.bidTokenType
        case .token(let error): error.brokenRule
        case .payloadNotObject: TokenRules.payloadObject
        case .unchecked, .signature: TokenRules.signature
        case .skAdNetworkSignature(let isAd): isAd ? SignedAdRules.holds : SignedPostbackRules.holds
        case .skAdNetworkKey(let isAd): isAd ? RunRules.unknownKey : SignedPostbackRules.key
        case .unknownKey: RunRules.unknownKey
        case .kindNotAccepted: RunRules.kindNotAccepted
        case .missingIdentifier: RunRules.missingIdentifier
        case .networkNotOurs: RunRules.networkNotOurs
        case .appNotOurs: RunRules.appNotOurs
        case .environmentNotAccepted: RunRules.environmentNotAccepted
        case .repeatedIdentifier(_, _, let differs):
            differs ? RunRules.repeatedIdentifierDiffers : RunRules.repeatedIdentifier
        case .rules(let first, _): first.rule
        }
    }

    /// The member or part at fault.
    public var field: String? {
        switch self {
        case .nested(_, let path): path
        case .twoMessages(_, let second): second
        case .partMissing(let name): name
        case .tokenMissing: "\(TokenMember.jwsString.name)"
        case .tokenNotString(let member, _): "\(member.name)"
        case .token(let error): error.field
        case .payloadNotObject: "payload"
        case .unchecked, .signature: "signature"
        case .skAdNetworkSignature: SignedField.signature.description
        case .skAdNetworkKey(let isAd): (isAd ? SignedField.signature : .version).description
        case .unknownKey: "kid"
        case .missingIdentifier(let identifier), .repeatedIdentifier(let identifier, _, _): "\(identifier.name)"
        case .networkNotOurs(let field, _), .appNotOurs(let field, _): field
        case .rules(let first, _): first.field
        default: nil
        }
    }

    /// What the reader can most likely do about it.
    public var hint: String? {
        switch self {
        case .foreign(let format): format.hint
        // A path is meant to be typed; a stranger's name of 200 kB is not.
        case .nested(_, let path):
            path.utf8.count <= 200 ? "pass --at \(path)" : "pass --at and the path of the member that holds it"
        case .noBidObject(hasDraft: true): BidRules.draft.hint
        case .privateKey: ForeignFormat.pem.hint
        case .array: "jq -c '.[]' FILE writes its elements as lines"
        case .token(let error): error.hint
        case .unknownKey(.developmentRefused, _):
            "development postbacks never count; leave out --production to look at them"
        case .unknownKey(.unknown, ExampleKey.keyID):
            "the example key is trusted only when asked for: --example-key"
        case .unknownKey(.unknown, _): "pass --key FILE with the signer's public key"
        case .skAdNetworkSignature: "aak skan explain names what differs"
        case .skAdNetworkKey(isAd: true): "pass --key FILE with the network's public key"
        case .skAdNetworkKey(isAd: false): SignedPostbackRules.key.hint
        case .rules(let first, _): first.hint
        default: nil
        }
    }

    /// Whether the hint holds text of the input.
    package var hintQuotes: Bool {
        switch self {
        case .nested, .rules: true
        default: false
        }
    }

    private var words: String {
        switch self {
        case .tooLong(let count): "the line is \(count) bytes long, want at most \(Self.longestInput)"
        case .foreign(let format): format.description
        case .propertyList(let error): "this is no XML property list: \(error)"
        case .propertyListWithoutDictionary: "the property list holds no <dict>, want one as in an Info.plist"
        case .privateKey: "this is a private key, want a message"
        case .array: "this is a JSON array, want an object or a compact JWS"
        case .json(let error): "this is not JSON: \(error)"
        case .nested(let name, let path): "this is an object with \(name) at \(Self.quoted(path)) inside"
        case .twoMessages(let first, let second):
            "this is two messages in one object, by \(Self.quoted(first)) and \(Self.quoted(second)), want one"
        case .partMissing(let name): "\"\(name)\" is missing, want a member of that name"
        case .tokenMissing: "\"\(BodyField.token.name)\" is missing, want a string with a compact JWS"
        case .tokenNotString(let member, let found):
            "\"\(member.name)\" is \(found), want a string with a compact JWS"
        case .noBidObject(hasDraft: true): "this has ext.\(BidRules.draft.field) alone, want \(BidRules.draft.wanted)"
        case .noBidObject(hasDraft: false):
            "this has no ext.skadn and no ext.adattributionkit, want a bid with one of them"
        case .bidOffer: "this is a bid request, which is unsigned; want a bid response"
        case .noSignature: "this has no signature, want a compact JWS or a body with \(BodyField.token.name)"
        case .token(let error): error.description
        case .payloadNotObject(let kind): "\"payload\" is \(kind.article), want an object"
        case .unchecked: "the signature was not checked"
        case .unknownKey(let absence, let keyID):
            "\"kid\" is \(Self.quoted(keyID)), " + Self.words(for: absence)
        case .signature(let keyID, let count):
            "the signature does not match \(count == 1 ? "the key" : "any of the \(count) keys") of kid "
                + Self.quoted(keyID)
        case .skAdNetworkSignature(isAd: true): "the signature is not one of a trusted key over the ad's values"
        case .skAdNetworkSignature(isAd: false): UnverifiedSKAdNetworkPostback.Failure.signature.description
        case .skAdNetworkKey(isAd: true): "no key is trusted that an ad could be signed by"
        case .skAdNetworkKey(isAd: false): UnverifiedSKAdNetworkPostback.Failure.unknownKey.description
        case .kindNotAccepted(let found, let wanted): "this is \(found.words), want \(wanted.words)"
        case .missingIdentifier(let identifier):
            "\"\(identifier.name)\" is missing or no string, want one that tells repeats from others"
        case .networkNotOurs(let field, let found):
            "\"\(field)\" is \(found ?? "missing"), want an ad network that is accepted"
        case .appNotOurs(let field, let found):
            "\"\(field)\" is \(found ?? "missing"), want an app that is accepted"
        case .environmentNotAccepted(let environment):
            "the key is of \(environment.rawValue), want one that is accepted"
        case .repeatedIdentifier(let identifier, let text, let differs):
            "\"\(identifier.name)\" is \"\(text)\" again\(differs ? ", with other claims" : ""), want each identifier once"
        case .rules(let first, _): first.message
        }
    }

    private static func words(for absence: TrustedKeys.Absence) -> String {
        switch absence {
        case .developmentRefused: "a development key, want Apple's production key"
        case .unknownApple: "which is none of the keys that Apple published"
        case .unknown: "want the kid of a trusted key"
        }
    }

    /// A text as a JSON string, cut to a length that suits a message.
    private static func quoted(_ text: String) -> String { JSONValue.string(excerpt(text)).text }
}

extension InputFault: CustomStringConvertible {
    public var description: String { words }

    /// Appends the ``description``.
    ///
    /// Bytes, so that a malformed token of a stream costs little more than a good one.
    ///
    /// - Returns: whether there may be text of the input among it, which could drive a terminal.
    package func append(to output: inout ByteBuffer) -> Bool {
        guard case .token(let error) = self else {
            output.append(text: words)
            return true
        }
        error.append(to: &output)
        return error.mayQuote
    }
}

extension BidInput {
    /// Why a bid request or response has nothing to look at; nil for any other text.
    static func fault(ofDocument text: UnsafeRawBufferPointer) -> InputFault? {
        guard let document = try? JSONValue(parsing: unsafe [UInt8](text)),
            document["seatbid"] != nil || document["imp"] != nil, LocatedBidObject.all(in: document).isEmpty
        else { return nil }
        return .noBidObject(hasDraft: document.holdsDraftObject)
    }
}
