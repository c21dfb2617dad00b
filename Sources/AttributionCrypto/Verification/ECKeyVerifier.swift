import AttributionBase
import CAttributionOpenSSL

/// ECDSA with one key on one curve, and the numbers of the signature at hand, which are reused for the next.
///
/// It uses OpenSSL's older interface, which takes r and s as numbers and asks no provider: that of EVP looks for its
/// algorithms by name, which takes longer than a signature, and wants DER that it parses again.
@safe
struct ECKeyVerifier: ~Copyable {
    private let key: KeyHandle
    private let curve: SignatureCurve
    private let signature: OpaquePointer
    private let r: OpaquePointer
    private let s: OpaquePointer

    init(_ key: KeyHandle, on curve: SignatureCurve) {
        self.key = key
        self.curve = curve
        guard let signature = unsafe ECDSA_SIG_new(), let r = unsafe BN_new(), let s = unsafe BN_new(),
            unsafe ECDSA_SIG_set0(signature, r, s) == 1
        else { CryptoFailure.end(.outOfMemory) }
        unsafe self.signature = unsafe signature
        unsafe self.r = unsafe r
        unsafe self.s = unsafe s
    }

    // The signature owns r and s.
    deinit { unsafe ECDSA_SIG_free(signature) }

    /// Whether the private half of the key made a raw signature, as long as the curve has it, of a message with this
    /// digest of 32 bytes. On a shorter curve, its leftmost bits count (SEC 1 §4.1.4).
    func isValid(_ raw: ByteView, digest: ByteView) -> Bool {
        guard curve.isInRange(raw), digest.count == SHA256.count, let base = unsafe raw.memory.baseAddress else {
            return false
        }
        let size = Int32(curve.halfCount)
        let isHeld =
            unsafe BN_bin2bn(base, size, r) != nil && BN_bin2bn(base + curve.halfCount, size, s) != nil
            && ECDSA_do_verify(digest.memory.baseAddress, Int32(digest.count), signature, key.pointer) == 1
        if !isHeld { drainErrors() }
        return isHeld
    }
}
