import AttributionBase
import CAttributionOpenSSL

/// The curve NIST P-256: `P-256` in JOSE, `prime256v1` in OpenSSL.
enum P256 {
    static let size = 32

    /// The group is created once and never changes.
    static let group = CurveGroup()
}

// MARK: - The numbers of a key

extension P256 {
    static func generate() throws(CryptoFailure) -> (scalar: SecretBytes, point: [UInt8]) {
        guard let key = unsafe EC_KEY_new_by_curve_name(NID_X9_62_prime256v1) else {
            throw .raised(.missing("keys on P-256"))
        }
        defer { unsafe EC_KEY_free(key) }
        guard unsafe EC_KEY_generate_key(key) == 1 else { throw .raised(.noRandomness) }
        let number = unsafe BigNumber(owning: BN_dup(EC_KEY_get0_private_key(key)))
        let scalar = SecretBytes(count: P256.size) { number.write(to: $0) }
        let numbers = NumberContext(isSecret: true)
        return unsafe (scalar, P256.group.octets(of: EC_KEY_get0_public_key(key), numbers))
    }

    /// Returns the uncompressed point scalar·G.
    static func point(of scalar: SecretBytes) throws(KeyError) -> [UInt8] {
        defer { drainErrors() }
        let number = number(of: scalar)
        guard !number.isZero, number.isBelow(P256.group.order) else { throw .scalarOutOfRange }
        let numbers = NumberContext(isSecret: true)
        let point = CurvePoint()
        guard (try? P256.group.multiplyGenerator(by: number, to: point, numbers)) != nil else {
            _ = CryptoFailure.raised(.failed)
            throw .unsupportedCurve(.p256)
        }
        return P256.group.octets(of: point, numbers)
    }

    static func number(of scalar: SecretBytes) -> BigNumber {
        let number = MutableNumber(isSecret: true)
        CryptoFailure.needMemory(
            (try? scalar.withBytes { bytes throws(CallFailure) in try number.set(bytes) }) != nil)
        return number
    }

    /// Checks a point in any of the forms of SEC 1 §2.3.3 and returns it uncompressed.
    static func uncompressed(_ octets: [UInt8]) throws(KeyError) -> [UInt8] {
        defer { drainErrors() }
        let numbers = NumberContext(isSecret: false)
        let point = CurvePoint()
        do throws(CallFailure) {
            try P256.group.set(point, to: octets, numbers)
        } catch {
            throw .pointNotOnCurve
        }
        guard !P256.group.isAtInfinity(point) else { throw .pointNotOnCurve }
        return P256.group.octets(of: point, numbers)
    }
}

// MARK: - Encoding of keys as DER

// Because all keys have the same lengths, each form consists of fixed bytes around the numbers.
extension P256 {
    /// `SEQUENCE { OID id-ecPublicKey, OID prime256v1 }` (RFC 5480 §2.1.1).
    private static let algorithm: [UInt8] = [
        0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
    ]

    /// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
    static func spki(point: [UInt8]) -> [UInt8] { spkiPrefix + point }

    static let spkiPrefix: [UInt8] = [0x30, 0x59] + algorithm + [0x03, 0x42, 0x00]

    /// Returns the uncompressed point of a SubjectPublicKeyInfo that names the curve; nil for any other form. The point is not checked.
    static func point(ofSPKI bytes: ByteView) -> [UInt8]? {
        let count = 1 + 2 * P256.size
        guard bytes.count == spkiPrefix.count + count, bytes.starts(with: spkiPrefix) else { return nil }
        let point = Array(bytes.suffix(count))
        return point.first == 0x04 ? point : nil
    }

    /// ECPrivateKey with curve and public half (RFC 5915 §3).
    static func sec1(scalar: SecretBytes, point: [UInt8]) -> SecretBytes {
        let curve = algorithm[11...]
        return joined(
            [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20], scalar,
            [0xa0, 0x0a] + curve + [0xa1, 0x44, 0x03, 0x42, 0x00] + point)
    }

    /// PrivateKeyInfo around an ECPrivateKey (RFC 5208 §5, RFC 5958 §2).
    static func pkcs8(scalar: SecretBytes, point: [UInt8]) -> SecretBytes {
        joined(
            [0x30, 0x81, 0x87, 0x02, 0x01, 0x00] + algorithm + [0x04, 0x6d, 0x30, 0x6b, 0x02, 0x01, 0x01, 0x04, 0x20],
            scalar, [0xa1, 0x44, 0x03, 0x42, 0x00] + point)
    }

    /// Concatenates public bytes and a secret, without leaving another copy of the secret in memory.
    private static func joined(_ head: [UInt8], _ secret: SecretBytes, _ tail: [UInt8]) -> SecretBytes {
        SecretBytes(count: head.count + secret.count + tail.count) { target in
            target.copy(head, to: 0)
            target.copy(secret, to: head.count)
            target.copy(tail, to: head.count + secret.count)
        }
    }
}

/// Empties OpenSSL's error queue, so that an old error cannot be mistaken for that of a later call. Ends the process if one of the errors
/// is a lack of memory, because a valid key or signature would otherwise appear invalid.
func drainErrors() {
    while true {
        let error = ERR_get_error()
        if error == 0 { return }
        if ERR_GET_REASON(error) == LibCrypto.outOfMemory { CryptoFailure.end(.outOfMemory) }
    }
}
