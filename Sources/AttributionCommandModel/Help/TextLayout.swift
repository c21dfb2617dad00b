/// Wrapping of text into lines for a terminal.
enum TextLayout {
    /// The smallest width that text is wrapped to, because lines of one word each would be useless.
    static let leastWidth = 40

    /// Wraps a text into lines of at most `width` characters. A longer word gets a line of its own.
    static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var length = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            let wordLength = word.count
            if length > 0 && length + 1 + wordLength > width {
                lines.append(line)
                line = ""
                length = 0
            }
            if length > 0 {
                line += " "
                length += 1
            }
            line += word
            length += wordLength
        }
        if length > 0 { lines.append(line) }
        return lines
    }

    /// Splits a text at its empty lines into paragraphs, and joins the lines of each.
    static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
            .map { $0.joined(separator: " ") }
    }

    /// Returns the lines of a literal text without empty lines at the end and without trailing white space.
    static func literalLines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0.isWhitespace }.reversed())
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Returns as many clauses from the beginning of a text as fit into the width; the whole text if not even the first one fits.
    static func clauses(of text: String, width: Int) -> String {
        guard text.count > width else { return text }
        var depth = 0
        var ends: [Character: String.Index] = [:]
        for (offset, index) in text.indices.prefix(width + 1).enumerated() {
            let character = text[index]
            if depth == 0, offset > 0, ",;:(".contains(character) { ends[character == "," ? "," : ";"] = index }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
        }
        // Cut at a comma only if there is no semicolon to cut at.
        guard let end = ends[";"] ?? ends[","] else { return text }
        return String(text[..<end].reversed().drop { $0.isWhitespace }.reversed())
    }

    static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

/// A page of help, built from top to bottom for a given width.
package struct HelpPage {
    private static let indent = 2
    private static let gap = 2
    private static let widestLabel = 28

    let width: Int
    private(set) var lines: [String] = []

    package init(width: Int) { self.width = max(width, TextLayout.leastWidth) }

    package var text: String { lines.map { $0 + "\n" }.joined() }

    package mutating func blank() {
        if lines.last?.isEmpty == false { lines.append("") }
    }

    package mutating func heading(_ title: String) {
        blank()
        lines.append("\(title):")
    }

    /// Adds a wrapped paragraph. Its further lines are indented by the width of `lead`.
    package mutating func paragraph(_ text: String, lead: String = "", indent: Int = 0) {
        let column = indent + lead.count
        for (index, line) in TextLayout.wrap(text, width: width - column).enumerated() {
            lines.append(index == 0 ? TextLayout.spaces(indent) + lead + line : TextLayout.spaces(column) + line)
        }
    }

    package mutating func literal(_ text: String, indent: Int) {
        for line in TextLayout.literalLines(text) { lines.append(line.isEmpty ? "" : TextLayout.spaces(indent) + line) }
    }

    /// Adds a list of terms, with their descriptions in a column. The description of a term that is too long begins on the next line.
    ///
    /// - Parameter onOneLineEach: Whether a description longer than a line is cut at the end of a clause.
    mutating func entries(_ entries: [Block.Item], column: Int, onOneLineEach: Bool = false) {
        for entry in entries {
            let label = TextLayout.spaces(Self.indent) + entry.term
            let paragraphs =
                onOneLineEach
                ? [TextLayout.clauses(of: entry.text, width: width - column)] : entry.paragraphs
            let texts = paragraphs.map { TextLayout.wrap($0, width: width - column) }.flatMap { $0 }
            let isBeside = label.count + Self.gap <= column
            let first = isBeside ? texts.first : nil
            lines.append(first.map { label + TextLayout.spaces(column - label.count) + $0 } ?? label)
            for line in texts.dropFirst(first == nil ? 0 : 1) { lines.append(TextLayout.spaces(column) + line) }
        }
    }

    /// Returns the column for the descriptions of all these entries.
    func column(for entries: [Block.Item]) -> Int {
        let limit = min(Self.widestLabel, width / 2)
        let widest = entries.map(\.term.count).filter { $0 <= limit }.max() ?? 0
        return Self.indent + widest + Self.gap
    }
}
