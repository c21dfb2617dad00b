import AdAttribution
import AttributionBase

extension ReportCounts {
    /// The overview as one object. The first members are always present; the last ones only if requested or counted:
    /// money, left-out lines, earnings.
    package func overview(_ request: ReportRequest) -> JSONValue {
        var members: [JSONValue.Member] = [.init("inputs", .count(inputs))]
        for section in ReportText.sections(self) {
            switch section.id {
            case "outcomes": members += section.rows.map { .init($0.name, .count($0.count)) }
            case "fine": members.append(.init(section.id, .array(section.rows.map { .count($0.count) })))
            default: members.append(.init(section.id, .counts(section.rows.map { ($0.name, $0.count) })))
            }
        }
        members.append(.init("repeats", .count(repeats)))
        members += moneyMembers(request)
        if request.timePath != nil {
            let period = self.period(request.zone).map { period in
                JSONValue.object([.init("first", .string(period.first)), .init("last", .string(period.last))])
            }
            members.append(.init("period", period ?? .null))
        }
        if leftOut.total > 0 { members.append(.init("left-out", .counts(leftOut.all))) }
        if !earnings.isEmpty {
            members.append(.init("earnings", .array(earnings.sorted { $0.key < $1.key }.map { $0.value.json($0.key) })))
        }
        return .object(members)
    }

    /// The first and the last arrival time in RFC 3339.
    func period(_ zone: TimeZoneOffset) -> (first: String, last: String)? {
        period.map { (zone.rfc3339($0.lowerBound), zone.rfc3339($0.upperBound)) }
    }

    package var windowCounts: [(name: String, count: Int)] {
        ConversionWindow.allCases.map { (String($0.number), windows[$0.rawValue]) }
    }

    package var valueCounts: [(name: String, count: Int)] {
        [("fine", all.fine), ("coarse", all.coarse), ("none", all.none)]
    }

    package var digitCounts: [(name: String, count: Int)] {
        SourceIdentifier.digitCounts.map { (String($0), digits[$0]) }
    }

    /// The counts by range of tiers. Sets with a gap are present only if they occurred.
    package var tierCounts: [(name: String, count: Int)] {
        let others = (UInt8(0)..<16).map { DataTiers(rawValue: $0) }.filter { tiers in
            !DataTiers.reported.contains(tiers) && self.tiers[Int(tiers.rawValue)] > 0
        }
        return (DataTiers.reported + others).map { ($0.rangeName, tiers[Int($0.rawValue)]) }
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
