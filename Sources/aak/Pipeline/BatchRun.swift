import AttributionBytes

extension Batch {
    /// Runs a processor over all lines, each of which is an input.
    func run<Processor: LineProcessor & ~Copyable>(_ processor: inout Processor) {
        var extractor = InputExtractor(InnerInputs())
        run(&processor, &extractor)
    }

    /// Runs a processor over all lines of this batch and its followers.
    ///
    /// - Parameter extractor: extracts the inputs from their lines, if requested.
    func run<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ extractor: inout InputExtractor
    ) {
        runLines(&processor, &extractor)
        var last = self
        for follower in followers where !last.result.endsRun {
            follower.runLines(&processor, &extractor)
            last = follower
        }
        processor.finishTogether(&last.result)
    }

    /// Runs a processor over the lines of this batch. The processor begins and finishes the batch even if it has no
    /// lines.
    private func runLines<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ extractor: inout InputExtractor
    ) {
        result.file = file
        result.messages.begin(file)
        result.numbers = firstLine...firstLine
        if case .lines = content { result.isStream = true } else { result.isStream = false }
        result.isNoted = processor.context.firstResultNote == nil
        processor.begin(&result)
        unsafe Self.runContent(of: self, &processor, &extractor, bytes.bytes, &result)
        unsafe processor.finish(bytes.bytes, &result)
    }

    private static func runContent<Processor: LineProcessor & ~Copyable>(
        of batch: Batch, _ processor: inout Processor, _ extractor: inout InputExtractor,
        _ text: ByteView, _ result: inout BatchResult
    ) {
        switch batch.content {
        case .lines(let holdDocuments):
            if batch.fault == nil {
                runLines(&processor, &extractor, text, batch.firstLine, holdDocuments: holdDocuments, &result)
            } else {
                rejectLines(&processor, batch, text, &result)
            }
        case .arguments:
            runLines(&processor, &extractor, text, batch.firstLine, holdDocuments: false, &result)
        case .document:
            runLine(&processor, &extractor, text, 0, batch.firstLine, &result)
        case .oversized(let length):
            rejectPiece(&processor, batch, text, length, &result)
        case .dropped(let length):
            rejectTooLong(&processor, batch, length, &result)
        case .unreadable(let problem):
            result.messages.append(problem, processor.context.style, file: problem.file, line: nil)
        }
    }

    private static func runLines<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ extractor: inout InputExtractor, _ text: ByteView,
        _ firstLine: Int, holdDocuments: Bool, _ result: inout BatchResult
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
            runLine(&processor, &extractor, text.part(start..<end), start, number, &result)
            start = end + 1
            number += lines
        }
        result.numbers = firstLine...max(firstLine, number - 1)
    }

    @inline(__always)
    private static func runLine<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ extractor: inout InputExtractor, _ original: ByteView,
        _ offset: Int, _ number: Int, _ result: inout BatchResult
    ) {
        let line = Line(bytes: original.trimmed, original: original, offset: offset, number: number)
        if line.bytes.isEmpty {
            guard processor.context.takesEmptyLines else { return }
            result.lineCount += 1
            return processor.rejectUnread(line, Rejection(.emptyLine), &result)
        }
        if extractor.isActive { return runMember(&processor, &extractor, line, &result) }
        result.lineCount += 1
        runInput(&processor, line, &result)
    }

    /// Runs the processor over the input inside a line.
    private static func runMember<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ extractor: inout InputExtractor, _ line: Line, _ result: inout BatchResult
    ) {
        do throws(Rejection) {
            guard let bytes = try extractor.extract(line.bytes) else { return result.skip(line.number) }
            result.lineCount += 1
            if let note = extractor.takeNote() { processor.context.reportOnce(note, in: &result) }
            let inner = Line(
                bytes: bytes, original: line.original, offset: line.offset, log: extractor.log, number: line.number)
            runInput(&processor, inner, &result)
        } catch {
            result.lineCount += 1
            var line = line
            line.log = extractor.log
            processor.rejectUnread(line, error, &result)
        }
    }

    @inline(__always)
    private static func runInput<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ line: Line, _ result: inout BatchResult
    ) {
        let start = result.output.bytes.count
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
    private static func rejectLines<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ batch: Batch, _ text: ByteView, _ result: inout BatchResult
    ) {
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
                processor.context.reject(line, fault, isReported: isReported, in: &result)
                processor.appendResult(ofUnread: fault, number: number, in: &result)
                isReported = false
            }
            start = end + 1
            number += 1
        }
    }

    /// Adds a part of an oversized line to the rejects. With the last part, the line is rejected.
    private static func rejectPiece<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ batch: Batch, _ text: ByteView, _ length: Int?,
        _ result: inout BatchResult
    ) {
        let context = processor.context
        if context.keepsRejects { result.rejects.append(text) }
        guard let length else { return }
        if context.keepsRejects, text.last != ASCII.newline { result.rejects.append(ASCII.newline) }
        rejectTooLong(&processor, batch, length, &result)
    }

    private static func rejectTooLong<Processor: LineProcessor & ~Copyable>(
        _ processor: inout Processor, _ batch: Batch, _ length: Int, _ result: inout BatchResult
    ) {
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
