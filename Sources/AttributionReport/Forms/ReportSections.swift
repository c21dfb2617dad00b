import AttributionBytes

/// A list of names and counts, as tables and charts show it.
package struct ReportSection: Sendable {
    package struct Row: Sendable {
        package let name: String
        /// An explanation of the name, if it needs one.
        package var meaning: String?
        package let count: Int

        package init(name: String, meaning: String? = nil, count: Int) {
            self.name = name
            self.meaning = meaning
            self.count = count
        }
    }

    /// The member of the JSON form that has the same figures.
    package let id: String
    package let title: String
    package let rows: [Row]
    /// The number of inputs or postbacks that the section is about. It may exceed the sum of the rows.
    let total: Int

    /// The rows that are not zero.
    package var shownRows: [Row] { rows.filter { $0.count > 0 } }

    /// The number of inputs or postbacks that are in no row, because they lack the value.
    package var undisclosed: Int { max(0, total - rows.reduce(0) { $0 + $1.count }) }
}

/// The parts of a report that all forms for people share, in words.
struct ReportText: Sendable {
    let overview: [ReportSection]
    /// The number of inputs, and what was left out.
    let notes: [Note]
    /// Whether postbacks were counted, and all of them were verified.
    let areVerified: Bool
    /// The range of arrival times with its zone; nil if unknown.
    let period: String?

    struct Note: Sendable, Equatable {
        let text: String
        /// Whether the note limits the meaning of the figures.
        var isWarning = false
    }

    init(_ counts: borrowing ReportCounts, _ request: ReportRequest) {
        overview = Self.sections(counts) + Self.moneySections(counts, request)
        areVerified = counts.all.inputs > 0 && counts.all.unverified == 0
        notes = Self.notes(counts, request)
        period = Self.period(counts, request)
    }

    private static func period(_ counts: borrowing ReportCounts, _ request: ReportRequest) -> String? {
        guard let period = counts.period else { return nil }
        let (first, last) = (request.zone.words(period.lowerBound), request.zone.words(period.upperBound))
        return "from \(first) to \(last) \(request.zone == .utc ? "UTC" : request.zone.text)"
    }

    static let unverifiedNote = "unverified: anybody may have sent them; aak verify shows what Apple signed"

    /// Returns a warning if some postbacks were signed by other keys than Apple's production key.
    private static func environmentNote(_ counts: borrowing ReportCounts) -> Note? {
        let environments = counts.environments.all
        let others = environments.filter { $0.name != SigningEnvironment.production.rawValue && $0.count > 0 }
        guard !others.isEmpty else { return nil }
        let production = environments.first { $0.name == SigningEnvironment.production.rawValue }?.count ?? 0
        let words = others.map { "\($0.count) by a \($0.name) key" }.joined(separator: ", ")
        return Note(text: "\(production) signed by Apple's production key, \(words)", isWarning: true)
    }

    private static func notes(_ counts: borrowing ReportCounts, _ request: ReportRequest) -> [Note] {
        func verdict(_ name: String) -> Int { counts.verdicts.all.first { $0.name == name }?.count ?? 0 }
        func left(_ name: String) -> Int { counts.leftOut.all.first { $0.name == name }?.count ?? 0 }
        var notes = [
            Note(text: "\(counted(counts.inputs, "input")), of which \(counted(counts.all.inputs, "postback")) counted")
        ]
        if let period = period(counts, request) { notes.append(Note(text: period)) }
        if counts.all.unverified > 0 {
            notes.append(Note(text: "\(counted(counts.all.unverified, "postback")) \(unverifiedNote)", isWarning: true))
        }
        if let note = environmentNote(counts) { notes.append(note) }
        // Each input is counted once: one that verify refused as a repeat is counted with the repeats only.
        let refused =
            counts.inputs - ["valid", "unverified", "not-ours"].reduce(counts.refusedRepeats) { $0 + verdict($1) }
        var out: [String] = []
        if refused > 0 { out.append("\(refused) refused by verify") }
        if verdict("not-ours") > 0 { out.append("\(verdict("not-ours")) not ours") }
        if counts.repeats > 0 { out.append(counted(counts.repeats, "repeat")) }
        if left("impressions") > 0 { out.append(counted(left("impressions"), "verdict") + " on impressions") }
        if left("events") > 0 { out.append(counted(left("events"), "line") + " of timelines about other events") }
        if left("copies") > 0 { out.append("\(left("copies")) copies for developers") }
        if left("undelivered") > 0 { out.append("\(left("undelivered")) not answered with 200") }
        if left("rejected") > 0 { out.append(counted(left("rejected"), "line") + " that could not be read") }
        if !out.isEmpty { notes.append(Note(text: "left out: " + out.joined(separator: ", "))) }
        if request.campaigns != nil {
            let shared = CampaignTotals(counts.campaigns).shared.inputs
            if shared > 0 {
                notes.append(
                    Note(text: "\(counted(shared, "postback")) shared: the digits of each fit several campaigns"))
            }
        }
        if request.schemas != nil {
            let bases = counts.values.bases.all
            func basis(_ basis: SchemaReadings.Basis) -> Int { bases.first { $0.name == basis.rawValue }?.count ?? 0 }
            if basis(.several) > 0 {
                notes.append(
                    Note(text: "\(counted(basis(.several), "value")) between two schemas: each may be of any of them"))
            }
            if basis(.none) > 0 {
                notes.append(
                    Note(text: "\(counted(basis(.none), "postback")) of no app that has a schema, worth nothing here"))
            }
            if counts.values.unnamed > 0 {
                notes.append(
                    Note(
                        text: "\(counted(counts.values.unnamed, "value")) that no schema has, worth nothing here",
                        isWarning: true))
            }
        }
        if let currency = MoneyOptions(request, isByCampaign: true).currency {
            notes.append(Note(text: "money in \(currency)"))
        }
        return notes
    }

    /// The counts of a list, with an explanation for those names that need one.
    private static func rows(
        _ list: [(name: String, count: Int)], _ meanings: [String: String] = [:]
    ) -> [ReportSection.Row] {
        list.map { .init(name: $0.name, meaning: meanings[$0.name], count: $0.count) }
    }

    /// Returns the sections of every report, in the order of the members of the JSON form.
    static func sections(_ counts: borrowing ReportCounts) -> [ReportSection] {
        let all = counts.all
        return [
            .init(id: "verdicts", title: "Verdicts", rows: rows(counts.verdicts.all), total: counts.inputs),
            .init(
                id: "environments", title: "Environments of verified postbacks", rows: rows(counts.environments.all),
                total: all.inputs - all.unverified),
            .init(id: "frameworks", title: "Frameworks", rows: rows(counts.frameworks.all), total: all.inputs),
            .init(
                id: "outcomes", title: "Outcomes",
                rows: [.init(name: "won", count: all.won), .init(name: "lost", count: all.lost)], total: all.inputs),
            .init(
                id: "conversion-types", title: "Conversion types", rows: rows(counts.conversionTypes.all),
                total: all.inputs),
            .init(id: "interactions", title: "Interactions", rows: rows(counts.interactions.all), total: all.inputs),
            .init(
                id: "windows", title: "Conversion windows",
                rows: rows(counts.windowCounts, ["0": "days 0-2", "1": "days 3-7", "2": "days 8-35"]),
                total: all.inputs),
            .init(
                id: "tiers", title: "Data tiers that postbacks fit",
                rows: rows(counts.tierCounts, ["none": "what no tier sends"]), total: all.inputs),
            .init(id: "values", title: "Conversion values", rows: rows(counts.valueCounts), total: all.inputs),
            .init(
                id: "none-because", title: "Why there is no value",
                rows: rows(
                    counts.absences.all,
                    [
                        "tier": "the tier withholds it", "window": "the window withholds it",
                        "nonwinning": "the network did not win", "not-set": "none was set",
                        "tier-or-not-set": "one of the two", "threshold-or-not-set": "before SKAdNetwork 4",
                        "token-only": "it is beside the token", "unreadable": "no conversion value",
                    ]), total: all.none),
            .init(
                id: "fine", title: "Fine values",
                rows: counts.fine.enumerated().map { .init(name: String($0), count: $1) }, total: all.fine),
            .init(id: "coarse", title: "Coarse values", rows: rows(counts.coarse.all), total: all.coarse),
            .init(
                id: "source-digits", title: "Digits of the source identifier", rows: rows(counts.digitCounts),
                total: all.inputs),
            .init(id: "countries", title: "Countries", rows: rows(counts.countries.sorted), total: all.inputs),
            .init(id: "marketplaces", title: "Marketplaces", rows: rows(counts.marketplaces.sorted), total: all.inputs),
            .init(id: "publishers", title: "Publishers", rows: rows(counts.publishers.sorted), total: all.inputs),
        ]
    }

    /// Returns the sections of a report with campaigns or schemas.
    private static func moneySections(_ counts: borrowing ReportCounts, _ request: ReportRequest) -> [ReportSection] {
        var sections: [ReportSection] = []
        if request.campaigns != nil {
            let meanings = ["own": "certainly of one", "shared": "of one of several", "none": "of no listed campaign"]
            sections.append(
                .init(
                    id: "campaigns", title: "Campaigns of postbacks",
                    rows: rows(CampaignTotals(counts.campaigns).counts, meanings), total: counts.all.inputs))
        }
        if request.schemas != nil {
            let meanings = [
                "one": "one schema reads the value", "several": "the value may be of any of several",
                "none": "the app has none",
            ]
            let bases = counts.values.bases
            sections.append(
                .init(
                    id: "schemas", title: "Schemas of winning postbacks", rows: rows(bases.all, meanings),
                    total: bases.total))
        }
        return sections
    }
}
