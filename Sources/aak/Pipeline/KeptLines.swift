import AttributionBytes

/// Lines of a batch that are written when the batch is finished, by their places in its bytes.
struct KeptLines {
    private var lines: [(original: Range<Int>, number: Int)] = []
    /// Why there was nothing in a line to work on; rare.
    private var rejections: [Int: Rejection] = [:]

    var count: Int { lines.count }

    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        rejections.removeAll()
    }

    /// - Returns: what to ask for it by.
    mutating func append(_ line: Line) -> Int {
        unsafe lines.append((line.offset..<line.offset + line.original.count, line.number))
        return lines.count - 1
    }

    /// Keeps a line that could not be worked on.
    mutating func append(_ line: Line, _ rejection: Rejection) { rejections[append(line)] = rejection }

    func rejection(_ index: Int) -> Rejection? { rejections[index] }

    func number(_ index: Int) -> Int { lines[index].number }

    /// A line as it came.
    ///
    /// - Parameter text: the bytes of the batch.
    func line(_ index: Int, in text: UnsafeRawBufferPointer) -> Line {
        let original = unsafe text.part(lines[index].original)
        return unsafe Line(bytes: original, original: original, number: lines[index].number)
    }
}
