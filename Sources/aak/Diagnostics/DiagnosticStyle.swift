import AttributionBase
import AttributionModel

struct DiagnosticStyle: Sendable {
    enum Form: String, CaseIterable, Sendable {
        case text
        /// One JSON object per line.
        case json
        /// Workflow commands of GitHub Actions.
        case github
    }

    var form: Form = .text
    var usesColor = false
    /// Whether to report only the summary and errors that end the run with status 2.
    var isQuiet = false

    /// - Parameters:
    ///   - showsMessage: Whether to append the message, as is always done in JSON.
    ///   - showsHint: Whether to append its hint, with the command line that does what the user wanted.
    func append(
        _ diagnostic: Diagnostic, showsMessage: Bool = true, showsHint: Bool = true, to output: inout ByteBuffer
    ) {
        guard form != .json else {
            Self.record.json((diagnostic, diagnostic.problem, showsHint)).append(to: &output)
            return output.append(ASCII.newline)
        }
        if showsMessage {
            if form == .text {
                appendText(diagnostic, diagnostic.file, diagnostic.line, to: &output)
            } else {
                appendAnnotation(diagnostic, diagnostic.file, diagnostic.line, to: &output)
            }
        }
        if showsHint {
            append(hint: diagnostic.hint, "hint", to: &output)
            append(hint: diagnostic.command, "try", to: &output)
        }
        if showsMessage, form == .github { output.append(ASCII.newline) }
    }

    static let message = OutputMember("message", "The message in words, which may change between versions.")

    /// The members of a message.
    static let record = Record<(message: Diagnostic, problem: Problem, showsHint: Bool)>(
        .init("file", "The file that the message is about.") { $0.message.file.map { .string($0) } },
        .init("line", "The number of the line that the message is about.") {
            $0.message.file == nil ? nil : $0.message.line.map { .number(String($0)) }
        },
        .init("severity", "Error, warning, hint or note.") { .string($0.message.severity.rawValue) },
        .init(FindingMember.rule) { $0.problem.rule.map { .string($0.id) } },
        .init(FindingMember.field) { $0.problem.place.isEmpty ? nil : .string($0.problem.place) },
        .init(FindingMember.found) { $0.problem.found.map { .string($0) } },
        .init(FindingMember.wanted) { $0.problem.wanted.map { .string($0) } },
        .init(message) { .string($0.problem.description) },
        .init("hint", "What to do about it.") { $0.showsHint ? $0.message.hint.map { .string($0) } : nil },
        .init("remedy", "The names of the changes that mend the fault.") {
            $0.showsHint ? $0.message.remedy.map { .string($0) } : nil
        },
        .init("try", "A command that mends the fault; it has been tried.") {
            $0.showsHint ? $0.message.command.map { .string($0) } : nil
        })

    private func append(hint: String?, _ name: StaticString, to output: inout ByteBuffer) {
        guard let hint else { return }
        switch form {
        case .text:
            output.append("aak: ")
            append(name, in: Color.cyan, to: &output)
            output.append(ASCII.space)
            appendHarmless(hint, to: &output)
            output.append(ASCII.newline)
        case .json: break
        case .github: output.append(text: "%0A\(name): " + Self.escaped(hint))
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
    }

    private func append(_ text: StaticString, in color: StaticString, to output: inout ByteBuffer) {
        if usesColor { output.append(color) }
        output.append(text)
        output.append(ASCII.colon)
        if usesColor { output.append(Color.none) }
    }

    /// Appends a workflow command of GitHub Actions, which shows the message next to the line of the file.
    private func appendAnnotation(
        _ diagnostic: Diagnostic, _ file: String?, _ line: Int?, to output: inout ByteBuffer
    ) {
        output.append("::")
        output.append(diagnostic.severity == .note ? "notice" : diagnostic.severity.name)
        // Only lines of files can be displayed.
        let isFile = file.map { !$0.hasPrefix("<") } ?? false
        var separator: StaticString = " "
        func property(_ name: StaticString, _ value: String) {
            output.append(separator)
            output.append(name)
            output.append(text: Self.escaped(value, isProperty: true))
            separator = ","
        }
        if isFile, let file {
            property("file=", file)
            if let line { property("line=", "\(line)") }
        }
        if let rule = diagnostic.rule { property("title=", rule.id) }
        output.append("::")
        if !isFile, let file { output.append(text: Self.escaped(file + (line.map { ":\($0)" } ?? "") + ": ")) }
        output.append(text: Self.escaped(diagnostic.message))
    }

    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        VisibleText.of(text).map { character in
            switch character {
            case "%": "%25"
            case ":" where isProperty: "%3A"
            case "," where isProperty: "%2C"
            default: String(character)
            }
        }.joined()
    }
}

/// Appends foreign text with terminal control characters escaped.
///
/// - Parameter keepsTabs: whether tabs are kept, for example between columns.
func appendHarmless(_ text: String, keepsTabs: Bool = false, to output: inout ByteBuffer) {
    let start = output.count
    output.append(text: text)
    // Nearly all text is printable ASCII, which needs no further checks.
    guard !output.isPrintableASCII(from: start) else { return }
    output.truncate(to: start)
    output.append(text: VisibleText.of(text, keeping: keepsTabs ? "\t" : nil))
}

/// Returns a command line of this program for a POSIX shell; nil if a message could not show all of its characters unchanged.
func commandLine(_ arguments: [String], _ redirection: String = "") -> String? {
    harmless((["aak"] + arguments.map(shellWord)).joined(separator: " ") + redirection)
}

/// Returns a command line; nil if a message would escape any part of it.
func harmless(_ text: String) -> String? { VisibleText.of(text) == text ? text : nil }
