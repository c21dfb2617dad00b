import AdAttribution
import AttributionBase
import AttributionInspection

/// A message about an input or the run.
struct Diagnostic: Error {
    var severity: Rule.Severity = .error
    /// The file as named by the user, `<stdin>`, or `<argument>`.
    var file: String?
    /// The number of the line in the file, from 1, if the message is about a line.
    var line: Int?
    /// The broken rule.
    let rule: Rule?
    private let content: Content
    /// A hint for this line, which replaces the hint of the content.
    private var ownHint: String?
    /// Whether the hint is shown even after another hint about the rule, because it concerns this line.
    private(set) var tellsItsHint = false
    /// A command line for a POSIX shell that does what was wanted.
    private(set) var command: String?
    /// The name of the remedy that the hint describes.
    private(set) var remedy: String?

    /// A reason to end a run without a message, or with only the usage of the command.
    enum Ending: Equatable {
        /// The reader of the output closed the pipe.
        case closedPipe
        /// There are no inputs, and standard input is a terminal.
        case nothingToRead
        /// A signal ended the run after a whole line.
        case interrupted
    }

    private enum Content {
        case words(field: String?, message: String, hint: String?)
        /// A fault, which may occur often in a stream, so its text is made only when it is written.
        case fault(InputFault)
        case ending(Ending)
    }

    init(
        severity: Rule.Severity = .error, file: String? = nil, rule: Rule? = nil, field: String? = nil, message: String,
        hint: String? = nil
    ) {
        self.severity = severity
        self.file = file
        self.rule = rule
        content = .words(field: field, message: message, hint: hint)
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
    static let interrupted = Diagnostic(.interrupted)

    /// The reason why the run ends; nil for any other message.
    var ending: Ending? { if case .ending(let ending) = content { ending } else { nil } }

    var field: String? {
        switch content {
        case .words(let field, _, _): field
        case .fault(let fault): fault.field
        case .ending: nil
        }
    }

    /// The message in lower case and without a final period, with the field, the value found and the value wanted.
    var message: String {
        switch content {
        case .words(_, let message, _): message
        case .fault(let fault): fault.description
        case .ending(.nothingToRead): "no input, and standard input is a terminal"
        case .ending(.closedPipe): "the reader closed the pipe"
        case .ending(.interrupted): "a signal ended the run"
        }
    }

    var hint: String? {
        if let ownHint { return ownHint }
        return switch content {
        case .words(_, _, let hint): hint
        case .fault(let fault): fault.hint
        case .ending: nil
        }
    }

    /// Whether the input may be several.
    var mayBeSeveral: Bool { if case .fault(let fault) = content { fault.mayBeSeveral } else { false } }

    /// The first byte that base64url does not permit, if that is the fault of a token with all its parts.
    var foreignByte: UInt8? {
        guard case .fault(.token(.encoding(_, .character(let byte, offset: _)))) = content else { return nil }
        return byte
    }

    /// Whether the hint is one for this line.
    var hasOwnHint: Bool { ownHint != nil }

    /// Returns the message with another hint. The text of a fault is still made only when it is written.
    func hinting(_ hint: String) -> Diagnostic {
        var result = self
        result.ownHint = hint
        return result
    }

    /// Returns the message with the name of a file.
    func of(file: String) -> Diagnostic {
        var result = self
        result.file = file
        return result
    }

    /// Returns the message with a command line that does what was wanted, if there is one.
    func trying(_ command: String?) -> Diagnostic {
        var result = self
        result.command = command
        return result
    }

    /// Returns the message with a remedy that was tried, and the command line that applies it, if there is one.
    func remedied(by remedy: Remedy, _ command: String?) -> Diagnostic {
        var result = hinting(remedy.hint).trying(command)
        result.remedy = remedy.name
        return result
    }

    /// Returns the message with a hint that concerns only this line.
    func explained(by hint: String) -> Diagnostic {
        var result = hinting(hint)
        result.tellsItsHint = true
        return result
    }

    /// Returns the message for an object inside the input, or unchanged if there is no path.
    func inside(_ path: String?) -> Diagnostic {
        guard let path else { return self }
        var (field, message) = (path, "\(path): \(message)")
        if let name = self.field, self.message.hasPrefix("\"\(name)\" ") {
            // The field of an object that is wrong as a whole is its own name.
            field = path == name || path.hasSuffix("." + name) ? path : SkadnObject.path(of: name, at: path)
            message = "\"\(field)\" " + self.message.dropFirst(name.count + 3)
        }
        var result = Diagnostic(severity: severity, file: file, rule: rule, field: field, message: message, hint: hint)
        (result.command, result.remedy) = (command, remedy)
        return result
    }

    /// Appends the message with terminal control characters escaped.
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

    /// Appends the rule in brackets, if any.
    func appendRule(in color: StaticString?, to output: inout ByteBuffer) {
        guard let name = rule?.name else { return }
        if let color { output.append(color) }
        output.append(" [")
        output.append(name)
        output.append(ASCII.closeBracket)
        if color != nil { output.append(Color.none) }
    }

    /// Whether the hint may contain text of the input. The hints for most faults are fixed texts.
    var hintMayQuote: Bool {
        if ownHint == nil, case .fault(let fault) = content { fault.hintQuotes } else { true }
    }

    /// Returns an error that ends the program: usage, a file, or a key.
    static func trouble(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(message: message, hint: hint)
    }

    /// Returns a message about an input without lines, or in which all lines were skipped.
    ///
    /// - Parameters:
    ///   - skipped: the number of lines that were skipped.
    ///   - isFault: whether the message is an error, rather than a note.
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

    /// Returns a note about text that was stripped from a pasted argument.
    ///
    /// - Parameter argument: the number of the argument, counted from 1.
    static func pastedText(with list: String, argument: Int) -> Diagnostic {
        Diagnostic(
            severity: .note, file: "<argument>:\(argument)", rule: RunRules.pastedText,
            message: "removed from this argument: \(list)")
    }

    /// Returns the error about an input whose relevant findings were dropped because the list of findings is full.
    static func beyondLimit() -> Diagnostic {
        Diagnostic(
            rule: RunRules.more,
            message: "it breaks rules beyond the first \(Findings.defaultLimit) findings")
    }

    static func note(_ rule: Rule, field: String? = nil, _ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(severity: .note, rule: rule, field: field, message: message, hint: hint)
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

/// Calls the system, and turns its error into a message.
///
/// - Parameter purpose: what the call is for, such as `read FILE`.
func attempting<Result: ~Copyable>(
    _ purpose: @autoclosure () -> String, _ call: () throws(SystemError) -> Result
) throws(Diagnostic) -> Result {
    do throws(SystemError) {
        return try call()
    } catch {
        throw .trouble("cannot \(purpose()): \(error.words)")
    }
}

extension InputFault {
    /// The messages about the fault: one, or one for each broken rule.
    var diagnostics: [Diagnostic] {
        if case .rules(let first, let others) = self { return ([first] + others).map { Diagnostic($0) } }
        return [Diagnostic(self)]
    }
}

extension Rule.Severity {
    /// The name, which needs no allocation in streams.
    var name: StaticString {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        }
    }
}
