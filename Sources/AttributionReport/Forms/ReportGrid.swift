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
}

/// A figure of a report: a member of the JSON form, and a column of tables, or two columns for a range.
struct ReportFigure {
    enum Value {
        case count(Int)
        /// Decimal digits; nil if unknown.
        case amount(String?)
        case text(String)
        /// Nil if unknown.
        case range(RevenueRange.Texts?)
    }

    let name: String
    /// The name for people.
    let title: String
    let value: Value
    /// Whether forms for people omit the figure, because they state it elsewhere.
    let isForPrograms: Bool

    init(_ name: String, title: String? = nil, _ value: Value, isForPrograms: Bool = false) {
        (self.name, self.title, self.value, self.isForPrograms) = (name, title ?? name, value, isForPrograms)
    }

    var member: JSONValue.Member {
        switch value {
        case .count(let count): .init(name, .count(count))
        case .amount(let text): .init(name, .text(text))
        case .text(let text): .init(name, .string(text))
        case .range(let range?):
            .init(name, .object([.init("least", .string(range.least)), .init("most", .text(range.most))]))
        case .range(nil): .init(name, .null)
        }
    }

    fileprivate var columns: [ReportColumn] {
        if case .range = value { return ReportColumn.range(name, title) }
        return [ReportColumn(name, title, isForPrograms: isForPrograms)]
    }

    var cells: [ReportCell] {
        switch value {
        case .count(let count): [.figure(String(count))]
        case .amount(let text): [.init(figure: text)]
        case .text(let text): [.text(text)]
        case .range(let range?): [.figure(range.least), range.most.map { .figure($0) } ?? .unbounded]
        case .range(nil): [.nothing, .nothing]
        }
    }
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
        func figures(_ row: GroupRow) -> [ReportFigure] { row.figures(fields, money, showsUnverified: showsUnverified) }
        columns = fields.map { ReportColumn($0.name) } + figures(GroupRow(values: [])).flatMap(\.columns)
        texts = fields.count
        self.rows = rows.map { row in row.values.map { ReportCell($0) } + figures(row).flatMap(\.cells) }
    }

    /// Creates a table with a row for each app, day and currency.
    init(_ earnings: [Earnings.Key: Earnings]) {
        columns = ["day", "app", "currency"].map { ReportColumn($0) } + Earnings().figures.flatMap(\.columns)
        texts = 3
        rows = earnings.sorted { $0.key < $1.key }.map { key, sums in
            [.text(key.day), .figure(String(key.app)), .text(key.currency)] + sums.figures.flatMap(\.cells)
        }
    }

    /// Creates a table with the totals of money; nil if none are requested.
    init?(_ counts: borrowing ReportCounts, _ request: ReportRequest) {
        let money = counts.moneyFigures(request)
        let figures = money.amounts + money.others
        guard !figures.isEmpty else { return nil }
        columns = figures.flatMap(\.columns)
        texts = 0
        rows = [figures.flatMap(\.cells)]
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
                        + ReportFigure("revenue", .range(meaning.revenue.exact)).cells + [.figure(String(value.count))])
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
