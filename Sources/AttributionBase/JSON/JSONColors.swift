extension JSONText {
    // Terminal colours as in jq's defaults: names have one colour and strings another, null is faint, and everything else is plain.
    private static let colorOfNames: StaticString = "\u{1b}[34;1m"
    private static let colorOfStrings: StaticString = "\u{1b}[0;32m"
    private static let colorOfNull: StaticString = "\u{1b}[0;90m"
    private static let noColor: StaticString = "\u{1b}[0m"

    /// Appends a compact text in colour, in which characters that could control a terminal are escaped.
    package static func appendColored(_ text: ByteView, to output: inout ByteBuffer) {
        var at = 0
        while at < text.count {
            let start = at
            let end = colorToken(text, from: start, to: &output)
            if end == start {
                output.append(text[at])
                at += 1
            } else {
                at = end
            }
        }
    }

    /// Appends the string or `null` at an offset in its colour. Returns the end of the token, or the offset if neither is there.
    static func colorToken(_ text: ByteView, from start: Int, to output: inout ByteBuffer) -> Int {
        switch text[start] {
        case ASCII.quote:
            let end = endOfString(text, from: start)
            var next = end
            while next < text.count, ASCII.isWhiteSpace(text[next]) { next += 1 }
            let isName = next < text.count && text[next] == ASCII.colon
            output.append(isName ? colorOfNames : colorOfStrings)
            appendHarmless(text.part(start..<end), to: &output)
            output.append(noColor)
            return end
        case UInt8(ascii: "n"):
            let end = min(start + 4, text.count)
            output.append(colorOfNull)
            appendHarmless(text.part(start..<end), to: &output)
            output.append(noColor)
            return end
        default: return start
        }
    }

    /// Returns the end of the string that begins at an offset, or the end of the text if the string is not closed.
    static func endOfString(_ text: ByteView, from start: Int) -> Int {
        var at = start + 1
        while at < text.count, text[at] != ASCII.quote {
            at += text[at] == ASCII.backslash ? 2 : 1
        }
        return min(at + 1, text.count)
    }
}
