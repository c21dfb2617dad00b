import AdAttribution
import AttributionJSON
import AttributionSchema

/// What happened by campaign, beside what a perfect reader of the postbacks can know of it.
///
/// Only production conversions and winning postbacks count, each at its first attempt.
struct Truth: Sendable {
    private struct Happened {
        var conversions = 0
        var revenue = Money.zero
    }

    /// The postbacks with the same digits.
    private struct Received {
        var conversions = 0
        var revenue = RevenueRange.zero

        mutating func add(_ other: Received) {
            conversions += other.conversions
            revenue += other.revenue
        }
    }

    private let schemas: SchemaTable
    private var happened: [(campaign: CampaignKey, sums: Happened)] = []
    /// The places of campaigns in ``happened``.
    private var places: [CampaignKey: Int] = [:]
    /// The place of the last campaign. The entries of a device mostly have the same one, which needs no hashing.
    private var lastPlace = 0
    private var received: [CampaignKey: Received] = [:]

    init(_ schemas: SchemaTable) { self.schemas = schemas }

    mutating func add(_ entry: TimelineEntry) {
        switch entry.fact {
        // A campaign without conversions can share the digits of one that has some.
        case .ad(_, let impression, .recorded, _):
            _ = place(of: CampaignKey(impression))
        case .conversion(let fact):
            guard let winner = fact.winner, !fact.isDevelopment else { return }
            happened[place(of: CampaignKey(winner))].sums.conversions += 1
        case .postback(let fact):
            let body = fact.body
            guard fact.to == .adNetwork, fact.attempt == 1, body.didWin, body.environment == .production else { return }
            let key = CampaignKey(body)
            if body.window.isFirst { received[key, default: Received()].conversions += 1 }
            guard let revenue = revenue(of: body, at: entry.at) else { return }
            received[key, default: Received()].revenue += revenue
        default: break
        }
    }

    mutating func add(_ revenue: Money, of campaign: CampaignKey) {
        happened[place(of: campaign)].sums.revenue += revenue
    }

    mutating func add(_ other: Truth) {
        for (campaign, sums) in other.happened {
            let place = place(of: campaign)
            happened[place].sums.conversions += sums.conversions
            happened[place].sums.revenue += sums.revenue
        }
        for (digits, postbacks) in other.received { received[digits, default: Received()].add(postbacks) }
    }

    private mutating func place(of campaign: CampaignKey) -> Int {
        if lastPlace < happened.count, happened[lastPlace].campaign == campaign { return lastPlace }
        lastPlace = places[campaign] ?? happened.count
        if lastPlace == happened.count {
            places[campaign] = lastPlace
            happened.append((campaign, Happened()))
        }
        return lastPlace
    }

    /// Returns the revenue that a postback means by the schemas that can have been in force when its value was set; nil
    /// if it means none.
    private func revenue(of body: PostbackDescription, at time: Int64) -> RevenueRange? {
        let window = body.window
        let latestDelay = DeviceSimulator.milliseconds(window.delay().upperBound)
        let span = window.span()
        let length = DeviceSimulator.milliseconds(span.upperBound - span.lowerBound)
        let times = Timestamp(milliseconds: time - latestDelay - length)...Timestamp(milliseconds: time)
        let value: ConversionSchema.ReceivedValue =
            if let fine = body.fine {
                .fine(fine.rawValue)
            } else if let coarse = body.coarse {
                .coarse(coarse)
            } else {
                .withheld(.all, body.impression.disclosure)
            }
        return schemas.schemas(of: ItemIdentifier(rawValue: body.advertised), during: times)
            .compactMap { $0.meaning(of: value, in: window)?.revenue }
            .reduce(nil) { $0?.union($1) ?? $1 }
    }

    /// An object for each campaign, sorted by network, app and source identifier.
    var json: JSONValue {
        let campaigns = happened.sorted { $0.campaign < $1.campaign }
        var fitting: [CampaignKey: [CampaignKey]] = [:]
        for (campaign, _) in campaigns {
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
            campaigns.map { campaign, sums in
                let (certain, possible) = (certain[campaign] ?? Received(), possible[campaign] ?? Received())
                return .object([
                    ImpressionField.adNetworkIdentifier.member(.string(campaign.network)),
                    ImpressionField.advertisedItemIdentifier.member(.number(String(campaign.app))),
                    ImpressionField.sourceIdentifier.member(.string(campaign.source.description)),
                    .init("conversions", .number(String(sums.conversions))),
                    .init("revenue", .string(sums.revenue.exact)),
                    .init(
                        "received",
                        .object([
                            .init(
                                "conversions",
                                .object([
                                    .init("certain", .number(String(certain.conversions))),
                                    .init("at-most", .number(String(possible.conversions))),
                                ])),
                            .init(
                                "revenue",
                                .object([
                                    .init("at-least", .string(certain.revenue.least.exact)),
                                    .init("at-most", possible.revenue.most.map { .string($0.exact) } ?? .null),
                                ])),
                        ])),
                ])
            })
    }
}
