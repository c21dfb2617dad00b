import AttributionDrawing

/// Bar charts as SVG that take whatever width there is: lengths are parts of it, and texts keep their size.
///
/// Every chart says in words what it shows, and its figures stand in a table beside it.
enum ReportChart {
    struct Bar {
        let name: String
        /// The length of the bar: any unit.
        let size: Double
        /// The figure that the bar stands for.
        let figure: String
    }

    static let fontSize = 14
    /// What a name and its figure take together at most.
    private static let mostText = 480
    private static let ruler = Ruler.font(size: fontSize, isBold: false)
    private static let rowHeight = 40
    private static let gap = 16

    /// A bar a row, each under its name and its figure.
    static func rows(_ bars: [Bar], id: String, title: String, description: String, to page: inout Markup) {
        let texts = bars.map { bar in
            let figure = ruler.fitted(bar.figure, .words, room: mostText / 2)
            return (ruler.fitted(bar.name, .name, room: mostText - gap - ruler.width(figure.shown)), figure)
        }
        let leastWidth = texts.map { ruler.width($0.shown) + gap + ruler.width($1.shown) }.max() ?? 0
        open(id: id, height: bars.count * rowHeight, leastWidth: leastWidth, title, description, &page)
        let most = bars.map(\.size).max() ?? 0
        for (place, (name, figure)) in texts.enumerated() {
            let top = place * rowHeight
            page.append("text", [("x", "0"), ("y", "\(top + 15)")], name)
            page.append("text", [("x", "100%"), ("y", "\(top + 15)"), ("text-anchor", "end")], figure)
            appendBar(x: "0", y: top + 21, width: percent(bars[place].size, of: most), height: 12, &page)
        }
        page.append("</svg>\n")
    }

    /// A column a bar, close together, with the names of each eighth and of the last below.
    static func columns(_ bars: [Bar], id: String, title: String, description: String, to page: inout Markup) {
        let height = 160
        // As wide as an eighth of the columns must be for a name, and what follows the last eighth for two.
        let name = gap / 2 + (bars.map { ruler.width($0.name) }.max() ?? 0)
        let after = bars.count - max(0, bars.count - 1) / 8 * 8
        let leastWidth = max(name * bars.count / 8, 2 * name * bars.count / max(1, after)) + 1
        open(id: id, height: height + 24, leastWidth: leastWidth, title, description, &page)
        let most = bars.map(\.size).max() ?? 0
        let width = 100 / Double(max(1, bars.count))
        for (place, bar) in bars.enumerated() {
            let x = decimals(Double(place) * width) + "%"
            let part = most > 0 ? bar.size / most : 0
            let tall = bar.size > 0 ? max(2, Int((part * Double(height)).rounded())) : 0
            if tall > 0 { appendBar(x: x, y: height - tall, width: decimals(width * 0.8) + "%", height: tall, &page) }
            if place.isMultiple(of: 8) { page.append("text", [("x", x), ("y", "\(height + 18)")], bar.name) }
        }
        if let last = bars.last, bars.count % 8 != 1 {
            page.append("text", [("x", "100%"), ("y", "\(height + 18)"), ("text-anchor", "end")], last.name)
        }
        page.appendEmpty(
            "rect", [("class", "axis"), ("x", "0"), ("y", "\(height)"), ("width", "100%"), ("height", "1")])
        page.append("</svg>\n")
    }

    /// - Parameter leastWidth: so wide it must be that no text meets another.
    private static func open(
        id: String, height: Int, leastWidth: Int, _ title: String, _ description: String, _ page: inout Markup
    ) {
        page.open(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("role", "img"), ("width", "100%"), ("height", "\(height)"),
                ("style", "min-width:\(leastWidth)px"), ("aria-labelledby", "\(id)-title \(id)-description"),
            ])
        page.append("title", [("id", "\(id)-title")], title)
        page.append("desc", [("id", "\(id)-description")], description)
    }

    private static func appendBar(x: String, y: Int, width: String, height: Int, _ page: inout Markup) {
        page.appendEmpty(
            "rect",
            [("class", "bar"), ("x", x), ("y", "\(y)"), ("width", width), ("height", "\(height)")])
    }

    /// What is not nothing can be seen.
    private static func percent(_ size: Double, of most: Double) -> String {
        size > 0 && most > 0 ? decimals(max(0.5, size / most * 100)) + "%" : "0"
    }

    /// A number of 0 and more with two decimals.
    private static func decimals(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = hundredths % 100
        return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
