import AttributionBase
import AttributionCrypto

// Mistakes that can be made with any text, whatever its meaning.
extension SignedMessage {
    /// Texts with something added before or after them, in another character encoding, or with another separator between the values of
    /// SKAdNetwork.
    var additions: [TextVariant] {
        var variants: [TextVariant] = []
        var around = Self.around
        let parts = Self.parts(of: right)
        if parts.count > 1 {
            variants = Self.separators.map { words, other in
                TextVariant("the separator is \(words); it must be U+2063", Array(parts.joined(separator: other)))
            }
            around += Self.separatorsAround
        }
        variants += around.map { words, start, end in TextVariant(words + wanted, start + right + end) }
        for (words, isLittle) in [("UTF-16, little-endian", true), ("UTF-16, big-endian", false)] {
            let text = String(decoding: right, as: UTF8.self).utf16.flatMap { unit in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xff))
                return isLittle ? [low, high] : [high, low]
            }
            let mark: [UInt8] = isLittle ? [0xff, 0xfe] : [0xfe, 0xff]
            variants += [[], mark].map { TextVariant("the text was signed in \(words)" + wanted, $0 + text) }
        }
        return variants
    }

    /// Splits a text at the separators of SKAdNetwork.
    private static func parts(of text: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var at = 0
        while at < text.count {
            if text[at...].starts(with: SignedText.separator) {
                parts.append([])
                at += SignedText.separator.count
            } else {
                parts[parts.count - 1].append(text[at])
                at += 1
            }
        }
        return parts
    }

    /// Encodings of the text that may have been signed in its place, with and without a line ending.
    var encodings: [TextVariant] {
        let forms =
            [("hexadecimal digits", ASCII.hexDigits(of: right))] + OtherForms.base64(of: right)
            + OtherForms.wrappings.map {
                ("base64 " + OtherForms.words($0), OtherForms.wrapped(OtherForms.base64(of: right)[2].text, $0))
            }
            + OtherForms.wrappings.map { ("lines, " + OtherForms.words($0), OtherForms.wrapped(right, $0)) }
        return forms.flatMap { words, text in
            [("", []), (" with a line feed", [ASCII.newline])].map { end, bytes in
                TextVariant("the text was signed in \(words)\(end); it must be signed as it is", text + bytes)
            }
        }
    }

    private static let around: [(words: String, start: [UInt8], end: [UInt8])] = [
        ("a line feed ends the text", [], [0x0a]),
        ("a carriage return and a line feed end the text", [], [0x0d, 0x0a]),
        ("a space ends the text", [], [ASCII.space]), ("a zero byte ends the text", [], [0]),
        ("a byte order mark begins the text", Array("\u{feff}".utf8), []),
        ("the text is in quotes", [ASCII.quote], [ASCII.quote]),
    ]

    private static let separatorsAround: [(words: String, start: [UInt8], end: [UInt8])] = [
        ("a separator follows the last value", [], SignedText.separator),
        ("a separator precedes the first value", SignedText.separator, []),
        ("separators are at both ends", SignedText.separator, SignedText.separator),
        ("a separator and a line feed end the text", [], SignedText.separator + [0x0a]),
    ]

    private static let separators: [(words: String, bytes: [UInt8])] =
        [
            (#"the six characters \u2063"#, #"\u2063"#), ("nothing", ""), ("a space", " "), ("a comma", ","),
            ("a comma and a space", ", "), (#"the six characters \U2063"#, #"\U2063"#),
            ("the characters u2063", "u2063"), ("the characters U+2063", "U+2063"),
            (#"the characters \u{2063}"#, #"\u{2063}"#), (#"the characters \x{2063}"#, #"\x{2063}"#),
            (#"the characters \\u2063"#, #"\\u2063"#), (#"the characters \xe2\x81\xa3"#, #"\xe2\x81\xa3"#),
            (#"the characters \xE2\x81\xA3"#, #"\xE2\x81\xA3"#), (#"the characters \342\201\243"#, #"\342\201\243"#),
            ("the characters %E2%81%A3", "%E2%81%A3"), ("the characters &#8291;", "&#8291;"),
            ("the characters &#x2063;", "&#x2063;"), ("the characters &InvisibleComma;", "&InvisibleComma;"),
            ("the characters &ic;", "&ic;"),
            ("a question mark, as from a charset without U+2063", "?"), ("a semicolon", ";"), ("a colon", ":"),
            ("a full stop", "."), ("a vertical bar", "|"), ("a hyphen", "-"), ("an underscore", "_"), ("a slash", "/"),
            ("an ampersand", "&"), ("a plus sign", "+"), ("a tab", "\t"), ("a line feed", "\n"),
            ("a carriage return and a line feed", "\r\n"), ("a zero byte", "\0"), ("U+001E", "\u{1e}"),
            ("U+001F", "\u{1f}"), ("U+00A0 NO-BREAK SPACE", "\u{a0}"), ("U+00AD SOFT HYPHEN", "\u{ad}"),
            ("U+200B ZERO WIDTH SPACE", "\u{200b}"), ("U+200C ZERO WIDTH NON-JOINER", "\u{200c}"),
            ("U+200D ZERO WIDTH JOINER", "\u{200d}"), ("U+2028 LINE SEPARATOR", "\u{2028}"),
            ("U+2060 WORD JOINER", "\u{2060}"), ("U+2061 FUNCTION APPLICATION", "\u{2061}"),
            ("U+2062 INVISIBLE TIMES", "\u{2062}"), ("U+2064 INVISIBLE PLUS", "\u{2064}"),
            ("U+FEFF, a byte order mark", "\u{feff}"), ("U+FFFD, the replacement character", "\u{fffd}"),
            ("U+2063 read as Latin-1 and written as UTF-8", "\u{e2}\u{81}\u{a3}"),
            ("U+2063 read as Windows-1252 and written as UTF-8", "\u{e2}\u{a3}"),
            ("U+2063 with spaces around it", " \u{2063} "), ("U+2063 twice", "\u{2063}\u{2063}"),
            ("U+6320, its bytes swapped", "\u{6320}"),
        ].map { ($0.0, Array($0.1.utf8)) }
        + [
            ("U+2063 cut to the byte 0x63", [0x63]), ("U+2063 in UTF-16, little-endian", [0x63, 0x20]),
            ("U+2063 in UTF-16, big-endian", [0x20, 0x63]), ("U+2063 cut to the byte 0xe2", [0xe2]),
        ]
}
