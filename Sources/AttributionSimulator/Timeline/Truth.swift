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
    }

    private let schemas: SchemaTable
    private var happened: [CampaignKey: Happened] = [:]
    private var received: [CampaignKey: Received] = [:]

    init(_ schemas: SchemaTable) { self.schemas = schemas }

    mutating func add(_ entry: TimelineEntry) {
        switch entry.fact {
        // A campaign without conversions can share the digits of one that has some.
        case .ad(_, let impression, .recorded, _):
            happened[CampaignKey(impression), default: Happened()].conversions += 0
        case .conversion(let fact):
            guard let winner = fact.winner, !fact.isDevelopment else { return }
            happened[CampaignKey(winner), default: Happened()].conversions += 1
        case .app(.appEvent, _, let fact):
            guard let campaign = fact.campaign, let revenue = fact.event?.revenue else { return }
            happened[campaign, default: Happened()].revenue += revenue
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

    mutating func add(_ other: Truth) {
        happened.merge(other.happened) {
            Happened(conversions: $0.conversions + $1.conversions, revenue: $0.revenue + $1.revenue)
        }
        received.merge(other.received) {
            Received(conversions: $0.conversions + $1.conversions, revenue: $0.revenue + $1.revenue)
        }
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
        let campaigns = happened.sorted { left, right in
            (left.key.network, left.key.app, left.key.source.description)
                < (right.key.network, right.key.app, right.key.source.description)
        }
        var certain: [CampaignKey: Received] = [:]
        var possible: [CampaignKey: Received] = [:]
        for (digits, postbacks) in received {
            let fitting = campaigns.filter { $0.key.fits(digits) }
            for (campaign, _) in fitting {
                possible[campaign, default: Received()].conversions += postbacks.conversions
                possible[campaign, default: Received()].revenue += postbacks.revenue
                guard fitting.count == 1 else { continue }
                certain[campaign, default: Received()].conversions += postbacks.conversions
                certain[campaign, default: Received()].revenue += postbacks.revenue
            }
        }
        return .array(
            campaigns.map { campaign, happened in
                let (certain, possible) = (certain[campaign] ?? Received(), possible[campaign] ?? Received())
                return .object([
                    ImpressionField.adNetworkIdentifier.member(.string(campaign.network)),
                    ImpressionField.advertisedItemIdentifier.member(.number(String(campaign.app))),
                    ImpressionField.sourceIdentifier.member(.string(campaign.source.description)),
                    .init("conversions", .number(String(happened.conversions))),
                    .init("revenue", .string(happened.revenue.exact)),
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
