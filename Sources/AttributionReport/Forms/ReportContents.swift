import AttributionBase
import AttributionModel

/// A report after everything was counted, which all forms are written from.
package struct ReportContents {
    private let total: ReportTotal
    let worths: ValueWorths?
    /// Whether groups were requested. All forms except the page and the gauges then show only groups.
    package let isGrouped: Bool
    package private(set) var rows: [GroupRow] = []
    /// The number of smaller groups left out, in words; nil if there are none.
    package private(set) var left: String?
    /// The requested members that occur in no line around an input.
    package private(set) var absentMembers: [String] = []

    /// - Parameter top: the number of groups to show, the largest first; nil for all.
    package init(_ total: ReportTotal, isGrouped: Bool, top: Int? = nil) {
        self.total = total
        self.isGrouped = isGrouped
        worths = total.part.counts.worths(total.request)
        let all = groupRows
        (rows, left) = Self.largest(all, top)
        absentMembers = request.fields.enumerated().compactMap { index, field in
            guard case .outer(let path) = field, !all.isEmpty, all.allSatisfy({ $0.values[index] == .null })
            else { return nil }
            return path
        }
    }

    var request: ReportRequest { total.request }
    var counts: ReportCounts { _read { yield total.part.counts } }

    package var title: String? { request.title }
    var groupedBy: String { request.fields.map(\.name).joined(separator: ", ") }
    private var options: MoneyOptions { MoneyOptions(request) }
    var showsUnverified: Bool { counts.all.unverified > 0 }
    /// Whether there are postbacks and all of them were verified.
    var areVerified: Bool { counts.all.inputs > 0 && !showsUnverified }

    /// A row for each group.
    package var groups: ReportGrid {
        ReportGrid(rows, request.fields, options, showsUnverified: showsUnverified)
    }

    /// The same table for people, without groups that have neither postbacks nor spend.
    package var shownGroups: ReportGrid {
        ReportGrid(shownRows, request.fields, options, showsUnverified: showsUnverified).forPeople
    }

    /// The numbers of postbacks in its groups.
    var sizes: [Int] { shownRows.map(\.counts.inputs) }
    private var shownRows: [GroupRow] { rows.filter { !$0.isIdle } }

    /// A row for each app, day and currency; nil without earnings.
    package var earningsGrid: ReportGrid? { counts.earnings.isEmpty ? nil : ReportGrid(counts.earnings) }

    /// The values of the postbacks with their meanings, by the schemas of their apps; empty without schemas.
    var meanings: [ValueMeaning] { worths.map { ValueMeaning.all($0) } ?? [] }

    /// A row for each value with its names and its revenue; nil if there are no schemas or no values.
    package var meaningsGrid: ReportGrid? {
        let meanings = meanings
        return meanings.isEmpty ? nil : ReportGrid(meanings)
    }

    /// The number of inputs, and what was left out.
    package var notes: [String] {
        let earnings = isGrouped ? counts.earnings.count : 0
        return remarks.map(\.text) + (earnings > 0 ? ["left out: earnings of \(counted(earnings, "line"))"] : [])
    }

    /// The number of inputs left out, by reason; empty if there are none.
    var leftOut: [(name: String, count: Int)] { counts.leftOut.total > 0 ? counts.leftOut.all : [] }

    /// The first and the last arrival time, if times are read.
    package var period: (first: String, last: String)? {
        let zone = request.zone
        return counts.period.map { (zone.rfc3339($0.lowerBound), zone.rfc3339($0.upperBound)) }
    }

    /// Calls `body` with an object for each group, or with the overview if there are no groups.
    package func forEachObject<Failure: Error>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
        guard isGrouped else { return try body(summary) }
        for row in rows { try body(row.json(request.fields, options, showsUnverified: showsUnverified)) }
    }

    /// Returns the largest rows in their original order, and a note about the others.
    private static func largest(_ all: [GroupRow], _ top: Int?) -> (rows: [GroupRow], left: String?) {
        guard let top, top < all.count else { return (all, nil) }
        // Among equally large rows, the first ones are taken.
        let bySize = all.indices.sorted { left, right in
            let (one, other) = (all[left].counts.inputs, all[right].counts.inputs)
            return one == other ? left < right : one > other
        }
        let inputs = bySize[top...].reduce(0) { $0 + all[$1].counts.inputs }
        let left = "left out: \(counted(all.count - top, "smaller group")), \(counted(inputs, "postback")) in total"
        return (bySize[..<top].sorted().map { all[$0] }, left)
    }

    /// The overview as one object. The first members are always present; the last ones only if requested or counted:
    /// money, left-out lines, earnings.
    package var summary: JSONValue {
        var members: [JSONValue.Member] = [.init("inputs", .count(counts.inputs))]
        for section in counts.sections {
            switch section.form {
            case .members: members += section.rows.map { .init($0.name, .count($0.count)) }
            case .list: members.append(.init(section.id, .array(section.rows.map { .count($0.count) })))
            case .counts: members.append(section.member)
            }
        }
        members.append(.init("repeats", .count(counts.repeats)))
        if let campaignSection { members.append(campaignSection.member) }
        let (amounts, others) = moneyFigures
        // The currency, which is that of all amounts, comes last.
        let end = amounts.firstIndex(where: \.isForPrograms) ?? amounts.endIndex
        members += (amounts[..<end] + others + amounts[end...]).map(\.member)
        if let schemaSection {
            members += [schemaSection.member, .init("meanings", .array(meanings.map(\.json)))]
        }
        if request.timePath != nil {
            let period = period.map { period in
                JSONValue.object([.init("first", .string(period.first)), .init("last", .string(period.last))])
            }
            members.append(.init("period", period ?? .null))
        }
        if !leftOut.isEmpty { members.append(.init("left-out", .counts(leftOut))) }
        if !counts.earnings.isEmpty {
            let all = counts.earnings.inOrder { $0.key < $1.key }.map { $0.value.json($0.key) }
            members.append(.init("earnings", .array(all)))
        }
        return .object(members)
    }
}

extension ReportContents {
    /// The groups in descending order of size. Groups of equal size are in the order of their values: numbers, then
    /// strings, then null. If the first field is a time, the groups are in the order of time.
    package var groupRows: [GroupRow] {
        request.fields == [.known(.campaign)] && request.campaigns != nil
            ? campaignRows : rows(counts.groups, request.fields)
    }

    /// A row for each campaign, even without postbacks, and one for the postbacks of no campaign.
    var campaignRows: [GroupRow] { rows(counts.campaigns, [.known(.campaign)]) }

    var dayRows: [GroupRow] { rows(counts.days, [.known(.day)]) }

    private func rows(_ table: borrowing GroupTable, _ fields: [GroupField]) -> [GroupRow] {
        var rows = GroupRowTable(fields, request.campaigns)
        let groups = table.counts(worths)
        // First what is certain is counted, then the shared postbacks are divided in proportion to it.
        for isShared in [false, true] {
            for index in groups.indices where groups[index].inputs > 0 {
                rows.add(Array(table.key(index)), groups[index], ifShared: isShared, counts.known.lists)
            }
        }
        return rows.finished(counts.known, request.zone)
    }
}

extension ReportContents {
    /// The counts of all postbacks with at least one possible campaign.
    var listedTotal: GroupCounts {
        var (listed, shared, _) = counts.campaignTotals(worths)
        listed.add(shared)
        return listed
    }

    /// The amounts of all postbacks. If campaigns are listed, their revenue is compared with their spend, and other
    /// revenue is separate because its spend is unknown.
    var moneyFigures: (amounts: [ReportFigure], others: [ReportFigure]) {
        let options = MoneyOptions(request, isByCampaign: true)
        guard let campaigns = request.campaigns else { return (options.figures(counts.total(worths), spend: nil), []) }
        let totals = counts.campaignTotals(worths)
        let (shared, none) = (totals.shared.revenue.known, totals.none.revenue.known)
        let others: [ReportFigure] = [
            .init("shared-revenue", title: "shared part of the revenue", .range(shared?.rounded)),
            .init("unlisted-revenue", title: "revenue of no campaign", .range(none?.rounded)),
        ]
        return (options.figures(listedTotal, spend: campaigns.spend), options.hasRevenue ? others : [])
    }

    /// The totals of money; nil if not requested.
    package var money: ReportGrid? {
        let (amounts, others) = moneyFigures
        return amounts.isEmpty && others.isEmpty ? nil : ReportGrid(amounts + others)
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
