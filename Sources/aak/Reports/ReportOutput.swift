import AttributionReport
import StrictJSON

/// Writes a report in the form that is asked for.
struct ReportOutput {
    let request: ReportRequest
    let spend: SpendTable?
    /// Whether groups were asked for.
    let isGrouped: Bool
    let top: Int?
    let console: Console

    private var money: MoneyOptions { MoneyOptions(hasRevenue: request.values != nil, hasSpend: spend != nil) }

    func write(_ counts: borrowing ReportCounts, _ form: ReportCommand.Form) throws(Diagnostic) {
        let isUnverified = counts.all.unverified > 0
        let all = counts.groupRows(request.fields, spend: spend)
        let rows = Array(all.prefix(top ?? all.count))
        let grid = ReportGrid(rows, request.fields, money, showsUnverified: isUnverified)
        let totals = ReportGrid(counts.all, money, spend: spend)
        switch form {
        case .json:
            var lines = ResultLines()
            if isGrouped {
                for row in rows { lines.append(row.json(request.fields, money, showsUnverified: isUnverified)) }
            } else {
                lines.append(counts.overview(money, spend: spend))
            }
            try console.write(&lines)
        case .csv:
            try console.write(
                isGrouped
                    ? ReportCSV.text(grid)
                    : ReportCSV.text(
                        ReportText(counts).overview, inputs: counts.inputs, repeats: counts.repeats, money: totals,
                        earnings: ReportGrid(counts.earnings)))
        case .html:
            try console.write(
                ReportPage.text(
                    ReportText(counts), groups: grid, groupedBy: request.fields.map(\.name).joined(separator: ", "),
                    left: left(all, rows), money: totals, earnings: counts.earnings, notes: notes(counts)))
        case .table:
            let text = ReportText(counts)
            var table = ReportTable(width: console.outputIsTerminal ? Descriptor.output.columns ?? 80 : nil)
            for note in text.notes + notes(counts) { table.append(note: note) }
            if isGrouped {
                table.append(grid)
                if let left = left(all, rows) { table.append(note: left) }
            } else {
                if let totals { table.append(totals, title: "Revenue that the values allow") }
                for section in text.overview { table.append(section) }
                if !counts.earnings.isEmpty { table.append(ReportGrid(counts.earnings), title: "Earnings") }
            }
            try unsafe console.write(table.output.bytes)
        }
    }

    /// What `--top` left out.
    private func left(_ all: [GroupRow], _ shown: [GroupRow]) -> String? {
        guard all.count > shown.count else { return nil }
        let inputs = all.dropFirst(shown.count).reduce(0) { $0 + $1.counts.inputs }
        return "left out: \(counted(all.count - shown.count, "smaller group")) of \(counted(inputs, "postback"))"
    }

    /// What money is not about.
    private func notes(_ counts: borrowing ReportCounts) -> [String] {
        var notes: [String] = []
        if counts.all.unnamed > 0 {
            notes.append(
                "\(counted(counts.all.unnamed, "postback")) with a fine value that no entry names, worth nothing here")
        }
        if isGrouped, !counts.earnings.isEmpty {
            notes.append("left out: earnings of \(counted(counts.earnings.count, "line"))")
        }
        return notes
    }
}
