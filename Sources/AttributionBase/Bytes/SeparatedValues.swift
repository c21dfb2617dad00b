/// A writer of CSV (RFC 4180) or TSV rows for spreadsheets and databases. Each row ends with a line feed. U+0000 is left out of texts,
/// because databases reject it.
///
/// It writes to the buffer that the caller passes, and allocates memory only for a text with U+0000.
package struct SeparatedValues: Sendable {
    package enum Form: String, CaseIterable, Sendable {
        /// Comma-separated. Values with commas, quotes or line breaks are quoted.
        case csv
        /// Tab-separated. Tab, line feed, carriage return and backslash are escaped as `\t`, `\n`, `\r` and `\\`. Nothing is quoted.
        case tsv
    }

    private let form: Form
    private var isFirst = true
    /// Whether U+0000 was left out of a text.
    package private(set) var leftOutNull = false

    package init(_ form: Form) { self.form = form }

    /// Appends a missing value: nothing between two separators.
    package mutating func appendNothing(to output: inout ByteBuffer) {
        if isFirst { isFirst = false } else { output.append(form == .csv ? ASCII.comma : ASCII.tab) }
    }

    /// Appends a text from any source. In CSV, a text that a spreadsheet would evaluate as a formula gets a leading apostrophe, and an
    /// empty text is quoted to distinguish it from a missing value.
    package mutating func append(_ text: ByteView, to output: inout ByteBuffer) {
        if text.firstOffset(of: 0) != nil {
            leftOutNull = true
            return text.filter { $0 != 0 }.withBytes { append($0, to: &output) }
        }
        appendNothing(to: &output)
        switch form {
        case .csv: Self.appendQuoted(text, isFormula: Self.beginsFormula(text), to: &output)
        case .tsv: Self.appendEscaped(text, to: &output)
        }
    }

    package mutating func append(text: String?, to output: inout ByteBuffer) {
        guard var text else { return appendNothing(to: &output) }
        text.withUTF8 { unsafe append(ByteView($0), to: &output) }
    }

    /// Appends the text of a JSON number or Boolean unchanged, or a missing value for nil.
    package mutating func append(figure: String?, to output: inout ByteBuffer) {
        appendNothing(to: &output)
        guard var figure else { return }
        figure.withUTF8 { figure in
            let figure = unsafe ByteView(figure)
            switch form {
            case .csv: Self.appendQuoted(figure, isFormula: false, to: &output)
            case .tsv: Self.appendEscaped(figure, to: &output)
            }
        }
    }

    package mutating func append(count: Int, to output: inout ByteBuffer) {
        appendNothing(to: &output)
        output.append(decimal: count)
    }

    package mutating func endRow(to output: inout ByteBuffer) {
        output.append(ASCII.newline)
        isFirst = true
    }

    // MARK: - CSV

    /// Whether a spreadsheet would evaluate a text as a formula or drop its first character.
    private static func beginsFormula(_ text: ByteView) -> Bool {
        guard let first = text.first else { return false }
        return switch first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), ASCII.tab,
            ASCII.carriageReturn:
            true
        default: false
        }
    }

    private static func appendQuoted(_ text: ByteView, isFormula: Bool, to output: inout ByteBuffer) {
        let needsQuotes = text.isEmpty || text.contains { isSpecial($0) }
        if needsQuotes { output.append(ASCII.quote) }
        if isFormula { output.append(UInt8(ascii: "'")) }
        var start = 0
        if needsQuotes {
            for offset in 0..<text.count where text[offset] == ASCII.quote {
                output.append(text.part(start..<offset + 1))
                start = offset
            }
        }
        output.append(text.part(start..<text.count))
        if needsQuotes { output.append(ASCII.quote) }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == ASCII.comma || byte == ASCII.quote || byte == ASCII.newline || byte == ASCII.carriageReturn
    }

    // MARK: - TSV

    private static func appendEscaped(_ text: ByteView, to output: inout ByteBuffer) {
        var start = 0
        for offset in 0..<text.count {
            let letter: UInt8
            switch text[offset] {
            case ASCII.tab: letter = UInt8(ascii: "t")
            case ASCII.newline: letter = UInt8(ascii: "n")
            case ASCII.carriageReturn: letter = UInt8(ascii: "r")
            case ASCII.backslash: letter = ASCII.backslash
            default: continue
            }
            output.append(text.part(start..<offset))
            output.append(ASCII.backslash)
            output.append(letter)
            start = offset + 1
        }
        output.append(text.part(start..<text.count))
    }
}
