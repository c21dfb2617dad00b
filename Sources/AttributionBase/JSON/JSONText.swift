/// Functions that rewrite texts that were already scanned. They do not check the syntax, but stay within the bounds even of a text that was
/// not scanned.
package enum JSONText {
    /// Removes the white space outside strings from `buffer` in place, from offset `start` on.
    package static func compact(_ buffer: inout ByteBuffer, from start: Int) {
        var write = start
        var read = start
        let end = buffer.count
        var inString = false
        while read < end {
            let byte = buffer[read]
            read += 1
            if inString {
                if byte == ASCII.backslash, read < end {
                    buffer[write] = byte
                    buffer[write + 1] = buffer[read]
                    write += 2
                    read += 1
                    continue
                }
                if byte == ASCII.quote { inString = false }
            } else {
                if ASCII.isWhiteSpace(byte) { continue }
                if byte == ASCII.quote { inString = true }
            }
            buffer[write] = byte
            write += 1
        }
        buffer.truncate(to: write)
    }

    /// Appends a text with one member or element per line, indented by two spaces.
    ///
    /// Characters that could control a terminal or mislead a reader (see ``isTerminalControl(_:)``) are written as `\u` escapes. After
    /// each end of a line, `passOn` may take the lines out of `output`.
    package static func appendPretty(
        _ text: ByteView, isColored: Bool = false, to output: inout ByteBuffer,
        passOn: (inout ByteBuffer) -> Void = { _ in }
    ) {
        var depth = 0
        var at = 0
        func newLine(_ output: inout ByteBuffer) {
            output.append(ASCII.newline)
            passOn(&output)
            for _ in 0..<depth { output.append("  ") }
        }
        while at < text.count {
            let byte = text[at]
            at += 1
            switch byte {
            case ASCII.openBrace, ASCII.openBracket:
                output.append(byte)
                while at < text.count, ASCII.isWhiteSpace(text[at]) { at += 1 }
                if at < text.count, text[at] == ASCII.closeBrace || text[at] == ASCII.closeBracket {
                    output.append(text[at])
                    at += 1
                } else {
                    depth += 1
                    newLine(&output)
                }
            case ASCII.closeBrace, ASCII.closeBracket:
                depth = max(depth - 1, 0)
                newLine(&output)
                output.append(byte)
            case ASCII.comma:
                output.append(byte)
                newLine(&output)
            case ASCII.colon:
                output.append(": ")
            case ASCII.quote:
                let start = at - 1
                if isColored {
                    at = colorToken(text, from: start, to: &output)
                } else {
                    at = endOfString(text, from: start)
                    appendHarmless(text.part(start..<at), to: &output)
                }
            case UInt8(ascii: "n") where isColored:
                at = colorToken(text, from: at - 1, to: &output)
            default:
                if !ASCII.isWhiteSpace(byte) { output.append(byte) }
            }
        }
    }

    /// Appends a compact text, or a part of one, in which characters that could control a terminal are escaped.
    package static func appendHarmless(_ text: ByteView, to output: inout ByteBuffer) {
        if text.isPrintableASCII {
            output.append(text)
            return
        }
        for scalar in text.text.unicodeScalars {
            if isTerminalControl(scalar) {
                appendEscape(scalar, to: &output)
            } else {
                output.append(text: String(scalar))
            }
        }
    }

    /// Whether a terminal might act on a character instead of displaying it, or would display nothing: controls, marks of text direction,
    /// and characters without width.
    package static func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f: true
        case 0xad, 0x34f, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5, 0x180b...0x180f: true
        case 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164: true
        case 0xfe00...0xfe0f, 0xfeff, 0xffa0, 0xfff0...0xfffb, 0x1d173...0x1d17a, 0xe0000...0xe0fff: true
        default: false
        }
    }

    private static func appendEscape(_ scalar: Unicode.Scalar, to output: inout ByteBuffer) {
        for unit in UTF16.encode(scalar) ?? .init() {
            output.append("\\u")
            for shift in [12, 8, 4, 0] { output.append(ASCII.lowercaseHexDigits[Int(unit >> UInt16(shift)) & 15]) }
        }
    }

    /// Appends a text as a JSON string with its quotes, in which characters that could control a terminal are escaped. Malformed UTF-8 must
    /// already have been repaired.
    package static func appendString(_ text: String, to output: inout ByteBuffer) {
        output.append(ASCII.quote)
        let start = output.count
        let isASCII = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe appendContent(ByteView(bytes), to: &output)
        }
        if isASCII != true {
            output.truncate(to: start)
            for scalar in text.unicodeScalars { append(scalar, to: &output) }
        }
        output.append(ASCII.quote)
    }

    /// Appends an ASCII text with escapes but without quotes. At the first non-ASCII byte, it stops and returns false.
    private static func appendContent(_ text: ByteView, to output: inout ByteBuffer) -> Bool {
        // Most bytes need no escape, so they are copied in runs.
        let scanner = JSONScanner(text: text)
        var run = 0
        while true {
            // A string of JSON may contain DEL, but a terminal may act on it.
            let plain = text.part(run..<scanner.plainRun(run))
            let end = run + (plain.firstOffset(of: 0x7f) ?? plain.count)
            output.append(text.part(run..<end))
            guard let byte = text.byte(at: end) else { return true }
            guard byte < 0x80 else { return false }
            append(Unicode.Scalar(byte), to: &output)
            run = end + 1
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout ByteBuffer) {
        switch scalar {
        case "\"": output.append("\\\"")
        case "\\": output.append("\\\\")
        case "\n": output.append("\\n")
        case "\r": output.append("\\r")
        case "\t": output.append("\\t")
        case _ where isTerminalControl(scalar): appendEscape(scalar, to: &output)
        default: for byte in scalar.utf8 { output.append(byte) }
        }
    }
}

extension JSONText {
    /// Appends a value as this program writes it: without white space between its tokens, without escapes that no text needs, and
    /// without members that are `null`, which count as absent.
    package static func appendPlain(_ view: JSONView, to output: inout ByteBuffer) {
        switch view.kind {
        case .object:
            output.openObject()
            for member in view.members where member.value.kind != .null {
                output.separate()
                appendPlain(member.name, to: &output)
                output.append(ASCII.colon)
                appendPlain(member.value, to: &output)
            }
            output.closeObject()
        case .array:
            output.openArray()
            for element in view.elements {
                output.separate()
                appendPlain(element, to: &output)
            }
            output.closeArray()
        case .string where view.hasEscapes || !view.content.isPrintableASCII: appendString(view.string, to: &output)
        case .string, .number, .true, .false, .null: output.append(view.raw)
        }
    }

    /// Appends a value of a scanned text, without white space between its tokens.
    package static func appendCompact(_ view: JSONView, to output: inout ByteBuffer) {
        let start = output.count
        output.append(view.raw)
        compact(&output, from: start)
    }
}

extension JSONText {
    /// Returns how many trailing zeros of the digits come from the exponent. If the number was rounded, they may have been other digits.
    package static func lostDigits(of text: String, writtenAs digits: String) -> Int {
        max(0, digits.count - text.prefix { $0 != "e" && $0 != "E" }.count { $0 != "." })
    }

    /// Whether a whole number was probably rounded: it has an exponent, and no more digits than C's `%g` writes.
    package static func isRounded(_ text: String) -> Bool {
        guard let mantissa = text.firstIndex(where: { $0 == "e" || $0 == "E" }),
            let digits = digits(ofWhole: text)
        else { return false }
        return text[..<mantissa].count { $0 != "." } <= 6 && lostDigits(of: text, writtenAs: digits) > 0
    }

    /// Returns the digits of a whole number that may be written with a fraction of zeros or an exponent, such as `1.73e3`. Nil for a
    /// negative number, for one with more than 20 digits, and for any other text.
    package static func digits(ofWhole text: String) -> String? {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : ""
        // A JSON number has no leading zeros.
        guard parts[0] == "0" || !parts[0].hasPrefix("0") else { return nil }
        let areDigits = [parts[0], fraction].allSatisfy { $0.utf8.allSatisfy(ASCII.isDigit) }
        guard areDigits, !parts[0].isEmpty, parts.count == 1 || !fraction.isEmpty, text.utf8.count <= 64,
            let shift = halves.count > 1 ? Int(halves[1]) : 0, abs(shift) <= 64
        else { return nil }
        var digits = parts[0] + fraction
        // The number of digits before the decimal point.
        let count = parts[0].count + shift
        while digits.count > max(count, 0), digits.last == "0" { digits.removeLast() }
        guard digits.count <= count || digits.isEmpty else { return nil }
        digits += String(repeating: "0", count: max(0, count - digits.count))
        let plain = digits.drop { $0 == "0" }
        return plain.count > 20 ? nil : plain.isEmpty ? "0" : String(plain)
    }
}
