import AttributionBytes

/// What the handling of lines depends on besides the command.
struct LineContext: Sendable {
    /// What is told of a bad line.
    enum Telling: Sendable {
        case everything
        /// Where the result, on the same terminal, says what is wrong.
        case hints
        case nothing
    }

    var style = DiagnosticStyle()
    var isPretty = false
    /// Whether standard output is a terminal, which must not be driven by what the input says.
    var outputIsTerminal = false
    var outputIsColored = false
    var stopsAtFirst = false
    var keepsRejects = false
    var telling = Telling.everything
    /// What is said once a run, at the first line that has a result.
    var firstResultNote: Diagnostic?

    /// So many messages are told of one input.
    static let mostMessages = 100

    init(_ console: Console) {
        style = console.style
        isPretty = console.isPretty
        outputIsTerminal = console.outputIsTerminal
        outputIsColored = console.outputIsColored
    }

    /// Counts a line as bad: its messages, and its bytes if they are kept.
    func reject(_ line: Line, _ rejection: Rejection, in result: inout BatchResult) {
        reject(line, rejection.problem, others: rejection.others, more: rejection.more, in: &result)
    }

    /// - Parameters:
    ///   - others: what else is wrong.
    ///   - more: how much more is wrong that nobody noted.
    ///   - isTold: whether there is a message, or it was given with a line before.
    func reject(
        _ line: Line, _ problem: Diagnostic, others: [Diagnostic] = [], more: Int = 0, isTold: Bool = true,
        in result: inout BatchResult
    ) {
        result.rejectedCount += 1
        result.messages.count(problem, others)
        if isTold, telling != .nothing { tell(problem, others, more, of: line, in: &result) }
        if keepsRejects {
            unsafe result.rejects.append(line.original)
            result.rejects.append(ASCII.newline)
        }
        if stopsAtFirst { result.endRun(with: line.number) }
    }

    private func tell(
        _ problem: Diagnostic, _ others: [Diagnostic], _ more: Int, of line: Line, in result: inout BatchResult
    ) {
        var hint: String?
        var mayContinue = false
        if result.isStream {
            // A part of a token has no parts of its own, and so one fault.
            let role =
                others.isEmpty
                ? result.folded.role(
                    of: line, hasAllParts: problem.foreignByte != nil, firstLine: result.numbers.lowerBound) : .none
            switch role {
            case .continuation: return
            case .undecided:
                mayContinue = true
                hint = self.hint(for: line, problem, result)
            case .first:
                // What is whole is no part of anything.
                hint =
                    self.hint(for: line, problem, result)
                    ?? InputLook.foldedHint
            case .none:
                hint = self.hint(for: line, problem, result)
            }
        }
        if let other = foreignHint(on: line, problem, result) { hint = other }
        if let hint {
            append(problem.hinting(hint), line.number, mayContinue, in: &result)
        } else {
            append(problem, line.number, mayContinue, in: &result)
        }
        let more = more + max(0, others.count + 1 - Self.mostMessages)
        for other in others.prefix(Self.mostMessages - 1) { report(other, number: line.number, in: &result) }
        guard more > 0 else { return }
        report(
            .moreFindings(more), number: line.number, in: &result)
    }

    /// Says what belongs to the first result of the run. The batch before may have had one: that is known when it is written.
    func noteFirstResult(in result: inout BatchResult) {
        result.isNoted = true
        guard telling != .nothing, let firstResultNote else { return }
        result.messages.appendOnce(firstResultNote, style)
    }

    /// Says what is told once a run, at the first line that gives cause.
    func reportOnce(_ note: Diagnostic, in result: inout BatchResult) {
        if telling != .nothing { result.messages.appendOnce(note, style) }
    }

    func report(_ problem: Diagnostic, number: Int, in result: inout BatchResult) {
        append(problem, number, false, in: &result)
    }

    private func append(_ problem: Diagnostic, _ number: Int, _ mayContinue: Bool, in result: inout BatchResult) {
        guard telling != .nothing else { return }
        result.messages.append(
            problem, style, line: number, isHintOnly: telling == .hints, mayContinue: mayContinue)
    }

    /// The hint for a bad line that is a token of another purpose, where the batch has no hint for its rule yet.
    private func foreignHint(
        on line: Line, _ problem: Diagnostic, _ result: borrowing BatchResult
    ) -> String? {
        guard let rule = problem.rule, !result.messages.hints(at: rule) else { return nil }
        return InputLook.hint(forToken: line, breaking: rule)
    }

    /// What a bad line looks like, where the batch has no hint for its rule yet: only the first is told.
    private func hint(for line: Line, _ problem: Diagnostic, _ result: borrowing BatchResult) -> String? {
        guard !result.messages.hints(at: problem.rule) else { return nil }
        return InputLook.hint(for: line, problem)
    }
}
