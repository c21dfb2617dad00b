import AttributionBase
import AttributionCrypto

/// A token or JSON text that a person copied from a chat, a log, an HTTP header or source code, without what
/// surrounded it.
///
/// Use this only for a text that a person entered, or to explain a bad line. Lines of a stream are not cleaned.
package struct PastedText: Equatable {
    /// A kind of wrapping that was removed.
    package enum Wrapping: String, CaseIterable, Sendable {
        case address = "the address around it"
        case mark = "the mark of a quotation"
        case name = "the name before it"
        case bearer = "Bearer"
        case quotes
        case brackets
        case rest = "the text after it"
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
    /// The kinds of wrappings that were removed, each once, in the order of ``Wrapping``.
    package let wrappings: [Wrapping]

    /// Whether the text begins like an object, an array or a token.
    package var isInput: Bool { Self.isInput(bytes[...]) }

    package init(_ text: [UInt8]) {
        var cleaner = Cleaner(rest: text[...])
        cleaner.clean()
        bytes = Array(cleaner.rest)
        wrappings = Wrapping.allCases.filter(cleaner.found.contains)
    }

    /// The removed wrappings in words; nil if there are none.
    package var list: String? {
        guard let last = wrappings.last?.rawValue else { return nil }
        let others = wrappings.dropLast().map(\.rawValue).joined(separator: ", ")
        return others.isEmpty ? last : "\(others) and \(last)"
    }

    fileprivate static func isInput(_ text: ArraySlice<UInt8>) -> Bool {
        text.first == ASCII.openBrace || text.first == ASCII.openBracket || text.starts(with: "eyJ".utf8)
    }
}

/// Removes one wrapping after another, from the outside in.
private struct Cleaner {
    var rest: ArraySlice<UInt8>
    /// The number of encodings already removed.
    var depth = 0
    /// How many times percent signs were decoded.
    var percentDepth = 0
    var found = Set<PastedText.Wrapping>()

    /// White space, including kinds that people do not notice: no-break, narrow and zero-width spaces.
    private static let blanks: [[UInt8]] = [
        [0x20], [0x09], [0x0a], [0x0d], [0xc2, 0xa0], [0xe2, 0x80, 0x8b], [0xe2, 0x80, 0x8c], [0xe2, 0x80, 0x8d],
        [0xe2, 0x80, 0xaf], [0xe2, 0x81, 0xa0], [0xe2, 0x80, 0xa8], [0xe2, 0x80, 0xa9], [0xe3, 0x80, 0x80],
        [0xef, 0xbb, 0xbf],
    ]
    private static let quotes: [[UInt8]] = ["\"", "'", "`", "“", "”", "„", "‘", "’", "‚", "«", "»"].map {
        Array($0.utf8)
    }

    mutating func clean() {
        // Each iteration removes something, so there are no more iterations than bytes.
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
        // Surrounding space is not reported as a wrapping, because pasting it is no mistake.
        return rest.count < before
    }

    /// Goes on with the inner text of a wrapping.
    private mutating func take(_ inner: ArraySlice<UInt8>, outOf wrapping: PastedText.Wrapping) -> Bool {
        rest = inner
        found.insert(wrapping)
        return true
    }

    /// Removes what surrounds the text.
    private mutating func unwrap() -> Bool {
        if takeQuotes() || takeBrackets() { return true }
        if let last = rest.last, last == ASCII.comma || last == UInt8(ascii: ";"), rest.count > 1 {
            return take(rest.dropLast(), outOf: .comma)
        }
        guard !PastedText.isInput(rest) else { return false }
        return takeMark() || takeAddress() || takeBearer() || takeName() || takeWord() || decodePercents()
            || takeEscapedQuote()
    }

    /// Removes quotes at both ends, of the same kind or not, or at one end if the other quote was lost.
    private mutating func takeQuotes() -> Bool {
        let first = Self.quotes.first { rest.starts(with: $0) }
        // A JSON object or array does not end with a quote, and a token contains none.
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

    /// Removes the brackets of `<TOKEN>` and `(TOKEN)`, even if one of the two was lost.
    private mutating func takeBrackets() -> Bool {
        let isOpen = rest.first == UInt8(ascii: "<") || rest.first == UInt8(ascii: "(")
        let isClosed = rest.count > 1 && (rest.last == UInt8(ascii: ">") || rest.last == UInt8(ascii: ")"))
        guard isOpen || isClosed else { return false }
        if isOpen { rest = rest.dropFirst() }
        return take(isClosed ? rest.dropLast() : rest, outOf: .brackets)
    }

    /// Removes the `>` that mail programs put before quoted lines.
    private mutating func takeMark() -> Bool {
        rest.first == Self.mark && take(rest.dropFirst(), outOf: .mark)
    }

    private static let mark = UInt8(ascii: ">")

    /// Extracts the token from `https://…?jws=TOKEN&…`.
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
            return take(rest[at..<end], outOf: .address)
        }
        return false
    }

    /// Removes a word and the white space after it: `jws TOKEN`.
    private mutating func takeWord() -> Bool {
        guard let blank = rest.prefix(40).firstIndex(where: ASCII.isWhiteSpace),
            rest[..<blank].allSatisfy({ ASCII.isUppercase($0 & ~0x20) || $0 == ASCII.minus })
        else { return false }
        let text = rest[blank...].drop(while: ASCII.isWhiteSpace)
        return PastedText.isInput(text) && take(text, outOf: .name)
    }

    private mutating func takeBearer() -> Bool {
        for word in ["bearer", "authorization"] where rest.count > word.utf8.count {
            let isThere = zip(rest, word.utf8).allSatisfy { $0 | 0x20 == $1 }
            let next = rest[rest.startIndex + word.utf8.count]
            guard isThere, next == ASCII.space || next == ASCII.tab || next == ASCII.colon else { continue }
            return take(rest.dropFirst(word.utf8.count + 1), outOf: word == "bearer" ? .bearer : .name)
        }
        return false
    }

    /// Removes `name=`, `name:`, `"name": ` and `-d name=`.
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
        // Equals signs only at the end are base64 padding.
        guard isName, !name.isEmpty, rest[(sign + 1)...].contains(where: { $0 != UInt8(ascii: "=") }) else {
            return false
        }
        return take(rest[(sign + 1)...], outOf: .name)
    }

    private mutating func decodePercents() -> Bool {
        guard rest.first == UInt8(ascii: "%"), percentDepth < Self.mostEncodings,
            let decoded = ASCII.withoutPercents(rest)
        else { return false }
        percentDepth += 1
        return take(decoded[...], outOf: .percentEncoding)
    }

    /// Unescapes a text cut out of a JSON string, which begins with `\"`.
    private mutating func takeEscapedQuote() -> Bool {
        rest.starts(with: [ASCII.backslash, ASCII.quote]) && take(Self.withoutEscapes(rest)[...], outOf: .escapes)
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
                // Only ASCII characters are ever escaped needlessly. Other escapes are kept.
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

    /// Removes an encoding of a whole object or token.
    private mutating func decode() -> Bool {
        // A short word may also be base64. An encoded input is longer.
        let shortest = 24
        guard depth < Self.mostEncodings else { return false }
        let text = rest.filter { !ASCII.isWhiteSpace($0) }
        guard text.count >= shortest, let first = text.first, first != ASCII.openBrace, first != ASCII.openBracket,
            !text.contains(ASCII.dot)
        else { return false }
        for (wrapping, decoded) in [
            (PastedText.Wrapping.hexadecimal, ASCII.bytes(ofHexDigits: text)),
            (.base64, Base64URL.decodeLeniently(text)),
        ] {
            guard let decoded else { continue }
            var inner = Cleaner(rest: decoded[...], depth: depth + 1)
            inner.clean()
            guard inner.isWholeInput else { continue }
            found.formUnion(inner.found)
            return take(inner.rest, outOf: wrapping)
        }
        return false
    }

    /// The most encodings of a kind to remove. Encoded percent signs (`%252525…`) could be nested as deeply as the text is
    /// long, and removing each level costs as much as the text.
    private static let mostEncodings = 4

    /// Whether the decoded text is a whole object or token. A token's header alone is also an object in base64url.
    private var isWholeInput: Bool {
        guard rest.first == ASCII.openBrace else { return rest.starts(with: "eyJ".utf8) }
        let name = Array("\"alg\"".utf8)
        let isHeader = rest.prefix(200).indices.contains { rest[$0...].starts(with: name) }
        return rest.last == UInt8(ascii: "}") && !isHeader
    }

    // MARK: - Inside the text

    /// Repairs a token, which contains no blanks, line breaks or escapes.
    private mutating func mendToken() {
        if rest.contains(UInt8(ascii: "%")), let decoded = ASCII.withoutPercents(rest) {
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
            // Other words after a whole token do not belong to it.
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

    /// Whether a token has three parts, and the last is as long as an ES256 signature.
    private static func isWhole(_ token: [UInt8]) -> Bool {
        let signatureLength = 86
        guard token.count > signatureLength, token[token.count - signatureLength - 1] == ASCII.dot else { return false }
        return token.count(where: { $0 == ASCII.dot }) == 2
    }

    /// Repairs JSON with escaped or typographic quotes, or with folded strings.
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
                // JSON strings contain no line breaks. The blanks after one are indentation.
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
