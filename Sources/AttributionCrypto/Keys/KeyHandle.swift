import AttributionBase
import CAttributionOpenSSL

/// The owner of OpenSSL's form of a key, which threads may share: once made, it never changes.
@safe
final class KeyHandle: @unchecked Sendable {
    private let made: Locked<OpaquePointer?>
    /// The point of a key that is not made before it is used.
    private let constant: [UInt8]

    private init(owning pointer: OpaquePointer) {
        unsafe made = unsafe Locked(pointer)
        constant = []
    }

    /// Creates a public key of the program's own, from a point that is known to be on the curve. Most runs use none or
    /// one of them, so each is made when it is first used.
    init(constant point: [UInt8]) {
        unsafe made = unsafe Locked(nil)
        constant = point
    }

    deinit { unsafe EC_KEY_free(made.withLock { unsafe $0 }) }

    var pointer: OpaquePointer {
        unsafe made.withLock { made in
            if let made = unsafe made { return unsafe made }
            guard LibCrypto.offersECDSA, let key = unsafe Self.key(on: .p256),
                unsafe EC_KEY_oct2key(key, constant, constant.count, nil) == 1
            else { CryptoFailure.end(.missing("keys on P-256")) }
            unsafe made = unsafe key
            return unsafe key
        }
    }

    /// Creates a key from a point, and the private scalar of P-256 if there is one.
    convenience init(
        point: [UInt8], scalar: SecretBytes? = nil, on curve: SignatureCurve = .p256
    ) throws(KeyError) {
        defer { drainErrors() }
        guard LibCrypto.offersECDSA, let key = unsafe Self.key(on: curve) else { throw .unsupportedCurve(curve) }
        unsafe self.init(owning: key)
        // Numbers, because parsing DER would leave copies of the scalar in memory. OpenSSL erases those that it keeps.
        if let scalar {
            let number = P256.number(of: scalar)
            guard unsafe EC_KEY_set_private_key(key, number.pointer) == 1 else { CryptoFailure.end(.outOfMemory) }
        }
        guard unsafe EC_KEY_oct2key(key, point, point.count, nil) == 1 else { throw .pointNotOnCurve }
    }

    /// Returns a key without numbers; nil if libcrypto lacks the curve.
    private static func key(on curve: SignatureCurve) -> OpaquePointer? {
        switch curve {
        case .p192: return unsafe EC_KEY_new_by_curve_name(NID_X9_62_prime192v1)
        case .p256:
            // A copy of the group is made faster than the group.
            guard let key = unsafe EC_KEY_new(), unsafe EC_KEY_set_group(key, P256.group.pointer) == 1 else {
                CryptoFailure.end(.outOfMemory)
            }
            return unsafe key
        }
    }
}
