import AttributionBase

/// A verifier that checks many signatures of one P-192 key and keeps its contexts between them. Use one per thread.
package struct P192Verifier: ~Copyable {
    private let verifier: ECKeyVerifier
    private let hasher = SHA256()
    private var raw = ByteBuffer(capacity: SignatureCurve.p192.rawCount)

    /// Creates a verifier for one key.
    package init(_ key: P192PublicKey) { verifier = ECKeyVerifier(key.handle, on: .p192) }

    /// Whether the private half of the key made a DER signature of `message`.
    package mutating func isValid(_ der: ByteView, for message: ByteView) -> Bool {
        raw.removeAll()
        guard (try? DERSignature.read(der, on: .p192, to: &raw)) != nil else { return false }
        return unsafe verifier.isValid(raw.bytes, digest: hasher.hash(message))
    }
}

extension P192PublicKey {
    /// Whether the private half of this key made a signature, the DER sequence of r and s, of `message`.
    ///
    /// Any other encoding is invalid; ``DERSignature/rawRepresentation(of:on:)`` says why. For many signatures, use
    /// ``P192Verifier``.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        var verifier = P192Verifier(self)
        return unsafe der.withBytes { der in
            unsafe message.withBytes { verifier.isValid(der, for: $0) }
        }
    }
}
