/// The part of XML's grammar that property lists need. Everything else is rejected, so that no other reader can interpret the same text
/// differently.
extension PropertyListReader {
    mutating func entity() throws(Problem) -> Unicode.Scalar {
        guard let end = scalars[at...].prefix(12).firstIndex(of: ";") else {
            throw fault("\"&\" does not begin an entity")
        }
        let name = String(String.UnicodeScalarView(scalars[(at + 1)..<end]))
        at = end + 1
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
            // `UInt32(_:radix:)` would also accept a sign. A code that is not an XML character is not an entity.
            guard name.hasPrefix("#"), digits.first?.isHexDigit == true,
                let code = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10), let scalar = Unicode.Scalar(code),
                scalar.isXMLCharacter
            else { throw fault("&\(name); is not an entity of property lists") }
            return scalar
        }
    }

    // MARK: - Markup other than elements (XML 1.0, 2.4 to 2.8)

    /// Skips `<?xml version="1.0" encoding="UTF-8"?>`, which can only be at the beginning.
    mutating func skipDeclaration() throws(Problem) {
        guard has("<?xml"), at + 5 >= scalars.count || !scalars[at + 5].isNameCharacter else { return }
        _ = take("<?xml")
        var names: [String] = []
        while try !takeEndOfDeclaration() {
            let (name, value) = try attribute(of: "?xml")
            names.append(name)
            switch name {
            case "version":
                guard value.hasPrefix("1."), value.count > 2, value.dropFirst(2).allSatisfy(\.isWholeNumber) else {
                    throw fault("the version of XML is \"\(value)\"; it must be \"1.0\"")
                }
            case "encoding":
                guard value.lowercased() == "utf-8" else {
                    throw fault("the encoding is \"\(value)\"; it must be \"UTF-8\"")
                }
            case "standalone":
                guard value == "yes" || value == "no" else {
                    throw fault("standalone is \"\(value)\"; it must be \"yes\" or \"no\"")
                }
            default: throw fault("<?xml has no \(name)")
            }
        }
        guard names.first == "version", names == names.filter({ $0 != "standalone" }) || names.last == "standalone",
            Set(names).count == names.count
        else { throw fault("<?xml wants version, encoding and standalone, in this order") }
    }

    mutating func takeEndOfDeclaration() throws(Problem) -> Bool {
        let start = at
        skipSpace()
        if take("?>") { return true }
        guard at < scalars.count else { throw fault("the text ends where \"?>\" is expected") }
        at = start
        return false
    }

    /// Skips white space, comments and processing instructions.
    mutating func skipMarkup() throws(Problem) {
        while true {
            skipSpace()
            if take("<!--") {
                try skipComment()
            } else if take("<?") {
                let target = xmlName()
                guard !target.isEmpty, target.lowercased() != "xml" else {
                    throw fault("\"<?\(target)\" does not begin a processing instruction")
                }
                guard has("?>") || skipSpace() else { throw fault("white space is expected after \"<?\(target)\"") }
                try skip(past: "?>")
            } else {
                return
            }
        }
    }

    /// Skips the rest of a comment, which can contain two consecutive hyphens only at its end.
    mutating func skipComment() throws(Problem) {
        while at < scalars.count {
            if take("--") {
                guard take(">") else { throw fault("a comment contains \"--\"") }
                return
            }
            at += 1
        }
        throw fault("the text ends where \"-->\" is expected")
    }

    /// Skips a document type, which has no effect. One that declares entities is rejected.
    mutating func skipDocumentType() throws(Problem) {
        guard take("<!DOCTYPE") else { return }
        guard skipSpace(), !xmlName().isEmpty else { throw fault("<!DOCTYPE has no name") }
        let isSpaced = skipSpace()
        for (word, count) in [("PUBLIC", 2), ("SYSTEM", 1)] where isSpaced && take(word) {
            for _ in 0..<count {
                guard skipSpace() else { throw fault("white space is expected in <!DOCTYPE") }
                _ = try quotedText { word == "SYSTEM" || $0.isASCII && $0 != "<" && $0 != ">" && $0 != "&" }
            }
            break
        }
        skipSpace()
        guard at < scalars.count else { throw fault("the text ends where \">\" is expected") }
        guard !has("[") else { throw fault("the document type has declarations; it must have none") }
        guard take(">") else { throw fault("\">\" is expected at the end of <!DOCTYPE") }
    }

    /// Skips the attributes of `<plist>`, which have no effect.
    mutating func skipAttributes() throws(Problem) {
        var names = Set<String>()
        while true {
            let start = at
            skipSpace()
            if at >= scalars.count || has(">") || has("/") { return }
            at = start
            let (name, _) = try attribute(of: "plist")
            guard names.insert(name).inserted else { throw fault("<plist> has two attributes \(name)") }
        }
    }

    /// Reads white space, a name, `=` and a quoted text.
    mutating func attribute(of element: String) throws(Problem) -> (String, String) {
        guard skipSpace() else { throw fault("white space is expected in <\(element)") }
        let name = xmlName()
        guard !name.isEmpty else { throw fault("the name of an attribute is expected in <\(element)") }
        skipSpace()
        guard take("=") else { throw fault("\"=\" is expected after \(name)") }
        skipSpace()
        return (name, try quotedText { $0 != "<" })
    }

    /// Reads a text in single or double quotes and resolves its entities.
    mutating func quotedText(where isAllowed: (Unicode.Scalar) -> Bool) throws(Problem) -> String {
        guard at < scalars.count, scalars[at] == "\"" || scalars[at] == "'" else {
            throw fault("text in quotes is expected")
        }
        let mark = scalars[at]
        at += 1
        var text = String.UnicodeScalarView()
        while at < scalars.count, scalars[at] != mark {
            guard isAllowed(scalars[at]) else {
                throw fault("a text in quotes contains \"\(scalars[at])\", which is not allowed there")
            }
            if scalars[at] == "&" {
                text.append(try entity())
            } else {
                text.append(scalars[at])
                at += 1
            }
        }
        guard at < scalars.count else { throw fault("a text in quotes is not closed") }
        at += 1
        return String(text)
    }

    mutating func skip(past mark: String) throws(Problem) {
        while at < scalars.count {
            if take(mark) { return }
            at += 1
        }
        throw fault("the text ends where \"\(mark)\" is expected")
    }

    /// Skips white space and returns whether there was any.
    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = at
        while at < scalars.count, [" ", "\t", "\n"].contains(scalars[at]) { at += 1 }
        return at > start
    }

    mutating func xmlName() -> String {
        let start = at
        if at < scalars.count, scalars[at].isNameCharacter, !("0"..."9").contains(scalars[at]), scalars[at] != "-",
            scalars[at] != "."
        {
            while at < scalars.count, scalars[at].isNameCharacter { at += 1 }
        }
        return String(String.UnicodeScalarView(scalars[start..<at]))
    }

    mutating func word() -> String {
        let start = at
        while at < scalars.count, scalars[at].properties.isAlphabetic || scalars[at] == "-" { at += 1 }
        return String(String.UnicodeScalarView(scalars[start..<at]))
    }

    func has(_ mark: String) -> Bool { scalars[at...].starts(with: mark.unicodeScalars) }

    mutating func take(_ mark: String) -> Bool {
        guard has(mark) else { return false }
        at += mark.unicodeScalars.count
        return true
    }

    func fault(_ problem: String) -> Problem {
        .noPropertyList(problem, inLine: 1 + breaks)
    }
}

extension Unicode.Scalar {
    /// Whether XML allows this character (XML 1.0, 2.2).
    var isXMLCharacter: Bool {
        value >= 0x20 && value != 0xfffe && value != 0xffff || self == "\t" || self == "\n" || self == "\r"
    }

    /// Whether names in property lists may contain this character. Unlike XML, they are limited to ASCII.
    var isNameCharacter: Bool {
        isASCII && (properties.isAlphabetic || ("0"..."9").contains(self) || "-._:".unicodeScalars.contains(self))
    }
}
