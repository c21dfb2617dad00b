import AttributionBase

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
