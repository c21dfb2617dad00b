import AttributionBase
import AttributionInspection
import AttributionModel

/// A group of lines that are read, processed and written together, with their results.
///
/// A batch belongs to one thread at a time. Its memory is reused for later lines.
final class Batch: @unchecked Sendable {
    enum Content {
        /// Whole lines, some of which may together be one value.
        case lines
        /// A line for each argument.
        case arguments
        /// No bytes. Each number is an input, for a command that generates data.
        case numbers(Range<Int>)
        /// A property list, which may have several lines.
        case document
        /// A part of a line that exceeds the maximum length. The length of the whole line is known with the last part.
        case oversized(length: Int?)
        /// Nothing, because the line is too long to keep. The value is the length of the line.
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
    var units = LineUnits()
    /// The table whose rows the lines are, if the source is one, and the number of its first row.
    var table: (table: Table, firstRow: Int)?
    /// The source as named by the user.
    var file = ""
    /// The number of the first line, counted from 1.
    var firstLine = 1
    /// The time at which the lines were read. All lines of a batch arrive without a pause, so none arrived later.
    var readTime = Timestamp(milliseconds: 0)
    /// The position of the batch among all batches.
    var sequence = 0
    var input = 0
    /// The fault that the whole input, and therefore each of its lines, has, and whether to report it with this batch.
    var fault: Diagnostic?
    var reportsFault = false
    /// The batches that continue what this one begins. The same thread processes them after it.
    var continuations: [Batch] = []
    var parts: [Batch] { [self] + continuations }

    var result = BatchResult()

    /// Whether `--fail-fast` ends the run with this batch.
    var endsRun: Bool { result.endsRun || continuations.contains { $0.result.endsRun } }

    /// Adds lines that do not come from an input. Each is an input itself.
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
        table = nil
        fault = nil
        reportsFault = false
        continuations.removeAll(keepingCapacity: true)
        bytes.removeAll()
        bytes.shrink(to: Self.keptMemory)
        result.prepare(keptMemory: Self.keptMemory)
    }
}

struct BatchResult: ~Copyable {
    var output = ResultLines()
    var messages = BatchMessages()
    var folded = FoldedTokens()
    /// The numbers of the first and last lines of the batch.
    var numbers = 1...1
    /// The bad lines, byte for byte.
    var rejects = ByteBuffer(capacity: 16)
    /// The range of the last line among the rejects.
    var lastRejected: Range<Int>?
    var lineCount = 0
    var rejectedCount = 0
    /// The number of lines that are neither good nor rejected, by their verdict.
    var tolerated: [Verdict.Outcome: Int] = [:]
    private var skipped: [Int] = []
    private(set) var endsRun = false
    /// Why the run ends without writing anything of the batch.
    var failure: Diagnostic?
    private var lastNumber = 0
    /// Whether the note about the first result was added, or there is no such note.
    var isNoted = true
    /// The time given by `--now`, or else the time at which the lines were read.
    var now = Timestamp(milliseconds: 0)
    var file = ""
    /// Whether the lines come from a file or a pipe.
    var isStream = false
    /// The table whose rows the lines are, and the number of its first row.
    var table: (table: Table, firstRow: Int)?
    /// Work that depends on the order of the input. It is called in that order, just before the batch is written.
    var inOrder: (@Sendable (Batch) -> Void)?

    mutating func skip(_ number: Int) { skipped.append(number) }

    /// The number of skipped lines. If the run ends, only those before its last line count.
    var skippedCount: Int { endsRun ? skipped.count { $0 < lastNumber } : skipped.count }

    /// Appends the original text of a line.
    mutating func pass(_ line: Line) {
        output.bytes.append(line.original)
        output.endLine(as: .text)
    }

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
        lineCount = 0
        rejectedCount = 0
        if !tolerated.isEmpty { tolerated.removeAll() }
        skipped.removeAll(keepingCapacity: true)
        endsRun = false
        failure = nil
        // Whatever state the previous use of the batch ended in, none of its data may be output again.
        inOrder = nil
        table = nil
    }
}

extension KeptLines {
    /// Moves on to the next line, and at first to the first line.
    ///
    /// - Returns: False after the last line, or after a line that ended the run. The lines after that count as unread.
    func advance(_ at: inout Position, over batch: borrowing InspectionBatch, _ result: inout BatchResult) -> Bool {
        at.input += 1
        guard at.input < count else { return false }
        guard !result.endsRun else {
            result.lineCount = at.input
            return false
        }
        var end = at.entries.upperBound
        while end < batch.entries.count, batch.entries[end].input == at.input { end += 1 }
        at.entries = at.entries.upperBound..<end
        return true
    }
}
