import AttributionBase
import CAttributionOpenSSL

/// The owner of a key in OpenSSL's form. The key never changes after it was created, so threads may share it.
@safe
final class KeyHandle: @unchecked Sendable {
    /// The key in OpenSSL's form. Threads may share it, because it never changes.
    @safe
    private struct Made: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let made: Locked<Made?>
    /// The point of an embedded key, whose OpenSSL form is created on first use.
    private let constant: [UInt8]

    private init(owning pointer: OpaquePointer) {
        made = unsafe Locked(Made(pointer: pointer))
        constant = []
    }

    /// Creates an embedded public key from a point that is known to be on the curve. Its OpenSSL form is created on first use, because most
    /// runs use at most one of these keys.
    init(constant point: [UInt8]) {
        made = Locked(nil)
        constant = point
    }

    deinit { unsafe EC_KEY_free(made.withLock { $0 }?.pointer) }

    /// The key in OpenSSL's form; nil for an embedded key that libcrypto does not support, which then has made no signature.
    var pointer: OpaquePointer? {
        let key = made.withLock { made -> Made? in
            if let made { return made }
            guard LibCrypto.offersECDSA, let key = unsafe Self.key(on: .p256) else {
                _ = CryptoFailure.raised(.missing("keys on P-256"))
                return nil
            }
            CryptoFailure.needMemory(unsafe EC_KEY_oct2key(key, constant, constant.count, nil) == 1)
            let new = unsafe Made(pointer: key)
            made = new
            return new
        }
        return unsafe key?.pointer
    }

    /// Creates a key from a point, with the private scalar of a P-256 key if given.
    convenience init(
        point: [UInt8], scalar: SecretBytes? = nil, on curve: SignatureCurve = .p256
    ) throws(KeyError) {
        defer { drainErrors() }
        guard LibCrypto.offersECDSA, let key = unsafe Self.key(on: curve) else { throw .unsupportedCurve(curve) }
        unsafe self.init(owning: key)
        // The key is set from numbers, because parsing DER would leave copies of the scalar in memory. OpenSSL erases the numbers that it
        // keeps.
        if let scalar {
            let number = P256.number(of: scalar)
            CryptoFailure.needMemory(unsafe EC_KEY_set_private_key(key, number.pointer) == 1)
        }
        guard unsafe EC_KEY_oct2key(key, point, point.count, nil) == 1 else { throw .pointNotOnCurve }
    }

    /// Returns an empty key on a curve; nil if libcrypto lacks the curve.
    private static func key(on curve: SignatureCurve) -> OpaquePointer? {
        switch curve {
        case .p192: return unsafe EC_KEY_new_by_curve_name(NID_X9_62_prime192v1)
        case .p256:
            // Copying the existing group is faster than creating it again by name.
            guard let key = unsafe EC_KEY_new(), unsafe EC_KEY_set_group(key, P256.group.pointer) == 1 else {
                CryptoFailure.end(.outOfMemory)
            }
            return unsafe key
        }
    }
}
