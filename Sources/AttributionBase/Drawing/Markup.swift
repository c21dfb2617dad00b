/// The text of an XML document, or of an HTML document that is also well-formed XML.
package struct Markup {
    package private(set) var text = ""

    package init() {}

    /// Appends trusted markup without escaping it.
    package mutating func append(_ markup: String) { text += markup }

    package mutating func append(_ name: String, _ attributes: [(String, String)] = [], _ content: String) {
        text += "<" + name + Self.attributes(attributes) + ">" + Self.escaped(content) + "</" + name + ">"
    }

    /// Appends an element that contains text, with a title if the text was shortened.
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

    package mutating func appendEmpty(_ name: String, _ attributes: [(String, String)]) {
        text += "<" + name + Self.attributes(attributes) + "/>"
    }

    private static func attributes(_ attributes: [(String, String)]) -> String {
        attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }

    /// Escapes a text from any source: markup, and invisible characters (see ``VisibleText``).
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
