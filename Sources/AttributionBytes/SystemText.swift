/// Arguments and names of files are bytes, nearly always UTF-8. As text, a byte that is not UTF-8 is carried by a character
/// of Unicode's last plane that nobody uses, so that every name can be shown, compared, and opened again.
package enum SystemText {
    /// U+10FF00 and the byte.
    private static let carriers: ClosedRange<UInt32> = 0x10_ff80...0x10_ffff

    /// The text that stands for bytes. Different bytes have different texts.
    package static func text(of bytes: UnsafeRawBufferPointer) -> String {
        var result = String.UnicodeScalarView()
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            var decoder = UTF8()
            var iterator = unsafe rest.makeIterator()
            if case .scalarValue(let scalar) = unsafe decoder.decode(&iterator), !carriers.contains(scalar.value) {
                result.append(scalar)
                unsafe rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                // Every byte up to the next character, which no byte of 0x80 and more begins by mistake.
                unsafe result.append(carrier(rest[rest.startIndex]))
                unsafe rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// The bytes that a text stands for.
    package static func bytes(of text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: { carriers.contains($0.value) }) else { return Array(text.utf8) }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = byte(of: scalar) { result.append(byte) } else { result += UTF8.encode(scalar) ?? .init() }
        }
        return result
    }

    /// The byte that a character carries; nil for one that stands for itself.
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
