import AttributionBase
import AttributionInspection
import AttributionModel

/// A message about an input or the run: a problem, where it is, and what to do.
struct Diagnostic: Error {
    var severity: Rule.Severity = .error
    /// The file as named by the user, `<stdin>`, or `<argument>`.
    var file: String?
    /// The number of the line in the file, from 1, if the message is about a line.
    var line: Int?
    private let content: Content
    // Kept, since it is asked for several times for each bad line of a stream.
    let rule: Rule?
    /// A hint for this line, which replaces that of the content.
    private var ownHint: String?
    /// Whether the hint is shown even after another hint about the same rule, because it is about this line.
    private(set) var showsItsHint = false
    /// A command line for a POSIX shell that does what the user wanted.
    private(set) var command: String?
    /// The name of the remedy that the hint describes.
    private(set) var remedy: String?
    /// The other messages about the same input. Most bad inputs have only one fault, so this is usually empty.
    private(set) var others: [Diagnostic] = []
    /// Whether the message only accompanies the reasons why an input is rejected.
    private(set) var isRemark = false
    /// The number of further faults of the input that were not recorded.
    private(set) var more = 0

    /// A reason to end a run without a message, or with only the usage of the command.
    enum Ending: String {
        case closedPipe = "the reader closed the pipe"
        case nothingToRead = "no input, and standard input is a terminal"
        /// A signal ended the run after a whole line.
        case interrupted = "a signal ended the run"
    }

    private enum Content {
        indirect case problem(Problem)
        /// A fault. It may occur often in a stream, so its text is created only when it is written.
        case fault(InputFault)
        case ending(Ending)
    }

    private init(content: Content) {
        self.content = content
        rule =
            switch content {
            case .problem(let problem): problem.rule
            case .fault(let fault): fault.rule
            case .ending: nil
            }
    }

    init(_ problem: Problem, severity: Rule.Severity = .error, file: String? = nil) {
        self.init(content: .problem(problem))
        (self.severity, self.file) = (severity, file)
    }

    init(_ fault: InputFault) { self.init(content: .fault(fault)) }

    /// - Parameter hint: replaces that of the finding.
    init(_ finding: Finding, hint: String? = nil) {
        self.init(finding.problem, severity: finding.severity)
        ownHint = hint
    }

    /// Creates the message about the first problem of an input, with those about the others; nil if there are none.
    ///
    /// - Parameter remarks: Messages that are shown with the problems, but are no reason to reject the input.
    init?(all problems: [Diagnostic], more: Int = 0, remarks: [Diagnostic] = []) {
        guard let first = problems.first else { return nil }
        self = first
        (others, self.more) = (problems.dropFirst() + remarks.map { $0.changed { $0.isRemark = true } }, more)
    }

    /// Does the same with faults, of which there is mostly one.
    init?(all faults: [InputFault]) {
        guard let first = faults.first else { return nil }
        self.init(first)
        if faults.count > 1 { others = faults.dropFirst().map { Diagnostic($0) } }
    }

    static let closedPipe = Diagnostic(content: .ending(.closedPipe))
    static let nothingToRead = Diagnostic(content: .ending(.nothingToRead))
    static let interrupted = Diagnostic(content: .ending(.interrupted))

    /// The reason why the run ends; nil for any other message.
    var ending: Ending? { if case .ending(let ending) = content { ending } else { nil } }

    /// What is wrong. Its hint may be replaced by ``hint``.
    var problem: Problem {
        switch content {
        case .problem(let problem): problem
        case .fault(let fault): fault.problem
        case .ending(let ending): .sentence(ending.rawValue)
        }
    }

    var field: String? {
        if case .fault(let fault) = content { return fault.field }
        let place = problem.place
        return place.isEmpty ? nil : place
    }

    /// The message in lower case and without a final period, with the field, the value found and the value wanted.
    var message: String { if case .fault(let fault) = content { "\(fault)" } else { problem.description } }

    var hint: String? {
        if let ownHint { return ownHint }
        return if case .fault(let fault) = content { fault.hint } else { problem.advice?.text }
    }

    /// Whether the input may be several inputs.
    var mayBeSeveral: Bool { if case .fault(let fault) = content { fault.mayBeSeveral } else { false } }

    /// The first byte that base64url does not permit, if that is the fault of a token with all its parts.
    var foreignByte: UInt8? {
        guard case .fault(.token(.encoding(_, .character(let byte, offset: _)))) = content else { return nil }
        return byte
    }

    /// The path for `--at` that reads the inputs inside the line, if that is the fault and there is one.
    var reach: String? { if case .fault(.nested(_, _, let reach, _)) = content { reach } else { nil } }

    /// The foreign format that the input has, if that is the fault.
    var format: ForeignFormat? { if case .fault(.foreign(let format)) = content { format } else { nil } }

    var hasOwnHint: Bool { ownHint != nil }

    /// Returns the message with another hint. The text of a fault is still made only when it is written.
    func hinting(_ hint: String) -> Diagnostic { changed { $0.ownHint = hint } }

    func of(file: String) -> Diagnostic { changed { $0.file = file } }

    func trying(_ command: String?) -> Diagnostic { changed { $0.command = command } }

    private func changed(_ change: (inout Diagnostic) -> Void) -> Diagnostic {
        var result = self
        change(&result)
        return result
    }

    /// Returns the message with a remedy that was tried successfully, and the command line that applies it, if there is one. A hint about a
    /// value is kept, because it says more than the remedy.
    func remedied(by repair: Repair, _ command: String?) -> Diagnostic {
        let words = repair.isOfCertainValues ? hint ?? repair.hint : repair.hint
        return hinting(words).trying(command).changed { $0.remedy = repair.names.joined(separator: ",") }
    }

    /// The note that a remedy was applied, and what it did to the first input.
    static func applied(_ step: Repair.Step) -> Diagnostic {
        let summary = Remedy.named(step.name)?.summary ?? step.words
        let details = step.details.map { ": \($0)" } ?? ""
        return Diagnostic.note(nil, "\(step.name): \(summary)\(details)").changed { $0.remedy = step.name }
    }

    /// Returns the message with a hint that concerns only this line.
    func explained(by hint: String) -> Diagnostic { hinting(hint).changed { $0.showsItsHint = true } }

    /// Returns the message for an object inside the input, or unchanged if there is no path.
    func inside(_ path: String?) -> Diagnostic {
        guard path != nil else { return self }
        var result = Diagnostic(problem.hinting(hint).inside(path), severity: severity, file: file)
        (result.command, result.remedy, result.isRemark) = (command, remedy, isRemark)
        (result.others, result.more) = (others.map { $0.inside(path) }, more)
        return result
    }

    /// Appends the message with terminal control characters escaped.
    func appendMessage(to output: inout ByteBuffer) {
        let start = output.count
        guard case .fault(let fault) = content, let mayQuote = fault.append(to: &output) else {
            appendHarmless(message, to: &output)
            return
        }
        guard mayQuote, !output.isPrintableASCII(from: start) else { return }
        output.truncate(to: start)
        appendHarmless(message, to: &output)
    }

    /// Appends the rule in brackets, if any.
    func appendRule(in color: StaticString?, to output: inout ByteBuffer) {
        guard let id = rule?.id else { return }
        if let color { output.append(color) }
        output.append(" [")
        output.append(text: id)
        output.append(ASCII.closeBracket)
        if color != nil { output.append(Color.none) }
    }

    /// Returns an error that ends the program: usage, a file, or a key.
    static func trouble(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(.sentence(message, hint: hint))
    }

    /// Returns an error that ends the program, because something is not what is wanted.
    static func trouble(
        _ subject: String, _ verb: String = "is", found: String, wanted: String, hint: String? = nil
    ) -> Diagnostic { Diagnostic(.whole(subject, verb, found: found, wanted: wanted, hint: hint)) }

    /// Returns a message about an input without lines, or in which all lines were skipped.
    static func emptyInput(_ name: String, skipped: Int, isFault: Bool) -> Diagnostic {
        let problem: Problem =
            skipped == 0
            ? .sentence("the input is empty")
            : .sentence(
                "all lines of the input were skipped (\(skipped))",
                hint: "run without --skip-empty to see what these lines contain")
        return Diagnostic(problem.breaking(RunRules.emptyInput), severity: isFault ? .error : .note, file: name)
    }

    /// Returns a note about text that was stripped from a pasted argument.
    static func pastedText(with list: String, argument: Int) -> Diagnostic {
        note(RunRules.pastedText, "removed before this argument was read: \(list)").of(file: "<argument>:\(argument)")
    }

    /// Returns the error about an input whose relevant findings were dropped because the list of findings is full.
    static func beyondLimit() -> Diagnostic {
        Diagnostic(
            .sentence("it breaks rules beyond its first \(Findings.defaultLimit) findings").breaking(RunRules.more))
    }

    static func note(_ rule: Rule?, field: String = "", _ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(.sentence(message, hint: hint).at(field, breaking: rule), severity: .note)
    }

    static func warning(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(.sentence(message, hint: hint), severity: .warning)
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
