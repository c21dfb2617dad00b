import AttributionBytes
import AttributionJSON

/// The results for standard output, as lines that are marked as JSON or text.
///
/// The writer of a line marks its kind, since bytes of an input may look like anything. All lines that are not marked
/// as JSON are text.
struct ResultLines: ~Copyable {
    enum Kind {
        /// JSON that was parsed, or written by this program.
        case json
        /// Anything else: tokens, values without quotation marks, lines of the input.
        case text
    }

    var bytes = ByteBuffer(capacity: 4096)
    /// The runs of JSON lines in order, except the last run. Between two runs there are other lines.
    private var json: [Range<Int>] = []
    /// The last run of JSON lines, so far.
    private var lastJSON = 0..<0
    /// The offset of the line that has not ended.
    private var lineStart = 0

    /// Ends the line that was appended to ``bytes``.
    @inline(__always)
    mutating func endLine(as kind: Kind) {
        bytes.append(ASCII.newline)
        if kind == .json {
            if lastJSON.upperBound != lineStart {
                json.append(lastJSON)
                lastJSON = lineStart..<lineStart
            }
            lastJSON = lastJSON.lowerBound..<bytes.count
        }
        lineStart = bytes.count
    }

    /// Ends the line with an object that was appended to ``bytes``.
    ///
    /// - Parameter log: the kept members of the input's line.
    @inline(__always)
    mutating func endObject(log: UnsafeRawBufferPointer?) {
        if let log = unsafe log {
            bytes.truncate(to: bytes.count - 1)
            unsafe bytes.member("log", json: log)
            bytes.closeObject()
        }
        endLine(as: .json)
    }

    /// Appends a value as a line.
    mutating func append(_ value: JSONValue) {
        value.append(to: &bytes)
        endLine(as: .json)
    }

    /// Inserts texts into complete lines, each before the byte at its offset.
    ///
    /// - Parameters:
    ///   - places: the offsets in ascending order, and the length of the text for each.
    ///   - texts: all texts, concatenated.
    mutating func insert(_ places: [(offset: Int, length: Int)], _ texts: borrowing ByteBuffer) {
        guard !places.isEmpty else { return }
        var filled = ByteBuffer(capacity: bytes.count + texts.count)
        var start = 0
        var taken = 0
        for (offset, length) in places {
            unsafe filled.append(bytes.bytes(in: start..<offset))
            unsafe filled.append(texts.bytes(in: taken..<taken + length))
            start = offset
            taken += length
        }
        unsafe filled.append(bytes.bytes(from: start))
        swap(&bytes, &filled)
        // The end of a line moves by the length of all texts before it.
        var rest = places[...]
        var moved = 0
        func place(of end: Int) -> Int {
            while let next = rest.first, next.offset < end {
                moved += next.length
                rest.removeFirst()
            }
            return end + moved
        }
        for index in json.indices {
            let lower = place(of: json[index].lowerBound)
            json[index] = lower..<place(of: json[index].upperBound)
        }
        let lower = place(of: lastJSON.lowerBound)
        lastJSON = lower..<place(of: lastJSON.upperBound)
        lineStart = bytes.count
    }

    mutating func removeAll(keptMemory: Int) {
        truncate(to: 0)
        bytes.shrink(to: keptMemory)
    }

    /// Removes everything from offset `end` on, which must be the start of a line.
    mutating func truncate(to end: Int) {
        bytes.truncate(to: end)
        while lastJSON.lowerBound >= end, let last = json.popLast() { lastJSON = last }
        lastJSON = lastJSON.clamped(to: 0..<end)
        lineStart = end
    }

    /// Formats the lines as requested, and escapes terminal control characters if the output is a terminal.
    mutating func layOut(isPretty: Bool, forTerminal: Bool, isColored: Bool) {
        guard isPretty || forTerminal else { return }
        var spread = ByteBuffer(capacity: bytes.count * 2)
        let text = unsafe bytes.bytes
        json.append(lastJSON)
        var runs = json[...]
        var start = 0
        while let end = unsafe text.firstOffset(of: ASCII.newline, from: start) {
            let line = unsafe text.part(start..<end)
            while let run = runs.first, run.upperBound <= start { runs.removeFirst() }
            let isJSON = runs.first.map { $0.contains(start) } ?? false
            if isJSON, isPretty {
                unsafe JSONText.appendPretty(line, isColored: isColored, to: &spread)
            } else if isJSON, isColored {
                unsafe JSONText.appendColored(line, to: &spread)
            } else if isJSON {
                unsafe JSONText.appendHarmless(line, to: &spread)
            } else if forTerminal {
                unsafe aak.appendHarmless(line.text, keepsTabs: true, to: &spread)
            } else {
                unsafe spread.append(line)
            }
            spread.append(ASCII.newline)
            start = end + 1
        }
        swap(&bytes, &spread)
        // The kinds of the lines are no longer needed.
        json.removeAll(keepingCapacity: true)
        lastJSON = 0..<0
        lineStart = bytes.count
    }
}
