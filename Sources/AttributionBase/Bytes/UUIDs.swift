/// The text form of a UUID: 32 hexadecimal digits of either case, in groups of 8, 4, 4, 4 and 12 separated by hyphens
/// (RFC 9562 §4).
package enum UUIDText {
    package static let length = 36

    /// Returns a UUID with the bytes of its first three groups reversed, as a GUID is stored; nil for any other text.
    package static func inOtherByteOrder(_ text: String) -> String? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        return groups.enumerated().map { index, group in
            let bytes = stride(from: group.count - 2, through: 0, by: -2).flatMap { group[$0..<$0 + 2] }
            return String(decoding: index > 2 ? group : bytes, as: UTF8.self)
        }.joined(separator: "-")
    }

    package static func isValid(_ text: ByteView) -> Bool { digits(text) != nil }

    package static func bits(_ text: ByteView) -> (high: UInt64, low: UInt64)? {
        digits(text).map {
            (
                high: ASCII.bits(ofHexDigits: $0.0) << 32 | ASCII.bits(ofHexDigits: $0.1),
                low: ASCII.bits(ofHexDigits: $0.2) << 32 | ASCII.bits(ofHexDigits: $0.3)
            )
        }
    }

    /// Appends the text of 128 bits in lower case.
    package static func append(_ high: UInt64, _ low: UInt64, to output: inout ByteBuffer) {
        append(high, low, letters: UInt64(UInt8(ascii: "a")) - 10, to: &output)
    }

    /// - Parameter letters: What to add to the digits 10 to 15: the code of A or a, minus 10.
    fileprivate static func append(_ high: UInt64, _ low: UInt64, letters: UInt64, to output: inout ByteBuffer) {
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { output.append(ASCII.minus) }
            let digit = (nibble < 16 ? high : low) >> UInt64(60 - 4 * (nibble & 15)) & 15
            output.append(UInt8(truncatingIfNeeded: digit + (digit < 10 ? UInt64(UInt8(ascii: "0")) : letters)))
        }
    }

    /// Returns the digits of a UUID's text as four words of eight; nil if it does not have the form of a UUID.
    @inline(__always)
    private static func digits(_ text: ByteView) -> (UInt64, UInt64, UInt64, UInt64)? {
        guard text.count == length, text[8] == ASCII.minus, text[13] == ASCII.minus,
            text[18] == ASCII.minus, text[23] == ASCII.minus,
            let first = text.word(at: 0, as: UInt64.self), let second = halves(of: text, 9, 14),
            let third = halves(of: text, 19, 24), let fourth = text.word(at: 28, as: UInt64.self)
        else { return nil }
        let words = (first, second, third, fourth)
        guard ASCII.areHexDigits(words.0), ASCII.areHexDigits(words.1), ASCII.areHexDigits(words.2),
            ASCII.areHexDigits(words.3)
        else { return nil }
        return words
    }

    @inline(__always)
    private static func halves(of text: ByteView, _ low: Int, _ high: Int) -> UInt64? {
        guard let low = text.word(at: low, as: UInt32.self), let high = text.word(at: high, as: UInt32.self) else {
            return nil
        }
        return UInt64(low) | UInt64(high) << 32
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

    package func append(to output: inout ByteBuffer, uppercase: Bool = false) {
        let letters = UInt64(UInt8(ascii: uppercase ? "A" : "a")) - 10
        UUIDText.append(high, low, letters: letters, to: &output)
    }

    package var text: String { text(uppercase: false) }

    /// The text in uppercase, which Apple uses for postback identifiers.
    package var uppercaseText: String { text(uppercase: true) }

    private func text(uppercase: Bool) -> String {
        var output = ByteBuffer(capacity: 36)
        append(to: &output, uppercase: uppercase)
        return output.text
    }
}

extension UUIDText {
    /// Says that a text is a UUID in another form: 32 hexadecimal digits, or its bytes in base64 or base64url, as in the links of web ads.
    /// Nil for any other text.
    package static func look(of text: ByteView) -> String? {
        hyphenated(text).map { uuid in
            text.count == 32
                ? "this is a UUID without hyphens; with them it is \(uuid)"
                : "this looks like base64 of the UUID \(uuid)"
        }
    }

    /// The same for a nonce of SKAdNetwork, which the links of web ads have in base64url, and others may have in another length.
    package static func lookOfNonce(_ text: ByteView) -> String? {
        if let look = look(of: text) { return look }
        var bytes = ByteBuffer(capacity: 32)
        guard (8...43).contains(text.count), Base64.decodeAnyForm(text, to: &bytes), bytes.count != 16 else {
            return nil
        }
        return "in base64url this is \(bytes.count) bytes; a UUID has 16 bytes, which are 22 characters"
    }

    /// Returns the usual text of a UUID that is given in one of these forms; nil for any other text.
    package static func hyphenated(_ text: ByteView) -> String? {
        if text.count == 32, text.allSatisfy({ ASCII.hexValue($0) != nil }) { return hyphenated(Array(text)) }
        var bytes = ByteBuffer(capacity: 24)
        guard (22...24).contains(text.count), Base64.decodeAnyForm(text, to: &bytes), bytes.count == 16 else {
            return nil
        }
        return hyphenated(ASCII.hexDigits(of: bytes.array()))
    }

    private static func hyphenated(_ digits: [UInt8]) -> String {
        let starts = [0, 8, 12, 16, 20, 32]
        return zip(starts, starts.dropFirst()).map { String(decoding: digits[$0..<$1], as: UTF8.self).lowercased() }
            .joined(separator: "-")
    }
}
