/// A report as comma-separated values (RFC 4180), with lines that end in a line feed alone.
package enum ReportCSV {
    package static func text(_ report: ReportContents) -> String {
        report.isGrouped ? text(report.groups) : overview(report)
    }

    private static func text(_ grid: ReportGrid) -> String {
        line(grid.columns) + grid.rows.map { line($0.map { $0 ?? "" }) }.joined()
    }

    /// Three columns: what is counted, of what, and how often.
    private static func overview(_ report: ReportContents) -> String {
        var text = line(["figure", "name", "count"]) + line(["inputs", "", String(report.inputs)])
        for section in report.text.overview {
            for row in section.rows { text += line([section.id, row.name, String(row.count)]) }
        }
        text += line(["repeats", "", String(report.repeats)])
        for row in report.leftOut { text += line(["left-out", row.name, String(row.count)]) }
        if let money = report.money, let cells = money.rows.first {
            for (column, cell) in zip(money.columns, cells) { text += line([column, "", cell ?? ""]) }
        }
        guard let earnings = report.earningsGrid else { return text }
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
