/// A timeline drawn with characters, without colour.
package struct TimelineText {
    private let model: TimelineModel
    private let start: Int64
    private let columns: Int
    private var lines: [String] = []

    /// - Parameter columns: how many characters a line has at most; at least 40.
    package init(_ entries: [TimelineEntry], start: Int64, columns: Int) {
        model = TimelineModel(entries)
        self.start = start
        self.columns = max(40, columns)
        drawRows()
        drawSlots()
        for conversion in model.conversions { draw(conversion) }
        drawLegend()
    }

    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// Adds a line, or several where it is too long: they break at spaces, and go on indented.
    private mutating func add(_ line: String) {
        var rest = line[...]
        var indent = ""
        while indent.count + rest.count > columns {
            let part = rest.prefix(columns - indent.count)
            let space = part.dropFirst(columns / 3).lastIndex(of: " ")
            lines.append(Self.trimmed(indent + rest[..<(space ?? part.endIndex)]))
            rest = rest[(space ?? part.endIndex)...].drop { $0 == " " }
            indent = String(repeating: " ", count: 6)
        }
        lines.append(Self.trimmed(indent + rest))
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
    }

    private static func right(_ text: String, _ width: Int) -> String {
        text.count >= width ? text : String(repeating: " ", count: width - text.count) + text
    }

    // MARK: - What happened

    private mutating func drawRows() {
        add(TimeWriter.text(start))
        let isNarrow = columns < 64
        let times = model.rows.map { isNarrow ? TimeSpan.shortText($0.at - start) : TimeSpan.text($0.at - start) }
        let timeWidth = times.map(\.count).max() ?? 0
        let nameWidth = isNarrow ? 0 : model.rows.map(\.name.count).max() ?? 0
        var last = ""
        for (row, time) in zip(model.rows, times) {
            let shown = time == last ? "" : time
            last = time
            let head = Self.right(shown, timeWidth) + (row.isGood ? "  " : " ×") + Self.padded(row.name, nameWidth)
            let indent = String(repeating: " ", count: timeWidth + 4)
            let details = [row.subject, row.result].filter { !$0.isEmpty }
            let whole = ([head] + details).joined(separator: "  ")
            if whole.count <= columns || details.count < 2 {
                add(whole)
            } else {
                add(head + "  " + details[0])
                add(indent + (isNarrow ? "" : Self.padded("", nameWidth)) + details[1])
            }
        }
    }

    // MARK: - Slots

    private mutating func drawSlots() {
        guard let span = model.hostSpan, !model.slots.isEmpty else { return }
        let width = columns - Self.labelWidth
        func column(_ at: Int64) -> Int {
            let length = Double(span.upperBound - span.lowerBound)
            return min(width - 1, max(0, Int(Double(at - span.lowerBound) / length * Double(width - 1))))
        }
        let from = TimeSpan.shortText(span.lowerBound - start)
        let to = TimeSpan.shortText(span.upperBound - start)
        add("")
        add("ads on screen")
        add(Self.padded("", Self.labelWidth) + Self.padded(from, width - to.count) + to)
        for lane in model.slots {
            var cells = [Character](repeating: " ", count: width)
            for shown in lane.shown {
                let begin = column(shown.from)
                for cell in begin...max(begin, column(shown.to ?? span.upperBound)) { cells[cell] = "─" }
            }
            for at in lane.failures { cells[column(at)] = "✕" }
            for at in lane.taps { cells[column(at)] = "●" }
            let most = Self.labelWidth - 1
            let label = lane.name.count > most ? lane.name.prefix(most - 1) + "…" : lane.name
            add(Self.padded(label, Self.labelWidth) + String(cells))
        }
        add("")
        add("─ on screen  ● tapped  ✕ no ad")
    }

    // MARK: - Conversions

    private static let labelWidth = 11

    private mutating func draw(_ conversion: TimelineModel.Conversion) {
        add("")
        add(conversion.title)
        guard !conversion.windows.isEmpty || !conversion.attempts.isEmpty else { return add("    no window opened") }
        let span = conversion.span
        let width = columns - Self.labelWidth
        func column(_ at: Int64) -> Int {
            let length = Double(span.upperBound - span.lowerBound)
            return min(width - 1, max(0, Int(Double(at - span.lowerBound) / length * Double(width - 1))))
        }
        let from = TimeSpan.shortText(span.lowerBound - start)
        let to = TimeSpan.shortText(span.upperBound - start)
        add(Self.padded("", Self.labelWidth) + Self.padded(from, width - to.count) + to)
        for window in conversion.windows {
            var cells = [Character](repeating: " ", count: width)
            if let begin = window.start {
                for cell in column(begin)...max(column(begin), column(window.end)) { cells[cell] = "─" }
                for update in window.updates { cells[column(update)] = "●" }
            }
            switch window.how {
            case .open: break
            case .closed: cells[column(window.end)] = "┤"
            case .locked: cells[column(window.end)] = "┃"
            case .removed: cells[column(window.end)] = "✕"
            }
            let label = window.framework == .skAdNetwork ? "window \(window.index + 1) s" : "window \(window.index + 1)"
            add(Self.padded(label, Self.labelWidth) + String(cells))
        }
        for attempt in conversion.attempts {
            var cells = [Character](repeating: " ", count: width)
            for cell in column(attempt.preparedAt)...max(column(attempt.preparedAt), column(attempt.at)) {
                cells[cell] = "·"
            }
            cells[column(attempt.at)] = attempt.outcome == .delivered ? "▶" : attempt.outcome == .retry ? "↻" : "✕"
            let name = attempt.to == .developer ? "copy \(attempt.index + 1)" : "postback \(attempt.index + 1)"
            add(Self.padded(name, Self.labelWidth) + String(cells))
            add(Self.padded("", 4) + "\(TimeSpan.shortText(attempt.at - start)) \(attempt.label)")
        }
    }

    private mutating func drawLegend() {
        guard !model.conversions.isEmpty else { return }
        add("")
        var entries = ["● update", "┃ lock", "┤ end", "✕ removed, given up", "· delay", "▶ delivered", "↻ retried"]
        if model.conversions.contains(where: { $0.windows.contains { $0.framework == .skAdNetwork } }) {
            entries.append("s SKAdNetwork's")
        }
        var line = ""
        for entry in entries {
            if line.count + entry.count + 2 > columns {
                add(line)
                line = ""
            }
            line += (line.isEmpty ? "" : "  ") + entry
        }
        add(line)
    }
}
