import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionReport

/// The parameters of a verification run.
struct VerificationJob: Sendable {
    let verifier: InputVerifier
    let form: VerdictForm
    /// Whether `--remember` asks for the identifiers of valid inputs.
    let remembers: Bool
    /// The identifiers seen so far, of which none may be repeated; nil without `--unique`.
    let seen: SeenIdentifiers?
    /// Whether verdicts name their file.
    let namesFiles: Bool
    /// The paths of kept members, which are columns of a table.
    let kept: [String]
    /// The verdicts that make no reject.
    let tolerated: Set<Verdict.Outcome>
    /// Explains invalid signatures; nil without `--explain`.
    let explainer: SignatureExplainer?
}

/// The form of the output.
enum VerdictForm {
    /// A verdict for each signed object.
    case verdicts
    /// The same as rows of a table.
    case table(SeparatedValues.Form)
    /// One verdict for each line.
    case lines
    /// The original lines that have this verdict.
    case passed(Verdict.Outcome)

    var pass: Verdict.Outcome? { if case .passed(let outcome) = self { outcome } else { nil } }
    var table: SeparatedValues.Form? { if case .table(let form) = self { form } else { nil } }

    /// Whether there is a verdict for each signed object.
    var givesVerdicts: Bool {
        switch self {
        case .verdicts, .table: true
        case .lines, .passed: false
        }
    }

    /// Whether the result of a bad line contains the message about it.
    var statesFaults: Bool {
        switch self {
        case .verdicts, .lines: true
        case .table, .passed: false
        }
    }
}

/// Verifies the lines of a batch together, and writes their verdicts.
struct Verifier: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: VerificationJob
    private var engine: InspectionEngine
    private var lines = KeptLines()
    private var writer: VerdictLines

    init(_ context: LineContext, _ job: VerificationJob) {
        self.context = context
        self.job = job
        engine = job.verifier.engine(marks: job.seen != nil)
        writer = VerdictLines(context, job)
    }

    mutating func begin(_ result: inout BatchResult) {
        engine.removeAll()
        lines.removeAll()
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let input = lines.append(line)
        if let fault = engine.add(single: line.bytes, input: input, at: nil, path: line.path) {
            lines.removeLast()
            throw Rejection(Diagnostic(fault))
        }
    }

    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        lines.append(line, rejection)
    }

    mutating func finish(_ text: ByteView, _ result: inout BatchResult) {
        engine.check()
        if let explainer = job.explainer { explain(text, by: explainer) }
        guard job.seen != nil else { return writer.write(&engine.batch, lines, text, &result) }
        // Which line comes first is known only when the batches are in order.
        let waiting = WaitingVerdicts(context, job)
        swap(&engine.batch, &waiting.verdicts)
        swap(&lines, &waiting.lines)
        result.inTurn = { waiting.write($0.text, &$0.result) }
    }

    /// Explains the invalid signatures.
    private mutating func explain(_ text: ByteView, by explainer: SignatureExplainer) {
        var first = 0
        while first < engine.batch.entries.count {
            let indices = engine.batch.entriesOfInput(from: first)
            let line = lines.line(engine.batch.entries[first].input, in: text)
            engine.batch.explain(indices, of: line.bytes, by: explainer)
            first = indices.upperBound
        }
    }

    mutating func appendResult(
        ofUnread problem: Diagnostic, number: Int, log: ByteView?, in result: inout BatchResult
    ) {
        writer.appendMalformed(problem, result.file, number, log: log, to: &result.output)
    }
}

/// Verdicts that wait for their batch's turn to be written.
private final class WaitingVerdicts: @unchecked Sendable {
    fileprivate var verdicts = InspectionBatch()
    fileprivate var lines = KeptLines()
    private var writer: VerdictLines

    fileprivate init(_ context: LineContext, _ job: VerificationJob) { writer = VerdictLines(context, job) }

    func write(_ text: ByteView, _ result: inout BatchResult) { writer.write(&verdicts, lines, text, &result) }
}

/// Writes verdicts, or the lines that have one of them.
struct VerdictLines: ~Copyable {
    private let context: LineContext
    private let job: VerificationJob
    private var table: VerdictTable?

    init(_ context: LineContext, _ job: VerificationJob) {
        self.context = context
        self.job = job
        table = job.form.table.map { VerdictTable($0, keeping: job.kept) }
    }

    mutating func write(
        _ verdicts: inout InspectionBatch, _ lines: borrowing KeptLines, _ text: ByteView,
        _ result: inout BatchResult
    ) {
        let file = result.file
        var at = KeptLines.Position()
        // Whether all inputs of the line so far are valid.
        var isValid = true
        // What was seen first in the line.
        var added: [RepeatKey] = []
        while lines.advance(&at, over: verdicts, &result) {
            let line = lines.line(at.input, in: text)
            let rejection = lines.rejection(at.input)
            var isDecided = true
            var problems: [Diagnostic] = []
            var tolerated: Verdict.Outcome?
            if let rejection {
                problems.append(rejection.problem)
                appendMalformed(rejection.problem, file, line.number, log: line.log, to: &result.output)
            }
            for index in at.entries {
                if let seen = job.seen, let key = verdicts.refuseRepeat(index, seen), job.form.pass == .valid {
                    added.append(key)
                }
                if job.remembers, verdicts.entries[index].outcome == .valid {
                    verdicts.appendSeenLine(index, to: &result.output.notes.bytes)
                }
                if job.form.givesVerdicts {
                    append(verdicts, index, file, line, to: &result.output)
                    result.output.endNotes()
                }
                if !job.tolerated.isEmpty, tolerates(verdicts.entries[index]) {
                    tolerated = verdicts.entries[index].outcome
                    continue
                }
                if let fault = verdicts.entries[index].fault {
                    let path = verdicts.entries[index].path
                    var messages = path == nil ? fault.diagnostics : fault.diagnostics.map { $0.inside(path) }
                    if let difference = verdicts.entries[index].mistake?.difference {
                        messages = messages.map { $0.explained(by: difference) }
                    }
                    problems += messages
                }
                warn(of: verdicts, index, line, &result)
            }
            switch job.form {
            case .verdicts, .table: break
            case .lines:
                // The verdict on an input that could not be read was appended before.
                guard rejection == nil else { break }
                verdicts.append(
                    at.entries, file: job.namesFiles ? file : nil, line: line.number, to: &result.output.bytes)
                result.output.endObject(log: line.log)
            case .passed(.valid):
                // A line passes as valid only if each of its inputs, and each of their objects, is valid.
                isValid =
                    isValid && !at.entries.isEmpty
                    && verdicts.entries[at.entries].allSatisfy { $0.outcome == .valid }
                isDecided = lines.isLast(at.input)
                guard isDecided else { break }
                // What was valid in a line that does not pass is still to be counted, with the line when it is mended.
                if isValid {
                    result.pass(line)
                } else {
                    result.output.dropNotes()
                    for key in added { _ = job.seen?.remove(key) }
                }
                added.removeAll(keepingCapacity: true)
                isValid = true
            case .passed(let pass):
                let isPassed =
                    at.entries.isEmpty
                    ? pass == .malformed && !problems.isEmpty
                    : verdicts.entries[at.entries].contains { $0.outcome == pass }
                if isPassed { result.pass(line) }
            }
            if isDecided { result.output.endNotes() }
            // A line is good if all its objects are.
            if let fault = Rejection(problems) {
                context.reject(line, fault, in: &result)
            } else if let tolerated {
                result.tolerated[tolerated, default: 0] += 1
            }
        }
        if table?.leftOutNull == true { context.reportOnce(.leftOutNull, in: &result) }
    }

    /// A repeat with other claims is never an honest retry.
    private func tolerates(_ entry: InspectionBatch.Entry) -> Bool {
        job.tolerated.contains(entry.outcome) && entry.isSame != false
    }

    /// Reports what is probably a mistake in a signed input, if rules are checked: no verdict states it.
    private func warn(of verdicts: borrowing InspectionBatch, _ index: Int, _ line: Line, _ result: inout BatchResult) {
        let entry = verdicts.entries[index]
        guard verdicts.reports.indices.contains(index), entry.isSigned else { return }
        for finding in verdicts.reports[index].findings where finding.severity == .warning {
            context.report(Diagnostic(finding).inside(entry.path), number: line.number, in: &result)
        }
    }

    /// Appends the verdict on a line that could not be read.
    ///
    /// - Parameter log: the kept members of the line.
    mutating func appendMalformed(
        _ problem: Diagnostic, _ file: String, _ number: Int, log: ByteView?,
        to output: inout ResultLines
    ) {
        guard job.form.pass == nil else { return }
        guard job.form.table == nil else {
            table?.append(malformed: problem.rule, file: file, line: number, log: log, to: &output.bytes)
            return output.endRows()
        }
        InspectionBatch.appendMalformed(
            rule: problem.rule, reason: problem.message, file: job.namesFiles ? file : nil, line: number,
            to: &output.bytes)
        output.endObject(log: log)
    }

    private mutating func append(
        _ verdicts: borrowing InspectionBatch, _ index: Int, _ file: String, _ line: Line, to output: inout ResultLines
    ) {
        guard job.form.table == nil else {
            table?.append(verdicts.facts(index), file: file, line: line.number, log: line.log, to: &output.bytes)
            return output.endRows()
        }
        verdicts.append(index, file: job.namesFiles ? file : nil, line: line.number, to: &output.bytes)
        output.endObject(log: line.log)
    }
}

extension Diagnostic {
    fileprivate static let leftOutNull = note(
        RunRules.nullCharacter, "U+0000 is left out of the table, since databases refuse it")
}
