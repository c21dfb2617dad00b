import AttributionBytes
import AttributionJSON

/// XML, and HTML that is well-formed XML too.
package struct Markup {
    package private(set) var text = ""

    package init() {}

    /// Appends markup of ours.
    package mutating func append(_ markup: String) { text += markup }

    /// Appends an element that holds text alone.
    package mutating func append(_ name: String, _ attributes: [(String, String)] = [], _ content: String) {
        text += "<" + name + Self.attributes(attributes) + ">" + Self.escaped(content) + "</" + name + ">"
    }

    /// Appends an element that holds text, with its title where that is more than the text.
    package mutating func append(_ name: String, _ attributes: [(String, String)], _ content: FittedText) {
        guard let full = content.full else { return append(name, attributes, content.shown) }
        open(name, attributes)
        append("title", [], full)
        text += Self.escaped(content.shown) + "</" + name + ">"
    }

    package mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        text += "<" + name + Self.attributes(attributes) + ">"
    }

    package mutating func close(_ name: String) { text += "</" + name + ">\n" }

    /// Appends an element that holds nothing.
    package mutating func appendEmpty(_ name: String, _ attributes: [(String, String)]) {
        text += "<" + name + Self.attributes(attributes) + "/>"
    }

    private static func attributes(_ attributes: [(String, String)]) -> String {
        attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }

    /// Text from anywhere, which can be nothing but text: no markup, and nothing that is not visible (see ``VisibleText``).
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.of(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

package enum VisibleText {
    /// A text with everything escaped, such as `\u{202e}`, that XML does not allow, that could drive a terminal, that
    /// cannot be seen, or that turns the direction of what follows. The same of a text that was made so before.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { escape(of: $0) != nil }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if let escape = escape(of: scalar) { result += escape } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// What is shown instead of a character; nil for one that stands for itself.
    package static func escape(of scalar: Unicode.Scalar) -> String? {
        if 0x20..<0x7f ~= scalar.value { return nil }
        if let byte = SystemText.byte(of: scalar) { return "\\x" + String(byte, radix: 16) }
        // XML 1.0, section 2.2: no character of a plane's last two.
        guard JSONText.isTerminalControl(scalar) || scalar.value & 0xfffe == 0xfffe else { return nil }
        return "\\u{" + String(scalar.value, radix: 16) + "}"
    }
}
