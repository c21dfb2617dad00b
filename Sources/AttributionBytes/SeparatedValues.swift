/// Rows of values for spreadsheets and databases: CSV (RFC 4180) or TSV, each row a line that ends in a line feed.
///
/// It keeps no memory of its own: a stream appends its rows to one buffer.
package struct SeparatedValues: Sendable {
    package enum Form: String, CaseIterable, Sendable {
        /// Commas; quotes around what has commas, quotes or line breaks in it.
        case csv
        /// Tabs; tab, line feed, carriage return and backslash are written `\t`, `\n`, `\r` and `\\`, and nothing is quoted.
        case tsv
    }

    private let form: Form
    private var isFirst = true

    package init(_ form: Form) { self.form = form }

    /// Appends a value that is not there: nothing between the separators.
    package mutating func appendNothing(to output: inout ByteBuffer) {
        if isFirst { isFirst = false } else { output.append(form == .csv ? ASCII.comma : ASCII.tab) }
    }

    /// Appends a text, whoever wrote it. In CSV one that a spreadsheet would run gets an apostrophe before it, and an empty one
    /// is quoted, so that it is told from a value that is not there.
    package mutating func append(_ text: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        appendNothing(to: &output)
        switch form {
        case .csv: unsafe Self.appendQuoted(text, isFormula: Self.beginsFormula(text), to: &output)
        case .tsv: unsafe Self.appendEscaped(text, to: &output)
        }
    }

    /// Appends a text, whoever wrote it; nothing for nil.
    package mutating func append(text: String?, to output: inout ByteBuffer) {
        guard var text else { return appendNothing(to: &output) }
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), to: &output) }
    }

    /// Appends a number, a truth value or another value of JSON that is no text, as it is written; nothing for nil.
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

    /// Appends a number of 0 and more.
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

    /// Whether spreadsheets run a text or drop its beginning.
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
