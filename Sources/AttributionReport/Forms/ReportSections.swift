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
    var form = Dimension.Form.counts

    /// Whether tables have all rows that are not zero, however many.
    package var isComplete: Bool { form == .list }

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
        let rows = section(.environments).rows
        let production = rows.filter { $0.name == SigningEnvironment.production.rawValue }.map(\.count)
        let others = rows.filter { $0.name != SigningEnvironment.production.rawValue && $0.count > 0 }
        guard !others.isEmpty else { return nil }
        let words = others.map { "\($0.count) by a \($0.name) key" }.joined(separator: ", ")
        return ("\(production[0]) signed by Apple's production key, \(words)", true)
    }

    /// The number of inputs, and what was left out.
    func notes(_ request: ReportRequest, _ worths: ValueWorths?) -> [Note] {
        let all = all
        var notes: [Note] = []
        func note(_ text: String, isWarning: Bool = false) { notes.append((text, isWarning)) }
        note("\(counted(inputs, "input")), of which \(counted(all.inputs, "postback")) counted")
        if let period = periodWords(request) { note(period) }
        if all.unverified > 0 {
            note("\(counted(all.unverified, "postback")) \(Self.unverifiedNote)", isWarning: true)
        }
        if let environmentNote { notes.append(environmentNote) }
        // Each input is counted once: one that verify refused as a repeat is counted with the repeats only.
        let notOurs = inputs(.notOurs)
        let refused = inputs - inputs(.valid) - notOurs - inputs(nil) - refusedRepeats
        var out: [String] = []
        if refused > 0 { out.append("\(refused) rejected by verify") }
        if notOurs > 0 { out.append("\(notOurs) not ours") }
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

    /// The sections of every report, in the order of the members of the JSON form.
    var sections: [ReportSection] { Dimension.allCases.map { section($0) } }

    func section(_ dimension: Dimension) -> ReportSection {
        let section = dimension.section
        let rare = section.names.indices.filter { self[dimension, $0] > 0 && !section.order.contains($0) }
        var rows = (section.order + rare).map { place in
            (name: section.names[place], meaning: section.meanings[section.names[place]], count: self[dimension, place])
        }
        if Dimension.ofTexts.contains(dimension) { rows = texts(of: dimension).map { ($0.name, nil, $0.count) } }
        let total = section.mayLack ? all.inputs : rows.reduce(0) { $0 + $1.count }
        return ReportSection(id: section.id, title: section.title, rows: rows, total: total, form: section.form)
    }

    /// The sections of a report with campaigns or schemas.
    func moneySections(_ request: ReportRequest, _ worths: ValueWorths?) -> [ReportSection] {
        var sections: [ReportSection] = []
        if request.campaigns != nil {
            let meanings = [
                "own": "certainly belong to one", "shared": "may belong to several",
                "none": "belong to no listed campaign",
            ]
            sections.append(Self.section("campaigns", "Campaigns of postbacks", campaignCounts, meanings))
        }
        if let worths {
            let meanings = [
                "one": "one schema reads the value", "several": "any of several schemas may apply",
                "none": "the app has none",
            ]
            sections.append(Self.section("schemas", "Schemas of winning postbacks", worths.bases.all, meanings))
        }
        return sections
    }

    private static func section(
        _ id: String, _ title: String, _ counts: [(name: String, count: Int)], _ meanings: [String: String]
    ) -> ReportSection {
        ReportSection(
            id: id, title: title, rows: counts.map { ($0.name, meanings[$0.name], $0.count) },
            total: counts.reduce(0) { $0 + $1.count })
    }
}
