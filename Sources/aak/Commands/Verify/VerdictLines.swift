import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionReport

/// Writes verdicts, or the lines with a certain verdict.
struct VerdictLines: ~Copyable {
    private let context: LineContext
    private let job: VerificationJob
    private var table: VerdictTable?
    /// The valid inputs of a batch that ``VerificationJob/sample`` has room for.
    private(set) var sampled: [[UInt8]] = []

    init(_ context: LineContext, _ job: VerificationJob) {
        self.context = context
        self.job = job
        table = job.table.map { VerdictTable($0, keeping: job.kept) }
    }

    mutating func write(
        _ verdicts: inout InspectionBatch, _ lines: borrowing KeptLines, _ text: ByteView,
        _ result: inout BatchResult
    ) {
        var at = KeptLines.Position()
        var judgement = LineJudgement()
        sampled.removeAll()
        let samples = job.sample?.hasRoom == true
        while lines.advance(&at, over: verdicts, &result) {
            let line = lines.line(at.input, in: text)
            let problem = lines.problem(at.input)
            if samples, problem == nil, let sample = job.sample,
                at.entries.allSatisfy({ verdicts.entries[$0].outcome == .valid })
            {
                sample.keep(line.bytes, in: &sampled)
            }
            if let problem {
                appendMalformed(problem, result.file, line.number, log: line.log, to: &result.output)
            }
            for index in at.entries {
                if let seen = job.seen, let key = verdicts.refuseRepeat(index, seen), job.pass != nil {
                    judgement.added.append(key)
                }
                append(verdicts, index, line, &result)
            }
            if let pass = job.pass {
                for index in at.entries {
                    let entry = verdicts.entries[index]
                    judgement.add(entry.outcome, as: pass, isTolerated: tolerates(entry))
                }
                // An input that could not be read counts as malformed.
                if at.entries.isEmpty { judgement.add(.malformed, as: pass, isTolerated: false) }
                judgement.add(judge(verdicts, at.entries, problem, line, &result))
                if result.endsRun || lines.isLast(at.input) { end(&judgement, line, &result) }
                continue
            }
            // The verdict on an input that could not be read was appended before.
            if job.answersLines, problem == nil { append(verdicts, of: at.entries, line, &result) }
            result.output.endNotes()
            if case .tolerated(let outcome) = judge(verdicts, at.entries, problem, line, &result) {
                result.tolerated[outcome, default: 0] += 1
            }
        }
        if table?.leftOutNull == true { context.reportOnce(.leftOutNull, in: &result) }
    }

    /// How an input of a line is counted.
    private enum Standing {
        case good
        case tolerated(Verdict.Outcome)
        case rejected
    }

    /// Whether a line passes, according to its inputs so far. A line is either passed on or rejected as a whole.
    private struct LineJudgement {
        /// The number of inputs, and of those that were rejected.
        private(set) var count = 0
        private(set) var rejected = 0
        /// The number of inputs that are neither good nor rejected, by their verdict.
        private(set) var tolerated: [Verdict.Outcome: Int] = [:]
        /// Whether an object has the requested verdict, and whether one has another verdict that is not tolerated.
        private var hasVerdict = false
        private var hasOther = false
        /// The keys that this line was the first to have.
        var added: [RepeatKey] = []

        var passes: Bool { hasVerdict && !hasOther }

        mutating func add(_ outcome: Verdict.Outcome, as pass: Verdict.Outcome, isTolerated: Bool) {
            if outcome == pass { hasVerdict = true } else if !isTolerated { hasOther = true }
        }

        /// Adds an input, after the verdicts on its objects.
        mutating func add(_ standing: Standing) {
            count += 1
            switch standing {
            case .good: break
            case .tolerated(let outcome): tolerated[outcome, default: 0] += 1
            case .rejected: rejected += 1
            }
        }
    }

    private func end(_ judgement: inout LineJudgement, _ line: Line, _ result: inout BatchResult) {
        if judgement.rejected > 0 {
            // If a line is rejected, all its inputs count as rejected, because they will be counted when the corrected line is read.
            result.rejectedCount += judgement.count - judgement.rejected
            result.output.dropNotes()
            for key in judgement.added { _ = job.seen?.remove(key) }
        } else if !judgement.tolerated.isEmpty {
            result.tolerated.merge(judgement.tolerated) { $0 + $1 }
        }
        if judgement.passes { result.pass(line) }
        result.output.endNotes()
        judgement = LineJudgement()
    }

    /// Judges an input and reports its problems. It is good if all its objects are valid or tolerated, and at least one is valid.
    private func judge(
        _ verdicts: borrowing InspectionBatch, _ entries: Range<Int>, _ problem: Diagnostic?, _ line: Line,
        _ result: inout BatchResult
    ) -> Standing {
        var problems = problem.map { [$0] } ?? []
        var standing = Standing.good
        var isGood = false
        for index in entries {
            if !job.tolerated.isEmpty, tolerates(verdicts.entries[index]) {
                standing = .tolerated(verdicts.entries[index].outcome)
                continue
            }
            isGood = true
            problems += verdicts.problems(of: index)
            warn(of: verdicts, index, line, &result)
        }
        guard let fault = Diagnostic(all: problems) else { return isGood ? .good : standing }
        context.reject(line, fault, in: &result)
        return .rejected
    }

    /// A repeat with different contents is never an honest retry.
    private func tolerates(_ entry: InspectionBatch.Entry) -> Bool {
        job.tolerated.contains(entry.outcome) && entry.isSame != false
    }

    /// If rules are checked, reports probable mistakes in a signed input, because a verdict does not mention them.
    private func warn(of verdicts: borrowing InspectionBatch, _ index: Int, _ line: Line, _ result: inout BatchResult) {
        guard verdicts.reports.indices.contains(index) else { return }
        let entry = verdicts.entries[index]
        guard entry.isSigned else { return }
        for finding in verdicts.reports[index].findings where finding.severity == .warning {
            context.report(Diagnostic(finding).inside(entry.path), number: line.number, in: &result)
        }
    }

    /// Appends the verdict on a line that could not be read.
    mutating func appendMalformed(
        _ problem: Diagnostic, _ file: String, _ number: Int, log: ByteView?,
        to output: inout ResultLines
    ) {
        guard job.pass == nil else { return }
        guard job.table == nil else {
            table?.append(malformed: problem.rule, file: file, line: number, log: log, to: &output.bytes)
            return output.endRows()
        }
        InspectionBatch.appendMalformed(
            rule: problem.rule, reason: problem.message, file: job.namesFiles ? file : nil, line: number,
            to: &output.bytes)
        output.endObject(log: log)
    }

    /// Appends the verdict on an object if each object gets one, and its identifier if identifiers are kept.
    private mutating func append(
        _ verdicts: borrowing InspectionBatch, _ index: Int, _ line: Line, _ result: inout BatchResult
    ) {
        if job.remembers, verdicts.entries[index].outcome == .valid {
            verdicts.appendSeenLine(index, to: &result.output.notes.bytes)
        }
        guard job.pass == nil, !job.answersLines else { return }
        if job.table != nil {
            table?.append(
                verdicts.entries[index], verdicts.shownContent(index), file: result.file, line: line.number,
                log: line.log, to: &result.output.bytes)
            result.output.endRows()
        } else {
            verdicts.append(
                index, file: job.namesFiles ? result.file : nil, line: line.number, to: &result.output.bytes)
            result.output.endObject(log: line.log)
        }
        result.output.endNotes()
    }

    /// Appends the single verdict on all objects of a line.
    private func append(
        _ verdicts: borrowing InspectionBatch, of entries: Range<Int>, _ line: Line, _ result: inout BatchResult
    ) {
        verdicts.append(entries, file: job.namesFiles ? result.file : nil, line: line.number, to: &result.output.bytes)
        result.output.endObject(log: line.log)
    }
}

extension InspectionBatch {
    /// The problems of an object, with its path in the line. For an invalid signature, they include the mistake that explains it.
    fileprivate func problems(of index: Int) -> [Diagnostic] {
        // Most entries have no fault, and to copy one takes long.
        guard let fault = entries.span[index].fault else { return [] }
        let entry = entries[index]
        return fault.diagnostics.map { problem in
            let placed = entry.path == nil ? problem : problem.inside(entry.path)
            guard let mistake = entry.mistake else { return placed }
            if let difference = mistake.difference { return placed.explained(by: difference) }
            // Without a key there is nothing to explain, and the message about a malformed input already says what it looks like.
            guard fault.rule !== RunRules.unknownKey, entry.outcome != .malformed else { return placed }
            return placed.hinting("\(mistake.silence); was another key used? the content may also have been changed")
        }
    }
}

extension Diagnostic {
    fileprivate static let leftOutNull = note(
        RunRules.nullCharacter, "U+0000 is left out of the table, because databases reject it")
}
