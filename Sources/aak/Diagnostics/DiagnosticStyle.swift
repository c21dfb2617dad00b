import Bytes
import StrictJSON

/// What a terminal is told, so that the eye finds its way.
enum Color {
    static let red: StaticString = "\u{1b}[1;31m"
    static let yellow: StaticString = "\u{1b}[1;33m"
    static let cyan: StaticString = "\u{1b}[1;36m"
    static let faint: StaticString = "\u{1b}[2m"
    static let none: StaticString = "\u{1b}[0m"
}

/// How messages are written.
struct DiagnosticStyle: Sendable {
    enum Form: Sendable {
        case text
        /// One JSON object a line.
        case json
    }

    var form: Form = .text
    var usesColor = false

    func append(_ diagnostic: Diagnostic, to output: inout ByteBuffer) {
        append(diagnostic, file: diagnostic.file, line: nil, to: &output)
    }

    /// - Parameter line: the line in the file, or which argument, counted from 1.
    func append(_ diagnostic: Diagnostic, file: String?, line: Int?, to output: inout ByteBuffer) {
        switch form {
        case .text: appendText(diagnostic, file, line, to: &output)
        case .json: appendJSON(diagnostic, file, line, to: &output)
        }
    }

    private func appendText(_ diagnostic: Diagnostic, _ file: String?, _ line: Int?, to output: inout ByteBuffer) {
        output.append("aak: ")
        let color =
            switch diagnostic.severity {
            case .error: Color.red
            case .warning: Color.yellow
            case .note: Color.cyan
            }
        append(diagnostic.severity.name, in: color, to: &output)
        output.append(ASCII.space)
        if let file {
            appendHarmless(file, to: &output)
            if let line {
                output.append(ASCII.colon)
                output.append(decimal: line)
            }
            output.append(": ")
        }
        diagnostic.appendMessage(to: &output)
        diagnostic.appendRule(in: usesColor ? Color.faint : nil, to: &output)
        output.append(ASCII.newline)
        if let hint = diagnostic.hint {
            output.append("aak: ")
            append("hint", in: Color.cyan, to: &output)
            output.append(ASCII.space)
            if diagnostic.hintMayQuote { appendHarmless(hint, to: &output) } else { output.append(text: hint) }
            output.append(ASCII.newline)
        }
    }

    /// Appends a label and its colon.
    private func append(_ text: StaticString, in color: StaticString, to output: inout ByteBuffer) {
        if usesColor { output.append(color) }
        output.append(text)
        output.append(ASCII.colon)
        if usesColor { output.append(Color.none) }
    }

    private func appendJSON(_ diagnostic: Diagnostic, _ file: String?, _ line: Int?, to output: inout ByteBuffer) {
        output.append(ASCII.openBrace)
        if let file {
            output.append("\"file\":")
            JSONText.appendString(file, to: &output)
            if let line {
                output.append(",\"line\":")
                output.append(decimal: line)
            }
            output.append(ASCII.comma)
        }
        output.append("\"severity\":\"")
        output.append(diagnostic.severity.name)
        output.append(ASCII.quote)
        append(",\"rule\":", diagnostic.rule, to: &output)
        append(",\"field\":", diagnostic.field, to: &output)
        append(",\"message\":", diagnostic.message, to: &output)
        append(",\"hint\":", diagnostic.hint, to: &output)
        output.append("}\n")
    }

    private func append(_ name: StaticString, _ value: String?, to output: inout ByteBuffer) {
        guard let value else { return }
        output.append(name)
        JSONText.appendString(value, to: &output)
    }
}

/// Appends text that came from outside, with characters that could drive a terminal made visible.
func appendHarmless(_ text: String, to output: inout ByteBuffer) {
    let start = output.count
    output.append(text: text)
    // Nearly all text is printable ASCII, which needs no closer look.
    guard unsafe !output.bytes(from: start).isPrintableASCII,
        text.unicodeScalars.contains(where: { JSONText.isTerminalControl($0) || SystemText.byte(of: $0) != nil })
    else { return }
    output.truncate(to: start)
    for scalar in text.unicodeScalars {
        if let byte = SystemText.byte(of: scalar) {
            output.append(text: "\\x" + String(byte, radix: 16))
        } else if JSONText.isTerminalControl(scalar) {
            output.append(text: "\\u{" + String(scalar.value, radix: 16) + "}")
        } else {
            output.append(text: String(scalar))
        }
    }
}
