import AttributionBase

/// A timeline as a stand-alone SVG picture, for light and dark backgrounds.
///
/// Each row has its name on the left, its shapes in the middle, and its time and result on the right, so that text never overlaps shapes.
package struct TimelinePicture {
    private let model: TimelineModel
    private let panels: [Panel]
    private var picture = Picture()
    private var y = 0
    private let layout: Layout

    private static let width = 960
    private static let margin = 20
    private static let gap = 18
    private static let rowHeight = 22
    private static let lineHeight = 19

    /// The positions of the columns, which are the same in all panels.
    private struct Layout {
        let labelRoom: Int
        let chart: (left: Int, right: Int)
        /// The right edge of the times.
        let timesAt: Int
        let words: (left: Int, room: Int)

        private static let mostLabel = 225
        private static let mostWords = 290

        init(_ rows: [Panel.Row], start: Int64) {
            let ruler = Picture.TextStyle.plain.ruler
            labelRoom = min(Self.mostLabel, rows.map { ruler.width(VisibleText.of($0.label.text)) }.max() ?? 0)
            let room = min(Self.mostWords, rows.map { ruler.width(VisibleText.of($0.words.text)) }.max() ?? 0)
            words = (width - margin - room, room)
            timesAt = words.left - 12
            let times = rows.compactMap(\.at).map { ruler.width(TimeSpan.shortText($0 - start)) }.max() ?? 0
            chart = (margin + labelRoom + gap, timesAt - times - gap)
        }
    }

    package init(_ entries: [TimelineEntry], start: Int64) {
        model = TimelineModel(entries, start: start)
        panels = model.panels
        layout = Layout(panels.flatMap(\.rows), start: start)
        drawHeading()
        drawLegend()
        for panel in panels { draw(panel) }
        drawEvents()
    }

    private var title: String { "Attribution timeline from \(TimeWriter.text(model.start))" }

    package var text: String {
        picture.document(
            width: Self.width, height: y + Self.margin, title: title, description: description,
            style: (Self.style(PackageResources.light_css), Self.style(PackageResources.dark_css)))
    }

    /// Returns a style sheet without its final newline.
    private static func style(_ sheet: [UInt8]) -> String { String(decoding: sheet.dropLast(), as: UTF8.self) }

    private var description: String {
        let attempts = model.conversions.reduce(0) { $0 + $1.deliveries.reduce(0) { $0 + $1.attempts.count } }
        let sentences =
            [
                "Timeline of a simulated device: \(counted(model.rows.count, "event")), "
                    + "\(counted(model.ads.count, "impression")), \(counted(model.conversions.count, "conversion")), "
                    + "\(counted(attempts, "attempt")) to deliver postbacks."
            ] + model.conversions.map { $0.sentence(start: model.start) }
        return sentences.joined(separator: " ")
    }

    private mutating func text(
        _ phrase: Phrase, x: Int, y: Int, room: Int, _ style: Picture.TextStyle = .plain,
        _ anchor: Picture.Anchor = .start
    ) {
        picture.text(style.ruler.fitted(phrase, room: room), x: x, y: y, style, anchor)
    }

    /// Draws a time in its two largest units. If that is not all, the full time is its title.
    private mutating func time(_ at: Int64, x: Int, y: Int) {
        let (short, full) = (TimeSpan.shortText(at - model.start), TimeSpan.text(at - model.start))
        picture.text(FittedText(shown: short, full: short == full ? nil : full), x: x, y: y, .faint, .end)
    }

    // MARK: - Heading and legend

    private mutating func drawHeading() {
        let room = Self.width - 2 * Self.margin
        text(Phrase(title), x: Self.margin, y: 32, room: room, .heading)
        let note = Phrase("Times are counted from then: 1d2h is a day and two hours later.")
        text(note, x: Self.margin, y: 54, room: room, .faint)
        y = 64
    }

    private mutating func drawLegend() {
        let entries = Panel.legend(of: panels)
        guard !entries.isEmpty else { return }
        let symbolWidth = 30
        var x = Self.margin
        for (symbol, meanings) in entries {
            let words = meanings.joined(separator: ", ")
            let width = symbolWidth + Picture.TextStyle.faint.ruler.width(words)
            if x > Self.margin, x + width > Self.width - Self.margin {
                x = Self.margin
                y += Self.rowHeight
            }
            symbol.draw(from: x, to: x + symbolWidth - 8, y: y + 10, on: &picture)
            let room = Self.width - Self.margin - x - symbolWidth
            text(Phrase(words), x: x + symbolWidth, y: y + 15, room: room, .faint)
            x += width + Self.gap
        }
        y += Self.rowHeight
    }

    // MARK: - Panels

    private mutating func draw(_ panel: Panel) {
        y += 30
        var title = panel.title
        title.lead = title.lead.prefix(1).uppercased() + title.lead.dropFirst()
        text(title, x: Self.margin, y: y, room: Self.width - 2 * Self.margin, .strong)
        y += 6
        let scale = panel.span.map { Scale($0, from: layout.chart.left, to: layout.chart.right) }
        if let scale { drawAxis(scale, panel) }
        for row in panel.rows {
            text(row.label, x: Self.margin, y: y + 15, room: layout.labelRoom)
            for shape in row.shapes {
                guard let scale else { break }
                let (from, to) = (scale.position(shape.from), scale.position(shape.to))
                shape.symbol.draw(from: from, to: to, y: y + Self.rowHeight / 2, on: &picture)
            }
            if let at = row.at { time(at, x: layout.timesAt, y: y + 15) }
            text(row.words, x: layout.words.left, y: y + 15, room: layout.words.room)
            y += Self.rowHeight
        }
    }

    private mutating func drawAxis(_ scale: Scale, _ panel: Panel) {
        let bottom = y + 24 + panel.rows.count * Self.rowHeight
        for tick in scale.ticks(from: model.start, Picture.TextStyle.faint.ruler, gap: 18) {
            let x = scale.position(tick.at)
            picture.text(FittedText(shown: tick.text), x: x, y: y + 15, .faint, .middle)
            picture.line("grid", from: (x, y + 20), to: (x, bottom))
        }
        picture.line("axis", from: (scale.first, y + 20), to: (scale.last, y + 20))
        for moment in panel.moments {
            let x = scale.position(moment)
            picture.line("moment", from: (x, y + 20), to: (x, bottom))
        }
        y += 24
    }

    // MARK: - Events

    private mutating func drawEvents() {
        guard !model.rows.isEmpty else { return }
        y += 34
        text(Phrase("Events"), x: Self.margin, y: y, room: Self.width - 2 * Self.margin, .strong)
        y += 8
        let ruler = Picture.TextStyle.plain.ruler
        let times = model.rows.map { TimeSpan.text($0.at - model.start) }
        let names = model.rows.map { $0.isDetail ? "· " + $0.name : $0.name }
        let timesAt = Self.margin + (times.map { ruler.width($0) }.max() ?? 0)
        let namesAt = timesAt + 28
        let nameRoom = names.map { ruler.width($0) }.max() ?? 0
        let left = namesAt + nameRoom + Self.gap
        let cells = model.rows.map { (second: model.subject(of: $0), third: $0.result) }
        let columns = TableColumns(cells, ruler, room: Self.width - Self.margin - left, gap: Self.gap)
        var last = ""
        for (place, row) in model.rows.enumerated() {
            let line = y + 14
            if times[place] != last {
                last = times[place]
                picture.line("grid", from: (Self.margin, y), to: (Self.width - Self.margin, y))
                picture.text(FittedText(shown: last), x: timesAt, y: line, .faint, .end)
            }
            if !row.isGood { picture.cross("cross", x: timesAt + 15, y: line - 4, radius: 4) }
            text(Phrase(names[place]), x: namesAt, y: line, room: nameRoom)
            let cell = columns.row(cells[place].second, cells[place].third)
            picture.text(cell.second, x: left, y: line, .plain)
            picture.text(cell.third, x: left + cell.thirdAt, y: line, row.isGood ? .plain : .bad)
            y += Self.lineHeight
        }
    }
}

/// The appearance of shapes in a picture. Shapes with different meanings never differ by colour alone.
extension Panel.Symbol {
    /// Draws the symbol between two positions, or in the middle of them if it marks a point in time.
    fileprivate func draw(from: Int, to: Int, y: Int, on picture: inout Picture) {
        let (x, width) = ((from + to) / 2, max(to - from, 2))
        func bar(_ style: String) { picture.bar(style, x: from, y: y - 6, width: width, height: 12) }
        func line(_ style: String) { picture.line(style, from: (from, y), to: (from + width, y)) }
        func triangle(_ style: String) { picture.polygon(style, [(x - 5, y - 6), (x + 6, y), (x - 5, y + 6)]) }
        func won(_ plain: Panel.Symbol) {
            plain.draw(from: from, to: to, y: y, on: &picture)
            picture.circle("won", x: x, y: y, radius: 9)
        }
        switch self {
        case .window, .onScreen: bar("window")
        case .removedWindow: bar("removed")
        case .viewing: line("viewing")
        case .delay: line("delay")
        case .click: picture.polygon("click", [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)])
        case .view: picture.circle("view", x: x, y: y, radius: 5)
        case .wonClick: won(.click)
        case .wonView: won(.view)
        case .conversion: picture.polygon("conversion", [(x - 6, y - 5), (x + 6, y - 5), (x, y + 6)])
        case .update: picture.circle("update", x: x, y: y, radius: 4)
        case .lock: picture.bar("lock", x: x - 1, y: y - 9, width: 3, height: 18)
        case .delivered: triangle("delivered")
        case .retried: triangle("retried")
        case .cross: picture.cross("cross", x: x, y: y, radius: 5)
        }
    }
}
