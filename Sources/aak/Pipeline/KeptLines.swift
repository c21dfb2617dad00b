import AttributionBase
import AttributionInspection
import AttributionModel

/// Lines of a batch that are needed again later. For each, what was inspected and where it is in the batch.
struct KeptLines: ~Copyable {
    private struct Entry {
        let original: Range<Int>
        /// The text that was inspected: in the batch's bytes or, if it was decoded from a member, in ``others``.
        let bytes: Range<Int>
        let isDecoded: Bool
        let log: Range<Int>
        let number: Int
        let isPart: Bool
        let isInside: Bool
        let member: UInt8?
        /// The document that a remedy may mend; empty if there is none.
        let document: Range<Int>
    }

    private var lines: [Entry] = []
    var count: Int { lines.count }
    /// Texts that are not in the batch's bytes.
    private var others = ByteBuffer(capacity: 16)
    /// The memory that is kept after an unusually large line, in bytes.
    private static let keptMemory = 1 << 21
    /// The problems of lines without an input, which are rare.
    private var problems: [Int: Diagnostic] = [:]

    /// A position in the lines, with the entries for that line in the batch that inspected its input.
    struct Position {
        /// The index of the line, which is that of its input.
        var input = -1
        var entries = 0..<0
    }

    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        problems.removeAll()
        others.removeAll()
        others.shrink(to: Self.keptMemory)
    }

    /// - Returns: the index of the line.
    @discardableResult
    mutating func append(_ line: Line) -> Int {
        let index = line.original.offset(of: line.bytes)
        let bytes = index.map { line.offset + $0..<line.offset + $0 + line.bytes.count } ?? keep(line.bytes)
        let document = line.document.flatMap { document in
            document.offset(of: line.original).map { line.offset - $0..<line.offset - $0 + document.count }
        }
        lines.append(
            Entry(
                original: line.range, bytes: bytes, isDecoded: index == nil, log: keepLog(of: line),
                number: line.number, isPart: line.isPart, isInside: line.isInside,
                member: line.member, document: document ?? 0..<0))
        return lines.count - 1
    }

    /// Keeps the log of a line once for all of its inputs.
    private mutating func keepLog(of line: Line) -> Range<Int> {
        guard let log = line.log else { return 0..<0 }
        if let last = lines.last, last.original == line.range, last.log.count == log.count { return last.log }
        return keep(log)
    }

    private mutating func keep(_ text: ByteView) -> Range<Int> {
        let start = others.count
        others.append(text)
        return start..<others.count
    }

    mutating func removeLast() { lines.removeLast() }

    /// Adds a line without an input.
    mutating func append(_ line: Line, _ problem: Diagnostic) {
        problems[append(line)] = problem.inside(line.path)
    }

    func problem(_ index: Int) -> Diagnostic? {
        // Most batches have no problem, and an empty dictionary hashes its keys as well.
        problems.isEmpty ? nil : problems[index]
    }

    /// Whether an input is the last one of its line.
    func isLast(_ index: Int) -> Bool {
        index + 1 == lines.count || lines[index + 1].original != lines[index].original
    }

    /// Returns a line. It is valid as long as these lines and the batch's bytes do not change.
    func line(_ index: Int, in text: ByteView) -> Line {
        let entry = lines[index]
        let bytes = unsafe entry.isDecoded ? others.bytes(in: entry.bytes) : text.part(entry.bytes)
        var line = Line(
            original: text.part(entry.original), bytes: bytes, offset: entry.original.lowerBound, number: entry.number)
        line.log = unsafe entry.log.isEmpty ? nil : others.bytes(in: entry.log)
        (line.isPart, line.isInside, line.member) = (entry.isPart, entry.isInside, entry.member)
        if !entry.document.isEmpty { line.document = text.part(entry.document) }
        return line
    }
}
