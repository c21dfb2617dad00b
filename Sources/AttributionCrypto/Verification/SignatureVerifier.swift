import AttributionBase

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
        unsafe rawSignature.withBytes { signature in
            unsafe message.withBytes { isValid(signature, for: $0) }
        }
    }

    /// Whether the private half of the key made a signature (64 bytes, r then s) of `message`.
    package func isValid(_ signature: ByteView, for message: ByteView) -> Bool {
        unsafe isValid(signature, digest: hasher.hash(message))
    }

    /// Whether the private half of the key made a signature (64 bytes, r then s) of a message with this SHA-256 digest
    /// of 32 bytes.
    package func isValid(_ signature: ByteView, digest: ByteView) -> Bool {
        verifier.isValid(signature, digest: digest)
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
