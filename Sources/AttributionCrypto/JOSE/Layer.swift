import AttributionBase

/// Something around a text that hides what is inside: an encoding, or what programs, editors and people leave there.
///
/// What is inside is passed on byte by byte, so that a secret never leaves memory that is erased.
package struct Layer: Sendable {
    /// What it is, for notes.
    package let words: String
    /// The command that opens `FILE` in the same way.
    let command: String?
    /// The least number of bytes inside. Of digits there must be many, because words may also consist of digits.
    private let least: Int
    /// Passes on what is inside a text. Returns false, perhaps after some bytes, if the text does not have this layer.
    package let open: @Sendable (ByteView, (UInt8) -> Void) -> Bool

    init(
        _ words: String, _ command: String? = nil, least: Int = 0,
        open: @escaping @Sendable (ByteView, (UInt8) -> Void) -> Bool
    ) {
        (self.words, self.command, self.least, self.open) = (words, command, least, open)
    }

    package static let mark = Layer("a byte order mark") { text, put in
        guard text.starts(with: [0xef, 0xbb, 0xbf]) else { return false }
        text.part(3..<text.count).forEach(put)
        return true
    }

    /// Base64 in either alphabet, with or without padding, perhaps on several lines.
    package static let base64 = Layer("base64") { text, put in
        let end = text.lastIndex { $0 != UInt8(ascii: "=") && !ASCII.isWhiteSpace($0) }.map { $0 + 1 } ?? 0
        return digits(text.part(0..<end), bits: 6, { Base64.anyValue(of: $0) }, passing: ASCII.isWhiteSpace, put)
    }

    package static let hexadecimal = Layer("hexadecimal digits") { text, put in
        digits(text.trimmed, bits: 4, ASCII.hexValue, passing: { _ in false }, put)
    }

    package static let percents = Layer("percent-encoding") { text, put in text.decodePercents(put) }

    /// The escapes of a string of JSON, with or without the quotation marks around it.
    package static let escapes = Layer("the escapes of a JSON string") { text, put in
        let text = text.trimmed
        let quoted = text.first == ASCII.quote ? [UInt8](text) : [ASCII.quote] + text + [ASCII.quote]
        guard case .string(let inner)? = try? JSONValue(parsing: quoted) else { return false }
        inner.utf8.forEach(put)
        return true
    }

    /// Passes on the bytes that are encoded in digits of the given number of bits each. Characters for which `isPassed` returns true are
    /// skipped.
    static func digits(
        _ text: ByteView, bits width: UInt32, _ value: (UInt8) -> UInt8?, passing isPassed: (UInt8) -> Bool,
        _ put: (UInt8) -> Void
    ) -> Bool {
        var digits = Digits(bits: width)
        for byte in text where !isPassed(byte) {
            guard let digit = value(byte) else { return false }
            if let whole = digits.add(digit) { put(whole) }
        }
        return digits.areWhole
    }

    /// What is inside a text; nil if the text does not have this layer.
    package func bytes(in text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        let isWhole = Array(text).withBytes { open($0) { bytes.append($0) } }
        return isWhole && bytes.count >= least ? bytes : nil
    }

    /// The same in memory that is erased. The text is read twice, because the size of such memory does not change.
    func secret(in text: ByteView) -> SecretBytes? {
        var count = 0
        guard open(text, { _ in count += 1 }), count >= least else { return nil }
        return SecretBytes(count: count) { target in
            var at = 0
            _ = open(text) { byte in
                target[at] = byte
                at += 1
            }
        }
    }

    /// Opens layers, one after another and up to `depth` of them inside each other, until something is found.
    ///
    /// - Parameters:
    ///   - isSecret: Whether what is inside stays in memory that is erased.
    ///   - find: Returns what was found inside a layer, or `.some(nil)` if nothing deeper inside it matters.
    package static func search<Found: Sendable>(
        _ text: ByteView, in layers: [Layer], depth: Int, isSecret: Bool = false,
        _ find: (ByteView, Layer) -> Found??
    ) -> Found? {
        for layer in layers where depth > 0 {
            func found(_ inner: ByteView) -> Found? {
                find(inner, layer) ?? search(inner, in: layers, depth: depth - 1, isSecret: isSecret, find)
            }
            let inside: Found?
            if isSecret {
                inside = layer.secret(in: text).flatMap { $0.withBytes { found($0) } }
            } else {
                inside = layer.bytes(in: text).flatMap { $0.withBytes { found($0) } }
            }
            if let inside { return inside }
        }
        return nil
    }
}
