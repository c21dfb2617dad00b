import AttributionReport

/// The revenue of each campaign according to our verified postbacks, and the return on its spend.
func earnings(
    of bodies: [[UInt8]], by verifier: InputVerifier, schema: ConversionSchema, campaigns: [CampaignList.Campaign]
) async throws -> [String: (revenue: RevenueRange?, leastReturn: Double?)] {
    let report = try PostbackReport(
        groupedBy: [.campaignName], refusingRepeats: true, schemas: try SchemaList([schema]),
        campaigns: try CampaignList(campaigns))
    for verdict in try await verifier.verdicts(on: bodies) { report.add(verdict, receivedAt: nil) }
    var earnings: [String: (revenue: RevenueRange?, leastReturn: Double?)] = [:]
    for group in report.groups {
        guard case .known(let name)? = try group[.campaignName] else { continue }
        earnings[name] = (group.counts.revenue, group.returnOnAdSpend?.least)
    }
    return earnings
}
