import AttributionBase
import AttributionInspection

/// Runs a processor over batches. Each thread has its own runner.
struct BatchRunner<Processor: LineProcessor & ~Copyable>: ~Copyable {
    private var processor: Processor
    /// Extracts the inputs from their lines, if requested.
    private var extractor: MemberExtractor

    init(_ processor: consuming Processor, _ inner: InnerInputs) {
        self.processor = processor
        extractor = MemberExtractor(inner.paths, keeping: inner.kept, skipsEmpty: inner.skipsEmpty)
    }

    /// Runs the processor over all lines of a batch and its followers.
    mutating func run(_ batch: Batch) {
        runOne(batch)
        var last = batch
        for follower in batch.followers where !last.result.endsRun {
            runOne(follower)
            last = follower
        }
        processor.finishTogether(&last.result)
    }

    /// Runs the processor over the lines of one batch. The processor begins and finishes the batch even if it has no
    /// lines.
    private mutating func runOne(_ batch: Batch) {
        batch.result.file = batch.file
        batch.result.now = processor.context.fixedTime ?? batch.readTime
        batch.result.messages.begin(batch.file)
        batch.result.numbers = batch.firstLine...batch.firstLine
        if case .lines = batch.content { batch.result.isStream = true } else { batch.result.isStream = false }
        batch.result.isNoted = processor.context.firstResultNote == nil
        processor.begin(&batch.result)
        unsafe runContent(of: batch, batch.bytes.bytes, &batch.result)
        unsafe processor.finish(batch.bytes.bytes, &batch.result)
        if let signer = processor.lineSigner { complete(&batch.result, signer) }
    }

    /// Inserts the signatures that the results of a batch lack.
    private func complete(_ result: inout BatchResult, _ signer: any LineSigner) {
        signer.beginLine(at: result.output.bytes.count)
        do throws(Diagnostic) {
            try signer.finish(&result.output)
        } catch {
            result.output.truncate(to: 0)
            result.failure = error
        }
    }

    private mutating func runContent(of batch: Batch, _ text: ByteView, _ result: inout BatchResult) {
        switch batch.content {
        case .lines(let holdDocuments):
            if batch.fault == nil {
                runLines(text, batch.firstLine, holdDocuments: holdDocuments, &result)
            } else {
                rejectLines(of: batch, text, &result)
            }
        case .arguments: runLines(text, batch.firstLine, holdDocuments: false, &result)
        case .document: runLine(text, 0, batch.firstLine, &result)
        case .oversized(let length): rejectPiece(of: batch, text, length, &result)
        case .dropped(let length): rejectTooLong(batch, length, &result)
        case .unreadable(let problem):
            result.messages.append(problem, processor.context.style, file: problem.file, line: nil)
        }
    }

    private mutating func runLines(
        _ text: ByteView, _ firstLine: Int, holdDocuments: Bool, _ result: inout BatchResult
    ) {
        var start = 0
        var number = firstLine
        while start < text.count, !result.endsRun {
            var end = text.firstOffset(of: ASCII.newline, from: start) ?? text.count
            var lines = 1
            if holdDocuments, let last = Document.end(in: text, from: start, firstLineEnd: end) {
                lines += text.part(start..<last).occurrences(of: ASCII.newline)
                end = last
            }
            runLine(text.part(start..<end), start, number, &result)
            start = end + 1
            number += lines
        }
        result.numbers = firstLine...max(firstLine, number - 1)
    }

    @inline(__always)
    private mutating func runLine(_ original: ByteView, _ offset: Int, _ number: Int, _ result: inout BatchResult) {
        let line = Line(bytes: original.trimmed, original: original, offset: offset, number: number)
        if line.bytes.isEmpty {
            guard processor.context.takesEmptyLines else { return }
            result.lineCount += 1
            return processor.rejectUnread(line, Rejection(.emptyLine), &result)
        }
        if extractor.isActive { return runMember(line, &result) }
        result.lineCount += 1
        runInput(line, &result)
    }

    /// Runs the processor over the input inside a line.
    private mutating func runMember(_ line: Line, _ result: inout BatchResult) {
        do throws(MemberFault) {
            guard let bytes = try unsafe extractor.extract(line.bytes) else { return result.skip(line.number) }
            result.lineCount += 1
            if let path = extractor.takeEncodedPath() {
                processor.context.reportOnce(.encodedMember(path), in: &result)
            }
            let inner = unsafe Line(
                bytes: bytes, original: line.original, offset: line.offset, log: extractor.log, number: line.number)
            runInput(inner, &result)
        } catch {
            result.lineCount += 1
            var line = line
            line.log = unsafe extractor.log
            let fault = Diagnostic(rule: error.rule, field: error.field, message: "\(error)", hint: error.hint)
            processor.rejectUnread(line, Rejection(fault), &result)
        }
    }

    @inline(__always)
    private mutating func runInput(_ line: Line, _ result: inout BatchResult) {
        let start = result.output.bytes.count
        processor.lineSigner?.beginLine(at: start)
        do throws(Rejection) {
            try processor.process(line, &result)
            if !result.isNoted, result.output.bytes.count > start { processor.context.noteFirstResult(in: &result) }
        } catch {
            // Drop an incomplete result.
            result.output.truncate(to: start)
            processor.context.reject(line, error, in: &result)
        }
    }

    // MARK: - Rejected lines

    /// Rejects all lines of an input in a foreign format. The fault is reported once per input.
    private mutating func rejectLines(of batch: Batch, _ text: ByteView, _ result: inout BatchResult) {
        guard let fault = batch.fault else { return }
        var isReported = batch.reportsFault
        var start = 0
        var number = batch.firstLine
        while start < text.count, !result.endsRun {
            let end = text.firstOffset(of: ASCII.newline, from: start) ?? text.count
            let original = text.part(start..<end)
            let line = Line(bytes: original.trimmed, original: original, offset: start, number: number)
            if !line.bytes.isEmpty {
                result.lineCount += 1
                processor.context.reject(line, Rejection(fault), isReported: isReported, in: &result)
                processor.appendResult(ofUnread: fault, number: number, in: &result)
                isReported = false
            }
            start = end + 1
            number += 1
        }
    }

    /// Adds a part of an oversized line to the rejects. With the last part, the line is rejected.
    private mutating func rejectPiece(of batch: Batch, _ text: ByteView, _ length: Int?, _ result: inout BatchResult) {
        let keepsRejects = processor.context.keepsRejects
        if keepsRejects { result.rejects.append(text) }
        guard let length else { return }
        if keepsRejects, text.last != ASCII.newline { result.rejects.append(ASCII.newline) }
        rejectTooLong(batch, length, &result)
    }

    private mutating func rejectTooLong(_ batch: Batch, _ length: Int, _ result: inout BatchResult) {
        let context = processor.context
        result.lineCount = 1
        result.rejectedCount = 1
        let problem = batch.fault ?? .lineTooLong(length)
        result.messages.count(problem)
        if batch.fault == nil || batch.reportsFault { context.report(problem, number: batch.firstLine, in: &result) }
        processor.appendResult(ofUnread: problem, number: batch.firstLine, in: &result)
        if context.stopsAtFirst { result.endRun(with: batch.firstLine) }
    }
}
