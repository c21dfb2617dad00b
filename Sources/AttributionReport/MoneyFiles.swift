import AdAttribution
import Bytes
import StrictJSON

/// What is wrong with a file of values or spend: where, what was found, and what is wanted.
package struct MoneyFileError: Error, Equatable {
    package let field: String
    package let found: String
    package let wanted: String

    package var words: String { "\"\(field)\" is \(found), want \(wanted)" }
}

private let amountWanted = "decimal digits such as \"1.50\": at most 12, and 6 behind the point"

extension Money {
    /// Reads an amount of a file: a string, or a number that is written without an exponent.
    fileprivate init(_ value: JSONValue?, _ field: String) throws(MoneyFileError) {
        let text: String?
        switch value {
        case .string(let string): text = string
        case .number(let number): text = number
        default: text = nil
        }
        guard let text, let money = Money(Array(text.utf8)) else {
            throw MoneyFileError(field: field, found: value?.excerpt ?? "missing", wanted: amountWanted)
        }
        self = money
    }
}

extension ValueTable {
    /// Reads `[{"fine":"0-9","name":"account created","revenue":["0","1.00"]},{"coarse":"high",…}]`.
    package init(_ document: JSONValue) throws(MoneyFileError) {
        guard case .array(let elements) = document else {
            throw MoneyFileError(field: "values", found: document.excerpt, wanted: "a list of objects")
        }
        var entries: [Entry] = []
        var taken = Set<Entry.Values>()
        for (place, element) in elements.enumerated() {
            let entry = try Self.entry(element, "values[\(place)]")
            let single: [Entry.Values] =
                switch entry.values {
                case .fine(let range): range.map { .fine($0...$0) }
                case .coarse: [entry.values]
                }
            for value in single where !taken.insert(value).inserted {
                throw MoneyFileError(
                    field: "values[\(place)]", found: "the second entry for \(value.words)", wanted: "one at most")
            }
            entries.append(entry)
        }
        self.init(entries)
    }

    private static func entry(_ element: JSONValue, _ path: String) throws(MoneyFileError) -> Entry {
        guard case .object(let members) = element else {
            throw MoneyFileError(
                field: path, found: element.excerpt, wanted: "an object with \"fine\" or \"coarse\" and \"revenue\"")
        }
        for member in members where !["fine", "coarse", "name", "revenue"].contains(member.name) {
            throw MoneyFileError(
                field: "\(path).\(TableCell(member.name).text)", found: member.value.excerpt,
                wanted: "no members but \"fine\", \"coarse\", \"name\" and \"revenue\"")
        }
        let values: Entry.Values
        switch (element["fine"], element["coarse"]) {
        case (let fine?, nil): values = .fine(try range(fine, "\(path).fine"))
        case (nil, let coarse?):
            guard case .string(let text) = coarse, let value = CoarseConversionValue(rawValue: text) else {
                throw MoneyFileError(
                    field: "\(path).coarse", found: coarse.excerpt, wanted: "\"low\", \"medium\" or \"high\"")
            }
            values = .coarse(value)
        default:
            throw MoneyFileError(field: path, found: element.excerpt, wanted: "one of \"fine\" and \"coarse\"")
        }
        var name: String?
        switch element["name"] {
        case .string(let text)?: name = text
        case nil: break
        case let other?: throw MoneyFileError(field: "\(path).name", found: other.excerpt, wanted: "a string")
        }
        return Entry(values: values, name: name, revenue: try revenue(element["revenue"], "\(path).revenue"))
    }

    /// One value, or the first and the last: `"0-9"`, `"12"`, `12`.
    private static func range(_ value: JSONValue, _ path: String) throws(MoneyFileError) -> ClosedRange<Int> {
        let wanted = "a fine value of 0 to 63, or two of them as in \"0-9\""
        let text: String
        switch value {
        case .string(let string): text = string
        case .number(let number): text = number
        default: throw MoneyFileError(field: path, found: value.excerpt, wanted: wanted)
        }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { part -> Int? in
            guard (1...2).contains(part.utf8.count), part.utf8.allSatisfy(ASCII.isDigit), let number = Int(part),
                FineConversionValue.range.contains(number)
            else { return nil }
            return number
        }
        guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last
        else { throw MoneyFileError(field: path, found: value.excerpt, wanted: wanted) }
        return first...last
    }

    /// An amount, or the least and the most.
    private static func revenue(_ value: JSONValue?, _ path: String) throws(MoneyFileError) -> MoneyRange {
        guard case .array(let ends)? = value else {
            let money = try Money(value, path)
            return MoneyRange(least: money, most: money)
        }
        guard ends.count == 2 else {
            throw MoneyFileError(
                field: path, found: "a list of \(ends.count)", wanted: "the least and the most, as in [\"0\",\"1.00\"]")
        }
        let least = try Money(ends[0], "\(path)[0]")
        let most = try Money(ends[1], "\(path)[1]")
        guard least <= most else {
            throw MoneyFileError(
                field: path, found: "from \(least.exact) to \(most.exact)", wanted: "the least before the most")
        }
        return MoneyRange(least: least, most: most)
    }
}

extension ValueTable.Entry.Values {
    fileprivate var words: String {
        switch self {
        case .fine(let range): "fine value \(range.lowerBound)"
        case .coarse(let value): "coarse value \(value.rawValue)"
        }
    }
}

/// What was spent on each source identifier.
package struct SpendTable: Sendable {
    package let amounts: [String: Money]

    /// Reads `{"5239":"8.00"}`.
    package init(_ document: JSONValue) throws(MoneyFileError) {
        guard case .object(let members) = document else {
            throw MoneyFileError(
                field: "spend", found: document.excerpt, wanted: "an object of source identifiers and money")
        }
        var amounts: [String: Money] = [:]
        for member in members {
            guard SourceIdentifier(member.name) != nil else {
                throw MoneyFileError(
                    field: "spend", found: "of \"\(TableCell(member.name).text)\"",
                    wanted: "source identifiers of two to four digits")
            }
            amounts[member.name] = try Money(member.value, member.name)
        }
        self.amounts = amounts
    }

    /// Whether a postback's source identifier stands in the table.
    func has(_ source: JSONView?) -> Bool {
        guard let source, source.kind == .string else { return false }
        return amounts[source.string] != nil
    }

    package var total: Money { amounts.values.reduce(.zero, +) }
}

extension JSONValue {
    /// The value as written, cut to a length that suits a message.
    fileprivate var excerpt: String {
        TableCell(text, mostColumns: 60).text
    }
}
