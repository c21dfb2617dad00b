import AttributionBytes
import AttributionJSON

/// Results for standard output, each a line that is known to be JSON or text.
///
/// Which of them it is says whoever wrote it: bytes of an input may look like anything. What nobody called JSON is text.
struct ResultLines: ~Copyable {
    enum Kind {
        /// JSON that was checked, or made here.
        case json
        /// Anything else: tokens, values without quotes, lines of the input.
        case text
    }

    var bytes = ByteBuffer(capacity: 4096)
    /// Where whole lines of JSON lie, in order, with other lines between any two, but for the last of them.
    private var json: [Range<Int>] = []
    /// Where the last of them lie, so far.
    private var lastJSON = 0..<0
    /// Where the line begins that has not ended yet.
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

    /// Ends the line of an object that was appended to ``bytes``.
    ///
    /// - Parameter log: what is kept of the line around the input.
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

    mutating func removeAll(keptMemory: Int) {
        truncate(to: 0)
        bytes.shrink(to: keptMemory)
    }

    /// Drops what was appended from offset `end` on, which is the beginning of a line.
    mutating func truncate(to end: Int) {
        bytes.truncate(to: end)
        while lastJSON.lowerBound >= end, let last = json.popLast() { lastJSON = last }
        lastJSON = lastJSON.clamped(to: 0..<end)
        lineStart = end
    }

    /// Gives the lines the layout that is wanted, and takes from them what could drive a terminal if they go to one.
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
        // The kinds of the lines were of use for this alone.
        json.removeAll(keepingCapacity: true)
        lastJSON = 0..<0
        lineStart = bytes.count
    }
}
