import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// Estimates of revenue, against a plain computation from single postbacks.
struct EstimateTests {
    /// Numbers that are drawn one after another.
    private struct Draw {
        let chance: SeededRandom
        var count = 0

        mutating func callAsFunction(_ limit: Int) -> Int {
            count += 1
            return Int(chance.of("draw", count).number(below: UInt64(limit)))
        }
    }

    /// A postback, and what a report of it alone says.
    private struct Postback {
        let line: String
        let digits: String
        let app: Int
        let window: Int
        /// 0 for a fine value, 1 for a coarse one, 2 for none: the lower, the more it tells.
        let kind: Int
        let isLost: Bool
        /// The bounds in millionths by each schema; nil where it lacks the value.
        var bounds: [(least: Int128, most: Int128?)?] = []
    }

    /// One to three values of each window, with amounts of two or of six decimals.
    private static func schema(_ draw: inout Draw, app: Int, from: String?) -> String {
        let windows = (1...3).map { window in
            var entries: [String] = []
            var least = draw(3) * 10_000
            let levels = ["low", "medium", "high"]
            for rank in 0...draw(3) where rank < 3 {
                let fine =
                    window == 1
                    ? #""fine":\#(draw(2) == 0 ? "\(rank * 8)" : "[\(rank * 8),\(rank * 8 + draw(3))]"),"# : ""
                let most = least + 100 + draw(9_000_000)
                let isOpen = draw(4) == 0 && !fine.contains("[")
                let amounts = #""revenue":["\#(amount(least))",\#(isOpen ? "null" : "\"\(amount(most))\"")]"#
                let condition = rank == 0 && draw(2) == 0 && !fine.contains("[") ? "" : #","event":"buy",\#(amounts)"#
                entries.append(#"{\#(fine)"coarse":"\#(levels[rank])"\#(condition)}"#)
                if !condition.isEmpty { least = most }
                if isOpen && !condition.isEmpty { break }
            }
            return #"{"window":\#(window),"values":[\#(entries.joined(separator: ","))]}"#
        }
        return
            #"{"app":\#(app)\#(from.map { #","from":"\#($0)""# } ?? ""),"windows":[\#(windows.joined(separator: ","))]}"#
    }

    private static func amount(_ millionths: Int) -> String {
        "\(millionths / 1_000_000)." + String(String(1_000_000 + millionths % 1_000_000).dropFirst())
    }

    private static func postback(_ draw: inout Draw) -> Postback {
        let (app, window, kind, isLost) = (draw(5) == 0 ? 9 : 7, draw(3), draw(3), draw(9) == 0)
        let digits = String("\(1 + draw(2))\(draw(2))\(draw(2))9".suffix(window == 0 ? 2 + draw(3) : 2))
        let values = [
            #","conversion-value":\#(draw(3) * 8 + draw(3))"#,
            #","coarse-conversion-value":"\#(["low", "medium", "high"][draw(3)])""#, "",
        ]
        let isFine = kind == 0 && window == 0
        let value = kind == 0 && !isFine ? values[1] : values[kind]
        return Postback(
            line: Lines.postback(source: digits, window: window, didWin: !isLost, app: app, unsigned: value),
            digits: digits,
            app: app, window: window, kind: isFine ? 0 : value.isEmpty ? 2 : 1, isLost: isLost)
    }

    /// A quotient, rounded half up.
    private static func quotient(_ sum: Int128, _ count: Int) -> Int128 {
        (2 * sum + Int128(count)) / (2 * Int128(count))
    }

    /// Returns the estimate of a postback by one schema.
    private static func estimate(_ postback: Postback, _ schema: Int, _ all: [Postback], _ lowest: [Int128?]) -> Int128?
    {
        guard let bounds = postback.bounds[schema] else { return nil }
        let finer = all.filter { other in
            guard other.app == postback.app, other.window == postback.window, other.kind < postback.kind, !other.isLost,
                let inner = other.bounds[schema], inner.least >= bounds.least
            else { return false }
            guard let most = bounds.most else { return true }
            return inner.most.map { $0 <= most } ?? false
        }
        let estimates = finer.compactMap { estimate($0, schema, all, lowest) }
        if !estimates.isEmpty { return quotient(estimates.reduce(0, +), estimates.count) }
        guard let most = bounds.most else { return bounds.least }
        if let lowest = lowest[postback.window], most <= lowest { return 0 }
        return quotient(bounds.least + most, 2)
    }

    @Test(arguments: 0..<part(of: 60)) func agreeWithAPlainComputation(_ seed: Int) throws {
        var draw = Draw(chance: SeededRandom(seed: UInt64(seed)).of("estimates"))
        let texts =
            [schema(&draw, app: 7, from: nil)]
            + (0..<draw(2)).map { _ in schema(&draw, app: 7, from: "2026-01-01T00:00:00Z") } + [
                schema(&draw, app: 9, from: nil)
            ]
        // Each schema alone, and the least that it names in each window.
        let alone = try texts.map { text in
            var request = ReportRequest(.results)
            request.schemas = try readings([text])
            return request
        }
        let lowest = try texts.map { text in
            let windows = try JSONValue(parsing: Array(text.utf8))["windows"]?.list ?? []
            return windows.map { window in
                (window["values"]?.list ?? []).compactMap { entry in
                    entry["revenue"]?.list.first?.string.flatMap { try? Money($0).millionths }
                }.min()
            }
        }
        var all = (0..<draw(90)).map { _ in postback(&draw) }
        for index in all.indices {
            all[index].bounds = alone.map { request in
                let revenues = counts([all[index].line], request).revenues(request)
                guard !all[index].isLost, let revenues, let key = revenues.counts.entries.first?.value,
                    let range = revenues[key]?.range
                else { return nil }
                return (range.least.millionths, range.most?.millionths)
            }
        }
        func estimate(_ postback: Postback) -> Int128 {
            let found = texts.indices.compactMap { Self.estimate(postback, $0, all, lowest[$0]) }
            return found.isEmpty ? 0 : Self.quotient(found.reduce(0, +), found.count)
        }

        var request = ReportRequest(.results)
        request.schemas = try readings(texts)
        let identifiers = ["1009", "2019", "1119", "2119"]
        request.campaigns = try CampaignTable(
            parsing: Array("[\(identifiers.map { #"{"source-identifier":"\#($0)"}"# }.joined(separator: ","))]".utf8))
        for fields in [[GroupField.known(.campaign)], [.known(.window), .known(.campaign)], [.known(.window)]] {
            request.fields = fields
            var parts = ReportCounts()
            for start in stride(from: 0, to: all.count, by: 7).reversed() {
                parts.add(part(all[start..<min(start + 7, all.count)].map(\.line), request).counts)
            }
            for row in parts.groupRows(request) {
                let window = fields[0] == .known(.window) ? row.values[0].integer.map { $0 - 1 } : nil
                let here = all.filter { window == nil || $0.window == window }
                var wanted: Int128 = 0
                if fields.last == .known(.campaign) {
                    func fitting(_ postback: Postback) -> [String] {
                        identifiers.filter { $0.hasSuffix(postback.digits) }
                    }
                    func certain(_ identifier: String) -> Int {
                        here.filter { fitting($0) == [identifier] && !$0.isLost }.count
                    }
                    let name = row.values.last?.string
                    // What is shared by the same campaigns is divided as a whole.
                    for group in Set(here.map(fitting)) {
                        let sum = here.filter { fitting($0) == group }.map(estimate).reduce(0, +)
                        guard let name else {
                            wanted += group.isEmpty ? sum : 0
                            continue
                        }
                        guard group.contains(name) else { continue }
                        let total = group.map(certain).reduce(0, +)
                        wanted +=
                            group.count == 1
                            ? sum
                            : total > 0
                                ? Self.quotient(sum * Int128(certain(name)), total) : Self.quotient(sum, group.count)
                    }
                } else {
                    wanted = here.map(estimate).reduce(0, +)
                }
                if let revenue = row.revenue {
                    expect(revenue.estimate.millionths, wanted, "\(row.values) \(texts)")
                    #expect(revenue.range.contains(revenue.estimate), "\(row.values) \(texts)")
                } else {
                    expect(wanted, 0)
                }
            }
        }
        let total = parts(all.map(\.line), request)
        expect(total.millionths, all.map(estimate).reduce(0, +))
    }

    private func parts(_ lines: [String], _ request: ReportRequest) -> Money {
        let counts = counts(lines, request)
        return counts.total(counts.revenues(request)).revenue.estimate
    }

    private func schema(_ draw: inout Draw, app: Int, from: String?) -> String {
        Self.schema(&draw, app: app, from: from)
    }
    private func postback(_ draw: inout Draw) -> Postback { Self.postback(&draw) }
}

extension JSONValue {
    /// The elements of an array.
    fileprivate var list: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
