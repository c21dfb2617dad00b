import AdAttribution
import AttributionJSON

/// The contents of a cell of a report.
package enum ReportCell: Sendable, Equatable {
    /// An empty cell.
    case nothing
    /// A text, which usually comes from the input.
    case text(String)
    /// A number, or any other JSON value that is not a string.
    case figure(String)
    /// The upper bound of a range without one.
    case unbounded

    init(figure: String?) { self = figure.map { .figure($0) } ?? .nothing }

    /// Creates a cell with a string's text, or with any other value as JSON.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .nothing
        case .string(let text): self = .text(text)
        default: self = .figure(value.text)
        }
    }

    /// The cell as tables and pages show it.
    package var shown: TableCell {
        switch self {
        case .nothing: TableCell("-")
        case .unbounded: TableCell("no limit")
        case .text(let text), .figure(let text): TableCell(text)
        }
    }
}

/// The description of a column.
package struct ReportColumn: Sendable, Equatable {
    /// The name for programs: the member of the JSON form, followed by a dash and an inner member.
    package let name: String
    /// The name for people, without the end of a range.
    let whole: String
    /// The end of a range that the column has; nil if it is not an end.
    let end: End?
    /// Whether forms for people omit the column, because they state its contents elsewhere.
    var isForPrograms = false

    enum End: String, CaseIterable, Sendable {
        case least, most
    }

    init(_ name: String, _ whole: String? = nil, end: End? = nil, isForPrograms: Bool = false) {
        self.name = name
        self.whole = whole ?? name
        self.end = end
        self.isForPrograms = isForPrograms
    }

    static func range(_ name: String, _ whole: String) -> [ReportColumn] {
        End.allCases.map { ReportColumn("\(name)-\($0.rawValue)", whole, end: $0) }
    }

    /// The heading for people.
    var title: String { whole + (end.map { ", \($0.rawValue)" } ?? "") }

    fileprivate static let currency = ReportColumn("currency", isForPrograms: true)
}

/// A table with named columns.
package struct ReportGrid: Sendable {
    package let columns: [ReportColumn]
    /// The number of columns on the left with texts. All others have figures.
    package let texts: Int
    package let rows: [[ReportCell]]

    /// The table with the columns of money before all other figures.
    var withMoneyFirst: ReportGrid {
        let isMoney = { (column: ReportColumn) in column.end != nil || column.name == "spend" }
        let figures = columns.indices.dropFirst(texts)
        let order =
            Array(0..<texts) + figures.filter { isMoney(columns[$0]) } + figures.filter { !isMoney(columns[$0]) }
        return ReportGrid(
            columns: order.map { columns[$0] }, texts: texts, rows: rows.map { row in order.map { row[$0] } })
    }

    /// The table without the columns for programs.
    package var forPeople: ReportGrid {
        guard columns.contains(where: \.isForPrograms) else { return self }
        let shown = columns.indices.filter { !columns[$0].isForPrograms }
        return ReportGrid(
            columns: shown.map { columns[$0] }, texts: texts, rows: rows.map { row in shown.map { row[$0] } })
    }

    /// Returns a cell of the first row; nil if it is empty.
    func first(_ name: String) -> ReportCell? {
        guard let place = columns.firstIndex(where: { $0.name == name }), let cell = rows.first?[place],
            cell != .nothing
        else { return nil }
        return cell
    }
}

extension ReportGrid {
    /// Creates a table with a row for each group.
    init(_ rows: [GroupRow], _ fields: [GroupField], _ money: MoneyOptions, showsUnverified: Bool) {
        let isShared = fields.contains(.known(.campaign))
        var columns = fields.map { ReportColumn($0.name) } + [ReportColumn("inputs", "postbacks")]
        if isShared { columns.append(ReportColumn("shared")) }
        columns += [
            ReportColumn("won"), ReportColumn("fine", "fine values"), ReportColumn("coarse", "coarse values"),
            ReportColumn("none", "no value"), ReportColumn("fine-mean", "mean of fine values"),
        ]
        columns += money.columns
        if showsUnverified { columns.append(ReportColumn("unverified")) }
        self.columns = columns
        texts = fields.count
        self.rows = rows.map { row in
            let counts = row.counts
            var cells = row.values.map { ReportCell($0) }
            cells.append(.figure(String(counts.inputs)))
            if isShared { cells.append(.figure(String(row.shared.inputs))) }
            cells += [counts.won, counts.fine, counts.coarse, counts.none].map { .figure(String($0)) }
            cells.append(.init(figure: counts.fineMean))
            cells += money.cells(row.revenue, spend: row.spend)
            if showsUnverified { cells.append(.figure(String(counts.unverified))) }
            return cells
        }
    }

    /// Creates a table with a row for each app, day and currency.
    init(_ earnings: [Earnings.Key: Earnings]) {
        columns = (["day", "app", "currency"] + Earnings().figures.map(\.name)).map { ReportColumn($0) }
        texts = 3
        rows = earnings.sorted { $0.key < $1.key }.map { key, sums in
            [.text(key.day), .figure(String(key.app)), .text(key.currency)]
                + sums.figures.map { ReportCell(figure: $0.text) }
        }
    }

    /// Creates a table with the totals of money. If campaigns are listed, revenue is that of the listed ones, and other
    /// revenue is separate.
    init?(_ counts: borrowing ReportCounts, _ request: ReportRequest) {
        let money = MoneyOptions(request, isByCampaign: true)
        guard money.hasRevenue || money.hasSpend else { return nil }
        texts = 0
        guard let campaigns = request.campaigns else {
            columns = money.columns
            rows = [money.cells(counts.all.revenue, spend: nil)]
            return
        }
        let totals = CampaignTotals(counts.campaigns)
        var columns = money.columns
        var cells = money.cells(totals.listed, spend: campaigns.spend)
        if money.hasRevenue {
            columns += ReportColumn.range("shared-revenue", "of the revenue, shared")
            columns += ReportColumn.range("unlisted-revenue", "revenue of no campaign")
            cells += totals.shared.revenue.cells + totals.none.revenue.cells
        }
        self.columns = columns
        rows = [cells]
    }
}

extension ReportGrid {
    /// Creates a table with a row for each value and its meaning. The values of a window that no schema has share one
    /// row.
    init(_ meanings: [ValueMeaning]) {
        columns =
            ["app", "window", "value", "name"].map { ReportColumn($0) } + ReportColumn.range("revenue", "revenue")
            + [ReportColumn("inputs", "postbacks")]
        texts = 4
        var rows: [[ReportCell]] = []
        var others = 0
        for (place, value) in meanings.enumerated() {
            let window: [ReportCell] = [.text("\(value.app)"), .text(String(value.window.rawValue))]
            if let meaning = value.meaning {
                rows.append(
                    window + [.text(value.value.words), value.name.map { .text($0) } ?? .nothing]
                        + meaning.revenue.exactCells + [.figure(String(value.count))])
            } else {
                others += value.count
            }
            let next = meanings.dropFirst(place + 1).first
            if others > 0, next?.app != value.app || next?.window != value.window {
                rows.append(
                    window + [.text("others"), .text("not in the schema"), .nothing, .nothing, .figure(String(others))])
                others = 0
            }
        }
        self.rows = rows
    }
}

extension MoneyOptions {
    fileprivate var columns: [ReportColumn] {
        var columns: [ReportColumn] = []
        if hasRevenue { columns += ReportColumn.range("revenue", "revenue") }
        if hasSpend { columns.append(ReportColumn("spend")) }
        if hasReturn { columns += ReportColumn.range("roas", "return") }
        if currency != nil { columns.append(.currency) }
        return columns
    }

    fileprivate func cells(_ revenue: RevenueRange, spend: Money?) -> [ReportCell] {
        var cells: [ReportCell] = []
        if hasRevenue { cells += revenue.cells }
        if hasSpend { cells.append(.init(figure: spend?.rounded)) }
        if hasReturn { cells += revenue.ratioCells(to: spend) }
        if let currency { cells.append(.text(currency)) }
        return cells
    }
}

extension RevenueRange {
    fileprivate var cells: [ReportCell] { [.figure(least.rounded), most.map { .figure($0.rounded) } ?? .unbounded] }

    /// The unrounded bounds, for a single value rather than a sum.
    fileprivate var exactCells: [ReportCell] { [.figure(least.exact), most.map { .figure($0.exact) } ?? .unbounded] }

    fileprivate func ratioCells(to spend: Money?) -> [ReportCell] {
        guard let spend, let first = least.ratio(to: spend) else { return [.nothing, .nothing] }
        return [.figure(first), most.map { ReportCell(figure: $0.ratio(to: spend)) } ?? .unbounded]
    }
}
