import AttributionBase

/// Mends the syntax of a text that is nearly JSON, without guessing: what it writes has the same names and values as the text.
///
/// A text that was cut inside a value, or in which a part was left out, is not mended.
struct SyntaxRepair {
    private enum Failure: Error { case notMended }

    private let text: [UInt8]
    private var at = 0
    private var depth = 0
    private var output: [UInt8] = []
    private(set) var faults: [String] = []

    /// Returns the mended text and what was wrong with it; nil if it is JSON, or cannot be mended.
    static func repair(_ text: ByteView) -> (text: [UInt8], faults: [String])? {
        // Nearly all texts are JSON, which is known in a fraction of the time.
        if text.values != nil { return nil }
        var repair = SyntaxRepair(text: [UInt8](text))
        do throws(Failure) { try repair.document() } catch { return nil }
        guard !repair.faults.isEmpty, (try? JSONDocument(parsing: repair.output)) != nil else { return nil }
        return (repair.output, repair.faults)
    }

    private init(text: [UInt8]) { self.text = text }

    private mutating func note(_ fault: String) {
        if !faults.contains(fault) { faults.append(fault) }
    }

    // MARK: - Bytes

    private var byte: UInt8? { at < text.count ? text[at] : nil }

    private func begins(_ word: String) -> Bool { text[at...].starts(with: word.utf8) }

    private mutating func take(_ word: String) -> Bool {
        guard begins(word) else { return false }
        at += word.utf8.count
        return true
    }

    /// White space of other programs: no-break, zero-width and ideographic spaces, vertical tabs and form feeds.
    private static let blanks = [
        "\u{a0}", "\u{b}", "\u{c}", "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}",
        "\u{2007}", "\u{2008}", "\u{2009}", "\u{200a}", "\u{200b}", "\u{202f}", "\u{205f}", "\u{3000}", "\u{feff}",
    ]

    /// Copies white space, and drops comments.
    private mutating func space() throws(Failure) {
        while let byte {
            if ASCII.isWhiteSpace(byte) {
                output.append(byte)
                at += 1
            } else if byte >= 0x80 || byte == 0xb || byte == 0xc, let blank = Self.blanks.first(where: begins) {
                at += blank.utf8.count
                output.append(ASCII.space)
                note("white space that JSON has not")
            } else if begins("//") || byte == UInt8(ascii: "#") {
                while let byte = self.byte, byte != ASCII.newline { at += 1 }
                note("comments")
            } else if take("/*") {
                while !take("*/") {
                    guard at < text.count else { throw .notMended }
                    at += 1
                }
                note("comments")
            } else {
                return
            }
        }
    }

    // MARK: - Values

    private mutating func document() throws(Failure) {
        try space()
        let isFenced = take("```")
        if isFenced {
            while let byte, byte != ASCII.newline, byte != ASCII.openBrace, byte != ASCII.openBracket { at += 1 }
            note("a code fence")
        }
        try space()
        guard let byte, byte == ASCII.openBrace || byte == ASCII.openBracket || Self.isNameStart(byte) else {
            throw .notMended
        }
        let start = output.count
        try value()
        // Only an object or an array is an input.
        guard output[start...].first == ASCII.openBrace || output[start...].first == ASCII.openBracket else {
            throw .notMended
        }
        try space()
        if take(";") { note("a semicolon") }
        try space()
        if isFenced { _ = take("```") }
        try space()
        guard at == text.count else { throw .notMended }
    }

    private mutating func value() throws(Failure) {
        guard let byte else { throw .notMended }
        switch byte {
        case ASCII.openBrace, ASCII.openBracket:
            guard depth < JSONIndex.depthLimit else { throw .notMended }
            depth += 1
            if byte == ASCII.openBrace { try object() } else { try array() }
            depth -= 1
        case ASCII.minus, UInt8(ascii: "+"), ASCII.zero...UInt8(ascii: "9"): try number()
        case _ where quote != nil: try string()
        case _ where Self.isNameStart(byte): try word()
        default: throw .notMended
        }
    }

    private mutating func object() throws(Failure) {
        try list(closing: ASCII.closeBrace) { (repair) throws(Failure) in
            try repair.name()
            try repair.space()
            guard repair.take(":") else { throw .notMended }
            repair.output.append(ASCII.colon)
            try repair.space()
            try repair.value()
        }
    }

    private mutating func array() throws(Failure) {
        try list(closing: ASCII.closeBracket) { (repair) throws(Failure) in try repair.value() }
    }

    /// Reads the members of an object or the elements of an array, with their commas.
    private mutating func list(
        closing: UInt8, _ item: (inout SyntaxRepair) throws(Failure) -> Void
    ) throws(Failure) {
        output.append(text[at])
        at += 1
        var isFirst = true
        while true {
            let before = output.count
            try space()
            var hasComma = false
            /// Where the comma is written if another item follows.
            let comma = output.count
            while take(",") || take("，") {
                if hasComma || isFirst || text[at - 1] != ASCII.comma { note("commas") }
                hasComma = true
                try space()
            }
            guard let byte else {
                // The brace is missing only if a whole item was before the end.
                guard !isFirst, !hasComma else { throw .notMended }
                output.removeSubrange(before...)
                output.append(closing)
                return note(closing == ASCII.closeBrace ? "a brace at the end" : "a bracket at the end")
            }
            if byte == closing {
                if hasComma { note("commas") }
                output.append(closing)
                at += 1
                return
            }
            // A closing sign of another kind: the inner one is missing.
            if byte == ASCII.closeBrace || byte == ASCII.closeBracket { throw .notMended }
            if !isFirst {
                if !hasComma { note("commas") }
                output.insert(ASCII.comma, at: hasComma ? comma : before)
            }
            try item(&self)
            isFirst = false
        }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        ASCII.isUppercase(byte & ~0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    private mutating func name() throws(Failure) {
        if quote != nil { return try string() }
        guard let byte, Self.isNameStart(byte) else { throw .notMended }
        let start = at
        while let byte = self.byte, ASCII.isWordPart(byte) || byte == UInt8(ascii: "$") { at += 1 }
        output += [ASCII.quote] + text[start..<at] + [ASCII.quote]
        note("names without quotation marks")
    }

    private mutating func number() throws(Failure) {
        if take("+") { note("a plus sign") }
        let start = at
        while let byte, ASCII.isDigit(byte) || "+-.eE".utf8.contains(byte) { at += 1 }
        let number = Array(text[start..<at])
        guard case .number? = try? JSONValue(parsing: number) else { throw .notMended }
        output += number
        // As JavaScript, Java and Scala write long integers.
        if take("n") || take("L") { note("words of another language") }
        if let byte, ASCII.isWordPart(byte) { throw .notMended }
    }

    private static let words = [
        "true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null",
        "TRUE": "true", "FALSE": "false", "NULL": "null", "nil": "null",
    ]

    /// Reads a word for a value, or a call around one, such as `NumberLong(2)`.
    private mutating func word() throws(Failure) {
        let start = at
        while let byte, ASCII.isWordPart(byte) || byte == ASCII.dot || byte == UInt8(ascii: "$") { at += 1 }
        let word = String(decoding: text[start..<at], as: UTF8.self)
        if let value = Self.words[word] {
            output += value.utf8
            if value != word { note("words of another language") }
            return
        }
        // Python marks texts by a letter.
        if word.utf8.count == 1, quote != nil, "bur".includes(word) {
            note("words of another language")
            return try string()
        }
        let space = output.count
        try self.space()
        guard take("("), depth < JSONIndex.depthLimit else { throw .notMended }
        depth += 1
        defer { depth -= 1 }
        try self.space()
        output.removeSubrange(space...)
        // The number in NumberLong("2") is a text.
        if word.hasPrefix("Number"), quote != nil {
            let start = output.count
            try string()
            let digits = Array(output[(start + 1)..<(output.count - 1)])
            guard case .number? = try? JSONValue(parsing: digits) else { throw .notMended }
            output.replaceSubrange(start..., with: digits)
        } else {
            try value()
        }
        let end = output.count
        try self.space()
        output.removeSubrange(end...)
        guard take(")") else { throw .notMended }
        note("a function call")
    }

    // MARK: - Strings

    private static let straight: [(String, [String])] = [
        ("\"", ["\""]), ("'", ["'"]), ("`", ["`"]), ("“", ["”", "“", "\""]), ("”", ["”", "\""]), ("„", ["“", "”"]),
        ("‘", ["’", "‘"]), ("’", ["’"]), ("«", ["»"]),
    ]

    /// The quotation mark here, and those that may end its string; nil if there is none.
    private var quote: (String, [String])? { Self.straight.first { begins($0.0) } }

    /// The quotation mark with which a text begins, and those that may end its string; nil if there is none.
    static func quotes(at text: ByteView) -> (String, [String])? {
        guard let first = text.first, first >= 0x80 || "\"'`".utf8.contains(first) else { return nil }
        return straight.first { text.starts(with: $0.0.utf8) }
    }

    private mutating func string() throws(Failure) {
        guard let (opening, closing) = quote else { throw .notMended }
        at += opening.utf8.count
        if opening != "\"" { note("other quotation marks") }
        output.append(ASCII.quote)
        while true {
            guard let byte else { throw .notMended }
            if let end = closing.first(where: begins) {
                at += end.utf8.count
                break
            }
            // A string has no line break. One that has was wrapped or cut.
            guard byte >= 0x20 else { throw .notMended }
            at += 1
            switch byte {
            case ASCII.backslash:
                guard let next = self.byte else { throw .notMended }
                at += 1
                if "'`".utf8.contains(next) { output.append(next) } else { output += [byte, next] }
            case ASCII.quote: output += [ASCII.backslash, byte]
            default: output.append(byte)
            }
        }
        try concatenation()
        output.append(ASCII.quote)
    }

    /// Reads the texts that a plus sign joins to the string before.
    private mutating func concatenation() throws(Failure) {
        let (start, end) = (at, output.count)
        try space()
        guard depth < JSONIndex.depthLimit else { throw .notMended }
        depth += 1
        defer { depth -= 1 }
        guard take("+") else {
            at = start
            output.removeSubrange(end...)
            return
        }
        try space()
        output.removeSubrange(end...)
        guard quote != nil else { throw .notMended }
        try string()
        // Without the quotation marks of the second string.
        output.remove(at: end)
        output.removeLast()
        note("texts joined by +")
    }
}
