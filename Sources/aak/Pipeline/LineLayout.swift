import AttributionBase
import AttributionInspection

/// Finds out which lines of a text together are one input, because a JSON value may extend over several lines.
///
/// A line that begins an object or an array without ending it is joined with the following lines, as long as they continue the value. If
/// they do not, or if the value becomes too long for an input, the line is bad by itself. The lines after it are then read on their own, up
/// to the one that broke the value, which may begin a new value. Therefore no line swallows others. If a bad line begins a document, the
/// end of the document is determined too, because a remedy may mend the document. Each byte is read at most three times.
struct LineLayout {
    enum Unit {
        /// The line is an input by itself. The document that it begins may be mended.
        case line(document: Int?)
        /// The value ends in another line, before this offset.
        case value(end: Int)
        /// The value continues after the end of the text.
        case open
        /// The line begins a value that another line breaks. The offset of the fault, and the length of the document, are relative to the
        /// beginning of the line.
        case broken(JSONSyntaxError, document: Int?)
    }

    /// A value of which more must arrive, as far as it was read.
    private struct Beginning {
        let start: Int
        var extent = JSONExtent()
        /// What broke the value. Then only the end of the document is not known yet.
        var fault: JSONSyntaxError?
        var document: DocumentExtent
    }

    private let dropsComments: Bool
    /// Lines that begin before this offset are not joined.
    private var alone = 0
    /// Lines that begin before this offset, or are indented deeper, are in a document whose end was looked for already.
    private var examined = (end: 0, margin: Int.max)
    private var beginning: Beginning?
    /// A unit that did not fit into its batch.
    private var postponed: (start: Int, unit: Unit)?

    /// - Parameter dropsComments: Whether a document may also begin with comments.
    init(dropsComments: Bool) { self.dropsComments = dropsComments }

    /// Makes offsets relative to a later position.
    mutating func move(to index: Int) {
        alone = max(0, alone - index)
        examined.end -= index
        // The rest of an earlier line is not needed any more.
        if beginning?.start != index { beginning = nil }
        beginning = beginning.map { Beginning(start: 0, extent: $0.extent, fault: $0.fault, document: $0.document) }
        postponed = postponed.map { (0, $0.unit) }
    }

    /// Leaves a unit for the next batch.
    mutating func postpone(_ unit: Unit, at start: Int) { postponed = (start, unit) }

    /// Returns whether the line may be a part of a value. Nearly all lines are whole objects or tokens.
    @inline(__always)
    func mayJoin(_ text: ByteView, from start: Int, lineEnd: Int) -> Bool {
        let first = text[start]
        guard first == ASCII.openBrace, text[lineEnd &- 1] == ASCII.closeBrace else {
            if first == ASCII.openBrace || first == ASCII.openBracket || first == ASCII.space || first == ASCII.tab {
                return true
            }
            if first == UInt8(ascii: "/") || first == UInt8(ascii: "#") { return dropsComments }
            guard lineEnd > start + 1 else { return false }
            var last = text[lineEnd &- 1]
            if last == ASCII.carriageReturn { last = text[lineEnd &- 2] }
            return last == ASCII.openBrace || last == ASCII.openBracket || last == UInt8(ascii: "(")
        }
        guard let next = text.byte(at: lineEnd &+ 1) else { return true }
        return next <= ASCII.space || next == ASCII.quote || Self.continues(next)
    }

    /// Whether a byte at the beginning of a line may continue a value.
    @inline(__always)
    private static func continues(_ byte: UInt8) -> Bool {
        byte == ASCII.comma || byte == ASCII.closeBrace || byte == ASCII.closeBracket
    }

    /// Returns which input the line belongs to.
    ///
    /// - Parameter isWhole: Whether the text is complete.
    @inline(never)
    mutating func unit(in text: ByteView, from start: Int, lineEnd: Int, isWhole: Bool) -> Unit {
        if let postponed, postponed.start == start {
            self.postponed = nil
            return postponed.unit
        }
        let line = text.part(start..<lineEnd)
        let content = line.trimmed
        guard start >= alone, let first = content.first else { return .line(document: nil) }
        let isValue = first == ASCII.openBrace || first == ASCII.openBracket
        guard isValue || mayBegin(content) else { return .line(document: nil) }
        if first == ASCII.openBrace, content.last == ASCII.closeBrace, beginsNext(in: text, after: lineEnd, line) {
            return .line(document: nil)
        }
        var beginning = Beginning(start: start, document: DocumentExtent(at: line.indentation))
        if let earlier = self.beginning.take(), earlier.start == start { beginning = earlier }
        let rest = text.part(start..<text.count)
        if beginning.fault == nil, isValue {
            switch value(in: rest, lineEnd - start, &beginning.extent, isWhole: isWhole) {
            case .broken(let error, _) where error == Self.tooLong:
                return broken(by: error, text, start, lineEnd, document: nil)
            case .broken(let error, _): beginning.fault = error
            case .open:
                self.beginning = beginning
                return .open
            case .value(let end): return .value(end: start + end)
            case .line: return .line(document: nil)
            }
        }
        var document: Int?
        // Lines far after the document that was examined last belong to something else.
        if start >= examined.end,
            beginning.document.margin <= examined.margin || start - examined.end > InputFault.longestInput
        {
            switch beginning.document.advance(over: rest, isWhole: isWhole) {
            case .open:
                self.beginning = beginning
                return .open
            case .ended(let end) where start + end > lineEnd: (examined, document) = ((start + end, .max), end)
            // Whether a single line was examined depends on when the next one arrives.
            case .hopeless where beginning.document.reached > 0:
                examined = (start + beginning.document.reached, beginning.document.margin)
            case .ended, .hopeless: break
            }
        }
        guard let fault = beginning.fault else { return .line(document: document) }
        return broken(by: fault, text, start, lineEnd, document: document)
    }

    /// Returns whether a text without white space around it is one input where documents may begin with comments.
    static func isOneInput(_ text: ByteView) -> Bool {
        guard text.count <= InputFault.longestInput else { return false }
        var layout = LineLayout(dropsComments: true)
        guard let lineEnd = text.firstOffset(of: ASCII.newline) else { return true }
        guard layout.mayJoin(text, from: 0, lineEnd: lineEnd) else { return false }
        switch layout.unit(in: text, from: 0, lineEnd: lineEnd, isWhole: true) {
        case .value(let end): return end == text.count
        case .line(let end), .broken(_, let end): return end == text.count
        case .open: return false
        }
    }

    /// Whether a line that begins no value may begin a document: with a comment, or with a call around it.
    private func mayBegin(_ line: ByteView) -> Bool {
        if line.starts(with: "//".utf8) || line.starts(with: "/*".utf8) || line.first == UInt8(ascii: "#") {
            return dropsComments
        }
        return (Self.endsInBracket(line) ? line.part(0..<line.count - 1).trimmed : line).last == UInt8(ascii: "(")
    }

    @inline(__always)
    private static func endsInBracket(_ line: ByteView) -> Bool {
        line.last == ASCII.openBrace || line.last == ASCII.openBracket
    }

    /// Whether the next line that is not blank begins a value, and is indented no deeper than the given line.
    private func beginsNext(in text: ByteView, after lineEnd: Int, _ line: ByteView) -> Bool {
        guard let next = text[lineEnd...].firstIndex(where: { !ASCII.isWhiteSpace($0) }),
            text[next] == ASCII.openBrace || text[next] == UInt8(ascii: "e")
        else { return false }
        let start = text.part(0..<next).lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
        return next - start <= line.indentation
    }

    /// Returns whether a text begins with values that end at the end of a line.
    private func value(in text: ByteView, _ lineEnd: Int, _ extent: inout JSONExtent, isWhole: Bool) -> Unit {
        while true {
            switch extent.advance(over: text) {
            case .ended(let end):
                let behind = text.part(end..<text.count).firstIndex { $0 == ASCII.newline || !ASCII.isWhiteSpace($0) }
                let index = behind.map { $0 + end } ?? text.count
                switch text.byte(at: index) {
                case nil, ASCII.newline:
                    guard index <= InputFault.longestInput else { return .broken(Self.tooLong, document: nil) }
                    return index <= lineEnd ? .line(document: nil) : .value(end: index)
                case ASCII.openBrace, ASCII.openBracket: extent.begin(at: index)
                case let byte?:
                    return .broken(JSONSyntaxError(.unexpectedByte(byte, wanted: .endOfText), at: index), document: nil)
                }
            case .open(let wanted):
                guard text.count <= InputFault.longestInput else { return .broken(Self.tooLong, document: nil) }
                guard isWhole else { return .open }
                return .broken(JSONSyntaxError(.unexpectedEnd(wanted: wanted), at: text.count), document: nil)
            case .invalid(let error): return .broken(error, document: nil)
            }
        }
    }

    private static let tooLong = JSONSyntaxError(.tooLarge(limit: InputFault.longestInput), at: InputFault.longestInput)

    private mutating func broken(
        by error: JSONSyntaxError, _ text: ByteView, _ start: Int, _ lineEnd: Int, document: Int?
    ) -> Unit {
        let index = min(start + error.offset, text.count)
        guard index > lineEnd else { return .line(document: document) }
        alone = index == text.count ? index : text.part(0..<index).lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
        // If a line has both an opening and a closing brace, the message is about the line itself. It then does not depend on the following
        // lines, or on when they arrive.
        return text.part(start..<lineEnd).trimmed.last == ASCII.closeBrace
            ? .line(document: document) : .broken(error.naming(in: text.part(start..<text.count)), document: document)
    }
}

/// The inputs in a text of lines: a line each, or a value over several lines.
struct LineUnits {
    /// The offset at which each input ends, before its line terminator.
    private(set) var ends: [Int] = []
    /// An input that is not just a line: it takes several lines, or, with an error, begins a value with a syntax error that many lines
    /// later, or is inside such a value.
    struct Exception {
        /// The index in ``ends``.
        fileprivate(set) var index: Int
        let lines: Int
        let error: JSONSyntaxError?
        let isInside: Bool
        /// The length of the document that the line begins, if a remedy may mend it. An input ends where the document does.
        fileprivate(set) var document: Int?
    }

    private(set) var exceptions: [Exception] = []

    init() {}

    /// Takes each line of a text as an input.
    init(linesOf text: ByteView) {
        var start = 0
        while start < text.count {
            let end = text.firstOffset(of: ASCII.newline, from: start) ?? text.count
            append(end: end)
            start = end + 1
        }
    }

    @inline(__always)
    mutating func append(
        end: Int, lines: Int = 1, error: JSONSyntaxError? = nil, isInside: Bool = false, document: Int? = nil
    ) {
        if lines > 1 || error != nil || isInside || document != nil {
            exceptions.append(
                Exception(index: ends.count, lines: lines, error: error, isInside: isInside, document: document))
        }
        ends.append(end)
    }

    /// Forgets the last document, because an input begins inside it and ends after it.
    mutating func dropDocument() {
        if let last = exceptions.lastIndex(where: { $0.document != nil }) { exceptions[last].document = nil }
    }

    /// Removes the inputs that end after an offset, and returns them with offsets relative to it.
    @discardableResult
    mutating func split(at offset: Int) -> LineUnits {
        let index = ends.firstIndex { $0 >= offset } ?? ends.count
        var rest = LineUnits()
        rest.ends = ends[index...].map { $0 - offset }
        rest.exceptions = exceptions.filter { $0.index >= index }
        for place in rest.exceptions.indices { rest.exceptions[place].index -= index }
        ends.removeSubrange(index...)
        exceptions.removeAll { $0.index >= index }
        return rest
    }
}
