import AttributionBytes

/// Base64url without padding (RFC 7515 §2, RFC 4648 §5) in its canonical form: decoded bytes always encode back to
/// the same characters.
package enum Base64URL {
    /// Decodes canonical base64url and rejects anything else.
    package static func decode(_ text: [UInt8]) throws(Base64URLError) -> [UInt8] {
        var output = ByteBuffer(capacity: text.count)
        let fault = unsafe text.withBytes { decode($0, to: &output) }
        if let fault { throw fault }
        return output.array()
    }

    /// Encodes bytes without padding.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output = ByteBuffer(capacity: bytes.count * 4 / 3 + 4)
        unsafe bytes.withBytes { encode($0, to: &output) }
        return output.array()
    }

    // MARK: - Into buffers

    /// Appends the bytes that `text` encodes, or appends nothing and returns the fault if it is not canonical.
    package static func decode(_ text: ByteView, to output: inout ByteBuffer) -> Base64URLError? {
        guard let input = unsafe text.memory.baseAddress, !text.isEmpty else { return nil }
        let tail = text.count & 3
        // A single character after the last group of four holds less than a byte.
        guard tail != 1 else { return fault(in: text) ?? .length(text.count) }
        let groups = text.count >> 2
        // Stores write a few bytes past the end of each group. The next group overwrites them.
        output.reserve(groups * 3 + 8)
        let values = unsafe Self.values.pointer
        var write = unsafe UnsafeMutableRawPointer(output.end)
        var read = unsafe input
        var rest = groups
        // Each iteration decodes eight groups. Two groups are read and written as one word.
        while rest >= 8 {
            var seen: UInt16 = 0
            for word in 0..<4 {
                let (bits, seenHere) = unsafe decodeWord(at: read + 8 &* word, values)
                seen |= seenHere
                unsafe write.storeBytes(of: bits.bigEndian, toByteOffset: 6 &* word, as: UInt64.self)
            }
            if seen & invalid != 0 { return unsafe fault(in: text, from: read - input) }
            unsafe read += 32
            unsafe write += 24
            rest &-= 8
        }
        if rest >= 4 {
            let (bits, seen) = unsafe decodeWord(at: read, values)
            let (moreBits, moreSeen) = unsafe decodeWord(at: read + 8, values)
            if (seen | moreSeen) & invalid != 0 { return unsafe fault(in: text, from: read - input) }
            unsafe write.storeBytes(of: bits.bigEndian, as: UInt64.self)
            unsafe write.storeBytes(of: moreBits.bigEndian, toByteOffset: 6, as: UInt64.self)
            unsafe read += 16
            unsafe write += 12
            rest &-= 4
        }
        if rest >= 2 {
            let (bits, seen) = unsafe decodeWord(at: read, values)
            if seen & invalid != 0 { return unsafe fault(in: text, from: read - input) }
            unsafe write.storeBytes(of: bits.bigEndian, as: UInt64.self)
            unsafe read += 8
            unsafe write += 6
            rest &-= 2
        }
        // At most seven characters are left.
        let checked = unsafe read - input
        var seen: UInt16 = 0
        if rest > 0 {
            let characters = UInt32(littleEndian: unsafe read.loadUnaligned(as: UInt32.self))
            let first = unsafe values[Int(characters & 0xffff)]
            let second = unsafe values[Int(characters >> 16)]
            seen |= first | second
            let bits = UInt32(first) << 20 | UInt32(second) << 8
            unsafe write.storeBytes(of: bits.bigEndian, as: UInt32.self)
            unsafe read += 4
            unsafe write += 3
        }
        var count = groups * 3
        if tail > 0 {
            // A missing character counts as A, whose value is zero.
            let third = unsafe tail == 3 ? read.load(fromByteOffset: 2, as: UInt8.self) : UInt8(ascii: "A")
            let first = unsafe values[Int(UInt16(littleEndian: read.loadUnaligned(as: UInt16.self)))]
            let second = unsafe values[Int(third) | Int(UInt8(ascii: "A")) << 8]
            seen |= first | second
            let bits = UInt32(first) << 20 | UInt32(second) << 8
            // Bits beyond the last whole byte must be zero. Otherwise several texts would decode to the same bytes.
            let spare = bits << UInt32(8 * (tail - 1))
            if seen & invalid == 0, spare != 0 { return .trailingBits(offset: text.count - 1) }
            unsafe write.storeBytes(of: UInt8(truncatingIfNeeded: bits >> 24), as: UInt8.self)
            if tail == 3 {
                unsafe write.storeBytes(of: UInt8(truncatingIfNeeded: bits >> 16), toByteOffset: 1, as: UInt8.self)
            }
            count += tail - 1
        }
        if seen & invalid != 0 { return fault(in: text, from: checked) }
        output.advance(by: count)
        return nil
    }

    /// Returns the value of eight characters in the upper six bytes, and whether any of them is ``invalid``.
    @inline(__always)
    private static func decodeWord(
        at read: UnsafeRawPointer, _ values: UnsafePointer<UInt16>
    ) -> (bits: UInt64, seen: UInt16) {
        let characters = UInt64(littleEndian: unsafe read.loadUnaligned(as: UInt64.self))
        let first = unsafe values[Int(characters & 0xffff)]
        let second = unsafe values[Int(characters >> 16 & 0xffff)]
        let third = unsafe values[Int(characters >> 32 & 0xffff)]
        let fourth = unsafe values[Int(characters >> 48)]
        let bits = UInt64(first) << 52 | UInt64(second) << 40 | UInt64(third) << 28 | UInt64(fourth) << 16
        return (bits, first | second | third | fourth)
    }

    /// Appends `bytes` as base64url.
    package static func encode(_ bytes: ByteView, to output: inout ByteBuffer) {
        let groups = bytes.count / 3
        let tail = bytes.count - groups * 3
        output.reserve(groups * 4 + 4)
        guard let input = unsafe bytes.memory.baseAddress else { return }
        let digits = unsafe Self.pairs.pointer
        var write = unsafe UnsafeMutableRawPointer(output.end)
        var read = unsafe input
        var rest = groups
        // Each iteration encodes two groups, which are read and written as one word. The last two bytes read belong
        // to the next iteration.
        while rest > 2 {
            let value = UInt64(bigEndian: unsafe read.loadUnaligned(as: UInt64.self))
            let text =
                unsafe UInt64(digits[Int(value >> 52)])
                | UInt64(digits[Int(value >> 40 & 0xfff)]) << 16
                | UInt64(digits[Int(value >> 28 & 0xfff)]) << 32
                | UInt64(digits[Int(value >> 16 & 0xfff)]) << 48
            unsafe write.storeBytes(of: text.littleEndian, as: UInt64.self)
            unsafe read += 6
            unsafe write += 8
            rest &-= 2
        }
        while rest > 0 {
            let value =
                unsafe UInt32(read.load(as: UInt8.self)) << 16
                | UInt32(read.load(fromByteOffset: 1, as: UInt8.self)) << 8
                | UInt32(read.load(fromByteOffset: 2, as: UInt8.self))
            let text = unsafe UInt32(digits[Int(value >> 12)]) | UInt32(digits[Int(value & 0xfff)]) << 16
            unsafe write.storeBytes(of: text.littleEndian, as: UInt32.self)
            unsafe read += 3
            unsafe write += 4
            rest &-= 1
        }
        output.advance(by: groups * 4)
        guard tail > 0 else { return }
        let one = unsafe UInt32(read.load(as: UInt8.self))
        let two = unsafe tail == 2 ? UInt32(read.load(fromByteOffset: 1, as: UInt8.self)) : 0
        let value = one << 16 | two << 8
        output.append(character(value >> 18))
        output.append(character(value >> 12 & 63))
        if tail == 2 { output.append(character(value >> 6 & 63)) }
    }

    /// Returns the first character at or after `start` that is not base64url.
    private static func fault(in text: ByteView, from start: Int = 0) -> Base64URLError? {
        for offset in start..<text.count {
            let byte = text[offset]
            if !isCharacter(byte) { return .character(byte, offset: offset) }
        }
        return nil
    }

    // Uses two bit sets instead of comparisons, because the kind of the next character is hard for a processor to
    // predict.
    private static func isCharacter(_ byte: UInt8) -> Bool {
        let digits: UInt64 = 0x3ff << 48 | 1 << 45
        let letters: UInt64 = 0x3ff_ffff << 33 | 1 << 31 | 0x3ff_ffff << 1
        return byte < 0x80 && (byte < 0x40 ? digits : letters) >> UInt64(byte & 0x3f) & 1 == 1
    }

    // MARK: - The alphabet

    private static func character(_ value: UInt32) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + UInt8(value)
        case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
        case 52..<62: UInt8(ascii: "0") + UInt8(value - 52)
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }

    /// The flag in a table's entry for characters that are not base64url.
    private static let invalid: UInt16 = 0x8000

    /// The twelve bits that each pair of characters encodes. The first character is in the lower eight bits of the
    /// index.
    ///
    /// The table takes 128 KiB, but the pairs of the alphabet use only about an eighth of it, which fits in an L1
    /// cache.
    private static let values: Table<UInt16> = {
        let table = Table(count: 1 << 16, repeating: invalid)
        let characters = (0..<64).map { Int(character($0)) }
        for (upper, first) in characters.enumerated() {
            for (lower, second) in characters.enumerated() {
                table.set(first | second << 8, to: UInt16(upper << 6 | lower))
            }
        }
        return table
    }()

    /// The two characters for each value of twelve bits. The first character is in the lower eight bits.
    private static let pairs: Table<UInt16> = {
        let table = Table(count: 1 << 12, repeating: UInt16(0))
        for bits in 0..<1 << 12 {
            table.set(bits, to: UInt16(character(UInt32(bits) >> 6)) | UInt16(character(UInt32(bits) & 63)) << 8)
        }
        return table
    }()
}

/// A table whose entries are set once and then read without bounds checks.
@safe
private final class Table<Entry: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let pointer: UnsafePointer<Entry>
    private let entries: UnsafeMutableBufferPointer<Entry>

    init(count: Int, repeating entry: Entry) {
        unsafe entries = .allocate(capacity: count)
        unsafe entries.initialize(repeating: entry)
        guard let base = unsafe entries.baseAddress else { fatalError("a table has entries") }
        unsafe pointer = UnsafePointer(base)
    }

    func set(_ index: Int, to entry: Entry) {
        precondition(unsafe entries.indices.contains(index))
        unsafe entries[index] = entry
    }

    deinit { unsafe entries.deallocate() }
}
