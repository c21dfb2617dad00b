import Bytes
import StrictJSON

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
    /// Where whole lines of JSON lie, in order, with other lines between any two.
    private var json: [Range<Int>] = []
    /// Where the line begins that has not ended yet.
    private var lineStart = 0

    /// Ends the line that was appended to ``bytes``.
    mutating func endLine(as kind: Kind) {
        bytes.append(ASCII.newline)
        if kind == .json {
            if let last = json.last, last.upperBound == lineStart {
                json[json.count - 1] = last.lowerBound..<bytes.count
            } else {
                json.append(lineStart..<bytes.count)
            }
        }
        lineStart = bytes.count
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
        while let last = json.last, last.upperBound > end {
            json.removeLast()
            if last.lowerBound < end { json.append(last.lowerBound..<end) }
        }
        lineStart = end
    }

    /// Gives the lines the layout that is wanted, and takes from them what could drive a terminal if they go to one.
    mutating func layOut(isPretty: Bool, forTerminal: Bool, isColored: Bool) {
        guard isPretty || forTerminal else { return }
        var spread = ByteBuffer(capacity: bytes.count * 2)
        let text = unsafe bytes.bytes
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
                unsafe aak.appendHarmless(line.text, to: &spread)
            } else {
                unsafe spread.append(line)
            }
            spread.append(ASCII.newline)
            start = end + 1
        }
        swap(&bytes, &spread)
        // The kinds of the lines were of use for this alone.
        json.removeAll(keepingCapacity: true)
        lineStart = bytes.count
    }
}
