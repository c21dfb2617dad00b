import AttributionBase
import CAttributionOpenSSL

/// A verifier that checks many signatures of one key and keeps its contexts between them. Each thread needs its own.
///
/// It uses OpenSSL's older interface, which takes r and s as numbers. The newer one, EVP, looks up algorithms by name in the providers,
/// which takes longer than verifying a signature, and takes DER, which it has to parse.
@safe
package struct SignatureVerifier: ~Copyable {
    private let key: KeyHandle
    private let curve: SignatureCurve
    private let hasher = SHA256()
    private let signature: Handle
    /// r and s, which the signature object owns.
    private let r: OpaquePointer
    private let s: OpaquePointer

    package init(_ key: P256PublicKey) { self.init(key.handle, on: .p256) }

    package init(_ key: P192PublicKey) { self.init(key.handle, on: .p192) }

    private init(_ key: KeyHandle, on curve: SignatureCurve) {
        self.key = key
        self.curve = curve
        unsafe signature = Handle(ECDSA_SIG_new(), freedBy: ECDSA_SIG_free)
        guard let r = unsafe BN_new(), let s = unsafe BN_new(), unsafe ECDSA_SIG_set0(signature.pointer, r, s) == 1
        else { CryptoFailure.end(.outOfMemory) }
        unsafe (self.r, self.s) = unsafe (r, s)
    }

    /// Whether the private half of the key made a raw signature, with the length of the curve, for `message`.
    package func isValid(_ raw: ByteView, for message: ByteView) -> Bool {
        isValid(raw, digest: hasher.hash(message))
    }

    /// Whether the private half of the key made a DER signature for `message`.
    package func isValid(der: ByteView, for message: ByteView) -> Bool {
        var raw = ByteBuffer(capacity: curve.rawCount)
        guard (try? ECDSASignature.read(der, on: curve, to: &raw)) != nil else { return false }
        return raw.withBytes { isValid($0, for: message) }
    }

    package func isValid(_ raw: [UInt8], for message: [UInt8]) -> Bool {
        raw.withBytes { raw in message.withBytes { isValid(raw, for: $0) } }
    }

    package func isValid(der: [UInt8], for message: [UInt8]) -> Bool {
        der.withBytes { der in message.withBytes { isValid(der: der, for: $0) } }
    }

    /// Whether the private half of the key made a raw signature for a message with this digest of 32 bytes. A shorter curve uses only the
    /// leftmost bits of the digest (SEC 1 §4.1.4).
    package func isValid(_ raw: ByteView, digest: ByteView) -> Bool {
        guard curve.isInRange(raw), digest.count == SHA256.count, let base = unsafe raw.memory.baseAddress,
            let key = unsafe key.pointer
        else { return false }
        let size = Int32(curve.halfCount)
        let isHeld =
            unsafe BN_bin2bn(base, size, r) != nil && BN_bin2bn(base + curve.halfCount, size, s) != nil
            && ECDSA_do_verify(digest.memory.baseAddress, Int32(digest.count), signature.pointer, key) == 1
        if !isHeld { drainErrors() }
        return isHeld
    }
}

extension P256PublicKey {
    /// Whether the private half of this key made a signature (64 bytes, r then s) for `message`.
    ///
    /// A signature of any other length, or with r or s outside 1…n−1, is invalid. For many signatures, use ``SignatureVerifier``.
    package func isValidSignature(_ raw: [UInt8], for message: [UInt8]) -> Bool {
        SignatureVerifier(self).isValid(raw, for: message)
    }

    /// Whether the private half of this key made a signature, the DER sequence of r and s, for `message`. Any other encoding is invalid.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        SignatureVerifier(self).isValid(der: der, for: message)
    }
}

extension P192PublicKey {
    /// Whether the private half of this key made a signature, the DER sequence of r and s, for `message`.
    package func isValidSignature(derRepresentation der: [UInt8], for message: [UInt8]) -> Bool {
        SignatureVerifier(self).isValid(der: der, for: message)
    }
}
