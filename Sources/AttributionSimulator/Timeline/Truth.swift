import AttributionBase
import AttributionModel
import AttributionSchema

/// The conversions and revenue of each campaign as they happened, and the bounds that its postbacks allow for them.
///
/// Only production conversions and winning postbacks count, each at its first attempt.
struct Truth: Sendable {
    /// The postbacks with the same digits of a source identifier.
    private struct Received {
        var conversions = 0
        var revenue = RevenueRange.zero

        mutating func add(_ other: Received) {
            conversions += other.conversions
            revenue += other.revenue
        }
    }

    private let schemas: SchemaTable
    private var happened: [(campaign: CampaignKey, conversions: Int, revenue: Money)] = []
    /// The indices of campaigns in ``happened``.
    private var places: [CampaignKey: Int] = [:]
    /// The index of the last campaign. Most entries of a device have the same one, which then needs no hashing.
    private var lastPlace = 0
    private var received: [CampaignKey: Received] = [:]

    init(_ schemas: SchemaTable) { self.schemas = schemas }

    /// Adds an ad that was recorded. A campaign without conversions can share the digits of one that has some.
    mutating func add(_ impression: AdImpression) { _ = place(of: impression) }

    mutating func add(_ fact: ConversionFact) {
        guard let winner = fact.winner, !fact.isDevelopment else { return }
        happened[place(of: winner)].conversions += 1
    }

    mutating func add(_ fact: PostbackFact, at time: Int64) {
        let body = fact.body
        guard fact.to == .adNetwork, fact.attempt == 1, body.didWin, !body.isDevelopment else { return }
        let revenue = revenue(of: body, at: time)
        guard body.window.isFirst || revenue != nil else { return }
        let postback = Received(conversions: body.window.isFirst ? 1 : 0, revenue: revenue ?? .zero)
        received[CampaignKey(body), default: Received()].add(postback)
    }

    mutating func add(_ revenue: Money, of campaign: CampaignKey) {
        happened[place(of: campaign)].revenue += revenue
    }

    mutating func add(_ revenue: Money, from ad: AdImpression) { happened[place(of: ad)].revenue += revenue }

    mutating func add(_ other: Truth) {
        for (campaign, conversions, revenue) in other.happened {
            let place = place(of: campaign)
            happened[place].conversions += conversions
            happened[place].revenue += revenue
        }
        for (digits, postbacks) in other.received { received[digits, default: Received()].add(postbacks) }
    }

    private mutating func place(of ad: AdImpression) -> Int {
        if lastPlace < happened.count, happened[lastPlace].campaign.isCampaign(of: ad) { return lastPlace }
        return place(of: CampaignKey(ad))
    }

    private mutating func place(of campaign: CampaignKey) -> Int {
        if lastPlace < happened.count, happened[lastPlace].campaign == campaign { return lastPlace }
        lastPlace = Self.value(&places[campaign, default: happened.count])
        if lastPlace == happened.count { happened.append((campaign, 0, .zero)) }
        return lastPlace
    }

    /// Returns the value of a dictionary, which keeps its default where it had none: with one look-up instead of two.
    private static func value(_ value: inout Int) -> Int { value }

    /// How long before a postback its value can have been set, in milliseconds, by window.
    private static let longestAges = ConversionWindow.allCases.map { window in
        let span = window.span()
        return (window.delay().upperBound + span.upperBound - span.lowerBound).milliseconds
    }

    /// Returns the range of revenue that a postback stands for, by every schema that may have been in force when its
    /// value was set; nil if there is none.
    private func revenue(of body: PostbackDescription, at time: Int64) -> RevenueRange? {
        let window = body.window
        let earliest = Timestamp(milliseconds: time - Self.longestAges[window.rawValue])
        let value: ConversionSchema.ReceivedValue =
            if let fine = body.fine {
                .fine(fine.rawValue)
            } else if let coarse = body.coarse {
                .coarse(coarse)
            } else {
                .withheld(.all, body.impression.disclosure)
            }
        return schemas[ItemIdentifier(rawValue: body.advertised)]?
            .revenue(of: value, in: window, during: earliest...Timestamp(milliseconds: time))
    }

    /// An object for each campaign, sorted by network, app and source identifier.
    var json: JSONValue {
        let campaigns = happened.inOrder { $0.campaign < $1.campaign }
        var fitting: [CampaignKey: [CampaignKey]] = [:]
        for (campaign, _, _) in campaigns {
            for digits in campaign.disclosed { fitting[digits, default: []].append(campaign) }
        }
        var certain: [CampaignKey: Received] = [:]
        var possible: [CampaignKey: Received] = [:]
        for (digits, postbacks) in received {
            let fitting = fitting[digits] ?? []
            for campaign in fitting {
                possible[campaign, default: Received()].add(postbacks)
                if fitting.count == 1 { certain[campaign, default: Received()].add(postbacks) }
            }
        }
        return .array(
            campaigns.map { campaign, conversions, revenue in
                let (certain, possible) = (certain[campaign] ?? Received(), possible[campaign] ?? Received())
                let receivedConversions = JSONValue.object([
                    .init("certain", .number(String(certain.conversions))),
                    .init("at-most", .number(String(possible.conversions))),
                ])
                let receivedRevenue = JSONValue.object([
                    .init("at-least", .string(certain.revenue.least.description)),
                    .init("at-most", possible.revenue.most.map { .string($0.description) } ?? .null),
                ])
                return .object([
                    ImpressionField.adNetworkIdentifier.member(.string(campaign.network)),
                    ImpressionField.advertisedItemIdentifier.member(.number(String(campaign.app))),
                    ImpressionField.sourceIdentifier.member(.string(campaign.source.description)),
                    .init("conversions", .number(String(conversions))),
                    .init("revenue", .string(revenue.description)),
                    .init(
                        "received",
                        .object([.init("conversions", receivedConversions), .init("revenue", receivedRevenue)])),
                ])
            })
    }
}
