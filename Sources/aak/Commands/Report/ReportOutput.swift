import AttributionBase
import AttributionReport

enum ReportOutput {
    enum Form: String, CaseIterable {
        case table, json, csv, html, prometheus

        private var words: String {
            switch self {
            case .table: "a table, which is the default"
            case .json: "JSON"
            case .csv: "CSV"
            case .html: "an HTML page with charts"
            case .prometheus: "Prometheus gauges"
            }
        }

        static let summary =
            "write " + allCases.dropLast().map(\.words).joined(separator: ", ") + ", or "
            + allCases[allCases.count - 1].words

        static let details = """
            In text and HTML tables, a cell wider than 64 columns is cut, and ends in an ellipsis; JSON and CSV contain
            it in full. CSV follows RFC 4180, except that lines end in a line feed alone. In CSV, a string that begins
            with =, +, -, @, a tab or a carriage return is prefixed with an apostrophe, because a spreadsheet would run
            it as a formula. The gauges are in the text format that node_exporter reads from files; they count by
            verdict, by rule and by network, or by the fields given with --by.
            """

        /// Whether the form shows the overview and source identifiers besides groups. Other forms show groups only, if
        /// groups are requested.
        var showsEverything: Bool {
            switch self {
            case .table, .json, .csv: false
            case .html, .prometheus: true
            }
        }

        /// The field by which such a form groups by default.
        func usualField(hasCampaigns: Bool) -> GroupField {
            if self == .prometheus { return .known(.adNetworkIdentifier) }
            return .known(hasCampaigns ? .campaign : .sourceIdentifier)
        }
    }

    static let titledForms = [Form.table, .html]

    static func write(_ report: ReportContents, _ form: Form, _ console: Console) throws(Diagnostic) {
        noteAbsent(report.absentMembers, console)
        switch form {
        case .json:
            var lines = ResultLines()
            report.forEachObject { lines.append($0) }
            try console.write(&lines)
        case .csv:
            // The lines are marked as text, so that control characters are escaped on a terminal.
            var lines = ResultLines()
            report.appendCSV(to: &lines.bytes)
            try console.write(&lines)
        case .prometheus:
            var lines = ResultLines()
            report.appendGauges(to: &lines.bytes)
            try console.write(&lines)
        case .html: try console.write(ReportPage.text(report))
        case .table:
            var table = ReportTable(width: console.outputIsTerminal ? Descriptor.output.columns ?? 80 : nil)
            if let title = report.title { table.append(note: title) }
            for note in report.notes { table.append(note: note) }
            if report.isGrouped {
                table.append(report.shownGroups)
                if let left = report.left { table.append(note: left) }
            } else {
                if let money = report.money { table.append(money.forPeople, title: "Revenue that the values allow") }
                if let meanings = report.meaningsGrid { table.append(meanings, title: ReportPage.meaningsTitle) }
                for section in report.overview { table.append(section) }
                if let earnings = report.earningsGrid { table.append(earnings, title: "Earnings") }
            }
            try console.write(table.output)
        }
    }

    /// Reports fields of `--by` that occur in no line, because their names may be misspelt.
    private static func noteAbsent(_ members: [String], _ console: Console) {
        for path in members {
            let nearest = Spelling.nearest(to: path, among: GroupField.names)
            console.report(
                .note(
                    nil, "no line has the member \(quoted(path)) that --by names",
                    hint: nearest.map { "did you mean \($0)?" }))
        }
    }
}

/// Writes a report in columns, with bars on a terminal.
struct ReportTable: ~Copyable {
    private(set) var output = ByteBuffer()
    /// The width of the terminal; nil without a terminal, where there are no bars.
    private let width: Int?
    private static let longestList = 20

    init(width: Int?) { self.width = width }

    mutating func append(note: String) {
        appendHarmless(note, to: &output)
        output.append(ASCII.newline)
    }

    mutating func append(_ section: ReportSection) {
        // Rows without counts are left out.
        var rows = section.shownRows
        guard !rows.isEmpty || section.undisclosed > 0 else { return }
        var more: ReportSection.Row?
        if rows.count > Self.longestList, !section.isComplete {
            let rest = rows.dropFirst(Self.longestList)
            more = ("\(rest.count) more", nil, rest.reduce(0) { $0 + $1.count })
            rows = Array(rows.prefix(Self.longestList))
        }
        if let more { rows.append(more) }
        if section.undisclosed > 0 { rows.append(("not disclosed", nil, section.undisclosed)) }
        output.append(ASCII.newline)
        append(note: section.title)
        let names = rows.map { row in
            let name = TableCell(row.name)
            let meaning = row.meaning.map { " (\($0))" } ?? ""
            return (text: name.text + meaning, columns: name.columns + meaning.count)
        }
        let counts = rows.map { TableCell(String($0.count)) }
        let nameWidth = names.map(\.columns).max() ?? 0
        let countWidth = counts.map(\.columns).max() ?? 0
        let room = max(0, min(40, (width ?? 0) - nameWidth - countWidth - 6))
        let scale = BarScale(rows.map { Double($0.count) })
        for ((name, count), row) in zip(zip(names, counts), rows) {
            var line = "  " + name.text + Self.space(nameWidth - name.columns + 2)
            line += Self.space(countWidth - count.columns) + count.text
            if width != nil, room > 0, row.count > 0 {
                line += "  " + Self.bar(Double(row.count), scale, room: room)
            }
            output.append(text: line)
            output.append(ASCII.newline)
        }
        if width != nil, room > 4, rows.contains(where: { scale.isCut(Double($0.count)) }) {
            append(note: "  ╱╱ cut: \(BarScale.outlierWords) as long as the longest whole bar")
        }
    }

    mutating func append(_ grid: ReportGrid, title: String? = nil) {
        output.append(ASCII.newline)
        if let title { append(note: title) }
        let cells = [grid.columns.map { TableCell($0.name) }] + grid.rows.map { $0.map(\.shown) }
        let widths = grid.columns.indices.map { column in cells.map { $0[column].columns }.max() ?? 0 }
        for row in cells {
            // The spaces that are still to be written before the next column.
            var owed = 0
            for (column, cell) in row.enumerated() {
                let room = widths[column] - cell.columns
                let isFigure = column >= grid.texts
                for _ in 0..<owed + (column > 0 ? 2 : 0) + (isFigure ? room : 0) { output.append(ASCII.space) }
                output.append(text: cell.text)
                owed = isFigure ? 0 : room
            }
            output.append(ASCII.newline)
        }
    }

    private static func space(_ columns: Int) -> String { String(repeating: " ", count: max(0, columns)) }

    /// Returns a bar with a resolution of an eighth of a character, which is also its least length. A bar that is cut has a gap.
    private static func bar(_ size: Double, _ scale: BarScale, room: Int) -> String {
        if scale.isCut(size), room > 4 { return String(repeating: "█", count: room - 4) + " ╱╱ " }
        let eighths = max(1, Int(scale.part(size) * Double(room * 8)))
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }
}
