import AttributionBase
import AttributionCrypto
import AttributionModel

/// The reason why an input is not valid. Its ``description`` is the message.
// Most cases are indirect, so that good inputs do not reserve room for the largest fault. The most common cases are
// not, so that most bad inputs need no allocation.
package enum InputFault: Error, Equatable, Sendable {
    // MARK: Unreadable inputs

    /// The input has more bytes than ``InputFault/longestInput``.
    case tooLong(Int)
    /// The first bytes are those of another format.
    case foreign(ForeignFormat)
    /// The top-level value of an XML property list is not a `<dict>`.
    case propertyListWithoutDictionary
    /// The input is a private JWK. Nothing of it is shown.
    case privateKey
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

    case tokenMissing
    /// The member that should contain a token, of a bid or of a postback body, contains the given JSON text instead.
    indirect case tokenNotString(ofBid: Bool, found: String)
    /// The bid request or response has no object of either framework, but perhaps one with a name that
    /// SDKs do not look for.
    indirect case noBidObject(MisnamedObject?)
    /// The bid request or response has more objects than `LocatedBidObject.maximumCount`.
    case tooManyBidObjects
    case bidOffer
    /// The input is neither a token nor an object around one.
    case noSignature
    /// The object is of no known kind. It has a member that a kind of input has too, which is named in words.
    indirect case unrecognised(member: String?, kind: String)
    /// The text is neither JSON nor anything like a token.
    case unrecognisedText
    case token(JWSError)
    case payloadNotObject(JSONKind)

    // MARK: Untrusted or unaccepted inputs

    /// The signature has not been checked. An input has this fault until its signature is checked.
    case unchecked
    /// The token does not count as signed by a trusted key.
    case untrusted(TokenRefusal)
    /// The SKAdNetwork signature was not made by a key for its version, or the text differs from the signed text.
    case skAdNetworkSignature(Mismatch)
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
    case missingIdentifier(Identifier)
    /// The identifier occurred before. `differs` means that the other input had different contents.
    indirect case repeatedIdentifier(Identifier, String, differs: Bool)
    /// The signature is valid, but at least one rule is broken.
    indirect case rules(Finding, others: [Finding])
    /// Something else is wrong with it, in the words of who reads it.
    indirect case problem(Problem)

    /// The maximum length of an input in bytes, without leading and trailing white space.
    package static let longestInput = 1 << 20

    /// What the signature of a SKAdNetwork message does not match: the network's keys for an ad, Apple's, or Apple's and others.
    package enum Mismatch: Sendable { case ofAd, apple, trusted }

    /// The field that distinguishes an input from others of its kind.
    package enum Identifier: Int, CaseIterable, Sendable {
        case impression
        case postback
        case transaction
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
    /// Creates the fault of a text that is not JSON: the form that it has instead, if that is known.
    package init(_ error: JSONSyntaxError, of text: ByteView) {
        self = ForeignFormat(line: text).map { .foreign($0) } ?? .json(error)
    }

    package var isForeign: Bool { if case .foreign = self { true } else { false } }

    /// The broken rule, or the first of several.
    package var rule: Rule {
        switch self {
        case .tooLong: InputRules.lineLength
        case .foreign(let format): format.rule
        case .propertyListWithoutDictionary: InputRules.propertyListSyntax
        case .privateKey: InputRules.unsupported
        case .array, .tooManyBidObjects: InputRules.jsonObject
        case .json: InputRules.jsonSyntax
        case .nested: InputRules.nested
        case .twoMessages: InputRules.twoMessages
        case .noBidObject(let misnamed): misnamed?.finding.rule ?? BidRules.noObject
        case .partMissing, .bidOffer, .noSignature: InputRules.tokenMissing
        case .unrecognised, .unrecognisedText: InputRules.unrecognised
        case .tokenMissing: BodyRules.tokenMissing
        case .tokenNotString(let ofBid, _): ofBid ? InputRules.bidTokenType : BodyRules.tokenType
        case .token(let error): error.rule
        case .payloadNotObject: TokenRules.payloadObject
        case .unchecked: TokenRules.signature
        case .untrusted(let refusal): refusal.rule
        case .skAdNetworkSignature(let keys): keys == .ofAd ? SignedAdRules.holds : SignedPostbackRules.holds
        case .skAdNetworkKey(let isAd): isAd ? RunRules.unknownKey : SignedPostbackRules.key
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

    package var field: String? {
        switch self {
        // Those of streams with many bad lines, whose problem is made only when it is shown.
        case .token(let error): return error.field
        case .json, .array, .noSignature, .unrecognisedText: return nil
        default:
            let place = problem.place
            return place.isEmpty ? nil : place
        }
    }

    /// What finds out why the signature of a token is invalid.
    static let mismatchHint = "aak verify --explain looks for the mistake behind it"
    /// The same for a message of SKAdNetwork.
    static let skAdNetworkMismatchHint = "aak skan explain looks for the difference"

    package var hint: String? {
        switch self {
        case .foreign(let format): format.hint
        case .json(let error): error.hint
        case .nested(_, _, let hint): hint
        case .noBidObject(let misnamed): misnamed?.finding.hint
        case .unrecognised(_?, let kind): kind
        case .privateKey: ForeignFormat.pem.hint
        case .array: "jq -c '.[]' writes the elements of an array as lines"
        case .token(let error): error.hint
        case .untrusted(.unknownKey(.developmentRefused, _)):
            "development postbacks never count; leave out --production to see them"
        case .untrusted(.unknownKey(.unknownApple, _)):
            "if Apple has published this key since, pass --apple-key KID=FILE"
        case .untrusted(.unknownKey(.productionOnly, _)):
            "--production trusts only Apple's keys; leave it out to check this with --key"
        case .untrusted(.unknownKey(.unknown, ExampleKey.keyID)):
            "the example key is trusted only with --example-key"
        case .untrusted(.unknownKey(.unknown, PostbackRequest.testKeyID)):
            "test postbacks have this kid; trust the key that signed them with --key FILE, where a JWK must have no other kid, or with --example-key"
        case .untrusted(.unknownKey(.unknown, _)):
            "pass --key FILE with the signer's public key; a JWK must have this kid or none"
        case .untrusted(.signature): Self.mismatchHint
        case .skAdNetworkSignature: Self.skAdNetworkMismatchHint
        case .skAdNetworkKey(isAd: true): "pass --key FILE with the network's public key"
        case .skAdNetworkKey(isAd: false): SignedPostbackRules.key.hint
        case .kindNotAccepted(.tokens, let wanted) where wanted.contains(.postbackBodies):
            "if a bare token is accepted, its identifier counts as seen, and the postback body with the same token is then a repeat; to accept bare tokens anyway, pass --accept token"
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

    package var problem: Problem {
        var problem: Problem =
            switch self {
            case .tooLong(let count):
                .whole("the line", found: "\(count) bytes long", wanted: "at most \(Self.longestInput)")
            case .foreign(let format): format.problem
            case .propertyListWithoutDictionary:
                .whole("the property list", "has", found: "no <dict>", wanted: "one, as in an Info.plist")
            case .privateKey: .whole(found: "a private key", wanted: InputRules.unrecognised.wanted)
            case .array: .whole(found: "a JSON array", wanted: "an object or a token")
            case .json(let error): .notJSON(error)
            case .nested(let name, let path, _):
                .whole("the input", found: "nested: it contains \(name) at \(quoted(path))", wanted: nil).at(path)
            case .twoMessages(let first, let second): .twoMessages(first, second)
            case .partMissing(let name):
                .sentence(
                    "this is a bare payload, without \(name == "payload" ? "a token" : "a \(name)")", wanted: "a token"
                ).at(name)
            case .tokenMissing: .missing(wanted: "a string with a token").at("\(BodyField.token.name)")
            case .tokenNotString(let ofBid, let found):
                .value(found: found, wanted: "a string with a token")
                    .at(ofBid ? "jwt" : "\(BodyField.token.name)")
            case .noBidObject(let misnamed?):
                .whole(
                    "this", "has", found: "only ext.\(misnamed.finding.field)", wanted: misnamed.finding.wanted,
                    misnamed.finding.problem.demand)
            case .noBidObject(nil):
                .whole(
                    "this", "has", found: "neither ext.skadn nor ext.adattributionkit", wanted: "one of them",
                    .then(""))
            case .tooManyBidObjects: .tooManyBidObjects
            case .bidOffer:
                .sentence(
                    "this is a bid request, which is unsigned; it must be a bid response", found: "a bid request",
                    wanted: "a bid response")
            case .noSignature: .noSignature
            case .unrecognised, .unrecognisedText:
                .sentence(
                    "unrecognised input: not a token, a postback or anything else that aak reads",
                    found: "unrecognised", wanted: InputRules.unrecognised.wanted)
            case .token(let error): error.problem
            case .payloadNotObject(let kind): .value(found: kind.article, wanted: "an object").at("payload")
            case .unchecked: .sentence("the signature was not checked").at("signature")
            case .untrusted(let refusal): refusal.problem
            case .skAdNetworkSignature(.ofAd):
                .sentence(Problem.mismatch("the ad's values with any trusted key"))
                    .at(SignedField.signature.description)
            case .skAdNetworkSignature(.apple): .skAdNetworkSignature
            case .skAdNetworkSignature(.trusted):
                .sentence(Problem.mismatch("these values with any trusted key for this version"))
                    .at(SignedField.signature.description)
            case .skAdNetworkKey(isAd: true):
                .sentence("no trusted key is for ads").at(SignedField.signature.description)
            case .skAdNetworkKey(isAd: false): .skAdNetworkCurve
            case .kindNotAccepted(let found, let wanted):
                .whole(found: found.words, wanted: wanted.words, .then("; it must be \(wanted.words)"))
            case .missingIdentifier(let identifier):
                .value(found: "missing or not a string", wanted: "a string that identifies repeats", .then(""))
                    .at("\(identifier.name)")
            case .networkNotOurs(let field, let found):
                .value(found: found ?? "missing", wanted: "an accepted ad network", .then(", which is not accepted"))
                    .at(field)
            case .appNotOurs(let field, let found):
                .value(found: found ?? "missing", wanted: "an accepted app", .then(", which is not accepted")).at(field)
            case .environmentNotAccepted(let environment):
                .whole(
                    "the environment of the key", found: environment.rawValue, wanted: "an accepted environment",
                    .then(", which is not accepted"))
            case .repeatedIdentifier(let identifier, let text, let differs):
                .value(
                    found: "\"\(text)\", which already occurred" + (differs ? " with different values" : ""),
                    wanted: "an identifier that did not occur before", .then("")
                ).at("\(identifier.name)")
            case .rules(let first, _): first.problem
            case .problem(let problem): problem
            }
        (problem.rule, problem.hint) = (rule, hint)
        return problem
    }

    package var description: String { if case .token(let error) = self { "\(error)" } else { problem.description } }
}

extension InputFault: CustomStringConvertible {
    /// Appends the ``description`` if it can be written as bytes, so that a malformed token in a stream costs little more than
    /// a good one.
    ///
    /// - Returns: Whether it may contain text of the input, which could control a terminal; nil if nothing was appended.
    package func append(to output: inout ByteBuffer) -> Bool? {
        guard case .token(let error) = self else { return nil }
        error.append(to: &output)
        return error.mayQuote
    }
}
