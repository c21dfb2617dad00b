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
    /// The upper end of a range that has none.
    case unbounded

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
        case .unbounded: TableCell("no limit")
        case .text(let text), .figure(let text): TableCell(text)
        }
    }
}

/// What stands above a column.
package struct ReportColumn: Sendable, Equatable {
    /// What programs call it: the member of the JSON form, with a dash before a member inside of that.
    package let name: String
    /// What it is of, as people call it.
    let whole: String
    /// Which end of a range it holds; nil for what is none.
    let end: End?
    /// Whether forms for people say it elsewhere.
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

    /// What stands above it for people.
    var title: String { whole + (end.map { ", \($0.rawValue)" } ?? "") }

    fileprivate static let currency = ReportColumn("currency", isForPrograms: true)
}

/// A table with named columns.
package struct ReportGrid: Sendable {
    package let columns: [ReportColumn]
    /// How many columns at the left are texts and not figures.
    package let texts: Int
    package let rows: [[ReportCell]]

    /// The same with the columns of money before all other figures.
    var withMoneyFirst: ReportGrid {
        let isMoney = { (column: ReportColumn) in column.end != nil || column.name == "spend" }
        let figures = columns.indices.dropFirst(texts)
        let order =
            Array(0..<texts) + figures.filter { isMoney(columns[$0]) } + figures.filter { !isMoney(columns[$0]) }
        return ReportGrid(
            columns: order.map { columns[$0] }, texts: texts, rows: rows.map { row in order.map { row[$0] } })
    }

    /// The same without what forms for people say elsewhere.
    package var forPeople: ReportGrid {
        guard columns.contains(where: \.isForPrograms) else { return self }
        let shown = columns.indices.filter { !columns[$0].isForPrograms }
        return ReportGrid(
            columns: shown.map { columns[$0] }, texts: texts, rows: rows.map { row in shown.map { row[$0] } })
    }

    /// A cell of the first row; nil if there is nothing to tell.
    func first(_ name: String) -> ReportCell? {
        guard let place = columns.firstIndex(where: { $0.name == name }), let cell = rows.first?[place],
            cell != .nothing
        else { return nil }
        return cell
    }
}

extension ReportGrid {
    /// One row a group.
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

    /// One row an app, day and currency.
    init(_ earnings: [Earnings.Key: Earnings]) {
        columns = (["day", "app", "currency"] + Earnings().figures.map(\.name)).map { ReportColumn($0) }
        texts = 3
        rows = earnings.sorted { $0.key < $1.key }.map { key, sums in
            [.text(key.day), .figure(String(key.app)), .text(key.currency)]
                + sums.figures.map { ReportCell(figure: $0.text) }
        }
    }

    /// The totals of money; where campaigns are listed, revenue is that of these, and the rest stands apart.
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
    /// One row for each value that came, with what the schemas say of it; the values of a window that no schema has are
    /// one row together.
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

    /// The bounds as they are, which are no sums.
    fileprivate var exactCells: [ReportCell] { [.figure(least.exact), most.map { .figure($0.exact) } ?? .unbounded] }

    fileprivate func ratioCells(to spend: Money?) -> [ReportCell] {
        guard let spend, let first = least.ratio(to: spend) else { return [.nothing, .nothing] }
        return [.figure(first), most.map { ReportCell(figure: $0.ratio(to: spend)) } ?? .unbounded]
    }
}
