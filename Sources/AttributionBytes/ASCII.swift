/// Names for the ASCII bytes that the file formats use.
@usableFromInline
package enum ASCII {
    @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
    @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
    @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
    @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
    @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
    @inlinable package static var dot: UInt8 { UInt8(ascii: ".") }
    @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
    @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
    @inlinable package static var minus: UInt8 { UInt8(ascii: "-") }
    @inlinable package static var percent: UInt8 { UInt8(ascii: "%") }
    @inlinable package static var zero: UInt8 { UInt8(ascii: "0") }
    @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
    @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
    @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
    @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }

    @inlinable @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

    @inlinable @inline(__always)
    package static func isUppercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

    /// Whether a byte is a printable ASCII character, including the space.
    @inlinable @inline(__always)
    package static func isPrintable(_ byte: UInt8) -> Bool { byte &- space < 0x5f }

    @inlinable @inline(__always)
    package static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == newline || byte == carriageReturn || byte == tab
    }

    package static let lowercaseHexDigits: [UInt8] = Array("0123456789abcdef".utf8)

    /// Whether all eight bytes of a word are hexadecimal digits.
    @inlinable @inline(__always)
    package static func areHexDigits(_ word: UInt64) -> Bool {
        let digits = lie(word, zero, UInt8(ascii: "9"))
        let letters = lie(word | 0x2020_2020_2020_2020, UInt8(ascii: "a"), UInt8(ascii: "f"))
        return word & highs == 0 && (digits | letters) & highs == highs
    }

    /// Whether all eight bytes of a word may occur in a compact JWS: base64url characters and dots.
    @inlinable @inline(__always)
    package static func areTokenCharacters(_ word: UInt64) -> Bool {
        let digits = lie(word, zero, UInt8(ascii: "9"))
        let letters = lie(word | 0x2020_2020_2020_2020, UInt8(ascii: "a"), UInt8(ascii: "z"))
        let signs = lie(word, minus, dot) | lie(word, UInt8(ascii: "_"), UInt8(ascii: "_"))
        return word & highs == 0 && (digits | letters | signs) & highs == highs
    }

    /// The high bit of each byte of a word.
    @inlinable package static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns a word whose high bits mark the bytes in `first...last`. The result is meaningful only if all bytes are
    /// ASCII.
    @inlinable @inline(__always)
    package static func lie(_ word: UInt64, _ first: UInt8, _ last: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (word &+ ones &* UInt64(0x80 - first)) & ~(word &+ ones &* UInt64(0x7f - last))
    }

    /// Returns the 32 bits of eight hexadecimal digits. The first digit is the lowest byte of the word.
    @inlinable @inline(__always)
    package static func bits(ofHexDigits word: UInt64) -> UInt64 {
        // The low half of a letter is its value minus 9.
        var bits = word & 0x0f0f_0f0f_0f0f_0f0f &+ (word >> 6 & 0x0101_0101_0101_0101) &* 9
        bits = bits.byteSwapped
        bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff
        bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff
        return (bits | bits >> 16) & 0xffff_ffff
    }

    /// Returns the value of a hexadecimal digit, or nil.
    @inlinable
    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - zero
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the part of the buffer in a range of offsets.
    @inlinable @inline(__always)
    package func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: self[range])
    }

    /// The buffer without leading and trailing white space.
    @inlinable
    package var trimmed: UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, unsafe ASCII.isWhiteSpace(self[start]) { start += 1 }
        while end > start, unsafe ASCII.isWhiteSpace(self[end - 1]) { end -= 1 }
        return unsafe part(start..<end)
    }

    @inlinable
    package func elementsEqual(_ text: StaticString) -> Bool {
        let other = unsafe UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return unsafe elementsEqual(other)
    }

    /// Whether both buffers hold the same bytes.
    @inlinable @inline(__always)
    package func elementsEqual(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let left = baseAddress, let right = other.baseAddress else { return count == 0 }
        return unsafe equalBytes(left, right, count)
    }

    /// Whether all bytes may occur in a compact JWS.
    package var areTokenCharacters: Bool {
        let width = 8
        guard count >= width else {
            return unsafe allSatisfy { ASCII.areTokenCharacters(UInt64($0) &* 0x0101_0101_0101_0101) }
        }
        var offset = 0
        // The last word overlaps the one before it.
        while true {
            let word = unsafe loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard ASCII.areTokenCharacters(word) else { return false }
            if offset == count &- width { return true }
            offset = Swift.min(offset &+ width, count &- width)
        }
    }

    /// Whether all bytes are printable ASCII characters, including the space.
    package var isPrintableASCII: Bool {
        let highs = ASCII.highs
        let ones: UInt64 = 0x0101_0101_0101_0101
        var offset = 0
        while offset &+ 8 <= count {
            let word = unsafe loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            // The high bit is set for bytes below the space, for DEL and for non-ASCII bytes. A borrow or carry into
            // the next byte comes only from a byte that sets its own bit.
            if ((word &- ones &* UInt64(ASCII.space)) | (word &+ ones) | word) & highs != 0 { return false }
            offset &+= 8
        }
        return unsafe part(offset..<count).allSatisfy(ASCII.isPrintable)
    }

    /// The buffer as text. Malformed UTF-8 is replaced, so use this for messages only.
    package var text: String { unsafe String(decoding: self, as: UTF8.self) }
}

@inlinable @inline(__always)
package func equalBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
    var offset = 0
    guard count >= 8 else {
        while offset < count {
            let a = unsafe left.load(fromByteOffset: offset, as: UInt8.self)
            let b = unsafe right.load(fromByteOffset: offset, as: UInt8.self)
            if a != b { return false }
            offset &+= 1
        }
        return true
    }
    // Compare whole words. The last word overlaps the one before it.
    while true {
        let a = unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let b = unsafe right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if a != b { return false }
        if offset == count &- 8 { return true }
        offset = min(offset &+ 8, count &- 8)
    }
}
