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
        let binary = try text.withBytes { (bytes) throws(Problem) -> JSONValue? in
            guard isBinary(bytes) else { return nil }
            var reader = try BinaryPropertyListReader(bytes)
            return try reader.document()
        }
        if let binary { return binary }
        guard let characters = String(validating: text, as: UTF8.self) else {
            throw .noPropertyList("the text is not UTF-8", inLine: 1)
        }
        var reader = PropertyListReader(Array(characters.unicodeScalars))
        return try reader.document()
    }

    /// Returns the number of line breaks before the value at each path of an XML property list. If the text is none, it is the number
    /// before its fault.
    package static func lineBreaks(of text: [UInt8], beforePaths paths: [String]) -> [Int] {
        guard let characters = String(validating: text, as: UTF8.self) else { return paths.map { _ in 0 } }
        var reader = PropertyListReader(Array(characters.unicodeScalars))
        guard let value = try? reader.document() else { return paths.map { _ in reader.breaks } }
        let writer = LineWriter(value, inLines: reader.lines)
        return unsafe writer.output.bytes.lineBreaks(beforePaths: paths)
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
        let text = String(decoding: text, as: UTF8.self)
        guard let start = text.firstIndex(of: "<"), let end = text.firstIndex(of: ">"), start < end else { return nil }
        let name = text[text.index(after: start)..<end].prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_:".contains($0))
        }
        let rest = text[text.index(after: end)...]
        guard !name.isEmpty, name != "plist", frames[String(name)] == nil, let last = rest.lastIndex(of: "<"),
            rest[last...].hasPrefix("</\(name)>")
        else { return nil }
        return (String(name), Array(rest[..<last].utf8))
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

    init(_ scalars: [Unicode.Scalar]) {
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
        var names = Set<[UInt8]>()
        while try !startsEnd() {
            let key = try tagName()
            guard key.name == "key" else { throw fault("<\(key.name)> is in a <dict>; it must be <key>") }
            let name = key.isEmpty ? "" : try content(of: "key")
            guard names.insert(Array(name.utf8)).inserted else { throw fault("the key \"\(name)\" is repeated") }
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

/// Writes a value as JSON in which each part is in the same line as in the original.
private struct LineWriter: ~Copyable {
    /// The numbers of line breaks before the values that are still to be written.
    private var lines: ArraySlice<Int>
    private var breaks = 0
    private(set) var output = ByteBuffer()

    init(_ value: JSONValue, inLines lines: [Int]) {
        self.lines = lines[...]
        add(value)
    }

    private mutating func add(_ value: JSONValue, named name: String? = nil) {
        let line = lines.popFirst() ?? breaks
        for _ in breaks..<line { output.append(ASCII.newline) }
        breaks = line
        if let name {
            JSONText.appendString(name, to: &output)
            output.append(ASCII.colon)
        }
        switch value {
        case .object(let members):
            output.openObject()
            for member in members {
                output.separate()
                add(member.value, named: member.name)
            }
            output.closeObject()
        case .array(let elements):
            output.openArray()
            for element in elements {
                output.separate()
                add(element)
            }
            output.closeArray()
        default: value.append(to: &output)
        }
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
