import AttributionBase
import AttributionCrypto

/// A token or JSON text that a person copied from a chat, a log, an HTTP header or source code, without what was around it.
///
/// Use this only for text that a person entered, or to explain a bad line. The lines of a stream are never cleaned.
package struct PastedText: Equatable {
    package enum Wrapping: String, CaseIterable, Sendable {
        case address = "the URL around the text"
        case mark = "the quote prefix (>) of an e-mail"
        case name = "the leading name"
        case bearer = "Bearer"
        case quotes
        case brackets
        case rest = "the trailing text"
        case comma = "a comma"
        case percentEncoding = "its %-encoding"
        case base64 = "its base64 encoding"
        case hexadecimal = "its hexadecimal encoding"
        case escapes = "the escapes of a JSON string"
        case blanks = "spaces"
        case lineBreaks = "line breaks"
    }

    package let bytes: [UInt8]
    /// The kinds of wrappings that were removed, each listed once, in the order of ``Wrapping``.
    package let wrappings: [Wrapping]

    /// Whether the text begins like an object, an array or a token.
    package var isInput: Bool { Self.isInput(bytes[...]) }

    package init(_ text: [UInt8]) {
        var cleaner = Cleaner(rest: text[...])
        cleaner.clean()
        bytes = Array(cleaner.rest)
        wrappings = Wrapping.allCases.filter(cleaner.found.contains)
    }

    /// A list of the removed wrappings for messages; nil if there are none.
    package var list: String? {
        guard let last = wrappings.last?.rawValue else { return nil }
        let others = wrappings.dropLast().map(\.rawValue).joined(separator: ", ")
        return others.isEmpty ? last : "\(others) and \(last)"
    }

    fileprivate static func isInput(_ text: ArraySlice<UInt8>) -> Bool {
        text.first == ASCII.openBrace || text.first == ASCII.openBracket || text.starts(with: "eyJ".utf8)
    }
}

/// Removes wrappings one after another, from the outside in.
private struct Cleaner {
    typealias Text = ArraySlice<UInt8>
    /// Something that may be around an input, and a function that returns the part of the text inside it, or nil if it is not there.
    typealias Frame = (wrapping: PastedText.Wrapping, inner: @Sendable (Text) -> Text?)

    var rest: Text
    /// The number of encodings removed so far.
    var depth = 0
    var found = Set<PastedText.Wrapping>()
    /// How many times percent-encoding was decoded.
    private var percentDepth = 0

    init(rest: Text, depth: Int = 0) { (self.rest, self.depth) = (rest, depth) }

    /// White space, including characters that look like it or are invisible, such as no-break, narrow and zero-width spaces.
    private static let blanks = bytes(
        " ", "\t", "\n", "\r", "\u{a0}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{202f}", "\u{2060}", "\u{2028}",
        "\u{2029}",
        "\u{3000}", "\u{feff}")
    private static let typographic = bytes("“", "”", "„")
    private static let quotes = bytes("\"", "'", "`", "‘", "’", "‚", "«", "»") + typographic

    private static func bytes(_ texts: StaticString...) -> [[UInt8]] { texts.map { Array("\($0)".utf8) } }

    private static let around: [Frame] = [
        // These can be removed even from one side: no JSON object or array ends with a quotation mark or a backslash, and no token contains
        // one.
        (.quotes, { without($0, quotes, quotes) }), (.escapes, { without($0, [], bytes("\\")) }),
        (.brackets, { without($0, bytes("<", "("), bytes(">", ")")) }), (.comma, { without($0, [], bytes(",", ";")) }),
    ]

    /// The wrappings of texts that do not begin like an input.
    private static let before: [Frame] = [
        // The mark that mail programs put before quoted lines.
        (.mark, { without($0, bytes(">"), []) }), (.address, inAddress), (.bearer, { behind("bearer", $0) }),
        (.name, { behind("authorization", $0) }), (.name, behindName), (.name, behindWord),
        (.percentEncoding, { $0.first == ASCII.percent ? Layer.percents.bytes(in: $0).map { $0[...] } : nil }),
        // Part of a JSON string, without the quotation marks around it.
        (.escapes, { $0.starts(with: "\\\"".utf8) ? withoutEscapes($0) : nil }),
    ]

    mutating func clean() {
        // Each iteration removes something, so the number of iterations is limited by the number of bytes.
        while trim() || take(Self.around) || !PastedText.isInput(rest) && take(Self.before) || decode() {}
        guard PastedText.isInput(rest) else { return }
        if rest.first == ASCII.openBrace || rest.first == ASCII.openBracket { mendJSON() } else { mendToken() }
    }

    /// White space around the input is not reported as a wrapping, because pasting it is no mistake.
    private mutating func trim() -> Bool {
        let before = rest.count
        while let blank = Self.blanks.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(blank.count) }
        while let blank = Self.blanks.first(where: { rest.suffix($0.count).elementsEqual($0) }) {
            rest = rest.dropLast(blank.count)
        }
        return rest.count < before
    }

    private mutating func take(_ frames: [Frame]) -> Bool {
        for frame in frames where frame.wrapping != .percentEncoding || percentDepth < Self.mostEncodings {
            guard let inner = frame.inner(rest) else { continue }
            if frame.wrapping == .percentEncoding { percentDepth += 1 }
            rest = inner
            found.insert(frame.wrapping)
            return true
        }
        return false
    }

    // MARK: - Around the text

    private static func without(_ text: Text, _ opening: [[UInt8]], _ closing: [[UInt8]]) -> Text? {
        var rest = text
        if let sign = opening.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(sign.count) }
        let last = closing.first { text.count > $0.count && rest.suffix($0.count).elementsEqual($0) }
        rest = rest.dropLast(last?.count ?? 0)
        return rest.count < text.count ? rest : nil
    }

    /// Returns the token in a URL such as `https://…?jws=TOKEN&…`.
    private static func inAddress(_ text: Text) -> Text? {
        guard let colon = text.prefix(12).firstIndex(of: ASCII.colon), text[colon...].starts(with: "://".utf8) else {
            return nil
        }
        return text[colon...].split { "/?&#=".utf8.contains($0) }.first { $0.starts(with: "eyJ".utf8) }
    }

    /// Returns the text after a word, in either case, and a blank or a colon.
    private static func behind(_ word: String, _ text: Text) -> Text? {
        let rest = text.dropFirst(word.utf8.count)
        let isPresent = zip(text, word.utf8).allSatisfy { $0 | 0x20 == $1 }
        return isPresent && rest.first.map { " \t:".utf8.contains($0) } == true ? rest.dropFirst() : nil
    }

    /// Returns the text after a word and white space, as in `jws TOKEN`.
    private static func behindWord(_ text: Text) -> Text? {
        guard let blank = text.prefix(40).firstIndex(where: ASCII.isWhiteSpace),
            text[..<blank].allSatisfy({ ASCII.isUppercase($0 & ~0x20) || $0 == ASCII.minus })
        else { return nil }
        let rest = text[blank...].drop(while: ASCII.isWhiteSpace)
        return PastedText.isInput(rest) ? rest : nil
    }

    /// Returns the text after `name=`, `name:`, `"name": ` or `-d name=`.
    private static func behindName(_ text: Text) -> Text? {
        guard let sign = text.prefix(80).firstIndex(where: { ":=".utf8.contains($0) }) else { return nil }
        let name = text[..<sign].filter { !"\"\\ ".utf8.contains($0) }
        let rest = text[(sign + 1)...]
        // Equals signs only at the end are the padding of base64.
        return !name.isEmpty && name.allSatisfy { ASCII.isWordPart($0) || $0 == ASCII.dot }
            && rest.contains(where: { $0 != UInt8(ascii: "=") }) ? rest : nil
    }

    private static func withoutEscapes(_ text: Text) -> Text? {
        // A JSON string has no line breaks, so any were added by wrapping lines.
        Layer.escapes.bytes(in: [ASCII.quote] + text.filter { $0 >= 0x20 } + [ASCII.quote]).map { $0[...] }
    }

    // MARK: - Encodings

    /// Decodes an encoding of a whole object or token.
    private mutating func decode() -> Bool {
        // A short word may also be valid base64. An encoded input is longer than this.
        let shortest = 24
        guard depth < Self.mostEncodings else { return false }
        let text = rest.filter { !ASCII.isWhiteSpace($0) }
        guard text.count >= shortest, let first = text.first, first != ASCII.openBrace, first != ASCII.openBracket,
            !text.contains(ASCII.dot)
        else { return false }
        let inside = text.withBytes { text in
            Layer.search(text, in: [.hexadecimal, .base64], depth: 1) { inner, layer -> Cleaner?? in
                var cleaner = Cleaner(rest: [UInt8](inner)[...], depth: depth + 1)
                cleaner.clean()
                cleaner.found.insert(layer.words == Layer.base64.words ? .base64 : .hexadecimal)
                return .some(cleaner.isWholeInput ? cleaner : nil)
            }
        }
        guard let inside else { return false }
        (rest, found) = (inside.rest, found.union(inside.found))
        return true
    }

    /// The greatest number of encodings of a kind that are removed. Percent signs can be encoded repeatedly (`%252525…`), as often as the
    /// text is long, and decoding each level takes time for the whole text.
    private static let mostEncodings = 4

    /// Whether the decoded text is a whole object or token. The header of a token alone is also an object in base64url, but does not count.
    private var isWholeInput: Bool {
        guard rest.first == ASCII.openBrace else { return rest.starts(with: "eyJ".utf8) }
        return rest.last == ASCII.closeBrace && !Array(rest.prefix(200)).withBytes { $0.includes("\"alg\"") }
    }

    // MARK: - Inside the text

    /// Repairs a token by removing blanks, line breaks and escapes.
    private mutating func mendToken() {
        if rest.contains(ASCII.percent), let decoded = Layer.percents.bytes(in: rest) {
            rest = decoded[...]
            found.insert(.percentEncoding)
        }
        if rest.contains(ASCII.backslash), let decoded = Self.withoutEscapes(rest) {
            rest = decoded
            found.insert(.escapes)
        }
        var result: [UInt8] = []
        while let byte = rest.first {
            guard let blank = Self.blanks.first(where: { rest.starts(with: $0) }) else {
                result.append(byte)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(blank.count)
            // Words after a whole token do not belong to it.
            if Self.isWhole(result), rest.contains(where: { !ASCII.isWhiteSpace($0) }), !rest.contains(ASCII.dot) {
                found.insert(.rest)
                break
            }
            let isBreak = byte == ASCII.newline || byte == ASCII.carriageReturn
            found.insert(isBreak ? .lineBreaks : .blanks)
            if isBreak, rest.first == UInt8(ascii: ">") { _ = take(Self.before) }
        }
        rest = result[...]
    }

    /// Whether a token has three parts, the last of which is as long as an ES256 signature.
    private static func isWhole(_ token: [UInt8]) -> Bool {
        token.dropLast(86).last == ASCII.dot && token.count(where: { $0 == ASCII.dot }) == 2
    }

    /// Repairs JSON whose quotation marks are escaped or typographic, or whose strings are wrapped.
    private mutating func mendJSON() {
        let inside = rest.dropFirst().drop(while: ASCII.isWhiteSpace)
        if inside.starts(with: "\\\"".utf8), let decoded = Self.withoutEscapes(rest) {
            rest = decoded
            found.insert(.escapes)
        }
        let isTypographic = !rest.contains(ASCII.quote)
        var result: [UInt8] = []
        var isInString = false
        while let byte = rest.first {
            if isTypographic, let quote = Self.typographic.first(where: { rest.starts(with: $0) }) {
                rest = rest.dropFirst(quote.count)
                result.append(ASCII.quote)
                isInString.toggle()
                found.insert(.quotes)
            } else if isInString, byte == ASCII.newline || byte == ASCII.carriageReturn {
                // The line break is not part of the string, and neither is the indentation after it.
                rest = rest.drop(while: ASCII.isWhiteSpace)
                found.insert(.lineBreaks)
                // Neither is the mark of a quoted line.
                if found.contains(.mark), rest.first == UInt8(ascii: ">") {
                    rest = rest.dropFirst().drop(while: ASCII.isWhiteSpace)
                }
            } else if !isInString, byte == UInt8(ascii: ">"), found.contains(.mark) {
                rest = rest.dropFirst()
            } else if !isInString, byte >= 0x80, let blank = Self.blanks.first(where: { rest.starts(with: $0) }) {
                rest = rest.dropFirst(blank.count)
                result.append(ASCII.space)
                found.insert(.blanks)
            } else {
                if byte == ASCII.quote { isInString.toggle() }
                let count = isInString && byte == ASCII.backslash ? 2 : 1
                result += rest.prefix(count)
                rest = rest.dropFirst(count)
            }
        }
        rest = result[...]
    }
}
