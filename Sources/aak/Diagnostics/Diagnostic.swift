import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionJSON
import AttributionOpenRTB
import AttributionRules

/// One message about an input or about the run.
struct Diagnostic: Error {
    var severity: Rule.Severity = .error
    /// The file as the user named it, `<stdin>`, or `<argument>`.
    var file: String?
    /// The rule that was broken.
    let rule: Rule?
    private let content: Content
    /// A hint that fits this very line better than the one of its content.
    private var ownHint: String?
    /// Whether the hint is told though the rule was hinted at before: it is about this line.
    private(set) var tellsItsHint = false

    /// Why a run ends that has nothing to report, or nothing but how the command is used.
    enum Ending: Equatable {
        /// Whoever read our output wants no more.
        case closedPipe
        /// There are no inputs, and nobody was told to type one.
        case nothingToRead
    }

    private enum Content {
        case words(Words)
        /// Of which there may be many in a stream: these get their words only where they are written.
        case fault(InputFault)
        case ending(Ending)
    }

    private struct Words {
        let field: String?
        let message: String
        let hint: String?
    }

    init(
        severity: Rule.Severity = .error, file: String? = nil, rule: Rule? = nil, field: String? = nil, message: String,
        hint: String? = nil
    ) {
        self.severity = severity
        self.file = file
        self.rule = rule
        content = .words(Words(field: field, message: message, hint: hint))
    }

    init(_ fault: InputFault) {
        rule = fault.rule
        content = .fault(fault)
    }

    private init(_ ending: Ending) {
        rule = nil
        content = .ending(ending)
    }

    static let closedPipe = Diagnostic(.closedPipe)
    static let nothingToRead = Diagnostic(.nothingToRead)

    /// Set where this is no fault of an input but the end of the run.
    var ending: Ending? { if case .ending(let ending) = content { ending } else { nil } }

    var field: String? {
        switch content {
        case .words(let words): words.field
        case .fault(let fault): fault.field
        case .ending: nil
        }
    }

    /// Lower case, no final period; names field, found and wanted.
    var message: String {
        switch content {
        case .words(let words): words.message
        case .fault(let fault): fault.description
        case .ending(.nothingToRead): "no input, and standard input is a terminal"
        case .ending(.closedPipe): "the reader closed the pipe"
        }
    }

    var hint: String? {
        if let ownHint { return ownHint }
        return switch content {
        case .words(let words): words.hint
        case .fault(let fault): fault.hint
        case .ending: nil
        }
    }

    var hasHint: Bool {
        if ownHint != nil { return true }
        return switch content {
        case .words(let words): words.hint != nil
        case .fault(let fault): fault.hint != nil
        case .ending: false
        }
    }

    /// The first byte that base64url does not have, in a token that has all its parts and such a byte in one of them.
    var foreignByte: UInt8? {
        guard case .fault(.token(.encoding(_, .character(let byte, offset: _)))) = content else { return nil }
        return byte
    }

    /// The same with another hint. A fault gets its words no earlier for it.
    func hinting(_ hint: String) -> Diagnostic {
        var result = self
        result.ownHint = hint
        return result
    }

    /// The same with a hint that is about this line alone.
    func explained(by hint: String) -> Diagnostic {
        var result = hinting(hint)
        result.tellsItsHint = true
        return result
    }

    /// The same of an object that lies inside the input; of the input itself where there is no path.
    func inside(_ path: String?) -> Diagnostic {
        guard let path else { return self }
        var (field, message) = (path, "\(path): \(message)")
        if let name = self.field, self.message.hasPrefix("\"\(name)\" ") {
            // An object that is wrong as a whole has its own name for the field.
            field = path == name || path.hasSuffix("." + name) ? path : SkadnObject.path(of: name, at: path)
            message = "\"\(field)\" " + self.message.dropFirst(name.count + 3)
        }
        return Diagnostic(severity: severity, file: file, rule: rule, field: field, message: message, hint: hint)
    }

    /// Appends the message with what could drive a terminal made visible.
    func appendMessage(to output: inout ByteBuffer) {
        guard case .fault(let fault) = content else {
            appendHarmless(message, to: &output)
            return
        }
        let start = output.count
        guard fault.append(to: &output), unsafe !output.bytes(from: start).isPrintableASCII else { return }
        output.truncate(to: start)
        appendHarmless(fault.description, to: &output)
    }

    /// Appends the rule in brackets, if there is one.
    func appendRule(in color: StaticString?, to output: inout ByteBuffer) {
        guard let name = rule?.name else { return }
        if let color { output.append(color) }
        output.append(" [")
        output.append(name)
        output.append(ASCII.closeBracket)
        if color != nil { output.append(Color.none) }
    }

    /// Whether the hint may hold text of the input. Those for most faults are words of ours alone.
    var hintMayQuote: Bool {
        if ownHint == nil, case .fault(let fault) = content { fault.hintQuotes } else { true }
    }

    /// The program cannot go on: usage, a file, a key.
    static func trouble(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(message: message, hint: hint)
    }

    /// An input has no lines, or none that was not passed over.
    ///
    /// - Parameters:
    ///   - skipped: how many lines of it were passed over.
    ///   - isFault: whether it must have one.
    static func emptyInput(_ name: String, skipped: Int, isFault: Bool) -> Diagnostic {
        let severity: Rule.Severity = isFault ? .error : .note
        guard skipped > 0 else {
            return Diagnostic(severity: severity, file: name, rule: RunRules.emptyInput, message: "the input is empty")
        }
        return Diagnostic(
            severity: severity, file: name, rule: RunRules.emptyInput,
            message: "all lines of the input were skipped, \(skipped) in number",
            hint: "without --skip-empty, the message says what such a line has in place of the member")
    }

    /// What was taken off a pasted text.
    ///
    /// - Parameter argument: which one it was, from 1.
    static func pastedText(with list: String, argument: Int) -> Diagnostic {
        Diagnostic(
            severity: .note, file: "<argument>:\(argument)", rule: RunRules.pastedText,
            message: "taken off this argument: \(list)")
    }

    static func warning(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(severity: .warning, message: message, hint: hint)
    }
}

extension Diagnostic {
    init(_ finding: Finding, hint: String? = nil) {
        self.init(
            severity: finding.severity, rule: finding.rule, field: finding.field, message: finding.message,
            hint: hint ?? finding.hint)
    }
}

extension InputFault {
    /// The messages on an input at fault: one, or one for each rule that is broken.
    var diagnostics: [Diagnostic] {
        if case .rules(let first, let others) = self { return ([first] + others).map { Diagnostic($0) } }
        return [Diagnostic(self)]
    }
}

extension Rule.Severity {
    /// Without an allocation, for streams.
    var name: StaticString {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        }
    }
}
