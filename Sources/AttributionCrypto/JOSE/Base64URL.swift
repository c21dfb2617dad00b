import AttributionBase

/// Base64url without padding (RFC 7515 §2, RFC 4648 §5) in its canonical form: decoded bytes always encode back to
/// the same characters.
package enum Base64URL {
    /// Decodes canonical base64url and rejects anything else.
    package static func decode(_ text: [UInt8]) throws(Base64Error) -> [UInt8] {
        var output = ByteBuffer(capacity: text.count)
        let fault = text.withBytes { decode($0, to: &output) }
        if let fault { throw fault }
        return output.array()
    }

    /// Encodes bytes without padding.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output = ByteBuffer(capacity: bytes.count * 4 / 3 + 4)
        bytes.withBytes { encode($0, to: &output) }
        return output.array()
    }

    // MARK: - Into buffers

    /// Appends the bytes that `text` encodes. If it is not canonical, appends nothing and returns the fault.
    package static func decode(_ text: ByteView, to output: inout ByteBuffer) -> Base64Error? {
        let start = output.count
        let (end, fault) = decodeRun(text, to: &output)
        guard let other = text.byte(at: end) else { return fault }
        output.truncate(to: start)
        return .character(other, offset: end)
    }

    /// Decodes the base64url characters at the beginning of `text`, up to the first other character, and appends the bytes. If they are not
    /// canonical, appends nothing and returns the fault. A caller that expects a dot after them does not have to search for it first.
    package static func decodeRun(
        _ text: ByteView, to output: inout ByteBuffer
    ) -> (end: Int, fault: Base64Error?) {
        // Each group is stored with a few bytes too many, which the next group overwrites.
        output.reserve((text.count >> 2) * 3 + 8)
        let values = Self.values
        let write = unsafe UnsafeMutableRawPointer(output.end)
        var at = 0
        var written = 0
        // Whether the next word is known to have the end of the run.
        var isLast = false
        // Each iteration decodes eight groups of four characters. Two groups are read and written as one word.
        while let words = text.words(4, at: at) {
            @inline(__always)
            func word(_ index: Int) -> UInt16 {
                let (bits, seen) = decode(words[index], values)
                unsafe write.storeBytes(of: bits.bigEndian, toByteOffset: written &+ 6 &* index, as: UInt64.self)
                return seen
            }
            let seen = (word(0), word(1), word(2), word(3))
            if (seen.0 | seen.1 | seen.2 | seen.3) & invalid != 0 {
                // The end of a run is hard to predict for a processor, so the words before it are counted without branches.
                // Below its flag, a value has twelve bits.
                let others = seen.0 >> 15 | seen.1 >> 14 | seen.2 >> 13 | seen.3 >> 12
                at &+= 8 &* others.trailingZeroBitCount
                written &+= 6 &* others.trailingZeroBitCount
                isLast = true
                break
            }
            at &+= 32
            written &+= 24
        }
        while !isLast, let word = text.word(at: at, as: UInt64.self) {
            let (bits, seen) = decode(word, values)
            if seen & invalid != 0 { break }
            unsafe write.storeBytes(of: bits.bigEndian, toByteOffset: written, as: UInt64.self)
            at &+= 8
            written &+= 6
        }
        // At most seven characters of the run are left. How many is hard to predict too, so there is no branch on it.
        let rest = text.paddedWord(at: at)
        let first = values[UInt16(truncatingIfNeeded: rest)]
        let second = values[UInt16(truncatingIfNeeded: rest >> 16)]
        let third = values[UInt16(truncatingIfNeeded: rest >> 32)]
        // Of four pairs, at least one is not in the alphabet.
        let pairs = (first >> 15 | second >> 14 | third >> 13 | 1 << 3).trailingZeroBitCount
        let next = UInt16(truncatingIfNeeded: rest &>> UInt64(16 &* pairs)) & 0xff
        // A missing character counts as A, whose value is zero.
        let odd = values[next | UInt16(UInt8(ascii: "A")) << 8]
        let count = 2 &* pairs &+ Int(1 &- odd >> 15)
        let end = at &+ count
        // A single character after the last group of four encodes less than a byte.
        if count & 3 == 1 { return (end, .length(end)) }
        // Below its flag, the value of what is not in the alphabet is zero. What is after it does not count.
        let shift = UInt64(12 &* pairs)
        let value: UInt64 = 0xfff
        let whole = (UInt64(first) & value) << 52 | (UInt64(second) & value) << 40 | (UInt64(third) & value) << 28
        let bits = whole & ~(.max &>> shift) | ((UInt64(odd) & value) << 52) &>> shift
        let bytes = (count &* 3) >> 2
        // The unused bits of the last character must be zero. Otherwise several texts would decode to the same bytes.
        if bits &<< UInt64(8 &* bytes) != 0 { return (end, .trailingBits(offset: end - 1)) }
        unsafe write.storeBytes(of: bits.bigEndian, toByteOffset: written, as: UInt64.self)
        written &+= bytes
        output.advance(by: written)
        return (end, nil)
    }

    /// Returns the value of eight characters in the upper six bytes of a word, and whether any character is ``invalid``.
    @inline(__always)
    private static func decode(_ characters: UInt64, _ values: Table<UInt16>) -> (bits: UInt64, seen: UInt16) {
        let first = values[UInt16(truncatingIfNeeded: characters)]
        let second = values[UInt16(truncatingIfNeeded: characters >> 16)]
        let third = values[UInt16(truncatingIfNeeded: characters >> 32)]
        let fourth = values[UInt16(truncatingIfNeeded: characters >> 48)]
        let bits = UInt64(first) << 52 | UInt64(second) << 40 | UInt64(third) << 28 | UInt64(fourth) << 16
        return (bits, first | second | third | fourth)
    }

    package static func encode(_ bytes: ByteView, to output: inout ByteBuffer) {
        let groups = bytes.count / 3
        output.reserve(groups * 4 + 4)
        let digits = Self.pairs
        let write = unsafe UnsafeMutableRawPointer(output.end)
        var at = 0
        var written = 0
        // Each iteration encodes two groups of three bytes, which are read and written as one word. The last two of the eight bytes belong
        // to the next iteration.
        while let word = bytes.word(at: at, as: UInt64.self) {
            let value = word.byteSwapped
            let text =
                UInt64(digits[TwelveBits(value >> 52)])
                | UInt64(digits[TwelveBits(value >> 40)]) << 16
                | UInt64(digits[TwelveBits(value >> 28)]) << 32
                | UInt64(digits[TwelveBits(value >> 16)]) << 48
            unsafe write.storeBytes(of: text.littleEndian, toByteOffset: written, as: UInt64.self)
            at &+= 6
            written &+= 8
        }
        while at &+ 3 <= bytes.count {
            let value = UInt64(bytes[at]) << 16 | UInt64(bytes[at &+ 1]) << 8 | UInt64(bytes[at &+ 2])
            let text = UInt32(digits[TwelveBits(value >> 12)]) | UInt32(digits[TwelveBits(value)]) << 16
            unsafe write.storeBytes(of: text.littleEndian, toByteOffset: written, as: UInt32.self)
            at &+= 3
            written &+= 4
        }
        output.advance(by: written)
        guard let one = bytes.byte(at: at) else { return }
        let two = bytes.byte(at: at &+ 1)
        let value = UInt32(one) << 16 | UInt32(two ?? 0) << 8
        output.append(character(value >> 18))
        output.append(character(value >> 12 & 63))
        if two != nil { output.append(character(value >> 6 & 63)) }
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

    /// The twelve bits that each pair of characters encodes. The first character is in the lower eight bits of the index.
    ///
    /// The table takes 128 KiB, but the pairs of the alphabet use only about an eighth of it, which fits in an L1 cache.
    private static let values: Table<UInt16> = {
        let table = Table<UInt16>(repeating: invalid)
        let characters = (0..<64).map { UInt16(character($0)) }
        for (upper, first) in characters.enumerated() {
            for (lower, second) in characters.enumerated() {
                table[first | second << 8] = UInt16(upper << 6 | lower)
            }
        }
        return table
    }()

    /// The two characters for each value of twelve bits. The first one is in the lower eight bits.
    private static let pairs: Table<TwelveBits> = {
        let table = Table<TwelveBits>(repeating: 0)
        for bits in UInt32(0)..<1 << 12 {
            table[TwelveBits(bits)] = UInt16(character(bits >> 6)) | UInt16(character(bits & 63)) << 8
        }
        return table
    }()
}

/// An index into a table. `offset` is always below `count`, so that no access needs a bounds check.
private protocol TableIndex {
    static var count: Int { get }
    var offset: Int { get }
}

extension UInt16: TableIndex {
    fileprivate static let count = 1 << 16
    fileprivate var offset: Int { Int(self) }
}

/// The lowest twelve bits of a number.
private struct TwelveBits: TableIndex {
    static let count = 1 << 12
    let offset: Int

    init(_ bits: some FixedWidthInteger) { offset = Int(truncatingIfNeeded: bits & 0xfff) }
}

/// A table with an entry for each index. Its entries are set once, and its memory is never freed.
@safe
private struct Table<Index: TableIndex>: @unchecked Sendable {
    private let entries: UnsafeMutablePointer<UInt16>

    init(repeating entry: UInt16) {
        unsafe entries = .allocate(capacity: Index.count)
        unsafe entries.initialize(repeating: entry, count: Index.count)
    }

    subscript(index: Index) -> UInt16 {
        @inline(__always)
        get { unsafe entries[index.offset] }
        nonmutating set { unsafe entries[index.offset] = newValue }
    }
}

extension Base64URL {
    /// Returns the bytes that a text encodes in either alphabet, with or without padding; nil for any other text.
    package static func decodeLeniently(_ text: [UInt8]) -> [UInt8]? {
        let count = text.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
        return try? decode(inURLAlphabet(text[..<count]))
    }

    /// Converts standard base64 to the alphabet of base64url.
    package static func inURLAlphabet(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.map { $0 == UInt8(ascii: "+") ? ASCII.minus : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
    }

    /// Converts base64url to the alphabet of standard base64.
    package static func inStandardAlphabet(_ text: [UInt8]) -> [UInt8] {
        text.map { $0 == ASCII.minus ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0 }
    }
}
