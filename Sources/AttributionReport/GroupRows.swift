import AdAttribution
import AttributionBytes
import AttributionJSON

/// A group of postbacks, and what is told of it.
package struct GroupRow: Sendable {
    /// The values that the group has in common, in the order of the fields; null where a postback has none.
    package let values: [JSONValue]
    package let counts: GroupCounts
    /// What was spent on the source identifier; nil where that is not known.
    package let spend: Money?
}

extension ReportCounts {
    /// The groups, the largest first; equally large ones in the order of their values, numbers before texts before nothing.
    ///
    package func groupRows(_ request: ReportRequest) -> [GroupRow] {
        let fields = request.fields
        let place = fields.firstIndex(of: .known(.sourceIdentifier))
        var rows: [GroupRow] = []
        for group in groupCounts.indices where groupCounts[group].inputs > 0 {
            let key = unsafe [UInt8](groups.bytes(at: group))
            guard case .array(let values)? = try? JSONValue(parsing: key), values.count == fields.count else {
                continue
            }
            var amount: Money?
            if let spend = request.spend, let place, case .string(let source) = values[place] {
                amount = spend.amounts[source]
            }
            rows.append(GroupRow(values: values, counts: groupCounts[group], spend: amount))
        }
        return rows.sorted { left, right in
            guard left.counts.inputs == right.counts.inputs else { return left.counts.inputs > right.counts.inputs }
            return left.values.lexicographicallyPrecedes(right.values) { $0.precedes($1) }
        }
    }
}

extension GroupRow {
    /// One object: `{"group":{…},"inputs":N,"won":N,"fine":N,"coarse":N,"none":N,"fine-mean":"12.50",…}`.
    package func json(_ fields: [GroupField], _ options: MoneyOptions, showsUnverified: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("group", .object(zip(fields, values).map { .init($0.name, $1) })),
            .init("inputs", .count(counts.inputs)), .init("won", .count(counts.won)),
            .init("fine", .count(counts.fine)), .init("coarse", .count(counts.coarse)),
            .init("none", .count(counts.none)), .init("fine-mean", .text(counts.fineMean)),
        ]
        members += options.members(counts.revenue, spend: spend)
        if showsUnverified { members.append(.init("unverified", .count(counts.unverified))) }
        return .object(members)
    }
}

/// Which figures of money are asked for.
package struct MoneyOptions: Sendable {
    let hasRevenue: Bool
    let hasSpend: Bool

    package init(_ request: ReportRequest) {
        hasRevenue = request.values != nil
        hasSpend = request.spend != nil
    }

    /// What is told of a group: its revenue, and where something was spent on it, the return on that.
    func members(_ revenue: MoneyRange, spend: Money?) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if hasRevenue { members.append(.init("revenue", revenue.json)) }
        guard hasSpend else { return members }
        members.append(.init("spend", .text(spend?.rounded)))
        members.append(.init("roas", spend.flatMap { revenue.ratios(to: $0) } ?? .null))
        return members
    }

    /// What is told of all: where there is a table of spend, the revenue of what stands in it, and the rest apart, since nobody
    /// knows what that cost.
    func members(ofAll counts: GroupCounts, spend: SpendTable?) -> [JSONValue.Member] {
        guard let spend else { return members(counts.revenue, spend: nil) }
        return members(counts.listedRevenue, spend: spend.total) + [
            .init("unlisted-revenue", counts.unlistedRevenue.json)
        ]
    }
}

extension MoneyRange {
    fileprivate var json: JSONValue { Self.range(least.rounded, most.rounded) }

    fileprivate func ratios(to spend: Money) -> JSONValue? {
        guard let least = least.ratio(to: spend), let most = most.ratio(to: spend) else { return nil }
        return Self.range(least, most)
    }

    private static func range(_ least: String, _ most: String) -> JSONValue {
        .object([.init("least", .string(least)), .init("most", .string(most))])
    }
}

extension JSONValue {
    static func count(_ count: Int) -> JSONValue { .number(String(count)) }
    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private var rank: Int {
        switch self {
        case .bool: 0
        case .number(let text): UInt64(text) != nil ? 1 : 2
        case .string: 3
        case .array, .object: 4
        case .null: 5
        }
    }

    /// An order of values of all kinds: whole numbers by their size before all others, which go by their text, since an order by
    /// both at once would be none.
    fileprivate func precedes(_ other: JSONValue) -> Bool {
        guard rank == other.rank else { return rank < other.rank }
        if case .number(let left) = self, case .number(let right) = other, let left = UInt64(left),
            let right = UInt64(right)
        {
            return left < right
        }
        if case .string(let left) = self, case .string(let right) = other {
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
}
