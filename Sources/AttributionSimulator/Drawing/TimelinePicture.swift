/// A timeline as a picture of its own (SVG), for light and dark backgrounds.
package struct TimelinePicture {
    private let model: TimelineModel
    private let start: Int64
    private var body = ""
    private var y = 0

    private static let width = 960
    private static let left = 150
    private static let right = 30
    private static let rowHeight = 20
    private static let barHeight = 14

    package init(_ entries: [TimelineEntry], start: Int64) {
        model = TimelineModel(entries)
        self.start = start
        y = 54
        for conversion in model.conversions { draw(conversion) }
        drawSlots()
        drawRows()
    }

    package var text: String {
        let height = y + 20
        let count = model.conversions.count
        let description =
            "Timeline of a simulated device: \(model.rows.count) events, \(count) "
            + (count == 1 ? "conversion" : "conversions") + ", "
            + "\(model.conversions.reduce(0) { $0 + $1.attempts.count }) attempts to deliver postbacks."
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
            viewBox="0 0 \(Self.width) \(height)" role="img" aria-labelledby="title description">
            <title id="title">Attribution timeline from \(TimeWriter.text(start))</title>
            <desc id="description">\(Self.escaped(description))</desc>
            \(Self.style)
            <rect class="ground" width="100%" height="100%"/>
            <text class="heading" x="20" y="32">Attribution timeline from \(TimeWriter.text(start))</text>
            \(body)</svg>

            """
    }

    private static let style = """
        <style>
        text { font: 13px system-ui, sans-serif; fill: #1c1e21; }
        .heading { font-size: 17px; font-weight: 600; }
        .strong { font-weight: 600; }
        .faint { fill: #5c6370; }
        .bad { fill: #b3261e; }
        .ground { fill: #ffffff; }
        .line { stroke: #c4c8d0; stroke-width: 1; }
        .window { fill: #cfe3fb; stroke: #3f7fc1; }
        .removed { fill: none; stroke: #b3261e; stroke-dasharray: 4 3; }
        .lock { stroke: #1c1e21; stroke-width: 3; }
        .update { fill: #0b57a4; }
        .delay { stroke: #5c6370; stroke-width: 2; stroke-dasharray: 2 4; }
        .sent { fill: #1e7d34; }
        .failed { fill: #b3261e; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6e8eb; }
        .faint { fill: #a3a9b4; }
        .bad { fill: #ff8a80; }
        .ground { fill: #15181d; }
        .line { stroke: #3a404a; }
        .window { fill: #1d3a5a; stroke: #6aa9ec; }
        .removed { stroke: #ff8a80; }
        .lock { stroke: #e6e8eb; }
        .update { fill: #9cccff; }
        .delay { stroke: #a3a9b4; }
        .sent { fill: #7bd88f; }
        .failed { fill: #ff8a80; }
        }
        </style>
        """

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    // MARK: - Shapes

    private mutating func text(_ text: String, _ x: Int, _ y: Int, _ style: String = "", anchor: String = "start") {
        let style = style.isEmpty ? "" : " class=\"\(style)\""
        let anchor = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
        body += "<text x=\"\(x)\" y=\"\(y)\"\(style)\(anchor)>\(Self.escaped(text))</text>\n"
    }

    private mutating func line(_ from: (Int, Int), _ to: (Int, Int), _ style: String) {
        body += "<line class=\"\(style)\" x1=\"\(from.0)\" y1=\"\(from.1)\" x2=\"\(to.0)\" y2=\"\(to.1)\"/>\n"
    }

    private mutating func circle(_ x: Int, _ y: Int, _ radius: Int, _ style: String) {
        body += "<circle class=\"\(style)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"/>\n"
    }

    // MARK: - Conversions

    private mutating func draw(_ conversion: TimelineModel.Conversion) {
        let span = conversion.span
        let width = Self.width - Self.left - Self.right
        func x(_ at: Int64) -> Int {
            Self.left + Int(Double(at - span.lowerBound) / Double(span.upperBound - span.lowerBound) * Double(width))
        }
        y += 14
        text(conversion.title, 20, y, "strong")
        y += 22
        text(TimeSpan.shortText(span.lowerBound - start), Self.left, y, "faint")
        text(TimeSpan.shortText(span.upperBound - start), Self.width - Self.right, y, "faint", anchor: "end")
        y += 8
        line((Self.left, y), (Self.width - Self.right, y), "line")
        y += 8
        for window in conversion.windows { draw(window, x) }
        for attempt in conversion.attempts { draw(attempt, x) }
        y += 10
    }

    private mutating func draw(_ window: TimelineModel.Window, _ x: (Int64) -> Int) {
        text("window \(window.index + 1)" + (window.framework == .skAdNetwork ? ", SKAN" : ""), 20, y + 12)
        let from = x(window.start ?? window.end)
        let to = max(x(window.end), from + 2)
        let style = window.how == .removed ? "removed" : "window"
        body += "<rect class=\"\(style)\" x=\"\(from)\" y=\"\(y)\" width=\"\(to - from)\" "
        body += "height=\"\(Self.barHeight)\" rx=\"2\"/>\n"
        for update in window.updates { circle(x(update), y + Self.barHeight / 2, 4, "update") }
        switch window.how {
        case .locked:
            line((to, y - 2), (to, y + Self.barHeight + 2), "lock")
            text("locked", to + 6, y + 12, "faint")
        case .removed: text("removed", to + 6, y + 12, "bad")
        case .open, .closed: break
        }
        y += Self.rowHeight
    }

    private mutating func draw(_ attempt: TimelineModel.Attempt, _ x: (Int64) -> Int) {
        let name = attempt.to == .developer ? "copy \(attempt.index + 1)" : "postback \(attempt.index + 1)"
        text(name, 20, y + 12)
        let (from, to) = (x(attempt.preparedAt), x(attempt.at))
        line((from, y + 7), (to, y + 7), "delay")
        circle(to, y + 7, 5, attempt.outcome == .delivered ? "sent" : "failed")
        let label = "\(TimeSpan.shortText(attempt.at - start))  \(attempt.label)"
        // The label goes where there is room for it.
        let isLeft = to > Self.width / 2
        text(label, isLeft ? min(from, to) - 8 : to + 10, y + 12, "faint", anchor: isLeft ? "end" : "start")
        y += Self.rowHeight
    }

    // MARK: - Slots

    private mutating func drawSlots() {
        guard let span = model.hostSpan, !model.slots.isEmpty else { return }
        let width = Self.width - Self.left - Self.right
        func x(_ at: Int64) -> Int {
            Self.left + Int(Double(at - span.lowerBound) / Double(span.upperBound - span.lowerBound) * Double(width))
        }
        y += 14
        text("Ads on screen: bars; a dot is a tap, a cross a request without an ad", 20, y, "strong")
        y += 22
        text(TimeSpan.shortText(span.lowerBound - start), Self.left, y, "faint")
        text(TimeSpan.shortText(span.upperBound - start), Self.width - Self.right, y, "faint", anchor: "end")
        y += 8
        line((Self.left, y), (Self.width - Self.right, y), "line")
        y += 8
        for lane in model.slots {
            text(lane.name.count > 18 ? lane.name.prefix(17) + "…" : lane.name, 20, y + 12)
            for shown in lane.shown {
                let from = x(shown.from)
                let to = max(x(shown.to ?? span.upperBound), from + 2)
                body += "<rect class=\"window\" x=\"\(from)\" y=\"\(y)\" width=\"\(to - from)\" "
                body += "height=\"\(Self.barHeight)\" rx=\"2\"/>\n"
            }
            for at in lane.failures { text("×", x(at), y + 12, "bad", anchor: "middle") }
            for at in lane.taps { circle(x(at), y + Self.barHeight / 2, 4, "update") }
            y += Self.rowHeight
        }
        y += 10
    }

    // MARK: - What happened

    private mutating func drawRows() {
        y += 14
        text("Events", 20, y, "strong")
        y += 6
        for row in model.rows {
            y += 18
            text(TimeSpan.text(row.at - start), 130, y, "faint", anchor: "end")
            text(row.name.hasPrefix("  ") ? "· " + row.name.dropFirst(2) : row.name, Self.left, y)
            let room = row.result.isEmpty ? 84 : 54
            text(row.subject.count > room ? row.subject.prefix(room - 1) + "…" : row.subject, 290, y)
            text(row.result, 700, y, row.isGood ? "" : "bad")
        }
    }
}
