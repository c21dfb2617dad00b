import AttributionBase
import AttributionCrypto

/// The body that a device sends: a signed token with unsigned fields alongside it. Do not trust any of its values before
/// ``verified(by:)``.
///
/// ```swift
/// let body = try UnverifiedPostback(parsing: request)
/// let postback = try body.verified(by: TrustedKeys(.production))
/// if !postback.findings.hasErrors { count(postback.signed.identifier, postback.signed.didWin) }
/// ```
///
/// A server that counts postbacks should use a `PostbackReceiver` of `AttributionInspection`, which also detects
/// repeated ones.
public struct UnverifiedPostback: Sendable {
    /// The unverified token in `jws-string`.
    public let token: UnverifiedJWS
    private let body: JSONValue

    /// The reason why a body is not a trusted postback.
    public enum Failure: Error, Equatable, Sendable {
        /// The body is not JSON.
        case json(JSONSyntaxError)
        /// The body is not an object with a token in `jws-string`.
        case noToken
        /// The body is also an SKAdNetwork message, so that it is ambiguous.
        case twoMessages(Finding)
        /// The token is malformed.
        case token(JWSError)
        /// There is no trusted key for the token's `kid`.
        case unknownKey(TrustedKeys.Absence)
        /// The signature was not made with the key, or the text was changed after signing.
        case signature
        /// The signed payload is not a postback, but an impression or not an object at all.
        case noPostback
    }

    /// Parses a body; this needs no key.
    ///
    /// - Throws: ``Failure/json(_:)``, ``Failure/noToken``, ``Failure/twoMessages(_:)`` or ``Failure/token(_:)``.
    public init(parsing text: some Collection<UInt8>) throws(Failure) {
        body = try JSONValue(parsing: text, orThrow: Failure.json)
        guard case .string(let compact)? = body[BodyField.token] else { throw .noToken }
        guard body["\(BodyField.skAdNetworkSignature)"] == nil else {
            throw .twoMessages(InputRules.twoMessages(BodyField.token.name, BodyField.skAdNetworkSignature))
        }
        do throws(JWSError) {
            token = try UnverifiedJWS(compact: compact)
        } catch {
            throw .token(error)
        }
    }

    /// Parses a body; this needs no key.
    ///
    /// - Throws: The same errors as for bytes.
    public init(parsing text: String) throws(Failure) { try self.init(parsing: text.utf8) }

    /// Returns the postback if a trusted key signed it. The findings of Apple's rules are in
    /// ``VerifiedPostback/findings``.
    ///
    /// - Throws: ``Failure/unknownKey(_:)``, ``Failure/signature`` or ``Failure/noPostback``.
    public func verified(by keys: TrustedKeys) throws(Failure) -> VerifiedPostback {
        let keyID = token.header.keyID
        guard !keys.candidates(for: keyID).isEmpty else { throw .unknownKey(keys.absence(of: keyID)) }
        guard let (verified, environment) = keys.verify(token) else { throw .signature }
        let payload = try JSONValue(parsing: verified.payload, orThrow: Failure.json)
        guard
            let postback = VerifiedPostback(signed: payload, body: body, keyID: keyID, environment: environment)
        else { throw .noPostback }
        return postback
    }
}

/// A postback with a valid signature. It is only created by verification: of an ``UnverifiedPostback``, or of many
/// inputs at once.
public struct VerifiedPostback: Equatable, Sendable {
    /// The values that the owner of the key signed.
    public let signed: Postback
    /// The values that are not signed, so that their origin is unknown.
    public let unsigned: UnsignedFields
    /// The `kid` of the key.
    public let keyID: String
    /// The environment of the key. Count only ``SigningEnvironment/production``.
    public let environment: SigningEnvironment
    /// The findings of Apple's rules, as far as the rules are known today. A signature by Apple stays valid if a new
    /// rule appears, so keep and examine a postback that has errors.
    public let findings: Findings

    /// Creates a postback from a payload whose signature the caller has verified; returns nil if the payload is not a
    /// postback.
    ///
    /// - Parameter body: The fields alongside the token. Its token is ignored.
    package init?(signed payload: JSONValue, body: JSONValue, keyID: String, environment: SigningEnvironment) {
        guard case .object = payload, payload.withView({ $0.messageKind != .impression }) == true else { return nil }
        signed = Postback(payload)
        unsigned = UnsignedFields(body)
        self.keyID = keyID
        self.environment = environment
        // The environment already shows that the key is local.
        findings = Examiner.findings(postback: payload, keyID: keyID, body: body)
            .filtered { $0.rule != PostbackRules.localKey }
    }
}

extension UnverifiedPostback.Failure {
    /// The rule that the body breaks.
    public var rule: Rule {
        switch self {
        case .json: InputRules.jsonSyntax
        case .noToken: InputRules.tokenMissing
        case .twoMessages(let finding): finding.rule
        case .token(let error): error.rule
        case .unknownKey: RunRules.unknownKey
        case .signature: TokenRules.signature
        case .noPostback: RunRules.kindNotAccepted
        }
    }
}

extension UnverifiedPostback.Failure: CustomStringConvertible {
    /// The failure in the words of the command line.
    public var description: String {
        switch self {
        case .json(let error): "this is not JSON: \(error)"
        case .noToken: "this has no signature, want a compact JWS or a body with \(BodyField.token.name)"
        case .twoMessages(let finding): finding.description
        case .token(let error): error.description
        case .unknownKey(let absence): "\"\(HeaderField.keyID.name)\" is \(absence)"
        case .signature: "the signature does not match the key of the \(HeaderField.keyID.name)"
        case .noPostback: "the signed payload is not a postback"
        }
    }
}
