import AttributionBase

/// Escaping of plain text, so that man(7) shows it unchanged.
///
/// The output is ASCII only, and every character with a special meaning in roff is escaped.
enum ManualText {
    /// The width to which source lines are wrapped. `mandoc -W style` warns about 80 characters or more.
    private static let lineWidth = 76

    /// Returns prose as escaped source lines.
    static func prose(_ text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace).map { (word: Substring) -> String in
            // A word that begins with a hyphen is an option or a number, whose hyphens must stay ASCII.
            let opening = word.drop { "([{'\"".contains($0) }
            return escape(String(word), isLiteral: opening.first == "-" && opening.count > 1)
        }
        let lines = TextLayout.wrap(words.joined(separator: " "), width: lineWidth).map(guarded)
        // In roff, a line that ends with a period would be followed by an additional space.
        return lines.dropLast().map { line in
            let end = line.reversed().first { !")]'".contains($0) }
            return end.map(".?!".contains) == true ? line + "\\&" : line
        } + lines.suffix(1)
    }

    /// Returns an escaped line of a literal display, where even quotation marks must appear as typed.
    static func literal(_ line: String) -> String { guarded(escape(line, isLiteral: true)) }

    /// Returns an escaped heading, or other text that is a macro's argument.
    static func heading(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).map { escape(String($0), isLiteral: false) }.joined(separator: " ")
    }

    /// Returns text that the user types literally, in bold.
    static func bold(_ text: String) -> String { "\\fB\(escape(text, isLiteral: true))\\fR" }

    /// Returns a placeholder, in italics.
    static func italic(_ text: String) -> String { "\\fI\(escape(text, isLiteral: true))\\fR" }

    /// Returns a reference to another manual page.
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
            // Control characters are dropped.
            default: result += scalar.value < 0xA0 ? "" : "\\[u\(codePoint(scalar).dropFirst(2))]"
            }
        }
        return result
    }

    /// Protects a line that would otherwise begin like a roff request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
