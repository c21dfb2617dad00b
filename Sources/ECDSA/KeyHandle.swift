import COpenSSL

/// Owns OpenSSL's form of a key. It is never changed after it was made, so threads may share it.
@safe
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Makes a key from its numbers: a point on the curve, uncompressed, and the private scalar if it has one.
    convenience init(point: [UInt8], scalar: SecretBytes?) throws(KeyError) {
        defer { drainErrors() }
        let made: OpaquePointer?
        if let scalar {
            unsafe made = P256DER.sec1(scalar: scalar, point: point).withUnsafeBytes { der in
                var input = unsafe der.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &input, der.count)
            }
        } else {
            unsafe made = P256DER.spki(point: point).withUnsafeBufferPointer { der in
                var input = der.baseAddress
                return unsafe d2i_PUBKEY(nil, &input, der.count)
            }
        }
        // Lengths and scalar were checked by the callers: what is left is the point.
        guard let made = unsafe made else { throw .pointNotOnCurve }
        unsafe self.init(owning: made)
    }
}

/// The numbers a key consists of, and the point that belongs to a scalar.
enum KeyNumbers {
    /// The private scalar of a fresh key.
    static func generate() -> (scalar: SecretBytes, point: [UInt8]) {
        guard let key = unsafe EC_KEY_new_by_curve_name(NID_X9_62_prime256v1) else { fatalError("out of memory") }
        defer { unsafe EC_KEY_free(key) }
        guard unsafe EC_KEY_generate_key(key) == 1 else { fatalError("libcrypto has no randomness") }
        let scalar = unsafe SecretBytes(count: P256.size) { target in
            unsafe BN_bn2binpad(
                EC_KEY_get0_private_key(key), target.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(P256.size))
        }
        return unsafe (scalar, octets(of: EC_KEY_get0_public_key(key)))
    }

    /// The uncompressed point scalar·G.
    static func point(of scalar: SecretBytes) throws(KeyError) -> [UInt8] {
        defer { drainErrors() }
        let number = unsafe number(of: scalar)
        defer { unsafe BN_clear_free(number) }
        let group = unsafe P256.group.pointer
        let isInRange = unsafe BN_is_zero(number) == 0 && BN_cmp(number, EC_GROUP_get0_order(group)) < 0
        guard isInRange else { throw .scalarOutOfRange }
        let point = unsafe EC_POINT_new(group)
        defer { unsafe EC_POINT_free(point) }
        guard unsafe EC_POINT_mul(group, point, number, nil, nil, nil) == 1 else { throw .scalarOutOfRange }
        return unsafe octets(of: point)
    }

    /// A scalar as a number that its owner frees with `BN_clear_free`.
    static func number(of scalar: SecretBytes) -> OpaquePointer? {
        let number = unsafe BN_secure_new()
        return unsafe scalar.withUnsafeBytes { unsafe BN_bin2bn($0.baseAddress, Int32($0.count), number) }
    }

    /// Checks a point given in any of the forms of SEC 1 §2.3.3 and returns it uncompressed.
    static func uncompressed(_ octets: [UInt8]) throws(KeyError) -> [UInt8] {
        defer { drainErrors() }
        let group = unsafe P256.group.pointer
        let point = unsafe EC_POINT_new(group)
        defer { unsafe EC_POINT_free(point) }
        let isOnCurve = unsafe octets.withUnsafeBufferPointer {
            unsafe EC_POINT_oct2point(group, point, $0.baseAddress, $0.count, nil) == 1
                && EC_POINT_is_at_infinity(group, point) == 0
        }
        guard isOnCurve else { throw .pointNotOnCurve }
        return unsafe Self.octets(of: point)
    }

    private static func octets(of point: OpaquePointer?) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 + 2 * P256.size) { buffer, count in
            count = unsafe EC_POINT_point2oct(
                P256.group.pointer, point, POINT_CONVERSION_UNCOMPRESSED, buffer.baseAddress, buffer.count, nil)
        }
    }
}
