import AttributionBase
import AttributionModel

/// A list of names and counts, as tables and charts show it.
package struct ReportSection: Sendable {
    /// The meaning explains the name, if it needs that.
    package typealias Row = (name: String, meaning: String?, count: Int)

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

/// What all forms for people share, in words.
extension ReportCounts {
    /// A note that is a warning limits the meaning of the figures.
    typealias Note = (text: String, isWarning: Bool)

    /// The range of arrival times with its zone; nil if unknown.
    func periodWords(_ request: ReportRequest) -> String? {
        guard let period else { return nil }
        let (first, last) = (request.zone.words(period.lowerBound), request.zone.words(period.upperBound))
        return "from \(first) to \(last) \(request.zone == .utc ? "UTC" : request.zone.text)"
    }

    private static let estimateNote =
        "estimates assume that coarse and missing values are like the more precise values in their window or, if there are none, in the middle of their range, and shared postbacks like the certain ones"

    private static let unverifiedNote = "unverified: anyone may have sent them; aak verify shows what Apple signed"

    /// Returns a warning if some postbacks were signed by other keys than Apple's production key.
    private var environmentNote: Note? {
        let others = environments.all.filter {
            $0.name != SigningEnvironment.production.rawValue && $0.count > 0
        }
        guard !others.isEmpty else { return nil }
        let words = others.map { "\($0.count) by a \($0.name) key" }.joined(separator: ", ")
        return ("\(environments[.production]) signed by Apple's production key, \(words)", true)
    }

    /// The number of inputs, and what was left out.
    func notes(_ request: ReportRequest, _ worths: ValueWorths?) -> [Note] {
        var notes: [Note] = []
        func note(_ text: String, isWarning: Bool = false) { notes.append((text, isWarning)) }
        note("\(counted(inputs, "input")), of which \(counted(all.inputs, "postback")) counted")
        if let period = periodWords(request) { note(period) }
        if all.unverified > 0 {
            note("\(counted(all.unverified, "postback")) \(Self.unverifiedNote)", isWarning: true)
        }
        if let environmentNote { notes.append(environmentNote) }
        // Each input is counted once: one that verify refused as a repeat is counted with the repeats only.
        let passed = verdicts[.valid] + verdicts[.notOurs] + unverified
        let refused = inputs - passed - refusedRepeats
        var out: [String] = []
        if refused > 0 { out.append("\(refused) rejected by verify") }
        if verdicts[.notOurs] > 0 { out.append("\(verdicts[.notOurs]) not ours") }
        if repeats > 0 { out.append(counted(repeats, "repeat")) }
        if leftOut[.impressions] > 0 { out.append(counted(leftOut[.impressions], "verdict") + " on impressions") }
        if leftOut[.events] > 0 { out.append(counted(leftOut[.events], "line") + " of timelines about other events") }
        if leftOut[.copies] > 0 { out.append("\(leftOut[.copies]) copies for developers") }
        if leftOut[.undelivered] > 0 { out.append("\(leftOut[.undelivered]) not answered with 200") }
        if leftOut[.rejected] > 0 { out.append(counted(leftOut[.rejected], "line") + " that could not be read") }
        if !out.isEmpty { note("left out: " + out.joined(separator: ", ")) }
        if request.campaigns != nil {
            let shared = campaignTotals(nil).shared.inputs
            let words = "shared: the digits of each postback fit several campaigns"
            if shared > 0 { note("\(counted(shared, "postback")) \(words)") }
        }
        if let worths {
            note(Self.estimateNote)
            let several = worths.bases[.several]
            if several > 0 {
                note("\(counted(several, "value")) between two schemas: each may be of any of them")
            }
            let unpriced = total(worths).revenue.unpriced
            if unpriced > 0 {
                let count = counted(unpriced, "postback")
                note("\(count) unpriced: no schema covers the app or the value", isWarning: true)
            }
        }
        if let currency = MoneyOptions(request, isByCampaign: true).currency {
            note("money in \(currency)")
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
        let rows = list.map { ($0.name, meanings[$0.name], $0.count) }
        return ReportSection(id: id, title: title, rows: rows, total: total)
    }

    /// The sections of every report, in the order of the members of the JSON form.
    var sections: [ReportSection] {
        let verified = all.inputs - all.unverified
        return [
            Self.section(
                "verdicts", "Verdicts", verdicts.all + [(CountedPostback.unverified, unverified)],
                of: inputs),
            Self.section("environments", "Environments of verified postbacks", environments.all, of: verified),
            Self.section("frameworks", "Frameworks", frameworks.all, of: all.inputs),
            Self.section("outcomes", "Outcomes", [("won", all.won), ("lost", all.lost)], of: all.inputs),
            Self.section("conversion-types", "Conversion types", conversionTypes.all, of: all.inputs),
            Self.section("interactions", "Interactions", interactions.all, of: all.inputs),
            Self.section(
                "windows", "Conversion windows",
                ConversionWindow.allCases.map { ("\($0.number)", windows[$0.rawValue]) },
                ["1": "days 0-2", "2": "days 3-7", "3": "days 8-35"], of: all.inputs),
            Self.section(
                "tiers", "Data tiers that postbacks fit", tierCounts, ["none": "contents that no tier sends"],
                of: all.inputs),
            Self.section(
                "values", "Conversion values", [("fine", all.fine), ("coarse", all.coarse), ("none", all.none)],
                of: all.inputs),
            Self.section(
                "none-because", "Why there is no value", absences.all, CountedPostback.Absence.meanings,
                of: all.none),
            Self.section("fine", "Fine values", fine.enumerated().map { (String($0), $1) }, of: all.fine),
            Self.section("coarse", "Coarse values", coarse.all, of: all.coarse),
            Self.section(
                "source-digits", "Digits of the source identifier",
                SourceIdentifier.digitCounts.map { (String($0), digits[$0]) }, of: all.inputs),
            Self.section("countries", "Countries", countries.sorted, of: all.inputs),
            Self.section("marketplaces", "Marketplaces", marketplaces.sorted, of: all.inputs),
            Self.section("publishers", "Publishers", publishers.sorted, of: all.inputs),
        ]
    }

    /// The sections of a report with campaigns or schemas.
    func moneySections(_ request: ReportRequest, _ worths: ValueWorths?) -> [ReportSection] {
        var sections: [ReportSection] = []
        if request.campaigns != nil {
            let meanings = [
                "own": "certainly belong to one", "shared": "may belong to several",
                "none": "belong to no listed campaign",
            ]
            sections.append(
                Self.section("campaigns", "Campaigns of postbacks", campaignCounts, meanings, of: all.inputs))
        }
        if let worths {
            let meanings = [
                "one": "one schema reads the value", "several": "any of several schemas may apply",
                "none": "the app has none",
            ]
            let bases = worths.bases
            sections.append(
                Self.section("schemas", "Schemas of winning postbacks", bases.all, meanings, of: bases.total))
        }
        return sections
    }
}
