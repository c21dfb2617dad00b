/// Converts arguments and file names, which are bytes and nearly always UTF-8, to text and back. A byte that is not UTF-8 is represented by
/// a private-use character of Unicode's last plane, so that every name can be displayed and compared, and its file can be opened.
package enum SystemText {
    /// The characters that represent the bytes 0x80 to 0xFF: U+10FF00 plus the byte.
    private static let carriers: ClosedRange<UInt32> = 0x10_ff80...0x10_ffff

    /// Returns the text that represents the bytes. Different bytes have different texts.
    package static func text(of bytes: ByteView) -> String {
        // Nearly all names are ASCII, which needs no conversion.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var result = String.UnicodeScalarView()
        var rest = bytes[...]
        while !rest.isEmpty {
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator), !carriers.contains(scalar.value) {
                result.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                // The next bytes are not valid UTF-8. Convert them one by one up to the next valid character, which cannot begin with a
                // continuation byte.
                result.append(carrier(rest[rest.startIndex]))
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    package static func bytes(of text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: { carriers.contains($0.value) }) else { return Array(text.utf8) }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(of: scalar) { result.append(byte) } else { result += UTF8.encode(scalar) ?? .init() }
        }
        return result
    }

    /// Returns the byte that a character represents; nil for any other character.
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        carriers.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    private static func carrier(_ byte: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(0x10_ff00 | UInt32(byte)) ?? "\u{fffd}"
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { UTF8.encode(scalar)?.count ?? 1 }
}
