import AttributionBase
import AttributionInspection

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
