import AttributionBytes
import AttributionJSON

/// What a finished report shows, whatever its form.
package struct ReportContents: Sendable {
    /// Whether groups were asked for, and are all that is shown but in a page.
    package let isGrouped: Bool
    /// One row a group.
    package let groups: ReportGrid
    /// How many smaller groups were left out, in words; nil for none.
    package let left: String?
    /// The totals of money; nil where they were not asked for.
    package let money: ReportGrid?
    /// The members of the lines around the inputs that groups were asked for by and no line has.
    package let absentMembers: [String]

    let text: ReportText
    let earnings: [Earnings.Key: Earnings]
    let inputs: Int
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
        rows = Array(all.prefix(top ?? all.count))
        options = MoneyOptions(request)
        showsUnverified = counts.all.unverified > 0
        groups = ReportGrid(rows, fields, options, showsUnverified: showsUnverified)
        left = Self.left(all.dropFirst(rows.count))
        money = ReportGrid(counts.all, options, spend: request.spend)
        earnings = counts.earnings
        absentMembers = fields.enumerated().compactMap { place, field in
            guard case .outer(let path) = field, !all.isEmpty, all.allSatisfy({ $0.values[place] == .null })
            else { return nil }
            return path
        }
        text = ReportText(counts)
        inputs = counts.inputs
        repeats = counts.repeats
        leftOut = counts.leftOut.total > 0 ? counts.leftOut.all : []
        summary = counts.overview(request)
    }

    /// One row an app, day and currency; nil where no earnings came.
    package var earningsGrid: ReportGrid? { earnings.isEmpty ? nil : ReportGrid(earnings) }

    package var overview: [ReportSection] { text.overview }

    /// Over how many inputs the report is, and what was left out.
    package var notes: [String] {
        let leavesEarnings = isGrouped && !earnings.isEmpty
        return text.notes + (leavesEarnings ? ["left out: earnings of \(counted(earnings.count, "line"))"] : [])
    }

    /// What the groups have in common, in words.
    var groupedBy: String { fields.map(\.name).joined(separator: ", ") }

    /// One object a group, or one in all.
    package func forEachObject<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
        guard isGrouped else { return try body(summary) }
        for row in rows { try body(row.json(fields, options, showsUnverified: showsUnverified)) }
    }

    private static func left(_ rows: ArraySlice<GroupRow>) -> String? {
        guard !rows.isEmpty else { return nil }
        let inputs = rows.reduce(0) { $0 + $1.counts.inputs }
        return "left out: \(counted(rows.count, "smaller group")) of \(counted(inputs, "postback"))"
    }
}
