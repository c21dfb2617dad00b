import CAttributionOpenSSL

/// A verifier that checks many signatures of one P-192 key and keeps its contexts between them. Use one per thread.
@safe
package struct P192Verifier: ~Copyable {
    private let key: P192PublicKey
    private let context: OpaquePointer
    private let hasher = SHA256()

    /// Returns nil if libcrypto cannot verify with this key.
    package init?(_ key: P192PublicKey) {
        defer { drainErrors() }
        guard let context = unsafe EVP_PKEY_CTX_new(key.handle.pointer, nil) else { return nil }
        guard unsafe EVP_PKEY_verify_init(context) == 1 else {
            unsafe EVP_PKEY_CTX_free(context)
            return nil
        }
        self.key = key
        unsafe self.context = unsafe context
    }

    deinit { unsafe EVP_PKEY_CTX_free(context) }

    /// Whether the private half of the key made a DER signature of `message`.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        unsafe der.withUnsafeBytes { der in
            unsafe message.withUnsafeBytes { message in unsafe isValid(der, for: message) }
        }
    }

    /// Whether the private half of the key made a DER signature of `message`.
    package func isValid(_ der: UnsafeRawBufferPointer, for message: UnsafeRawBufferPointer) -> Bool {
        let curve = SignatureCurve.p192
        let room = curve.rawCount + SHA256.count
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { scratch in
            guard let raw = scratch.baseAddress, let signature = der.baseAddress else { return false }
            do throws(DERSignatureError) {
                try unsafe DERSignature.read(der, on: curve, to: raw)
            } catch {
                return false
            }
            let digest = unsafe raw + curve.rawCount
            unsafe hasher.hash(message, to: digest)
            // ECDSA itself takes the leftmost 192 bits of the digest (SEC 1 §4.1.4).
            let verdict = unsafe EVP_PKEY_verify(
                context, signature.assumingMemoryBound(to: UInt8.self), der.count, digest, SHA256.count)
            if verdict != 1 { drainErrors() }
            return verdict == 1
        }
    }
}

extension P192PublicKey {
    /// Whether the private half of this key made a signature, the DER sequence of r and s, of `message`.
    ///
    /// Any other encoding is invalid; ``DERSignature/rawRepresentation(of:on:)`` says why. For many signatures, use
    /// ``P192Verifier``.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        P192Verifier(self)?.isValidSignature(derRepresentation: der, for: message) ?? false
    }
}
