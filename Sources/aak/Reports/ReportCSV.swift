/// A report as comma-separated values (RFC 4180), with lines that end in a line feed alone.
enum ReportCSV {
    static func text(_ grid: ReportGrid) -> String {
        line(grid.columns) + grid.rows.map { line($0.map { $0 ?? "" }) }.joined()
    }

    /// Three columns: what is counted, of what, and how often.
    static func text(
        _ sections: [ReportSection], inputs: Int, repeats: Int, leftOut: [(name: String, count: Int)],
        money: ReportGrid?, earnings: ReportGrid
    ) -> String {
        var text = line(["figure", "name", "count"]) + line(["inputs", "", String(inputs)])
        for section in sections {
            for row in section.rows { text += line([section.id, row.name, String(row.count)]) }
        }
        text += line(["repeats", "", String(repeats)])
        for row in leftOut { text += line(["left-out", row.name, String(row.count)]) }
        if let money, let cells = money.rows.first {
            for (column, cell) in zip(money.columns, cells) { text += line([column, "", cell ?? ""]) }
        }
        for row in earnings.rows {
            let name = [row[1], row[0], row[9]].map { $0 ?? "" }.joined(separator: " ")
            for column in [2, 3, 4, 5, 6, 7, 8, 10] {
                text += line(["earnings-" + earnings.columns[column], name, row[column] ?? ""])
            }
        }
        return text
    }

    private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\n" }

    private static func cell(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }
        guard needsQuotes else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
