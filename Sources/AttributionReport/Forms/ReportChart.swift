import AttributionBase

/// Draws bar charts as SVG that fill the available width: bars scale with it, and texts keep their size.
///
/// Every chart has a description in words, and its figures are in a table beside it.
enum ReportChart {
    struct Bar {
        let name: String
        /// The length of the bar, in any unit.
        let size: Double
        let figure: String
        /// The text below a column, if it is not the name.
        let label: String?

        init(_ name: String, _ size: Double, _ figure: String, label: String? = nil) {
            (self.name, self.size, self.figure, self.label) = (name, size, figure, label)
        }

        init(_ name: String, _ count: Int, label: String? = nil) {
            self.init(name, Double(count), Thousands.separated(String(count)), label: label)
        }
    }

    static func words(_ bars: some Sequence<Bar>) -> String {
        bars.map { "\($0.name): \($0.figure)" }.joined(separator: "; ") + "."
    }

    static let fontSize = 14
    /// The maximum width of a name with its figure.
    private static let mostText = 480
    /// The same maximum for charts that must fit on a phone.
    private static let leastText = 336
    private static let ruler = Ruler.font(size: fontSize, isBold: false)
    private static let rowHeight = 40
    private static let gap = 16

    /// Draws a row for each bar, under its name and its figure.
    ///
    /// - Returns: whether a bar was cut, as ``BarScale`` has it.
    static func rows(_ bars: [Bar], id: String, title: String, description: String, to page: inout Markup) -> Bool {
        let scale = BarScale(bars.map(\.size))
        named(
            bars.map { ($0.name, $0.figure) }, room: mostText, id: id, title: title, description: description, to: &page
        ) { index, top, page in
            let size = bars[index].size
            let width = size > 0 ? decimals(max(0.5, scale.part(size) * 100)) + "%" : "0"
            append("bar", x: "0", y: top, width: width, height: barHeight, to: &page)
            if scale.isCut(size) { appendGap(top, &page) }
        }
        return bars.contains { scale.isCut($0.size) }
    }

    /// Appends the gap of a bar of full length that is cut.
    private static func appendGap(_ top: Int, _ page: inout Markup) {
        append("gap", x: "90%", y: top - 1, width: "6", height: barHeight + 2, to: &page)
    }

    /// Draws a row for each range from its lower to its upper bound, under its name and its figure. A bar without an upper
    /// bound fades towards the edge of the chart. A circle is at the estimate.
    ///
    /// - Parameter mark: the size at which every row has a mark.
    /// - Returns: whether a bar was cut, as ``BarScale`` has it.
    static func ranges(
        _ bars: [CampaignReturns.Range], mark: Double, id: String, title: String, description: String,
        to page: inout Markup
    ) -> Bool {
        // Leave room for the mark, if no bar reaches it, and for a bar without an upper bound.
        let hasOpenBar = bars.contains { $0.most == nil }
        let scale = BarScale(bars.map { $0.most ?? max($0.least, $0.estimate) })
        let most = max(mark, scale.full) * (hasOpenBar ? 1.5 : 1.02)
        named(
            bars.map { ($0.name, $0.figure) }, room: leastText, id: id, title: title, description: description,
            to: &page
        ) { index, top, page in
            let bar = bars[index]
            if index == 0, hasOpenBar { appendFading(id, &page) }
            append("track", x: "0", y: top + barHeight / 2, width: "100%", height: 1, to: &page)
            let isCut = scale.isCut(bar.most ?? bar.least)
            // A bar of which all is cut off has an end at least.
            let first = min(bar.least / most * 100, isCut ? 85 : 99.5)
            let end = min(bar.most ?? most, most)
            let length = isCut ? 100 - first : min(max(0.5, end / most * 100 - first), 100 - first)
            if end > 0 {
                append(
                    bar.most == nil ? "open" : "bar", x: decimals(first) + "%", y: top, width: decimals(length) + "%",
                    height: barHeight, fill: bar.most == nil ? "url(#\(id)-fading)" : nil, to: &page)
            }
            let x = decimals(mark / most * 100) + "%"
            append("mark", x: x, y: top - 1, width: "2", height: barHeight + 2, to: &page)
            if isCut { appendGap(top, &page) }
            let estimate = decimals(min(max(1.5, bar.estimate / most * 100), 98.5))
            page.open(
                "circle", [("class", "estimate"), ("cx", estimate + "%"), ("cy", "\(top + barHeight / 2)"), ("r", "4")])
            page.append("title", [], bar.estimateWords)
            page.close("circle")
        }
        return bars.contains { scale.isCut($0.most ?? $0.least) }
    }

    private static let barHeight = 12

    /// Draws rows of a name and a figure, each with a drawing below.
    private static func named(
        _ rows: [(name: String, figure: String)], room: Int, id: String, title: String, description: String,
        to page: inout Markup,
        draw: (_ index: Int, _ top: Int, inout Markup) -> Void
    ) {
        let texts = rows.map { row in
            let figure = ruler.fitted(row.figure, .words, room: room / 2)
            return (ruler.fitted(row.name, .name, room: room - gap - ruler.width(figure.shown)), figure)
        }
        let leastWidth = texts.map { ruler.width($0.shown) + gap + ruler.width($1.shown) }.max() ?? 0
        open(id: id, height: rows.count * rowHeight, leastWidth: leastWidth, title, description, &page)
        for (index, (name, figure)) in texts.enumerated() {
            let top = index * rowHeight
            page.append("text", [("x", "0"), ("y", "\(top + 15)")], name)
            page.append("text", [("x", "100%"), ("y", "\(top + 15)"), ("text-anchor", "end")], figure)
            draw(index, top + 21, &page)
        }
        page.append("</svg>\n")
    }

    /// Draws a column for each bar. The first one, every eighth one and the last one have names below.
    ///
    /// - Parameter step: the distance between names, if it is not eight; names near the last one are then left out.
    /// - Returns: the bars that were cut, as ``BarScale`` has it.
    static func columns(
        _ bars: [Bar], step: Int? = nil, id: String, title: String, description: String, to page: inout Markup
    ) -> [Bar] {
        let height = 160
        let distance = step ?? 8
        // Columns are wide enough that the names below them do not overlap.
        let name = gap / 2 + (bars.map { ruler.width($0.label ?? $0.name) }.max() ?? 0)
        func hasName(_ index: Int) -> Bool {
            index.isMultiple(of: distance) && (step == nil || index == 0 || bars.count - index >= distance * 3 / 2)
        }
        let after = bars.count - (bars.indices.last(where: hasName) ?? 0)
        let leastWidth = max(name * bars.count / distance, 2 * name * bars.count / max(1, after)) + 1
        open(id: id, height: height + 24, leastWidth: leastWidth, title, description, &page)
        let scale = BarScale(bars.map(\.size))
        let width = 100 / Double(max(1, bars.count))
        for (index, bar) in bars.enumerated() {
            let x = decimals(Double(index) * width) + "%"
            let tall = bar.size > 0 ? max(2, Int((scale.part(bar.size) * Double(height)).rounded())) : 0
            let wide = decimals(width * 0.8) + "%"
            if tall > 0 { append("bar", x: x, y: height - tall, width: wide, height: tall, to: &page) }
            if scale.isCut(bar.size) { append("gap", x: x, y: 14, width: wide, height: 6, to: &page) }
            if hasName(index) { page.append("text", [("x", x), ("y", "\(height + 18)")], bar.label ?? bar.name) }
        }
        if let last = bars.last, !hasName(bars.count - 1) {
            page.append(
                "text", [("x", "100%"), ("y", "\(height + 18)"), ("text-anchor", "end")], last.label ?? last.name)
        }
        append("axis", x: "0", y: height, width: "100%", height: 1, to: &page)
        page.append("</svg>\n")
        return bars.filter { scale.isCut($0.size) }
    }

    /// - Parameter leastWidth: the minimum width, at which no texts overlap.
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

    private static func append(
        _ style: String, x: String, y: Int, width: String, height: Int, fill: String? = nil, to page: inout Markup
    ) {
        let attributes = [("class", style), ("x", x), ("y", "\(y)"), ("width", width), ("height", "\(height)")]
        page.appendEmpty("rect", attributes + (fill.map { [("fill", $0)] } ?? []))
    }

    /// Appends the fill of bars without an upper bound.
    private static func appendFading(_ id: String, _ page: inout Markup) {
        page.open("linearGradient", [("id", "\(id)-fading")])
        page.appendEmpty("stop", [("class", "fading"), ("offset", "40%")])
        page.appendEmpty("stop", [("class", "fading"), ("offset", "100%"), ("stop-opacity", "0")])
        page.close("linearGradient")
    }

    /// Returns a number of at least 0 with two decimals.
    private static func decimals(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = hundredths % 100
        return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
