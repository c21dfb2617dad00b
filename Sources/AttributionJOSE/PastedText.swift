import AttributionBytes

/// A token or a JSON text as people paste it: out of a chat, a log, a header of HTTP, another program's source.
///
/// Only for what a person gave as one text. A line of a stream is taken as it is.
package struct PastedText: Equatable {
    /// What was taken off.
    package enum Wrapping: String, CaseIterable, Sendable {
        case address = "the address around it"
        case mark = "the mark of a quotation"
        case name = "the name before it"
        case bearer = "Bearer"
        case quotes
        case brackets
        case rest = "the text behind it"
        case comma = "a comma"
        case percentEncoding = "%-encoding"
        case base64
        case hexadecimal = "hexadecimal digits"
        case escapes = "the escapes of a JSON string"
        case blanks
        case lineBreaks = "line breaks"
    }

    /// The text without its wrappings.
    package let bytes: [UInt8]
    /// What was taken off, each once, in the order of ``Wrapping``.
    package let wrappings: [Wrapping]

    /// Whether the text begins like an object, an array or a token.
    package var isInput: Bool { Self.isInput(bytes[...]) }

    package init(_ text: [UInt8]) {
        var cleaner = Cleaner(rest: text[...])
        cleaner.clean()
        bytes = Array(cleaner.rest)
        wrappings = Wrapping.allCases.filter(cleaner.found.contains)
    }

    /// What was taken off, in words; nil for nothing.
    package var list: String? {
        guard let last = wrappings.last?.rawValue else { return nil }
        let others = wrappings.dropLast().map(\.rawValue).joined(separator: ", ")
        return others.isEmpty ? last : "\(others) and \(last)"
    }

    fileprivate static func isInput(_ text: ArraySlice<UInt8>) -> Bool {
        text.first == ASCII.openBrace || text.first == ASCII.openBracket || text.starts(with: "eyJ".utf8)
    }
}

/// Takes one wrapping after another off, from the outside in.
private struct Cleaner {
    var rest: ArraySlice<UInt8>
    /// How many encodings there are around it.
    var depth = 0
    var found = Set<PastedText.Wrapping>()

    /// White space that people do not see as such: no-break, narrow, without width.
    private static let blanks: [[UInt8]] = [
        [0x20], [0x09], [0x0a], [0x0d], [0xc2, 0xa0], [0xe2, 0x80, 0x8b], [0xe2, 0x80, 0x8c], [0xe2, 0x80, 0x8d],
        [0xe2, 0x80, 0xaf], [0xe2, 0x81, 0xa0], [0xe2, 0x80, 0xa8], [0xe2, 0x80, 0xa9], [0xe3, 0x80, 0x80],
        [0xef, 0xbb, 0xbf],
    ]
    private static let quotes: [[UInt8]] = ["\"", "'", "`", "“", "”", "„", "‘", "’", "‚", "«", "»"].map {
        Array($0.utf8)
    }

    mutating func clean() {
        // Each turn takes something off, so there are no more turns than bytes.
        while trim() || unwrap() || decode() {}
        guard PastedText.isInput(rest) else { return }
        if rest.first == ASCII.openBrace || rest.first == ASCII.openBracket { mendJSON() } else { mendToken() }
    }

    // MARK: - Around the text

    private mutating func trim() -> Bool {
        let before = rest.count
        while let blank = Self.blanks.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(blank.count) }
        while let blank = Self.blanks.first(where: { rest.suffix($0.count).elementsEqual($0) }) {
            rest = rest.dropLast(blank.count)
        }
        // Space around a text is nothing that anybody pasted by mistake.
        return rest.count < before
    }

    /// Takes off what stands around the text.
    private mutating func unwrap() -> Bool {
        if takeQuotes() || takeBrackets() { return true }
        if let last = rest.last, last == ASCII.comma || last == UInt8(ascii: ";"), rest.count > 1 {
            rest = rest.dropLast()
            found.insert(.comma)
            return true
        }
        guard !PastedText.isInput(rest) else { return false }
        return takeMark() || takeAddress() || takeBearer() || takeName() || takeWord() || decodePercents()
            || takeEscapedQuote()
    }

    /// Quotes at both ends, be they of one kind or not, or at one end where the other was lost.
    private mutating func takeQuotes() -> Bool {
        let first = Self.quotes.first { rest.starts(with: $0) }
        // A JSON text ends in no quote, and a token has none.
        let last = Self.quotes.first { rest.count > $0.count && rest.suffix($0.count).elementsEqual($0) }
        guard first != nil || last != nil else { return false }
        if let first { rest = rest.dropFirst(first.count) }
        if let last, rest.count >= last.count {
            rest = rest.dropLast(last.count)
            if rest.last == ASCII.backslash {
                rest = rest.dropLast()
                found.insert(.escapes)
            }
        }
        found.insert(.quotes)
        return true
    }

    /// `<TOKEN>`, `(TOKEN)`, also with one of the two lost.
    private mutating func takeBrackets() -> Bool {
        let isOpen = rest.first == UInt8(ascii: "<") || rest.first == UInt8(ascii: "(")
        let isClosed = rest.count > 1 && (rest.last == UInt8(ascii: ">") || rest.last == UInt8(ascii: ")"))
        guard isOpen || isClosed else { return false }
        if isOpen { rest = rest.dropFirst() }
        if isClosed { rest = rest.dropLast() }
        found.insert(.brackets)
        return true
    }

    /// `> ` as mail programs put it before what they quote.
    private mutating func takeMark() -> Bool {
        guard rest.first == Self.mark else { return false }
        rest = rest.dropFirst()
        found.insert(.mark)
        return true
    }

    private static let mark = UInt8(ascii: ">")

    /// `https://…?jws=TOKEN&…`
    private mutating func takeAddress() -> Bool {
        let scheme = rest.prefix(12)
        guard let colon = scheme.firstIndex(of: ASCII.colon), rest[colon...].starts(with: "://".utf8) else {
            return false
        }
        let separators = Array("/?&#=".utf8)
        var at = colon
        while let separator = rest[at...].firstIndex(where: separators.contains) {
            at = separator + 1
            guard rest[at...].starts(with: "eyJ".utf8) else { continue }
            let end = rest[at...].firstIndex(where: separators.contains) ?? rest.endIndex
            rest = rest[at..<end]
            found.insert(.address)
            return true
        }
        return false
    }

    /// A word and a blank: `jws TOKEN`.
    private mutating func takeWord() -> Bool {
        guard let blank = rest.prefix(40).firstIndex(where: ASCII.isWhiteSpace),
            rest[..<blank].allSatisfy({ ASCII.isUppercase($0 & ~0x20) || $0 == ASCII.minus })
        else { return false }
        let text = rest[blank...].drop(while: ASCII.isWhiteSpace)
        guard PastedText.isInput(text) else { return false }
        rest = text
        found.insert(.name)
        return true
    }

    private mutating func takeBearer() -> Bool {
        for word in ["bearer", "authorization"] where rest.count > word.utf8.count {
            let isThere = zip(rest, word.utf8).allSatisfy { $0 | 0x20 == $1 }
            let next = rest[rest.startIndex + word.utf8.count]
            guard isThere, next == ASCII.space || next == ASCII.tab || next == ASCII.colon else { continue }
            rest = rest.dropFirst(word.utf8.count + 1)
            found.insert(word == "bearer" ? .bearer : .name)
            return true
        }
        return false
    }

    /// `name=`, `name:`, `"name": `, `-d name=`.
    private mutating func takeName() -> Bool {
        let limit = rest.prefix(80)
        guard let sign = limit.firstIndex(where: { $0 == ASCII.colon || $0 == UInt8(ascii: "=") }),
            sign > rest.startIndex
        else { return false }
        let name = rest[..<sign].filter { $0 != ASCII.quote && $0 != ASCII.backslash && $0 != ASCII.space }
        let isName = name.allSatisfy { byte in
            ASCII.isDigit(byte) || ASCII.isUppercase(byte & ~0x20)
                || [ASCII.minus, ASCII.dot, UInt8(ascii: "_")].contains(byte)
        }
        // Signs at the end alone are the padding of base64.
        guard isName, !name.isEmpty, rest[(sign + 1)...].contains(where: { $0 != UInt8(ascii: "=") }) else {
            return false
        }
        rest = rest[(sign + 1)...]
        found.insert(.name)
        return true
    }

    private mutating func decodePercents() -> Bool {
        guard rest.first == UInt8(ascii: "%"), let decoded = Self.withoutPercents(rest) else { return false }
        rest = decoded[...]
        found.insert(.percentEncoding)
        return true
    }

    /// `\"` at the beginning of what was cut out of a JSON string.
    private mutating func takeEscapedQuote() -> Bool {
        guard rest.starts(with: [ASCII.backslash, ASCII.quote]) else { return false }
        rest = Self.withoutEscapes(rest)[...]
        found.insert(.escapes)
        return true
    }

    private static func withoutPercents(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var at = text.startIndex
        while at < text.endIndex {
            guard text[at] == UInt8(ascii: "%") else {
                result.append(text[at])
                at += 1
                continue
            }
            guard text.endIndex - at >= 3, let high = ASCII.hexValue(text[at + 1]),
                let low = ASCII.hexValue(text[at + 2])
            else { return nil }
            result.append(high << 4 | low)
            at += 3
        }
        return result
    }

    private static func withoutEscapes(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == ASCII.backslash, let next = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "n"): result.append(ASCII.newline)
            case UInt8(ascii: "r"): result.append(ASCII.carriageReturn)
            case UInt8(ascii: "t"): result.append(ASCII.tab)
            case UInt8(ascii: "u"):
                let digits = rest.prefix(4).compactMap(ASCII.hexValue)
                let value = digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
                // Only ASCII is ever written so without need; anything else stays an escape.
                if digits.count == 4, value < 0x80 {
                    result.append(UInt8(truncatingIfNeeded: value))
                    rest = rest.dropFirst(4)
                } else {
                    result += [byte, next]
                }
            default: result.append(next)
            }
        }
        return result
    }

    // MARK: - Encodings

    /// Takes one encoding off in which all of an object or a token is.
    private mutating func decode() -> Bool {
        // A word may be base64 too; one that means something is longer.
        let shortest = 24
        guard depth < Self.mostEncodings else { return false }
        let text = rest.filter { !ASCII.isWhiteSpace($0) }
        guard text.count >= shortest, let first = text.first, first != ASCII.openBrace, first != ASCII.openBracket,
            !text.contains(ASCII.dot)
        else { return false }
        for (wrapping, decoded) in [
            (PastedText.Wrapping.hexadecimal, Self.decodedDigits(text)), (.base64, Self.decodedBase64(text)),
        ] {
            guard let decoded else { continue }
            var inner = Cleaner(rest: decoded[...], depth: depth + 1)
            inner.clean()
            guard inner.isWholeInput else { continue }
            rest = inner.rest
            found.formUnion(inner.found)
            found.insert(wrapping)
            return true
        }
        return false
    }

    /// Each takes a third or a half of the text with it.
    private static let mostEncodings = 4

    /// Whether what was decoded is an object or a token, and not a part of one: the header of a token is an object in
    /// base64url as well.
    private var isWholeInput: Bool {
        guard rest.first == ASCII.openBrace else { return rest.starts(with: "eyJ".utf8) }
        let name = Array("\"alg\"".utf8)
        let isHeader = rest.prefix(200).indices.contains { rest[$0...].starts(with: name) }
        return rest.last == UInt8(ascii: "}") && !isHeader
    }

    private static func decodedDigits(_ text: [UInt8]) -> [UInt8]? {
        let digits = text.compactMap(ASCII.hexValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// In either alphabet, padded or not.
    private static func decodedBase64(_ text: [UInt8]) -> [UInt8]? {
        let plain = text.reversed().drop { $0 == UInt8(ascii: "=") }.reversed().map { byte in
            byte == UInt8(ascii: "+") ? ASCII.minus : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
        }
        return try? Base64URL.decode(plain)
    }

    // MARK: - Inside the text

    /// A token has no blanks, no line breaks and no escapes.
    private mutating func mendToken() {
        if rest.contains(UInt8(ascii: "%")), let decoded = Self.withoutPercents(rest) {
            rest = decoded[...]
            found.insert(.percentEncoding)
        }
        if rest.contains(ASCII.backslash) {
            rest = Self.withoutEscapes(rest)[...]
            found.insert(.escapes)
        }
        var result: [UInt8] = []
        while let byte = rest.first {
            guard let blank = Self.blanks.first(where: { rest.starts(with: $0) }) else {
                result.append(byte)
                rest = rest.dropFirst()
                continue
            }
            let behind = rest.dropFirst(blank.count)
            // Of a token that is whole, other words are no part.
            if Self.isWhole(result), behind.contains(where: { !ASCII.isWhiteSpace($0) }), !behind.contains(ASCII.dot) {
                found.insert(.rest)
                break
            }
            let isBreak = byte == ASCII.newline || byte == ASCII.carriageReturn
            found.insert(isBreak ? .lineBreaks : .blanks)
            rest = behind
            if isBreak, rest.first == Self.mark { _ = takeMark() }
        }
        rest = result[...]
    }

    /// Whether a token has three parts, the last of them as long as a signature of ES256.
    private static func isWhole(_ token: [UInt8]) -> Bool {
        let signatureLength = 86
        guard token.count > signatureLength, token[token.count - signatureLength - 1] == ASCII.dot else { return false }
        return token.count(where: { $0 == ASCII.dot }) == 2
    }

    /// JSON whose quotes are escaped, or were made typographic, and whose strings were folded.
    private mutating func mendJSON() {
        let inside = rest.dropFirst().drop(while: ASCII.isWhiteSpace)
        if inside.starts(with: [ASCII.backslash, ASCII.quote]) {
            rest = Self.withoutEscapes(rest)[...]
            found.insert(.escapes)
        }
        let typographic: [[UInt8]] = ["“", "”", "„"].map { Array($0.utf8) }
        let isTypographic = !rest.contains(ASCII.quote)
        var result: [UInt8] = []
        var isInString = false
        while let byte = rest.first {
            if isTypographic, let quote = typographic.first(where: { rest.starts(with: $0) }) {
                rest = rest.dropFirst(quote.count)
                result.append(ASCII.quote)
                isInString.toggle()
                found.insert(.quotes)
            } else if isInString, byte == ASCII.backslash {
                result += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if isInString, byte == ASCII.newline || byte == ASCII.carriageReturn {
                // No string of JSON has a line break in it; the blanks behind one are its indentation.
                rest = rest.drop(while: ASCII.isWhiteSpace)
                found.insert(.lineBreaks)
            } else if !isInString, byte >= 0x80, let blank = Self.blanks.first(where: { rest.starts(with: $0) }) {
                rest = rest.dropFirst(blank.count)
                result.append(ASCII.space)
                found.insert(.blanks)
            } else {
                if byte == ASCII.quote { isInString.toggle() }
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        rest = result[...]
    }
}
