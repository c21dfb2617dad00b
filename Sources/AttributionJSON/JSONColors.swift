import AttributionBytes

/// How kinds of values are coloured on a terminal, as jq does by default: names and strings each in their own, null faint,
/// everything else plain.
enum JSONColor {
    static let name: StaticString = "\u{1b}[34;1m"
    static let string: StaticString = "\u{1b}[0;32m"
    static let null: StaticString = "\u{1b}[0;90m"
    static let none: StaticString = "\u{1b}[0m"
}

extension JSONText {
    /// Appends a text without white space between its tokens, in colours, with what could drive a terminal escaped.
    package static func appendColored(_ text: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        var at = 0
        while at < text.count {
            let start = at
            let end = unsafe colorToken(text, from: start, to: &output)
            if end == start {
                unsafe output.append(text[at])
                at += 1
            } else {
                at = end
            }
        }
    }

    /// Appends the string or the null at an offset in its colour. Gives its end, or the offset where there is none.
    static func colorToken(_ text: UnsafeRawBufferPointer, from start: Int, to output: inout ByteBuffer) -> Int {
        switch unsafe text[start] {
        case ASCII.quote:
            let end = unsafe endOfString(text, from: start)
            var next = end
            while next < text.count, unsafe ASCII.isWhiteSpace(text[next]) { next += 1 }
            let isName = unsafe next < text.count && text[next] == ASCII.colon
            output.append(isName ? JSONColor.name : JSONColor.string)
            unsafe appendHarmless(text.part(start..<end), to: &output)
            output.append(JSONColor.none)
            return end
        case UInt8(ascii: "n"):
            let end = min(start + 4, text.count)
            output.append(JSONColor.null)
            unsafe appendHarmless(text.part(start..<end), to: &output)
            output.append(JSONColor.none)
            return end
        default: return start
        }
    }

    /// The end of the string that begins at an offset, or of the text.
    static func endOfString(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
        var at = start + 1
        while at < text.count, unsafe text[at] != ASCII.quote {
            at += unsafe text[at] == ASCII.backslash ? 2 : 1
        }
        return min(at + 1, text.count)
    }
}
