import AttributionReport
import Bytes

/// A report in columns, with bars where somebody looks at it.
struct ReportTable: ~Copyable {
    private(set) var output = ByteBuffer()
    /// The width of the terminal; nil without one, where there are no bars.
    private let width: Int?
    private static let longestList = 20

    init(width: Int?) { self.width = width }

    mutating func append(note: String) {
        appendHarmless(note, to: &output)
        output.append(ASCII.newline)
    }

    mutating func append(_ section: ReportSection) {
        // Values and countries that did not come say nothing; where there are few rows, a zero does.
        var rows = section.rows.filter { $0.count > 0 || section.rows.count <= 8 }
        guard rows.contains(where: { $0.count > 0 }) || section.untold > 0 else { return }
        var more: ReportSection.Row?
        if rows.count > Self.longestList, section.id != "fine" {
            let rest = rows.dropFirst(Self.longestList)
            more = .init(name: "\(rest.count) more", count: rest.reduce(0) { $0 + $1.count })
            rows = Array(rows.prefix(Self.longestList))
        }
        if let more { rows.append(more) }
        if section.untold > 0 { rows.append(.init(name: "not told", count: section.untold)) }
        output.append(ASCII.newline)
        append(note: section.title)
        let names = rows.map { row in Self.cell(row.name) + (row.meaning.map { " (\($0))" } ?? "") }
        let counts = rows.map { String($0.count) }
        let nameWidth = names.map(\.count).max() ?? 0
        let countWidth = counts.map(\.count).max() ?? 0
        let room = max(0, min(40, (width ?? 0) - nameWidth - countWidth - 6))
        let most = rows.map(\.count).max() ?? 0
        for ((name, count), row) in zip(zip(names, counts), rows) {
            var line = "  " + Self.padded(name, nameWidth) + "  " + Self.padded(count, countWidth, isNumber: true)
            if width != nil, room > 0, row.count > 0 { line += "  " + Self.bar(row.count, of: most, room: room) }
            output.append(text: line)
            output.append(ASCII.newline)
        }
    }

    mutating func append(_ grid: ReportGrid, title: String? = nil) {
        output.append(ASCII.newline)
        if let title { append(note: title) }
        let cells = [grid.columns] + grid.rows.map { $0.map { $0.map(Self.cell) ?? "-" } }
        let widths = grid.columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        for row in cells {
            var line = ""
            for (column, cell) in row.enumerated() {
                if column > 0 { line += "  " }
                line += Self.padded(cell, widths[column], isNumber: column >= grid.texts)
            }
            output.append(text: String(line.reversed().drop { $0 == " " }.reversed()))
            output.append(ASCII.newline)
        }
    }

    /// A text of the input as one word or some, that cannot break a line.
    private static func cell(_ text: String) -> String {
        var buffer = ByteBuffer()
        appendHarmless(text.isEmpty ? "\"\"" : text, to: &buffer)
        return unsafe buffer.bytes.text
    }

    private static func padded(_ text: String, _ width: Int, isNumber: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return isNumber ? space + text : text + space
    }

    /// A bar in eighths of a character, of at least one.
    private static func bar(_ count: Int, of most: Int, room: Int) -> String {
        let eighths = max(1, Int(Double(count) / Double(max(1, most)) * Double(room * 8)))
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }
}
