import AttributionBase

/// An ECDSA signature on P-256: two numbers r and s, both in 1…n−1.
public struct ECDSASignature: Hashable, Sendable {
    /// r then s, 32 big-endian bytes each, the form of a JWS (RFC 7518 §3.4).
    public let rawRepresentation: [UInt8]

    /// Reads a signature of 64 bytes, r then s.
    ///
    /// - Throws: `Problem` for another length, or a number that is not in 1…n−1.
    public init(rawRepresentation bytes: some Collection<UInt8>) throws(Problem) {
        let raw = Array(bytes)
        func fault(in raw: ByteView) -> ECDSASignatureError? {
            guard raw.count == Self.count else { return .wrongLength(raw.count) }
            guard SignatureCurve.p256.isScalar(raw.part(0..<P256.size)) else { return .outOfRange(.r) }
            return SignatureCurve.p256.isScalar(raw.part(P256.size..<Self.count)) ? nil : .outOfRange(.s)
        }
        if let fault = raw.withBytes(fault) { throw fault.problem }
        rawRepresentation = raw
    }

    /// Reads a signature in the form of SKAdNetwork and of most libraries: the DER sequence of r and s (RFC 3279
    /// §2.2.3). Each signature has exactly one valid DER encoding.
    ///
    /// - Throws: `Problem` for the first invalid byte.
    public init(derRepresentation der: some Collection<UInt8>) throws(Problem) {
        do throws(ECDSASignatureError) { rawRepresentation = try Self.rawRepresentation(of: Array(der)) } catch {
            throw error.problem
        }
    }

    /// Creates a signature from 64 bytes that OpenSSL has just produced.
    init(made raw: [UInt8]) { rawRepresentation = raw }

    /// The DER sequence of r and s, at most 72 bytes.
    public var derRepresentation: [UInt8] { Self.derRepresentation(ofRaw: rawRepresentation) ?? [] }
}

// MARK: - Raw signatures as bytes

extension ECDSASignature {
    /// The length of a raw signature in bytes: r and s, 32 each.
    package static let count = 2 * P256.size

    /// Whether r and s are both in 1…n−1. No key can produce other values.
    package static func isInRange(_ signature: [UInt8]) -> Bool { signature.withBytes { isInRange($0) } }

    package static func isInRange(_ signature: ByteView) -> Bool { SignatureCurve.p256.isInRange(signature) }

    /// The order n of the group, 32 big-endian bytes. r and s are below it.
    package static var order: [UInt8] { SignatureCurve.orderOfP256 }

    /// Some libraries, such as Java's `BigInteger`, put a zero byte before a number whose high bit is set. Returns a signature of 65 or 66
    /// bytes without those bytes before r, s or both; nil for any other bytes.
    package static func withoutSignBytes(_ bytes: [UInt8]) -> [UInt8]? {
        let half = count / 2
        guard bytes.count > count, bytes.count <= count + 2 else { return nil }
        var rest = bytes[...]
        func takeNumber() -> ArraySlice<UInt8> {
            // If both numbers have an additional byte, it need not be required by the high bit.
            let needsSign = bytes.count < count + 2
            let hasSign =
                rest.count > half && rest[rest.startIndex] == 0
                && (!needsSign || rest[rest.startIndex + 1] >= 0x80)
            if hasSign { rest = rest.dropFirst() }
            defer { rest = rest.dropFirst(half) }
            return rest.prefix(half)
        }
        let raw = Array(takeNumber() + takeNumber())
        return rest.isEmpty && raw.count == count ? raw : nil
    }

    /// Whether bytes look like a DER signature, which most libraries produce and JWS does not accept.
    package static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
        (8...SignatureCurve.p256.maximumDERCount).contains(bytes.count) && bytes[0] == 0x30
            && Int(bytes[1]) == bytes.count - 2 && bytes[2] == 0x02
    }
}

// MARK: - DER as bytes, on either curve

// Only the encoding that X.690 §10 and §8.3 require is accepted: one-byte lengths, positive integers without unneeded leading zeros, and no
// trailing bytes. A signature therefore has only one DER encoding. r and s must be in 1…n−1, because no key can produce other values.
extension ECDSASignature {
    /// Returns the raw form, r then s, of a DER signature: 64 bytes for P-256, 48 for P-192.
    package static func rawRepresentation(
        of der: [UInt8], on curve: SignatureCurve = .p256
    ) throws(ECDSASignatureError) -> [UInt8] {
        var raw = ByteBuffer(capacity: curve.rawCount)
        try der.withBytes { der throws(ECDSASignatureError) in try read(der, on: curve, to: &raw) }
        return raw.array()
    }

    /// Returns the DER form of a raw signature, r then s; nil unless its length is that of the curve.
    package static func derRepresentation(ofRaw raw: [UInt8], on curve: SignatureCurve = .p256) -> [UInt8]? {
        guard raw.count == curve.rawCount else { return nil }
        var der = ByteBuffer(capacity: curve.maximumDERCount)
        raw.withBytes { append($0, on: curve, to: &der) }
        return der.array()
    }

    /// Decodes a DER signature and appends its raw form, ``SignatureCurve/rawCount`` bytes, to `raw`. Appends nothing if the signature is
    /// invalid.
    package static func read(
        _ der: ByteView, on curve: SignatureCurve, to raw: inout ByteBuffer
    ) throws(ECDSASignatureError) {
        guard der.count >= 2 else {
            guard let first = der.first, first != 0x30 else { throw .truncated(announced: 2, found: der.count) }
            throw .notASequence(found: first)
        }
        guard der[0] == 0x30 else { throw .notASequence(found: der[0]) }
        let length = der[1]
        // Two integers of at most 33 bytes take at most 70 bytes, so a long-form length (128 bytes or more) is never valid.
        guard length < 0x80 else { throw .lengthOfSeveralBytes(at: 1, found: length) }
        let end = 2 + Int(length)
        guard end <= der.count else { throw .truncated(announced: end, found: der.count) }
        guard end == der.count else { throw .trailingBytes(der.count - end) }
        var at = 2
        let start = raw.count
        do throws(ECDSASignatureError) {
            try readInteger(.r, of: der, from: &at, on: curve, to: &raw)
            try readInteger(.s, of: der, from: &at, on: curve, to: &raw)
            guard at == end else { throw .extraElement(at: at, count: end - at) }
        } catch {
            raw.truncate(to: start)
            throw error
        }
    }

    /// Appends one integer, padded with leading zeros, and moves `at` past it.
    private static func readInteger(
        _ half: ECDSASignatureError.Component, of der: ByteView, from at: inout Int, on curve: SignatureCurve,
        to raw: inout ByteBuffer
    ) throws(ECDSASignatureError) {
        let rest = der.count - at
        guard rest >= 2 else { throw .missingInteger(half, at: at) }
        guard der[at] == 0x02 else { throw .notAnInteger(half, at: at, found: der[at]) }
        let length = Int(der[at + 1])
        guard length < 0x80 else { throw .lengthOfSeveralBytes(at: at + 1, found: der[at + 1]) }
        guard length > 0 else { throw .emptyInteger(half, at: at + 1) }
        guard length <= rest - 2 else { throw .integerTooLong(half, at: at + 1, announced: length, found: rest - 2) }
        var digits = at + 2
        let end = digits + length
        guard der[digits] < 0x80 else { throw .negative(half, at: digits) }
        if length > 1, der[digits] == 0 {
            guard der[digits + 1] >= 0x80 else { throw .needlessZero(half, at: digits) }
            digits += 1
        }
        let size = curve.halfCount
        guard end - digits <= size else { throw .outOfRange(half) }
        let start = raw.count
        for _ in 0..<size - (end - digits) { raw.append(0) }
        raw.append(der.part(digits..<end))
        guard unsafe curve.isScalar(raw.bytes(from: start)) else { throw .outOfRange(half) }
        at = end
    }

    /// Appends the DER form of a raw signature, at most ``SignatureCurve/maximumDERCount`` bytes.
    package static func append(_ raw: ByteView, on curve: SignatureCurve, to der: inout ByteBuffer) {
        precondition(raw.count == curve.rawCount, "a raw signature has its curve's length")
        let start = der.count
        der.append(0x30)
        // The length is set below, once it is known.
        der.append(0)
        for end in [curve.halfCount, curve.rawCount] {
            var digits = end - curve.halfCount
            while digits < end - 1, raw[digits] == 0 { digits += 1 }
            let padding = raw[digits] >= 0x80 ? 1 : 0
            der.append(0x02)
            der.append(UInt8(end - digits + padding))
            if padding > 0 { der.append(0) }
            der.append(raw.part(digits..<end))
        }
        der[start + 1] = UInt8(der.count - start - 2)
    }
}
