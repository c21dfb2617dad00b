import AttributionBase
import AttributionModel

/// The revenue of campaigns compared with their spend, which a page shows first.
struct CampaignReturns: Sendable {
    /// The return on ad spend of one campaign, or of all.
    struct Range: Sendable {
        let name: String
        private let revenue: EstimatedRevenue
        private let spend: Money
        private let ratio: DecimalRange

        /// Whether the spend was earned back: nil if the values allow both.
        var isEarned: Bool? {
            revenue.range.least >= spend ? true : revenue.range.most.map { $0 < spend } == true ? false : nil
        }

        /// The bounds for a drawing, nil if there is no upper one, and the estimate.
        var least: Double { part(revenue.range.least) }
        var most: Double? { revenue.range.most.map(part) }
        var estimate: Double { part(revenue.estimate) }

        var figure: String { Thousands.range(ratio.least.description, ratio.most?.description) }
        var estimateWords: String { "estimate \(Thousands.separated(ratio.estimate.description))" }

        private func part(_ amount: Money) -> Double { Double(amount.millionths) / Double(spend.millionths) }

        /// Creates the return; nil if nothing was spent.
        init?(_ name: String, _ revenue: EstimatedRevenue?, spend: Money?) {
            guard let spend, let revenue, let ratio = revenue.ratio(to: spend) else { return nil }
            (self.name, self.revenue, self.spend, self.ratio) = (name, revenue, spend, ratio)
        }
    }

    /// The return of all campaigns together; nil if no return is requested.
    let all: Range?
    /// The campaigns with spend.
    let campaigns: [Range]
    /// A row for each campaign with postbacks or spend.
    let grid: ReportGrid

    /// The return in words. Devices do not sign conversion values, so nothing that rests on them is certain.
    var words: String {
        let won = campaigns.filter { $0.isEarned == true }.count
        let lost = campaigns.filter { $0.isEarned == false }.count
        return
            "According to conversion values, which nobody signs, \(won) of \(counted(campaigns.count, "campaign")) with a "
            + "spend earned it back, \(campaigns.count - won - lost) may have, and \(lost) did not."
    }

    init?(_ counts: borrowing ReportCounts, _ request: ReportRequest, _ worths: ValueWorths?) {
        guard let table = request.campaigns else { return nil }
        let rows = counts.campaignRows(request, worths).filter { !$0.isIdle }
        let money = MoneyOptions(request, isByCampaign: true)
        all =
            money.hasReturn
            ? Range("All campaigns", counts.listedTotal(worths).revenue.known, spend: table.spend) : nil
        campaigns =
            money.hasReturn
            ? rows.compactMap { Range(ReportCell($0.values[0]).shown.text, $0.revenue, spend: $0.spend) } : []
        grid =
            ReportGrid(
                rows.map(\.named), [.known(.campaign)], money, showsUnverified: counts.all.unverified > 0
            ).withMoneyFirst.forPeople
    }
}

extension GroupRow {
    /// The row, with a name for the postbacks of no campaign.
    fileprivate var named: GroupRow {
        guard values == [.null] else { return self }
        var row = self
        row.values = [.string("none of these")]
        return row
    }
}

struct DayCounts: Sendable {
    static let most = 62

    /// The days of the chart, including those without postbacks. If there are too many, the last ones.
    let days: [(name: String, count: Int)]
    let grid: ReportGrid
    /// The number of earlier days, which only the table has.
    let earlier: Int

    init(_ counts: borrowing ReportCounts, _ request: ReportRequest, _ worths: ValueWorths?) {
        grid =
            ReportGrid(
                counts.dayRows(request, worths), [.known(.day)], MoneyOptions(request, isByCampaign: false),
                showsUnverified: counts.all.unverified > 0
            ).forPeople
        var byDay: [UInt64: Int] = [:]
        for index in counts.days.keys.indices where counts.days.counts[index].inputs > 0 {
            if case .integer(let day)? = counts.days.keys[index].first { byDay[day] = counts.days.counts[index].inputs }
        }
        guard let period = counts.period else {
            (days, earlier) = ([], 0)
            return
        }
        let last = request.zone.index(of: period.upperBound, in: .day)
        let first = max(request.zone.index(of: period.lowerBound, in: .day), last - Self.most + 1)
        days = (first...last).map { day in
            (request.zone.name(of: day, in: .day), byDay[UInt64(clamping: day)] ?? 0)
        }
        earlier = byDay.count - days.filter { $0.count > 0 }.count
    }
}
