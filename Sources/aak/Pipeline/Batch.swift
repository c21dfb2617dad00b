import AttributionBase
import AttributionInspection
import AttributionModel

/// A group of lines that are read, processed and written together, with their results.
///
/// A batch belongs to one thread at a time. Its memory is reused for later lines.
final class Batch: @unchecked Sendable {
    /// The kind of data in ``bytes``.
    enum Content {
        /// Whole lines, some of which may together be one value.
        case lines
        /// A line for each argument.
        case arguments
        /// No bytes: each number is an input, for a command that makes data.
        case numbers(Range<Int>)
        /// A property list, which may have several lines.
        case document
        /// A part of a line that exceeds the maximum length. The last part has the line's length.
        case oversized(length: Int?)
        /// Nothing, because a line was too long to keep. The length is that of the line.
        case dropped(length: Int)
        /// Nothing, because the source could not be read.
        case unreadable(Diagnostic)
    }

    /// The maximum number of inputs in a batch of lines.
    ///
    /// The result of a line may take a few kilobytes until it is written, even if the line is short. A batch of the
    /// largest block reaches this limit only if its lines are shorter than 128 bytes on average; tokens and postbacks
    /// have 400 bytes or more.
    static let mostLines = 2048
    /// The memory that is kept after an unusually large line, in bytes.
    private static let keptMemory = 1 << 21

    // MARK: Contents

    var content = Content.lines
    var bytes = ByteBuffer(capacity: 4096)
    /// The contents of ``bytes``, valid until they next change.
    var text: ByteView { unsafe bytes.bytes }
    /// The inputs that the lines are.
    var units = LineUnits()
    /// The source as named by the user.
    var file = ""
    /// The number of the first line, counted from 1.
    var firstLine = 1
    /// The time after the lines were read. All lines of a batch arrive without a pause, so it is never older than a line.
    var readTime = Timestamp(milliseconds: 0)
    /// The position of the batch among all batches.
    var sequence = 0
    /// The index of the input.
    var input = 0
    /// The fault of the whole input and each of its lines, and whether to report it with this batch.
    var fault: Diagnostic?
    var reportsFault = false
    /// The batches that the same thread processes after this one, because their contents belong together.
    var followers: [Batch] = []

    /// The results of the lines.
    var result = BatchResult()

    /// Whether `--fail-fast` ends the run with this batch.
    var endsRun: Bool { result.endsRun || followers.contains { $0.result.endsRun } }

    /// Adds lines that were not read, each of them an input.
    func append(lines: some Sequence<[UInt8]>) {
        for line in lines {
            bytes.append(line)
            bytes.append(ASCII.newline)
        }
        units = LineUnits(linesOf: text)
    }

    func prepare() {
        content = .lines
        units = LineUnits()
        fault = nil
        reportsFault = false
        followers.removeAll(keepingCapacity: true)
        bytes.removeAll()
        bytes.shrink(to: Self.keptMemory)
        result.prepare(keptMemory: Self.keptMemory)
    }
}

/// The results of the lines of a batch.
struct BatchResult: ~Copyable {
    /// The text for standard output.
    var output = ResultLines()
    /// The messages for standard error.
    var messages = BatchMessages()
    var folded = FoldedTokens()
    /// The numbers of the first and last lines of the batch.
    var numbers = 1...1
    /// The bad lines, byte for byte.
    var rejects = ByteBuffer(capacity: 16)
    /// The ranges of the last lines among the rejects, and among the results where lines are passed on.
    var lastRejected: Range<Int>?
    var lastPassed: Range<Int>?
    var lineCount = 0
    var rejectedCount = 0
    /// The number of lines that are neither good nor rejected, by their verdict.
    var tolerated: [Verdict.Outcome: Int] = [:]
    /// The numbers of the skipped lines.
    private var skipped: [Int] = []
    /// Whether `--fail-fast` ends the run.
    private(set) var endsRun = false
    /// The reason to end the run without writing anything of the batch.
    var failure: Diagnostic?
    private var lastNumber = 0
    /// Whether the note about the first result has been added, or there is none.
    var isNoted = true
    /// The time of `--now`, or else after the lines were read.
    var now = Timestamp(milliseconds: 0)
    /// The source of the lines, for messages.
    var file = ""
    /// Whether the lines come from a file or a pipe.
    var isStream = false
    /// What depends on the order of the input: called in that order, just before the batch is written.
    var inTurn: (@Sendable (Batch) -> Void)?

    /// Skips a line, which is counted separately from the others.
    mutating func skip(_ number: Int) { skipped.append(number) }

    /// The number of skipped lines; if the run ends, only of those before its last line.
    var skippedCount: Int { endsRun ? skipped.count { $0 < lastNumber } : skipped.count }

    /// Appends the original of a line, once for all inputs of it.
    mutating func pass(_ line: Line) {
        guard lastPassed != line.range else { return }
        lastPassed = line.range
        output.bytes.append(line.original)
        output.endLine(as: .text)
    }

    /// Ends the run with a line.
    mutating func endRun(with number: Int) {
        endsRun = true
        lastNumber = number
    }

    mutating func prepare(keptMemory: Int) {
        output.removeAll(keptMemory: keptMemory)
        messages.removeAll()
        folded = FoldedTokens()
        rejects.removeAll()
        lastRejected = nil
        lastPassed = nil
        lineCount = 0
        rejectedCount = 0
        if !tolerated.isEmpty { tolerated.removeAll() }
        skipped.removeAll(keepingCapacity: true)
        endsRun = false
        failure = nil
        // However the previous use of the batch ended, none of its data may be output again.
        inTurn = nil
    }
}

/// Lines of a batch that are looked at again later: what was judged of each, and where it is in the batch.
struct KeptLines: ~Copyable {
    private struct Entry {
        let original: Range<Int>
        /// What was judged, in the batch's bytes or, if it was decoded from a member, among ``others``.
        let bytes: Range<Int>
        let isDecoded: Bool
        let log: Range<Int>
        let number: Int
        let isPart: Bool
    }

    private var lines: [Entry] = []
    /// What is not in the batch's bytes.
    private var others = ByteBuffer(capacity: 16)
    /// The memory that is kept after an unusually large line, in bytes.
    private static let keptMemory = 1 << 21
    /// The rejections of lines without an input, which are rare.
    private var rejections: [Int: Rejection] = [:]

    /// A line, and the entries on it in the batch that its input was inspected in.
    struct Position {
        /// The index of the line, which is that of its input.
        fileprivate(set) var input = -1
        fileprivate(set) var entries = 0..<0
    }

    /// Moves on to the next line, the first time to the first one.
    ///
    /// - Returns: false after the last line, or after one that ended the run. The lines after that one count as not read.
    func advance(_ at: inout Position, over batch: borrowing InspectionBatch, _ result: inout BatchResult) -> Bool {
        at.input += 1
        guard at.input < lines.count else { return false }
        guard !result.endsRun else {
            result.lineCount = at.input
            return false
        }
        var end = at.entries.upperBound
        while end < batch.entries.count, batch.entries[end].input == at.input { end += 1 }
        at.entries = at.entries.upperBound..<end
        return true
    }

    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        rejections.removeAll()
        others.removeAll()
        others.shrink(to: Self.keptMemory)
    }

    /// - Returns: the index of the line.
    @discardableResult
    mutating func append(_ line: Line) -> Int {
        let place = line.original.offset(of: line.bytes)
        let bytes = place.map { line.offset + $0..<line.offset + $0 + line.bytes.count } ?? keep(line.bytes)
        lines.append(
            Entry(
                original: line.range, bytes: bytes, isDecoded: place == nil, log: keep(line.log ?? .empty),
                number: line.number, isPart: line.isPart))
        return lines.count - 1
    }

    private mutating func keep(_ text: ByteView) -> Range<Int> {
        let start = others.count
        others.append(text)
        return start..<others.count
    }

    /// Removes the line that was added last.
    mutating func removeLast() { lines.removeLast() }

    /// Adds a line without an input.
    mutating func append(_ line: Line, _ rejection: Rejection) {
        rejections[append(line)] = rejection.inside(line.path)
    }

    func rejection(_ index: Int) -> Rejection? { rejections[index] }

    /// Whether an input is the last one of its line.
    func isLast(_ index: Int) -> Bool {
        index + 1 == lines.count || lines[index + 1].original != lines[index].original
    }

    /// Returns a line. It is valid as long as these lines and the batch's bytes do not change.
    ///
    /// - Parameter text: the bytes of the batch.
    func line(_ index: Int, in text: ByteView) -> Line {
        let entry = lines[index]
        var line = Line(
            original: text.part(entry.original), offset: entry.original.lowerBound, number: entry.number)
        line.bytes = unsafe entry.isDecoded ? others.bytes(in: entry.bytes) : text.part(entry.bytes)
        line.log = unsafe entry.log.isEmpty ? nil : others.bytes(in: entry.log)
        line.isPart = entry.isPart
        return line
    }
}
