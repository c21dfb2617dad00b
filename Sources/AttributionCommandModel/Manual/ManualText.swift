import AttributionBase

/// Escaping of plain text, so that mdoc(7) shows it unchanged.
///
/// The output is ASCII only, and every character with a special meaning in roff is escaped.
enum ManualText {
    /// The width that source lines are wrapped to. `mandoc -W style` requires less than 80.
    private static let lineWidth = 76
    private static let abbreviations: Set<String> = ["e.g.", "i.e.", "cf.", "vs.", "etc.", "approx.", "no."]

    /// Returns prose as source lines: each sentence begins a new line, and long lines are wrapped.
    static func prose(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            let escaped = escapeWord(String(word))
            if !line.isEmpty && line.utf8.count + 1 + escaped.utf8.count > lineWidth {
                // An invisible character keeps roff from treating the line's end as the end of a sentence.
                lines.append(guardedStart(endsLikeSentence(line) ? line + "\\&" : line))
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + escaped
            if endsLikeSentence(String(word)) && !isAbbreviation(word) {
                lines.append(guardedStart(line))
                line = ""
            }
        }
        if !line.isEmpty { lines.append(guardedStart(line)) }
        return lines
    }

    /// Returns a line of a literal display, where even quotation marks must appear as typed.
    static func literal(_ line: String) -> String {
        guardedStart(escape(line, isLiteral: true))
    }

    /// Returns words as arguments of a macro line.
    static func arguments(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace)
            .map { guardedArgument(escapeWord(String($0))) }
            .joined(separator: " ")
    }

    /// Returns a name to be typed, such as an option's, as one argument of a macro line. Every hyphen becomes a minus
    /// sign.
    static func name(_ text: String) -> String {
        guardedArgument(escape(text, isLiteral: true))
    }

    /// Escapes a word of prose. If it begins with a hyphen, it is an option or a number and keeps its hyphens.
    private static func escapeWord(_ word: String) -> String {
        let opening = word.drop { "([{'\"".contains($0) }
        return escape(word, isLiteral: opening.first == "-" && opening.count > 1)
    }

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
            default: result += named(scalar)
            }
        }
        return result
    }

    /// Returns the escape for a non-ASCII character by number; empty for control characters.
    private static func named(_ scalar: Unicode.Scalar) -> String {
        guard scalar.value >= 0xA0 else { return "" }
        return "\\[u\(codePoint(scalar).dropFirst(2))]"
    }

    /// Guards a text line, which must not begin like a request.
    private static func guardedStart(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// Guards an argument, which must be neither the name of a macro nor a single delimiter.
    private static func guardedArgument(_ word: String) -> String {
        let isDelimiter = word.count == 1 && word.allSatisfy { ".,;:?!()[]|".contains($0) }
        return isDelimiter || macros.contains(word) ? "\\&" + word : word
    }

    private static func endsLikeSentence(_ text: String) -> Bool {
        var end = text[...]
        while let last = end.last, ")]'\"".contains(last) { end.removeLast() }
        return end.last.map { ".?!".contains($0) } ?? false
    }

    private static func isAbbreviation(_ word: Substring) -> Bool {
        abbreviations.contains(word.drop { "([".contains($0) }.lowercased())
    }

    /// All macros of mdoc(7) that can be called from another macro's line.
    private static let macros: Set<String> = [
        "%A", "%B", "%C", "%D", "%I", "%J", "%N", "%O", "%P", "%Q", "%R", "%T", "%U", "%V", "Ac", "Ad", "An", "Ao",
        "Ap", "Aq", "Ar", "At", "Bc", "Bd", "Bf", "Bk", "Bl", "Bo", "Bq", "Brc", "Bro", "Brq", "Bsx", "Bt", "Bx",
        "Cd", "Cm", "D1", "Db", "Dc", "Dd", "Dl", "Do", "Dq", "Dt", "Dv", "Dx", "Ec", "Ed", "Ef", "Ek", "El", "Em",
        "Eo", "Er", "Es", "Ev", "Ex", "Fa", "Fc", "Fd", "Fl", "Fn", "Fo", "Fr", "Ft", "Fx", "Hf", "Ic", "In", "It",
        "Lb", "Li", "Lk", "Lp", "Ms", "Mt", "Nd", "Nm", "No", "Ns", "Nx", "Oc", "Oo", "Op", "Os", "Ot", "Ox", "Pa",
        "Pc", "Pf", "Po", "Pp", "Pq", "Qc", "Ql", "Qo", "Qq", "Re", "Rs", "Rv", "Sc", "Sh", "Sm", "So", "Sq", "Ss",
        "St", "Sx", "Sy", "Ta", "Tg", "Tn", "Ud", "Ux", "Va", "Vt", "Xc", "Xo", "Xr",
    ]
}
