import AttributionBase

/// The supported curves: P-256 for all current signatures, and P-192 for Apple's signatures of SKAdNetwork postbacks before version 2.1.
package enum SignatureCurve: Equatable, Sendable {
    case p256
    case p192

    /// The number of bytes in each of r and s: 32 or 24.
    package var halfCount: Int { self == .p256 ? 32 : 24 }

    /// The number of bytes in a raw signature, r then s: 64 or 48.
    package var rawCount: Int { 2 * halfCount }

    /// The greatest number of bytes in the DER form: 72 or 56.
    package var maximumDERCount: Int { 2 + 2 * (2 + 1 + halfCount) }

    /// The name in OpenSSL.
    var name: String { self == .p256 ? "prime256v1" : "prime192v1" }

    /// The curve's names in OpenSSL and in the standard, for messages.
    var title: String { name + (self == .p256 ? " (P-256)" : " (P-192)") }

    /// The order n of the group of P-256, big-endian (SEC 2 §2.4.2).
    static let orderOfP256: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    /// The order n of the group of P-192, big-endian (SEC 2 version 1 §2.5.2).
    private static let orderOfP192: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0x99, 0xde, 0xf8, 0x36, 0x14, 0x6b, 0xc9, 0xb1, 0xb4, 0xd2, 0x28, 0x31,
    ]

    /// Whether big-endian bytes, ``halfCount`` of them, are a number in 1…n−1. The time depends on the value, so it must be public.
    func isScalar(_ bytes: ByteView) -> Bool {
        precondition(bytes.count == halfCount, "a scalar has as many bytes as the order")
        guard bytes.contains(where: { $0 != 0 }) else { return false }
        let order = self == .p256 ? Self.orderOfP256 : Self.orderOfP192
        for offset in 0..<order.count where bytes[offset] != order[offset] { return bytes[offset] < order[offset] }
        return false
    }

    /// Whether a raw signature has the length of the curve, and r and s are both in 1…n−1.
    func isInRange(_ raw: ByteView) -> Bool {
        raw.count == rawCount && isScalar(raw.part(0..<halfCount)) && isScalar(raw.part(halfCount..<rawCount))
    }
}
