import AttributionBase

/// Something that signs messages: a ``P256PrivateKey``, or a type that you write for a key in an HSM or a key service.
///
/// ```swift
/// struct KeyService: MessageSigner {
///     let publicKey: P256PublicKey
///     func signature(for message: [UInt8]) async throws -> ECDSASignature {
///         try ECDSASignature(derRepresentation: await client.sign(message))
///     }
/// }
/// ```
public protocol MessageSigner: Sendable {
    /// The public half of the key. Every signature is checked with it before it is used.
    var publicKey: P256PublicKey { get }

    /// Returns the signature of a message by ECDSA with SHA-256. The message is given whole, not as its digest.
    func signature(for message: [UInt8]) async throws -> ECDSASignature
}

/// A signer that is given the digest of a message, as most key services are.
///
/// ```swift
/// struct DigestService: DigestSigner {
///     let publicKey: P256PublicKey
///     func signature(forDigest digest: [UInt8]) async throws -> ECDSASignature {
///         try ECDSASignature(derRepresentation: await client.sign(digest))
///     }
/// }
/// ```
public protocol DigestSigner: MessageSigner {
    /// Returns the signature by ECDSA of a SHA-256 digest, 32 bytes. It must not be hashed again.
    func signature(forDigest digest: [UInt8]) async throws -> ECDSASignature
}

extension DigestSigner {
    /// Returns the signature of the message's SHA-256 digest.
    public func signature(for message: [UInt8]) async throws -> ECDSASignature {
        try LibCrypto.require()
        return try await signature(forDigest: SHA256.hash(message))
    }
}

/// The error that is thrown if a signer returns anything but a signature of the message that matches its public key.
public struct WrongSignatureError: AttributionError, Equatable {
    public var description: String {
        "the signer's answer is not a signature of the message by its public key with SHA-256"
    }
    /// The problem that a signer's signature is wrong.
    public var problem: Problem { .sentence(description) }
}

extension MessageSigner {
    /// Returns the text that `write` appends, including signatures. Signatures made with a key in memory are not checked again.
    package func text(_ write: (TextSigner, inout ByteBuffer) -> Void) async throws -> String {
        if let key = self as? P256PrivateKey { return try key.textAtOnce(write) }
        try LibCrypto.require()
        var output = ByteBuffer()
        let texts = TextSigner(checkingWith: VerificationKey(publicKey))
        write(texts, &output)
        var signatures = ByteBuffer()
        for index in 0..<texts.messageCount {
            let message = [UInt8](texts.message(index))
            signatures.append(try await signature(for: message).rawRepresentation)
        }
        let wrong = unsafe texts.fill(with: signatures.bytes) { output.insert($0, $1) }
        guard wrong == nil else { throw WrongSignatureError() }
        return output.text
    }
}

extension P256PrivateKey: MessageSigner {
    /// Signs a message. The nonce of the signature is random; for a ``deterministic`` key, it is derived from the key
    /// and the message.
    ///
    /// - Throws: an error if libcrypto lacks an algorithm, or randomness.
    public func signature(for message: [UInt8]) throws(CryptoFailure) -> ECDSASignature {
        var raw = ByteBuffer(capacity: ECDSASignature.count)
        try message.withBytes { message throws(CryptoFailure) in try Signer(self).sign(message, to: &raw) }
        return ECDSASignature(made: raw.array())
    }
}
