import AttributionBase
import AttributionCrypto

/// The body that a device sends: a signed token with unsigned fields alongside it. Do not trust any of its values before
/// ``verified(by:in:)``.
///
/// ```swift
/// let body = try UnverifiedPostback(parsing: request)
/// let postback = try body.verified(by: TrustedKeys(.production), in: [.production])
/// if !postback.findings.hasErrors { count(postback.signed.identifier, postback.signed.didWin) }
/// ```
///
/// A server that counts postbacks should use a `PostbackReceiver`, which also detects repeats.
public struct UnverifiedPostback: Sendable {
    /// The unverified token in `jws-string`.
    public let token: UnverifiedJWS
    private let body: JSONDocument

    /// Parses a body; this needs no key.
    ///
    /// - Throws: The reason why it is not a body with a token; ``Problem/rule`` is the rule that it breaks.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        body = try JSONDocument(parsing: text, orThrow: Problem.notJSON)
        let signature = SignedField.signature.description
        let (compact, isTwo) = body.withView { body in
            let token = body.member(BodyField.token.name)
            return (token?.kind == .string ? token?.string : nil, body.member(named: signature) != nil)
        }
        guard let compact else { throw .noSignature }
        guard !isTwo else { throw .twoMessages("\(BodyField.token.name)", signature) }
        token = try UnverifiedJWS(parsing: compact)
    }

    /// Parses a body; this needs no key.
    ///
    /// - Throws: The same errors as for bytes.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    /// Returns the postback if a trusted key signed it. The rules that the postback breaks are in
    /// ``VerifiedPostback/findings``.
    ///
    /// - Parameters:
    ///   - keys: The keys that may have signed the token, each for what it is trusted for.
    ///   - environments: The environments of keys that are accepted, such as `[.production]` to count conversions.
    /// - Throws: A problem with the rule `unknown-key` if no key is trusted for the token's `kid`, with `jws-signature`
    ///   if none of the keys that are trusted for it signed it or if the key that signed it may not sign for its ad
    ///   network, with `environment-not-accepted` if that key is of another environment, and with `kind-not-accepted` if
    ///   the signed payload is not a postback.
    public func verified(
        by keys: TrustedKeys, in environments: Set<SigningEnvironment>
    ) throws(Problem) -> VerifiedPostback {
        try environments.admit(verified(by: keys)) { $0.environment }
    }

    package func verified(by keys: TrustedKeys) throws(Problem) -> VerifiedPostback {
        let (verified, environment) = try token.verified(by: keys)
        let postback = VerifiedPostback(
            signed: verified.document, body: body, keyID: token.header.keyID, environment: environment)
        guard let postback else {
            throw .whole("the signed payload", found: "not a postback", wanted: nil).breaking(RunRules.kindNotAccepted)
        }
        return postback
    }
}

/// A postback with a valid signature. Only verification creates one: `verified(by:in:)` of an ``UnverifiedPostback``, or
/// an `InputVerifier`.
public struct VerifiedPostback: Equatable, Sendable {
    /// The values that the owner of the key signed.
    public let signed: Postback
    /// The values that are not signed, so their origin is unknown.
    public let unsigned: UnsignedFields
    /// The `kid` of the key.
    public let keyID: String
    /// The environment of the signing key. Count only ``SigningEnvironment/production``.
    public let environment: SigningEnvironment
    /// The rules that the postback breaks, as this version of the library knows them. Apple may have changed a rule
    /// since, so keep and examine a postback that has errors.
    public let findings: Findings

    /// Creates a postback from a payload whose signature the caller has verified; returns nil if the payload is not a
    /// postback.
    package init?(signed payload: JSONDocument, body: JSONDocument, keyID: String, environment: SigningEnvironment) {
        guard payload.withView({ $0.kind == .object && $0.messageKind != .impression }) else { return nil }
        signed = Postback(payload.json)
        unsigned = UnsignedFields(body.json)
        self.keyID = keyID
        self.environment = environment
        findings = Self.findings(on: payload, body: body, keyID: keyID)
    }

    /// Returns the findings about a postback that a trusted key signed; nil for the body stands for a bare token.
    package static func findings(on payload: JSONDocument, body: JSONDocument?, keyID: String) -> Findings {
        // Findings that say nothing new here: the environment already shows whether the key is local, and a trusted key of Apple's was
        // published.
        let known = [PostbackRules.localKey, PostbackRules.publishedKey, BodyRules.tokenMissing]
        return Examiner.findings(postback: payload, keyID: keyID, body: body).filtered { !known.contains($0.rule) }
    }
}
