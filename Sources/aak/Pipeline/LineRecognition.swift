import AdAttribution
import AttributionBase
import AttributionCrypto
import AttributionInspection

/// Hints for bad lines.
enum LineRecognition {
    static let foldedHint = "a token is on one line: this one was cut short, or goes on in the lines after it"

    /// The note after a line with such a hint, where lines follow that look like the rest of it.
    static let foldedNote = Diagnostic(
        severity: .note, message: "the lines after it look like the rest of a folded token; join each token's lines")

    /// The rules that tokens for other purposes break.
    private static let foreignRules: Set<Rule> = [
        TokenRules.components, TokenRules.algorithm, TokenRules.keyID, TokenRules.critical, TokenRules.signatureLength,
        TokenRules.headerBase64URL, TokenRules.payloadBase64URL, TokenRules.signatureBase64URL, RunRules.unknownKey,
    ]

    /// Returns a hint for a token for another purpose; nil for any other line.
    static func hint(forToken line: Line, breaking rule: Rule) -> String? {
        guard foreignRules.contains(rule), line.bytes.beginsLikeToken else { return nil }
        return ForeignToken.look(of: line.bytes.trimmed)
    }

    /// Returns a hint for a bad line. For a foreign encoding, the fault has a better hint.
    static func hint(for line: Line, _ problem: Diagnostic) -> String? {
        problem.rule == InputRules.encoding ? nil : look(of: line, problem.foreignByte)
    }

    /// Returns whether the last byte suggests a pasted text, since no token or object ends with it.
    private static func endsLikePasted(_ last: UInt8) -> Bool {
        switch last {
        case ASCII.quote, UInt8(ascii: "'"), UInt8(ascii: "`"), ASCII.comma, UInt8(ascii: ";"), UInt8(ascii: ">"),
            UInt8(ascii: ")"), 0x80...:
            true
        default: false
        }
    }

    private static let logHint =
        "this looks like nginx's default escape; log_format NAME escape=json '…' writes lines that are JSON"

    private static let tableHint =
        "this looks like CSV; pass on only the column with the tokens or JSON objects, one a line"

    /// Returns whether a line has a cell that begins like an input, after another cell and a comma, semicolon or tab.
    private static func isTable(_ line: ByteView) -> Bool {
        guard let first = line.first, ASCII.isPrintable(first), !"{[<}".utf8.contains(first) else { return false }
        return line.indices.contains { offset in
            guard [ASCII.comma, ASCII.tab, UInt8(ascii: ";")].contains(line[offset]) else { return false }
            let cell = line.part(offset + 1..<line.count)
            let text = cell.first == ASCII.quote ? cell.part(1..<cell.count) : cell
            return text.first == ASCII.openBrace || text.starts(with: "eyJ".utf8)
        }
    }

    /// Returns a hint for a bad line that would be valid as an argument, or that resembles another format.
    ///
    /// - Parameter foreignByte: the first invalid byte, if known.
    private static func look(of line: Line, _ foreignByte: UInt8?) -> String? {
        let bytes = line.bytes.trimmed
        guard bytes.count <= 1 << 14, let last = bytes.last else { return nil }
        if bytes.holdsEscapedQuote { return logHint }
        if bytes.count == 1, last == ASCII.openBrace {
            return "a document over several lines has indented members, and ends with a line that is only }"
        }
        // A comma after a whole object was pasted with it.
        let isUnfinished = "{[,:".utf8.contains(last) && !bytes.suffix(2).elementsEqual("},".utf8)
        if isUnfinished, bytes.first == ASCII.openBrace {
            return "a document over several lines begins with a line that is only {; jq -c . FILE writes it on one line"
        }
        if bytes.first == UInt8(ascii: "<"), beginsLikeXML(bytes) == true { return ForeignFormat.xml.hint }
        // Most bad lines look like good ones. An object in base64 begins like a token, but has no parts.
        let isToken = bytes.beginsLikeToken && bytes.firstOffset(of: ASCII.dot) != nil
        let beginsWell = isToken || bytes.first == ASCII.openBrace
        let isEncoded =
            if let foreignByte {
                foreignByte == ASCII.percent || foreignByte == ASCII.comma
            } else {
                bytes.first != ASCII.openBrace
                    && (bytes.firstOffset(of: ASCII.percent) != nil || bytes.firstOffset(of: ASCII.comma) != nil)
            }
        guard !beginsWell || isEncoded || endsLikePasted(last) else { return nil }
        let text = PastedText([UInt8](bytes))
        guard text.isInput, let list = text.list else { return isTable(bytes) ? tableHint : nil }
        return "this looks like a pasted text with \(list); a line has only the text"
    }
}

extension ByteView {
    /// Whether the text contains a quotation mark written as `\x22`, which no supported format has.
    fileprivate var holdsEscapedQuote: Bool {
        var at = 0
        while let escape = firstOffset(of: ASCII.backslash, from: at) {
            if part(escape..<count).starts(with: "\\x22".utf8) { return true }
            at = escape + 1
        }
        return false
    }
}

extension Diagnostic {
    static func lineTooLong(_ length: Int) -> Diagnostic { Diagnostic(InputFault.tooLong(length)) }

    /// The fault of an empty line if every line is an input.
    static let emptyLine = Diagnostic(
        rule: InputRules.jsonObject, message: "the line is empty, want an object or a token")

    static func moreFindings(_ count: Int) -> Diagnostic {
        .note(RunRules.more, "and \(counted(count, "more finding"))")
    }

    /// The note that a member holds its input in base64.
    static func encodedMember(_ path: String) -> Diagnostic {
        .note(
            RunRules.encodedMember, field: path,
            "\(quoted(path)) is base64, and is read as the text that it encodes")
    }
}
