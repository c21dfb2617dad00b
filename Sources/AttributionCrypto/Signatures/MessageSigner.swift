import AttributionBase

/// A signer with a key that stays elsewhere: a type that you write for an HSM or a key service. Whatever is signed by a
/// ``P256PrivateKey`` at once, a signer signs asynchronously.
///
/// ```swift
/// struct KeyService: MessageSigner {
///     let publicKey: P256PublicKey
///     func signature(for message: [UInt8]) async throws -> ECDSASignature {
///         try ECDSASignature(derRepresentation: await client.sign(message))
///     }
/// }
/// ```
///
/// Code that takes any signer can be tested with ``P256PrivateKey/messageSigner``.
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
    /// Whether the signature is valid for the digest of the message, so that the digest was hashed again.
    fileprivate let isOfDigest: Bool

    public var description: String { problem.description + (problem.hint.map { "; \($0)" } ?? "") }
    /// The problem that a signer's signature is wrong.
    public var problem: Problem {
        .sentence(
            "the signer's answer is not a signature of the message by its public key with SHA-256",
            hint: isOfDigest ? "the digest of the message was hashed again before it was signed" : nil)
    }
}

extension MessageSigner {
    /// Returns the text that `write` appends, including signatures, each of which is checked.
    package func text(_ write: (TextSigner, inout ByteBuffer) -> Void) async throws -> String {
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
        guard let wrong else { return output.text }
        let (start, count) = (wrong * ECDSASignature.count, ECDSASignature.count)
        let signature = ECDSASignature(made: Array(signatures.array()[start..<start + count]))
        let digest = SHA256.hash(Array(texts.message(wrong)))
        throw WrongSignatureError(isOfDigest: publicKey.isValidSignature(signature.rawRepresentation, for: digest))
    }
}

extension P256PrivateKey {
    /// A signer with this key, for code that takes any ``MessageSigner`` or ``DigestSigner``.
    public var messageSigner: some DigestSigner { KeyInMemory(key: self) }

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

private struct KeyInMemory: DigestSigner {
    let key: P256PrivateKey
    var publicKey: P256PublicKey { key.publicKey }

    func signature(forDigest digest: [UInt8]) async throws -> ECDSASignature {
        guard digest.count == SHA256.count else {
            throw Problem.whole("the digest", found: "\(digest.count) bytes", wanted: "\(SHA256.count) bytes")
        }
        var raw = ByteBuffer(capacity: ECDSASignature.count)
        try digest.withBytes { digest throws(CryptoFailure) in try Signer(key).sign(digest: digest, to: &raw) }
        return ECDSASignature(made: raw.array())
    }
}
