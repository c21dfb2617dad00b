import AdAttribution
import Bytes
import JOSE
import StrictJSON

/// One message about an input or about the run.
struct Diagnostic: Error {
    enum Severity {
        case error, warning, note

        var name: StaticString {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .note: "note"
            }
        }
    }

    var severity: Severity = .error
    /// The file as the user named it, `<stdin>`, or `<argument>`.
    var file: String?
    private var content: Content

    private enum Content {
        case words(Words)
        /// Of which there may be many in a stream: these get their words only where they are written.
        case token(JWSError)
    }

    private struct Words {
        var rule: String?
        var field: String?
        var message: String
        var hint: String?
    }

    init(
        severity: Severity = .error, file: String? = nil, rule: String? = nil, field: String? = nil, message: String,
        hint: String? = nil
    ) {
        self.severity = severity
        self.file = file
        content = .words(Words(rule: rule, field: field, message: message, hint: hint))
    }

    init(_ error: JWSError) { content = .token(error) }

    /// The rule that was broken.
    var rule: String? {
        switch content {
        case .words(let words): words.rule
        case .token(let error): error.rule
        }
    }

    var field: String? {
        switch content {
        case .words(let words): words.field
        case .token(let error): error.field
        }
    }

    /// Lower case, no final period; names field, found and wanted.
    var message: String {
        switch content {
        case .words(let words): words.message
        case .token(let error): error.description
        }
    }

    var hint: String? {
        switch content {
        case .words(let words): words.hint
        case .token(let error): error.hint
        }
    }

    /// Appends the message with what could drive a terminal made visible.
    fileprivate func appendMessage(to output: inout ByteBuffer) {
        guard case .token(let error) = content else {
            appendHarmless(message, to: &output)
            return
        }
        let start = output.count
        error.append(to: &output)
        // What is wrong with the encoding is said in words of ours alone.
        if case .encoding = error { return }
        guard unsafe !output.bytes(from: start).isPrintableASCII else { return }
        output.truncate(to: start)
        appendHarmless(error.description, to: &output)
    }

    /// Appends the rule in brackets, if there is one.
    fileprivate func appendRule(in color: StaticString?, to output: inout ByteBuffer) {
        if case .words(let words) = content, words.rule == nil { return }
        if let color { output.append(color) }
        output.append(" [")
        switch content {
        case .token(let error): output.append(error.ruleName)
        case .words(let words): output.append(text: words.rule ?? "")
        }
        output.append(ASCII.closeBracket)
        if color != nil { output.append(Color.none) }
    }

    /// The program cannot go on: usage, a file, a key.
    static func trouble(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(message: message, hint: hint)
    }

    static func warning(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(severity: .warning, message: message, hint: hint)
    }
}

extension Diagnostic {
    init(_ finding: Finding, hint: String? = nil) {
        let severity: Severity =
            switch finding.rule.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        self.init(
            severity: severity, rule: finding.rule.id, field: finding.field,
            message: (finding.field == "*" ? "the token has " : "\"\(finding.field)\" is ")
                + "\(finding.found), want \(finding.wanted)", hint: hint ?? finding.hint)
    }
}

/// What a terminal is told, so that the eye finds its way.
private enum Color {
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
            appendHarmless(hint, to: &output)
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
        text.unicodeScalars.contains(where: JSONText.isTerminalControl)
    else { return }
    output.truncate(to: start)
    for scalar in text.unicodeScalars {
        if JSONText.isTerminalControl(scalar) {
            output.append(text: "\\u{" + String(scalar.value, radix: 16) + "}")
        } else {
            output.append(text: String(scalar))
        }
    }
}
