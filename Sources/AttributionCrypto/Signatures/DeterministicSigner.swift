import AttributionBase
import CAttributionOpenSSL

/// A signer that derives the nonce from key and message, according to RFC 6979 with SHA-256 and P-256.
///
/// The nonce, its inverse and the state from which they are derived are as secret as the key. Their memory is erased after each signature,
/// and they are processed in constant time.
final class DeterministicSigner {
    private let scalar: SecretBytes
    private let signer: ECKeySigner
    private let mac = HMACSHA256()
    private let numbers = NumberContext(isSecret: true)
    private let moduloOrder: Montgomery
    private let orderLessTwo: BigNumber
    private let nonce = MutableNumber(isSecret: true)
    private let inverse = MutableNumber(isSecret: true)
    private let r = MutableNumber(isSecret: false)
    private let point = CurvePoint()
    /// K, V, the reduced digest and the candidate nonce, 32 bytes each, followed by the input of an HMAC.
    private let state = SecretMemory(count: DeterministicSigner.message + 3 * P256.size + 1)

    init(_ key: P256PrivateKey) {
        scalar = key.scalar
        signer = ECKeySigner(key)
        moduloOrder = Montgomery(modulus: P256.group.order, numbers)
        let order = MutableNumber(copying: P256.group.order)
        CryptoFailure.needMemory((try? order.subtract(2)) != nil)
        orderLessTwo = order
    }

    /// Appends the signature, r then s, for a digest of 32 bytes.
    func sign(digest: ByteView, to signature: inout ByteBuffer) throws(CryptoFailure) {
        defer { state.erase() }
        startNonces(digest: digest)
        // Only about one in 2³² candidates must be rejected.
        while true {
            setNextNonce()
            if try signWithNonce(digest: digest, to: &signature) { return }
            rejectNonce()
        }
    }

    // MARK: - The nonce (RFC 6979 §3.2)

    // The offsets of the parts of the state.
    private static let k = 0
    private static let v = P256.size
    private static let reduced = 2 * P256.size
    private static let candidate = 3 * P256.size
    private static let message = 4 * P256.size

    /// Performs steps b to g of RFC 6979 §3.2.
    private func startNonces(digest: ByteView) {
        reduce(digest)
        state.fill(Self.v..<Self.v + P256.size, with: 1)
        state.fill(Self.k..<Self.k + P256.size, with: 0)
        for round: UInt8 in [0, 1] {
            state.copy(Self.v, count: P256.size, to: Self.message)
            state[Self.message + P256.size] = round
            state.copy(scalar, to: Self.message + P256.size + 1)
            state.copy(Self.reduced, count: P256.size, to: Self.message + 2 * P256.size + 1)
            authenticate(Self.message, count: 3 * P256.size + 1, to: Self.k)
            authenticate(Self.v, count: P256.size, to: Self.v)
        }
    }

    /// Performs `bits2octets` of RFC 6979: the digest modulo n. The digest is below 2²⁵⁶ < 2n, so a single subtraction suffices.
    private func reduce(_ digest: ByteView) {
        state.copy(digest, to: Self.reduced)
        // The digest is public, so a comparison in variable time discloses nothing.
        guard !digest.lexicographicallyPrecedes(SignatureCurve.orderOfP256) else { return }
        var borrow = 0
        for offset in (0..<P256.size).reversed() {
            let value = Int(digest[offset]) - Int(SignatureCurve.orderOfP256[offset]) - borrow
            borrow = value < 0 ? 1 : 0
            state[Self.reduced + offset] = UInt8(truncatingIfNeeded: value)
        }
    }

    /// Performs step h of RFC 6979 §3.2: the next V becomes the candidate. ``rejectNonce()`` updates K and V if it must be rejected.
    private func setNextNonce() {
        authenticate(Self.v, count: P256.size, to: Self.v)
        state.copy(Self.v, count: P256.size, to: Self.candidate)
    }

    private func rejectNonce() {
        state.copy(Self.v, count: P256.size, to: Self.message)
        state[Self.message + P256.size] = 0
        authenticate(Self.message, count: P256.size + 1, to: Self.k)
        authenticate(Self.v, count: P256.size, to: Self.v)
    }

    /// Computes the HMAC of a part of the state with the key K.
    private func authenticate(_ start: Int, count: Int, to tag: Int) {
        mac.authenticate(
            state[start..<start + count], key: state[Self.k..<Self.k + P256.size], to: state, at: tag)
    }

    // MARK: - The signature

    /// Signs with the candidate nonce. Returns false if it is not in 1…n−1, or if r or s would be zero.
    private func signWithNonce(
        digest: ByteView, to signature: inout ByteBuffer
    ) throws(CryptoFailure) -> Bool {
        defer {
            nonce.erase()
            inverse.erase()
            drainErrors()
        }
        do throws(CallFailure) {
            try nonce.set(state[Self.candidate..<Self.candidate + P256.size])
            guard !nonce.isZero, nonce.isBelow(P256.group.order) else { return false }
            try P256.group.multiplyGenerator(by: nonce, to: point, numbers)
            try P256.group.readX(of: point, to: r, numbers)
            try r.reduce(modulo: P256.group.order, numbers)
            guard !r.isZero else { return false }
            // By Fermat's little theorem, k^(n-2) is the inverse of k, because n is prime.
            try moduloOrder.raise(nonce, to: orderLessTwo, result: inverse, numbers)
        } catch {
            // Another nonce would not help, and retrying might never end.
            throw failure()
        }
        if signer.sign(digest: digest, inverse: inverse, r: r, to: &signature) { return true }
        // If the nonce is the reason, s is zero. Any other failure is thrown.
        guard ERR_GET_REASON(ERR_peek_last_error()) == EC_R_NEED_NEW_SETUP_VALUES else { throw failure() }
        return false
    }

    /// Erases the nonce, from which the key could be computed, before a program ends: its handler may write a core file.
    private func failure() -> CryptoFailure {
        nonce.erase()
        inverse.erase()
        state.erase()
        return .raised(.failed)
    }
}
