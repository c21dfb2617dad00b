import AttributionBytes

/// A verifier that checks many signatures of one P-192 key and keeps its contexts between them. Use one per thread.
package struct P192Verifier: ~Copyable {
    private let verifier: ECKeyVerifier
    private let hasher = SHA256()

    /// Creates a verifier for one key.
    package init(_ key: P192PublicKey) { verifier = ECKeyVerifier(key.handle, on: .p192) }

    /// Whether the private half of the key made a DER signature of `message`.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        unsafe der.withBytes { der in
            unsafe message.withBytes { message in isValid(der, for: message) }
        }
    }

    /// Whether the private half of the key made a DER signature of `message`.
    package func isValid(_ der: ByteView, for message: ByteView) -> Bool {
        let curve = SignatureCurve.p192
        let room = curve.rawCount + SHA256.count
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { scratch in
            guard let raw = scratch.baseAddress else { return false }
            do throws(DERSignatureError) {
                try unsafe DERSignature.read(der, on: curve, to: raw)
            } catch {
                return false
            }
            let digest = unsafe raw + curve.rawCount
            unsafe hasher.hash(message, to: digest)
            return unsafe verifier.isValid(raw, digest: digest)
        }
    }
}

extension P192PublicKey {
    /// Whether the private half of this key made a signature, the DER sequence of r and s, of `message`.
    ///
    /// Any other encoding is invalid; ``DERSignature/rawRepresentation(of:on:)`` says why. For many signatures, use
    /// ``P192Verifier``.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        P192Verifier(self).isValidSignature(derRepresentation: der, for: message)
    }
}
