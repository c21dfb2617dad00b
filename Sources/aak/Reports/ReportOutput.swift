import AttributionReport
import Bytes
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
        noteMissing(all)
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
                        ReportText(counts).overview, inputs: counts.inputs, repeats: counts.repeats,
                        leftOut: counts.leftOut.total > 0 ? counts.leftOut.all : [], money: totals,
                        earnings: ReportGrid(counts.earnings)))
        case .html:
            try console.write(
                ReportPage.text(
                    ReportText(counts), groups: grid, groupedBy: request.fields.map(\.name).joined(separator: ", "),
                    left: left(all, rows), money: totals, earnings: counts.earnings,
                    notes: notes(counts, showsEarnings: true)))
        case .table:
            let text = ReportText(counts)
            var table = ReportTable(width: console.outputIsTerminal ? Descriptor.output.columns ?? 80 : nil)
            for note in text.notes + notes(counts, showsEarnings: !isGrouped) { table.append(note: note) }
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

    /// Says which members of the lines around the inputs no line has: they may be mistyped.
    private func noteMissing(_ rows: [GroupRow]) {
        for (place, field) in request.fields.enumerated() {
            guard case .outer(let path) = field, !rows.isEmpty, rows.allSatisfy({ $0.values[place] == .null })
            else { continue }
            let nearest = Spelling.nearest(to: path, among: GroupField.Known.allCases.map(\.rawValue))
            console.report(
                Diagnostic(
                    severity: .note, message: "no line has the member \(quoted(path)) that --by names",
                    hint: nearest.map { "did you mean \($0)?" }))
        }
    }

    /// What `--top` left out.
    private func left(_ all: [GroupRow], _ shown: [GroupRow]) -> String? {
        guard all.count > shown.count else { return nil }
        let inputs = all.dropFirst(shown.count).reduce(0) { $0 + $1.counts.inputs }
        return "left out: \(counted(all.count - shown.count, "smaller group")) of \(counted(inputs, "postback"))"
    }

    /// What money is not about.
    private func notes(_ counts: borrowing ReportCounts, showsEarnings: Bool) -> [String] {
        var notes: [String] = []
        if counts.all.unnamed > 0 {
            notes.append(
                "\(counted(counts.all.unnamed, "postback")) with a fine value that no entry names, worth nothing here")
        }
        if !showsEarnings, !counts.earnings.isEmpty {
            notes.append("left out: earnings of \(counted(counts.earnings.count, "line"))")
        }
        return notes
    }
}
