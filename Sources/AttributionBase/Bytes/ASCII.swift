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

    @inlinable @inline(__always)
    package static func areHexDigits(_ word: UInt64) -> Bool {
        let digits = within(word, zero, UInt8(ascii: "9"))
        let letters = within(word | 0x2020_2020_2020_2020, UInt8(ascii: "a"), UInt8(ascii: "f"))
        return word & highs == 0 && (digits | letters) & highs == highs
    }

    /// Whether all eight bytes of a word may occur in a compact JWS: base64url characters and dots.
    @inlinable @inline(__always)
    package static func areTokenCharacters(_ word: UInt64) -> Bool {
        let digits = within(word, zero, UInt8(ascii: "9"))
        let letters = within(word | 0x2020_2020_2020_2020, UInt8(ascii: "a"), UInt8(ascii: "z"))
        let signs = within(word, minus, dot) | within(word, UInt8(ascii: "_"), UInt8(ascii: "_"))
        return word & highs == 0 && (digits | letters | signs) & highs == highs
    }

    /// A word with the high bit of each byte set.
    @inlinable package static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns a word in which the high bit of each byte is set if that byte is in `first...last`. The result is meaningful only if all
    /// bytes are ASCII.
    @inlinable @inline(__always)
    package static func within(_ word: UInt64, _ first: UInt8, _ last: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (word &+ ones &* UInt64(0x80 - first)) & ~(word &+ ones &* UInt64(0x7f - last))
    }

    /// Returns the 32-bit number that eight hexadecimal digits stand for. The first digit is the lowest byte of the word.
    @inlinable @inline(__always)
    package static func bits(ofHexDigits word: UInt64) -> UInt64 {
        // The value of a letter is its low half plus 9, and only letters have bit 6.
        var bits = word & 0x0f0f_0f0f_0f0f_0f0f &+ (word >> 6 & 0x0101_0101_0101_0101) &* 9
        bits = bits.byteSwapped
        bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff
        bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff
        return (bits | bits >> 16) & 0xffff_ffff
    }

    /// Returns bytes as hexadecimal digits in lowercase.
    package static func hexDigits(of bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.flatMap { [lowercaseHexDigits[Int($0 >> 4)], lowercaseHexDigits[Int($0 & 15)]] }
    }

    /// Returns a byte for a message: the character in quotes, or its number if it cannot be displayed.
    package static func words(for byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7e: "\"\(Character(Unicode.Scalar(byte)))\""
        case space: "a space"
        default: "0x" + String(decoding: hexDigits(of: [byte]), as: UTF8.self)
        }
    }

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
