/// The text form of a UUID: 32 hexadecimal digits of either case, in groups of 8, 4, 4, 4 and 12 separated by hyphens
/// (RFC 9562 §4).
package enum UUIDText {
    package static let length = 36

    package static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count == length, unsafe text[8] == ASCII.minus, unsafe text[13] == ASCII.minus,
            unsafe text[18] == ASCII.minus, unsafe text[23] == ASCII.minus
        else { return false }
        func word(_ offset: Int) -> UInt64 { unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        func half(_ offset: Int) -> UInt64 {
            unsafe UInt64(text.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        return ASCII.areHexDigits(word(0)) && ASCII.areHexDigits(half(9) | half(14) << 32)
            && ASCII.areHexDigits(half(19) | half(24) << 32) && ASCII.areHexDigits(word(28))
    }

    /// Returns the 128 bits of a UUID's text; nil if the text is not a UUID.
    package static func bits(_ text: UnsafeRawBufferPointer) -> (high: UInt64, low: UInt64)? {
        guard unsafe isValid(text) else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for offset in 0..<length {
            guard let digit = unsafe ASCII.hexValue(text[offset]) else { continue }
            if offset < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
        }
        return (high, low)
    }
}

/// A random UUID, version 4 (RFC 9562 §5.4).
package struct RandomUUID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init(using generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
        low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    }

    /// Appends the 36 characters of the text, in lowercase by default.
    package func append(to output: inout ByteBuffer, uppercase: Bool = false) {
        let letters = UInt64(UInt8(ascii: uppercase ? "A" : "a")) - 10
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { output.append(ASCII.minus) }
            let digit = (nibble < 16 ? high : low) >> UInt64(60 - 4 * (nibble & 15)) & 15
            output.append(UInt8(truncatingIfNeeded: digit + (digit < 10 ? UInt64(UInt8(ascii: "0")) : letters)))
        }
    }

    /// The text in lowercase.
    package var text: String { text(uppercase: false) }

    /// The text in uppercase, as Apple writes postback identifiers.
    package var uppercaseText: String { text(uppercase: true) }

    private func text(uppercase: Bool) -> String {
        var output = ByteBuffer(capacity: 36)
        append(to: &output, uppercase: uppercase)
        return unsafe output.bytes.text
    }
}
