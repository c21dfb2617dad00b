import StrictJSON

/// HTML that is well-formed XML too.
struct Markup {
    private(set) var text = ""

    /// Appends markup of ours.
    mutating func append(_ markup: String) { text += markup }

    /// Appends an element that holds text alone.
    mutating func append(_ name: String, _ attributes: [(String, String)] = [], _ content: String) {
        text += "<" + name + Self.attributes(attributes) + ">" + Self.escaped(content) + "</" + name + ">"
    }

    mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        text += "<" + name + Self.attributes(attributes) + ">"
    }

    mutating func close(_ name: String) { text += "</" + name + ">\n" }

    /// Appends an element that holds nothing.
    mutating func appendEmpty(_ name: String, _ attributes: [(String, String)]) {
        text += "<" + name + Self.attributes(attributes) + "/>"
    }

    private static func attributes(_ attributes: [(String, String)]) -> String {
        attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }

    /// Text from anywhere, which can be nothing but text: no markup, nothing that XML does not allow, nothing that cannot
    /// be seen or turns the direction of what follows.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if JSONText.isTerminalControl(scalar) || scalar.value & 0xfffe == 0xfffe {
                    result += "\\u{" + String(scalar.value, radix: 16) + "}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
