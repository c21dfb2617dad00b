import AttributionBase
import AttributionCrypto

/// A parsed postback that has not been verified; do not trust any of its values.
///
/// ```swift
/// let body = try UnverifiedSKAdNetworkPostback(parsing: request)
/// let postback = try body.verified(by: TrustedKeys(.production), in: [.production])
/// if !postback.findings.hasErrors { count(postback.signed.identifier, postback.signed.didWin) }
/// ```
public struct UnverifiedSKAdNetworkPostback: Sendable {
    /// The version, which determines which values are signed and in which order.
    public let version: SKAdNetworkVersion
    private let body: JSONDocument
    private let signedText: [UInt8]
    private let signature: [UInt8]
    private let network: [UInt8]?

    /// Parses a body; this needs no key.
    ///
    /// - Throws: The reason why it cannot be read: it is not JSON, lacks a value that its version signs, or is also an
    ///   AdAttributionKit body.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        body = try JSONDocument(parsing: text, orThrow: Problem.notJSON)
        var reader = SignedReader()
        let (fault, isTwo, network) = body.withView { body in
            (
                reader.read(SignedObject(body, as: .postback)), body.member(BodyField.token.name) != nil,
                body.member(SignedField.adNetworkID.name).map { Array($0.string.utf8) }
            )
        }
        if let fault { throw fault.problem }
        guard !isTwo else { throw .twoMessages(SignedField.signature.description, "\(BodyField.token.name)") }
        version = reader.order.version
        signedText = [UInt8](reader.signedText)
        signature = [UInt8](reader.derSignature)
        self.network = network
    }

    /// Parses a body from a string; this needs no key.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    /// Returns the postback if it was signed by Apple, or by another key that is trusted for its ad network. The rules
    /// that the postback breaks are in ``VerifiedSKAdNetworkPostback/findings``.
    ///
    /// Apple's production keys are always trusted. SKAdNetwork has no development keys.
    ///
    /// - Parameters:
    ///   - keys: The keys that may have signed the postback, each for what it is trusted for.
    ///   - environments: The environments of keys that are accepted, such as `[.production]` to count conversions.
    /// - Throws: A problem with the rule `skan-postback-signature`, or with `skan-postback-key` if the version's
    ///   signatures use P-192 and this build of libcrypto does not support it; with `environment-not-accepted` for a
    ///   key of another environment.
    public func verified(
        by keys: TrustedKeys, in environments: Set<SigningEnvironment>
    ) throws(Problem) -> VerifiedSKAdNetworkPostback {
        try environments.admit(verified(by: keys)) { $0.environment }
    }

    package func verified(by keys: TrustedKeys) throws(Problem) -> VerifiedSKAdNetworkPostback {
        try verified(by: SKAdNetworkKeys(keys))
    }

    package func verified(by keys: SKAdNetworkKeys) throws(Problem) -> VerifiedSKAdNetworkPostback {
        try LibCrypto.demand()
        guard let owner = keys.owner(of: signature, for: signedText, on: version.curve, network: network) else {
            if version.curve == .p192, keys.p192 == nil { throw .skAdNetworkCurve }
            let scopes = keys.trusted.scopeWords(without: keys.keyIndices(on: version.curve, network: network))
            throw scopes.map { .skAdNetworkSignature(isAd: false, otherScopes: $0) } ?? .skAdNetworkSignature
        }
        return try body.withView { body throws(Problem) in try VerifiedSKAdNetworkPostback(body, signedBy: owner) }
    }
}

/// A postback with a valid signature. Only verification creates one: `verified(by:in:)` of an
/// ``UnverifiedSKAdNetworkPostback``, or an `InputVerifier`.
public struct VerifiedSKAdNetworkPostback: Equatable, Sendable {
    /// The values that the owner of the key signed.
    public let signed: SKAdNetworkPostback
    /// The values that are not signed, so their origin is unknown.
    public let unsigned: SKAdNetworkUnsignedFields
    package let key: SKAdNetworkKeyOwner
    /// The rules that the postback breaks, as this version of the library knows them. Keep and examine a postback that
    /// has errors.
    public let findings: Findings

    /// The environment that the postback comes from. Count only `SigningEnvironment.production`.
    public var environment: SigningEnvironment { key.environment }

    /// Creates a postback from a body whose signature the caller has verified; returns nil if the body is not a
    /// postback.
    package init?(_ body: [UInt8], signedBy owner: SKAdNetworkKeyOwner) {
        guard let postback = try? JSONDocument(parsing: body).withView({ try Self($0, signedBy: owner) }) else {
            return nil
        }
        self = postback
    }

    fileprivate init(_ body: JSONView, signedBy owner: SKAdNetworkKeyOwner) throws(Problem) {
        var reader = SignedReader()
        if let fault = reader.read(SignedObject(body, as: .postback)) { throw fault.problem }
        signed = SKAdNetworkPostback(reader)
        unsigned = SKAdNetworkUnsignedFields(reader)
        key = owner
        // No rule for postbacks uses the current time.
        var examiner = Examiner()
        findings = examiner.findings(of: SignedObject(body, as: .postback), now: nil)
    }
}

extension Problem {
    /// The problem of a libcrypto that does not support the curve of Apple's first key.
    package static let skAdNetworkCurve = Problem.sentence(
        "this libcrypto does not support P-192, which versions 1.0 and 2.0 are signed with"
    ).at("version", breaking: SignedPostbackRules.key)
    /// The problem of a signature that was not made by a key trusted for the object, where the other keys are trusted only for something
    /// else.
    package static func skAdNetworkSignature(isAd: Bool, otherScopes scopes: String) -> Problem {
        let (what, rule) =
            isAd
            ? ("the ad's values with any key that is trusted for them", SignedAdRules.holds)
            : ("these values with any key that is trusted for them", SignedPostbackRules.holds)
        return .sentence(
            mismatch(what) + "; other keys are trusted only for \(scopes)",
            wanted: "a signature by a key that is trusted for it", hint: rule.hint
        ).at(SignedField.signature.description, breaking: rule)
    }
    /// The problem of a signature that was not made with a trusted key, or of a text that was changed after signing.
    package static let skAdNetworkSignature = Problem.sentence(
        "the signature does not match Apple's key for this version and these values"
    ).at(SignedField.signature.description, breaking: SignedPostbackRules.holds)
}
