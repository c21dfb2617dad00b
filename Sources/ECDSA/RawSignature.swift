import COpenSSL

/// A signature as JWS carries it: r then s, 32 big-endian bytes each (RFC 7518 §3.4).
public enum RawSignature {
    public static let count = 2 * P256.size

    /// Whether both halves are numbers of 1…n−1, without which no key can have made them.
    public static func isInRange(_ signature: [UInt8]) -> Bool {
        guard signature.count == count else { return false }
        return unsafe signature.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return unsafe isInRange(base)
        }
    }

    /// The same for the bytes of a buffer.
    package static func isInRange(_ signature: UnsafeRawBufferPointer) -> Bool {
        guard signature.count == count, let base = signature.baseAddress else { return false }
        return unsafe isInRange(base.assumingMemoryBound(to: UInt8.self))
    }

    static func isInRange(_ signature: UnsafePointer<UInt8>) -> Bool {
        unsafe P256.isScalar(signature) && P256.isScalar(signature + P256.size)
    }

    /// The order n of the group, 32 big-endian bytes: the bound that r and s lie below.
    package static var order: [UInt8] { P256.order }

    /// The DER form of a raw signature (RFC 3279 §2.2.3).
    package static func derRepresentation(of signature: [UInt8]) -> [UInt8] {
        guard signature.count == count else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: maximumDERCount) { buffer, written in
            guard let target = buffer.baseAddress else { return }
            written = unsafe signature.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress else { return 0 }
                return unsafe writeDER(source, to: target)
            }
        }
    }

    /// The longest DER form: a sequence of two integers of up to 33 bytes.
    static let maximumDERCount = 72

    /// Writes the DER form that OpenSSL takes (RFC 3279 §2.2.3) and returns its length.
    static func writeDER(_ signature: UnsafePointer<UInt8>, to der: UnsafeMutablePointer<UInt8>) -> Int {
        var at = 2
        for half in 0..<2 {
            var digits = unsafe signature + half * P256.size
            var length = P256.size
            while length > 1, unsafe digits[0] == 0 {
                unsafe digits += 1
                length -= 1
            }
            let padding = unsafe digits[0] >= 0x80 ? 1 : 0
            unsafe der[at] = 0x02
            unsafe der[at + 1] = UInt8(length + padding)
            unsafe der[at + 2] = 0
            unsafe (der + at + 2 + padding).update(from: digits, count: length)
            at += 2 + padding + length
        }
        unsafe der[0] = 0x30
        unsafe der[1] = UInt8(at - 2)
        return at
    }

    /// Reads the DER form that OpenSSL made into r then s.
    static func readDER(_ der: UnsafePointer<UInt8>, count: Int, to signature: UnsafeMutablePointer<UInt8>) -> Bool {
        var input: UnsafePointer<UInt8>? = unsafe der
        guard let parsed = unsafe d2i_ECDSA_SIG(nil, &input, count) else { return false }
        defer { unsafe ECDSA_SIG_free(parsed) }
        return unsafe write(parsed, to: signature)
    }

    static func write(_ parsed: OpaquePointer, to signature: UnsafeMutablePointer<UInt8>) -> Bool {
        let size = Int32(P256.size)
        return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(parsed), signature, size) == size
            && BN_bn2binpad(ECDSA_SIG_get0_s(parsed), signature + P256.size, size) == size
    }

    /// Whether bytes look like the DER form, which is what most libraries hand out and JWS does not take.
    public static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 8 && bytes.count <= maximumDERCount && bytes[0] == 0x30 && Int(bytes[1]) == bytes.count - 2
            && bytes[2] == 0x02
    }
}
