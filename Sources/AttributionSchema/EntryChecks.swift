import AttributionModel

/// The checks of a window's entries, each by itself and against the others.
struct EntryChecks {
    /// The greatest number of entries in a window. It is limited because each entry is compared with all others.
    static let mostEntries = 1000

    private let entries: [ConversionSchema.Entry]
    private let window: ConversionWindow
    /// The number of each entry's event, because numbers are compared faster than names; nil for an entry without an event.
    private let events: [Int?]
    private let withRevenue: [(rank: Int, event: String?, ages: Range<Int64>, revenue: RevenueRange)]

    /// A broken rule, at a member of the entry with this index.
    typealias Fault = (rank: Int, problem: Problem)

    /// - Parameters:
    ///   - found: What was found; nil if the member is missing.
    ///   - wanted: What is wanted, if not what the rule says.
    ///   - ending: The end of the message.
    private static func fault(
        _ rank: Int, _ member: String, _ rule: Rule, found: String?, wanted: String? = nil,
        _ ending: MessageEnding = .be
    ) -> Fault {
        (rank, Problem.member(found, wanted: wanted ?? rule.wanted, ending).at(member, breaking: rule))
    }

    init(_ entries: [ConversionSchema.Entry], _ window: ConversionWindow) {
        self.entries = entries
        self.window = window
        let numbers = EventCounters(entries)
        events = entries.map { entry in entry.event.flatMap { numbers[$0] } }
        withRevenue = entries.enumerated().compactMap { rank, entry in
            entry.revenue.map { (rank: rank, event: entry.event, ages: entry.ages, revenue: $0) }
        }
    }

    /// The errors, in the order of the entries.
    var faults: [Fault] {
        (entries.indices.flatMap(ownFaults) + repeatedValues + fallingCoarseValues + hiddenEntries + revenueFaults)
            .enumerated().inOrder { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    }

    // MARK: - Each entry by itself

    private func ownFaults(of rank: Int) -> [Fault] {
        let entry = entries[rank]
        var faults: [Fault] = []
        func add(
            _ member: String, _ rule: Rule, _ found: String?, wanted: String? = nil, _ ending: MessageEnding = .be
        ) {
            faults.append(Self.fault(rank, member, rule, found: found, wanted: wanted, ending))
        }
        let number = window.rawValue + 1
        if window.isFirst {
            if entry.fine == nil {
                add("fine", SchemaRules.missing, nil, wanted: "present", .then("; every update has a fine value"))
            }
        } else {
            if let fine = entry.fine { add("fine", SchemaRules.laterFine, "\(fine.lowerBound)") }
            if entry.coarse == nil {
                add(
                    "coarse", SchemaRules.missing, nil, wanted: "present",
                    .then("; window \(number) has coarse values only"))
            }
        }
        let others = [
            ("revenue", entry.revenue != nil), ("count", entry.count != 1), ("after", entry.after != nil),
            ("within", entry.within != nil), ("days", entry.days != 1),
        ]
        if entry.event == nil, let (member, _) = others.first(where: \.1) {
            add("event", SchemaRules.revenueWithoutEvent, "missing", .then(" although \"\(member)\" is present"))
        }
        if let after = entry.after, let within = entry.within, after >= within {
            add(
                "after", SchemaRules.span, TimeSpan.text(after),
                wanted: "less than \"within\", \(TimeSpan.text(within))")
        } else if let (member, found, wanted) = unreachableSpan(entry) {
            add(member, SchemaRules.span, found, wanted: wanted)
        }
        if let fine = entry.fine, fine.count > 1 {
            if entry.revenue?.most == nil {
                add(
                    "revenue", SchemaRules.fineBounds, entry.revenue == nil ? "missing" : "unbounded above",
                    .then("; a range of fine values needs a revenue range with a lower and an upper bound"))
            } else if entry.hasEmptySteps {
                add(
                    "revenue", SchemaRules.fineBounds, "too narrow for \(fine.count) values",
                    .then("; each needs at least 0.000001"))
            }
        }
        return faults
    }

    /// Returns the fault of a span or a number of days that no event of the window can satisfy; nil if an event can.
    private func unreachableSpan(_ entry: ConversionSchema.Entry) -> (member: String, found: String, wanted: String)? {
        let span = window.span()
        // The span says when a window can begin at the earliest. It may begin later.
        let first = max(entry.ages.lowerBound, span.lowerBound.milliseconds)
        guard first < entry.ages.upperBound else {
            let begin = "\(TimeSpan.text(first)), the earliest that window \(window.number) can begin"
            return ("within", TimeSpan.text(entry.ages.upperBound), "more than \(begin)")
        }
        // A window that starts within a day touches one day more than its length. The first window has no limit here, because the only
        // window of SKAdNetwork before version 4 lasts as long as its value rises.
        let length = (span.upperBound - span.lowerBound).milliseconds
        var days = window.isFirst ? Int64(entry.days) : length / TimeSpan.day + 1
        if entry.within != nil {
            days = min(days, (entry.ages.upperBound - 1) / TimeSpan.day - first / TimeSpan.day + 1)
        }
        guard entry.days > days else { return nil }
        return ("days", "\(entry.days)", "at most \(days), the number of days on which the event can occur")
    }

    // MARK: - Values

    private var repeatedValues: [Fault] {
        var taken: [Int: Int] = [:]
        return entries.enumerated().compactMap { rank, entry in
            guard let fine = entry.fine else { return nil }
            let repeated = fine.first { taken[$0] != nil }
            for value in fine where taken[value] == nil { taken[value] = rank }
            return repeated.map {
                Self.fault(
                    rank, "fine", SchemaRules.fineTwice, found: "\($0)",
                    .then(", the same as in values[\(taken[$0] ?? 0)]"))
            }
        }
    }

    private var fallingCoarseValues: [Fault] {
        var highest: CoarseConversionValue?
        return entries.enumerated().compactMap { rank, entry in
            guard let coarse = entry.coarse else { return nil }
            guard let before = highest, coarse < before else {
                highest = coarse
                return nil
            }
            return Self.fault(
                rank, "coarse", SchemaRules.coarseFalls,
                found: "\"\(coarse.rawValue)\" after \"\(before.rawValue)\"",
                wanted: "\"\(before.rawValue)\"" + (before < .high ? " or higher" : "")
            )
        }
    }

    // MARK: - Entries that never count

    private var hiddenEntries: [Fault] {
        entries.indices.compactMap { rank in
            if entries[rank].event == ConversionSchema.launch, let revenue = entries[rank].revenue,
                revenue.least > .zero
            {
                return Self.fault(
                    rank, "revenue", SchemaRules.unreachable, found: "given for launches", .then(", which have none"))
            }
            guard let other = entries.indices.last(where: { hides(rank, $0) }) else { return nil }
            return Self.fault(
                rank, "event", SchemaRules.unreachable, found: "overridden by values[\(other)]",
                .then(", which applies whenever this entry does"))
        }
    }

    /// Whether the entry at index `higher` applies whenever the one at `rank` does, so that `rank` never determines the value.
    private func hides(_ rank: Int, _ higher: Int) -> Bool {
        guard higher > rank, events[higher] != nil else { return higher > rank }
        guard events[higher] == events[rank] else { return false }
        let (entry, other) = (entries[rank], entries[higher])
        guard other.count <= entry.count, other.days <= entry.days, other.ages.lowerBound <= entry.ages.lowerBound,
            other.ages.upperBound >= entry.ages.upperBound
        else { return false }
        return other.revenue.map { $0.contains(entry.revenue ?? RevenueRange(least: .zero, most: nil)) } ?? true
    }

    // MARK: - Revenue

    private var revenueFaults: [Fault] {
        var faults: [Fault] = []
        let all = withRevenue
        for (before, entry) in zip(all, all.dropFirst()) {
            func add(
                _ member: String, _ rule: Rule, _ found: String, wanted: String? = nil,
                _ ending: MessageEnding = .then("")
            ) {
                faults.append(Self.fault(entry.rank, member, rule, found: found, wanted: wanted, ending))
            }
            let other = "the one in values[\(before.rank)]"
            guard entry.event == before.event else {
                // An entry with revenue but without an event is reported by `ownFaults`.
                if entry.event != nil, before.event != nil {
                    add(
                        "event", SchemaRules.revenueEvents, "different from \(other)", wanted: "the same event",
                        .then("; all revenue ranges in a window must be for the same event"))
                }
                continue
            }
            guard entry.ages == before.ages else {
                let member = entries[entry.rank].within == nil ? "after" : "within"
                add(
                    member, SchemaRules.revenueEvents, "different from \(other)", wanted: "the same span",
                    .then("; all revenue ranges in a window must be for the same span"))
                continue
            }
            let both = "from \(entry.revenue.least.exact) on, but \(other)"
            guard let end = before.revenue.most, entry.revenue.least >= end else {
                guard !hides(before.rank, entry.rank) else { continue }
                let end = before.revenue.most.map { "ends at \($0.exact)" } ?? "has no upper bound"
                add("revenue", SchemaRules.revenueOverlap, "\(both) \(end)")
                continue
            }
            if entry.revenue.least > end { add("revenue", SchemaRules.revenueGap, "\(both) ends at \(end.exact)") }
        }
        return faults
    }

    // MARK: - Warnings

    /// The probable mistakes of a usable schema, in the order of the entries.
    var warnings: [Fault] {
        entries.indices.compactMap { rank in
            if let revenue = entries[rank].revenue {
                return revenue.most == nil
                    ? Self.fault(rank, "revenue", SchemaRules.noUpperBound, found: "unbounded above") : nil
            }
            return hiddenRevenue(by: rank).map {
                Self.fault(rank, "revenue", SchemaRules.hiddenRevenue, found: "missing", .then(", but " + $0))
            }
        }
    }

    /// Returns why the value of an entry without revenue can stand although more revenue was earned than the entry means; nil if it cannot.
    private func hiddenRevenue(by rank: Int) -> String? {
        guard let first = withRevenue.first, let last = withRevenue.last, let event = first.event else { return nil }
        guard last.rank > rank else { return "this entry outranks entries with revenue, so it can hide revenue" }
        let isSame = entries[rank].event == event
        let (count, days) = isSame ? (entries[rank].count, entries[rank].days) : (1, 1)
        let isLess = withRevenue.contains {
            $0.rank > rank && (entries[$0.rank].count > count || entries[$0.rank].days > days)
        }
        return isLess
            ? "a later entry with revenue needs a higher count or more days; until it applies, this entry can hide revenue"
            : nil
    }
}
