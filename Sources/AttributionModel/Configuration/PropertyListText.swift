import AttributionBase

/// An app's property list as it was found in a text.
package struct PropertyListText: Sendable {
    /// The list as JSON.
    package let document: JSONDocument
    /// The paths of keys that are repeated in their dictionary. The second and later occurrences have their number appended to the name.
    package let repeats: [String]
    /// The elements around the parts of a property list, if the text is not a whole one; empty if there are none.
    package let around: [String]?
    /// The numbers of line breaks before the values, in the order in which they begin.
    private let lines: [Int]

    /// Reads a whole property list, or else the parts of one: entries without the elements around them, or inside elements of other XML.
    ///
    /// - Throws: Why the text is not a whole property list, if there is no part with a key of attribution either.
    package init(_ text: [UInt8]) throws(Problem) {
        do throws(Problem) {
            try self.init(whole: text, around: nil)
        } catch {
            guard !text.withBytes(PropertyList.isBinary), let parts = PropertyListParts(text),
                let list = try? Self(whole: parts.text, around: parts.around), list.hasKeys
            else { throw error }
            self = list
        }
    }

    private init(whole text: [UInt8], around: [String]?) throws(Problem) {
        let reading = try PropertyList.reading(of: text, keepingRepeats: true)
        document = try .json(reading.value)
        // Different parts may have the same key.
        repeats = reading.hasRepeats ? Self.repeats(in: reading.value, "", isOfParts: around != nil) : []
        lines = reading.lines
        self.around = around
    }

    private var hasKeys: Bool {
        document.withView { root in
            var hasKeys = false
            ConfigurationEntry.visit(root) { _ in hasKeys = true }
            return hasKeys
        }
    }

    private static func repeats(in value: JSONValue, _ place: String, isOfParts: Bool = false) -> [String] {
        switch value {
        case .object(let members):
            let names = Set(members.map { Array($0.name.utf8) })
            return members.flatMap { member in
                let path = place + pathPart(member.name)
                let isRepeat = member.name.repeatedName.map { names.contains(Array($0.utf8)) } ?? false
                return (isRepeat && !isOfParts ? [path] : []) + repeats(in: member.value, path + ".")
            }
        case .array(let elements):
            let place = place.hasSuffix(".") ? String(place.dropLast()) : place
            return elements.enumerated().flatMap { repeats(in: $1, "\(place)[\($0)].") }
        default: return []
        }
    }

    /// Returns the number of line breaks before the value at each path. If the text is no property list, it is the number before its fault.
    package static func lineBreaks(of text: [UInt8], beforePaths paths: [String]) -> [Int] {
        guard let list = try? Self(text) else {
            let breaks = PropertyList.lineBreaks(beforeFaultOf: text)
            return paths.map { _ in breaks }
        }
        return list.document.withView { root in
            // Binary property lists have no lines.
            var lines = list.lines.makeIterator()
            var breaks: [Int: Int] = [:]
            root.forEachValue { breaks[$0.index] = lines.next() ?? 0 }
            return paths.map { breaks[root.place(ofPath: $0).value.index] ?? 0 }
        }
    }
}

extension String {
    /// The name of a key's second or further value in a dictionary.
    func repeated(_ number: Int) -> String { "\(self) (\(number))" }

    /// The name without the number that ``repeated(_:)`` adds; nil if it has none.
    var repeatedName: String? {
        guard utf8.last == UInt8(ascii: ")"), let space = lastIndex(of: " ") else { return nil }
        let number = self[index(after: space)...].dropLast()
        guard number.first == "(", let count = Int(number.dropFirst()), count > 1 else { return nil }
        return String(self[..<space])
    }
}

/// The parts of a property list in a text: entries without the elements around them, as documentation shows them, or in the elements of
/// other XML, such as Cordova's `config.xml` and the plugins of Unreal Engine.
private struct PropertyListParts {
    /// A whole property list, with each entry in the same line as in the original.
    private(set) var text: [UInt8] = []
    private(set) var around: [String] = []

    private static let elements = [
        "key", "dict", "array", "string", "integer", "real", "true", "false", "date", "data",
    ]

    init?(_ original: [UInt8]) {
        guard let parts = original.withBytes(Self.parts), !parts.isEmpty else { return nil }
        text += Array("<plist><dict>".utf8)
        var at = 0
        for part in parts {
            append(gap: original[at..<part.range.lowerBound])
            guard let content = part.framed(Array(original[part.range])) else { return nil }
            text += content
            at = part.range.upperBound
            if let name = part.parent, !around.contains(name) { around.append(name) }
        }
        append(gap: original[at...])
        text += Array("</dict></plist>".utf8)
    }

    private mutating func append(gap: ArraySlice<UInt8>) { text += gap.filter { $0 == ASCII.newline } }

    /// Consecutive elements of property lists in the same element of other XML, or in none.
    private struct Part {
        var range: Range<Int>
        /// The element around them, and the key that it names.
        let parent: String?
        let key: String?

        /// Returns the part as entries of a dictionary; nil if it does not consist of entries.
        func framed(_ part: [UInt8]) -> [UInt8]? {
            if let key { return Array("<key>\(key)</key>".utf8) + part }
            guard part.withBytes({ $0.includes("<key>") }) || parent == nil, let frame = PropertyList.frame(of: part)
            else { return nil }
            let (start, end) = ("<plist><dict>", "</dict></plist>")
            guard frame.before.hasPrefix(start), frame.behind.hasSuffix(end) else {
                // The part is a dictionary itself.
                guard let first = part.firstIndex(of: UInt8(ascii: ">")),
                    let last = part.lastIndex(of: UInt8(ascii: "<")), first < last
                else { return nil }
                return Array(part[(first + 1)..<last])
            }
            return Array(frame.before.utf8.dropFirst(start.utf8.count)) + part
                + Array(frame.behind.utf8.dropLast(end.utf8.count))
        }
    }

    /// Returns nil if the tags do not match each other, or if there are too many parts.
    private static func parts(_ text: ByteView) -> [Part]? {
        var parts: [Part] = []
        var open: Part?
        // The elements of other XML around the current position, and the number of property list elements inside them.
        var outer: [XMLTag] = []
        var depth = 0
        func close() {
            if let open { parts.append(open) }
            open = nil
        }
        var at = 0
        while let tag = XMLTag(in: text, from: at) {
            at = tag.range.upperBound
            if tag.kind == .end, depth > 0 {
                depth -= 1
            } else if tag.kind == .end {
                close()
                guard outer.popLast()?.name == tag.name else { return nil }
            } else if depth > 0 || elements.contains(tag.name) && !tag.hasAttributes {
                if open == nil { open = Part(range: tag.range, parent: outer.last?.name, key: outer.last?.key) }
                if tag.kind == .start { depth += 1 }
            } else {
                close()
                if tag.kind == .start { outer.append(tag) }
            }
            if depth == 0, let start = open?.range.lowerBound { open?.range = start..<at }
            guard parts.count < 256, outer.count < 64 else { return nil }
        }
        close()
        return depth == 0 && outer.isEmpty ? parts : nil
    }
}

/// A tag of an XML text, read loosely: what matters is where it begins and ends.
private struct XMLTag {
    enum Kind {
        case start, empty, end
    }

    let kind: Kind
    let name: String
    let hasAttributes: Bool
    /// The key of a property list that an attribute of Cordova's `config-file` or `edit-config` names.
    let key: String?
    let range: Range<Int>

    /// Finds the next tag, after comments and the like.
    init?(in text: ByteView, from index: Int) {
        var at = index
        while let start = text.firstOffset(of: UInt8(ascii: "<"), from: at) {
            let rest = text.part(start..<text.count)
            let others = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
            guard let end = others.first(where: { rest.starts(with: $0.0.utf8) })?.1 else {
                self.init(text, at: start)
                return
            }
            guard let behind = Self.offset(behind: Array(end.utf8), in: text, from: start) else { return nil }
            at = behind
        }
        return nil
    }

    private init?(_ text: ByteView, at start: Int) {
        var end = start + 1
        var quote: UInt8?
        while let byte = text.byte(at: end), byte != UInt8(ascii: ">") || quote != nil {
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == ASCII.quote || byte == UInt8(ascii: "'") {
                quote = byte
            }
            end += 1
        }
        guard end < text.count else { return nil }
        range = start..<end + 1
        var content = text.part(start + 1..<end).text[...]
        let isEnd = content.first == "/"
        if isEnd { content = content.dropFirst() }
        let isEmpty = content.last == "/"
        if isEmpty { content = content.dropLast() }
        kind = isEnd ? .end : isEmpty ? .empty : .start
        name = String(content.prefix { !$0.isWhitespace })
        let attributes = content.dropFirst(name.count).drop(while: \.isWhitespace)
        hasAttributes = !attributes.isEmpty
        // The attribute `target` of `config-file` is the file.
        let attribute = name == "edit-config" ? "target" : name == "config-file" ? "parent" : nil
        key = attribute.flatMap { Self.value(of: $0, in: attributes) }
    }

    private static func offset(behind mark: [UInt8], in text: ByteView, from start: Int) -> Int? {
        var at = start
        while let found = text.firstOffset(of: mark[0], from: at) {
            if text.part(found..<text.count).starts(with: mark) { return found + mark.count }
            at = found + 1
        }
        return nil
    }

    /// Returns the value of an attribute if it can be a key.
    private static func value(of name: String, in attributes: Substring) -> String? {
        for mark in ["\"", "'"] {
            guard let start = attributes.firstOccurrence(of: "\(name)=\(mark)")?.upperBound else { continue }
            let value = attributes[start...].prefix { String($0) != mark }
            return value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? String(value) : nil
        }
        return nil
    }
}

extension JSONView {
    /// Calls `body` with this value and all those in it, in the order in which they begin.
    fileprivate func forEachValue(_ body: (JSONView) -> Void) {
        body(self)
        for member in members { member.value.forEachValue(body) }
        for element in elements { element.forEachValue(body) }
    }
}
