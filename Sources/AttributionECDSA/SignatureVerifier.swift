import CAttributionOpenSSL

/// Checks many signatures of one key, keeping its contexts between them. One a thread.
@safe
package struct SignatureVerifier: ~Copyable {
    /// The key that signatures are checked with.
    package let publicKey: P256PublicKey
    private let context: OpaquePointer
    private let hasher = SHA256()

    /// A verifier of one key. One a thread.
    package init(_ publicKey: P256PublicKey) {
        self.publicKey = publicKey
        guard let context = unsafe EVP_PKEY_CTX_new(publicKey.handle.pointer, nil),
            unsafe EVP_PKEY_verify_init(context) == 1
        else { CryptoFailure.end(.lack(of: "ECDSA on P-256")) }
        unsafe self.context = unsafe context
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }

    /// Whether a signature of 64 bytes, r then s, was made of `message` by the key's private half.
    package func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
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
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SignatureCurve.p256.maximumDERCount) {
            der in
            guard let der = der.baseAddress else { return false }
            let count = unsafe DERSignature.write(signature, on: .p256, to: der)
            let verdict = unsafe EVP_PKEY_verify(context, der, count, digest, SHA256.count)
            if verdict != 1 { drainErrors() }
            return verdict == 1
        }
    }
}

extension P256PublicKey {
    /// Whether a signature of 64 bytes, r then s, was made of `message` by this key's private half.
    ///
    /// Any other length, and r or s outside 1…n−1, is simply not valid. For many signatures use
    /// ``SignatureVerifier``.
    package func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        SignatureVerifier(self).isValidSignature(rawSignature, for: message)
    }

    /// The same for the DER sequence of r and s. What is not its one encoding is not valid;
    /// ``DERSignature/rawRepresentation(of:on:)`` says why.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        guard let raw = try? DERSignature.rawRepresentation(of: der) else { return false }
        return isValidSignature(raw, for: message)
    }
}
