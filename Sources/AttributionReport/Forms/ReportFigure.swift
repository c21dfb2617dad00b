import AttributionBase

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

    var columns: [ReportColumn] {
        if case .range = value { return ReportColumn.range(name, title) }
        return [ReportColumn(name, title, isForPrograms: isForPrograms)]
    }

    var cells: [ReportCell] {
        var cells: [ReportCell] = []
        append(to: &cells)
        return cells
    }

    /// Appends a cell, or two for a range.
    func append(to cells: inout [ReportCell]) {
        switch value {
        case .count(let count): cells.append(.figure(String(count)))
        case .amount(let text): cells.append(.init(figure: text))
        case .text(let text): cells.append(.text(text))
        case .range(let range?):
            cells.append(.figure(range.least))
            cells.append(range.most.map { .figure($0) } ?? .unbounded)
        case .range(nil):
            cells.append(.nothing)
            cells.append(.nothing)
        }
    }
}
