import AttributionBase

/// Escaping of plain text, so that man(7) shows it unchanged.
///
/// The output is ASCII only, and every character with a special meaning in roff is escaped.
enum ManualText {
    /// The width that source lines are wrapped to. `mandoc -W style` requires less than 80.
    private static let lineWidth = 76

    /// Returns prose as source lines.
    static func prose(_ text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace).map { (word: Substring) -> String in
            // A word that begins with a hyphen is an option or a number and keeps its hyphens.
            let opening = word.drop { "([{'\"".contains($0) }
            return escape(String(word), isLiteral: opening.first == "-" && opening.count > 1)
        }
        let lines = TextLayout.wrap(words.joined(separator: " "), width: lineWidth).map(guarded)
        // roff would add a space after a line that ends like a sentence.
        return lines.dropLast().map { line in
            let end = line.reversed().first { !")]'".contains($0) }
            return end.map(".?!".contains) == true ? line + "\\&" : line
        } + lines.suffix(1)
    }

    /// Returns a line of a literal display, where even quotation marks must appear as typed.
    static func literal(_ line: String) -> String { guarded(escape(line, isLiteral: true)) }

    /// Returns a heading, or another text on the line of a macro.
    static func heading(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).map { escape(String($0), isLiteral: false) }.joined(separator: " ")
    }

    /// Returns what is typed as it is shown.
    static func bold(_ text: String) -> String { "\\fB\(escape(text, isLiteral: true))\\fR" }

    /// Returns what stands for something else.
    static func italic(_ text: String) -> String { "\\fI\(escape(text, isLiteral: true))\\fR" }

    /// Returns a reference to another page.
    static func reference(_ name: String, _ section: Int) -> String { "\(bold(name))(\(section))" }

    private static func escape(_ text: String, isLiteral: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-" where isLiteral: result += "\\-"
            case "'" where isLiteral: result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\t": result += "    "
            case " "..."~": result.unicodeScalars.append(scalar)
            // Control characters vanish.
            default: result += scalar.value < 0xA0 ? "" : "\\[u\(codePoint(scalar).dropFirst(2))]"
            }
        }
        return result
    }

    /// Guards a line, which must not begin like a request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
