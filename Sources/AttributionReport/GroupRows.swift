import AttributionBase
import AttributionModel

package struct GroupRow: Sendable {
    /// The common values of the group, in the order of the fields; null if a postback lacks the field.
    package internal(set) var values: [JSONValue]
    /// The counts of postbacks that certainly belong to the group.
    package fileprivate(set) var counts = GroupCounts()
    /// The counts of postbacks that may belong to the group's campaign or to another one.
    package fileprivate(set) var shared = GroupCounts()
    /// The share of this group in the revenue of the shared postbacks, as an estimate.
    package fileprivate(set) var sharedEstimate = Money.zero
    /// The spend of the campaign; nil if unknown.
    package fileprivate(set) var spend: Money?

    /// The revenue: at least that of the group's own postbacks, and at most that of all postbacks that may belong to it. Nil if the revenue
    /// of none of them is known.
    var revenue: EstimatedRevenue? {
        var all = counts.revenue
        all.add(shared.revenue)
        guard !all.isUnpriced else { return nil }
        return EstimatedRevenue(
            range: RevenueRange(least: counts.revenue.range.least, most: all.range.most),
            estimate: counts.revenue.estimate + sharedEstimate)
    }

    package var unpriced: Int { counts.revenue.unpriced + shared.revenue.unpriced }

    /// Whether the group has neither postbacks nor spend.
    var isIdle: Bool { counts.inputs == 0 && shared.inputs == 0 && (spend ?? .zero) == .zero }
}

/// Builds the rows of a table. A postback with several possible campaigns is added to the row of each.
struct GroupRowTable {
    private let fields: [GroupField]
    private let campaigns: CampaignTable?
    /// The index of the campaign among the values.
    private let index: Int?
    private var keys: [[GroupValue]] = []
    private var rows: [GroupRow] = []
    private var places: [[GroupValue]: Int] = [:]

    init(_ fields: [GroupField], _ campaigns: CampaignTable?) {
        self.fields = fields
        self.campaigns = campaigns
        index = fields.firstIndex(of: .known(.campaign))
        guard fields == [.known(.campaign)], let campaigns else { return }
        for (number, campaign) in campaigns.campaigns.enumerated() {
            let row = self.row([.campaign(number)])
            rows[row].spend = campaign.spend
        }
    }

    /// Adds the counts of a key to the rows.
    ///
    /// - Parameters:
    ///   - ifShared: whether to add only keys that several campaigns share, or only the others.
    ///   - lists: the lists of possible campaigns.
    mutating func add(
        _ key: [GroupValue], _ counts: GroupCounts, ifShared: Bool, _ lists: Interned<[Int]>
    ) {
        guard let index, case .shared(let list) = key[index] else {
            if !ifShared {
                let row = row(key)
                rows[row].counts.add(counts)
            }
            return
        }
        guard ifShared else { return }
        let shares = lists.values[list].map { candidate in
            var key = key
            key[index] = .campaign(candidate)
            return row(key)
        }
        let certain = shares.map { rows[$0].counts.inputs - rows[$0].counts.lost }
        let total = certain.reduce(0, +)
        for (row, certain) in zip(shares, certain) {
            rows[row].shared.add(counts)
            let estimate = counts.revenue.estimate
            rows[row].sharedEstimate +=
                total > 0 ? estimate.part(certain, of: total) : estimate.part(1, of: shares.count)
        }
    }

    private mutating func row(_ key: [GroupValue]) -> Int {
        if let known = places[key] { return known }
        places[key] = rows.count
        keys.append(key)
        rows.append(GroupRow(values: []))
        return rows.count - 1
    }

    /// Returns the sorted rows, with their values.
    func finished(_ known: borrowing GroupValues, _ zone: TimeZoneOffset) -> [GroupRow] {
        let isByTime = fields.first?.isTime == true
        let sources = fields.map(\.source)
        var values: [[JSONValue]] = []
        values.reserveCapacity(keys.count)
        for key in keys { values.append(zip(sources, key).map { $1.json($0, known, campaigns, zone) }) }
        // Sort indices rather than rows, because rows are large and there may be one for every postback.
        let order = rows.indices.sorted { left, right in
            if isByTime, keys[left].first != keys[right].first {
                return (keys[left].first?.span ?? .max) < (keys[right].first?.span ?? .max)
            }
            let (one, other) = (rows[left].counts.inputs, rows[right].counts.inputs)
            if one != other { return one > other }
            let (shared, others) = (rows[left].shared.inputs, rows[right].shared.inputs)
            if shared != others { return shared > others }
            return precedes(left, right, values, known)
        }
        return order.map { index in
            var row = rows[index]
            row.values = values[index]
            return row
        }
    }

    /// Whether a row comes before another one by its values. Integers come first, ordered by size. Other numbers follow, ordered by their
    /// text, because comparing them with integers would not give a total order.
    private func precedes(
        _ left: Int, _ right: Int, _ values: [[JSONValue]], _ known: borrowing GroupValues
    ) -> Bool {
        for index in fields.indices where keys[left][index] != keys[right][index] {
            let (one, other) = (keys[left][index], keys[right][index])
            let (rank, otherRank) = (one.rank(known), other.rank(known))
            if rank != otherRank { return rank < otherRank }
            if case .integer(let one) = one, case .integer(let other) = other { return one < other }
            let (text, others) = (values[left][index].cell ?? "", values[right][index].cell ?? "")
            return text.utf8.lexicographicallyPrecedes(others.utf8)
        }
        return false
    }
}

extension GroupValue {
    fileprivate func rank(_ values: borrowing GroupValues) -> Int {
        switch self {
        case .bool: 0
        case .integer: 1
        case .json(let index): if case .number = values.others.values[index] { 2 } else { 4 }
        case .place, .text, .campaign, .shared: 3
        case .none: 5
        }
    }

    fileprivate var span: UInt64? { if case .integer(let number) = self { number } else { nil } }

    /// Returns the value as reports show it.
    ///
    /// - Parameter source: where it is from.
    fileprivate func json(
        _ source: GroupField.Source, _ known: borrowing GroupValues, _ campaigns: CampaignTable?, _ zone: TimeZoneOffset
    ) -> JSONValue {
        switch (self, source) {
        case (.bool(let truth), _): .bool(truth)
        case (.integer(let number), .time(let unit, let own)):
            .string((own ?? zone).name(of: Int(clamping: number), in: unit))
        case (.integer(let number), _): .number(String(number))
        case (.place(let place), .place(let dimension)): .string(dimension.section.names[place])
        case (.text(let index), _): .string(known.texts.bytes(at: index).text)
        case (.json(let index), _): known.others.values[index]
        case (.campaign(let index), _): campaigns.map { .string($0.campaigns[index].label) } ?? .null
        // A shared value was already replaced by each of its campaigns.
        case (.none, _), (.place, _), (.shared, _): .null
        }
    }
}

extension GroupRow {
    static let group = OutputMember("group", "The values that the postbacks of the group share.")

    /// Returns the row as an object:
    /// `{"group":{…},"inputs":N,"won":N,"fine":N,"coarse":N,"none":N,"fine-mean":"12.50",…}`.
    package func json(_ fields: [GroupField], _ options: MoneyOptions, showsUnverified: Bool) -> JSONValue {
        var members = [Self.group.member(.object(zip(fields, values).map { .init($0.name, $1) }))]
        members.reserveCapacity(12)
        forEachFigure(fields, options, showsUnverified: showsUnverified) { members.append($0.member) }
        return .object(members)
    }

    /// Calls a closure with each figure that all forms show of the row besides its values.
    func forEachFigure(
        _ fields: [GroupField], _ options: MoneyOptions, showsUnverified: Bool, _ body: (ReportFigure) -> Void
    ) {
        body(.init("inputs", title: "postbacks", .count(counts.inputs)))
        if fields.contains(.known(.campaign)) {
            body(
                .init(
                    "shared",
                    "The number of postbacks that may belong to several campaigns; they are counted for each of these.",
                    .count(shared.inputs)))
        }
        body(.init("won", .count(counts.won)))
        body(.init("fine", title: "fine values", .count(counts.fine)))
        body(.init("coarse", title: "coarse values", .count(counts.coarse)))
        body(
            .init(
                "none", title: "no value", "The number of postbacks without a conversion value.",
                .count(counts.none)))
        body(
            .init(
                "fine-mean", title: "mean of fine values", "The mean of the fine values, to two decimals.",
                .amount(counts.fineMean)))
        options.forEachFigure(revenue, unpriced: unpriced, spend: spend, body)
        if showsUnverified {
            body(.init("unverified", "The number of postbacks that nobody verified.", .count(counts.unverified)))
        }
    }
}

/// The amounts of money that a report shows.
package struct MoneyOptions: Sendable {
    let hasRevenue: Bool
    let hasSpend: Bool
    let currency: String?

    fileprivate init(hasRevenue: Bool, hasSpend: Bool, currency: String?) {
        (self.hasRevenue, self.hasSpend, self.currency) = (hasRevenue, hasSpend, currency)
    }

    /// All figures that groups can have.
    static var allFigures: [ReportFigure] {
        var figures: [ReportFigure] = []
        let all = MoneyOptions(hasRevenue: true, hasSpend: true, currency: "")
        GroupRow(values: []).forEachFigure([.known(.campaign)], all, showsUnverified: true) { figures.append($0) }
        return figures
    }

    /// Creates the options for groups. Spend is known only for whole campaigns, not for parts of one.
    package init(_ request: ReportRequest) { self.init(request, isByCampaign: request.fields == [.known(.campaign)]) }

    /// - Parameter isByCampaign: whether the groups are whole campaigns.
    init(_ request: ReportRequest, isByCampaign: Bool) {
        hasRevenue = request.schemas != nil
        hasSpend = isByCampaign && request.campaigns?.hasSpend == true
        currency = hasRevenue || hasSpend ? request.currency : nil
    }

    var hasReturn: Bool { hasRevenue && hasSpend }

    /// Calls a closure with each amount of a group.
    ///
    /// - Parameter revenue: nil if nothing is known of it.
    func forEachFigure(
        _ revenue: @autoclosure () -> EstimatedRevenue?, unpriced: @autoclosure () -> Int, spend: Money?,
        _ body: (ReportFigure) -> Void
    ) {
        if hasRevenue {
            body(
                .init(
                    "revenue",
                    "The minimum and maximum revenue that the conversion values allow; \"most\" is null if a value has no upper bound.",
                    .range(revenue()?.rounded)))
            body(
                .init(
                    "unpriced",
                    "The number of winning postbacks whose value or app no schema covers. They are not included in the revenue.",
                    .count(unpriced())))
        }
        if hasSpend {
            body(
                .init(
                    "spend", "What the campaign cost, as the list of campaigns says.",
                    .amount(spend?.roundedDecimal)))
        }
        if hasReturn {
            body(
                .init(
                    "roas", title: "return",
                    "The return on ad spend: revenue divided by spend, as a minimum and a maximum.",
                    .range(spend.flatMap { revenue()?.ratio(to: $0) })))
        }
        if let currency {
            body(.init("currency", "The currency of all amounts.", .text(currency), isForPrograms: true))
        }
    }

    func figures(_ counts: GroupCounts, spend: Money?) -> [ReportFigure] {
        var figures: [ReportFigure] = []
        let revenue = counts.revenue
        forEachFigure(revenue.known, unpriced: revenue.unpriced, spend: spend) { figures.append($0) }
        return figures
    }
}

extension JSONValue {
    static func count(_ count: Int) -> JSONValue { .number(String(count)) }
    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A string without quotes, and any other value as JSON; nil for null.
    var cell: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        default: text
        }
    }
}
