import AttributionBase
import AttributionModel

/// The revenue of campaigns compared with their spend, which a page shows first.
struct CampaignReturns: Sendable {
    /// The return on ad spend of one campaign.
    struct Range: Sendable {
        private let revenue: EstimatedRevenue
        private let spend: Money

        /// Whether the spend was earned back; nil if that is within the bounds but not certain.
        var isEarned: Bool? {
            revenue.range.least >= spend ? true : revenue.range.most.map { $0 < spend } == true ? false : nil
        }

        /// The values that are drawn: the bounds, of which the upper one may be missing, and the estimate.
        var least: Double { part(revenue.range.least) }
        var most: Double? { revenue.range.most.map(part) }
        var estimate: Double { part(revenue.estimate) }

        private func part(_ amount: Money) -> Double { Double(amount.millionths) / Double(spend.millionths) }

        /// Creates the return; nil if nothing was spent.
        init?(_ revenue: EstimatedRevenue?, spend: Money?) {
            guard let spend, let revenue, revenue.ratio(to: spend) != nil else { return nil }
            (self.revenue, self.spend) = (revenue, spend)
        }
    }

    /// Whether the return of all campaigns together is requested and known.
    let hasReturn: Bool
    /// A row for each campaign with postbacks or spend.
    let grid: ReportGrid
    /// The return of each row; nil for one without spend.
    let ranges: [Range?]

    /// The return in words. Devices do not sign conversion values, so nothing that depends on them is certain.
    var words: String {
        let known = ranges.compactMap(\.self)
        let won = known.filter { $0.isEarned == true }.count
        let lost = known.filter { $0.isEarned == false }.count
        return
            "According to conversion values, which nobody signs, \(won) of \(counted(known.count, "campaign")) with a "
            + "spend earned it back, \(known.count - won - lost) may have, and \(lost) did not."
    }

    init?(_ report: ReportContents) {
        guard let table = report.request.campaigns else { return nil }
        let rows = report.campaignRows.filter { !$0.isIdle }
        let money = MoneyOptions(report.request, isByCampaign: true)
        hasReturn = money.hasReturn && Range(report.listedTotal.revenue.known, spend: table.spend) != nil
        ranges = rows.map { Range($0.revenue, spend: $0.spend) }
        grid =
            ReportGrid(
                rows.map(\.named), [.known(.campaign)], money, showsUnverified: report.showsUnverified
            ).withMoneyFirst.forPeople
    }
}

extension GroupRow {
    /// The same row, in which the postbacks of no campaign have a name.
    fileprivate var named: GroupRow {
        guard values == [.null] else { return self }
        var row = self
        row.values = [.string("none of these")]
        return row
    }
}

extension ReportContents {
    /// The revenue of the campaigns compared with their spend; nil without a list of campaigns.
    var campaigns: CampaignReturns? { CampaignReturns(self) }

    /// A table of days; nil if none are counted. Consecutive days without postbacks share one empty row.
    var days: ReportGrid? {
        guard request.countsDays else { return nil }
        let grid =
            ReportGrid(
                dayRows, [.known(.day)], MoneyOptions(request, isByCampaign: false), showsUnverified: showsUnverified
            ).forPeople
        var days: [Int] = []
        for index in 0..<counts.days.count where counts.days.counts[index].inputs > 0 {
            if case .integer(let day)? = counts.days.key(index).first { days.append(Int(clamping: day)) }
        }
        days = days.inOrder()
        guard days.count == grid.rows.count else { return grid }
        var rows: [[ReportCell]] = []
        for (index, row) in grid.rows.enumerated() {
            if index > 0, days[index] - days[index - 1] > 1 {
                let names = Set([days[index - 1] + 1, days[index] - 1]).inOrder().map {
                    request.zone.name(of: $0, in: .day)
                }
                rows.append([.text(names.joined(separator: " to "))] + row.dropFirst().map { _ in .nothing })
            }
            rows.append(row)
        }
        return ReportGrid(columns: grid.columns, texts: grid.texts, rows: rows)
    }
}
