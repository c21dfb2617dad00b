import AttributionBase
import AttributionModel

/// An object in the form in which a programming language prints it for people, which is not JSON.
package struct PrintedObject {
    /// What the text looks like, and how to print JSON instead.
    package enum Language: String, Sendable {
        case python = "this looks like a dict or object printed by Python; json.dumps writes JSON"
        case elixir = "this looks like a map printed by Elixir; Jason.encode! writes JSON"
        case cSharp = "this looks like a record printed by C#; JsonSerializer.Serialize writes JSON"
        case ruby = "this looks like a hash printed by Ruby; to_json writes JSON"
        case javaScript = "this looks like an object printed by JavaScript's console.log; JSON.stringify writes JSON"
        case swift =
            "this looks like a dictionary or structure printed by Swift; JSONSerialization or JSONEncoder writes JSON"
        case java =
            "this looks like a map or object printed by Java or Kotlin; a library such as Jackson or Gson writes JSON"
        case go = "this looks like a map or structure printed by Go with %v; json.Marshal writes JSON"
        case php = "this looks like an array printed by PHP's print_r; json_encode writes JSON"
        case objectiveC = "this looks like a dictionary printed by NSLog; NSJSONSerialization writes JSON"
        case openStep =
            "this looks like a property list in the old form of NeXTSTEP; plutil -convert xml1 -o - FILE writes XML"
        case yaml = "this looks like YAML; yq -o json -I 0 FILE writes JSON"
        case members = "these look like the members of an object without its { and }"
        case code = "this looks like source code; pass the JSON that it produces"
        case difference = "this looks like a diff; pass the changed file itself"
        case columns = "this looks like a table with a column for each member"
        case http = "this looks like an HTTP message; pass only its body"
        case accessLog = "this looks like the access log of a server, which does not contain the bodies of requests"
        case sql = "this looks like a database dump (SQL); export the rows as JSON lines or CSV instead"
        case networks = "this looks like a list of ad network IDs; aak validate checks them in an Info.plist"
    }

    let language: Language
    let value: JSONValue

    /// Returns nil if the text is not printed by any of these languages.
    init?(_ text: ByteView) {
        let bytes = [UInt8](text)
        for grammar in Grammar.all {
            var reader = Reader(text: bytes, grammar: grammar)
            guard let members = reader.object() else { continue }
            language = grammar.language
            value = .object(members)
            return
        }
        return nil
    }

    /// Returns the language that probably printed a line which is part of an object over several lines.
    package static func language(ofLine line: ByteView) -> Language? {
        if line.elementsEqual("Array") { return .php }
        let wanted: [(Language, [UInt8])] = [(.php, Array("] => ".utf8)), (.javaScript, Array("': ".utf8))]
        for (language, sign) in wanted {
            guard line.count > 1, line.first == sign[0] || language == .php && line.first == ASCII.openBracket else {
                continue
            }
            for at in 1..<line.count where line[at] == sign[0] && line.part(at..<line.count).starts(with: sign) {
                return language
            }
        }
        return nil
    }

    /// Returns the language that a line looks like, if no remedy applies to the line.
    package static func language(ofMember line: ByteView) -> Language? {
        let word = line.prefix { ASCII.isWordPart($0) || $0 == ASCII.quote }
        let behind = line.part(word.count..<line.count)
        let name = String(decoding: word.filter { $0 != ASCII.quote }, as: UTF8.self)
        if behind.starts(with: " = ".utf8), ConfigurationField.names.contains(name) { return .openStep }
        if !word.isEmpty, behind.starts(with: " = ".utf8), line.last == UInt8(ascii: ";") { return .objectiveC }
        if behind.first == ASCII.colon, Remedy.isMember(name) {
            if word.first == ASCII.quote { return .members }
            if line.last == ASCII.comma || line.includes("', '") { return .javaScript }
            return behind.count == 1 || behind.starts(with: ": ".utf8) ? .yaml : nil
        }
        if isAccessLog(line) { return .accessLog }
        if ["INSERT INTO ", "insert into ", "COPY ", "CREATE TABLE "].contains(where: { line.starts(with: $0.utf8) }) {
            return .sql
        }
        if line.includes(" HTTP/1") || line.starts(with: "HTTP/1".utf8) { return .http }
        if Remedy.areNames(line.split(separator: ASCII.comma)) { return .columns }
        return isNetwork(line) ? .networks : isDifference(line) ? .difference : isCode(line) ? .code : nil
    }

    /// Whether a line is an ad network's ID, with or without the punctuation of a list.
    static func isNetwork(_ line: ByteView) -> Bool {
        guard line.count < 64 else { return false }
        let name = line.filter { !"\"',;-* \t".utf8.contains($0) }
        guard let dot = name.lastIndex(of: ASCII.dot) else { return false }
        let ending = String(decoding: name[dot...], as: UTF8.self).lowercased()
        return dot > 0 && (ending == ".skadnetwork" || ending == ".adattributionkit")
            && name[..<dot].allSatisfy { ASCII.isWordPart($0) }
    }

    /// Whether a line is one of a server's log of requests: with the request in quotation marks, or a header of the W3C's format.
    private static func isAccessLog(_ line: ByteView) -> Bool {
        if line.starts(with: "#Fields:".utf8) || line.starts(with: "#Version:".utf8)
            || line.starts(with: "#Software:".utf8)
        {
            return true
        }
        let methods = ["\"POST ", "\"GET ", "\"PUT ", "\"HEAD ", "\"OPTIONS "]
        return (line.includes(" HTTP/1") || line.includes(" HTTP/2")) && methods.contains { line.includes($0) }
    }

    private static func isDifference(_ line: ByteView) -> Bool {
        ["diff --git ", "--- ", "+++ ", "@@ -", "Index: "].contains { line.starts(with: $0.utf8) }
    }

    /// Whether a line begins like source code: with a comment, a keyword of declarations, or a name to which a value is assigned.
    private static func isCode(_ line: ByteView) -> Bool {
        let beginnings = [
            "// ", "/*", "#!", "# ", "import ", "from ", "package ", "require ", "let ", "var ", "const ", "func ",
            "def ",
            "class ", "struct ", "using ", "public ", "private ", "static ", "return ", "if ", "for ",
        ]
        if beginnings.contains(where: { line.starts(with: $0.utf8) }) { return true }
        let name = line.prefix { ASCII.isWordPart($0) || $0 == ASCII.dot || $0 == UInt8(ascii: "$") }
        let behind = line.part(name.count..<line.count)
        return behind.count < line.count && [" = ", " := ", " == "].contains { behind.starts(with: $0.utf8) }
    }

    private struct Grammar {
        let language: Language
        let opening: String
        let closing: UInt8
        /// The text between a name and its value.
        let separator: String
        /// The text between two members. If empty, it is white space.
        let comma: String
        /// The quotation mark of strings; nil if they have none.
        let quote: UInt8?
        /// Whether names can be without quotation marks.
        let namesArePlain: Bool

        static let all = [
            Grammar(.python, "{'", "}", ": ", ", ", "'", false), Grammar(.ruby, "{\"", "}", "=>", ", ", "\"", false),
            Grammar(.ruby, "{\"", "}", " => ", ", ", "\"", false), Grammar(.javaScript, "{", "}", ": ", ",", "'", true),
            Grammar(.elixir, "%{\"", "}", " => ", ", ", "\"", false),
            Grammar(.cSharp, "{", "}", " = ", ", ", nil, true),
            Grammar(.swift, "[\"", "]", ": ", ", ", nil, false), Grammar(.java, "{", "}", "=", ", ", nil, true),
            Grammar(.go, "map[", "]", ":", " ", nil, true), Grammar(.go, "&{", "}", ":", " ", nil, true),
            Grammar(.python, "(", ")", "=", ", ", "'", true), Grammar(.swift, "(", ")", ": ", ", ", "\"", true),
            Grammar(.java, "(", ")", "=", ", ", nil, true),
        ]

        init(
            _ language: Language, _ opening: String, _ closing: Unicode.Scalar, _ separator: String, _ comma: String,
            _ quote: Unicode.Scalar?, _ namesArePlain: Bool
        ) {
            (self.language, self.opening, self.separator, self.comma) = (language, opening, separator, comma)
            (self.closing, self.quote) = (UInt8(ascii: closing), quote.map { UInt8(ascii: $0) })
            self.namesArePlain = namesArePlain
        }
    }

    /// Reads the members of one object. Their values are strings, numbers and literals, because messages have no others.
    private struct Reader {
        let text: [UInt8]
        let grammar: Grammar
        var at = 0

        mutating func object() -> [JSONValue.Member]? {
            // The name of a type may come before its members.
            while grammar.opening == "(", at < text.count, ASCII.isWordPart(text[at]) || text[at] == ASCII.dot {
                at += 1
            }
            guard take(grammar.opening) else { return nil }
            // The opening may include the quotation mark of the first name.
            if grammar.opening.utf8.last == grammar.quote || grammar.opening.utf8.last == ASCII.quote { at -= 1 }
            var members: [JSONValue.Member] = []
            while true {
                skipSpace()
                if at == text.count - 1, text[at] == grammar.closing { return members.count > 1 ? members : nil }
                guard let name = name(), take(grammar.separator), let value = value() else { return nil }
                members.append(.init(name, value))
                skipSpace(unless: grammar.comma == " ")
                if at < text.count, text[at] == grammar.closing { continue }
                guard take(grammar.comma) else { return nil }
            }
        }

        private mutating func name() -> String? {
            if let quote = grammar.quote ?? (grammar.namesArePlain ? nil : ASCII.quote), at < text.count,
                text[at] == quote
            {
                return quoted(by: quote)
            }
            guard grammar.namesArePlain else { return nil }
            let start = at
            while at < text.count, ASCII.isWordPart(text[at]) { at += 1 }
            return at > start ? String(decoding: text[start..<at], as: UTF8.self) : nil
        }

        private mutating func value() -> JSONValue? {
            guard at < text.count else { return nil }
            for quote in [grammar.quote, ASCII.quote, UInt8(ascii: "'")] where text[at] == quote {
                return quoted(by: text[at]).map { .string($0) }
            }
            let start = at
            let comma = grammar.comma.utf8.first ?? ASCII.comma
            while at < text.count, text[at] != comma, text[at] != grammar.closing, text[at] >= 0x20 { at += 1 }
            var end = at
            while end > start, text[end - 1] == ASCII.space { end -= 1 }
            let word = String(decoding: text[start..<end], as: UTF8.self)
            switch word {
            case "True", "true": return .bool(true)
            case "False", "false": return .bool(false)
            case "None", "nil", "null", "<nil>", "undefined": return .null
            case "": return nil
            default: break
            }
            // A version looks like a number, but is a string in both frameworks.
            if let number = try? JSONValue(parsing: Array(word.utf8)), case .number = number,
                !word.utf8.contains(ASCII.dot)
            {
                return number
            }
            return grammar.quote == nil ? .string(word) : nil
        }

        private mutating func quoted(by quote: UInt8) -> String? {
            var result: [UInt8] = []
            at += 1
            while at < text.count, text[at] != quote {
                if text[at] == ASCII.backslash { at += 1 }
                guard at < text.count else { return nil }
                result.append(text[at])
                at += 1
            }
            guard at < text.count else { return nil }
            at += 1
            return String(validating: result, as: UTF8.self)
        }

        private mutating func take(_ word: String) -> Bool {
            guard text[at...].starts(with: word.utf8) else { return false }
            at += word.utf8.count
            return true
        }

        private mutating func skipSpace(unless isKept: Bool = false) {
            while !isKept, at < text.count, ASCII.isWhiteSpace(text[at]) { at += 1 }
        }
    }
}
