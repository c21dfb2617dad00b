import AttributionBase
import AttributionInspection

/// A line of a batch without leading and trailing white space. Valid while the batch is processed.
@safe
struct Line {
    var bytes: ByteView
    /// The original line with white space, as it is kept for `--rejects`; of one input among several, only its own text.
    var original: ByteView
    /// The offset of the original line in the batch's bytes.
    var offset = 0
    /// The kept members of the line, as JSON text.
    var log: ByteView?
    /// The number of the line in the file, or of the argument, counted from 1.
    let number: Int
    /// The place of the input among the others of its line, such as `[0]`.
    var path: String?
    /// Whether it is one of several inputs, so that what helps the line as a whole is not known.
    var isPart = false

    /// The range of ``original`` in the batch's bytes.
    var range: Range<Int> { offset..<offset + original.count }

    /// Returns one of several inputs in the line.
    ///
    /// - Parameter text: a part of ``bytes``.
    func part(_ text: ByteView, at place: Int) -> Line {
        var line = self
        line.path = (path ?? "") + "[\(place)]"
        line.isPart = true
        // What is taken from a member may have been decoded, and is then no part of the line.
        if let start = original.offset(of: text) {
            line.original = text
            line.offset = offset + start
        }
        line.bytes = text
        return line
    }
}

/// The reason why a line is bad, with at least one message.
struct Rejection: Error {
    let problem: Diagnostic
    /// The other messages. Most bad lines have only one fault, so this is usually empty.
    let others: [Diagnostic]
    /// The number of further faults that were not recorded.
    let more: Int

    init(_ problem: Diagnostic, others: [Diagnostic] = [], more: Int = 0) {
        self.problem = problem
        self.others = others
        self.more = more
    }

    /// Returns the rejection of an object inside a line, or unchanged if there is no path.
    func inside(_ path: String?) -> Rejection {
        guard path != nil else { return self }
        return Rejection(problem.inside(path), others: others.map { $0.inside(path) }, more: more)
    }

    /// Creates the rejection for all problems of a line; nil if there are none.
    init?(_ problems: [Diagnostic], more: Int = 0) {
        guard let first = problems.first else { return nil }
        self.init(first, others: Array(problems.dropFirst()), more: more)
    }
}

/// The lines of a batch that are written when the batch is finished, as ranges of its bytes.
struct KeptLines: ~Copyable {
    private var lines: [(original: Range<Int>, number: Int, log: Range<Int>)] = []
    private var logs = ByteBuffer(capacity: 16)
    /// The memory that is kept after an unusually large line, in bytes.
    private static let keptMemory = 1 << 21
    /// The indices of inputs that share their line with others.
    private var parts: Set<Int> = []
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
        if !parts.isEmpty { parts.removeAll() }
        logs.removeAll()
        logs.shrink(to: Self.keptMemory)
    }

    /// - Returns: the index of the line.
    mutating func append(_ line: Line) -> Int {
        let start = logs.count
        if let log = line.log { logs.append(log) }
        lines.append((line.range, line.number, start..<logs.count))
        if line.isPart { parts.insert(lines.count - 1) }
        return lines.count - 1
    }

    /// Removes the line that was added last.
    mutating func removeLast() { lines.removeLast() }

    /// Adds a line without an input.
    mutating func append(_ line: Line, _ rejection: Rejection) {
        rejections[append(line)] = rejection.inside(line.path)
    }

    func rejection(_ index: Int) -> Rejection? { rejections[index] }

    /// Returns a line with its original bytes.
    ///
    /// - Parameter text: the bytes of the batch.
    func line(_ index: Int, in text: ByteView) -> Line {
        let original = text.part(lines[index].original)
        let log = lines[index].log
        var line = unsafe Line(
            bytes: original, original: original, offset: lines[index].original.lowerBound,
            log: log.isEmpty ? nil : logs.bytes(in: log),
            number: lines[index].number)
        line.isPart = parts.contains(index)
        return line
    }
}
