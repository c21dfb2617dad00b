import AttributionBase

/// A timeline as a text drawing without colour.
package struct TimelineText {
    private let model: TimelineModel
    private let panels: [Panel]
    private let columns: Int
    private var lines: [String] = []
    private let ruler = Ruler.terminal

    /// - Parameter columns: The maximum line width in characters. Values below 40 count as 40.
    package init(_ entries: [TimelineEntry], start: Int64, columns: Int) {
        model = TimelineModel(entries, start: start)
        panels = model.panels
        self.columns = max(40, columns)
        add(TimeWriter.text(start))
        drawEvents()
        for panel in panels { draw(panel) }
        drawLegend()
    }

    package var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func add(_ line: String) { lines.append(TerminalText.trimmed(line)) }

    private func time(_ at: Int64) -> String { TimeSpan.shortText(at - model.start) }

    // MARK: - Events

    /// Whether the lines are too short for columns next to each other.
    private var isNarrow: Bool { columns < 64 }

    private mutating func drawEvents() {
        let times = model.rows.map { isNarrow ? time($0.at) : TimeSpan.text($0.at - model.start) }
        let names = model.rows.map { $0.isDetail ? "  " + $0.name : $0.name }
        let timeWidth = times.map { ruler.width($0) }.max() ?? 0
        let nameWidth = isNarrow ? 0 : names.map { ruler.width($0) }.max() ?? 0
        let cells = model.rows.map { (second: model.subject(of: $0), third: $0.result) }
        let left = timeWidth + 2 + nameWidth + 2
        let table = TableColumns(cells, ruler, room: columns - left, gap: 2)
        var last = ""
        for (index, row) in model.rows.enumerated() {
            let time = times[index] == last ? "" : times[index]
            last = times[index]
            let head = TerminalText.right(time, timeWidth) + (row.isGood ? "  " : " ×") + names[index]
            let (subject, result) = cells[index]
            guard isNarrow else {
                let cell = table.row(subject, result)
                add(
                    TerminalText.padded(head, left)
                        + TerminalText.padded(cell.second.shown, result.isEmpty ? 0 : cell.thirdAt) + cell.third.shown)
                continue
            }
            let room = columns - timeWidth - 4
            var line = head
            for part in [subject, result] where !part.isEmpty {
                let shown = ruler.fitted(part, room: room).shown
                if ruler.width(line) + 2 + ruler.width(shown) <= columns {
                    line += "  " + shown
                } else {
                    add(line)
                    line = String(repeating: " ", count: timeWidth + 4) + shown
                }
            }
            add(line)
        }
    }

    // MARK: - Panels

    /// The least width of the drawing, including its margins, that is kept free if possible.
    private static let leastDrawing = 34

    private mutating func draw(_ panel: Panel) {
        add("")
        add(ruler.fitted(panel.title, room: columns).shown)
        let labels = panel.rows.map { ruler.width(VisibleText.of($0.label.text)) }.max() ?? 0
        let times = panel.rows.compactMap(\.at).map { ruler.width(time($0)) }.max() ?? 0
        let wanted = times + 2 + (panel.rows.map { ruler.width(VisibleText.of($0.words.text)) }.max() ?? 0)
        // The words are to the right of the drawing, or below it in narrow output. Labels and drawing get the room that the words leave,
        // but at least a quarter and the least width; the words are cut if necessary.
        let label = min(labels, isNarrow ? columns / 3 : max(columns / 4, columns - wanted - Self.leastDrawing))
        let words = isNarrow ? 0 : min(wanted, max((columns - label) * 11 / 20, columns - label - Self.leastDrawing))
        let width = columns - label - 2 - (words > 0 ? words + 2 : 0)
        let scale = panel.span.map { Scale($0, from: 0, to: width - 1) }
        if let scale { drawAxis(scale, indent: label + 2, width: width) }
        for row in panel.rows {
            let name = TerminalText.padded(ruler.fitted(row.label, room: label).shown, label + 2)
            let cells = scale.map { Self.cells(row, $0, width: width) } ?? ""
            let when = row.at.map { time($0) } ?? ""
            if words > 0 {
                let fitted = ruler.fitted(row.words, room: words - times - 2).shown
                add(name + TerminalText.padded(cells, width + 2) + TerminalText.right(when, times) + "  " + fitted)
                continue
            }
            if !cells.isEmpty { add(name + cells) }
            let lead = cells.isEmpty ? name : "    "
            let fitted = ruler.fitted(row.words, room: columns - ruler.width(lead) - ruler.width(when) - 1).shown
            add(lead + [when, fitted].filter { !$0.isEmpty }.joined(separator: " "))
        }
    }

    /// Adds a line of times, each next to its tick mark.
    private mutating func drawAxis(_ scale: Scale, indent: Int, width: Int) {
        var line = ""
        for tick in scale.ticks(from: model.start, ruler, gap: 2) {
            let (position, length) = (scale.position(tick.at), ruler.width(tick.text))
            let isAfter = position + 1 + length <= width
            let start = isAfter ? position : position - length
            guard start >= ruler.width(line) + (line.isEmpty ? 0 : 1) else { continue }
            line = TerminalText.padded(line, start) + (isAfter ? "╷" + tick.text : tick.text + "╷")
        }
        add(String(repeating: " ", count: indent) + line)
    }

    private static func cells(_ row: Panel.Row, _ scale: Scale, width: Int) -> String {
        var cells = [Character](repeating: " ", count: width)
        for shape in row.shapes {
            let from = scale.position(shape.from)
            for cell in from...max(from, scale.position(shape.to)) { cells[cell] = character(shape.symbol) }
        }
        return String(cells)
    }

    private static func character(_ symbol: Panel.Symbol) -> Character {
        switch symbol {
        case .viewing: "─"
        case .window, .onScreen: "━"
        case .removedWindow: "╌"
        case .delay: "·"
        case .click: "◆"
        case .view: "○"
        case .wonClick: "◈"
        case .wonView: "◎"
        case .conversion: "▼"
        case .update: "●"
        case .lock: "┃"
        case .delivered: "▶"
        case .retried: "↻"
        case .cross: "✕"
        }
    }

    private mutating func drawLegend() {
        let entries = Panel.legend(of: panels)
        guard !entries.isEmpty else { return }
        add("")
        var line = ""
        for entry in entries {
            let symbol = Self.character(entry.symbol)
            // The meanings of a symbol may take several lines.
            for (index, words) in entry.words.enumerated() {
                let part = (index == 0 ? "\(symbol) " : "") + words + (index < entry.words.count - 1 ? "," : "")
                let space = line.isEmpty ? "" : index == 0 ? "  " : " "
                if ruler.width(line + space + part) <= columns {
                    line += space + part
                } else {
                    add(line)
                    line = (index == 0 ? "" : "  ") + part
                }
            }
        }
        add(line)
    }
}
