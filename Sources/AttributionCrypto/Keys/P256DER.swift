import AttributionBase
import CAttributionOpenSSL

/// Encoding of keys as DER. All P-256 keys have the same lengths, so each form is fixed bytes around the numbers.
enum P256DER {
    /// `SEQUENCE { OID id-ecPublicKey, OID prime256v1 }` (RFC 5480 §2.1.1).
    private static let algorithm: [UInt8] = [
        0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
    ]

    /// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
    static func spki(point: [UInt8]) -> [UInt8] { spkiPrefix + point }

    static let spkiPrefix: [UInt8] = [0x30, 0x59] + algorithm + [0x03, 0x42, 0x00]

    /// Returns the uncompressed point, not yet checked, of a SubjectPublicKeyInfo with the curve's name; nil if the key
    /// has any other form.
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

    /// Joins public bytes before and after a secret without leaving a copy of it in memory.
    private static func joined(_ head: [UInt8], _ secret: SecretBytes, _ tail: [UInt8]) -> SecretBytes {
        SecretBytes(count: head.count + secret.count + tail.count) { target in
            target.copy(head, to: 0)
            target.copy(secret, to: head.count)
            target.copy(tail, to: head.count + secret.count)
        }
    }
}
