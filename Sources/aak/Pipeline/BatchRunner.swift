import AttributionBase
import AttributionInspection
import AttributionModel

/// Runs a processor over batches. Each thread has its own runner.
struct BatchRunner: ~Copyable {
    private var processor: any LineProcessor & ~Copyable
    private let context: LineContext
    private let signer: LineSigner?
    /// Extracts the inputs from their lines, if requested.
    private var extractor: MemberExtractor

    init(_ processor: consuming any LineProcessor & ~Copyable) {
        context = processor.context
        signer = processor.signer
        self.processor = processor
        let inner = context.run.inner
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
        batch.result.now = context.fixedTime ?? batch.readTime
        batch.result.messages.begin(batch.file, after: batch.progress)
        batch.result.numbers = batch.firstLine...batch.firstLine
        if case .lines = batch.content { batch.result.isStream = true } else { batch.result.isStream = false }
        batch.result.isNoted = context.run.firstResultNote == nil
        processor.begin(&batch.result)
        runContent(of: batch, batch.text, &batch.result)
        processor.finish(batch.text, &batch.result)
        if let signer { complete(&batch.result, signer) }
    }

    /// Inserts the signatures that the results of a batch lack.
    private func complete(_ result: inout BatchResult, _ signer: LineSigner) {
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
        case .lines where batch.fault != nil: rejectLines(of: batch, text, &result)
        case .lines, .arguments: runLines(of: batch, text, &result)
        case .numbers(let numbers): run(numbers, &result)
        case .document: runLine(text, 0, batch.firstLine, &result, isBinary: PropertyList.isBinary(text))
        case .oversized(let length): rejectPiece(of: batch, text, length, &result)
        case .dropped(let length): rejectTooLong(batch, length, &result)
        case .unreadable(let problem):
            result.messages.append(problem, context.console.style, file: problem.file, line: nil)
        }
    }

    private mutating func run(_ numbers: Range<Int>, _ result: inout BatchResult) {
        for number in numbers where !result.endsRun {
            result.lineCount += 1
            runInput(Line(bytes: .empty, original: .empty, number: number), &result)
        }
    }

    private mutating func runLines(of batch: Batch, _ text: ByteView, _ result: inout BatchResult) {
        var odd = batch.units.odd[...]
        var start = 0
        var number = batch.firstLine
        for (place, end) in batch.units.ends.enumerated() where !result.endsRun {
            var lines = 1
            var error: JSONSyntaxError?
            var last = number
            if odd.first?.place == place, let oddity = odd.popFirst()?.oddity {
                switch oddity {
                case .lines(let count): lines = count
                case .broken(let found, let linesLater): (error, last) = (found, number + linesLater)
                }
            }
            if let error {
                reject(text.part(start..<end), start, number, error, last, &result)
            } else {
                runLine(text.part(start..<end), start, number, &result)
            }
            start = end + 1
            number += lines
        }
        result.numbers = batch.firstLine...max(batch.firstLine, number - 1)
    }

    /// Rejects a line that begins a value which breaks in a later line.
    private mutating func reject(
        _ original: ByteView, _ offset: Int, _ number: Int, _ error: JSONSyntaxError, _ last: Int,
        _ result: inout BatchResult
    ) {
        let line = Line(bytes: original.trimmed, original: original, offset: offset, number: number)
        let problem = Problem.whole(
            found: "not JSON: \(error.found) in line \(last)", wanted: error.wanted, hint: error.hint)
        result.lineCount += 1
        processor.rejectUnread(line, Rejection(Diagnostic(problem.breaking(InputRules.jsonSyntax))), &result)
    }

    @inline(__always)
    private mutating func runLine(
        _ original: ByteView, _ offset: Int, _ number: Int, _ result: inout BatchResult, isBinary: Bool = false
    ) {
        let bytes = isBinary ? original : original.trimmed
        let line = Line(bytes: bytes, original: original, offset: offset, number: number)
        if line.bytes.isEmpty {
            guard context.run.forms.areLines else { return }
            result.lineCount += 1
            return processor.rejectUnread(line, Rejection(.emptyLine), &result)
        }
        if extractor.isActive { return runMember(line, &result) }
        result.lineCount += 1
        runInput(line, &result)
    }

    /// Runs the processor over the inputs inside a line.
    private mutating func runMember(_ line: Line, _ result: inout BatchResult) {
        do throws(Problem) {
            guard try !extractor.findsEach(in: line.bytes) else {
                if extractor.found.isEmpty { result.skip(line.number) }
                for place in extractor.found.indices where !result.endsRun { runFound(place, line, &result) }
                return
            }
            guard let bytes = try extractor.extract(line.bytes) else { return result.skip(line.number) }
            result.lineCount += 1
            if let path = extractor.takeEncodedPath() {
                context.reportOnce(.encodedMember(path), in: &result)
            }
            let inner = Line(
                bytes: bytes, original: line.original, offset: line.offset, log: extractor.log, number: line.number)
            runText(inner, &result)
        } catch {
            result.lineCount += 1
            reject(line, error, &result)
        }
    }

    /// Runs the processor over one of the inputs that the extractor found in a line.
    private mutating func runFound(_ place: Int, _ line: Line, _ result: inout BatchResult) {
        let found = extractor.found[place]
        result.lineCount += 1
        // A fault has the whole path itself.
        if let fault = found.fault { return reject(line, fault, &result) }
        if let path = found.encodedPath, extractor.isFirstEncoded() {
            context.reportOnce(.encodedMember(path), in: &result)
        }
        // The processor may keep nothing of the bytes, since the extractor has them only for this line.
        let bytes = extractor.bytes(of: found)
        let inner = Line(
            bytes: bytes, original: line.original, offset: line.offset, log: extractor.log, number: line.number,
            path: found.path)
        runText(inner, &result)
    }

    /// Runs the processor over the text of a member, which may have several lines.
    private mutating func runText(_ text: Line, _ result: inout BatchResult) {
        guard text.bytes.beginsLikeToken, text.bytes.firstOffset(of: ASCII.newline) != nil else {
            return runInput(text, &result)
        }
        let lines = text.bytes.split(separator: ASCII.newline)
        result.lineCount -= 1
        for (place, range) in lines.enumerated() where !result.endsRun {
            result.lineCount += 1
            let line = text.bytes.part(range.startIndex..<range.endIndex).trimmed
            runInput(text.part(line, at: place), &result)
        }
    }

    private mutating func reject(_ line: Line, _ problem: Problem, _ result: inout BatchResult) {
        var line = line
        line.log = extractor.log
        processor.rejectUnread(line, Rejection(Diagnostic(problem)), &result)
    }

    @inline(__always)
    private mutating func runInput(_ line: Line, _ result: inout BatchResult) {
        let start = result.output.bytes.count
        signer?.beginLine(at: start)
        do throws(Rejection) {
            try processor.process(line, &result)
            if !result.isNoted, result.output.bytes.count > start { context.noteFirstResult(in: &result) }
        } catch {
            // Drop an incomplete result.
            result.output.truncate(to: start)
            guard error.problem.mayBeSeveral else { return context.reject(line, error, in: &result) }
            if !context.run.forms.areLines, runEach(line, &result) { return }
            processor.rejectUnread(line, error, &result)
        }
    }

    // MARK: - Several inputs

    /// Runs the processor over each element of an array, or each of several values. Returns false for any other text.
    private mutating func runEach(_ line: Line, _ result: inout BatchResult) -> Bool {
        guard let values = line.bytes.values else { return false }
        guard values.count == 1 else {
            result.lineCount -= 1
            for (place, value) in values.enumerated() where !result.endsRun {
                result.lineCount += 1
                runInput(line.part(value, at: place), &result)
            }
            return true
        }
        var index = JSONIndex()
        guard let root = try? index.read(line.bytes),
            root.kind == .array, !root.elements.isEmpty
        else { return false }
        // Records around inputs are told together, with the path that reaches all of them.
        if line.path == nil, root.elements.allSatisfy({ $0.kind == .object && $0.isAroundInput }) { return false }
        result.lineCount -= 1
        for (place, element) in root.elements.enumerated() where !result.endsRun {
            result.lineCount += 1
            let part = line.part(element.raw, at: place)
            switch element.kind {
            case .object, .array: runInput(part, &result)
            case .string:
                element.unescapedOrContent { text in
                    var part = part
                    part.bytes = text.trimmed
                    runInput(part, &result)
                }
            default:
                let problem = Problem.whole(
                    found: element.kind.article, wanted: "an object or a string with a compact JWS")
                processor.rejectUnread(
                    part, Rejection(Diagnostic(problem.breaking(InputRules.jsonObject))), &result)
            }
        }
        return true
    }

    // MARK: - Rejected lines

    /// Rejects all lines of an input in a foreign format. The fault is reported once per input.
    private mutating func rejectLines(of batch: Batch, _ text: ByteView, _ result: inout BatchResult) {
        guard let fault = batch.fault else { return }
        var isReported = batch.reportsFault
        var start = 0
        var number = batch.firstLine
        for end in batch.units.ends where !result.endsRun {
            let original = text.part(start..<end)
            let line = Line(bytes: original.trimmed, original: original, offset: start, number: number)
            if !line.bytes.isEmpty {
                result.lineCount += 1
                context.reject(line, Rejection(fault), isReported: isReported, in: &result)
                processor.appendResult(ofUnread: fault, number: number, in: &result)
                isReported = false
            }
            start = end + 1
            number += 1
        }
    }

    /// Adds a part of an oversized line to the rejects. With the last part, the line is rejected.
    private mutating func rejectPiece(of batch: Batch, _ text: ByteView, _ length: Int?, _ result: inout BatchResult) {
        let keepsRejects = context.run.rejects != nil
        if keepsRejects { result.rejects.append(text) }
        guard let length else { return }
        if keepsRejects, text.last != ASCII.newline { result.rejects.append(ASCII.newline) }
        rejectTooLong(batch, length, &result)
    }

    private mutating func rejectTooLong(_ batch: Batch, _ length: Int, _ result: inout BatchResult) {
        result.lineCount = 1
        result.rejectedCount = 1
        let problem = batch.fault ?? .lineTooLong(length)
        result.messages.count(problem)
        if batch.fault == nil || batch.reportsFault { context.report(problem, number: batch.firstLine, in: &result) }
        processor.appendResult(ofUnread: problem, number: batch.firstLine, in: &result)
        if context.stopsAtFirst { result.endRun(with: batch.firstLine) }
    }
}

/// Processes the lines of batches. Each thread has its own processor, which may keep scratch memory.
///
/// Processors are noncopyable values, so that their memory is exclusive and accesses need no checks at run time. A run
/// holds one of any type: to specialise all that runs it for each command would take a fiftieth of the program.
protocol LineProcessor: ~Copyable {
    var context: LineContext { get }
    /// The signer that completes the results of a batch; nil where results have no signatures.
    var signer: LineSigner? { get }

    /// Called before the first line of a batch.
    mutating func begin(_ result: inout BatchResult)

    /// Processes a line, appends the result to `result.output.bytes`, and ends that result's line with its kind.
    ///
    /// - Throws: the fault of the line. The appended result is dropped.
    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection)

    /// Appends the result for a line that was rejected before processing. Most processors append nothing.
    mutating func appendResult(ofUnread problem: Diagnostic, number: Int, in result: inout BatchResult)

    /// Handles a line that was rejected before processing, so that its result keeps its place in the order.
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult)

    /// Called after the last line of a batch, for processors that process many lines together.
    ///
    /// - Parameter text: the bytes of the batch.
    mutating func finish(_ text: ByteView, _ result: inout BatchResult)

    /// Called after the last of the batches that belong together, with its result.
    mutating func finishTogether(_ result: inout BatchResult)
}

extension LineProcessor where Self: ~Copyable {
    var signer: LineSigner? { nil }
    mutating func begin(_ result: inout BatchResult) {}
    mutating func appendResult(ofUnread problem: Diagnostic, number: Int, in result: inout BatchResult) {}
    mutating func rejectUnread(_ line: Line, _ rejection: Rejection, _ result: inout BatchResult) {
        appendResult(ofUnread: rejection.problem, number: line.number, in: &result)
        context.reject(line, rejection, in: &result)
    }
    mutating func finish(_ text: ByteView, _ result: inout BatchResult) {}
    mutating func finishTogether(_ result: inout BatchResult) {}
}

/// Makes a processor for a thread.
typealias ProcessorMaker = @Sendable (LineContext) -> any LineProcessor & ~Copyable
