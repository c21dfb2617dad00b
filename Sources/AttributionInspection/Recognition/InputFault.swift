import AttributionBase
import AttributionCrypto
import AttributionModel

/// Why an input is not valid. Its ``description`` is the message.
///
/// There are cases for faults that code distinguishes, and for those that are frequent in streams with many bad lines, whose messages are
/// created only when they are displayed. Any other fault is a ``problem(_:)``. Most cases are indirect, so that good inputs do not reserve
/// room for the largest fault. The most common cases are not, so that most bad inputs need no allocation.
package enum InputFault: Error, Equatable, Sendable {
    /// The first bytes are those of another format.
    case foreign(ForeignFormat)
    case array
    /// The input begins like a JSON object but is not one.
    indirect case json(JSONSyntaxError)
    /// The object is not a message but contains one: its name, its path such as `request.body`, the path for `--at` that reads all of it
    /// and of all others like it, and how to read them. There may be no such path.
    indirect case nested(String, path: String, reach: String?, hint: String?)
    case token(JWSError)
    /// The signature has not been checked. An input has this fault until its signature is checked.
    case unchecked
    /// The token does not count as signed by a trusted key.
    case untrusted(TokenRefusal)
    /// The SKAdNetwork signature was not made by a key for its version, or the text differs from the signed text.
    case skAdNetworkSignature(Mismatch)
    /// No key is known for a SKAdNetwork ad, or libcrypto lacks the curve of a postback's key.
    ///
    /// If there are keys, but only for something else, `scopes` says for what.
    indirect case skAdNetworkKey(isAd: Bool, scopes: String? = nil)
    /// The signature is valid, but the receiver does not accept this kind of input.
    case kindNotAccepted(InputKinds, wanted: InputKinds)
    /// At least one rule is broken.
    indirect case rules(Finding, others: [Finding])
    /// Any other fault, which matters only for its message.
    indirect case problem(Problem)

    /// The maximum length of an input in bytes, without leading and trailing white space.
    package static let longestInput = 1 << 20

    /// What a SKAdNetwork signature should match: the network's keys for an ad, Apple's key, or Apple's and other keys.
    package enum Mismatch: Equatable, Sendable {
        case ofAd, apple, trusted
        /// No trusted key that may sign made the signature. The other keys are trusted only for something else, which is given in words.
        indirect case outOfScope(isAd: Bool, String)
    }

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

extension InputFault {
    /// Creates the fault of a text that is not JSON. If the text has another known form, the fault says so.
    package init(_ error: JSONSyntaxError, of text: ByteView) {
        self = ForeignFormat(line: text).map { .foreign($0) } ?? .json(error.naming(in: text))
    }

    package var isForeign: Bool { if case .foreign = self { true } else { false } }

    /// Whether the text may be several inputs: an array, or values one after another.
    package var mayBeSeveral: Bool {
        switch self {
        case .array: true
        case .json(let error): error.isOfSeveralValues
        default: false
        }
    }

    // MARK: - Words

    /// Calls `body` with the broken rule, or the first of several, and the problem.
    private func withRule<Description>(_ body: (Rule, @autoclosure () -> Problem) -> Description) -> Description {
        func mismatch(_ what: String) -> Problem {
            .sentence(Problem.mismatch(what), hint: SignedAdRules.holds.hint).at(SignedField.signature.description)
        }
        return switch self {
        case .foreign(let format): body(format.rule, format.problem)
        case .array:
            body(
                InputRules.jsonObject,
                .whole(
                    found: "a JSON array", wanted: "an object or a token",
                    hint: "write the elements of the array as lines"))
        case .json(let error): body(InputRules.jsonSyntax, .notJSON(error))
        case .nested(let name, let path, _, let hint):
            body(
                InputRules.nested,
                .whole(
                    "the input", found: "nested: it contains \(name) at \(quoted(path))", wanted: nil, hint: hint
                ).at(path))
        case .token(let error): body(error.rule, error.problem)
        case .unchecked: body(TokenRules.signature, .sentence("the signature was not checked").at("signature"))
        case .untrusted(let refusal): body(refusal.rule, refusal.problem)
        case .skAdNetworkSignature(.ofAd):
            body(SignedAdRules.holds, mismatch("the ad's values with any trusted key"))
        case .skAdNetworkSignature(.apple):
            body(SignedPostbackRules.holds, .skAdNetworkSignature.hinting(SignedPostbackRules.holds.hint))
        case .skAdNetworkSignature(.trusted):
            body(SignedPostbackRules.holds, mismatch("these values with any trusted key for this version"))
        case .skAdNetworkSignature(.outOfScope(let isAd, let scopes)):
            body(
                isAd ? SignedAdRules.holds : SignedPostbackRules.holds,
                .skAdNetworkSignature(isAd: isAd, otherScopes: scopes))
        case .skAdNetworkKey(isAd: true, let scopes?):
            body(
                RunRules.unknownKey,
                .sentence("no key is trusted for this ad; the keys that were added are trusted only for \(scopes)")
                    .at(SignedField.signature.description))
        case .skAdNetworkKey(isAd: true, nil):
            body(
                RunRules.unknownKey,
                .sentence("no trusted key is for ads", hint: "pass --key FILE with the network's public key")
                    .at(SignedField.signature.description))
        case .skAdNetworkKey(isAd: false, _):
            body(SignedPostbackRules.key, .skAdNetworkCurve.hinting(SignedPostbackRules.key.hint))
        case .kindNotAccepted(let found, let wanted):
            body(
                RunRules.kindNotAccepted,
                .whole(
                    found: found.words, wanted: wanted.words, .then("; it must be \(wanted.words)"),
                    hint: found == .tokens && wanted.contains(.postbackBodies)
                        ? "if a bare token is accepted, its identifier counts as seen, and the postback body with "
                            + "the same token is then a repeat; to accept bare tokens anyway, pass --accept token"
                        : nil))
        case .rules(let first, _): body(first.rule, first.problem)
        case .problem(let problem): body(problem.rule ?? InputRules.unrecognised, problem)
        }
    }

    /// The broken rule, or the first of several.
    package var rule: Rule { withRule { rule, _ in rule } }

    package var problem: Problem {
        withRule { rule, problem in
            var problem = problem()
            problem.rule = rule
            return problem
        }
    }

    package var hint: String? { problem.advice?.text }

    package var field: String? {
        switch self {
        // These cases are frequent in streams with many bad lines, so their problem is created only when it is displayed.
        case .token(let error): return error.field
        case .json, .array: return nil
        default:
            let place = problem.place
            return place.isEmpty ? nil : place
        }
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

// MARK: - Faults that differ in their message alone

extension InputFault {
    private static func breaking(_ rule: Rule, at place: String = "", _ problem: Problem) -> InputFault {
        .problem(problem.at(place, breaking: rule))
    }

    /// The input has more bytes than ``longestInput``.
    package static func tooLong(_ count: Int) -> InputFault {
        breaking(
            InputRules.lineLength, .whole("the line", found: "\(count) bytes long", wanted: "at most \(longestInput)"))
    }

    /// The top-level value of an XML property list is not a `<dict>`.
    static let propertyListWithoutDictionary = breaking(
        InputRules.propertyListSyntax,
        .whole("the property list", "has", found: "no <dict>", wanted: "one, as in an Info.plist"))

    /// The input is a private JWK. Nothing of it is shown.
    package static let privateKey = breaking(
        InputRules.unsupported,
        .whole(found: "a private key", wanted: InputRules.unrecognised.wanted, hint: ForeignFormat.pem.hint))

    /// The input is a bare payload, without the part to show.
    static func partMissing(_ name: String) -> InputFault {
        let part = name == "payload" ? "a token" : "a \(name)"
        return breaking(
            InputRules.tokenMissing, at: name,
            .sentence("this is a bare payload, without \(part)", wanted: "a token"))
    }

    // MARK: Inputs without a verifiable token

    static let tokenMissing = breaking(
        BodyRules.tokenMissing, at: BodyField.token.text, .missing(wanted: "a string with a token"))

    /// The member that should contain a token, of a bid or of a postback body, contains the given JSON text instead.
    static func tokenNotString(ofBid isOfBid: Bool, found: String) -> InputFault {
        breaking(
            isOfBid ? InputRules.bidTokenType : BodyRules.tokenType,
            at: "\(isOfBid ? BidName.token : BodyField.token.name)",
            .value(found: found, wanted: "a string with a token"))
    }

    /// The bid request or response has no object of either framework, but perhaps one with a name that SDKs do not look for.
    static func noBidObject(_ misnamed: MisnamedObject?) -> InputFault {
        guard let finding = misnamed?.finding else {
            return breaking(
                BidRules.noObject,
                .whole(
                    "this", "has", found: "neither ext.skadn nor ext.adattributionkit", wanted: "one of them",
                    .then("")))
        }
        var problem = Problem.whole(
            "this", "has", found: "only ext.\(finding.field)", wanted: finding.wanted, finding.problem.ending,
            hint: finding.advice?.text)
        // The input is rejected, even if the rule is less severe for an input that also has a valid object.
        problem.rule = finding.rule
        return .problem(problem)
    }

    static let bidOffer = breaking(
        InputRules.tokenMissing,
        .sentence(
            "this is a bid request, which is unsigned; it must be a bid response", found: "a bid request",
            wanted: "a bid response"))

    static let webAdRequest = breaking(
        InputRules.tokenMissing,
        .sentence(
            "this is a device's request for a web ad, which is unsigned; it must be the signed answer",
            found: "a device's request for a web ad", wanted: "the signed answer", hint: "aak skan sign answers it"))

    /// The input is neither a token nor an object around one.
    static let noSignature = problem(.noSignature)

    /// Returns the fault of an object or a text of no known kind.
    ///
    /// - Parameter look: What it looks like, judging by a member that a kind of input has too.
    static func unrecognised(_ look: String?) -> InputFault {
        breaking(
            InputRules.unrecognised,
            .sentence(
                "unrecognised input: not a token, a postback or anything else that aak reads", found: "unrecognised",
                wanted: InputRules.unrecognised.wanted, hint: look))
    }

    /// The text is neither JSON nor anything like a token.
    static let unrecognisedText = unrecognised(nil)

    static func payloadNotObject(_ kind: JSONKind) -> InputFault {
        breaking(TokenRules.payloadObject, at: "payload", .value(found: kind.article, wanted: "an object"))
    }

    /// A body has more bytes than a receiver reads.
    static func bodyTooLong(_ count: Int, limit: Int) -> InputFault {
        breaking(InputRules.lineLength, .whole("the body", found: "\(count) bytes long", wanted: "at most \(limit)"))
    }

    // MARK: Unaccepted inputs, whose signature is valid

    /// Returns the fault of a message for an ad network, or about an app, that is not accepted.
    ///
    /// - Parameter found: The JSON text of the network or the app.
    static func notOurs(_ rule: Rule, field: String, found: String?) -> InputFault {
        breaking(
            rule, at: field,
            .value(found: found ?? "missing", wanted: rule.wanted, .then(", which is not accepted")))
    }

    /// Returns the fault of an input whose key is of an environment that is not accepted.
    static func environmentNotAccepted(_ environment: SigningEnvironment) -> InputFault {
        problem(.environmentNotAccepted(environment))
    }

    static func missingIdentifier(_ identifier: Identifier) -> InputFault {
        breaking(
            RunRules.missingIdentifier, at: "\(identifier.name)",
            .value(found: "missing or not a string", wanted: "a string that identifies repeats", .then("")))
    }

    /// Returns the fault of an identifier that occurred before.
    ///
    /// - Parameter differs: Whether the other input had different contents.
    static func repeatedIdentifier(_ identifier: Identifier, _ text: String, differs: Bool) -> InputFault {
        breaking(
            differs ? RunRules.repeatedIdentifierDiffers : RunRules.repeatedIdentifier, at: "\(identifier.name)",
            .value(
                found: "\"\(text)\", which already occurred" + (differs ? " with different values" : ""),
                wanted: "an identifier that did not occur before", .then("")))
    }
}
