import AttributionBase

/// Raw signatures, as in JWS: r then s, 32 big-endian bytes each (RFC 7518 §3.4).
package enum RawSignature {
    /// The length of a raw signature in bytes: r and s, 32 each.
    package static let count = 2 * P256.size

    /// Whether r and s are both in 1…n−1. No key can produce other values.
    package static func isInRange(_ signature: [UInt8]) -> Bool { unsafe signature.withBytes { isInRange($0) } }

    /// Whether r and s are both in 1…n−1.
    package static func isInRange(_ signature: ByteView) -> Bool { SignatureCurve.p256.isInRange(signature) }

    /// The order n of the group, 32 big-endian bytes. r and s are below it.
    package static var order: [UInt8] { P256.order }

    /// Returns a signature of 65 or 66 bytes without the zero byte before r, s or both that keeps a number with a high bit
    /// positive, as in Java's `BigInteger`; nil for any other bytes.
    package static func withoutSignBytes(_ bytes: [UInt8]) -> [UInt8]? {
        let half = count / 2
        guard bytes.count > count, bytes.count <= count + 2 else { return nil }
        var rest = bytes[...]
        func takeNumber() -> ArraySlice<UInt8> {
            let hasSign = rest.count > half && rest[rest.startIndex] == 0 && rest[rest.startIndex + 1] >= 0x80
            if hasSign { rest = rest.dropFirst() }
            defer { rest = rest.dropFirst(half) }
            return rest.prefix(half)
        }
        let raw = Array(takeNumber() + takeNumber())
        return rest.isEmpty && raw.count == count ? raw : nil
    }

    /// Whether bytes look like the DER form, which most libraries produce and JWS does not accept.
    package static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
        (8...SignatureCurve.p256.maximumDERCount).contains(bytes.count) && bytes[0] == 0x30
            && Int(bytes[1]) == bytes.count - 2 && bytes[2] == 0x02
    }
}
