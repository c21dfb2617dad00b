import AttributionBase
import AttributionInspection

/// Finds out which lines of a text together are one input, because a JSON value may extend over several lines.
///
/// A line that begins an object or an array without ending it is joined with the following lines, as long as they continue the value. If
/// they do not, or if the value becomes too long for an input, the line is bad by itself. The lines after it are then read on their own, up
/// to the one that broke the value, which may begin a new value. Therefore no line swallows others, and each byte is read at most twice.
struct LineLayout {
    enum Unit {
        /// The line is an input by itself.
        case line
        /// The value ends in another line, before this offset.
        case value(end: Int)
        /// The value continues after the end of the text.
        case open
        /// The line begins a value that another line breaks. The offset of the fault is relative to the beginning of the line.
        case broken(JSONSyntaxError)
    }

    /// Lines that begin before this offset are not joined.
    private var alone = 0
    /// A value that continues after the end of the text, as far as it was read.
    private var extent: JSONExtent?

    /// Makes offsets relative to a later position.
    mutating func move(to index: Int) { alone = max(0, alone - index) }

    /// Returns whether the line may be a part of a value. Nearly all lines are whole objects or tokens.
    @inline(__always)
    static func mayJoin(_ text: ByteView, from start: Int, lineEnd: Int) -> Bool {
        let first = text[start]
        guard first == ASCII.openBrace, text[lineEnd &- 1] == ASCII.closeBrace else {
            return first == ASCII.openBrace || first == ASCII.openBracket || first == ASCII.space || first == ASCII.tab
        }
        guard let next = text.byte(at: lineEnd &+ 1) else { return true }
        return next <= ASCII.space || continues(next)
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
        let line = text.part(start..<lineEnd).trimmed
        guard start >= alone, let first = line.first, first == ASCII.openBrace || first == ASCII.openBracket else {
            return .line
        }
        if first == ASCII.openBrace, line.last == ASCII.closeBrace,
            let next = text.part(lineEnd..<text.count).first(where: { !ASCII.isWhiteSpace($0) }),
            !Self.continues(next)
        {
            return .line
        }
        var extent = self.extent ?? JSONExtent()
        self.extent = nil
        let rest = text.part(start..<text.count)
        while true {
            switch extent.advance(over: rest) {
            case .ended(let end):
                let behind = rest.part(end..<rest.count).firstIndex { $0 == ASCII.newline || !ASCII.isWhiteSpace($0) }
                let index = behind.map { $0 + end } ?? rest.count
                switch rest.byte(at: index) {
                case nil, ASCII.newline:
                    guard index <= InputFault.longestInput else {
                        return broken(by: Self.tooLong, text, start, lineEnd)
                    }
                    return start + index <= lineEnd ? .line : .value(end: start + index)
                case ASCII.openBrace, ASCII.openBracket: extent.begin(at: index)
                case let byte?:
                    return broken(
                        by: JSONSyntaxError(.unexpectedByte(byte, wanted: .endOfText), at: index), text, start, lineEnd)
                }
            case .open(let wanted):
                guard rest.count <= InputFault.longestInput else {
                    return broken(by: Self.tooLong, text, start, lineEnd)
                }
                guard isWhole else {
                    self.extent = extent
                    return .open
                }
                return broken(by: JSONSyntaxError(.unexpectedEnd(wanted: wanted), at: rest.count), text, start, lineEnd)
            case .invalid(let error): return broken(by: error, text, start, lineEnd)
            }
        }
    }

    private static let tooLong = JSONSyntaxError(.tooLarge(limit: InputFault.longestInput), at: InputFault.longestInput)

    private mutating func broken(by error: JSONSyntaxError, _ text: ByteView, _ start: Int, _ lineEnd: Int) -> Unit {
        let index = min(start + error.offset, text.count)
        guard index > lineEnd else { return .line }
        alone = index == text.count ? index : text.part(0..<index).lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
        // If a line has both an opening and a closing brace, the message is about the line itself. It then does not depend on the following
        // lines, or on when they arrive.
        return text.part(start..<lineEnd).trimmed.last == ASCII.closeBrace
            ? .line : .broken(error.naming(in: text.part(start..<text.count)))
    }
}

/// The inputs in a text of lines: a line each, or a value over several lines.
struct LineUnits {
    /// The offset at which each input ends, before its line terminator.
    private(set) var ends: [Int] = []
    /// The inputs that are not just a line, in order, by their index in ``ends``: those that take several lines, and, with an error, those
    /// that begin a value with a syntax error that many lines later, or that are inside such a value.
    private(set) var exceptions: [(index: Int, lines: Int, error: JSONSyntaxError?, isInside: Bool)] = []

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
    mutating func append(end: Int, lines: Int = 1, error: JSONSyntaxError? = nil, isInside: Bool = false) {
        if lines > 1 || error != nil || isInside { exceptions.append((ends.count, lines, error, isInside)) }
        ends.append(end)
    }

    /// Removes the inputs that end after an offset, and returns them with offsets relative to it.
    @discardableResult
    mutating func split(at offset: Int) -> LineUnits {
        let index = ends.firstIndex { $0 >= offset } ?? ends.count
        var rest = LineUnits()
        rest.ends = ends[index...].map { $0 - offset }
        rest.exceptions = exceptions.filter { $0.index >= index }.map {
            ($0.index - index, $0.lines, $0.error, $0.isInside)
        }
        ends.removeSubrange(index...)
        exceptions.removeAll { $0.index >= index }
        return rest
    }
}
