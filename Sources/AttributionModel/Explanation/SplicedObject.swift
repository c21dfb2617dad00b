import AttributionBase

/// The text of a JSON object in which values can be replaced. Everything else stays the same, byte for byte.
struct SplicedObject {
    let text: [UInt8]
    let json: JSONValue
    private let members: [(name: String, start: Int, value: Range<Int>)]

    init?(_ text: [UInt8]) {
        guard let document = try? JSONDocument(parsing: text), case .object = document.json else { return nil }
        self.text = text
        json = document.json
        members = document.withView { root in
            root.members.map { ($0.name.string, $0.name.start, $0.value.start..<$0.value.end) }
        }
    }

    /// The text of a member's value.
    subscript(name: String) -> [UInt8]? { members.first { $0.name == name }.map { Array(text[$0.value]) } }

    /// Returns the text with another value for a member; nil if there is no such member.
    func replacing(_ name: String, with value: [UInt8]) -> [UInt8]? {
        members.firstIndex { $0.name == name }.map { replacing([$0: value]) }
    }

    /// Returns the text with other values for some members, which are given by index.
    func replacing(_ values: [Int: [UInt8]]) -> [UInt8] {
        joined { index in
            let own = members[index]
            return text[own.start..<own.value.lowerBound] + (values[index] ?? Array(text[own.value]))
        }
    }

    /// Returns the text with its first members in another order. The text between members stays in place.
    func reordered(_ order: [Int]) -> [UInt8] {
        joined { index in
            let own = members[index < order.count ? order[index] : index]
            return text[own.start..<own.value.upperBound]
        }
    }

    private func joined(_ member: (Int) -> ArraySlice<UInt8>) -> [UInt8] {
        guard let first = members.first else { return text }
        var result = Array(text[..<first.start])
        for index in members.indices {
            result += member(index)
            let next = index + 1 < members.count ? members[index + 1].start : text.count
            result += text[members[index].value.upperBound..<next]
        }
        return result
    }

    /// Returns the text without a member; nil if there is no such member, or if it is the only one.
    func removing(_ name: String) -> [UInt8]? {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        if index + 1 < members.count { return Array(text[..<members[index].start] + text[members[index + 1].start...]) }
        guard index > 0 else { return nil }
        return Array(text[..<members[index - 1].value.upperBound] + text[members[index].value.upperBound...])
    }

    /// Returns the text with another member at the end; nil if the object is empty.
    func adding(_ name: String, _ value: [UInt8]) -> [UInt8]? {
        guard let last = members.last else { return nil }
        let member = [ASCII.comma] + Array(JSONValue.string(name).text.utf8) + [ASCII.colon] + value
        return text[..<last.value.upperBound] + member + text[last.value.upperBound...]
    }
}

/// A style of formatting JSON.
struct JSONSpelling {
    let words: String
    /// The white space after a comma, and after a colon.
    var comma = ""
    var colon = ""
    /// The indentation of each level; nil if everything is on one line.
    var indent: String?
    var escapesSlashes = false
    var sortsNames = false
    var end = ""

    /// The default styles of JSON libraries in several languages.
    static let all = [
        JSONSpelling(words: "without spaces"),
        JSONSpelling(words: "with a space after each comma and colon", comma: " ", colon: " "),
        JSONSpelling(words: "with its members sorted", sortsNames: true),
        JSONSpelling(
            words: "with its members sorted and a space after each comma and colon", comma: " ", colon: " ",
            sortsNames: true),
        JSONSpelling(words: "with / written as \\/", escapesSlashes: true),
        JSONSpelling(words: "over several lines, indented by 2", colon: " ", indent: "  "),
        JSONSpelling(words: "over several lines, indented by 4", colon: " ", indent: "    "),
        JSONSpelling(words: "over several lines, indented by tabs", colon: " ", indent: "\t"),
        JSONSpelling(words: "over several lines and sorted", colon: " ", indent: "  ", sortsNames: true),
        JSONSpelling(words: "with a line feed at its end", end: "\n"),
    ]

    func text(of value: JSONValue) -> [UInt8] { Array((text(of: value, "") + end).utf8) }

    private func text(of value: JSONValue, _ margin: String) -> String {
        let inner = margin + (indent ?? "")
        func joined(_ parts: [String], _ open: String, _ close: String) -> String {
            guard !parts.isEmpty else { return open + close }
            guard indent != nil else { return open + parts.joined(separator: "," + comma) + close }
            return open + "\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n" + margin + close
        }
        switch value {
        case .object(let members):
            let ordered = sortsNames ? members.inOrder { $0.name < $1.name } : members
            return joined(
                ordered.map { text(of: .string($0.name), inner) + ":" + colon + text(of: $0.value, inner) }, "{", "}")
        case .array(let elements): return joined(elements.map { text(of: $0, inner) }, "[", "]")
        case .string: return escapesSlashes ? value.text.replacingEach("/", by: "\\/") : value.text
        default: return value.text
        }
    }
}
