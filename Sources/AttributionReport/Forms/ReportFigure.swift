import AttributionBase

package enum ReportCell: Sendable, Equatable {
    case nothing
    /// Text that usually comes from the input.
    case text(String)
    /// A number, or any other JSON value that is not a string.
    case figure(String)
    /// A mark for the missing upper bound of a range.
    case unbounded

    init(_ value: JSONValue) {
        switch value {
        case .null: self = .nothing
        case .string(let text): self = .text(text)
        default: self = .figure(value.text)
        }
    }

    package var shown: TableCell {
        switch self {
        case .nothing: TableCell("-")
        case .unbounded: TableCell("no limit")
        case .text(let text), .figure(let text): TableCell(text)
        }
    }
}

package struct ReportColumn: Sendable, Equatable {
    /// The name in machine-readable forms: that of the member, followed for inner members by a dash and their name.
    package let name: String
    /// The heading for people, without the part of the range.
    let whole: String
    let part: Part?
    /// Whether forms for people leave out the column, because they have its contents elsewhere.
    var isForPrograms = false

    enum Part: String, CaseIterable, Sendable {
        case least, most, estimate
    }

    init(_ name: String, _ whole: String? = nil, part: Part? = nil, isForPrograms: Bool = false) {
        self.name = name
        self.whole = whole ?? name
        self.part = part
        self.isForPrograms = isForPrograms
    }

    static func range(_ name: String, _ whole: String) -> [ReportColumn] {
        Part.allCases.map { ReportColumn("\(name)-\($0.rawValue)", whole, part: $0) }
    }

    /// The heading for people.
    var title: String { whole + (part.map { ", \($0.rawValue)" } ?? "") }
}

/// The bounds of a range as reports show them, where nil means no upper bound, and the estimate between them.
typealias DecimalRange = (least: Decimal, most: Decimal?, estimate: Decimal)

/// A figure of a report: a member of the JSON form, and one column of tables, or three columns if it is a range.
struct ReportFigure {
    enum Value {
        case count(Int)
        /// Nil if unknown.
        case amount(Decimal?)
        case text(String)
        /// Nil if unknown.
        case range(DecimalRange?)
    }

    let name: String
    /// The heading for people.
    let title: String
    /// The meaning, in a sentence; empty if another figure or section with this name states it.
    let meaning: StaticString
    let value: Value
    /// Whether forms for people leave out the figure, because they have it elsewhere.
    let isForPrograms: Bool

    init(_ member: OutputMember, title: String? = nil, _ value: Value) {
        self.init(member.text, title: title, member.meaning, value)
    }

    init(_ name: String, title: String? = nil, _ value: Value, isForPrograms: Bool = false) {
        self.init(name, title: title, "", value, isForPrograms: isForPrograms)
    }

    init(
        _ name: String, title: String? = nil, _ meaning: StaticString, _ value: Value, isForPrograms: Bool = false
    ) {
        (self.name, self.title, self.value, self.isForPrograms) = (name, title ?? name, value, isForPrograms)
        self.meaning = meaning
    }

    var member: JSONValue.Member {
        switch value {
        case .count(let count): .init(name, .count(count))
        case .amount(let amount): .init(name, .text(amount?.description))
        case .text(let text): .init(name, .string(text))
        case .range(let range?): .init(name, Self.range.json(range))
        case .range(nil): .init(name, .null)
        }
    }

    private static let range = Record<DecimalRange>(
        .init("least", "The lower bound of an amount.") { .string($0.least.description) },
        .init("most", "The upper bound of an amount; null if there is none.") { .text($0.most?.description) },
        .init("estimate", "An estimate between the minimum and the maximum, based on the values that were observed.") {
            .string($0.estimate.description)
        })

    /// The names of figures, and of the members of a range, with their meanings.
    static func words(_ figures: [ReportFigure]) -> [(word: String, meaning: String)] {
        range.words + figures.filter { $0.meaning.utf8CodeUnitCount > 0 }.map { ($0.name, "\($0.meaning)") }
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

    func append(to cells: inout [ReportCell]) {
        switch value {
        case .count(let count): cells.append(.figure(String(count)))
        case .amount(let amount): cells.append(amount.map { .figure($0.description) } ?? .nothing)
        case .text(let text): cells.append(.text(text))
        case .range(let range?):
            cells.append(.figure(range.least.description))
            cells.append(range.most.map { .figure($0.description) } ?? .unbounded)
            cells.append(.figure(range.estimate.description))
        case .range(nil): for _ in ReportColumn.Part.allCases { cells.append(.nothing) }
        }
    }
}

/// A text from outside as a cell of a table: on one line, with a limited width, and harmless to a terminal.
package struct TableCell: Sendable {
    /// The default for the greatest width. Every legitimate value is shorter.
    package static let mostColumns = 64

    /// The text to display. It ends with an ellipsis if it was cut.
    package let text: String
    /// The width in terminal columns.
    package let columns: Int

    /// - Parameter mostColumns: The greatest width. A longer text is cut.
    package init(_ whole: String, mostColumns: Int = Self.mostColumns) {
        // Nearly all texts are short and printable.
        if !whole.isEmpty, whole.utf8.count <= mostColumns, whole.utf8.allSatisfy(ASCII.isPrintable) {
            (text, columns) = (whole, whole.utf8.count)
            return
        }
        var text = ""
        var columns = 0
        var scalars = 0
        // The length of the longest beginning that leaves room for the ellipsis.
        var bytesBeforeMark = 0
        var columnsBeforeMark = 0
        for scalar in whole.unicodeScalars {
            let (shown, width) = Self.shown(scalar)
            scalars += 1
            // The number of characters is limited as well, because combining marks have no width.
            guard columns + width <= mostColumns, scalars <= 2 * mostColumns else {
                self.text = String(decoding: text.utf8.prefix(bytesBeforeMark), as: UTF8.self) + "…"
                self.columns = columnsBeforeMark + 1
                return
            }
            text += shown
            columns += width
            if columns < mostColumns {
                bytesBeforeMark = text.utf8.count
                columnsBeforeMark = columns
            }
        }
        // Without quotation marks, an empty text would look like a missing value.
        self.text = whole.isEmpty ? "\"\"" : text
        self.columns = whole.isEmpty ? 2 : columns
    }

    private static func shown(_ scalar: Unicode.Scalar) -> (String, Int) {
        if let escape = VisibleText.escape(of: scalar) { return (escape, escape.utf8.count) }
        return (String(scalar), TerminalText.columns(of: scalar))
    }
}

/// Formats numbers for people, with commas between groups of three digits.
enum Thousands {
    /// Adds separators to a number. Any other text is returned unchanged.
    static func separated(_ text: String) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, whole.utf8.count > 3,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(ASCII.isDigit) })
        else { return text }
        var result = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.utf8.count - index).isMultiple(of: 3) { result += "," }
            result.append(digit)
        }
        return result + text.dropFirst(whole.count)
    }

    /// Adds separators to each number in a sentence.
    static func separated(words text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.last == "," ? separated(String(word.dropLast())) + "," : separated(String(word))
        }.joined(separator: " ")
    }

    /// Returns both amounts with separators, or only one if they are equal or there is no upper bound.
    static func range(_ least: String, _ most: String?) -> String {
        let least = separated(least)
        guard let most = most.map({ separated($0) }) else { return "at least \(least)" }
        return least == most ? least : "\(least) to \(most)"
    }
}
