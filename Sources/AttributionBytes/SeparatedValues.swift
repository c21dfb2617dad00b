/// A writer of CSV (RFC 4180) or TSV rows for spreadsheets and databases. Each row ends with a line feed.
///
/// It allocates no memory: the caller passes the buffer for each value.
package struct SeparatedValues: Sendable {
    package enum Form: String, CaseIterable, Sendable {
        /// Comma-separated. Values with commas, quotes or line breaks are quoted.
        case csv
        /// Tab-separated. Tab, line feed, carriage return and backslash are written `\t`, `\n`, `\r` and `\\`, and
        /// nothing is quoted.
        case tsv
    }

    private let form: Form
    private var isFirst = true

    package init(_ form: Form) { self.form = form }

    /// Appends a missing value, which leaves nothing between the separators.
    package mutating func appendNothing(to output: inout ByteBuffer) {
        if isFirst { isFirst = false } else { output.append(form == .csv ? ASCII.comma : ASCII.tab) }
    }

    /// Appends a text from any source. In CSV, a text that a spreadsheet would run as a formula gets a leading
    /// apostrophe, and an empty text is quoted to distinguish it from a missing value.
    package mutating func append(_ text: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        appendNothing(to: &output)
        switch form {
        case .csv: unsafe Self.appendQuoted(text, isFormula: Self.beginsFormula(text), to: &output)
        case .tsv: unsafe Self.appendEscaped(text, to: &output)
        }
    }

    /// Appends a text from any source, or a missing value for nil.
    package mutating func append(text: String?, to output: inout ByteBuffer) {
        guard var text else { return appendNothing(to: &output) }
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), to: &output) }
    }

    /// Appends a number, Boolean or other non-string JSON value as it is written, or a missing value for nil.
    package mutating func append(figure: String?, to output: inout ByteBuffer) {
        appendNothing(to: &output)
        guard var figure else { return }
        figure.withUTF8 { figure in
            let figure = UnsafeRawBufferPointer(figure)
            switch form {
            case .csv: unsafe Self.appendQuoted(figure, isFormula: false, to: &output)
            case .tsv: unsafe Self.appendEscaped(figure, to: &output)
            }
        }
    }

    /// Appends a non-negative number.
    package mutating func append(count: Int, to output: inout ByteBuffer) {
        appendNothing(to: &output)
        output.append(decimal: count)
    }

    /// Ends the row.
    package mutating func endRow(to output: inout ByteBuffer) {
        output.append(ASCII.newline)
        isFirst = true
    }

    // MARK: - CSV

    /// Whether a spreadsheet would run a text as a formula or drop its first character.
    private static func beginsFormula(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe text.first else { return false }
        return switch first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), ASCII.tab,
            ASCII.carriageReturn:
            true
        default: false
        }
    }

    private static func appendQuoted(
        _ text: UnsafeRawBufferPointer, isFormula: Bool, to output: inout ByteBuffer
    ) {
        let needsQuotes = unsafe text.isEmpty || text.contains { isSpecial($0) }
        if needsQuotes { output.append(ASCII.quote) }
        if isFormula { output.append(UInt8(ascii: "'")) }
        var start = 0
        if needsQuotes {
            for offset in 0..<text.count where unsafe text[offset] == ASCII.quote {
                unsafe output.append(UnsafeRawBufferPointer(rebasing: text[start...offset]))
                start = offset
            }
        }
        unsafe output.append(UnsafeRawBufferPointer(rebasing: text[start...]))
        if needsQuotes { output.append(ASCII.quote) }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == ASCII.comma || byte == ASCII.quote || byte == ASCII.newline || byte == ASCII.carriageReturn
    }

    // MARK: - TSV

    private static func appendEscaped(_ text: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        var start = 0
        for offset in 0..<text.count {
            let letter: UInt8
            switch unsafe text[offset] {
            case ASCII.tab: letter = UInt8(ascii: "t")
            case ASCII.newline: letter = UInt8(ascii: "n")
            case ASCII.carriageReturn: letter = UInt8(ascii: "r")
            case ASCII.backslash: letter = ASCII.backslash
            default: continue
            }
            unsafe output.append(UnsafeRawBufferPointer(rebasing: text[start..<offset]))
            output.append(ASCII.backslash)
            output.append(letter)
            start = offset + 1
        }
        unsafe output.append(UnsafeRawBufferPointer(rebasing: text[start...]))
    }
}
