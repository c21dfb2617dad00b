import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionReport

/// What a verification run needs to know, worked out once.
struct VerificationJob: Sendable {
    let verifier: InputVerifier
    let form: VerdictForm
    /// Whether the identifiers of valid inputs are noted.
    let remembers: Bool
    /// The identifiers of the run, where each may come once.
    let seen: SeenIdentifiers?
    /// Whether verdicts name their file.
    let namesFiles: Bool
    /// The paths of kept members, which are columns of a table.
    let kept: [String]
    /// Says why signatures do not hold, where that is asked for.
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
    /// The original lines with this verdict.
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
    var tells: Bool {
        switch self {
        case .verdicts, .lines: true
        case .table, .passed: false
        }
    }
}

/// Has the lines of a batch verified together, and writes their verdicts.
struct Verifier: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: VerificationJob
    private var engine: InspectionEngine
    private var lines = KeptLines()
    private var writer: VerdictLines
    /// What was verified of each line, as long as it may have to be explained.
    private var texts: [Int: [UInt8]] = [:]

    init(_ context: LineContext, _ job: VerificationJob) {
        self.context = context
        self.job = job
        engine = job.verifier.engine(marks: job.seen != nil)
        writer = VerdictLines(context, job)
    }

    mutating func begin(_ result: inout BatchResult) {
        engine.removeAll()
        lines.removeAll()
        if !texts.isEmpty { texts.removeAll() }
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let input = lines.append(line)
        engine.add(line.bytes, input: input, at: nil)
        if job.explainer != nil { texts[input] = [UInt8](line.bytes) }
    }

    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        lines.append(line, rejection)
    }

    mutating func finish(_ text: ByteView, _ result: inout BatchResult) {
        engine.check()
        if let explainer = job.explainer { explain(by: explainer) }
        guard job.seen != nil else {
            writer.write(&engine.batch, lines, text, &result)
            return
        }
        // Which line comes first is known only when the batches are in order.
        let waiting = result.work as? WaitingVerdicts ?? WaitingVerdicts(context, job)
        swap(&engine.batch, &waiting.verdicts)
        swap(&lines, &waiting.lines)
        result.work = waiting
    }

    /// One budget is for all that is signed in a line.
    private mutating func explain(by explainer: SignatureExplainer) {
        var budget = SearchBudget()
        var last: Int?
        for index in engine.batch.entries.indices where engine.batch.entries[index].outcome != .valid {
            let input = engine.batch.entries[index].input
            if input != last { budget = SearchBudget() }
            last = input
            unsafe (texts[input] ?? []).withBytes { text in
                engine.batch.explain(index, text, by: explainer, within: &budget)
            }
        }
    }

    mutating func appendResult(ofUnread problem: Diagnostic, number: Int, in result: inout BatchResult) {
        writer.appendMalformed(problem, result.file, number, log: nil, to: &result.output)
    }
}

/// Verdicts that wait for their batch's turn to be written.
final class WaitingVerdicts: BatchWork {
    fileprivate var verdicts = InspectionBatch()
    fileprivate var lines = KeptLines()
    private var writer: VerdictLines

    init(_ context: LineContext, _ job: VerificationJob) { writer = VerdictLines(context, job) }

    func removeAll() {
        verdicts.removeAll()
        lines.removeAll()
    }

    func write(_ text: ByteView, _ result: inout BatchResult) {
        writer.write(&verdicts, lines, text, &result)
    }
}

/// Writes verdicts, or the lines that have one of them.
private struct VerdictLines: ~Copyable {
    let context: LineContext
    let job: VerificationJob
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
        var index = 0
        for input in 0..<lines.count {
            guard !result.endsRun else {
                // The lines after the one that ended the run count as not read.
                result.lineCount = input
                return
            }
            let line = lines.line(input, in: text)
            var problems: [Diagnostic] = []
            if let rejection = lines.rejection(input) {
                problems.append(rejection.problem)
                appendMalformed(rejection.problem, file, line.number, log: line.log, to: &result.output)
            }
            let first = index
            while index < verdicts.entries.count, verdicts.entries[index].input == input {
                if let seen = job.seen { verdicts.refuseRepeat(index, seen) }
                if job.remembers, verdicts.entries[index].outcome == .valid {
                    verdicts.appendSeenLine(index, to: &result.output.notes.bytes)
                }
                if job.form.givesVerdicts {
                    append(verdicts, index, file, line, to: &result.output)
                    result.output.endNotes()
                }
                if let fault = verdicts.entries[index].fault {
                    let path = verdicts.entries[index].path
                    var told = path == nil ? fault.diagnostics : fault.diagnostics.map { $0.inside(path) }
                    if let difference = verdicts.entries[index].mistake?.difference {
                        told = told.map { $0.explained(by: difference) }
                    }
                    problems += told
                }
                index += 1
            }
            switch job.form {
            case .verdicts, .table: break
            case .lines:
                // The verdict on an input that could not be read was appended before.
                guard lines.rejection(input) == nil else { break }
                verdicts.append(
                    first..<index, file: job.namesFiles ? file : nil, line: line.number, to: &result.output.bytes)
                result.output.endObject(log: line.log)
            case .passed(let pass):
                let isPassed =
                    if first == index {
                        pass == .malformed && !problems.isEmpty
                    } else if pass == .valid {
                        // One object in a line that is good speaks for no other, and one that is bad makes the line bad.
                        verdicts.entries[first..<index].allSatisfy { $0.outcome == .valid }
                    } else {
                        verdicts.entries[first..<index].contains { $0.outcome == pass }
                    }
                if isPassed {
                    result.output.bytes.append(line.original)
                    result.output.endLine(as: .text)
                }
            }
            result.output.endNotes()
            // A line is good if all that is in it is.
            guard let problem = problems.first else { continue }
            context.reject(line, problem, others: Array(problems.dropFirst()), in: &result)
        }
    }

    /// Appends the verdict on a line of which nothing was read.
    ///
    /// - Parameter log: what is kept of the line.
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
            table?.append(
                verdicts.facts(index), file: file, line: line.number, log: line.log, to: &output.bytes)
            return output.endRows()
        }
        verdicts.append(index, file: job.namesFiles ? file : nil, line: line.number, to: &output.bytes)
        output.endObject(log: line.log)
    }
}
