import AttributionBytes

/// Signatures in the form that most libraries and SKAdNetwork use: the DER sequence of r and s (RFC 3279 §2.2.3).
///
/// Only the encoding that X.690 §10 and §8.3 require is accepted: one-byte lengths, positive integers without
/// unneeded leading zeros, and no trailing bytes. Decoding and encoding again therefore gives the same bytes, and no
/// signature has two encodings. r and s must be in 1…n−1, because no key can produce other values.
package enum DERSignature {
    /// Returns the raw form, r then s, of a DER signature: 64 bytes for P-256, 48 for P-192.
    ///
    /// - Throws: ``DERSignatureError`` for the first invalid byte.
    package static func rawRepresentation(
        of der: [UInt8], on curve: SignatureCurve = .p256
    ) throws(DERSignatureError) -> [UInt8] {
        var failure: DERSignatureError?
        let raw = unsafe [UInt8](unsafeUninitializedCapacity: curve.rawCount) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            unsafe der.withBytes { der in
                do throws(DERSignatureError) {
                    try unsafe read(der, on: curve, to: target)
                    count = curve.rawCount
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return raw
    }

    /// Returns the DER form of a raw signature, r then s; nil unless it has the curve's length.
    package static func derRepresentation(ofRaw raw: [UInt8], on curve: SignatureCurve = .p256) -> [UInt8]? {
        guard raw.count == curve.rawCount else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: curve.maximumDERCount) { buffer, written in
            guard let target = buffer.baseAddress else { return }
            written = unsafe raw.withUnsafeBufferPointer { raw in
                guard let raw = raw.baseAddress else { return 0 }
                return unsafe write(raw, on: curve, to: target)
            }
        }
    }

    /// Decodes a DER signature into the raw form at `raw`, which must have room for ``SignatureCurve/rawCount``
    /// bytes. After an error, the contents of `raw` are unspecified.
    package static func read(
        _ der: ByteView, on curve: SignatureCurve, to raw: UnsafeMutablePointer<UInt8>
    ) throws(DERSignatureError) {
        guard der.count >= 2 else {
            guard let first = der.first, first != 0x30 else { throw .truncated(announced: 2, found: der.count) }
            throw .notASequence(found: first)
        }
        guard der[0] == 0x30 else { throw .notASequence(found: der[0]) }
        let length = der[1]
        // Two integers of at most 33 bytes take 70 bytes, so a long-form length (128 bytes or more) is never valid.
        guard length < 0x80 else { throw .lengthOfSeveralBytes(at: 1, found: length) }
        let end = 2 + Int(length)
        guard end <= der.count else { throw .truncated(announced: end, found: der.count) }
        guard end == der.count else { throw .trailingBytes(der.count - end) }
        var at = 2
        try unsafe readInteger(.r, of: der, from: &at, on: curve, to: raw)
        try unsafe readInteger(.s, of: der, from: &at, on: curve, to: raw + curve.halfCount)
        guard at == end else { throw .extraElement(at: at, count: end - at) }
    }

    /// Reads one integer and moves `at` past it.
    private static func readInteger(
        _ half: DERSignatureError.Component, of der: ByteView, from at: inout Int,
        on curve: SignatureCurve,
        to raw: UnsafeMutablePointer<UInt8>
    ) throws(DERSignatureError) {
        let rest = der.count - at
        guard rest >= 2 else { throw .missingInteger(half, at: at) }
        guard der[at] == 0x02 else { throw unsafe .notAnInteger(half, at: at, found: der[at]) }
        let length = Int(der[at + 1])
        guard length < 0x80 else { throw unsafe .lengthOfSeveralBytes(at: at + 1, found: der[at + 1]) }
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
        let padding = size - (end - digits)
        for offset in 0..<padding { unsafe raw[offset] = 0 }
        for offset in 0..<(end - digits) { unsafe raw[padding + offset] = der[digits + offset] }
        guard unsafe curve.isScalar(raw) else { throw .outOfRange(half) }
        at = end
    }

    /// Writes the DER form of a raw signature and returns its length, at most ``SignatureCurve/maximumDERCount``.
    package static func write(
        _ raw: UnsafePointer<UInt8>, on curve: SignatureCurve, to der: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var at = 2
        for half in 0..<2 {
            var digits = unsafe raw + half * curve.halfCount
            var length = curve.halfCount
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

    /// Appends the DER form of a raw signature.
    package static func append(_ raw: UnsafePointer<UInt8>, on curve: SignatureCurve, to output: inout ByteBuffer) {
        output.reserve(curve.maximumDERCount)
        output.advance(by: unsafe write(raw, on: curve, to: output.end))
    }
}
