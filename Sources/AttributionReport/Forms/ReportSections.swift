import AttributionBase
import AttributionModel

/// A list of names and counts, as tables and charts show it.
package struct ReportSection: Sendable {
    /// A name, its count, and an explanation if the name needs one.
    package typealias Row = (name: String, meaning: String?, count: Int)

    /// The member of the JSON form that has the same figures.
    package let id: String
    package let title: String
    package let rows: [Row]
    /// The number of inputs or postbacks that the section is about. It may exceed the sum of the rows.
    let total: Int
    let form: Dimension.Form

    /// - Parameter total: the number of inputs or postbacks; nil for the sum of the rows.
    init(id: String, title: String, _ rows: [Row], of total: Int? = nil, form: Dimension.Form = .counts) {
        (self.id, self.title, self.rows, self.form) = (id, title, rows, form)
        self.total = total ?? rows.reduce(0) { $0 + $1.count }
    }

    /// Whether tables have all rows that are not zero, however many.
    package var isComplete: Bool { form == .list }

    /// The rows that are not zero.
    package var shownRows: [Row] { rows.filter { $0.count > 0 } }

    /// The number of inputs or postbacks that are in no row, because they lack the value.
    package var undisclosed: Int { max(0, total - rows.reduce(0) { $0 + $1.count }) }

    var member: JSONValue.Member { .init(id, .counts(rows.map { ($0.name, $0.count) })) }
}

extension ReportSection {
    static let own = OutputMember("own", "The number of postbacks that certainly belong to one campaign.")
    static let one = OutputMember("one", "The number of winning postbacks whose value one schema reads.")
    static let several = OutputMember(
        "several", "The number of winning postbacks to which any of several schemas may apply.")
}

/// The words that all forms for people share.
extension ReportContents {
    /// A note on the figures. A warning means that they are of limited significance.
    typealias Note = (text: String, isWarning: Bool)

    /// The range of arrival times with its zone; nil if unknown.
    var periodWords: String? {
        let zone = request.zone
        return counts.period.map {
            "from \(zone.words($0.lowerBound)) to \(zone.words($0.upperBound)) \(zone == .utc ? "UTC" : zone.text)"
        }
    }

    private static let estimateNote =
        "estimates assume that coarse and missing values are like the more precise values in their window or, if "
        + "there are none, in the middle of their range, and shared postbacks like the certain ones"

    private static let unverifiedNote = "unverified: anyone may have sent them; aak verify shows what Apple signed"

    /// Returns a warning if some postbacks were signed by other keys than Apple's production key.
    private var environmentNote: Note? {
        let rows = counts.section(.environments).rows.filter { $0.count > 0 }
        let production = SigningEnvironment.production.rawValue
        let others = rows.filter { $0.name != production }
        guard !others.isEmpty else { return nil }
        let words = others.map { "\($0.count) by a \($0.name) key" }.joined(separator: ", ")
        let count = rows.first { $0.name == production }?.count ?? 0
        return ("\(count) signed by Apple's production key, \(words)", true)
    }

    /// The number of inputs, and what was left out.
    var remarks: [Note] {
        let (all, inputs, repeats, leftOut) = (counts.all, counts.inputs, counts.repeats, counts.leftOut)
        var notes: [Note] = []
        func note(_ text: String, isWarning: Bool = false) { notes.append((text, isWarning)) }
        note("\(counted(inputs, "input")), of which \(counted(all.inputs, "postback")) counted")
        if let period = periodWords { note(period) }
        if all.unverified > 0 {
            note("\(counted(all.unverified, "postback")) \(Self.unverifiedNote)", isWarning: true)
        }
        if let environmentNote { notes.append(environmentNote) }
        // Each input is counted once. If verify refused it as a repeat, it counts only as a repeat.
        let notOurs = counts.inputs(.notOurs)
        let refused = inputs - counts.inputs(.valid) - notOurs - counts.inputs(nil) - counts.refusedRepeats
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
            let shared = counts.campaignTotals(nil).shared.inputs
            let words = "shared: the digits of each postback fit several campaigns"
            if shared > 0 { note("\(counted(shared, "postback")) \(words)") }
        }
        if let revenues {
            note(Self.estimateNote)
            let several = revenues.bases[.several]
            if several > 0 {
                note("\(counted(several, "value")) between two schemas: each may be of any of them")
            }
            let unpriced = counts.total(revenues).revenue.unpriced
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

    package var overview: [ReportSection] {
        counts.sections + [campaignSection, schemaSection].compactMap(\.self)
    }

    var campaignSection: ReportSection? {
        guard request.campaigns != nil else { return nil }
        let totals = counts.campaignTotals(nil)
        return ReportSection(
            id: "campaigns", title: "Campaigns of postbacks",
            [
                (ReportSection.own.text, "certainly belong to one", totals.own.inputs),
                ("shared", "may belong to several", totals.shared.inputs),
                ("none", "belong to no listed campaign", totals.none.inputs),
            ])
    }

    var schemaSection: ReportSection? {
        guard let bases = revenues?.bases else { return nil }
        return ReportSection(
            id: "schemas", title: "Schemas of winning postbacks",
            [
                (ReportSection.one.text, "one schema reads the value", bases[.one]),
                (ReportSection.several.text, "any of several schemas may apply", bases[.several]),
                ("none", "the app has none", bases[.none]),
            ])
    }
}

extension ReportCounts {
    /// The sections of every report, in the order of the members of the JSON form.
    var sections: [ReportSection] { Dimension.allCases.map { section($0) } }

    func section(_ dimension: Dimension) -> ReportSection {
        let section = dimension.section
        let rare = section.names.indices.filter { self[dimension, $0] > 0 && !section.order.contains($0) }
        var rows = (section.order + rare).map { place in
            (name: section.names[place], meaning: section.meanings[section.names[place]], count: self[dimension, place])
        }
        if Dimension.ofTexts.contains(dimension) { rows = texts(of: dimension).map { ($0.name, nil, $0.count) } }
        return ReportSection(
            id: section.id, title: section.title, rows, of: section.mayLack ? all.inputs : nil, form: section.form)
    }
}
