import COpenSSL

/// Checks many signatures of one key, keeping its contexts between them. One a thread.
@safe
public struct SignatureVerifier: ~Copyable {
    public let publicKey: P256PublicKey
    private let context: OpaquePointer
    private let hasher = SHA256()

    public init(_ publicKey: P256PublicKey) {
        self.publicKey = publicKey
        guard let context = unsafe EVP_PKEY_CTX_new(publicKey.handle.pointer, nil),
            unsafe EVP_PKEY_verify_init(context) == 1
        else { fatalError("out of memory") }
        unsafe self.context = unsafe context
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }

    /// Whether a signature of 64 bytes, r then s, was made of `message` by the key's private half.
    public func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        guard rawSignature.count == RawSignature.count else { return false }
        return unsafe rawSignature.withUnsafeBufferPointer { signature in
            guard let base = signature.baseAddress else { return false }
            return unsafe message.withUnsafeBytes { unsafe isValid(base, for: $0) }
        }
    }

    /// The same for 64 bytes at `signature`.
    package func isValid(_ signature: UnsafePointer<UInt8>, for message: UnsafeRawBufferPointer) -> Bool {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA256.count) { digest in
            guard let digest = digest.baseAddress else { return false }
            unsafe hasher.hash(message, to: digest)
            return unsafe isValid(signature, digest: digest)
        }
    }

    /// The same for the SHA-256 digest of a message.
    package func isValid(_ signature: UnsafePointer<UInt8>, digest: UnsafePointer<UInt8>) -> Bool {
        guard unsafe RawSignature.isInRange(signature) else { return false }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: RawSignature.maximumDERCount) { der in
            guard let der = der.baseAddress else { return false }
            let count = unsafe RawSignature.writeDER(signature, to: der)
            let verdict = unsafe EVP_PKEY_verify(context, der, count, digest, SHA256.count)
            if verdict != 1 { drainErrors() }
            return verdict == 1
        }
    }
}
