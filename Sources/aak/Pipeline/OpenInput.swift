import AttributionBytes

/// What an input may hold besides lines that are inputs by themselves.
struct InputForms: Sendable {
    /// JSON documents that spread over lines.
    var documents = true
    /// An XML property list that is all of the input.
    var propertyLists = false
}

/// An input that is being read, and what came of it so far.
final class OpenInput {
    /// How much is read before lines are handed out: little at first, so that all threads soon have work, then twice as
    /// much each time until a batch is worth a thread's while and still stays in its cache.
    private var blockSize = 16 * 1024
    private static let largestBlockSize = 256 * 1024
    /// How many bytes of white space may stand before XML.
    private static let mostBlanks = 64

    private let descriptor: Descriptor
    private let name: String
    private var atEnd = false
    /// Why the input could not be read to its end.
    private var failure: Diagnostic?
    /// Bytes that were not handed out yet. They begin with a line, or inside one that is too long.
    private var rest = ByteBuffer(capacity: 4096)
    /// Which of them are lines to hand out that a batch before had no room for.
    private var waiting = 0..<0
    private var nextLine = 1
    /// Whether the first bytes were looked at, and what is wrong with the input by their look.
    private var isRecognised = false
    private var fault: Diagnostic?
    private var faultIsTold = false
    /// Whether what is handed out next belongs to XML that nobody reads.
    private var isWithinXML = false
    /// Whether all of it may be one property list.
    private var mayBePropertyList: Bool
    private let forms: InputForms
    /// The line that is too long and was handed out in part.
    private var oversized: Oversized?
    /// How much of `rest` is known to be no more than a document without its end, or a property list without lines.
    private var held = 0

    private struct Oversized {
        /// Bytes handed out so far.
        var count: Int
        /// Whether the last of them may be half a line end.
        var endsInReturn: Bool
    }

    /// Takes the descriptor and closes it, unless it is a standard stream.
    init(_ descriptor: Descriptor, _ name: String, _ forms: InputForms) {
        self.descriptor = descriptor
        self.name = name
        self.forms = forms
        mayBePropertyList = forms.propertyLists
    }

    deinit {
        if descriptor.number > 2 { try? descriptor.close() }
    }

    /// Fills a batch with the next lines; false when there are none left.
    func fill(_ batch: Batch, _ isCancelled: () -> Bool) -> Bool {
        batch.file = name
        batch.firstLine = nextLine
        batch.content = .lines(holdDocuments: forms.documents)
        if !waiting.isEmpty {
            handOutWaiting(batch)
            return true
        }
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
            batch.bytes.reserve(room)
            do throws(SystemError) {
                let buffer = unsafe UnsafeMutableRawBufferPointer(start: batch.bytes.end, count: room)
                let count = try unsafe descriptor.read(into: buffer)
                batch.bytes.advance(by: count)
                if count == 0 {
                    atEnd = true
                    return
                }
            } catch {
                failure = .trouble("cannot read \(name): \(error.words)")
                atEnd = true
                // Half a line is none.
                let whole = unsafe batch.bytes.bytes.lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
                batch.bytes.truncate(to: whole)
                if whole == 0 { oversized = nil }
                return
            }
        } while batch.bytes.count < full && descriptor.isReadable(within: 0)
    }

    // MARK: - Handing out

    /// Leaves in the batch what is to be worked on and keeps what follows it; false if more must be read first.
    private func handOut(_ batch: Batch) -> Bool {
        if oversized != nil { return handOutOversized(batch) }
        guard !batch.bytes.isEmpty, recognise(batch) else { return false }
        if mayBePropertyList {
            if let isHandedOut = handOutPropertyList(batch) { return isHandedOut }
            mayBePropertyList = false
            held = 0
        }
        let text = unsafe batch.bytes.bytes
        if isWithinXML {
            switch unsafe Self.firstInput(in: text) {
            case 0:
                isWithinXML = false
                fault = nil
            case let end?:
                handOutLines(batch, upTo: end)
                return true
            case nil: break
            }
        }
        let limit = InputLook.longestLine
        guard let firstEnd = unsafe text.firstOffset(of: ASCII.newline) else {
            // A carriage return at the end may be half a line end.
            if unsafe text.count > limit + 1 || text.count > limit && text.last != ASCII.carriageReturn {
                return handOutPiece(batch)
            }
            if atEnd { handOutLines(batch, upTo: text.count) }
            return atEnd
        }
        // Only the first line can have come in more than one block.
        if unsafe text.lineLength(0..<firstEnd) > limit {
            oversized = Oversized(count: 0, endsInReturn: false)
            return handOutOversized(batch)
        }
        guard !atEnd, fault == nil else {
            let end = unsafe atEnd ? text.count : text.lastNewlineEnd
            handOutLines(batch, upTo: end)
            return true
        }
        let end = unsafe text.lastNewlineEnd
        guard forms.documents, let open = unsafe Document.openStart(in: text.part(0..<end), known: held),
            end - open <= limit
        else {
            handOutLines(batch, upTo: end)
            return true
        }
        guard open > 0 else {
            held = end
            return false
        }
        handOutLines(batch, upTo: open)
        return true
    }

    /// Where the first line begins that is an input by itself, whatever stands before it.
    private static func firstInput(in text: UnsafeRawBufferPointer) -> Int? {
        var start = 0
        while start < text.count {
            let line = unsafe text.part(start..<min(start + 3, text.count))
            if unsafe line.first == ASCII.openBrace || line.starts(with: "eyJ".utf8) { return start }
            guard let newline = unsafe text.firstOffset(of: ASCII.newline, from: start) else { return nil }
            start = newline + 1
        }
        return nil
    }

    /// Hands out whole lines up to `end`: as many of them as a batch holds, and the others after them.
    private func handOutLines(_ batch: Batch, upTo end: Int) {
        let (cut, lines) = unsafe firstLines(of: batch.bytes.bytes.part(0..<end))
        handOut(batch, upTo: cut, lines: lines)
        waiting = 0..<end - cut
    }

    private func handOut(_ batch: Batch, upTo end: Int, lines: Int) {
        keep(batch, from: end)
        nextLine += lines
        tellFault(batch)
    }

    private func handOutWaiting(_ batch: Batch) {
        let (cut, lines) = unsafe firstLines(of: rest.bytes(in: waiting))
        unsafe batch.bytes.append(rest.bytes(in: waiting).part(0..<cut))
        nextLine += lines
        tellFault(batch)
        waiting = waiting.lowerBound + cut..<waiting.upperBound
        guard waiting.isEmpty else { return }
        rest.removeFirst(waiting.upperBound)
        waiting = 0..<0
    }

    /// The lines that a batch has room for. No document is cut: one that is longer is a batch by itself.
    private func firstLines(of text: UnsafeRawBufferPointer) -> (end: Int, count: Int) {
        var end = 0
        var count = 0
        while count < Batch.mostLines, let newline = unsafe text.firstOffset(of: ASCII.newline, from: end) {
            end = newline + 1
            count += 1
        }
        guard count == Batch.mostLines, end < text.count else { return (text.count, count) }
        guard forms.documents, let open = unsafe Document.openStart(in: text.part(0..<end), known: 0) else {
            return (end, count)
        }
        if open > 0 {
            end = open
        } else {
            let firstEnd = unsafe text.firstOffset(of: ASCII.newline) ?? text.count
            // What begins like a document and is none is lines like others.
            guard let last = unsafe Document.end(in: text, from: 0, firstLineEnd: firstEnd) else { return (end, count) }
            end = min(last + 1, text.count)
        }
        return unsafe (end, text.part(0..<end).occurrences(of: ASCII.newline))
    }

    /// Hands out what there is of a line that is too long: its end, or all there is.
    private func handOutOversized(_ batch: Batch) -> Bool {
        guard var line = oversized else { return false }
        let text = unsafe batch.bytes.bytes
        guard let end = unsafe text.firstOffset(of: ASCII.newline) ?? (atEnd ? text.count : nil) else {
            return text.count > InputLook.longestLine && handOutPiece(batch)
        }
        if end > 0 { line.endsInReturn = unsafe text[end - 1] == ASCII.carriageReturn }
        let length = line.count + end - (line.endsInReturn ? 1 : 0)
        keep(batch, from: min(end + 1, text.count))
        batch.content = .oversized(length: length)
        tellFault(batch)
        oversized = nil
        nextLine += 1
        return true
    }

    /// Hands out all there is as a piece of a line that is too long.
    private func handOutPiece(_ batch: Batch) -> Bool {
        let text = unsafe batch.bytes.bytes
        oversized = unsafe Oversized(
            count: (oversized?.count ?? 0) + text.count, endsInReturn: text.last == ASCII.carriageReturn)
        batch.content = .oversized(length: nil)
        batch.fault = fault
        return true
    }

    /// Hands out what may be a property list, up to the first line that is an input by itself or to the end. Nil for
    /// what is none, and for what is too long to be worked on.
    private func handOutPropertyList(_ batch: Batch) -> Bool? {
        let text = unsafe batch.bytes.bytes
        // Blank lines before it are part of it, but not without end.
        let isKnown = atEnd || text.count > InputLook.longestLine
        guard fault == nil, let isXML = unsafe InputLook.beginsLikeXML(text) ?? (isKnown ? false : nil) else {
            return fault == nil ? false : nil
        }
        guard isXML else { return nil }
        var end = held
        var isFound = false
        while end < text.count, !isFound {
            guard let newline = unsafe text.firstOffset(of: ASCII.newline, from: end) else { break }
            end = newline + 1
            let next = unsafe text.part(end..<min(end + 3, text.count))
            // A line's first bytes may not have come yet.
            if next.count < 3, !atEnd, unsafe next.first != ASCII.openBrace { break }
            isFound = unsafe next.first == ASCII.openBrace || next.starts(with: "eyJ".utf8)
            if !isFound { held = end }
        }
        if !isFound { end = text.count }
        // What is left to read of the line that decides is no part of it.
        guard end <= InputLook.longestLine + (isFound || atEnd ? 0 : 3) else { return nil }
        guard isFound || atEnd else { return false }
        handOut(batch, upTo: end, lines: unsafe text.part(0..<end).occurrences(of: ASCII.newline))
        batch.content = .document
        mayBePropertyList = false
        return true
    }

    private func keep(_ batch: Batch, from end: Int) {
        unsafe rest.append(batch.bytes.bytes(from: end))
        batch.bytes.truncate(to: end)
        held = 0
    }

    // MARK: - Foreign formats

    /// Looks at the first bytes; false if there are too few of them.
    private func recognise(_ batch: Batch) -> Bool {
        guard !isRecognised else { return true }
        let text = unsafe batch.bytes.bytes
        let isEnough = unsafe text.count >= InputLook.prefixLength || atEnd || text.contains(ASCII.newline)
        guard isEnough else { return false }
        fault = unsafe InputLook.fault(ofBeginning: text)
        if fault == nil, !forms.propertyLists {
            let isXML = unsafe InputLook.beginsLikeXML(text)
            // Blank lines may stand before it, but not without end.
            if isXML == nil, !atEnd, text.count < Self.mostBlanks { return false }
            isWithinXML = isXML == true
            if isWithinXML { fault = InputLook.xml }
        }
        isRecognised = true
        return true
    }

    private func tellFault(_ batch: Batch) {
        batch.fault = fault
        batch.tellsFault = fault != nil && !faultIsTold
        faultIsTold = true
    }
}

extension UnsafeRawBufferPointer {
    /// How long a line is without its end, whose newline is cut off already.
    func lineLength(_ line: Range<Int>) -> Int {
        unsafe line.count - (line.isEmpty || self[line.upperBound - 1] != ASCII.carriageReturn ? 0 : 1)
    }

    fileprivate var lastNewlineEnd: Int { unsafe lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0 }
}
