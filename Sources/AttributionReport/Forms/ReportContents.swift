import AttributionBytes
import AttributionJSON

/// What a finished report shows, whatever its form.
package struct ReportContents: Sendable {
    /// Whether groups were asked for, and are all that is shown but in a page.
    package let isGrouped: Bool
    /// What is written above it; nil for nothing.
    package let title: String?
    /// How many smaller groups were left out, in words; nil for none.
    package let left: String?
    /// The totals of money; nil where they were not asked for.
    package let money: ReportGrid?
    /// The members of the lines around the inputs that groups were asked for by and no line has.
    package let absentMembers: [String]

    /// The first and the last time of the postbacks, where they are read.
    package let period: (first: String, last: String)?
    /// The values that came and what they mean, by the schemas of their apps; empty without schemas.
    let meanings: [ValueMeaning]
    /// What the campaigns earned against what was spent on them, as far as a page shows that.
    let campaigns: CampaignReturns?
    /// One row a day; nil where no times are read.
    let days: DayCounts?
    let currency: String?

    let text: ReportText
    let earnings: [Earnings.Key: Earnings]
    let inputs: Int
    /// How many of them are postbacks that are counted.
    let postbacks: Int
    let repeats: Int
    /// Empty where nothing was left out.
    let leftOut: [(name: String, count: Int)]
    private let fields: [GroupField]
    private let rows: [GroupRow]
    private let options: MoneyOptions
    private let showsUnverified: Bool
    private let summary: JSONValue

    /// - Parameter top: how many groups are shown, the largest first; nil for all.
    package init(_ counts: borrowing ReportCounts, _ request: ReportRequest, isGrouped: Bool, top: Int?) {
        let all = counts.groupRows(request)
        self.isGrouped = isGrouped
        fields = request.fields
        let shown = Self.largest(all, top)
        rows = shown.rows
        options = MoneyOptions(request)
        showsUnverified = counts.all.unverified > 0
        left = shown.left
        money = ReportGrid(counts, request)
        title = request.title
        period = counts.period(request.zone)
        currency = request.currency
        meanings = request.schemas.map { ValueMeaning.all(counts.values, $0) } ?? []
        campaigns = CampaignReturns(counts, request)
        days = request.countsDays ? DayCounts(counts, request) : nil
        earnings = counts.earnings
        absentMembers = fields.enumerated().compactMap { place, field in
            guard case .outer(let path) = field, !all.isEmpty, all.allSatisfy({ $0.values[place] == .null })
            else { return nil }
            return path
        }
        text = ReportText(counts, request)
        inputs = counts.inputs
        postbacks = counts.all.inputs
        repeats = counts.repeats
        leftOut = counts.leftOut.total > 0 ? counts.leftOut.all : []
        summary = counts.overview(request)
    }

    /// One row a group. It is made anew each time.
    package var groups: ReportGrid { ReportGrid(rows, fields, options, showsUnverified: showsUnverified) }

    /// The same for people: without rows of nothing but zeros.
    package var shownGroups: ReportGrid {
        ReportGrid(rows.filter { !$0.isIdle }, fields, options, showsUnverified: showsUnverified).forPeople
    }

    /// One row an app, day and currency; nil where no earnings came.
    package var earningsGrid: ReportGrid? { earnings.isEmpty ? nil : ReportGrid(earnings) }

    /// One row a value that came, with its names and its revenue; nil without schemas, and where no value came.
    package var meaningsGrid: ReportGrid? { meanings.isEmpty ? nil : ReportGrid(meanings) }

    package var overview: [ReportSection] { text.overview }

    /// Over how many inputs the report is, and what was left out.
    package var notes: [String] {
        let leavesEarnings = isGrouped && !earnings.isEmpty
        return text.notes.map(\.text)
            + (leavesEarnings ? ["left out: earnings of \(counted(earnings.count, "line"))"] : [])
    }

    /// What the groups have in common, in words.
    var groupedBy: String { fields.map(\.name).joined(separator: ", ") }

    /// One object a group, or one in all.
    package func forEachObject<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
        guard isGrouped else { return try body(summary) }
        for row in rows { try body(row.json(fields, options, showsUnverified: showsUnverified)) }
    }

    /// The largest rows in the order that they have, and what is said of the others.
    private static func largest(_ all: [GroupRow], _ top: Int?) -> (rows: [GroupRow], left: String?) {
        guard let top, top < all.count else { return (all, nil) }
        // Rows that are equally large are taken in their order.
        let bySize = all.indices.sorted { left, right in
            let (one, other) = (all[left].counts.inputs, all[right].counts.inputs)
            return one == other ? left < right : one > other
        }
        let inputs = bySize[top...].reduce(0) { $0 + all[$1].counts.inputs }
        let left = "left out: \(counted(all.count - top, "smaller group")) of \(counted(inputs, "postback"))"
        return (bySize[..<top].sorted().map { all[$0] }, left)
    }
}
