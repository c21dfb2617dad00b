import AttributionBase
import AttributionCrypto

/// Encodings of bytes as text.
enum TextForms {
    /// Lines of base64 as some libraries write them; the last one can have an end too.
    typealias Wrapping = (width: Int, lineEnd: [UInt8], isEnded: Bool)

    /// The lines of Ruby, of PEM, and of MIME and the command `base64`.
    static let wrappings: [Wrapping] = [60, 64, 76].flatMap { width in
        [[0x0a], [0x0d, 0x0a]].flatMap { lineEnd in
            [true, false].map { isEnded in (width, lineEnd, isEnded) }
        }
    }

    static func words(_ wrapping: Wrapping) -> String {
        "with a line break after each \(wrapping.width) characters"
            + (wrapping.isEnded ? " and at the end" : "")
    }

    /// Returns the base64 of bytes in both alphabets, with and without padding.
    static func base64(of bytes: [UInt8]) -> [(words: String, text: [UInt8])] {
        let url = Base64URL.encode(bytes)
        let standard = Base64URL.inStandardAlphabet(url)
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - url.count % 4) % 4)
        return [
            ("base64url", url), ("padded base64url", url + padding), ("base64", standard + padding),
            ("base64 without padding", standard),
        ]
    }

    static func wrapped(_ text: [UInt8], _ wrapping: Wrapping) -> [UInt8] {
        var lines: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: wrapping.width) {
            if start > 0 { lines += wrapping.lineEnd }
            lines += text[start..<min(start + wrapping.width, text.count)]
        }
        return lines + (wrapping.isEnded ? wrapping.lineEnd : [])
    }
}
