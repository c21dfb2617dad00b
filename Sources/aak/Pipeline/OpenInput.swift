import AttributionBase
import AttributionInspection

/// An input that is being read, with the state of reading.
final class OpenInput {
    /// The number of bytes to read before lines are passed on. It begins small, so that all threads have work soon, and doubles up to a
    /// size that is worth a thread's time and still fits its cache.
    private var blockSize = 16 * 1024
    private static let largestBlockSize = 256 * 1024
    /// The greatest number of blank bytes before XML.
    private static let mostBlanks = 64

    private let descriptor: Descriptor
    private let name: String
    private var atEnd = false
    /// The reason why the input could not be read completely.
    private var failure: Diagnostic?
    /// The bytes that were not passed on yet. They begin with a line, or inside an oversized line.
    private var rest = ByteBuffer(capacity: 4096)
    /// The range of whole lines among these bytes that did not fit into the previous batch.
    private var waiting = 0..<0
    private var layout: LineLayout
    private var nextLine = 1
    /// Whether the first bytes were checked, and the fault that they revealed.
    private var isRecognised = false
    private var fault: Diagnostic?
    private var faultIsReported = false
    /// Whether the next lines belong to XML that is not supported, or to source code.
    private var isWithinForeign = false
    /// Whether the next lines belong to a JSON value over several lines that is broken.
    private var isWithinBroken = false
    /// Whether the whole input may be a property list.
    private var mayBePropertyList: Bool
    private var isBinary = false
    /// The table that the whole input is, and the number of its first row. Whether it is one is asked once.
    private var table: (table: Table, firstRow: Int)?
    private var mayBeTable: Bool
    private let run: LineRun
    /// The oversized line of which a part was already passed on. Its last byte may belong to a line terminator.
    private var oversized: (count: Int, endsInReturn: Bool)?
    /// The number of bytes of `rest` that are known to be an incomplete property list.
    private var held = 0

    /// The first lines of a text, as many as fit into a batch.
    private typealias FirstLines = (length: Int, lines: Int, units: LineUnits)

    /// Takes ownership of the descriptor, and closes it at the end unless it is a standard stream.
    init(_ descriptor: Descriptor, _ name: String, _ run: LineRun) {
        self.descriptor = descriptor
        self.name = name
        self.run = run
        layout = LineLayout(dropsComments: run.dropsComments)
        mayBePropertyList = run.readsPropertyLists
        mayBeTable = run.readsTables && !run.areLines
    }

    deinit { descriptor.closeInput() }

    func fill(_ batch: Batch, _ isCancelled: () -> Bool) -> Bool {
        batch.file = name
        batch.firstLine = nextLine
        batch.content = .lines
        if handOutWaiting(batch) { return true }
        swap(&batch.bytes, &rest)
        rest.removeAll()
        while true {
            if handOut(batch) { return true }
            if atEnd { break }
            read(batch, isCancelled)
        }
        guard let failure else { return false }
        self.failure = nil
        batch.bytes.removeAll()
        batch.content = .unreadable(failure)
        return true
    }

    // MARK: - Reading

    /// Reads until a block is full, the input pauses, or it ends.
    private func read(_ batch: Batch, _ isCancelled: () -> Bool) {
        let full = batch.bytes.count + blockSize
        blockSize = min(blockSize * 2, Self.largestBlockSize)
        repeat {
            while !descriptor.isReadable(within: 0.1) {
                guard !isCancelled() else {
                    atEnd = true
                    return
                }
            }
            let room = full - batch.bytes.count
            do throws(SystemError) {
                if try descriptor.read(upTo: room, to: &batch.bytes) == 0 {
                    atEnd = true
                    return
                }
            } catch {
                failure = .trouble("cannot read \(name): \(error.words)")
                atEnd = true
                // Drop an incomplete line.
                let whole = batch.bytes.lastOffset(of: ASCII.newline).map { $0 + 1 } ?? 0
                batch.bytes.truncate(to: whole)
                if whole == 0 { oversized = nil }
                return
            }
        } while batch.bytes.count < full && descriptor.isReadable(within: 0)
    }

    // MARK: - Handing out

    /// Leaves the bytes to process in the batch, and keeps those after them. Returns false if more must be read first.
    private func handOut(_ batch: Batch) -> Bool {
        if oversized != nil { return handOutOversized(batch) }
        guard !batch.bytes.isEmpty, recognise(batch) else { return false }
        if mayBePropertyList {
            if let isHandedOut = handOutPropertyList(batch) { return isHandedOut }
            mayBePropertyList = false
            held = 0
        }
        guard recogniseTable(batch.text) else { return false }
        let text = batch.text
        if isWithinForeign {
            switch Self.firstInput(in: text) {
            case 0:
                isWithinForeign = false
                fault = nil
            case let end?:
                return handOutLines(batch, upTo: end)
            case nil: break
            }
        }
        let limit = InputFault.longestInput
        guard let firstEnd = text.firstOffset(of: ASCII.newline) else {
            // A carriage return at the end may belong to a line terminator.
            if text.count > limit + 1 || text.count > limit && text.last != ASCII.carriageReturn {
                return handOutPiece(batch)
            }
            return atEnd && handOutLines(batch, upTo: text.count)
        }
        // Only the first line can span several blocks.
        if text.lineLength(0..<firstEnd) > limit {
            oversized = (0, endsInReturn: false)
            return handOutOversized(batch)
        }
        return handOutLines(batch, upTo: atEnd ? text.count : text.lastNewlineEnd)
    }

    /// Whether a line begins with an object, an array or a token, without white space before it.
    private static func beginsInput(_ text: ByteView, at start: Int) -> Bool {
        let first = text[start]
        return first == ASCII.openBrace || first == ASCII.openBracket
            || first == UInt8(ascii: "e") && text.part(start..<text.count).starts(with: "eyJ".utf8)
    }

    /// Returns the start of the first line that looks like an input on its own, regardless of what precedes it.
    private static func firstInput(in text: ByteView) -> Int? {
        var start = 0
        while start < text.count {
            let line = text.part(start..<min(start + 3, text.count))
            if line.first == ASCII.openBrace || line.starts(with: "eyJ".utf8) { return start }
            guard let newline = text.firstOffset(of: ASCII.newline, from: start) else { return nil }
            start = newline + 1
        }
        return nil
    }

    /// Passes on the whole lines before `end`: as many as a batch may have, and the others in the following batches. Returns false if all
    /// of them belong to a value that continues after them.
    private func handOutLines(_ batch: Batch, upTo end: Int) -> Bool {
        let first = firstLines(of: batch.text.part(0..<end))
        guard first.lines > 0 else { return false }
        (batch.units, batch.table) = (first.units, table)
        handOut(batch, upTo: first.length, lines: first.lines)
        waiting = 0..<end - first.length
        return true
    }

    private func handOut(_ batch: Batch, upTo end: Int, lines: Int) {
        keep(batch, from: end)
        nextLine += lines
        reportFault(batch)
    }

    private func handOutWaiting(_ batch: Batch) -> Bool {
        guard !waiting.isEmpty else { return false }
        let first = unsafe firstLines(of: rest.bytes(in: waiting))
        let end = waiting.lowerBound + first.length
        if first.lines > 0 {
            batch.bytes.append(rest, in: waiting.lowerBound..<end)
            (batch.units, batch.table) = (first.units, table)
            nextLine += first.lines
            reportFault(batch)
        }
        waiting = first.lines > 0 ? end..<waiting.upperBound : 0..<0
        if waiting.isEmpty { rest.removeFirst(end) }
        return first.lines > 0
    }

    /// Returns the first whole lines, as many as fit into a batch, up to a value that continues after them. There are none if that value
    /// comes first.
    private func firstLines(of text: ByteView) -> FirstLines {
        let joins = !run.areLines && fault == nil
        var first: FirstLines = (0, 0, LineUnits())
        /// The end of the last document that a remedy may mend. All of it must be in the same batch.
        var documentEnd = 0
        scan: while first.length < text.count, first.units.ends.count < Batch.mostLines || first.length < documentEnd {
            let start = first.length
            // A value that is laid out over several lines begins at the margin, and what is inside it does not.
            if isWithinBroken, Self.beginsInput(text, at: start) { isWithinBroken = false }
            let isInside = isWithinBroken || start < documentEnd
            var isUnended = false
            var end = text.firstOffset(of: ASCII.newline, from: start) ?? text.count
            // Nearly every line is an input by itself.
            if !isInside, table == nil, !joins || !layout.mayJoin(text, from: start, lineEnd: end) {
                first.units.append(end: end)
                first.length = min(end + 1, text.count)
                first.lines += 1
                continue
            }
            var lines = 1
            var error: JSONSyntaxError?
            var document: Int?
            if let table {
                // A cell in quotation marks may have line breaks. A cell without a closing mark is as long as a line may be.
                let rowEnd = table.table.rowEnd(in: text, from: start)
                if rowEnd == nil, !atEnd, text.count - start <= InputFault.longestInput { break scan }
                if let rowEnd, rowEnd > end, rowEnd - start <= InputFault.longestInput {
                    lines += text.part(end..<rowEnd).occurrences(of: ASCII.newline)
                    end = rowEnd
                }
            } else if joins, layout.mayJoin(text, from: start, lineEnd: end) {
                let unit = layout.unit(in: text, from: start, lineEnd: end, isWhole: atEnd)
                switch unit {
                case .line(let found): (document, isUnended) = (found, text.part(start..<end).trimmed.isUnended)
                case .open: break scan
                case .value(let last):
                    lines += text.part(end..<last).occurrences(of: ASCII.newline)
                    end = last
                case .broken(let found, let length):
                    (error, document, isUnended) = (found, length, true)
                    lines = text.part(start..<min(start + found.offset, text.count)).occurrences(of: ASCII.newline)
                }
                if let length = document {
                    let room = Batch.mostLines - first.units.ends.count
                    if start > 0, text.part(start..<start + length).occurrences(of: ASCII.newline) >= room {
                        layout.postpone(unit, at: start)
                        break scan
                    }
                    documentEnd = start + length
                }
            }
            if start < documentEnd, end > documentEnd {
                first.units.dropDocument()
                documentEnd = 0
            }
            first.units.append(end: end, lines: lines, error: error, isInside: isInside, document: document)
            if isUnended { isWithinBroken = true }
            first.length = min(end + 1, text.count)
            first.lines += error == nil ? lines : 1
        }
        layout.move(to: first.length)
        return first
    }

    /// Passes on the available part of an oversized line: up to its end, or everything.
    private func handOutOversized(_ batch: Batch) -> Bool {
        guard var line = oversized else { return false }
        let text = batch.text
        guard let end = text.firstOffset(of: ASCII.newline) ?? (atEnd ? text.count : nil) else {
            return text.count > InputFault.longestInput && handOutPiece(batch)
        }
        if end > 0 { line.endsInReturn = text[end - 1] == ASCII.carriageReturn }
        let length = line.count + end - (line.endsInReturn ? 1 : 0)
        keep(batch, from: min(end + 1, text.count))
        batch.content = .oversized(length: length)
        reportFault(batch)
        oversized = nil
        nextLine += 1
        return true
    }

    /// Passes on everything as a part of an oversized line.
    private func handOutPiece(_ batch: Batch) -> Bool {
        let text = batch.text
        oversized = ((oversized?.count ?? 0) + text.count, endsInReturn: text.last == ASCII.carriageReturn)
        batch.content = .oversized(length: nil)
        batch.fault = fault
        return true
    }

    /// Passes on a possible property list, which ends before the first line that looks like an input on its own, or at the end of the
    /// input. Returns nil if it is not a property list, or is too long.
    private func handOutPropertyList(_ batch: Batch) -> Bool? {
        let text = batch.text
        if isBinary {
            guard text.count <= InputFault.longestInput else {
                fault = Diagnostic(.foreign(.binaryPropertyList))
                return nil
            }
            guard atEnd else { return false }
            handOut(batch, upTo: text.count, lines: max(1, text.occurrences(of: ASCII.newline)))
            batch.content = .document
            return true
        }
        // Blank lines before a property list belong to it, up to a limit.
        let isKnown = atEnd || text.count > InputFault.longestInput
        guard fault == nil, let isXML = beginsLikeXML(text) ?? (isKnown ? false : nil) else {
            return fault == nil ? false : nil
        }
        guard isXML else { return nil }
        var end = held
        var isFound = false
        while end < text.count, !isFound {
            guard let newline = text.firstOffset(of: ASCII.newline, from: end) else { break }
            end = newline + 1
            let next = text.part(end..<min(end + 3, text.count))
            // The first bytes of the line may not have arrived yet.
            if next.count < 3, !atEnd, next.first != ASCII.openBrace { break }
            isFound = next.first == ASCII.openBrace || next.starts(with: "eyJ".utf8)
            if !isFound { held = end }
        }
        if !isFound { end = text.count }
        // Up to three bytes of the next line, which do not belong to the property list, may have arrived.
        guard end <= InputFault.longestInput + (isFound || atEnd ? 0 : 3) else { return nil }
        guard isFound || atEnd else { return false }
        handOut(batch, upTo: end, lines: text.part(0..<end).occurrences(of: ASCII.newline))
        batch.content = .document
        mayBePropertyList = false
        return true
    }

    private func keep(_ batch: Batch, from end: Int) {
        rest.append(batch.bytes, from: end)
        batch.bytes.truncate(to: end)
        held = 0
    }

    // MARK: - Foreign formats

    /// Checks the first bytes. Returns false if there are too few of them.
    private func recognise(_ batch: Batch) -> Bool {
        guard !isRecognised, !run.areLines else { return true }
        let text = batch.text
        let isEnough = text.count >= ForeignFormat.prefixLength || atEnd || text.contains(ASCII.newline)
        guard isEnough else { return false }
        let format = ForeignFormat(text)
        isBinary = run.readsPropertyLists && format == .binaryPropertyList
        if !isBinary { fault = format.map { Diagnostic(.foreign($0)) } }
        if fault == nil, !run.readsPropertyLists {
            let isXML = beginsLikeXML(text)
            // XML may follow blank lines, up to a limit.
            if isXML == nil, !atEnd, text.count < Self.mostBlanks { return false }
            isWithinForeign = isXML == true
            if isWithinForeign { fault = Diagnostic(.foreign(ForeignFormat(markup: text))) }
        }
        if fault == nil, !isBinary {
            guard let look = SourceText.look(of: text, isWhole: atEnd, dropsComments: run.dropsComments) else {
                return false
            }
            if let look {
                isWithinForeign = true
                fault = Diagnostic(look)
            }
        }
        isRecognised = true
        return true
    }

    /// Finds out whether the input is a table. Returns false if too little of it has arrived.
    private func recogniseTable(_ text: ByteView) -> Bool {
        guard mayBeTable, fault == nil else { return true }
        // A frame around a table comes before its header and after it.
        let newlines = text.prefix(1 << 15).lazy.filter { $0 == ASCII.newline }.prefix(3).count
        let wanted =
            text.first.map { "+|".utf8.contains($0) } == true ? 3 : text.line.contains(UInt8(ascii: "|")) ? 2 : 1
        guard atEnd || newlines >= wanted || text.count > 1 << 15 else { return false }
        // A header without a row is a line like any other.
        if !atEnd, text.last == ASCII.newline, newlines == wanted, ([UInt8](text) + [0]).withBytes({ Table($0) }) != nil
        {
            return false
        }
        mayBeTable = false
        table = Table(text).map { table in
            (table, nextLine + text.part(0..<table.headerLength).occurrences(of: ASCII.newline))
        }
        return true
    }

    private func reportFault(_ batch: Batch) {
        batch.fault = fault
        batch.reportsFault = fault != nil && !faultIsReported
        // A blank line is not a bad line. If a batch has nothing else, the fault is reported with the next batch.
        faultIsReported = faultIsReported || !batch.text.trimmed.isEmpty
    }
}

extension ByteView {
    /// Whether a line begins an object or an array and ends inside it.
    fileprivate var isUnended: Bool {
        guard let first, let last, first == ASCII.openBrace || first == ASCII.openBracket else { return false }
        return last == ASCII.comma || last == ASCII.openBrace || last == ASCII.openBracket || last == ASCII.colon
    }

    /// Returns the length of a line without its terminator. The range does not include the newline.
    func lineLength(_ line: Range<Int>) -> Int {
        line.count - (line.isEmpty || self[line.upperBound - 1] != ASCII.carriageReturn ? 0 : 1)
    }

    /// The first line.
    fileprivate var line: ByteView { part(0..<(firstOffset(of: ASCII.newline) ?? count)) }

    fileprivate var lastNewlineEnd: Int { lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0 }
}
