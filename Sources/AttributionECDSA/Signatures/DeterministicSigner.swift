import AttributionBytes
import CAttributionOpenSSL

/// A signer that derives the nonce from key and message: RFC 6979 with SHA-256 and P-256.
///
/// The nonce, its inverse and the state they come from are as secret as the key. They are stored in memory that is
/// erased after each signature, and processed in constant time.
@safe
final class DeterministicSigner {
    private let scalar: SecretBytes
    private let signer: ECKeySigner
    private let mac = HMACSHA256()
    private let numbers: OpaquePointer
    private let montgomery: OpaquePointer
    private let order: OpaquePointer
    private let orderLessTwo: OpaquePointer
    private let point: OpaquePointer
    /// K, V, the reduced digest and the candidate nonce, 32 bytes each, then the input of one HMAC.
    private let state: UnsafeMutablePointer<UInt8>
    private static let stateCount = 4 * P256.size + 3 * P256.size + 1

    init(_ key: P256PrivateKey) {
        scalar = key.scalar
        let group = unsafe P256.group.pointer
        signer = ECKeySigner(key)
        guard let numbers = unsafe BN_CTX_secure_new(),
            let montgomery = unsafe BN_MONT_CTX_new(),
            let order = unsafe BN_dup(EC_GROUP_get0_order(group)),
            let orderLessTwo = unsafe BN_dup(order),
            let point = unsafe EC_POINT_new(group),
            let state = unsafe CRYPTO_malloc(Self.stateCount, #file, Int32(#line))
        else { CryptoFailure.end(.outOfMemory) }
        let isReady = unsafe BN_sub_word(orderLessTwo, 2) == 1 && BN_MONT_CTX_set(montgomery, order, numbers) == 1
        guard isReady else { CryptoFailure.end(.outOfMemory) }
        unsafe self.numbers = unsafe numbers
        unsafe self.montgomery = unsafe montgomery
        unsafe self.order = unsafe order
        unsafe self.orderLessTwo = unsafe orderLessTwo
        unsafe self.point = unsafe point
        unsafe self.state = unsafe state.assumingMemoryBound(to: UInt8.self)
    }

    deinit {
        unsafe CRYPTO_clear_free(state, Self.stateCount, #file, Int32(#line))
        unsafe EC_POINT_clear_free(point)
        unsafe BN_free(orderLessTwo)
        unsafe BN_free(order)
        unsafe BN_MONT_CTX_free(montgomery)
        unsafe BN_CTX_free(numbers)
    }

    /// Writes the signature, r then s, of a digest of 32 bytes.
    func sign(digest: UnsafePointer<UInt8>, to signature: UnsafeMutablePointer<UInt8>) {
        defer { unsafe OPENSSL_cleanse(state, Self.stateCount) }
        unsafe startNonces(digest: digest)
        // Only about one in 2³² first candidates is unsuitable.
        while true {
            switch unsafe sign(digest: digest, nonce: nextNonce(), to: signature) {
            case .made: return
            case .unsuitable: rejectNonce()
            // Retrying with another nonce would not help, and might never end.
            case .failed: CryptoFailure.end(.failed)
            }
        }
    }

    // MARK: - The nonce (RFC 6979 §3.2)

    private var k: UnsafeMutablePointer<UInt8> { unsafe state }
    private var v: UnsafeMutablePointer<UInt8> { unsafe state + P256.size }
    private var reduced: UnsafeMutablePointer<UInt8> { unsafe state + 2 * P256.size }
    private var candidate: UnsafeMutablePointer<UInt8> { unsafe state + 3 * P256.size }
    private var message: UnsafeMutablePointer<UInt8> { unsafe state + 4 * P256.size }

    /// Performs steps b to g.
    private func startNonces(digest: UnsafePointer<UInt8>) {
        unsafe reduce(digest)
        unsafe v.update(repeating: 1, count: P256.size)
        unsafe k.update(repeating: 0, count: P256.size)
        for round: UInt8 in [0, 1] {
            unsafe message.update(from: v, count: P256.size)
            unsafe message[P256.size] = round
            unsafe scalar.withUnsafeBytes {
                unsafe UnsafeMutableRawBufferPointer(start: message + P256.size + 1, count: P256.size).copyMemory(
                    from: $0)
            }
            unsafe (message + 2 * P256.size + 1).update(from: reduced, count: P256.size)
            unsafe authenticate(message, count: 3 * P256.size + 1, to: k)
            unsafe authenticate(v, count: P256.size, to: v)
        }
    }

    /// Performs bits2octets: the digest modulo n. The digest is below 2²⁵⁶ < 2n, so one subtraction is enough.
    private func reduce(_ digest: UnsafePointer<UInt8>) {
        unsafe reduced.update(from: digest, count: P256.size)
        var borrow = 0
        var difference = [UInt8](repeating: 0, count: P256.size)
        for offset in (0..<P256.size).reversed() {
            let value = unsafe Int(digest[offset]) - Int(P256.order[offset]) - borrow
            borrow = value < 0 ? 1 : 0
            difference[offset] = UInt8(truncatingIfNeeded: value)
        }
        // The digest is public, so a branch discloses nothing.
        if borrow == 0 { unsafe reduced.update(from: difference, count: P256.size) }
    }

    /// Performs step h: returns the next V. If it is unsuitable, ``rejectNonce()`` updates K and V.
    private func nextNonce() -> UnsafeMutablePointer<UInt8> {
        unsafe authenticate(v, count: P256.size, to: v)
        unsafe candidate.update(from: v, count: P256.size)
        return unsafe candidate
    }

    private func rejectNonce() {
        unsafe message.update(from: v, count: P256.size)
        unsafe message[P256.size] = 0
        unsafe authenticate(message, count: P256.size + 1, to: k)
        unsafe authenticate(v, count: P256.size, to: v)
    }

    /// Computes HMAC-SHA-256 with the key K.
    private func authenticate(_ bytes: UnsafePointer<UInt8>, count: Int, to tag: UnsafeMutablePointer<UInt8>) {
        unsafe mac.authenticate(
            ByteView(start: bytes, count: count), key: ByteView(start: k, count: P256.size), to: tag)
    }

    // MARK: - The signature

    private enum Outcome {
        case made
        /// The nonce is not in 1…n−1, or makes r or s zero.
        case unsuitable
        /// A call to OpenSSL failed.
        case failed
    }

    /// Signs with a given nonce.
    private func sign(
        digest: UnsafePointer<UInt8>, nonce: UnsafePointer<UInt8>, to signature: UnsafeMutablePointer<UInt8>
    ) -> Outcome {
        defer { drainErrors() }
        let group = unsafe P256.group.pointer
        unsafe BN_CTX_start(numbers)
        defer { unsafe BN_CTX_end(numbers) }
        guard let k = unsafe BN_CTX_get(numbers), let inverse = unsafe BN_CTX_get(numbers),
            let r = unsafe BN_CTX_get(numbers)
        else { return .failed }
        defer {
            unsafe BN_clear(k)
            unsafe BN_clear(inverse)
        }
        unsafe BN_set_flags(k, BN_FLG_CONSTTIME)
        guard unsafe BN_bin2bn(nonce, Int32(P256.size), k) != nil else { return .failed }
        guard unsafe BN_is_zero(k) == 0, unsafe BN_cmp(k, order) < 0 else { return .unsuitable }
        guard unsafe EC_POINT_mul(group, point, k, nil, nil, numbers) == 1,
            unsafe EC_POINT_get_affine_coordinates(group, point, r, nil, numbers) == 1,
            unsafe BN_nnmod(r, r, order, numbers) == 1
        else { return .failed }
        guard unsafe BN_is_zero(r) == 0 else { return .unsuitable }
        // By Fermat's little theorem, k^(n-2) is the inverse of k, because n is prime.
        guard unsafe BN_mod_exp_mont_consttime(inverse, k, orderLessTwo, order, numbers, montgomery) == 1 else {
            return .failed
        }
        if unsafe signer.sign(digest: digest, inverse: inverse, r: r, to: signature) { return .made }
        // A zero s is the only failure that the nonce causes.
        return ERR_GET_REASON(ERR_peek_last_error()) == EC_R_NEED_NEW_SETUP_VALUES ? .unsuitable : .failed
    }
}
