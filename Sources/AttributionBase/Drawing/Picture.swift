/// A standalone SVG picture for light and dark backgrounds, without scripts or external resources.
///
/// Coordinates are whole pixels, so that the same picture has the same bytes everywhere.
package struct Picture {
    /// The style of a text, which determines its width.
    package struct TextStyle: Sendable {
        /// The CSS class of the text; empty for the default style.
        let name: String
        let size: Int
        let isBold: Bool

        package static let plain = TextStyle(name: "", size: 13, isBold: false)
        package static let faint = TextStyle(name: "faint", size: 13, isBold: false)
        /// For failures, and for what does not count.
        package static let bad = TextStyle(name: "bad", size: 13, isBold: false)
        package static let strong = TextStyle(name: "strong", size: 13, isBold: true)
        package static let heading = TextStyle(name: "heading", size: 17, isBold: true)

        package var ruler: Ruler { .font(size: size, isBold: isBold) }
    }

    package enum Anchor: String, Sendable { case start, middle, end }

    private var body = Markup()

    package init() {}

    /// - Parameter text: A text that was fitted with the ruler of the same style.
    package mutating func text(_ text: FittedText, x: Int, y: Int, _ style: TextStyle, _ anchor: Anchor = .start) {
        guard !text.shown.isEmpty else { return }
        var attributes = [("x", "\(x)"), ("y", "\(y)")]
        if !style.name.isEmpty { attributes.append(("class", style.name)) }
        if anchor != .start { attributes.append(("text-anchor", anchor.rawValue)) }
        body.append("text", attributes, text)
        body.append("\n")
    }

    package mutating func line(_ style: String, from: (x: Int, y: Int), to: (x: Int, y: Int)) {
        element("line", style, [("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)])
    }

    package mutating func circle(_ style: String, x: Int, y: Int, radius: Int) {
        element("circle", style, [("cx", x), ("cy", y), ("r", radius)])
    }

    package mutating func bar(_ style: String, x: Int, y: Int, width: Int, height: Int) {
        element("rect", style, [("x", x), ("y", y), ("width", width), ("height", height), ("rx", 2)])
    }

    package mutating func polygon(_ style: String, _ points: [(x: Int, y: Int)]) {
        let list = points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        body.appendEmpty("polygon", [("class", style), ("points", list)])
        body.append("\n")
    }

    package mutating func cross(_ style: String, x: Int, y: Int, radius: Int) {
        line(style, from: (x - radius, y - radius), to: (x + radius, y + radius))
        line(style, from: (x - radius, y + radius), to: (x + radius, y - radius))
    }

    private mutating func element(_ name: String, _ style: String, _ numbers: [(String, Int)]) {
        body.appendEmpty(name, [("class", style)] + numbers.map { ($0, "\($1)") })
        body.append("\n")
    }

    // MARK: - The document

    /// - Parameters:
    ///   - description: A description of the picture for people who cannot see it.
    ///   - style: The CSS rules of the shapes on a light background, and the rules that differ on a dark one.
    package func document(
        width: Int, height: Int, title: String, description: String, style: (light: String, dark: String)
    ) -> String {
        var page = Markup()
        page.open(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("width", "\(width)"), ("height", "\(height)"),
                ("viewBox", "0 0 \(width) \(height)"), ("role", "img"), ("aria-labelledby", "title description"),
            ])
        page.append("\n")
        page.append("title", [("id", "title")], title)
        page.append("\n")
        page.append("desc", [("id", "description")], description)
        page.append("\n<style>\n\(Self.textStyle)\n\(style.light)\n@media (prefers-color-scheme: dark) {\n")
        page.append("\(Self.darkTextStyle)\n\(style.dark)\n}\n</style>\n")
        page.appendEmpty("rect", [("class", "ground"), ("width", "100%"), ("height", "100%")])
        page.append("\n" + body.text)
        page.close("svg")
        return page.text
    }

    private static let textStyle = """
        :root { color-scheme: light dark; }
        text { font: \(TextStyle.plain.size)px \(Ruler.family); fill: #1c1e21; }
        .heading { font-size: \(TextStyle.heading.size)px; font-weight: 600; }
        .strong { font-weight: 600; }
        .faint { fill: #5c6370; }
        .bad { fill: #b3261e; }
        .ground { fill: #ffffff; }
        """

    private static let darkTextStyle = """
        text { fill: #e6e8eb; }
        .faint { fill: #a3a9b4; }
        .bad { fill: #ff8a80; }
        .ground { fill: #15181d; }
        """
}
