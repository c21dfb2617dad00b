import AttributionJOSE
import AttributionJSON
import AttributionRules

/// What a device sends: a signed token, and fields beside it that are not signed. Nothing in it may be believed before
/// ``verified(by:)``.
///
/// ```swift
/// let body = try UnverifiedPostback(parsing: request)
/// let postback = try body.verified(by: TrustedKeys(.production))
/// if postback.findings.worst != .error { count(postback.signed.identifier, postback.signed.didWin) }
/// ```
///
/// A server that counts what it receives takes a `PostbackReceiver` of `AttributionInspection` instead, which also knows what
/// came before.
public struct UnverifiedPostback: Sendable {
    /// The token in `jws-string`, not verified.
    public let token: UnverifiedJWS
    private let body: JSONValue

    /// Why a body is no postback that can be trusted.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Failure: Error, Equatable, Sendable {
        /// It is not JSON.
        case json(JSONSyntaxError)
        /// It is no object with a token in `jws-string`.
        case noToken
        /// It is a message of SKAdNetwork as well, so that nobody can say which of the two was meant.
        case twoMessages(Finding)
        /// The token is malformed.
        case token(JWSError)
        /// No trusted key answers to the token's `kid`.
        case unknownKey(TrustedKeys.Absence)
        /// The signature is not one of the key, or the text is not the one that was signed.
        case signature
        /// What was signed is no postback, but an impression, or no object at all.
        case noPostback
    }

    /// Reads a body as far as that takes no key.
    ///
    /// - Throws: ``Failure/json(_:)``, ``Failure/noToken``, ``Failure/twoMessages(_:)`` or ``Failure/token(_:)``.
    public init(parsing text: some Collection<UInt8>) throws(Failure) {
        do throws(JSONSyntaxError) {
            body = try JSONValue(parsing: text)
        } catch {
            throw .json(error)
        }
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

    /// Reads a body as far as that takes no key.
    ///
    /// - Throws: as for bytes.
    public init(parsing text: String) throws(Failure) { try self.init(parsing: text.utf8) }

    /// The postback, if a trusted key signed it. What Apple's rules have against it stands in its
    /// ``VerifiedPostback/findings``.
    ///
    /// - Throws: ``Failure/unknownKey(_:)``, ``Failure/signature`` or ``Failure/noPostback``.
    public func verified(by keys: TrustedKeys) throws(Failure) -> VerifiedPostback {
        let keyID = token.header.keyID
        guard !keys.candidates(for: keyID).isEmpty else { throw .unknownKey(keys.absence(of: keyID)) }
        guard let (verified, environment) = keys.verify(token) else { throw .signature }
        let payload: JSONValue
        do throws(JSONSyntaxError) {
            payload = try JSONValue(parsing: verified.payload)
        } catch {
            throw .json(error)
        }
        guard
            let postback = VerifiedPostback(signed: payload, body: body, keyID: keyID, environment: environment)
        else { throw .noPostback }
        return postback
    }
}

/// A postback whose signature held. Only verification makes one: that of an ``UnverifiedPostback``, or that of many inputs at
/// once.
public struct VerifiedPostback: Equatable, Sendable {
    /// What the key's owner signed.
    public let signed: Postback
    /// What came with it, from whomever.
    public let unsigned: UnsignedFields
    /// The `kid` of the key.
    public let keyID: String
    /// Only ``SigningEnvironment/production`` counts.
    public let environment: SigningEnvironment
    /// What Apple's rules have against it, as far as they are known today. A rule that is news breaks none of Apple's
    /// signatures, so that a postback with errors is one to keep and to look at.
    public let findings: Findings

    /// The postback of a payload whose signature held, which is for the caller to know; nil for what is no postback.
    ///
    /// - Parameter body: the fields beside the token. What it holds as the token is not asked.
    package init?(signed payload: JSONValue, body: JSONValue, keyID: String, environment: SigningEnvironment) {
        guard case .object = payload, payload.withView({ $0.messageKind != .impression }) == true else { return nil }
        signed = Postback(payload)
        unsigned = UnsignedFields(body)
        self.keyID = keyID
        self.environment = environment
        // Whose key it is tells the environment.
        findings = Examiner.findings(postback: payload, keyID: keyID, body: body)
            .filtered { $0.rule != PostbackRules.localKey }
    }
}

extension UnverifiedPostback.Failure: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String {
        switch self {
        case .json(let error): "this is not JSON: \(error)"
        case .noToken: "this has no signature, want a compact JWS or a body with \(BodyField.token.name)"
        case .twoMessages(let finding): finding.description
        case .token(let error): error.description
        case .unknownKey(let absence): "\"\(HeaderField.keyID.name)\" is \(absence)"
        case .signature: "the signature does not match the key of the \(HeaderField.keyID.name)"
        case .noPostback: "what was signed is no postback"
        }
    }
}
