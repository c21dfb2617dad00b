import AdAttribution
import AttributionECDSA
import AttributionJSON
import AttributionRules

/// A postback that could be verified, but was not: nothing in it may be believed.
///
/// ```swift
/// let body = try UnverifiedSKAdNetworkPostback(parsing: request)
/// let postback = try body.verified(by: SKAdNetworkKeys())
/// if postback.findings.worst != .error { count(postback.signed.transactionIdentifier, postback.signed.didWin) }
/// ```
public struct UnverifiedSKAdNetworkPostback: Sendable {
    /// The version whose order is signed.
    public let version: SKAdNetworkVersion
    private let body: [UInt8]
    private let signedText: [UInt8]
    private let signature: [UInt8]
    private let network: [UInt8]?

    /// Why a body is no postback that can be trusted.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Failure: Error, Equatable, Sendable {
        /// It is not JSON, or lacks what its version signs.
        case malformed(SKAdNetworkFault)
        /// The version's signatures are on P-192, which this build of libcrypto does not offer.
        case unknownKey
        /// The signature is not one of a trusted key, or the text is not the one that was signed.
        case signature
        /// It is a body of AdAttributionKit as well, so that nobody can say which of the two was meant.
        case twoMessages(Finding)
    }

    /// Reads a body as far as that takes no key.
    ///
    /// - Throws: ``Failure/malformed(_:)`` or ``Failure/twoMessages(_:)``.
    public init(parsing text: some Collection<UInt8>) throws(Failure) {
        let text = Array(text)
        var index = JSONIndex()
        var reader = SignedReader()
        let fault: SKAdNetworkFault? = unsafe text.withUnsafeBytes { bytes in
            do throws(JSONSyntaxError) {
                try unsafe index.scan(bytes)
            } catch {
                return .json(error)
            }
            guard let root = unsafe index.root(of: bytes) else { return .notObject(.null) }
            return reader.read(root, as: .postback)
        }
        if let fault { throw .malformed(fault) }
        guard unsafe text.withUnsafeBytes({ unsafe index.root(of: $0)?.member(BodyField.token.name) == nil }) else {
            throw .twoMessages(InputRules.twoMessages(SignedField.signature.name, BodyField.token.name))
        }
        version = reader.order.version
        body = text
        signedText = unsafe [UInt8](reader.signedText)
        signature = unsafe [UInt8](reader.derSignature)
        network = unsafe text.withUnsafeBytes { bytes in
            unsafe index.root(of: bytes)?.member(SignedField.adNetworkID.name).map { Array($0.string.utf8) }
        }
    }

    /// The postback, if a trusted key signed it. What Apple's rules have against it stands in its
    /// ``VerifiedSKAdNetworkPostback/findings``.
    ///
    /// - Throws: ``Failure/unknownKey`` or ``Failure/signature``.
    public func verified(by keys: SKAdNetworkKeys) throws(Failure) -> VerifiedSKAdNetworkPostback {
        let owner = try owner(keys)
        return try unsafe body.withUnsafeBytes { bytes in unsafe Self.read(bytes, signedBy: owner) }.get()
    }

    fileprivate static func read(
        _ bytes: UnsafeRawBufferPointer, signedBy owner: SKAdNetworkKeys.Owner
    ) -> Result<VerifiedSKAdNetworkPostback, Failure> {
        var index = JSONIndex()
        do throws(JSONSyntaxError) {
            try unsafe index.scan(bytes)
        } catch {
            return .failure(.malformed(.json(error)))
        }
        guard let root = unsafe index.root(of: bytes) else { return .failure(.malformed(.notObject(.null))) }
        var reader = SignedReader()
        if let fault = reader.read(root, as: .postback) { return .failure(.malformed(fault)) }
        var examiner = SKAdNetworkExaminer()
        // No rule about postbacks asks for the time.
        let findings = examiner.findings(of: root, as: .postback, now: Timestamp(milliseconds: .max))
        return .success(
            VerifiedSKAdNetworkPostback(
                signed: SKAdNetworkPostback(reader), unsigned: SKAdNetworkUnsignedFields(reader), key: owner,
                findings: findings))
    }

    private func owner(_ keys: SKAdNetworkKeys) throws(Failure) -> SKAdNetworkKeys.Owner {
        switch version.curve {
        case .p256:
            if SKAdNetworkKeys.appleP256.isValidSignature(derRepresentation: signature, for: signedText) {
                return .appleP256
            }
        case .p192:
            if let key = keys.p192, key.isValidSignature(derRepresentation: signature, for: signedText) {
                return .appleP192
            }
        }
        if keys.local(for: network).contains(where: {
            $0.isValidSignature(derRepresentation: signature, for: signedText)
        }) {
            return .local
        }
        throw version.curve == .p192 && keys.p192 == nil ? .unknownKey : .signature
    }
}

/// A postback whose signature held. Only verification makes one: that of an ``UnverifiedSKAdNetworkPostback``, or that of many
/// inputs at once.
public struct VerifiedSKAdNetworkPostback: Equatable, Sendable {
    /// What the key's owner signed.
    public let signed: SKAdNetworkPostback
    /// What came with it, from whomever.
    public let unsigned: SKAdNetworkUnsignedFields
    /// Whose key it is. Only Apple's count.
    public let key: SKAdNetworkKeys.Owner
    /// What Apple's rules have against it, as far as they are known today. A postback with errors is one to keep and to look
    /// at.
    public let findings: Findings

    /// Only `SigningEnvironment.production` counts.
    public var environment: SigningEnvironment { key.environment }

    fileprivate init(
        signed: SKAdNetworkPostback, unsigned: SKAdNetworkUnsignedFields, key: SKAdNetworkKeys.Owner, findings: Findings
    ) {
        self.signed = signed
        self.unsigned = unsigned
        self.key = key
        self.findings = findings
    }

    /// The postback of a body whose signature held, which is for the caller to know; nil for what is no postback.
    package init?(_ body: [UInt8], signedBy owner: SKAdNetworkKeys.Owner) {
        let postback = unsafe body.withUnsafeBytes { unsafe UnverifiedSKAdNetworkPostback.read($0, signedBy: owner) }
        guard case .success(let postback) = postback else { return nil }
        self = postback
    }
}

extension UnverifiedSKAdNetworkPostback.Failure: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String {
        switch self {
        case .malformed(let fault): fault.description
        case .unknownKey: "this libcrypto has no P-192, on which Apple signs versions 1.0 and 2.0"
        case .signature: "the signature is not one of the version's key over the postback's values"
        case .twoMessages(let finding): finding.description
        }
    }
}
