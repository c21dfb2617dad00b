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
        let run = context.run
        extractor = MemberExtractor(run.paths, keeping: run.kept, skipsEmpty: run.skipsEmpty)
    }

    mutating func run(_ batch: Batch) {
        var parts = batch.parts[...]
        while let part = parts.popFirst() {
            run(part, isLast: parts.isEmpty)
            if part.result.endsRun { break }
        }
    }

    /// Runs the processor over the lines of one batch, and closes the batch even if it has no lines.
    ///
    /// - Parameter isLast: Whether no continuation of the batch follows.
    private mutating func run(_ batch: Batch, isLast: Bool) {
        batch.result.file = batch.file
        batch.result.now = context.fixedTime ?? batch.readTime
        batch.result.numbers = batch.firstLine...batch.firstLine
        if case .lines = batch.content { batch.result.isStream = true } else { batch.result.isStream = false }
        batch.result.table = batch.table
        batch.result.isNoted = context.run.firstResultNote == nil
        runContent(of: batch, batch.text, &batch.result)
        processor.close(batch.text, isLast: isLast || batch.result.endsRun, &batch.result)
        if let signer { complete(&batch.result, signer) }
    }

    /// Inserts the signatures that are still missing in the results of a batch.
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
            result.messages.append(problem, number: nil)
        }
    }

    private mutating func run(_ numbers: Range<Int>, _ result: inout BatchResult) {
        for number in numbers where !result.endsRun {
            judge(Line(original: .empty, number: number), &result)
        }
    }

    private mutating func runLines(of batch: Batch, _ text: ByteView, _ result: inout BatchResult) {
        var exceptions = batch.units.exceptions[...]
        var start = 0
        var number = batch.firstLine
        /// The end of the last document that was mended.
        var mended = 0
        var nextException = exceptions.first?.index ?? .max
        for (index, end) in batch.units.ends.enumerated() where !result.endsRun {
            // Nearly every line is an input by itself.
            if index != nextException, start >= mended {
                runLine(text.part(start..<end), start, number, &result)
                start = end + 1
                number += 1
                continue
            }
            let special = index == nextException ? exceptions.popFirst() : nil
            nextException = exceptions.first?.index ?? .max
            let document = special?.document.map { text.part(start..<start + $0) }
            if let document, processor.mend(Line(original: document, offset: start, number: number), &result) {
                result.lineCount += 1
                mended = start + document.count
            }
            if start < mended {
                // The line is a part of the document.
            } else if let special, let error = special.error {
                var line = Line(original: text.part(start..<end), offset: start, number: number)
                (line.isInside, line.document) = (special.isInside, document)
                let problem = Problem.whole(
                    found: "not JSON: in line \(number + special.lines), \(error)", wanted: error.wanted,
                    .then(""),
                    hint: error.hint ?? look(of: text.part(start..<text.count), at: error.offset))
                refuse(line, problem.breaking(InputRules.jsonSyntax), &result)
            } else {
                runLine(
                    text.part(start..<end), start, number, &result, isInside: special?.isInside ?? false,
                    document: document)
            }
            start = end + 1
            number += special.map { $0.error == nil ? $0.lines : 1 } ?? 1
        }
        result.numbers = batch.firstLine...max(batch.firstLine, number - 1)
    }

    /// Returns what the line with a fault looks like, as another language prints it.
    private func look(of text: ByteView, at offset: Int) -> String? {
        guard offset < text.count else { return nil }
        let start = text.part(0..<offset).lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
        let line = text.part(start..<(text.firstOffset(of: ASCII.newline, from: offset) ?? text.count)).trimmed
        // A line of members is correct JSON, which says nothing about a language.
        let language = PrintedObject.language(ofMember: line)
        return language == .members ? nil : language?.rawValue
    }

    @inline(__always)
    private mutating func runLine(
        _ original: ByteView, _ offset: Int, _ number: Int, _ result: inout BatchResult, isBinary: Bool = false,
        isInside: Bool = false, document: ByteView? = nil
    ) {
        // A line that was changed after it was made would be copied, to be passed on.
        let line = Line(
            bytes: isBinary ? original : original.trimmed, original: original, offset: offset, number: number,
            isInside: isInside, document: document)
        if line.bytes.isEmpty {
            if context.run.areLines { refuse(line, .emptyLine, &result) }
        } else if extractor.isActive {
            runMember(line, &result)
        } else {
            judge(line, &result)
        }
    }

    /// Processes the inputs that a path finds in a line, with the members that are kept of the line.
    private mutating func runMember(_ line: Line, _ result: inout BatchResult) {
        var text = line
        do throws(Problem) {
            if try extractor.findsEach(in: line.bytes) {
                if extractor.found.isEmpty, !context.run.areLines { return result.skip(line.number) }
                if let problem = extractor.excessOfKept { throw problem }
                text.log = extractor.log
                guard admits(extractor.found.count, in: text, &result) else { return }
                for found in extractor.found where !result.endsRun {
                    if let fault = found.fault {
                        // The message already has the whole path.
                        refuse(text, fault, &result)
                    } else {
                        text.path = line.path.map { "\($0).\(found.path)" } ?? found.path
                        runFound(extractor.bytes(of: found), in: text, encodedPath: found.encodedPath, &result)
                        text.path = line.path
                    }
                }
                return
            }
            guard let bytes = try extractor.extract(line.bytes) else { return result.skip(line.number) }
            if let problem = extractor.excessOfKept(for: bytes) { throw problem }
            text.log = extractor.log
            text.member = UInt8(clamping: extractor.pathIndex)
            text.path = line.path.map { "\($0).\(extractor.path)" }
            if let (path, toEach) = extractor.pathBesideOthers() {
                context.reportOnce(.otherElements(besides: path, toEach), in: &result)
            }
            runFound(bytes, in: text, encodedPath: extractor.isEncoded ? extractor.path : nil, &result)
        } catch {
            // Values that follow each other on a line count as separate lines, unless each line must get one answer.
            if !context.run.areLines, line.path == nil, let values = line.bytes.values,
                (2...RunRules.mostInputs).contains(values.count)
            {
                for (index, value) in values.enumerated() where !result.endsRun {
                    runMember(line.part(value, at: index), &result)
                }
                return
            }
            text.log = extractor.log
            refuse(text, error, &result)
        }
    }

    /// Processes the text of a member, which may have several lines.
    ///
    /// The processor must not keep any of the bytes, because the extractor reuses them for the next line.
    ///
    /// - Parameter line: The line, with the path of the member if there are other inputs.
    private mutating func runFound(
        _ bytes: ByteView, in line: Line, encodedPath: String?, _ result: inout BatchResult
    ) {
        if let encodedPath, extractor.isFirstEncoded() { context.reportOnce(.encodedMember(encodedPath), in: &result) }
        var text = line
        text.bytes = bytes
        // A hint for one element of an array may not apply to the others.
        if text.path != nil { text.isPart = true }
        guard bytes.beginsLikeToken, bytes.firstOffset(of: ASCII.newline) != nil else { return judge(text, &result) }
        let lines = bytes.split(separator: ASCII.newline)
        judgeEach(lines.map { bytes.part($0.startIndex..<$0.endIndex).trimmed }, of: text, &result)
    }

    @inline(__always)
    private mutating func judge(_ line: Line, _ result: inout BatchResult) {
        let start = result.output.bytes.count
        result.lineCount += 1
        signer?.beginLine(at: start)
        do throws(Diagnostic) {
            try processor.judge(line, &result)
            if !result.isNoted, result.output.bytes.count > start { context.noteFirstResult(in: &result) }
        } catch {
            // Drop an incomplete result.
            result.output.truncate(to: start)
            if error.mayBeSeveral, !context.run.areLines, judgeValues(of: line, &result) { return }
            processor.refuse(line, error, &result)
        }
    }

    // MARK: - Several inputs

    /// Returns whether a line may have this many inputs, each of which counts as a line. If not, rejects the line.
    private mutating func admits(_ count: Int, in line: Line, _ result: inout BatchResult) -> Bool {
        let isOneOnly = context.run.areLines
        if isOneOnly ? count == 1 : count <= RunRules.mostInputs { return true }
        refuse(line, .several(count, wanted: isOneOnly ? 1 : RunRules.mostInputs), &result)
        return false
    }

    private mutating func judgeEach(_ texts: [ByteView], of line: Line, _ result: inout BatchResult) {
        guard admits(texts.count, in: line, &result) else { return }
        for (index, text) in texts.enumerated() where !result.endsRun {
            var part = line.part(text, at: index)
            // A number in brackets is more likely to be a mark in a log.
            if index == 0, texts.count > 1, line.isWhole, text.hasOnlyNumbers { part.document = line.bytes }
            judge(part, &result)
        }
    }

    /// Processes each element of an array, or each of several values, instead of the line. Returns false for any other text.
    private mutating func judgeValues(of line: Line, _ result: inout BatchResult) -> Bool {
        guard let values = line.bytes.values else { return false }
        guard values.count == 1 else {
            result.lineCount -= 1
            judgeEach(values, of: line, &result)
            return true
        }
        var index = JSONIndex()
        guard let root = try? unsafe index.read(line.bytes), root.kind == .array, !root.elements.isEmpty else {
            return false
        }
        // Records around inputs get one message, with the path that reaches all inputs.
        if line.path == nil, root.elements.allSatisfy({ $0.kind == .object && $0.isAroundInput }) { return false }
        result.lineCount -= 1
        guard admits(root.elements.count, in: line, &result) else { return true }
        for (index, element) in root.elements.enumerated() where !result.endsRun {
            judge(element, line.part(element.raw, at: index), &result)
        }
        return true
    }

    /// Processes an element of an array.
    private mutating func judge(_ element: JSONView, _ line: Line, _ result: inout BatchResult) {
        switch element.kind {
        case .object, .array: judge(line, &result)
        case .string:
            element.unescapedOrContent { text in
                var line = line
                line.bytes = text.trimmed
                judge(line, &result)
            }
        default:
            let problem = Problem.whole(found: element.kind.article, wanted: "an object or a token")
            refuse(line, problem.breaking(InputRules.jsonObject), &result)
        }
    }

    // MARK: - Refused lines

    private mutating func refuse(_ line: Line, _ problem: Problem, _ result: inout BatchResult) {
        result.lineCount += 1
        processor.refuse(line, Diagnostic(problem), &result)
    }

    /// Rejects all lines of an input in a foreign format. The fault is reported once per input. If the bytes have no real lines, they count
    /// as one bad line and are only kept.
    private mutating func rejectLines(of batch: Batch, _ text: ByteView, _ result: inout BatchResult) {
        guard let fault = batch.fault else { return }
        var isReported = batch.reportsFault
        var start = 0
        var number = batch.firstLine
        for end in batch.units.ends where !result.endsRun {
            let line = Line(original: text.part(start..<end), offset: start, number: number)
            if fault.format?.hasLines == false, line.bytes.isEmpty || !isReported {
                context.keep(line, in: &result)
            } else if !line.bytes.isEmpty {
                result.lineCount += 1
                context.reject(line, fault, isReported: isReported, in: &result)
                processor.appendAnswer(to: fault, number: number, log: nil, in: &result)
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
        processor.appendAnswer(to: problem, number: batch.firstLine, log: nil, in: &result)
        if context.stopsAtFirst { result.endRun(with: batch.firstLine) }
    }
}

extension ByteView {
    /// Whether an array has only numbers, so that none of its elements is an input.
    fileprivate var hasOnlyNumbers: Bool {
        first == ASCII.openBracket && !contains { "{\"".utf8.contains($0) }
    }
}

/// Processes the lines of batches. Each thread has its own processor, which may keep scratch memory.
///
/// Processors are noncopyable, so that the compiler knows that nobody else uses their memory and omits checks at run time. A runner stores
/// a processor of any type, because specialising its code for each command would make the program two percent larger.
protocol LineProcessor: ~Copyable {
    var context: LineContext { get }
    /// The signer that completes the results of a batch; nil if results have no signatures.
    var signer: LineSigner? { get }

    /// Processes an input: appends the result to `result.output.bytes`, and ends the result's line with its kind.
    ///
    /// - Throws: The fault of the input, which is then rejected. The appended result is dropped.
    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic)

    /// Takes a document whose syntax is broken as one input, if that helps. Otherwise its lines are processed one by one.
    mutating func mend(_ document: Line, _ result: inout BatchResult) -> Bool

    /// Rejects an input that cannot be processed. A processor that judges all inputs when the batch is closed stores the rejection until
    /// then, so that the result keeps its place in the order.
    mutating func refuse(_ line: Line, _ problem: Diagnostic, _ result: inout BatchResult)

    /// Appends the answer to a line that cannot be processed. Most processors do so only if each line is answered.
    mutating func appendAnswer(to problem: Diagnostic, number: Int, log: ByteView?, in result: inout BatchResult)

    /// Called after the last line of a batch.
    ///
    /// - Parameter isLast: Whether no batch follows that continues what this one begins.
    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult)
}

extension LineProcessor where Self: ~Copyable {
    var signer: LineSigner? { nil }
    mutating func mend(_ document: Line, _ result: inout BatchResult) -> Bool { false }
    mutating func refuse(_ line: Line, _ problem: Diagnostic, _ result: inout BatchResult) {
        appendAnswer(to: problem.inside(line.path), number: line.number, log: line.log, in: &result)
        context.reject(line, problem, in: &result)
    }
    mutating func appendAnswer(to problem: Diagnostic, number: Int, log: ByteView?, in result: inout BatchResult) {
        if context.run.areLines { result.output.append(error: problem, log: log) }
    }
    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult) {}
}

typealias ProcessorMaker = @Sendable (LineContext) -> any LineProcessor & ~Copyable
