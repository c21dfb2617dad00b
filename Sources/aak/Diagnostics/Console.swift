import AttributionBase
import AttributionModel

/// The standard output and standard error of the program, and their styles.
struct Console: Sendable {
    var style = DiagnosticStyle()
    /// Whether JSON on standard output is pretty-printed.
    var isPretty = false
    var outputIsTerminal = false
    /// Whether JSON on standard output is coloured.
    var outputIsColored = false

    /// Writes a message to standard error. Failures are ignored, because they could not be reported.
    func report(_ diagnostic: Diagnostic) {
        guard diagnostic.severity == .error || !style.isQuiet else { return }
        var buffer = ByteBuffer()
        style.append(diagnostic, to: &buffer)
        try? Descriptor.diagnostics.write(buffer)
    }

    /// Reports a neutral fact about the run: `aak: TEXT`.
    func reportNotice(_ text: String, rule: Rule) {
        if !style.isQuiet { reportAlways(text, rule: rule) }
    }

    /// Reports how many messages about a rule were not shown: `aak: and 1,190 more [unknown-key]`.
    func reportMore(_ count: Int, of rule: Rule) {
        guard !style.isQuiet else { return }
        var buffer = ByteBuffer()
        buffer.append("aak: and ")
        buffer.append(text: inGroups(count))
        buffer.append(" more")
        Diagnostic.note(rule, "").appendRule(in: style.usesColor ? Color.faint : nil, to: &buffer)
        buffer.append(ASCII.newline)
        try? Descriptor.diagnostics.write(buffer)
    }

    /// Reports the summary of a run, even if other messages are suppressed.
    func reportSummary(_ text: String) { reportAlways(text, rule: RunRules.summary) }

    private func reportAlways(_ text: String, rule: Rule) {
        var buffer = ByteBuffer()
        switch style.form {
        case .text, .github:
            buffer.append("aak: ")
            appendHarmless(text, to: &buffer)
            buffer.append(ASCII.newline)
        case .json: style.append(.note(rule, text), to: &buffer)
        }
        try? Descriptor.diagnostics.write(buffer)
    }

    func write(_ text: String) throws(Diagnostic) {
        var buffer = ByteBuffer()
        buffer.append(text: text)
        try write(buffer)
    }

    /// Writes a JSON value to standard output, with the requested layout.
    func write(_ value: JSONValue) throws(Diagnostic) {
        var lines = ResultLines()
        lines.append(value)
        try write(&lines)
    }

    /// Writes results to standard output, with the requested layout.
    func write(_ lines: inout ResultLines) throws(Diagnostic) {
        if let error = layOut(&lines).error { throw Self.outputFailure(error) }
    }

    /// Writes results to standard output, with the requested layout.
    ///
    /// - Returns: The number of bytes written, and the error that stopped it.
    func layOut(_ lines: inout ResultLines) -> (written: Int, error: SystemError?) {
        Descriptor.output.writeLines {
            lines.layOut(isPretty: isPretty, forTerminal: outputIsTerminal, isColored: outputIsColored, to: $0)
        }
    }

    func write(_ buffer: borrowing ByteBuffer) throws(Diagnostic) {
        try buffer.withBytes { bytes throws(Diagnostic) in try write(bytes) }
    }

    func write(_ bytes: ByteView) throws(Diagnostic) {
        do {
            try Descriptor.output.write(bytes)
        } catch {
            throw Self.outputFailure(error)
        }
    }

    /// Returns the message about a failed write. It is empty for a closed pipe, because its reader does not want more.
    static func outputFailure(_ error: SystemError) -> Diagnostic {
        guard !error.isClosedPipe else { return .closedPipe }
        return .trouble("cannot write to \(Output.nameOfResults): \(error.words)")
    }
}

extension Console {
    /// Writes a text to standard output, through the pager if it does not fit on the terminal.
    func page(_ text: String) throws(Diagnostic) {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
        if outputIsTerminal, let rows = Descriptor.output.rows, lines >= rows, Self.showInPager(text) { return }
        try write(text)
    }

    /// Shows a text in the pager that `PAGER` names, or in less, as git does.
    ///
    /// - Returns: False if nothing was shown, because no pager is wanted or it could not be started.
    private static func showInPager(_ text: String) -> Bool {
        let command = System.environment("PAGER") ?? "less"
        guard !command.isEmpty, command != "cat" else { return false }
        // F: quit if the text fits on the screen; R: keep colours; X: leave the text on the screen.
        _ = unsafe setenv("LESS", "FRX", 0)
        _ = unsafe setenv("LV", "-c", 0)
        guard let pipe = unsafe popen(command, "w") else { return false }
        // While the pager runs, it handles Ctrl-C.
        let handler = signal(SIGINT, SIG_IGN)
        defer { _ = signal(SIGINT, handler) }
        // Writing fails if the user leaves the pager early, which is no error.
        unsafe _ = fputs(text, pipe)
        let status = unsafe pclose(pipe)
        // The shell uses these statuses for a command that it cannot find or run.
        return status >> 8 != 127 && status >> 8 != 126
    }
}
