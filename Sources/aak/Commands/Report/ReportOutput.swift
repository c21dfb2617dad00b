import AttributionBase
import AttributionReport

/// Writes a report in the requested form.
enum ReportOutput {
    enum Form: String, CaseIterable {
        case table, json, csv, html

        /// The description of the form, for help.
        private var words: String {
            switch self {
            case .table: "a table, which is the default"
            case .json: "JSON"
            case .csv: "CSV"
            case .html: "a page of HTML with charts"
            }
        }

        static let summary =
            "write " + allCases.dropLast().map(\.words).joined(separator: ", ") + ", or "
            + allCases[allCases.count - 1].words

        /// Whether the form shows the overview and source identifiers besides groups. Other forms show groups only, if
        /// groups are requested.
        var showsEverything: Bool {
            switch self {
            case .table, .json, .csv: false
            case .html: true
            }
        }
    }

    /// The forms that show a title.
    static let titledForms = [Form.table, .html]

    static func write(_ report: ReportContents, _ form: Form, _ console: Console) throws(Diagnostic) {
        noteAbsent(report.absentMembers, console)
        switch form {
        case .json:
            var lines = ResultLines()
            report.forEachObject { lines.append($0) }
            try console.write(&lines)
        case .csv:
            // Lines of text, so that control characters are escaped on a terminal.
            var lines = ResultLines()
            ReportCSV.append(report, to: &lines.bytes)
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

    /// Reports fields of `--by` that no line has, since their names may be mistyped.
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
