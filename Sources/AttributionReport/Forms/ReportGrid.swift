import AdAttribution
import AttributionJSON

/// What stands in a cell of a report.
package enum ReportCell: Sendable, Equatable {
    /// There is nothing to tell.
    case nothing
    /// A text, mostly a stranger's.
    case text(String)
    /// A number, or another value of JSON that is no text.
    case figure(String)

    init(figure: String?) { self = figure.map { .figure($0) } ?? .nothing }

    /// The value as a cell: a string's text, anything else as JSON.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .nothing
        case .string(let text): self = .text(text)
        default: self = .figure(value.text)
        }
    }

    /// As tables and pages show it.
    package var shown: TableCell {
        switch self {
        case .nothing: TableCell("-")
        case .text(let text), .figure(let text): TableCell(text)
        }
    }
}

/// A table with named columns.
package struct ReportGrid: Sendable {
    package let columns: [String]
    /// How many columns at the left are texts and not figures.
    package let texts: Int
    package let rows: [[ReportCell]]
}

extension ReportGrid {
    /// One row a group.
    init(_ rows: [GroupRow], _ fields: [GroupField], _ money: MoneyOptions, showsUnverified: Bool) {
        var columns = fields.map(\.name) + ["inputs", "won", "fine", "coarse", "none", "fine-mean"]
        if money.hasRevenue { columns += ["revenue-least", "revenue-most"] }
        if money.hasSpend { columns += ["spend", "roas-least", "roas-most"] }
        if showsUnverified { columns.append("unverified") }
        self.columns = columns
        texts = fields.count
        self.rows = rows.map { row in
            let counts = row.counts
            var cells = row.values.map { ReportCell($0) }
            cells += [counts.inputs, counts.won, counts.fine, counts.coarse, counts.none].map { .figure(String($0)) }
            cells.append(.init(figure: counts.fineMean))
            if money.hasRevenue { cells += counts.revenue.cells }
            if money.hasSpend {
                cells.append(.init(figure: row.spend?.rounded))
                cells += counts.revenue.ratioCells(to: row.spend)
            }
            if showsUnverified { cells.append(.figure(String(counts.unverified))) }
            return cells
        }
    }

    /// One row an app, day and currency.
    init(_ earnings: [Earnings.Key: Earnings]) {
        columns = ["day", "app", "currency"] + Earnings().figures.map(\.name)
        texts = 3
        rows = earnings.sorted { $0.key < $1.key }.map { key, sums in
            [.text(key.day), .figure(String(key.app)), .text(key.currency)]
                + sums.figures.map { ReportCell(figure: $0.text) }
        }
    }

    /// The totals of money; with spend, revenue is that of what has some, and the rest stands apart.
    init?(_ counts: GroupCounts, _ money: MoneyOptions, spend: SpendTable?) {
        guard money.hasRevenue else { return nil }
        texts = 0
        guard let spend else {
            columns = ["revenue-least", "revenue-most"]
            rows = [counts.revenue.cells]
            return
        }
        columns = [
            "revenue-least", "revenue-most", "spend", "roas-least", "roas-most", "unlisted-revenue-least",
            "unlisted-revenue-most",
        ]
        let listed = counts.listedRevenue
        rows = [
            listed.cells + [.figure(spend.total.rounded)] + listed.ratioCells(to: spend.total)
                + counts.unlistedRevenue.cells
        ]
    }
}

extension MoneyRange {
    fileprivate var cells: [ReportCell] { [.figure(least.rounded), .figure(most.rounded)] }

    fileprivate func ratioCells(to spend: Money?) -> [ReportCell] {
        [least, most].map { amount in ReportCell(figure: spend.flatMap { amount.ratio(to: $0) }) }
    }
}
