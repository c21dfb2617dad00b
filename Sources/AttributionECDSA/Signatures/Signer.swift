import AttributionBytes

/// A signer that creates many signatures with one key and keeps its contexts between them. Use one per thread.
@safe
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

    deinit {
        SecretBytes.cleanseTraces()
    }

    /// Returns the signature of a message: 64 bytes, r then s.
    public func signature(for message: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: RawSignature.count) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe message.withBytes { unsafe sign($0, to: base) }
            count = RawSignature.count
        }
    }

    /// Returns the signature of a message in SKAdNetwork's form: the DER sequence of r and s, at most 72 bytes.
    public func derSignature(for message: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: SignatureCurve.p256.maximumDERCount) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = unsafe message.withBytes { unsafe signDER($0, to: base) }
        }
    }

    /// Writes the DER form of a message's signature, at most 72 bytes, and returns its length.
    package func signDER(_ message: ByteView, to der: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: RawSignature.count) { raw in
            guard let raw = raw.baseAddress else { return 0 }
            unsafe sign(message, to: raw)
            return unsafe DERSignature.write(raw, on: .p256, to: der)
        }
    }

    /// Writes the 64 bytes of a message's signature.
    package func sign(_ message: ByteView, to signature: UnsafeMutablePointer<UInt8>) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA256.count) { digest in
            guard let digest = digest.baseAddress else { return }
            unsafe hasher.hash(message, to: digest)
            if let deterministic { return unsafe deterministic.sign(digest: digest, to: signature) }
            guard unsafe random.sign(digest: digest, to: signature) else { CryptoFailure.end(.noRandomness) }
        }
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
