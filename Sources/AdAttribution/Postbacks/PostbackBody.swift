import JOSE
import Rules
import StrictJSON

/// What a device sends: a signed token, and fields beside it that are not signed. Nothing in it may be believed before
/// ``verified(by:)``.
///
/// ```swift
/// let body = try PostbackBody(parsing: request)
/// let postback = try body.verified(by: TrustedKeys(productionOnly: true))
/// count(postback.signed.identifier, postback.signed.didWin)
/// ```
public struct PostbackBody: Sendable {
    /// The token in `jws-string`, not verified.
    public let token: UnverifiedJWS
    private let body: JSONValue

    /// Why a body is no postback that can be trusted.
    public enum Failure: Error, Sendable {
        /// It is not JSON.
        case json(JSONSyntaxError)
        /// It is no object with a token in `jws-string`.
        case noToken
        /// The token is malformed.
        case token(JWSError)
        /// No trusted key answers to the token's `kid`.
        case unknownKey(TrustedKeys.Absence)
        /// The signature is not one of the key, or the text is not the one that was signed.
        case signature
        /// Field by field, which rules it breaks: Apple's, and that an object is one message. Each has severity `error`.
        case rules([Finding])
    }

    /// Reads a body as far as that takes no key.
    public init(parsing text: [UInt8]) throws(Failure) {
        do throws(JSONSyntaxError) {
            body = try JSONValue(parsing: text)
        } catch {
            throw .json(error)
        }
        guard case .string(let compact)? = body[BodyField.token] else { throw .noToken }
        guard body["\(BodyField.skAdNetworkSignature)"] == nil else {
            throw .rules([InputRules.twoMessages(BodyField.token.name, BodyField.skAdNetworkSignature)])
        }
        do throws(JWSError) {
            token = try UnverifiedJWS(compact: compact)
        } catch {
            throw .token(error)
        }
    }

    /// The postback, if a trusted key signed it and it keeps to Apple's rules.
    ///
    /// In production give `TrustedKeys(productionOnly: true)`, so that nothing else counts.
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
        return try VerifiedPostback(signed: payload, body: body, keyID: keyID, environment: environment)
    }
}

/// A postback whose signature held and which keeps to Apple's rules. Only verification makes one: that of a
/// ``PostbackBody``, or that of many inputs at once.
public struct VerifiedPostback: Sendable {
    /// What the key's owner signed.
    public let signed: Postback
    /// What came with it, from whomever.
    public let unsigned: UnsignedFields
    /// The `kid` of the key.
    public let keyID: String
    /// Only ``Environment/production`` counts.
    public let environment: Environment
    /// Warnings and notes of Apple's rules, such as fields that are not known.
    public let notes: [Finding]

    /// The postback of a payload whose signature held, which is for the caller to know.
    ///
    /// - Parameter body: the fields beside the token. What it holds as the token is not asked.
    /// - Throws: ``PostbackBody/Failure/rules(_:)`` for one that breaks a rule.
    package init(
        signed payload: JSONValue, body: JSONValue, keyID: String, environment: Environment
    ) throws(PostbackBody.Failure) {
        let findings = Examiner.findings(postback: payload, keyID: keyID, body: body)
        guard !findings.isBad(from: .error), let signed = Postback(payload), let unsigned = UnsignedFields(body) else {
            let errors = findings.filter { $0.severity == .error }
            throw .rules(errors.isEmpty ? Findings.unreadable("payload").list : errors)
        }
        self.signed = signed
        self.unsigned = unsigned
        self.keyID = keyID
        self.environment = environment
        // Whose key it is tells the environment.
        notes = findings.filter { $0.severity < .error && $0.rule != PostbackRules.localKey }
    }
}
