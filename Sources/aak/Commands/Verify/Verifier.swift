import AttributionBase
import AttributionInspection
import AttributionModel

/// Verifies the lines of a batch together, and writes their verdicts.
struct Verifier: LineProcessor, ~Copyable {
    let context: LineContext
    let job: VerificationJob
    var engine: InspectionEngine
    var writer: VerdictLines
    var lines = KeptLines()

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let input = lines.append(line)
        if let fault = engine.add(single: line.bytes, input: input, at: nil, path: line.path) {
            lines.removeLast()
            throw Diagnostic(fault)
        }
    }

    mutating func refuse(_ line: Line, _ problem: Diagnostic, _ result: inout BatchResult) {
        lines.append(line, problem)
    }

    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult) {
        defer {
            engine.removeAll()
            lines.removeAll()
        }
        engine.check()
        if let keys = job.explaining { explain(text, by: keys) }
        guard job.seen != nil else {
            writer.write(&engine.batch, lines, text, &result)
            if let sample = job.sample, !writer.sampled.isEmpty {
                result.inOrder = { [texts = writer.sampled] in sample.add(texts, at: $0.result.now) }
            }
            return
        }
        // Only when batches are in order is it known which of two lines comes first.
        let waiting = WaitingVerdicts(context, job)
        swap(&engine.batch, &waiting.verdicts)
        swap(&lines, &waiting.lines)
        result.inOrder = { waiting.write($0.text, &$0.result) }
    }

    private mutating func explain(_ text: ByteView, by keys: SKAdNetworkKeys) {
        var (first, number, budget) = (0, 0, SearchBudget())
        while first < engine.batch.entries.count {
            let indices = engine.batch.entriesOfInput(from: first)
            let line = lines.line(engine.batch.entries[first].input, in: text)
            if line.number != number { (number, budget) = (line.number, SearchBudget()) }
            engine.batch.explain(indices, of: line.bytes, by: keys, within: &budget)
            first = indices.upperBound
        }
    }

    mutating func appendAnswer(
        to problem: Diagnostic, number: Int, log: ByteView?, in result: inout BatchResult
    ) {
        writer.appendMalformed(problem, result.file, number, log: log, to: &result.output)
    }
}

/// The verdicts of a batch, which wait until it is the batch's turn to be written.
private final class WaitingVerdicts: @unchecked Sendable {
    fileprivate var verdicts = InspectionBatch(isForCounting: true)
    fileprivate var lines = KeptLines()
    private var writer: VerdictLines
    private let sample: RuleSample?

    fileprivate init(_ context: LineContext, _ job: VerificationJob) {
        writer = VerdictLines(context, job)
        sample = job.sample
    }

    func write(_ text: ByteView, _ result: inout BatchResult) {
        writer.write(&verdicts, lines, text, &result)
        sample?.add(writer.sampled, at: result.now)
    }
}
