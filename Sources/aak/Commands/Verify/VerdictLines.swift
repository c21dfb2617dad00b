import AttributionBase
import AttributionInspection
import AttributionReport

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
        while lines.advance(&at, over: verdicts, &result) {
            let line = lines.line(at.input, in: text)
            let rejection = lines.rejection(at.input)
            var problems: [Diagnostic] = []
            if let rejection {
                problems.append(rejection.problem)
                appendMalformed(rejection.problem, file, line.number, log: line.log, to: &result.output)
            }
            for index in at.entries {
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
            case .passed(let pass):
                let isPassed =
                    if at.entries.isEmpty {
                        pass == .malformed && !problems.isEmpty
                    } else if pass == .valid {
                        // A line passes as valid only if each of its objects is valid.
                        verdicts.entries[at.entries].allSatisfy { $0.outcome == .valid }
                    } else {
                        verdicts.entries[at.entries].contains { $0.outcome == pass }
                    }
                if isPassed, result.lastPassed != line.range {
                    result.lastPassed = line.range
                    result.output.bytes.append(line.original)
                    result.output.endLine(as: .text)
                }
            }
            result.output.endNotes()
            // A line is good if all its objects are.
            if let fault = Rejection(problems) { context.reject(line, fault, in: &result) }
        }
        if table?.leftOutNull == true { context.reportOnce(.leftOutNull, in: &result) }
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
