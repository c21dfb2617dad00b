import AttributionBase
import AttributionInspection

/// A JSON document over several lines, as pretty-printers write it: a line that is exactly `{`, lines that begin with
/// white space, and a line that is exactly `}`.
///
/// Nothing else counts as a document. If a line breaks the pattern, the first line is bad, and the following lines
/// are separate inputs again, so that no line swallows others. A document is at most as long as a line may be.
enum Document {
    /// Returns the end of the document with the first line `start..<firstLineEnd`, without its last newline; nil if
    /// there is none.
    @inline(__always)
    static func end(in text: ByteView, from start: Int, firstLineEnd: Int) -> Int? {
        // Nearly all lines are longer.
        guard firstLineEnd &- start <= 2, isLine(text, start..<firstLineEnd, ASCII.openBrace) else { return nil }
        return end(in: text, from: start, at: firstLineEnd + 1)
    }

    @inline(never)
    private static func end(in text: ByteView, from start: Int, at next: Int) -> Int? {
        var at = next
        while at < text.count, at - start <= InputFault.longestInput {
            let lineEnd = text.firstOffset(of: ASCII.newline, from: at) ?? text.count
            if isLine(text, at..<lineEnd, ASCII.closeBrace) {
                return lineEnd - start <= InputFault.longestInput ? lineEnd : nil
            }
            guard continues(text, at, lineEnd) else { return nil }
            at = lineEnd + 1
        }
        return nil
    }

    /// Returns the start of the document that is incomplete at the end of the given lines; nil if there is none.
    ///
    /// - Parameter known: the end of the text that is known to belong to an incomplete document at 0.
    static func openStart(in text: ByteView, known: Int) -> Int? {
        var end = text.count
        while end > known {
            let start = text[..<(end - 1)].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
            if isLine(text, start..<end - 1, ASCII.openBrace) { return start }
            guard continues(text, start, end - 1) else { return nil }
            end = start
        }
        return known > 0 ? 0 : nil
    }

    private static func continues(_ text: ByteView, _ start: Int, _ end: Int) -> Bool {
        start < end && (text[start] == ASCII.space || text[start] == ASCII.tab)
    }

    private static func isLine(_ text: ByteView, _ line: Range<Int>, _ byte: UInt8) -> Bool {
        guard let first = line.first, text[first] == byte else { return false }
        return line.count == 1 || line.count == 2 && text[first + 1] == ASCII.carriageReturn
    }
}
