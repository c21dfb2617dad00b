import AdAttribution
import AttributionBytes
import AttributionDocuments
import AttributionJSON

extension ValueTable {
    /// Reads `[{"fine":"0-9","name":"account created","revenue":["0","1.00"]},{"coarse":"high",…}]`.
    ///
    /// - Throws: all that is wrong with it at once.
    package init(parsing text: [UInt8]) throws(DocumentError) {
        let entries = try DocumentReader.read(text) { view, reader in
            reader.inside(.key("values")) { Self.entries(view, &$0) }
        }
        self.init(entries)
    }

    private static func entries(_ view: JSONView, _ reader: inout DocumentReader) -> [Entry]? {
        var entries: [Entry] = []
        var taken = Set<Entry.Values>()
        let isList = reader.elements(of: view, "a list of objects") { reader, view in
            guard let draft = EntryDraft.shape.read(view, &reader), let values = draft.values else { return }
            if let second = values.single.first(where: { !taken.insert($0).inserted }) {
                reader.report(
                    .value(found: "the second entry for \(second.words)", wanted: "one at most", nearest: nil))
            }
            entries.append(Entry(values: values, name: draft.name, revenue: draft.revenue))
        }
        return isList ? entries : nil
    }

    private struct EntryDraft {
        var values: Entry.Values?
        var name: String?
        var revenue = MoneyRange.zero

        static let shape = DocumentShape(
            EntryDraft(), wanted: "an object with \"fine\" or \"coarse\" and \"revenue\"", check: isOfOneKind
        ) {
            DocumentMember("fine", .fineValues) { $0.values = .fine($1) }
            DocumentMember("coarse", .choice) { $0.values = .coarse($1) }
            DocumentMember("name", .string()) { $0.name = $1 }
            DocumentMember("revenue", .revenue, .required) { $0.revenue = $1 }
        }

        private static let isOfOneKind: DocumentShape<EntryDraft>.Check = { _, view, reader in
            let isFine = view.member("fine") != nil
            guard isFine == (view.member("coarse") != nil) else { return }
            let found = isFine ? "has both \"fine\" and \"coarse\"" : "has neither \"fine\" nor \"coarse\""
            reader.report(.contradiction(found, wanted: "one of them"))
        }
    }
}

extension ValueTable.Entry.Values {
    fileprivate var words: String {
        switch self {
        case .fine(let range): "fine value \(range.lowerBound)"
        case .coarse(let value): "coarse value \(value.rawValue)"
        }
    }

    /// The same, each fine value by itself.
    fileprivate var single: [Self] {
        switch self {
        case .fine(let range): range.map { .fine($0...$0) }
        case .coarse: [self]
        }
    }
}

// MARK: - Values

extension DocumentValue where Value == ClosedRange<Int> {
    /// One fine value, or the first and the last: `"0-9"`, `"12"`, `12`.
    fileprivate static var fineValues: DocumentValue {
        DocumentValue("a fine value of 0 to 63, or two of them as in \"0-9\"") { view in
            let ends = view.digits.split(separator: "-", omittingEmptySubsequences: false).map { part -> Int? in
                guard (1...2).contains(part.utf8.count), part.utf8.allSatisfy(ASCII.isDigit), let number = Int(part),
                    FineConversionValue.range.contains(number)
                else { return nil }
                return number
            }
            guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil,
                first <= last
            else { return nil }
            return first...last
        }
    }
}

extension DocumentValue where Value == Money {
    /// A string, or a number that is written without an exponent.
    static var amount: DocumentValue {
        DocumentValue("decimal digits such as \"1.50\": at most 12, and 6 behind the point") {
            Money(Array($0.digits.utf8))
        }
    }
}

extension DocumentValue where Value == MoneyRange {
    /// An amount, or the least and the most.
    fileprivate static var revenue: DocumentValue {
        let amount = DocumentValue<Money>.amount
        let ends = DocumentValue<[Money]>.list(of: amount)
        return DocumentValue(amount.wanted) { view, reader in
            guard view.kind == .array else {
                return amount.read(view, &reader).map { MoneyRange(least: $0, most: $0) }
            }
            let count = view.elements.count
            guard count == 2 else {
                reader.report(
                    .value(
                        found: "a list of \(count)", wanted: "the least and the most, as in [\"0\",\"1.00\"]",
                        nearest: nil))
                return nil
            }
            guard let found = ends.read(view, &reader), found.count == 2 else { return nil }
            guard found[0] <= found[1] else {
                reader.report(
                    .value(
                        found: "from \(found[0].exact) to \(found[1].exact)", wanted: "the least before the most",
                        nearest: nil))
                return nil
            }
            return MoneyRange(least: found[0], most: found[1])
        }
    }
}

extension JSONView {
    /// The text of a string or a number; empty for any other value.
    fileprivate var digits: String { kind == .number ? unsafe raw.text : string }
}
