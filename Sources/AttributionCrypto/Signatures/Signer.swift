import AttributionBase

/// A signer that creates many signatures with one key and keeps its contexts between them. Use one per thread.
public struct Signer: ~Copyable {
    /// The source of a signature's secret number.
    public enum Nonce: Sendable {
        /// OpenSSL's random generator.
        case random
        /// The key and the message (RFC 6979): the same message gives the same signature.
        case deterministic
    }

    private let hasher = SHA256()
    private let random: ECKeySigner
    private let deterministic: DeterministicSigner?

    /// Creates a signer for one key.
    ///
    /// - Parameters:
    ///   - key: The key that signs.
    ///   - nonce: `deterministic` gives the same signature for the same message (RFC 6979).
    public init(_ key: P256PrivateKey, nonce: Nonce = .random) {
        random = ECKeySigner(key)
        deterministic = nonce == .deterministic ? DeterministicSigner(key) : nil
    }

    /// Returns the signature of a message: 64 bytes, r then s.
    public func signature(for message: [UInt8]) -> [UInt8] {
        var signature = ByteBuffer(capacity: RawSignature.count)
        unsafe message.withBytes { sign($0, to: &signature) }
        return signature.array()
    }

    /// Returns the signature of a message in SKAdNetwork's form: the DER sequence of r and s, at most 72 bytes.
    public func derSignature(for message: [UInt8]) -> [UInt8] {
        DERSignature.derRepresentation(ofRaw: signature(for: message)) ?? []
    }

    /// Appends the 64 bytes of a message's signature.
    package func sign(_ message: ByteView, to signature: inout ByteBuffer) {
        let digest = unsafe hasher.hash(message)
        if let deterministic { return deterministic.sign(digest: digest, to: &signature) }
        guard random.sign(digest: digest, to: &signature) else { CryptoFailure.end(.noRandomness) }
    }
}

extension P256PrivateKey {
    /// Signs with a random nonce: 64 bytes, r then s. For many signatures, use ``Signer``.
    public func signature(for message: [UInt8]) -> [UInt8] {
        Signer(self).signature(for: message)
    }

    /// Signs with the nonce of RFC 6979, so that the same message gives the same 64 bytes.
    public func deterministicSignature(for message: [UInt8]) -> [UInt8] {
        Signer(self, nonce: .deterministic).signature(for: message)
    }

    /// Signs with a random nonce and returns the DER sequence of r and s, SKAdNetwork's form: at most 72 bytes.
    public func derSignature(for message: [UInt8]) -> [UInt8] {
        Signer(self).derSignature(for: message)
    }

    /// Signs with the nonce of RFC 6979 and returns the DER sequence of r and s. The same message gives the same
    /// bytes.
    public func deterministicDERSignature(for message: [UInt8]) -> [UInt8] {
        Signer(self, nonce: .deterministic).derSignature(for: message)
    }
}
