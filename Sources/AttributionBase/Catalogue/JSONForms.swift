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

    /// The number of digits in a string of decimal digits; nil for any other value.
    package var digitCount: Int? {
        guard kind == .string else { return nil }
        return unescapedOrContent { $0.allSatisfy(ASCII.isDigit) ? $0.count : nil }
    }
}

extension ByteView {
    /// The endings of ad network IDs, after a dot. Both frameworks accept both.
    package static let networkEndings: (StaticString, StaticString) = ("adattributionkit", "skadnetwork")

    package var isNetworkEnding: Bool {
        elementsEqual(ByteView(Self.networkEndings.0)) || elementsEqual(ByteView(Self.networkEndings.1))
    }

    /// Whether the text is an ad network's ID: one or more labels of a–z, 0–9 and `-`, each followed by a dot, and then one of the endings.
    /// No other label may be an ending.
    package var isAdNetworkIdentifier: Bool {
        var start = 0
        for offset in 0...count {
            if offset < count, self[offset] != ASCII.dot {
                let byte = self[offset]
                guard byte &- UInt8(ascii: "a") < 26 || ASCII.isDigit(byte) || byte == ASCII.minus else { return false }
                continue
            }
            let label = part(start..<offset)
            let isEnding = label.isNetworkEnding
            guard !label.isEmpty, isEnding == (offset == count), !isEnding || start > 0 else { return false }
            start = offset + 1
        }
        return true
    }
}
