import AttributionBase
import AttributionInspection
import AttributionModel

/// A report after everything was counted, which all forms are written from.
package struct ReportContents {
    private let total: ReportTotal
    let revenues: RevenueByValue?
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
        revenues = total.part.counts.revenues(total.request)
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
    var meanings: [ValueMeaning] { revenues.map { ValueMeaning.all($0) } ?? [] }

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
        let (amounts, others) = moneyFigures
        return Self.overviewRecord.json((self, amounts + others))
    }

    /// What the members of reports mean.
    package static var words: [(word: String, meaning: String)] {
        overviewRecord.words + ofPeriod.words + ValueMeaning.record.words + Earnings.record.words
            + ReportFigure.words(MoneyOptions.allFigures + Earnings().figures)
            + [GroupRow.group, ReportSection.own, ReportSection.one, ReportSection.several].map(\.word)
    }

    private typealias Overview = (report: ReportContents, money: [ReportFigure])

    private static let overviewRecord = Record(firstMembers + Dimension.allCases.flatMap(members) + lastMembers)

    private static let firstMembers: [Record<Overview>.Member] = [
        .init("inputs", "The number of inputs that were counted, in total or in a group.") {
            .count($0.report.counts.inputs)
        }
    ]

    private static let lastMembers: [Record<Overview>.Member] = [
        .init("repeats", "The number of postbacks that were seen before.") {
            .count($0.report.counts.repeats)
        },
        .init(
            "campaigns",
            "The number of postbacks that certainly belong to one campaign (own), that may belong to several "
                + "(shared), and that belong to none."
        ) { $0.report.campaignSection?.member.value },
        money("revenue"), money("unpriced"), money("spend"), money("roas"),
        money("shared-revenue", "The revenue of postbacks that may belong to several campaigns."),
        money("unlisted-revenue", "The revenue of postbacks that belong to no listed campaign."),
        // That of all amounts.
        money("currency"),
        .init(
            "schemas",
            "The number of winning postbacks whose value is read by one schema, by several, and by none."
        ) { $0.report.schemaSection?.member.value },
        .init(
            "meanings",
            "What each value stands for according to the schemas, one object for each value of an app in a window."
        ) { $0.report.schemaSection == nil ? nil : .array($0.report.meanings.map(\.json)) },
        .init(
            "period", "The time of arrival of the first and of the last postback; null if there is none."
        ) { overview in
            guard overview.report.request.timePath != nil else { return nil }
            return overview.report.period.map(ofPeriod.json) ?? .null
        },
        .init("left-out", "The number of lines and inputs that are not counted, by reason.") {
            $0.report.leftOut.isEmpty ? nil : .counts($0.report.leftOut)
        },
        .init("earnings", "What the ads in an app earned, by app and day.") { overview in
            let earnings = overview.report.counts.earnings.inOrder { $0.key < $1.key }
            return earnings.isEmpty ? nil : .array(earnings.map { $0.value.json($0.key) })
        },
    ]

    private static let ofPeriod = Record<(first: String, last: String)>(
        .init("first", "The time of arrival of the first postback.") { .string($0.first) },
        .init("last", "The time of arrival of the last postback.") { .string($0.last) })

    private static func members(_ dimension: Dimension) -> [Record<Overview>.Member] {
        let section = dimension.section
        func member(
            _ name: String, _ meaning: String, _ value: @escaping @Sendable (ReportSection) -> JSONValue
        ) -> Record<Overview>.Member {
            .init(name, meaning) { value($0.report.counts.section(dimension)) }
        }
        switch section.form {
        case .members(let meanings):
            return section.names.indices.map { place in
                member(section.names[place], meanings[place]) { .count($0.rows[place].count) }
            }
        case .list: return [member(section.id, section.meaning) { .array($0.rows.map { .count($0.count) }) }]
        case .counts: return [member(section.id, section.meaning) { $0.member.value }]
        }
    }

    private static func money(_ name: String, _ meaning: String = "") -> Record<Overview>.Member {
        .init(name, meaning) { overview in overview.money.first { $0.name == name }?.member.value }
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
        let groups = table.counts(revenues)
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
        var (listed, shared, _) = counts.campaignTotals(revenues)
        listed.add(shared)
        return listed
    }

    /// The amounts of all postbacks. If campaigns are listed, their revenue is compared with their spend, and other
    /// revenue is separate because its spend is unknown.
    var moneyFigures: (amounts: [ReportFigure], others: [ReportFigure]) {
        let options = MoneyOptions(request, isByCampaign: true)
        guard let campaigns = request.campaigns else {
            return (options.figures(counts.total(revenues), spend: nil), [])
        }
        let totals = counts.campaignTotals(revenues)
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
        var members = Self.record.values(key) + figures.map(\.member)
        members.insert(TimelineMember.currency.member(.string(key.currency)), at: members.count - 1)
        return .object(members)
    }

    static let record = Record<Key>(
        .init(TimelineMember.app) { .number(String($0.app)) }, .init(TimelineMember.day) { .string($0.day) })
}

extension JSONValue {
    static func counts(_ counts: [(name: String, count: Int)]) -> JSONValue {
        .object(counts.map { .init($0.name, .count($0.count)) })
    }
}
