import AttributionBase

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

    static let estimateNote =
        "estimates divide coarse and missing values as the others of their window, and shared postbacks as the certain ones"

    static let unverifiedNote = "unverified: anybody may have sent them; aak verify shows what Apple signed"

    /// Returns a warning if some postbacks were signed by other keys than Apple's production key.
    private static func environmentNote(_ counts: borrowing ReportCounts) -> Note? {
        let others = counts.environments.all.filter {
            $0.name != SigningEnvironment.production.rawValue && $0.count > 0
        }
        guard !others.isEmpty else { return nil }
        let words = others.map { "\($0.count) by a \($0.name) key" }.joined(separator: ", ")
        return Note(
            text: "\(counts.environments[.production]) signed by Apple's production key, \(words)", isWarning: true)
    }

    private static func notes(_ counts: borrowing ReportCounts, _ request: ReportRequest) -> [Note] {
        var notes = [
            Note(text: "\(counted(counts.inputs, "input")), of which \(counted(counts.all.inputs, "postback")) counted")
        ]
        if let period = period(counts, request) { notes.append(Note(text: period)) }
        if counts.all.unverified > 0 {
            notes.append(Note(text: "\(counted(counts.all.unverified, "postback")) \(unverifiedNote)", isWarning: true))
        }
        if let note = environmentNote(counts) { notes.append(note) }
        // Each input is counted once: one that verify refused as a repeat is counted with the repeats only.
        let passed = counts.verdicts[.valid] + counts.verdicts[.notOurs] + counts.unverified
        let refused = counts.inputs - passed - counts.refusedRepeats
        var out: [String] = []
        if refused > 0 { out.append("\(refused) refused by verify") }
        if counts.verdicts[.notOurs] > 0 { out.append("\(counts.verdicts[.notOurs]) not ours") }
        if counts.repeats > 0 { out.append(counted(counts.repeats, "repeat")) }
        let left = counts.leftOut
        if left[.impressions] > 0 { out.append(counted(left[.impressions], "verdict") + " on impressions") }
        if left[.events] > 0 { out.append(counted(left[.events], "line") + " of timelines about other events") }
        if left[.copies] > 0 { out.append("\(left[.copies]) copies for developers") }
        if left[.undelivered] > 0 { out.append("\(left[.undelivered]) not answered with 200") }
        if left[.rejected] > 0 { out.append(counted(left[.rejected], "line") + " that could not be read") }
        if !out.isEmpty { notes.append(Note(text: "left out: " + out.joined(separator: ", "))) }
        if request.campaigns != nil {
            let shared = CampaignTotals(counts.campaigns, nil).shared.inputs
            let words = "shared: the digits of each fit several campaigns"
            if shared > 0 { notes.append(Note(text: "\(counted(shared, "postback")) \(words)")) }
        }
        if let worths = counts.worths(request) {
            notes.append(Note(text: estimateNote))
            let several = worths.bases[.several]
            if several > 0 {
                let count = counted(several, "value")
                notes.append(Note(text: "\(count) between two schemas: each may be of any of them"))
            }
            let unpriced = counts.total(worths).revenue.unpriced
            if unpriced > 0 {
                let count = counted(unpriced, "postback")
                notes.append(
                    Note(text: "\(count) unpriced: no schema covers the app or the value", isWarning: true))
            }
        }
        if let currency = MoneyOptions(request, isByCampaign: true).currency {
            notes.append(Note(text: "money in \(currency)"))
        }
        return notes
    }

    /// - Parameters:
    ///   - meanings: An explanation for those names that need one.
    ///   - total: The number of inputs or postbacks that the section is about.
    private static func section(
        _ id: String, _ title: String, _ list: [(name: String, count: Int)], _ meanings: [String: String] = [:],
        of total: Int
    ) -> ReportSection {
        let rows = list.map { ReportSection.Row(name: $0.name, meaning: meanings[$0.name], count: $0.count) }
        return ReportSection(id: id, title: title, rows: rows, total: total)
    }

    /// Returns the sections of every report, in the order of the members of the JSON form.
    static func sections(_ counts: borrowing ReportCounts) -> [ReportSection] {
        let all = counts.all
        let verified = all.inputs - all.unverified
        return [
            section(
                "verdicts", "Verdicts", counts.verdicts.all + [(CountedPostback.unverified, counts.unverified)],
                of: counts.inputs),
            section("environments", "Environments of verified postbacks", counts.environments.all, of: verified),
            section("frameworks", "Frameworks", counts.frameworks.all, of: all.inputs),
            section("outcomes", "Outcomes", [("won", all.won), ("lost", all.lost)], of: all.inputs),
            section("conversion-types", "Conversion types", counts.conversionTypes.all, of: all.inputs),
            section("interactions", "Interactions", counts.interactions.all, of: all.inputs),
            section(
                "windows", "Conversion windows", counts.windowCounts,
                ["1": "days 0-2", "2": "days 3-7", "3": "days 8-35"], of: all.inputs),
            section(
                "tiers", "Data tiers that postbacks fit", counts.tierCounts, ["none": "what no tier sends"],
                of: all.inputs),
            section("values", "Conversion values", counts.valueCounts, of: all.inputs),
            section(
                "none-because", "Why there is no value", counts.absences.all, CountedPostback.Absence.meanings,
                of: all.none),
            section("fine", "Fine values", counts.fine.enumerated().map { (String($0), $1) }, of: all.fine),
            section("coarse", "Coarse values", counts.coarse.all, of: all.coarse),
            section("source-digits", "Digits of the source identifier", counts.digitCounts, of: all.inputs),
            section("countries", "Countries", counts.countries.sorted, of: all.inputs),
            section("marketplaces", "Marketplaces", counts.marketplaces.sorted, of: all.inputs),
            section("publishers", "Publishers", counts.publishers.sorted, of: all.inputs),
        ]
    }

    private static func moneySections(_ counts: borrowing ReportCounts, _ request: ReportRequest) -> [ReportSection] {
        var sections: [ReportSection] = []
        if request.campaigns != nil {
            let meanings = ["own": "certainly of one", "shared": "of one of several", "none": "of no listed campaign"]
            let totals = CampaignTotals(counts.campaigns, nil).counts
            sections.append(section("campaigns", "Campaigns of postbacks", totals, meanings, of: counts.all.inputs))
        }
        if let worths = counts.worths(request) {
            let meanings = [
                "one": "one schema reads the value", "several": "the value may be of any of several",
                "none": "the app has none",
            ]
            let bases = worths.bases
            sections.append(section("schemas", "Schemas of winning postbacks", bases.all, meanings, of: bases.total))
        }
        return sections
    }
}
