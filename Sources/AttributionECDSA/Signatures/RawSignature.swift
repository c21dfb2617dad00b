import AttributionBytes
import CAttributionOpenSSL

/// Raw signatures, as in JWS: r then s, 32 big-endian bytes each (RFC 7518 §3.4).
package enum RawSignature {
    /// The length of a raw signature in bytes: r and s, 32 each.
    package static let count = 2 * P256.size

    /// Whether r and s are both in 1…n−1. No key can produce other values.
    package static func isInRange(_ signature: [UInt8]) -> Bool {
        guard signature.count == count else { return false }
        return unsafe signature.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return unsafe isInRange(base)
        }
    }

    /// Whether r and s are both in 1…n−1.
    package static func isInRange(_ signature: ByteView) -> Bool {
        guard signature.count == count, let base = unsafe signature.memory.baseAddress else { return false }
        return unsafe isInRange(base.assumingMemoryBound(to: UInt8.self))
    }

    static func isInRange(_ signature: UnsafePointer<UInt8>) -> Bool {
        unsafe P256.isScalar(signature) && P256.isScalar(signature + P256.size)
    }

    /// The order n of the group, 32 big-endian bytes. r and s are below it.
    package static var order: [UInt8] { P256.order }

    static func write(_ parsed: OpaquePointer, to signature: UnsafeMutablePointer<UInt8>) -> Bool {
        let size = Int32(P256.size)
        return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(parsed), signature, size) == size
            && BN_bn2binpad(ECDSA_SIG_get0_s(parsed), signature + P256.size, size) == size
    }

    /// Whether bytes look like the DER form, which most libraries produce and JWS does not accept.
    package static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
        (8...SignatureCurve.p256.maximumDERCount).contains(bytes.count) && bytes[0] == 0x30
            && Int(bytes[1]) == bytes.count - 2 && bytes[2] == 0x02
    }
}
