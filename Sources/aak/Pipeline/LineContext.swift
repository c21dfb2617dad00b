import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

/// The settings for handling lines that do not depend on the command. They never change, and all threads share them.
final class LineContext: Sendable {
    enum MessageScope: Sendable {
        case everything
        /// Only hints, because the result on the same terminal already states the fault.
        case hints
        case nothing
    }

    let console: Console
    let run: LineRun
    let stopsAtFirst: Bool
    let messageScope: MessageScope
    private let mostOfRule: Int?
    let fixedTime: Timestamp?
    let command: RemedyCommand?

    /// The maximum number of messages about an input.
    static let mostMessages = 100

    init(_ console: Console, _ run: LineRun = LineRun()) {
        self.console = console
        self.run = run
        stopsAtFirst = false
        messageScope = .everything
        mostOfRule = nil
        fixedTime = nil
        command = nil
    }

    /// Creates the settings of a run from the options of an invocation.
    init(_ console: Console, _ run: LineRun, _ invocation: Invocation) {
        self.console = console
        self.run = run
        stopsAtFirst = invocation.takes(LineOptions.failFast) && invocation[LineOptions.failFast]
        command = RemedyCommand(invocation, commandOfParts: run.commandOfParts)
        mostOfRule = invocation.mostMessagesOfRule
        fixedTime = invocation.fixedTime
        // If results and messages appear on the same terminal, a fault must not be reported twice.
        let isSeenTwice =
            run.resultsStateFaults && console.style.form == .text && console.outputIsTerminal
            && Descriptor.diagnostics.isTerminal
        messageScope = console.style.isQuiet || run.isSilent ? .nothing : isSeenTwice ? .hints : .everything
    }

    /// Rejects a line: adds its messages, and its bytes if rejects are kept.
    ///
    /// - Parameter isReported: whether to add messages; false if they were given with an earlier line.
    func reject(_ line: Line, _ problem: Diagnostic, isReported: Bool = true, in result: inout BatchResult) {
        // If the input as a whole is wrong, the message names the path of --at.
        let member = line.member.flatMap { problem.field ?? "*" == "*" ? run.paths[Int($0)] : nil }
        let problem = problem.inside(line.path ?? member)
        result.rejectedCount += 1
        result.messages.count(problem)
        // The document that could not be read was already reported. This line of it is not an input by itself, and neither is a token in
        // quotation marks.
        let isAlreadyReported =
            line.isInside
            && (problem.rule === InputRules.unrecognised || problem.rule === InputRules.jsonSyntax
                || line.bytes.first == ASCII.quote)
            && PrintedObject.language(ofMember: line.bytes) != .openStep
        if isReported, !isAlreadyReported, messageScope != .nothing { reportAll(problem, of: line, in: &result) }
        keep(line, in: &result)
        if stopsAtFirst { result.endRun(with: line.number) }
    }

    /// Adds the bytes of a line to the rejects, if they are kept.
    func keep(_ line: Line, in result: inout BatchResult) {
        // A line with several inputs is kept only once.
        guard run.rejects != nil, result.lastRejected != line.range else { return }
        result.lastRejected = line.range
        result.rejects.append(line.original)
        // A binary property list is the whole input and not text, so it gets no newline.
        if !PropertyList.isBinary(line.original) { result.rejects.append(ASCII.newline) }
    }

    /// Adds the messages about a bad line.
    private func reportAll(_ problem: Diagnostic, of line: Line, in result: inout BatchResult) {
        let (all, more) = (problem.others, problem.more)
        var problem = problem
        var kind = BatchMessages.Kind.message
        var mayContinue = false
        // Of the lines that resemble no input, the first one with each look is reported.
        if problem.rule === InputRules.unrecognised, most != nil, let first = line.bytes.first,
            !"{[".utf8.contains(first)
        {
            kind = .foreign
        }
        // A part of a token is itself in one piece, so it has only one fault.
        if result.isStream, all.isEmpty, line.isWhole {
            let role = result.folded.role(
                of: line, hasAllParts: problem.foreignByte != nil, firstLine: result.numbers.lowerBound)
            switch role {
            case .continuation: return reportOnce(FoldedTokens.note, in: &result)
            case .undecided: mayContinue = true
            case .first where line.bytes.trimmed.first == UInt8(ascii: ">"):
                problem = problem.hinting(FoldedTokens.hintOnQuoted)
            case .first: if !problem.hasOwnHint { problem = problem.hinting(FoldedTokens.hint) }
            case .none: break
            }
        }
        let others = all.prefix(Self.mostMessages - 1)
        let numbers = numbers(of: [problem] + others, in: line)
        result.messages.append(
            problem, kind, mayContinue: mayContinue, number: numbers?[0] ?? line.number, line: line, most: most)
        for (index, other) in others.enumerated() {
            report(other, number: numbers?[index + 1] ?? line.number, in: &result)
        }
        let unreported = more + all.count - others.count
        if unreported > 0 { report(.moreFindings(unreported), number: line.number, in: &result) }
    }

    /// Reports an input inside a line that is not an input itself. The line is not rejected for that.
    func report(_ nested: NestedInput, in line: Line, _ result: inout BatchResult) {
        let repair = Repair(steps: [Repair.Step(name: Remedy.placeName, words: "", path: nested.reach)])
        let command = line.isPart ? nil : command?.line(for: repair, file: result.file)
        let note = Diagnostic.note(
            InputRules.nested, field: nested.path, "\(nested.name) is at \(quoted(nested.path)), and is not checked",
            hint: nested.hint)
        report(note.trying(command), number: line.number, in: &result)
    }

    /// Adds the note about the first result of the run. Whether an earlier batch had a result is known only when this batch is written.
    func noteFirstResult(in result: inout BatchResult) {
        result.isNoted = true
        if let note = run.firstResultNote { reportOnce(note, in: &result) }
    }

    /// Adds a note that is shown once per run, at the first occasion.
    func reportOnce(_ note: Diagnostic, in result: inout BatchResult) {
        if messageScope != .nothing { result.messages.appendOnce(note) }
    }

    func report(_ problems: [Diagnostic], of line: Line, in result: inout BatchResult) {
        guard messageScope != .nothing else { return }
        let numbers = numbers(of: problems, in: line)
        for (index, problem) in problems.enumerated() {
            report(problem, number: numbers?[index] ?? line.number, in: &result)
        }
    }

    /// Returns the numbers of the lines that problems are about; nil if all are about the first line. The values of a document over several
    /// lines are on different lines, and its result does not name them.
    // For the bad lines of a stream, nothing is computed.
    private func numbers(of problems: @autoclosure () -> [Diagnostic], in line: Line) -> [Int]? {
        guard run.readsPropertyLists, line.path == nil, line.isWhole,
            line.bytes.firstOffset(of: ASCII.newline) != nil
        else { return nil }
        let paths = problems().map { $0.field ?? "" }
        let breaks =
            line.bytes.first == UInt8(ascii: "<")
            ? PropertyListText.lineBreaks(of: [UInt8](line.bytes), beforePaths: paths)
            : line.bytes.lineBreaks(beforePaths: paths)
        return breaks.map { line.number + $0 }
    }

    func report(_ problem: Diagnostic, number: Int, in result: inout BatchResult) {
        if messageScope != .nothing { result.messages.append(problem, number: number, most: most) }
    }

    /// The greatest number of messages about one rule in a run; nil for no limit. Hints are shown only once in any case.
    var most: Int? { messageScope == .hints ? nil : mostOfRule }
}
