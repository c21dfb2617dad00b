import AttributionBase
import AttributionModel

/// The contents of a finished report, which all forms share.
package struct ReportContents: Sendable {
    /// Whether groups were requested. Every form but the page and gauges then shows groups only.
    package let isGrouped: Bool
    package let title: String?
    /// The number of smaller groups left out, in words; nil if there are none.
    package let left: String?
    /// The totals of money; nil if not requested.
    package let money: ReportGrid?
    /// The requested members that no line around an input has.
    package let absentMembers: [String]

    /// The first and the last arrival time, if times are read.
    package let period: (first: String, last: String)?
    /// The values of the postbacks with their meanings, by the schemas of their apps; empty without schemas.
    let meanings: [ValueMeaning]
    /// The revenue of the campaigns compared with their spend, for a page.
    let campaigns: CampaignReturns?
    /// A row for each day with postbacks, and for the days between two of them; nil if no times are read.
    let days: ReportGrid?
    let currency: String?

    package let overview: [ReportSection]
    let remarks: [ReportCounts.Note]
    /// Whether postbacks were counted, and all of them were verified.
    let areVerified: Bool
    let periodWords: String?
    let earnings: [Earnings.Key: Earnings]
    let inputs: Int
    /// The number of inputs that are counted as postbacks.
    let postbacks: Int
    let repeats: Int
    /// The number of refused inputs, by the ID of the rule that they break, the most frequent first.
    let rules: [(name: String, count: Int)]
    /// The arrival time of the last postback; nil if times are not read.
    let lastArrival: Timestamp?
    /// The number of inputs left out, by reason; empty if there are none.
    let leftOut: [(name: String, count: Int)]
    let fields: [GroupField]
    let rows: [GroupRow]
    private let options: MoneyOptions
    private let showsUnverified: Bool
    private let summary: JSONValue

    /// - Parameter top: the number of groups to show, the largest first; nil for all.
    package init(_ counts: borrowing ReportCounts, _ request: ReportRequest, isGrouped: Bool, top: Int?) {
        let worths = counts.worths(request)
        let all = counts.groupRows(request, worths)
        self.isGrouped = isGrouped
        fields = request.fields
        let shown = Self.largest(all, top)
        rows = shown.rows
        options = MoneyOptions(request)
        showsUnverified = counts.all.unverified > 0
        left = shown.left
        money = ReportGrid(counts, request, worths)
        title = request.title
        period = counts.period(request.zone)
        currency = request.currency
        meanings = worths.map { ValueMeaning.all($0) } ?? []
        campaigns = CampaignReturns(counts, request, worths)
        days = request.countsDays ? ReportGrid.days(counts, request, worths) : nil
        earnings = counts.earnings
        absentMembers = fields.enumerated().compactMap { index, field in
            guard case .outer(let path) = field, !all.isEmpty, all.allSatisfy({ $0.values[index] == .null })
            else { return nil }
            return path
        }
        overview = counts.sections + counts.moneySections(request, worths)
        remarks = counts.notes(request, worths)
        areVerified = counts.all.inputs > 0 && counts.all.unverified == 0
        periodWords = counts.periodWords(request)
        inputs = counts.inputs
        postbacks = counts.all.inputs
        repeats = counts.repeats
        rules = counts.rules
        lastArrival = counts.period?.upperBound
        leftOut = counts.leftOut.total > 0 ? counts.leftOut.all : []
        summary = counts.overview(request, worths)
    }

    /// A row for each group, computed at each access.
    package var groups: ReportGrid { ReportGrid(rows, fields, options, showsUnverified: showsUnverified) }

    /// The same table for people, without groups that have neither postbacks nor spend.
    package var shownGroups: ReportGrid {
        ReportGrid(shownRows, fields, options, showsUnverified: showsUnverified).forPeople
    }

    /// The numbers of postbacks in its groups.
    var sizes: [Int] { shownRows.map(\.counts.inputs) }
    private var shownRows: [GroupRow] { rows.filter { !$0.isIdle } }

    /// A row for each app, day and currency; nil without earnings.
    package var earningsGrid: ReportGrid? { earnings.isEmpty ? nil : ReportGrid(earnings) }

    /// A row for each value with its names and its revenue; nil if there are no schemas or no values.
    package var meaningsGrid: ReportGrid? { meanings.isEmpty ? nil : ReportGrid(meanings) }

    /// The number of inputs, and what was left out.
    package var notes: [String] {
        let leavesEarnings = isGrouped && !earnings.isEmpty
        return remarks.map { $0.text }
            + (leavesEarnings ? ["left out: earnings of \(counted(earnings.count, "line"))"] : [])
    }

    var groupedBy: String { fields.map(\.name).joined(separator: ", ") }

    /// Calls `body` with an object for each group, or with the overview if there are no groups.
    package func forEachObject<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
        guard isGrouped else { return try body(summary) }
        for row in rows { try body(row.json(fields, options, showsUnverified: showsUnverified)) }
    }

    /// Returns the largest rows in their original order, and a note about the others.
    private static func largest(_ all: [GroupRow], _ top: Int?) -> (rows: [GroupRow], left: String?) {
        guard let top, top < all.count else { return (all, nil) }
        // Of equally large rows, the first are taken.
        let bySize = all.indices.sorted { left, right in
            let (one, other) = (all[left].counts.inputs, all[right].counts.inputs)
            return one == other ? left < right : one > other
        }
        let inputs = bySize[top...].reduce(0) { $0 + all[$1].counts.inputs }
        let left = "left out: \(counted(all.count - top, "smaller group")), \(counted(inputs, "postback")) in total"
        return (bySize[..<top].sorted().map { all[$0] }, left)
    }
}

extension ReportCounts {
    /// The overview as one object. The first members are always present; the last ones only if requested or counted:
    /// money, left-out lines, earnings.
    package func overview(_ request: ReportRequest) -> JSONValue { overview(request, worths(request)) }

    fileprivate func overview(_ request: ReportRequest, _ worths: ValueWorths?) -> JSONValue {
        var members: [JSONValue.Member] = [.init("inputs", .count(inputs))]
        for section in sections {
            switch section.form {
            case .members: members += section.rows.map { .init($0.name, .count($0.count)) }
            case .list: members.append(.init(section.id, .array(section.rows.map { .count($0.count) })))
            case .counts: members.append(.init(section.id, .counts(section.rows.map { ($0.name, $0.count) })))
            }
        }
        members.append(.init("repeats", .count(repeats)))
        members += moneyMembers(request, worths)
        if request.timePath != nil {
            let period = self.period(request.zone).map { period in
                JSONValue.object([.init("first", .string(period.first)), .init("last", .string(period.last))])
            }
            members.append(.init("period", period ?? .null))
        }
        if leftOut.total > 0 { members.append(.init("left-out", .counts(leftOut.all))) }
        if !earnings.isEmpty {
            let all = earnings.inOrder { $0.key < $1.key }.map { $0.value.json($0.key) }
            members.append(.init("earnings", .array(all)))
        }
        return .object(members)
    }

    func period(_ zone: TimeZoneOffset) -> (first: String, last: String)? {
        period.map { (zone.rfc3339($0.lowerBound), zone.rfc3339($0.upperBound)) }
    }
}

extension Earnings {
    package func json(_ key: Key) -> JSONValue {
        var members = figures.map(\.member)
        members.insert(.init("currency", .string(key.currency)), at: members.count - 1)
        return .object([.init("app", .number(String(key.app))), .init("day", .string(key.day))] + members)
    }
}

extension JSONValue {
    static func counts(_ counts: [(name: String, count: Int)]) -> JSONValue {
        .object(counts.map { .init($0.name, .count($0.count)) })
    }
}
