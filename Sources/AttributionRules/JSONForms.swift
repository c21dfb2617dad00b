import AttributionBytes
import AttributionJSON

extension JSONView {
    /// Whether this is a string with a UUID in either case: 8-4-4-4-12 hexadecimal digits (RFC 9562 §4).
    package var isUUID: Bool {
        guard kind == .string else { return false }
        return unescapedOrContent { UUIDText.isValid($0) }
    }

    /// Whether a string contains an uppercase letter, according to Unicode; false for any other value.
    package var hasUppercaseLetter: Bool {
        guard kind == .string else { return false }
        return unescapedOrContent { text in
            guard text.contains(where: { $0 >= 0x80 }) else { return text.contains(where: ASCII.isUppercase) }
            return text.text.unicodeScalars.contains { $0.properties.isUppercase }
        }
    }

    /// The number of characters in a string of decimal digits; nil for any other value.
    package var digitCount: Int? {
        guard kind == .string else { return nil }
        return unescapedOrContent { $0.allSatisfy(ASCII.isDigit) ? $0.count : nil }
    }

    /// Whether a string ends with one of these lowercase ASCII words, in any case, after other text.
    package func hasEnding(_ endings: [StaticString]) -> Bool {
        guard kind == .string else { return false }
        return unescapedOrContent { text in
            for ending in endings {
                let start = text.count - ending.utf8CodeUnitCount
                guard start > 0 else { continue }
                let matches = (0..<ending.utf8CodeUnitCount).allSatisfy { offset in
                    let byte = text[start + offset]
                    return unsafe (ASCII.isUppercase(byte) ? byte | 0x20 : byte) == ending.utf8Start[offset]
                }
                if matches { return true }
            }
            return false
        }
    }
}
