import AdAttribution
import AttributionBase
import AttributionCrypto

/// The reason why an input is not valid. Its ``description`` is the message.
// Most cases are indirect, so that good inputs do not reserve room for the largest fault. The most common cases are
// not, so that most bad inputs need no allocation.
public enum InputFault: Error, Equatable, Sendable {
    // MARK: Unreadable inputs

    /// The input has more bytes than ``InputFault/longestInput``.
    case tooLong(Int)
    /// The first bytes are those of another format.
    case foreign(ForeignFormat)
    /// The input begins like an XML property list but is not one.
    indirect case propertyList(PropertyList.SyntaxError)
    /// The top-level value of an XML property list is not a `<dict>`.
    case propertyListWithoutDictionary
    /// The input is a private JWK. Nothing of it is shown.
    case privateKey
    /// The input is an array of inputs.
    case array
    /// The input begins like a JSON object but is not one.
    indirect case json(JSONSyntaxError)
    /// The object is not a message but contains one: its name, its path such as `request.body`, and how to read it with
    /// all others like it.
    indirect case nested(String, path: String, hint: String?)

    /// The object is two messages at once, because of these members.
    case twoMessages(String, String)

    /// The input is a bare payload, without the part to show.
    indirect case partMissing(String)

    // MARK: Inputs without a verifiable token

    /// The postback body has no `jws-string`.
    case tokenMissing
    /// The member that should contain a token contains the given JSON text instead.
    indirect case tokenNotString(TokenMember, found: String)
    /// The bid request or response has no object of either framework, but perhaps one with the name from a draft.
    case noBidObject(hasDraft: Bool)
    /// The bid request or response has more objects than `LocatedBidObject.maximumCount`.
    case tooManyBidObjects
    /// The object is an offer of a bid request.
    case bidOffer
    /// The input is neither a token nor an object around one.
    case noSignature
    /// The object is of no known kind. It has a member that a kind of message has too, in words that follow "as".
    indirect case unrecognised(member: String?, kind: String)
    /// The token is malformed.
    case token(JWSError)
    /// The token's payload is not an object.
    case payloadNotObject(JSONKind)

    // MARK: Untrusted or unaccepted inputs

    /// The signature was not checked. No input that was checked has this fault.
    case unchecked
    /// No trusted key matches the token's `kid`.
    indirect case unknownKey(TrustedKeys.Absence, keyID: String)
    /// The signature was not made by a key that matches the `kid`, or the text differs from the signed text.
    indirect case signature(keyID: String, keyCount: Int)
    /// The signature was made by the key of another ad network than the one that the token names. `found` is the JSON
    /// text of that.
    indirect case networkOfOtherKey(found: String, keyID: String, isImpression: Bool)
    /// The SKAdNetwork signature was not made by a key for its version, or the text differs from the signed text.
    case skAdNetworkSignature(isAd: Bool)
    /// No key is known for a SKAdNetwork ad, or libcrypto lacks the curve of a postback's key.
    case skAdNetworkKey(isAd: Bool)
    /// The signature is valid, but the receiver does not accept this kind of input.
    case kindNotAccepted(InputKinds, wanted: InputKinds)
    /// The signature is valid, but the message is for an ad network that is not accepted. `found` is its JSON text.
    indirect case networkNotOurs(field: String, found: String?)
    /// The signature is valid, but the message is about an app that is not accepted.
    indirect case appNotOurs(field: String, found: String?)
    /// The signature is valid, but was made by a key of an environment that is not accepted.
    case environmentNotAccepted(SigningEnvironment)
    /// There is no identifier to detect repeats by.
    case missingIdentifier(Identifier)
    /// The identifier occurred before. `differs` means that the other input had different contents.
    indirect case repeatedIdentifier(Identifier, String, differs: Bool)
    /// The signature is valid, but at least one rule is broken.
    indirect case rules(Finding, others: [Finding])
    /// Something else is wrong with it, in the words of who reads it.
    indirect case problem(Problem)

    /// The maximum length of an input in bytes, without leading and trailing white space.
    public static let longestInput = 1 << 20

    /// The members that contain tokens.
    public enum TokenMember: Sendable {
        /// The member of a postback body.
        case jwsString
        /// The member of an OpenRTB object.
        case jwt

        var name: StaticString {
            switch self {
            case .jwsString: BodyField.token.name
            case .jwt: "jwt"
            }
        }
    }

    /// The field that distinguishes an input from others of its kind.
    public enum Identifier: CaseIterable, Sendable {
        /// `impression-identifier`.
        case impression
        /// `postback-identifier`.
        case postback
        /// `transaction-id` of a SKAdNetwork postback.
        case transaction
        /// `nonce` of a SKAdNetwork ad.
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
    /// The broken rule, or the first of several.
    public var rule: Rule {
        switch self {
        case .tooLong: InputRules.lineLength
        case .foreign(let format): format.rule
        case .propertyList, .propertyListWithoutDictionary: InputRules.propertyListSyntax
        case .privateKey: InputRules.unsupported
        case .array, .tooManyBidObjects: InputRules.jsonObject
        case .json: InputRules.jsonSyntax
        case .nested: InputRules.nested
        case .twoMessages: InputRules.twoMessages
        case .noBidObject(let hasDraft): hasDraft ? BidRules.draft : BidRules.noObject
        case .partMissing, .bidOffer, .noSignature: InputRules.tokenMissing
        case .unrecognised: InputRules.unrecognised
        case .tokenMissing: BodyRules.tokenMissing
        case .tokenNotString(.jwsString, _): BodyRules.tokenType
        case .tokenNotString(.jwt, _): InputRules.bidTokenType
        case .token(let error): error.rule
        case .payloadNotObject: TokenRules.payloadObject
        case .unchecked, .signature, .networkOfOtherKey(_, _, isImpression: false): TokenRules.signature
        case .networkOfOtherKey(_, _, isImpression: true): ImpressionRules.keyID
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
        case .problem(let problem): problem.rule ?? InputRules.unrecognised
        }
    }

    /// The member or part at fault.
    public var field: String? {
        switch self {
        case .nested(_, let path, _): path
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
        case .networkOfOtherKey: PostbackField.adNetworkIdentifier.text
        case .networkNotOurs(let field, _), .appNotOurs(let field, _): field
        case .rules(let first, _): first.field
        case .problem(let problem): problem.place.isEmpty ? nil : problem.place
        default: nil
        }
    }

    /// The likely remedy.
    public var hint: String? {
        switch self {
        case .foreign(let format): format.hint
        case .nested(_, _, let hint): hint
        case .noBidObject(hasDraft: true): BidRules.draft.hint
        case .unrecognised(let member?, let kind): "it has \(Self.quoted(member)), as \(kind)"
        case .privateKey: ForeignFormat.pem.hint
        case .array: "jq -c '.[]' FILE writes its elements as lines"
        case .token(let error): error.hint
        case .unknownKey(.developmentRefused, _):
            "development postbacks never count; leave out --production to look at them"
        case .unknownKey(.unknownApple, _): "a key that Apple published since is trusted by --apple-key KID=FILE"
        case .unknownKey(.unknown, ExampleKey.keyID):
            "the example key is trusted only when asked for: --example-key"
        case .unknownKey(.unknown, PostbackRequest.testKeyID):
            "test postbacks have this kid: --key FILE trusts the key that signed them, or --example-key"
        case .unknownKey(.unknown, _): "pass --key FILE with the signer's public key"
        case .skAdNetworkSignature: "aak skan explain names what differs"
        case .skAdNetworkKey(isAd: true): "pass --key FILE with the network's public key"
        case .skAdNetworkKey(isAd: false): SignedPostbackRules.key.hint
        case .kindNotAccepted(.tokens, let wanted) where wanted.contains(.postbackBodies):
            "a token would use up the identifier of its body, which has the conversion value; --accept token takes it"
        case .rules(let first, _): first.hint
        case .problem(let problem): problem.hint
        default: nil
        }
    }

    /// Whether the text may be several inputs: an array, or values one after another.
    package var mayBeSeveral: Bool {
        switch self {
        case .array: true
        case .json(let error): error.isOfSeveralValues
        default: false
        }
    }

    /// Whether the hint contains text of the input.
    package var hintQuotes: Bool {
        switch self {
        case .nested, .rules, .problem, .unrecognised: true
        default: false
        }
    }

    public var description: String {
        switch self {
        case .tooLong(let count): "the line is \(count) bytes long, want at most \(Self.longestInput)"
        case .foreign(let format): format.description
        case .propertyList(let error): "this is not an XML property list: \(error)"
        case .propertyListWithoutDictionary: "the property list holds no <dict>, want one as in an Info.plist"
        case .privateKey: "this is a private key, want a message"
        case .array: "this is a JSON array, want an object or a compact JWS"
        case .json(let error): "this is not JSON: \(error)"
        case .nested(let name, let path, _): "this is an object with \(name) at \(Self.quoted(path)) inside"
        case .twoMessages(let first, let second):
            "this is two messages in one object, by \(Self.quoted(first)) and \(Self.quoted(second)), want one"
        case .partMissing(let name): "\"\(name)\" is missing, want a member of that name"
        case .tokenMissing: "\"\(BodyField.token.name)\" is missing, want a string with a compact JWS"
        case .tokenNotString(let member, let found):
            "\"\(member.name)\" is \(found), want a string with a compact JWS"
        case .noBidObject(hasDraft: true): "this has only ext.\(BidRules.draft.field), want \(BidRules.draft.wanted)"
        case .noBidObject(hasDraft: false):
            "this has no ext.skadn and no ext.adattributionkit, want a bid with one of them"
        case .tooManyBidObjects: "this has \(LocatedBidObject.tooMany.found), want \(LocatedBidObject.tooMany.wanted)"
        case .bidOffer: "this is a bid request, which is unsigned; want a bid response"
        case .noSignature: "this has no signature, want a compact JWS or a body with \(BodyField.token.name)"
        case .unrecognised: "this is of no known kind, want a token, a postback or another message"
        case .token(let error): error.description
        case .payloadNotObject(let kind): "\"payload\" is \(kind.article), want an object"
        case .unchecked: "the signature was not checked"
        case .unknownKey(let absence, let keyID):
            "\"kid\" is \(Self.quoted(keyID)), " + Self.words(for: absence)
        case .signature(let keyID, let count):
            "the signature does not match \(count == 1 ? "the key" : "any of the \(count) keys") of kid "
                + Self.quoted(keyID)
        case .networkOfOtherKey(let found, let keyID, _):
            "\"\(PostbackField.adNetworkIdentifier.text)\" is \(found), want the network whose key signed it, "
                + Self.quoted(keyID)
        case .skAdNetworkSignature(isAd: true): "the signature is not by a trusted key over the ad's values"
        case .skAdNetworkSignature(isAd: false): UnverifiedSKAdNetworkPostback.Failure.signature.description
        case .skAdNetworkKey(isAd: true): "no trusted key can sign ads"
        case .skAdNetworkKey(isAd: false): UnverifiedSKAdNetworkPostback.Failure.unknownKey.description
        case .kindNotAccepted(let found, let wanted): "this is \(found.words), want \(wanted.words)"
        case .missingIdentifier(let identifier):
            "\"\(identifier.name)\" is missing or not a string, want an identifier that shows repeats"
        case .networkNotOurs(let field, let found):
            "\"\(field)\" is \(found ?? "missing"), want an accepted ad network"
        case .appNotOurs(let field, let found):
            "\"\(field)\" is \(found ?? "missing"), want an accepted app"
        case .environmentNotAccepted(let environment):
            "the environment of the key is \(environment.rawValue), want an accepted one"
        case .repeatedIdentifier(let identifier, let text, let differs):
            "\"\(identifier.name)\" is \"\(text)\" again\(differs ? ", with other claims" : ""), want each identifier once"
        case .rules(let first, _): first.message
        case .problem(let problem): problem.description
        }
    }

    private static func words(for absence: TrustedKeys.Absence) -> String {
        switch absence {
        case .developmentRefused: "a development key, want Apple's production key"
        case .unknownApple: "which is not a key that Apple published"
        case .unknown: "want the kid of a trusted key"
        }
    }

    /// Returns a text as a JSON string, truncated for a message.
    private static func quoted(_ text: String) -> String { JSONValue.string(excerpt(text)).text }
}

extension InputFault: CustomStringConvertible {
    /// Appends the ``description``.
    ///
    /// It is written as bytes, so that a malformed token in a stream costs little more than a good one.
    ///
    /// - Returns: whether it may contain text of the input, which could control a terminal.
    package func append(to output: inout ByteBuffer) -> Bool {
        guard case .token(let error) = self else {
            output.append(text: description)
            return true
        }
        error.append(to: &output)
        return error.mayQuote
    }
}
