import AttributionJSON
import AttributionRules

extension BidReport {
    /// The report as an object with `path`, `impid`, `ok`, `loss-reason` if there is one, and `findings`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [.init("path", .string(path))]
        if let impressionID { members.append(.init("impid", .string(impressionID))) }
        members.append(.init("ok", .bool(isGood)))
        if let lossReason { members.append(.init("loss-reason", .number(String(lossReason.rawValue)))) }
        members.append(.init("findings", .array(findings.list.map(Self.json))))
        if findings.more > 0 { members.append(.init("more", .number(String(findings.more)))) }
        return .object(members)
    }

    private static func json(_ finding: Finding) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("rule", .string(finding.rule.id)), .init("severity", .string(finding.severity.rawValue)),
            .init("field", .string(finding.field)), .init("found", .string(finding.found)),
            .init("wanted", .string(finding.wanted)),
        ]
        if let hint = finding.hint { members.append(.init("hint", .string(hint))) }
        members.append(.init("article", .string(finding.rule.article.description)))
        return .object(members)
    }
}
