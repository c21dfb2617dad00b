import COpenSSL

/// Makes many signatures with one key, keeping its contexts between them. One a thread.
@safe
public struct Signer: ~Copyable {
    /// Where the secret number of a signature comes from.
    public enum Nonce: Sendable {
        /// OpenSSL's random generator.
        case random
        /// The key and the message (RFC 6979), so that the same message gives the same signature.
        case deterministic
    }

    private let key: P256PrivateKey
    private let context: OpaquePointer
    private let hasher = SHA256()
    private let deterministic: DeterministicSigner?
    private let direct: ECKeySigner?

    public init(_ key: P256PrivateKey, nonce: Nonce = .random) {
        self.key = key
        deterministic = nonce == .deterministic ? DeterministicSigner(key) : nil
        direct = ECKeySigner(key)
        guard let context = unsafe EVP_PKEY_CTX_new(key.handle.pointer, nil), unsafe EVP_PKEY_sign_init(context) == 1
        else { fatalError("out of memory") }
        unsafe self.context = unsafe context
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }

    /// The signature of a message: 64 bytes, r then s.
    public func signature(for message: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: RawSignature.count) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe message.withUnsafeBytes { unsafe sign($0, to: base) }
            count = RawSignature.count
        }
    }

    /// Writes the 64 bytes of a message's signature.
    package func sign(_ message: UnsafeRawBufferPointer, to signature: UnsafeMutablePointer<UInt8>) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA256.count + RawSignature.maximumDERCount) {
            scratch in
            guard let digest = scratch.baseAddress else { return }
            unsafe hasher.hash(message, to: digest)
            if let deterministic {
                unsafe deterministic.sign(digest: digest, to: signature)
                return
            }
            if let made = unsafe direct?.sign(digest: digest, to: signature), made { return }
            let der = unsafe digest + SHA256.count
            var count = RawSignature.maximumDERCount
            let isMade =
                unsafe EVP_PKEY_sign(context, der, &count, digest, SHA256.count) == 1
                && RawSignature.readDER(der, count: count, to: signature)
            precondition(isMade, "libcrypto cannot sign: its random generator failed")
        }
    }
}
