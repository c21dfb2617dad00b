import AttributionBase
import AttributionModel

package struct ReportGrid: Sendable {
    package let columns: [ReportColumn]
    /// The number of columns on the left with texts. All others have figures.
    package let texts: Int
    package let rows: [[ReportCell]]

    /// The table with the columns of money before all other figures.
    var withMoneyFirst: ReportGrid {
        let isMoney = { (column: ReportColumn) in column.part != nil || column.name == "spend" }
        let figures = columns.indices.dropFirst(texts)
        return with(
            Array(0..<texts) + figures.filter { isMoney(columns[$0]) } + figures.filter { !isMoney(columns[$0]) })
    }

    /// The table without the columns for programs.
    package var forPeople: ReportGrid {
        let shown = columns.indices.filter { !columns[$0].isForPrograms }
        return shown.count < columns.count ? with(shown) : self
    }

    /// Returns the table with these columns, in this order.
    private func with(_ places: [Int]) -> ReportGrid {
        ReportGrid(
            columns: places.map { columns[$0] }, texts: texts, rows: rows.map { row in places.map { row[$0] } })
    }

    /// Returns a cell of the first row; nil if it is empty.
    func first(_ name: String) -> ReportCell? {
        guard let index = columns.firstIndex(where: { $0.name == name }), let cell = rows.first?[index],
            cell != .nothing
        else { return nil }
        return cell
    }
}

extension ReportGrid {
    init(_ rows: [GroupRow], _ fields: [GroupField], _ money: MoneyOptions, showsUnverified: Bool) {
        var columns = fields.map { ReportColumn($0.name) }
        GroupRow(values: []).forEachFigure(fields, money, showsUnverified: showsUnverified) { columns += $0.columns }
        self.columns = columns
        texts = fields.count
        self.rows = rows.map { row in
            var cells = row.values.map { ReportCell($0) }
            cells.reserveCapacity(columns.count)
            row.forEachFigure(fields, money, showsUnverified: showsUnverified) { $0.append(to: &cells) }
            return cells
        }
    }

    init(_ earnings: [Earnings.Key: Earnings]) {
        columns = ["day", "app", "currency"].map { ReportColumn($0) } + Earnings().figures.flatMap(\.columns)
        texts = 3
        rows = earnings.inOrder { $0.key < $1.key }.map { key, sums in
            [.text(key.day), .figure(String(key.app)), .text(key.currency)] + sums.roundedFigures.flatMap(\.cells)
        }
    }

    /// Creates a table with one row.
    init(_ figures: [ReportFigure]) {
        columns = figures.flatMap(\.columns)
        texts = 0
        rows = [figures.flatMap(\.cells)]
    }
}

extension ReportGrid {
    /// Creates a table with a row for each value and its meaning. The values of a window that the schemas leave out share one row.
    init(_ meanings: [ValueMeaning]) {
        columns =
            ["app", "window", "value", "name"].map { ReportColumn($0) } + ReportColumn.range("revenue", "revenue")
            + [ReportColumn("inputs", "postbacks")]
        texts = 4
        var rows: [[ReportCell]] = []
        var others = 0
        for (index, value) in meanings.enumerated() {
            let window: [ReportCell] = [.text("\(value.app)"), .text(String(value.window.number))]
            if let revenue = value.revenue {
                rows.append(
                    window + [.text(value.value.words), value.name.map { .text($0) } ?? .nothing]
                        + ReportFigure("revenue", .range(revenue.rounded)).cells + [.figure(String(value.count))])
            } else {
                others += value.count
            }
            let next = meanings.dropFirst(index + 1).first
            if others > 0, next?.app != value.app || next?.window != value.window {
                rows.append(
                    window + [.text("others"), .text("not in the schema")]
                        + ReportFigure("revenue", .range(nil)).cells + [.figure(String(others))])
                others = 0
            }
        }
        self.rows = rows
    }
}
