/// Writes plain text so that mdoc(7) shows it as it is.
///
/// Only ASCII comes out, and every character that roff would read as something else is escaped.
enum ManualText {
    /// The width that source lines are filled to. `mandoc -W style` asks for less than 80.
    private static let lineWidth = 76
    private static let abbreviations: Set<String> = ["e.g.", "i.e.", "cf.", "vs.", "etc.", "approx.", "no."]

    /// Prose as source lines: each sentence begins a line, and long ones are filled.
    static func prose(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            let escaped = escapeWord(String(word))
            if !line.isEmpty && line.utf8.count + 1 + escaped.utf8.count > lineWidth {
                // A line that ends like a sentence is taken for one unless something invisible follows.
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

    /// A line inside a literal display, where even quotation marks must come out as typed.
    static func literal(_ line: String) -> String {
        guardedStart(escape(line, isLiteral: true))
    }

    /// Words as arguments of a macro line.
    static func arguments(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace)
            .map { guardedArgument(escapeWord(String($0))) }
            .joined(separator: " ")
    }

    /// A name that is typed, such as that of an option, as one argument of a macro line: every hyphen a minus sign.
    static func name(_ text: String) -> String {
        guardedArgument(escape(text, isLiteral: true))
    }

    /// A word of prose. One that begins with a hyphen is an option, or a number, and keeps its hyphens.
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

    /// A character beyond ASCII by its number; control characters vanish.
    private static func named(_ scalar: Unicode.Scalar) -> String {
        guard scalar.value >= 0xA0 else { return "" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }

    /// A text line must not begin like a request.
    private static func guardedStart(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// An argument must be neither the name of a macro nor a lone delimiter.
    private static func guardedArgument(_ word: String) -> String {
        let isDelimiter = word.count == 1 && ".,;:?!()[]|".contains(word)
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

    /// Every macro of mdoc(7) that can be called from the line of another.
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
