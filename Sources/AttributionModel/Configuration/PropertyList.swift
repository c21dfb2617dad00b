import AttributionBase

/// Reads property lists into JSON values for the rules: XML, as Xcode writes an Info.plist, or binary, as apps contain it.
package enum PropertyList {
    /// Whether bytes are a property list in the binary form.
    package static func isBinary(_ text: ByteView) -> Bool {
        text.first == BinaryPropertyListReader.beginning[0] && text.starts(with: "bplist0".utf8)
    }

    /// Returns the value of a property list. Dates and data become strings. A real keeps its text if that is a JSON number.
    ///
    /// - Throws: An error unless the text is a single well-formed value without repeated keys and with at most 100 levels.
    package static func value(of text: [UInt8]) throws(Problem) -> JSONValue {
        try reading(of: text, keepingRepeats: false).value
    }

    /// Reads a property list.
    ///
    /// - Parameter keepingRepeats: Whether keys may be repeated in a dictionary. Repeats then get other names.
    /// - Returns: The value, the number of line breaks before each value in the order in which they begin, if it is XML, and whether any
    ///   key is repeated.
    static func reading(
        of text: [UInt8], keepingRepeats: Bool
    ) throws(Problem) -> (value: JSONValue, lines: [Int], hasRepeats: Bool) {
        let binary = try text.withBytes { (bytes) throws(Problem) -> JSONValue? in
            guard isBinary(bytes) else { return nil }
            var reader = try BinaryPropertyListReader(bytes)
            return try reader.document()
        }
        if let binary { return (binary, [], false) }
        guard let characters = String(validating: text, as: UTF8.self) else {
            throw .noPropertyList("the text is not UTF-8", inLine: 1)
        }
        var reader = PropertyListReader(Array(characters.unicodeScalars), keepsRepeats: keepingRepeats)
        let value = try reader.document()
        return (value, reader.lines, reader.hasRepeats)
    }

    /// Returns the number of line breaks before the fault of an XML property list.
    static func lineBreaks(beforeFaultOf text: [UInt8]) -> Int {
        guard let characters = String(validating: text, as: UTF8.self) else { return 0 }
        var reader = PropertyListReader(Array(characters.unicodeScalars), keepsRepeats: true)
        _ = try? reader.document()
        return reader.breaks
    }

    /// What is missing around a part of a property list, by the part's first element.
    fileprivate static let frames = [
        "dict": "<plist>", "key": "<plist> and <dict>", "array": "<plist>, <dict> and the <key> of the list",
        "string": "<plist>, <dict>, the <key> of the list and <array>",
    ]

    /// Returns the text before and after a part of a property list that would complete an app's property list; nil if none does.
    package static func frame(of part: [UInt8]) -> (before: String, behind: String)? {
        var frames = [("", ""), ("<dict>", "</dict>")]
        for name in [ConfigurationField.skAdNetworkItems.text, ConfigurationField.networks.text] {
            frames += [
                ("<dict><key>\(name)</key>", "</dict>"), ("<dict><key>\(name)</key><array>", "</array></dict>"),
            ]
        }
        for (start, end) in frames {
            let (before, behind) = ("<plist>" + start, end + "</plist>")
            let text = Array(before.utf8) + part + Array(behind.utf8)
            guard let list = try? value(of: text), isFit(list) else { continue }
            return (before, behind)
        }
        return nil
    }

    /// Returns the name and the content of the outermost element of other XML; nil if the text does not look like XML.
    package static func content(ofOutermost text: [UInt8]) -> (name: String, content: [UInt8])? {
        let (opening, closing) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
        guard let start = text.firstIndex(of: opening), let end = text.firstIndex(of: closing), start < end else {
            return nil
        }
        let name = text[(start + 1)..<end].prefix {
            ASCII.isDigit($0) || ASCII.isUppercase($0 & ~0x20) || "-_:".utf8.contains($0)
        }
        let rest = text[(end + 1)...]
        let word = String(decoding: name, as: UTF8.self)
        guard !name.isEmpty, word != "plist", frames[word] == nil, let last = rest.lastIndex(of: opening),
            rest[last...].starts(with: "</\(word)>".utf8)
        else { return nil }
        return (word, Array(String(decoding: rest[..<last], as: UTF8.self).utf8))
    }

    /// Whether a value may be an app's property list: a dictionary in which each list of ad networks has elements of the right type.
    private static func isFit(_ value: JSONValue) -> Bool {
        guard case .object(let members) = value else { return false }
        return members.allSatisfy { member in
            guard member.name != "\(ConfigurationField.skAdNetworkIdentifier)" else { return false }
            let isItems = member.name == ConfigurationField.skAdNetworkItems.text
            guard isItems || member.name == ConfigurationField.networks.text else { return true }
            guard case .array(let list) = member.value else { return false }
            return list.allSatisfy { if case .object = $0 { isItems } else { $0.string != nil && !isItems } }
        }
    }
}

/// Reads one value. `PropertyListMarkup.swift` has the grammar of XML itself.
struct PropertyListReader {
    let scalars: [Unicode.Scalar]
    var at = 0
    private static let depthLimit = 100
    /// The number of line breaks before each value, in the order in which the values begin.
    private(set) var lines: [Int] = []
    private var counted = (offset: 0, breaks: 0)
    /// Whether the second and further values of a key are kept, under names of their own.
    private let keepsRepeats: Bool
    private(set) var hasRepeats = false

    init(_ scalars: [Unicode.Scalar], keepsRepeats: Bool = false) {
        self.keepsRepeats = keepsRepeats
        // XML reads every kind of line ending as a single line feed (XML 1.0, 2.11).
        var normalized: [Unicode.Scalar] = []
        normalized.reserveCapacity(scalars.count)
        var isAfterReturn = false
        for scalar in scalars {
            if scalar != "\n" || !isAfterReturn { normalized.append(scalar == "\r" ? "\n" : scalar) }
            isAfterReturn = scalar == "\r"
        }
        self.scalars = normalized
    }

    mutating func document() throws(Problem) -> JSONValue {
        if scalars.first == "\u{feff}" { at = 1 }
        if let index = scalars[at...].firstIndex(where: { !$0.isXMLCharacter }) {
            at = index
            throw fault(codePoint(scalars[index]) + " is not allowed in XML")
        }
        try skipDeclaration()
        try skipMarkup()
        try skipDocumentType()
        try skipMarkup()
        let name = try tagName()
        guard name.name == "plist" else {
            let wanted = PropertyList.frames[name.name].map { "inside \($0)" } ?? "<plist>"
            throw fault("the outermost element is <\(name.name)>; it must be \(wanted)")
        }
        guard !name.isEmpty else { throw fault("<plist> is empty; it must have a value") }
        let value = try value(depth: 0, of: nil)
        try expectEnd(of: "plist")
        try skipMarkup()
        guard at == scalars.count else { throw fault("something follows </plist>") }
        return value
    }

    /// - Parameter key: The key of the value; nil outside a dictionary.
    private mutating func value(depth: Int, of key: String?) throws(Problem) -> JSONValue {
        guard depth < Self.depthLimit else { throw fault("elements nest deeper than \(Self.depthLimit) levels") }
        let tag = try tagName()
        counted = (at, counted.breaks + scalars[counted.offset..<at].count { $0 == "\n" })
        lines.append(counted.breaks)
        switch (tag.name, tag.isEmpty) {
        case ("true", true): return .bool(true)
        case ("false", true): return .bool(false)
        case ("dict", true): return .object([])
        case ("array", true): return .array([])
        case ("string", true), ("data", true): return .string("")
        case ("dict", false): return try dictionary(depth)
        case ("array", false):
            var elements: [JSONValue] = []
            while try !startsEnd() { elements.append(try value(depth: depth + 1, of: nil)) }
            try expectEnd(of: "array")
            return .array(elements)
        case ("true", false), ("false", false):
            try expectEnd(of: tag.name)
            return .bool(tag.name == "true")
        case ("string", false), ("date", false), ("data", false): return .string(try content(of: tag.name))
        case ("integer", false), ("real", false): return try number(tag.name)
        case ("key", _):
            throw fault(
                key.map { "the key \"\($0)\" has no value" }
                    ?? "<key> is not directly in a <dict>; is an end tag missing before it?")
        default: throw fault("<\(tag.name)> is not an element of property lists")
        }
    }

    private mutating func dictionary(_ depth: Int) throws(Problem) -> JSONValue {
        var members: [JSONValue.Member] = []
        // Names are compared as bytes, as in JSON, because canonically equivalent names are different.
        var names: [[UInt8]: Int] = [:]
        while try !startsEnd() {
            let key = try tagName()
            guard key.name == "key" else {
                guard let last = members.last?.name else {
                    throw fault("<\(key.name)> is in a <dict>; it must be <key>")
                }
                throw fault(
                    "<\(key.name)> is after the value of the key \(quoted(last)); it must be <key>, or all "
                        + "values of this key must be in an <array>"
                )
            }
            var name = key.isEmpty ? "" : try content(of: "key")
            let count = names[Array(name.utf8), default: 0] + 1
            names[Array(name.utf8)] = count
            if count > 1 {
                name = name.repeated(count)
                let isNew = names.updateValue(1, forKey: Array(name.utf8)) == nil
                guard keepsRepeats, isNew else { throw fault("the key \"\(name.repeatedName ?? name)\" is repeated") }
                hasRepeats = true
            }
            guard try !startsEnd() else { throw fault("the key \"\(name)\" has no value") }
            members.append(.init(name, try value(depth: depth + 1, of: name)))
        }
        try expectEnd(of: "dict")
        return .object(members)
    }

    private mutating func number(_ name: String) throws(Problem) -> JSONValue {
        let text = try content(of: name)
        let digits = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        if let value = try? JSONValue(parsing: Array(digits.utf8)), case .number = value {
            let isInteger = digits.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
            if name == "real" || isInteger { return value }
        } else if name == "real", Double(digits) != nil {
            // Such as nan, +infinity and .5, which are not JSON numbers.
            return .string(digits)
        }
        throw fault("\"\(digits)\" is in <\(name)>; it must be \(name == "real" ? "a number" : "an integer")")
    }

    /// The number of line breaks before the current position.
    var breaks: Int { scalars[..<min(at, scalars.count)].count { $0 == "\n" } }

    // MARK: - Tags and text

    /// Reads `<name …>` or `<name/>`, after skipping white space, comments and processing instructions.
    private mutating func tagName() throws(Problem) -> (name: String, isEmpty: Bool) {
        try skipMarkup()
        guard at < scalars.count else { throw fault("the text ends where an element is expected") }
        guard take("<") else { throw fault("there is text where an element is expected") }
        if has("$(") || has("${") {
            let setting = String(String.UnicodeScalarView(scalars[at...].prefix { $0 != ">" && $0 != "\n" }))
            throw fault(
                "<\(excerpt(setting))> is a build setting; Xcode replaces settings only in strings, not in place of elements"
            )
        }
        let name = word()
        guard !name.isEmpty else { throw fault("\"<\" is not followed by an element name") }
        if name == "plist" { try skipAttributes() } else { skipSpace() }
        if at < scalars.count, !has("/"), !has(">"), name != "plist" { throw fault("<\(name)> has attributes") }
        let isEmpty = take("/")
        guard take(">") else { throw fault("<\(name) is not closed by \">\"") }
        return (name, isEmpty)
    }

    private mutating func startsEnd() throws(Problem) -> Bool {
        try skipMarkup()
        return has("</")
    }

    private mutating func expectEnd(of name: String) throws(Problem) {
        try skipMarkup()
        guard take("</") else { throw fault("</\(name)> is expected") }
        let found = word()
        skipSpace()
        guard found == name, take(">") else { throw fault("</\(found)> closes <\(name)>") }
    }

    /// Rejects a text that ends like an address from which the rest of the line was removed.
    private mutating func demandWholeAddress(_ text: String.UnicodeScalarView) throws(Problem) {
        let start = text.reversed().drop { $0.properties.isWhitespace }.prefix { !$0.properties.isWhitespace }
            .reversed()
        let word = String(String.UnicodeScalarView(start)).lowercased()
        guard word == "https:" || word == "http:" else { return }
        while at > 0, scalars[at - 1].properties.isWhitespace { at -= 1 }
        throw fault(
            "the address is cut off where it had \"//\", with which a comment begins for Xcode's preprocessor of property lists"
        )
    }

    /// Reads the text up to the end tag, with entities resolved.
    private mutating func content(of name: String) throws(Problem) -> String {
        var text = String.UnicodeScalarView()
        while at < scalars.count {
            let scalar = scalars[at]
            if take("<![CDATA[") {
                while at < scalars.count, !has("]]>") {
                    text.append(scalars[at])
                    at += 1
                }
                guard take("]]>") else { throw fault("<![CDATA[ is not closed") }
            } else if take("<!--") {
                try skipComment()
            } else if has("]]>") {
                throw fault("text contains \"]]>\"; it must be \"]]&gt;\"")
            } else if scalar == "<" {
                if !has("</\(name)") { try demandWholeAddress(text) }
                try expectEnd(of: name)
                return String(text)
            } else if scalar == "&" {
                text.append(try entity())
            } else {
                text.append(scalar)
                at += 1
            }
        }
        throw fault("<\(name)> is not closed")
    }
}

extension Problem {
    /// The problem of a text that is not an XML property list.
    static func noPropertyList(_ fault: String, inLine line: Int) -> Problem {
        noPropertyList("an XML", "line \(line): \(fault)")
    }

    /// The problem of a file that is not a binary property list, with the offset of the fault.
    static func noPropertyList(_ fault: String, atByte offset: Int) -> Problem {
        noPropertyList("a binary", "byte \(offset): \(fault)")
    }

    private static func noPropertyList(_ form: String, _ fault: String) -> Problem {
        .whole(found: "not \(form) property list: \(fault)", wanted: nil).breaking(InputRules.propertyListSyntax)
    }
}
