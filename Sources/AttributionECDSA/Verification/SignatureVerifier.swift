import AttributionBytes

/// A verifier that checks many signatures of one key and keeps its contexts between them. Use one per thread.
package struct SignatureVerifier: ~Copyable {
    /// The key that checks signatures.
    package let publicKey: P256PublicKey
    private let verifier: ECKeyVerifier
    private let hasher = SHA256()

    /// Creates a verifier for one key.
    package init(_ publicKey: P256PublicKey) {
        self.publicKey = publicKey
        verifier = ECKeyVerifier(publicKey.handle, on: .p256)
    }

    /// Whether the private half of the key made a signature (64 bytes, r then s) of `message`.
    package func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        guard rawSignature.count == RawSignature.count else { return false }
        return unsafe rawSignature.withUnsafeBufferPointer { signature in
            guard let base = signature.baseAddress else { return false }
            return unsafe message.withBytes { unsafe isValid(base, for: $0) }
        }
    }

    /// Whether the private half of the key made the 64 bytes at `signature` as a signature of `message`.
    package func isValid(_ signature: UnsafePointer<UInt8>, for message: ByteView) -> Bool {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA256.count) { digest in
            guard let digest = digest.baseAddress else { return false }
            unsafe hasher.hash(message, to: digest)
            return unsafe isValid(signature, digest: digest)
        }
    }

    /// Whether the private half of the key made the 64 bytes at `signature` as a signature of a message with this
    /// SHA-256 digest.
    package func isValid(_ signature: UnsafePointer<UInt8>, digest: UnsafePointer<UInt8>) -> Bool {
        unsafe verifier.isValid(signature, digest: digest)
    }
}

extension P256PublicKey {
    /// Whether the private half of this key made a signature (64 bytes, r then s) of `message`.
    ///
    /// A signature of any other length, or with r or s outside 1…n−1, is invalid. For many signatures, use
    /// ``SignatureVerifier``.
    package func isValidSignature(_ rawSignature: [UInt8], for message: [UInt8]) -> Bool {
        SignatureVerifier(self).isValidSignature(rawSignature, for: message)
    }

    /// Whether the private half of this key made a signature, the DER sequence of r and s, of `message`. Any other
    /// encoding is invalid; ``DERSignature/rawRepresentation(of:on:)`` says why.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        guard let raw = try? DERSignature.rawRepresentation(of: der) else { return false }
        return isValidSignature(raw, for: message)
    }
}
