import AttributionBase

/// The lines of results for standard output, each marked as JSON or as text.
///
/// The code that writes a line marks it, because bytes of an input may look like anything. All lines that are not marked as JSON are text.
struct ResultLines: ~Copyable {
    enum Kind {
        /// JSON that was parsed, or that this program wrote.
        case json
        /// Anything else: tokens, values without quotation marks, lines of the input.
        case text
    }

    var bytes = ByteBuffer(capacity: 4096)
    var notes = ResultNotes()
    /// The ranges of successive JSON lines, except the last range. Between two ranges there are other lines.
    private var json: [Range<Int>] = []
    /// The last range of JSON lines, which may still grow.
    private var lastJSON = 0..<0
    /// The offset of the line that is being written.
    private var lineStart = 0

    /// Ends the line that was appended to ``bytes``, and marks its kind.
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

    /// Ends several whole lines of text that were appended to ``bytes``.
    @inline(__always)
    mutating func endRows() { lineStart = bytes.count }

    /// Ends the object and the line that were appended to ``bytes``.
    @inline(__always)
    mutating func endObject(log: ByteView?) {
        if let log {
            bytes.truncate(to: bytes.count - 1)
            bytes.member(ResultMember.log.name, json: log)
            bytes.closeObject()
        }
        endLine(as: .json)
    }

    /// Adds the place of the input to a result, and ends it.
    ///
    /// - Parameter file: The input's file, if a run has several inputs.
    mutating func endObject(file: String?, line: Int, log: ByteView?) {
        bytes.truncate(to: bytes.count - 1)
        if let file { bytes.member(ResultMember.file.name, file) }
        bytes.member(ResultMember.line.name, line)
        bytes.closeObject()
        endObject(log: log)
    }

    /// Appends the answer for a line that has no single result.
    mutating func append(error: Diagnostic, log: ByteView?) {
        Self.ofError.json(error).append(to: &bytes)
        endObject(log: log)
    }

    static let ofError = Record<Diagnostic>(
        .init("error", "Why the line has no result.") { ofFault.json($0) })

    static let ofFault = Record<Diagnostic>(
        .init("rule", "The rule that the line breaks.") { $0.rule.map { .string($0.id) } ?? .null },
        .init(FindingMember.field) { $0.field.map { .string($0) } ?? .null },
        .init(DiagnosticStyle.message) { .string($0.message) })

    mutating func append(_ value: JSONValue) {
        value.append(to: &bytes)
        endLine(as: .json)
    }

    /// Assigns the notes appended so far to the results up to this point.
    mutating func endNotes() { notes.end(behind: bytes.count) }

    /// Drops the notes since the last call of ``endNotes()``, because their results are not written.
    mutating func dropNotes() { notes.drop() }

    /// Inserts texts into complete lines, as `ByteBuffer.insert(_:_:)` does.
    mutating func insert(_ places: [(offset: Int, length: Int)], _ texts: borrowing ByteBuffer) {
        guard !places.isEmpty else { return }
        bytes.insert(places, texts)
        // The end of each line moves by the total length of the texts inserted before it.
        var rest = places[...]
        var moved = 0
        func position(of end: Int) -> Int {
            while let next = rest.first, next.offset < end {
                moved += next.length
                rest.removeFirst()
            }
            return end + moved
        }
        for index in json.indices {
            let lower = position(of: json[index].lowerBound)
            json[index] = lower..<position(of: json[index].upperBound)
        }
        let lower = position(of: lastJSON.lowerBound)
        lastJSON = lower..<position(of: lastJSON.upperBound)
        lineStart = bytes.count
    }

    mutating func removeAll(keptMemory: Int) {
        truncate(to: 0)
        notes.removeAll()
        bytes.shrink(to: keptMemory)
    }

    /// Removes everything from offset `end` on, which must be the beginning of a line.
    mutating func truncate(to end: Int) {
        bytes.truncate(to: end)
        while lastJSON.lowerBound >= end, let last = json.popLast() { lastJSON = last }
        lastJSON = lastJSON.clamped(to: 0..<end)
        lineStart = end
    }

    /// How many bytes of formatted lines are kept before they are passed on. Indentation makes many bytes of one, so that formatting all
    /// of them first would take a multiple of the memory.
    private static let pieceSize = 1 << 16

    /// Formats the lines as requested, and passes on pieces that end at a line end. If the output is a terminal, control characters are
    /// escaped.
    mutating func layOut(isPretty: Bool, forTerminal: Bool, isColored: Bool, to write: (ByteView) -> Void) {
        guard isPretty || forTerminal else { return bytes.withBytes(write) }
        var piece = ByteBuffer(capacity: min(bytes.count * 2, Self.pieceSize * 2))
        var passedOn = 0
        func passOn(_ piece: inout ByteBuffer) {
            piece.withBytes(write)
            passedOn += piece.count
            piece.removeAll()
        }
        let text = unsafe bytes.bytes
        json.append(lastJSON)
        var runs = json[...]
        var start = 0
        while let end = text.firstOffset(of: ASCII.newline, from: start) {
            let line = text.part(start..<end)
            while let run = runs.first, run.upperBound <= start { runs.removeFirst() }
            let isJSON = runs.first.map { $0.contains(start) } ?? false
            if isJSON, isPretty {
                JSONText.appendPretty(line, isColored: isColored, to: &piece) { piece in
                    if piece.count >= Self.pieceSize { passOn(&piece) }
                }
            } else if isJSON, isColored {
                JSONText.appendColored(line, to: &piece)
            } else if isJSON {
                JSONText.appendHarmless(line, to: &piece)
            } else if forTerminal {
                AttributionProgram.appendHarmless(line.text, keepsTabs: true, to: &piece)
            } else {
                piece.append(line)
            }
            piece.append(ASCII.newline)
            start = end + 1
            notes.move(start, to: passedOn + piece.count)
            if piece.count >= Self.pieceSize { passOn(&piece) }
        }
        notes.endMoving()
        passOn(&piece)
        json.removeLast()
    }
}

/// Notes on results. They are written to another file as soon as the results they are about are written.
struct ResultNotes: ~Copyable {
    var bytes = ByteBuffer(capacity: 16)
    private var ends: [(results: Int, notes: Int)] = []
    /// The number of elements of ``ends`` that were already moved.
    private var moved = 0

    fileprivate mutating func end(behind results: Int) {
        if bytes.count > ended { ends.append((results, bytes.count)) }
    }

    private var ended: Int { ends.last?.notes ?? 0 }

    mutating func drop() { bytes.truncate(to: ended) }

    fileprivate mutating func removeAll() {
        bytes.removeAll()
        ends.removeAll(keepingCapacity: true)
        moved = 0
    }

    /// Sets the ends of results that were at most at `end` to `index`. It must be called with ascending offsets.
    fileprivate mutating func move(_ end: Int, to index: Int) {
        while moved < ends.count, ends[moved].results <= end {
            ends[moved].results = index
            moved += 1
        }
    }

    fileprivate mutating func endMoving() { moved = 0 }

    /// Returns how many bytes of the notes are about results within the first `written` bytes.
    func count(behind written: Int) -> Int {
        let index = ends.partitioningIndex { $0.results > written }
        return index == 0 ? 0 : ends[index - 1].notes
    }
}
