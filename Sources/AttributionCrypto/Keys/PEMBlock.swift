import AttributionBase

/// A block of a PEM file (RFC 7468): its label, and the DER inside.
///
/// OpenSSL does not parse the text, because its reader frees memory that still contains lines of it, and accepts text after the padding.
package struct PEMBlock {
    /// The beginning of a file that has nothing before its first PEM block.
    package static let beginning = "-----BEGIN"

    package let label: String
    /// Whether header lines (RFC 1421) say that the block is encrypted.
    package let isEncrypted: Bool
    package let der: SecretBytes

    /// Whether the content looks like the output of a block cipher, which only header lines would say. A SEC 1 key has more than 96 bytes.
    var mayBeEncrypted: Bool {
        label == "EC PRIVATE KEY" && der.count >= 96 && der.count % 8 == 0
            && der.withBytes { $0[0] != DERElement.sequence }
    }

    /// Reads all blocks of a file and ignores other text before and between them. It never asks for a passphrase.
    ///
    /// A line with `-----BEGIN ` that does not begin a block is an error, because another reader might begin one
    /// there and see other keys.
    package static func all(in text: ByteView) throws(KeyError) -> [PEMBlock] {
        var lines = PEMLines(text)
        var blocks: [PEMBlock] = []
        while let line = lines.next() {
            guard let label = label(of: text[line], after: "-----BEGIN ") else {
                guard !contains("-----BEGIN ", text[line]) else {
                    throw .malformedPEM("a BEGIN line is not of the form -----BEGIN LABEL-----")
                }
                continue
            }
            blocks.append(try block(label, &lines, text))
        }
        return blocks
    }

    /// Returns the fault in a BEGIN or END line of a file without valid PEM blocks; nil if it has no such line.
    static func faultOfFrame(in text: ByteView) -> KeyError? {
        var lines = PEMLines(text)
        while let range = lines.next() {
            let line = text.part(range)
            let dashes = line.prefix { !ASCII.isUppercase($0 & ~0x20) }
            let rest = String(decoding: line.part(dashes.count..<line.count).prefix(80), as: UTF8.self)
            let name = rest.prefix { $0 != " " }
            guard !dashes.isEmpty, ["BEGIN", "END"].contains(name.uppercased()) else { continue }
            // The bytes 0x80 and above are those of longer dashes in UTF-8.
            guard dashes.allSatisfy({ $0 == ASCII.minus || $0 >= 0x80 }) else { continue }
            return .malformedPEM(
                dashes.contains { $0 != ASCII.minus }
                    ? "the \(name) line has dashes other than -"
                    : name != name.uppercased()
                        ? "the \(name) line is in lowercase; it must be in capitals"
                        : dashes.count != 5
                            ? "the \(name) line has \(dashes.count) dashes; it must have five on each side"
                            : name == "END"
                                ? "there is an END line without a BEGIN line before it"
                                : "a BEGIN line is not of the form -----BEGIN LABEL-----")
        }
        return nil
    }

    private static func block(
        _ label: String, _ lines: inout PEMLines, _ text: ByteView
    ) throws(KeyError) -> PEMBlock {
        guard var line = lines.next() else { throw .malformedPEM("a block has no matching END line") }
        var isEncrypted = false
        if text[line].contains(ASCII.colon) {
            while !text[line].isEmpty {
                guard !contains("-----", text[line]) else {
                    throw .malformedPEM("a block's header lines contain another block's dashes")
                }
                if contains("ENCRYPTED", text[line]) { isEncrypted = true }
                guard let next = lines.next(), !starts(text[next], "-----") else {
                    throw .malformedPEM("a block's header lines are cut short")
                }
                line = next
            }
        }
        let start = line.lowerBound
        while !starts(text[line], "-----END ") {
            // The next line begins with dashes, so this block lacks its END line.
            guard !starts(text[line], "-----"), let next = lines.next() else {
                throw .malformedPEM("a block has no matching END line")
            }
            line = next
        }
        guard let end = Self.label(of: text[line], after: "-----END ") else {
            throw .malformedPEM("a block has no matching END line")
        }
        guard end == label else {
            throw .malformedPEM("its lines differ: BEGIN \(excerpt(label)) and END \(excerpt(end))")
        }
        let body = text.part(start..<line.lowerBound)
        return PEMBlock(label: label, isEncrypted: isEncrypted, der: try decode(body))
    }

    /// Returns the text between `start` and the dashes at the end of a line; nil if that text contains dashes.
    private static func label(of line: Slice<ByteView>, after start: StaticString) -> String? {
        let dashes = 5
        guard line.count >= start.utf8CodeUnitCount + dashes,
            starts(line, start),
            line.suffix(dashes).allSatisfy({ $0 == ASCII.minus })
        else { return nil }
        let label = line.dropFirst(start.utf8CodeUnitCount).dropLast(dashes)
        guard !label.contains(ASCII.minus) else { return nil }
        return String(decoding: label, as: UTF8.self)
    }

    private static func contains(_ word: StaticString, _ line: Slice<ByteView>) -> Bool {
        line.indices.contains { starts(line[$0...], word) }
    }

    private static func starts(_ line: Slice<ByteView>, _ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in unsafe line.starts(with: word) }
    }

    private static func decode(_ body: ByteView) throws(KeyError) -> SecretBytes {
        let (der, digits, padding, isWhole) = try SecretBytes.decoding(body, Base64.value)
        guard padding <= 2, (digits + padding) % 4 == 0 else {
            throw .malformedPEM(
                "the base64 of a block has \(digits + padding) characters, which is no multiple of 4; it is cut short or damaged"
            )
        }
        guard isWhole else { throw .malformedPEM("a block is not base64 in its one form") }
        return der
    }

    /// Encodes a block in lines of 64 characters.
    package static func encode(_ der: SecretBytes, label: StaticString) -> SecretBytes {
        der.withBytes { encode($0, label) }
    }

    private static func encode(_ der: ByteView, _ label: StaticString) -> SecretBytes {
        let lineBytes = 48
        let lines = (der.count + lineBytes - 1) / lineBytes
        let head = "-----BEGIN \(label)-----\n"
        let tail = "-----END \(label)-----\n"
        let count = head.utf8.count + (der.count + 2) / 3 * 4 + lines + tail.utf8.count
        return SecretBytes(count: count) { target in
            var end = 0
            func put(_ byte: UInt8) {
                target[end] = byte
                end += 1
            }
            head.utf8.forEach(put)
            for start in stride(from: 0, to: der.count, by: lineBytes) {
                Base64.encode(der.part(start..<min(start + lineBytes, der.count)), put)
                put(ASCII.newline)
            }
            tail.utf8.forEach(put)
        }
    }
}

extension SecretBytes {
    /// Decodes base64 (RFC 4648 §4) directly into memory that is erased. White space is skipped.
    ///
    /// - Returns: The bytes, the numbers of digits and of the `=` after them, and whether all unused bits are zero.
    /// - Throws: ``KeyError/malformedPEM(_:)`` for any other character.
    static func decoding(
        _ text: ByteView, _ value: (UInt8) -> UInt8?
    ) throws(KeyError) -> (bytes: SecretBytes, digits: Int, padding: Int, isWhole: Bool) {
        var (digits, padding) = (0, 0)
        for byte in text where !ASCII.isWhiteSpace(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0 else { throw .malformedPEM("text follows the padding of a block") }
            guard value(byte) != nil else { throw .malformedPEM("a block is not base64") }
            digits += 1
        }
        var isWhole = false
        let bytes = SecretBytes(count: digits * 6 / 8) { target in
            var (read, at) = (Digits(bits: 6), 0)
            for byte in text {
                guard let digit = value(byte), let whole = read.add(digit) else { continue }
                target[at] = whole
                at += 1
            }
            isWhole = read.areWhole
        }
        return (bytes, digits, padding, isWhole)
    }
}

/// The lines of a text without trailing white space.
private struct PEMLines {
    private let text: ByteView
    private var at = 0

    init(_ text: ByteView) { self.text = text }

    mutating func next() -> Range<Int>? {
        guard at < text.count else { return nil }
        let start = at
        while at < text.count && text[at] != ASCII.newline { at += 1 }
        var end = at
        at += 1
        while end > start, ASCII.isWhiteSpace(text[end - 1]) { end -= 1 }
        return start..<end
    }
}
