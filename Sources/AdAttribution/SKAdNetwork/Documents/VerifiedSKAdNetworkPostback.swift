import AttributionBase
import AttributionCrypto

/// A parsed postback that has not been verified; do not trust any of its values.
///
/// ```swift
/// let body = try UnverifiedSKAdNetworkPostback(parsing: request)
/// let postback = try body.verified(by: SKAdNetworkKeys())
/// if !postback.findings.hasErrors { count(postback.signed.transactionIdentifier, postback.signed.didWin) }
/// ```
public struct UnverifiedSKAdNetworkPostback: Sendable {
    /// The version whose order is signed.
    public let version: SKAdNetworkVersion
    private let body: [UInt8]
    private let signedText: [UInt8]
    private let signature: [UInt8]
    private let network: [UInt8]?

    /// Parses a body; this needs no key.
    ///
    /// - Throws: What keeps it from being read: it is not JSON, lacks a value that its version signs, or is also a body of
    ///   AdAttributionKit.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        let text = Array(text)
        var index = JSONIndex()
        var reader = SignedReader()
        let fault: SKAdNetworkFault? = text.withBytes { bytes in
            do throws(JSONSyntaxError) {
                return reader.read(try index.read(bytes), as: .postback)
            } catch {
                return .json(error)
            }
        }
        if let fault { throw Problem(fault) }
        guard text.withBytes({ index.root(of: $0)?.member(BodyField.token.name) == nil }) else {
            throw .twoMessages(SignedField.signature.description, "\(BodyField.token.name)")
        }
        version = reader.order.version
        body = text
        signedText = [UInt8](reader.signedText)
        signature = [UInt8](reader.derSignature)
        network = text.withBytes { bytes in
            index.root(of: bytes)?.member(SignedField.adNetworkID.name).map { Array($0.string.utf8) }
        }
    }

    /// Returns the postback if a trusted key signed it. The findings of Apple's rules are in
    /// ``VerifiedSKAdNetworkPostback/findings``.
    ///
    /// - Throws: A problem by the rule `skan-postback-signature`, or by `skan-postback-key` if the version's signatures use P-192, which this
    ///   build of libcrypto does not offer.
    public func verified(by keys: SKAdNetworkKeys) throws(Problem) -> VerifiedSKAdNetworkPostback {
        let owner = try owner(keys)
        return try body.withBytes { bytes in Self.read(bytes, signedBy: owner) }.get()
    }

    fileprivate static func read(
        _ bytes: ByteView, signedBy owner: SKAdNetworkKeys.Owner
    ) -> Result<VerifiedSKAdNetworkPostback, Problem> {
        var index = JSONIndex()
        let root: JSONView
        do throws(JSONSyntaxError) { root = try index.read(bytes) } catch { return .failure(.notJSON(error)) }
        var reader = SignedReader()
        if let fault = reader.read(root, as: .postback) { return .failure(Problem(fault)) }
        var examiner = SKAdNetworkExaminer()
        // No rule for postbacks uses the current time.
        let findings = examiner.findings(of: root, as: .postback, now: nil)
        return .success(
            VerifiedSKAdNetworkPostback(
                signed: SKAdNetworkPostback(reader), unsigned: SKAdNetworkUnsignedFields(reader), key: owner,
                findings: findings))
    }

    private func owner(_ keys: SKAdNetworkKeys) throws(Problem) -> SKAdNetworkKeys.Owner {
        let owner = keys.owner(of: signature, for: signedText, on: version.curve, network: network)
        if let owner { return owner }
        throw version.curve == .p192 && keys.p192 == nil ? .skAdNetworkCurve : .skAdNetworkSignature
    }
}

/// A postback with a valid signature. It is only created by verification: of an ``UnverifiedSKAdNetworkPostback``, or
/// of many inputs at once.
public struct VerifiedSKAdNetworkPostback: Equatable, Sendable {
    /// The values that the owner of the key signed.
    public let signed: SKAdNetworkPostback
    /// The values that are not signed, so that their origin is unknown.
    public let unsigned: SKAdNetworkUnsignedFields
    /// The owner of the key. Count only postbacks that Apple signed.
    public let key: SKAdNetworkKeys.Owner
    /// The findings of Apple's rules, as far as the rules are known today. Keep and examine a postback that has errors.
    public let findings: Findings

    /// The environment that the postback comes from. Count only `SigningEnvironment.production`.
    public var environment: SigningEnvironment { key.environment }

    fileprivate init(
        signed: SKAdNetworkPostback, unsigned: SKAdNetworkUnsignedFields, key: SKAdNetworkKeys.Owner, findings: Findings
    ) {
        self.signed = signed
        self.unsigned = unsigned
        self.key = key
        self.findings = findings
    }

    /// Creates a postback from a body whose signature the caller has verified; returns nil if the body is not a
    /// postback.
    package init?(_ body: [UInt8], signedBy owner: SKAdNetworkKeys.Owner) {
        let postback = body.withBytes { UnverifiedSKAdNetworkPostback.read($0, signedBy: owner) }
        guard case .success(let postback) = postback else { return nil }
        self = postback
    }
}

extension Problem {
    /// A build of libcrypto in which Apple's first key cannot be used.
    package static let skAdNetworkCurve = Problem.sentence(
        "this libcrypto has no P-192, on which Apple signs versions 1.0 and 2.0"
    ).at("version", breaking: SignedPostbackRules.key)
    /// A signature that was not made with a trusted key, or a text that was changed after signing.
    package static let skAdNetworkSignature = Problem.sentence(
        "the signature is not one of the version's key over the postback's values"
    ).at(SignedField.signature.description, breaking: SignedPostbackRules.holds)
}
