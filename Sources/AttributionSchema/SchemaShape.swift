import AttributionBase
import AttributionModel

/// A conversion schema while it is read, with its windows in the order of the document.
struct SchemaDraft: Sendable {
    var name: String?
    var app: ItemIdentifier?
    var from: Timestamp?
    var currency: String?
    var windows: [WindowDraft] = []

    typealias WindowDraft = (window: ConversionWindow?, entries: [ConversionSchema.Entry])
}

extension SchemaDraft {
    /// The shape of a schema. Its app is optional, because the description of an app may contain the schema.
    static let shape = DocumentShape(SchemaDraft(), wanted: ConversionSchema.kind) {
        DocumentMember("schema", .title, \.name, help: "the name of the schema")
        DocumentMember(
            "app", .item(), help: "the advertised app; required, except for a schema in the app of a scenario"
        ) { $0.app = ItemIdentifier(rawValue: $1) }
        DocumentMember(
            "from", DocumentValue<Timestamp>.moment.breaking(SchemaRules.from), \.from,
            help:
                "the time from which the schema applies, until the app's next schema does; if missing, from the beginning"
        )
        DocumentMember(
            "currency", .currency, \.currency, help: "the currency of the amounts; if missing, they fit any currency")
        DocumentMember(
            "windows", .windows, \.windows, .required,
            help: "what values mean, by window; the values of a window that is left out have no meaning")
    }

    /// The shape of a schema that stands alone.
    static let whole = DocumentShape(SchemaDraft(), of: shape.members, oneOf: ["app"])

    static let windowShape = DocumentShape((nil, []) as WindowDraft, wanted: "an object with \"window\" and \"values\"")
    {
        DocumentMember(
            "window", DocumentValue<Int>.integer(1...3), .required, first: true,
            help:
                "1, 2 or 3: postback-sequence-index 0, 1 or 2; they end 2, 7 and 35 days after the start of window 1"
        ) { $0.window = ConversionWindow(rawValue: $1 - 1) }
        DocumentMember(
            "values", wanted: "a list of values", .required, form: .list(entryShape.form, 1...EntryChecks.mostEntries),
            help:
                "the entries of the window, at most 1000; the last one that applies counts, so their order is their rank",
            read: readEntries)
    }

    private static let spans = "24h or 2d"

    static let entryShape = DocumentShape(
        ConversionSchema.Entry(), wanted: "an object with \"fine\" or \"coarse\"", oneOf: ["fine", "coarse"]
    ) {
        DocumentMember(
            "fine", DocumentValue<ClosedRange<Int>>.fineValues.breaking(SchemaRules.fine), \.fine,
            help: """
                the fine value, or the first and the last of several, such as [10, 19], which divide the revenue into \
                equal steps; required in window 1, absent in windows 2 and 3
                """)
        DocumentMember(
            "coarse", .choice, \.coarse,
            help: "{choices}; required in windows 2 and 3; it must not fall from one entry to the next")
        DocumentMember("name", .title, \.name, help: "the name of the entry in reports")
        DocumentMember(
            "event", .title, \.event,
            help: """
                the event that must have occurred in the window; \"launch\" is the launch of the app; without it, the \
                entry applies from the first launch or event of the window on
                """)
        DocumentMember(
            "count", .integer(1...1_000_000_000), \.count, showsDefault: true,
            help: "how many times the event must have occurred; {default} by default")
        DocumentMember(
            "after", DocumentValue<Int64>.span(atLeast: 0, suchAs: spans), \.after,
            help:
                "how long after the conversion the event begins to count, such as \"24h\"; by default, immediately"
        )
        DocumentMember(
            "within", DocumentValue<Int64>.span(atLeast: 1, suchAs: spans), \.within,
            help:
                "how long after the conversion the event stops counting; by default, at the end of the window"
        )
        DocumentMember(
            "days", .integer(1...35), \.days, showsDefault: true,
            help:
                """
                on how many different days the event must have occurred; {default} by default; days are 24 hours, \
                counted from the conversion
                """
        )
        DocumentMember(
            "revenue", DocumentValue<RevenueRange>.revenue.breaking(SchemaRules.amount), \.revenue,
            help: """
                the minimum revenue of the event in the window, and the amount that the revenue must be below, such as \
                ["0.01", "10.00"]; null for no upper bound
                """)
        DocumentMember(
            "lock", .bool, \.locks, showsDefault: true,
            help: "whether setting the value locks the window; {default} by default")
    }

    /// Reads the entries of a window, and compares them with each other if each is valid.
    private static let readEntries: DocumentMember<WindowDraft>.MemberReader = { draft, view, reader in
        let before = reader.faults.count
        let count = view.kind == .array ? view.elements.count : 0
        guard count <= EntryChecks.mostEntries else {
            reader.report(.value(found: "a list of \(count)", wanted: "at most \(EntryChecks.mostEntries) values"))
            return true
        }
        guard let entries = DocumentValue.list(of: .object(entryShape), "a list of values").read(view, &reader) else {
            return false
        }
        draft.entries = entries
        guard reader.faults.count == before, let window = draft.window else { return true }
        if entries.isEmpty { reader.report(.value(found: "empty", wanted: "at least one value", .have)) }
        for fault in EntryChecks(entries, window).faults {
            reader.report(fault.problem, at: .index(fault.rank), .name(fault.problem.place))
        }
        return true
    }
}

// MARK: - Values

extension DocumentValue where Value == Timestamp {
    fileprivate static var moment: DocumentValue {
        DocumentValue("an RFC 3339 time such as \"2026-03-01T00:00:00Z\"", .string(pattern: "^[0-9]{4}-[0-9]{2}-")) {
            view in
            guard view.kind == .string else { return nil }
            return view.unescapedOrContent { Timestamp(rfc3339: $0) }
        }
    }
}

extension DocumentValue where Value == ClosedRange<Int> {
    /// One fine value, or the first and the last of a range.
    fileprivate static var fineValues: DocumentValue {
        let single = DocumentValue<Int>.integer(FineConversionValue.range)
        let ends = DocumentValue<[Int]>.list(of: single)
        return DocumentValue(
            "\(single.wanted), or a range such as [10, 19]",
            .either([single.form, .list(single.form, 2...2)])
        ) { view, reader in
            guard view.kind == .array else { return single.read(view, &reader).map { $0...$0 } }
            let before = reader.faults.count
            guard let found = ends.read(view, &reader), reader.faults.count == before else { return nil }
            guard found.count == 2, found[0] <= found[1] else {
                let words = found.count == 2 ? "from \(found[0]) to \(found[1])" : "a list of \(found.count)"
                let wanted =
                    found.count == 2 ? "in order, as in [10, 19]" : "the first and the last value, as in [10, 19]"
                reader.report(.value(found: words, wanted: wanted))
                return nil
            }
            return found[0]...found[1]
        }
    }
}

extension DocumentValue where Value == RevenueRange {
    /// The lower bound, and the upper bound or null.
    fileprivate static var revenue: DocumentValue {
        let amount = DocumentValue<Money>.price(decimals: Money.mostDecimals)
        let wanted = "the lower bound, and the upper bound or null, as in [\"0.01\", \"10.00\"]"
        let end = DocumentValue<Money?>(amount.wanted + ", or null", .either([amount.form, .null])) { view, reader in
            view.kind == .null ? .some(nil) : amount.read(view, &reader).map { .some($0) }
        }
        return DocumentValue(wanted, .list(end.form, 2...2)) { view, reader in
            guard view.kind == .array, view.elements.count == 2 else {
                let found = view.kind == .array ? "a list of \(view.elements.count)" : DocumentReader.excerpt(view)
                reader.report(.value(found: found, wanted: wanted))
                return nil
            }
            let before = reader.faults.count
            var ends: [Money?] = []
            for (index, view) in view.elements.enumerated() {
                let read = index == 0 ? amount.map { .some($0) } : end
                if let found = reader.inside(.index(index), { read.read(view, &$0) }) { ends.append(found) }
            }
            guard reader.faults.count == before, ends.count == 2, let least = ends[0] else { return nil }
            if let most = ends[1], most <= least {
                let found = "from \(least.exact) to \(most.exact)"
                reader.report(
                    .value(found: found, wanted: "in order, the upper bound above the lower"),
                    breaking: SchemaRules.revenueOrder)
            }
            return RevenueRange(least: least, most: ends[1])
        }
    }
}

extension DocumentValue where Value == [SchemaDraft.WindowDraft] {
    /// A list of windows, each at most once.
    fileprivate static var windows: DocumentValue {
        let form = DocumentValue.list(of: .object(SchemaDraft.windowShape), "a list of windows")
        return form.checked(.list(SchemaDraft.windowShape.form, 1...3)) { windows, view, reader in
            if view.elements.count == 0 {
                reader.report(.value(found: "empty", wanted: "at least one window", .have))
            }
            var taken: [Int: Int] = [:]
            for (index, view) in view.elements.enumerated() {
                guard let number = view.member("window")?.unsignedInteger.flatMap({ Int(exactly: $0) }) else {
                    continue
                }
                guard let first = taken[number] else {
                    taken[number] = index
                    continue
                }
                let rule = SchemaRules.windowTwice
                let more = MessageEnding.then(", the same as in windows[\(first)]")
                reader.report(
                    .value(found: "\(number)", wanted: rule.wanted, more), at: .index(index), .key("window"),
                    breaking: rule)
            }
        }
    }
}
