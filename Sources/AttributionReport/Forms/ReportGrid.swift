import StrictJSON

/// A table with named columns, each cell a text; nil where there is nothing to tell.
package struct ReportGrid: Sendable {
    package let columns: [String]
    /// How many columns at the left are texts and not figures.
    package let texts: Int
    package let rows: [[String?]]
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
            var cells: [String?] = row.values.map(\.cell)
            cells += [counts.inputs, counts.won, counts.fine, counts.coarse, counts.none].map(String.init)
            cells.append(counts.fineMean)
            if money.hasRevenue { cells += [counts.revenue.least.rounded, counts.revenue.most.rounded] }
            if money.hasSpend {
                let ratios = [counts.revenue.least, counts.revenue.most].map { least in
                    row.spend.flatMap { least.ratio(to: $0) }
                }
                cells += [row.spend?.rounded] + ratios
            }
            if showsUnverified { cells.append(String(counts.unverified)) }
            return cells
        }
    }

    /// One row an app, day and currency.
    init(_ earnings: [Earnings.Key: Earnings]) {
        columns = [
            "day", "app", "requests", "fills", "fill-rate", "impressions", "test-impressions", "clicks", "revenue",
            "currency", "ecpm",
        ]
        texts = 2
        rows = earnings.sorted { $0.key < $1.key }.map { key, sums in
            [
                key.day, String(key.app), String(sums.requests), String(sums.fills), sums.fillRate,
                String(sums.impressions), String(sums.testImpressions), String(sums.clicks), sums.revenue.exact,
                key.currency, sums.perThousand,
            ]
        }
    }

    /// The totals of money.
    init?(_ counts: GroupCounts, _ money: MoneyOptions, spend: SpendTable?) {
        guard money.hasRevenue else { return nil }
        var columns = ["revenue-least", "revenue-most"]
        var cells: [String?] = [counts.revenue.least.rounded, counts.revenue.most.rounded]
        if let spend {
            columns += ["spend", "roas-least", "roas-most"]
            cells += [
                spend.total.rounded, counts.revenue.least.ratio(to: spend.total),
                counts.revenue.most.ratio(to: spend.total),
            ]
        }
        self.columns = columns
        texts = 0
        rows = [cells]
    }
}

extension JSONValue {
    /// The value as a cell of a table: a string's text, anything else as JSON.
    fileprivate var cell: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        default: text
        }
    }
}
