import AdAttribution
import Bytes
import JOSE
import StrictJSON

/// One message about an input or about the run.
struct Diagnostic: Error {
    enum Severity: String {
        case error, warning, note
    }

    var severity: Severity = .error
    /// The file as the user named it, `<stdin>`, or `<argument>`.
    var file: String?
    /// The line in the file, or which argument, counted from 1.
    var line: Int?
    /// The rule that was broken.
    var rule: String?
    var field: String?
    private var words: Words
    var hint: String?

    private enum Words {
        case text(String)
        /// Of which there may be many in a stream: these get their words only where they are written.
        case token(JWSError)
    }

    init(
        severity: Severity = .error, file: String? = nil, line: Int? = nil, rule: String? = nil, field: String? = nil,
        message: String, hint: String? = nil
    ) {
        self.severity = severity
        self.file = file
        self.line = line
        self.rule = rule
        self.field = field
        self.hint = hint
        words = .text(message)
    }

    init(_ error: JWSError) {
        rule = error.rule
        field = error.field
        hint = error.hint
        words = .token(error)
    }

    /// Lower case, no final period; names field, found and wanted.
    var message: String {
        get {
            switch words {
            case .text(let text): text
            case .token(let error): error.description
            }
        }
        set { words = .text(newValue) }
    }

    /// Appends the message with what could drive a terminal made visible.
    fileprivate func appendMessage(to output: inout ByteBuffer) {
        guard case .token(let error) = words else {
            appendHarmless(message, to: &output)
            return
        }
        let start = output.count
        error.append(to: &output)
        guard unsafe !output.bytes(from: start).allSatisfy(ASCII.isPrintable) else { return }
        output.truncate(to: start)
        appendHarmless(error.description, to: &output)
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
    init(_ finding: Finding) {
        let severity: Severity =
            switch finding.rule.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        self.init(
            severity: severity, rule: finding.rule.id, field: finding.field,
            message: (finding.field == "*" ? "the token has " : "\"\(finding.field)\" is ")
                + "\(finding.found), want \(finding.wanted)", hint: finding.hint)
    }
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
        switch form {
        case .text: appendText(diagnostic, to: &output)
        case .json: appendJSON(diagnostic, to: &output)
        }
    }

    private func appendText(_ diagnostic: Diagnostic, to output: inout ByteBuffer) {
        output.append("aak: ")
        let color =
            switch diagnostic.severity {
            case .error: "\u{1b}[1;31m"
            case .warning: "\u{1b}[1;33m"
            case .note: "\u{1b}[1;36m"
            }
        append(diagnostic.severity.rawValue, ":", color: color, to: &output)
        output.append(ASCII.space)
        if let file = diagnostic.file {
            appendHarmless(file, to: &output)
            if let line = diagnostic.line {
                output.append(ASCII.colon)
                output.append(decimal: line)
            }
            output.append(": ")
        }
        diagnostic.appendMessage(to: &output)
        if let rule = diagnostic.rule {
            append(" [", rule, "]", color: "\u{1b}[2m", to: &output)
        }
        output.append(ASCII.newline)
        if let hint = diagnostic.hint {
            output.append("aak: ")
            append("hint:", color: "\u{1b}[1;36m", to: &output)
            output.append(ASCII.space)
            appendHarmless(hint, to: &output)
            output.append(ASCII.newline)
        }
    }

    private func append(_ texts: String..., color: String, to output: inout ByteBuffer) {
        if usesColor { output.append(color) }
        for text in texts { output.append(text) }
        if usesColor { output.append("\u{1b}[0m") }
    }

    private func appendJSON(_ diagnostic: Diagnostic, to output: inout ByteBuffer) {
        var members: [JSONValue.Member] = []
        if let file = diagnostic.file { members.append(.init("file", .string(file))) }
        if let line = diagnostic.line { members.append(.init("line", .number(String(line)))) }
        members.append(.init("severity", .string(diagnostic.severity.rawValue)))
        if let rule = diagnostic.rule { members.append(.init("rule", .string(rule))) }
        if let field = diagnostic.field { members.append(.init("field", .string(field))) }
        members.append(.init("message", .string(diagnostic.message)))
        if let hint = diagnostic.hint { members.append(.init("hint", .string(hint))) }
        JSONValue.object(members).append(to: &output)
        output.append(ASCII.newline)
    }
}

/// Appends text that came from outside, with characters that could drive a terminal made visible.
func appendHarmless(_ text: String, to output: inout ByteBuffer) {
    var text = text
    // Nearly all text is printable ASCII, which needs no closer look.
    let isPlain = text.withUTF8 { bytes in unsafe bytes.allSatisfy(ASCII.isPrintable) }
    guard !isPlain, text.unicodeScalars.contains(where: JSONText.isTerminalControl) else {
        output.append(text)
        return
    }
    for scalar in text.unicodeScalars {
        if JSONText.isTerminalControl(scalar) {
            output.append("\\u{" + String(scalar.value, radix: 16) + "}")
        } else {
            output.append(String(scalar))
        }
    }
}
