import AttributionBase
import AttributionModel
import AttributionSchema

/// The conversions and the revenue of each campaign as they happened, and the bounds that can be inferred from postbacks.
///
/// Only production conversions and winning postbacks count. A postback counts at its first attempt.
struct DisclosureComparison: Sendable {
    private let schemas: SchemaTable
    private var happened: [(campaign: CampaignKey, conversions: Int, revenue: Money)] = []
    /// The indices of campaigns in ``happened``.
    private var places: [CampaignKey: Int] = [:]
    /// The index of the campaign that was used last. Most entries of a device are about the same one, which is then found without hashing.
    private var lastPlace = 0
    private var received: [CampaignKey: Received] = [:]
    /// The apps that set values without a schema, so that their values cannot be interpreted by one.
    private var unreadable: Set<UInt64> = []

    /// Counts that are needed only for a comparison of schemas: the conversions with each event, and the values of postbacks.
    private(set) var people: [String: Int]?
    private var values: [ReceivedKey: Int] = [:]
    /// The least and the greatest amount paid with each event.
    private var payments: [String: (least: Money, most: Money)] = [:]

    private struct ReceivedKey: Hashable {
        let window: ConversionWindow
        let value: ConversionSchema.ReceivedValue
    }

    init(_ schemas: SchemaTable, countsPeople: Bool) {
        self.schemas = schemas
        people = countsPeople ? [:] : nil
    }

    /// Counts a conversion that had an event. The caller does so once for each.
    mutating func addPerson(with event: String) { people?[event, default: 0] += 1 }

    mutating func addPayment(_ revenue: Money, for event: String) {
        guard people != nil else { return }
        let before = payments[event] ?? (revenue, revenue)
        payments[event] = (min(before.least, revenue), max(before.most, revenue))
    }

    /// Adds the campaign of an ad that was recorded. Even without conversions, it matters, because it may share its disclosed digits with
    /// another campaign.
    mutating func add(_ impression: AdImpression) { _ = index(of: impression) }

    mutating func add(_ fact: ConversionFact) {
        guard let winner = fact.winner, !fact.isDevelopment else { return }
        happened[index(of: winner)].conversions += 1
    }

    mutating func add(_ fact: PostbackFact, at time: Int64) {
        let body = fact.body
        guard fact.to == .adNetwork, fact.attempt == 1, body.didWin, !body.isDevelopment else { return }
        let value = Self.value(of: body)
        if people != nil { values[ReceivedKey(window: body.window, value: value), default: 0] += 1 }
        let revenue = revenue(of: body, value, at: time)
        guard body.window.isFirst || revenue != nil else { return }
        let postback = Received(conversions: body.window.isFirst ? 1 : 0, revenue: revenue ?? .zero)
        received[CampaignKey(body), default: Received()].add(postback)
    }

    /// Notes that an app made an update itself instead of leaving it to its schema.
    mutating func addOwnUpdate(of app: UInt64) { unreadable.insert(app) }

    mutating func add(_ revenue: Money, of campaign: CampaignKey) {
        happened[index(of: campaign)].revenue += revenue
    }

    mutating func add(_ revenue: Money, from ad: AdImpression) { happened[index(of: ad)].revenue += revenue }

    mutating func add(_ other: DisclosureComparison) {
        for (campaign, conversions, revenue) in other.happened {
            let index = index(of: campaign)
            happened[index].conversions += conversions
            happened[index].revenue += revenue
        }
        for (digits, postbacks) in other.received { received[digits, default: Received()].add(postbacks) }
        unreadable.formUnion(other.unreadable)
        people?.merge(other.people ?? [:]) { $0 + $1 }
        payments.merge(other.payments) { (min($0.least, $1.least), max($0.most, $1.most)) }
        values.merge(other.values) { $0 + $1 }
    }

    private mutating func index(of ad: AdImpression) -> Int {
        if lastPlace < happened.count, happened[lastPlace].campaign.isCampaign(of: ad) { return lastPlace }
        return index(of: CampaignKey(ad))
    }

    private mutating func index(of campaign: CampaignKey) -> Int {
        if lastPlace < happened.count, happened[lastPlace].campaign == campaign { return lastPlace }
        lastPlace = Self.value(&places[campaign, default: happened.count])
        if lastPlace == happened.count { happened.append((campaign, 0, .zero)) }
        return lastPlace
    }

    /// Returns a value of a dictionary. As an `inout` argument, a missing value is also stored, which saves a second lookup.
    private static func value(_ value: inout Int) -> Int { value }

    /// For each window, how long before its postback the value can have been set, in milliseconds.
    private static let longestAges = ConversionWindow.allCases.map { window in
        let span = window.span()
        return (window.delay().upperBound + span.upperBound - span.lowerBound).milliseconds
    }

    /// Returns the revenue for which a postback stands, according to each schema that may have been in effect when its value was set; nil
    /// if there is none.
    private func revenue(
        of body: PostbackDescription, _ value: ConversionSchema.ReceivedValue, at time: Int64
    ) -> RevenueRange? {
        let window = body.window
        let earliest = Timestamp(milliseconds: time - Self.longestAges[window.rawValue])
        return schemas[ItemIdentifier(rawValue: body.advertised)]?
            .revenue(of: value, in: window, during: earliest...Timestamp(milliseconds: time))
    }

    private static func value(of body: PostbackDescription) -> ConversionSchema.ReceivedValue {
        if let fine = body.fine { return .fine(fine.rawValue) }
        return body.coarse.map { .coarse($0) } ?? .withheld(.all, body.impression.disclosure)
    }

    /// What happened in each campaign, with the postbacks that must be its own and those that may be, sorted by network, app and source
    /// identifier.
    private var campaigns: [CampaignTruth] {
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
        return campaigns.map { campaign, conversions, revenue in
            var (certain, possible) = (certain[campaign] ?? Received(), possible[campaign] ?? Received())
            if unreadable.contains(campaign.app) {
                certain.revenue.least = .zero
                possible.revenue.most = nil
            }
            return CampaignTruth(
                key: campaign, conversions: conversions, revenue: revenue, certain: certain, possible: possible)
        }
    }

    /// Returns what can be inferred about all campaigns together.
    ///
    /// - Parameter schema: The schema that the values of the postbacks follow.
    func knowledge(by schema: ConversionSchema) -> SchemaKnowledge {
        let campaigns = campaigns
        var all = Received()
        for (_, postbacks) in received { all.add(postbacks) }
        var range = all.revenue
        // Values say something only about the revenue of the events for which entries give one.
        let named = schema.paidEvents
        if payments.contains(where: { $0.value.most > .zero && !named.contains($0.key) }) { range.most = nil }
        return SchemaKnowledge(
            conversions: campaigns.reduce(0) { $0 + $1.conversions },
            revenue: campaigns.reduce(.zero) { $0 + $1.revenue }, people: people ?? [:],
            certain: campaigns.reduce(0) { $0 + $1.certain.conversions }, reported: all.conversions, range: range,
            events: events(by: schema, among: all.conversions))
    }

    /// Returns what values reveal about the events that a schema names.
    ///
    /// A value proves an event if all entries that the value may stand for require that event. It excludes an event if all of them rank
    /// below an entry that applies whenever the event occurs; without such an entry, no value excludes it. It is unknown which postbacks
    /// belong to the same conversion. The lower bound is therefore the number in the window with the most proofs, and the upper bound is
    /// the sum over all windows, but at most the number of conversions that postbacks report.
    private func events(by schema: ConversionSchema, among reported: Int) -> [String: SchemaKnowledge.Event] {
        var known: [String: SchemaKnowledge.Event] = [:]
        for window in ConversionWindow.allCases {
            guard let entries = schema[window]?.entries else { continue }
            for name in Set(entries.compactMap(\.event)) {
                let sure = rankOfSureEntry(entries, name)
                var (certain, possible) = (0, 0)
                for (key, count) in values where key.window == window {
                    guard let ranks = schema.possibleEntries(of: key.value, in: window)?.ranks else { continue }
                    if ranks.allSatisfy({ entries[$0].event == name }) { certain += count }
                    if ranks.contains(where: { $0 >= sure }) { possible += count }
                }
                let before = known[name]
                known[name] = .init(
                    certain: max(certain, before?.certain ?? 0), most: min(reported, possible + (before?.most ?? 0)))
            }
        }
        return known
    }

    /// Returns the highest rank that is reached whenever an event occurs; 0 if there may be none.
    private func rankOfSureEntry(_ entries: [ConversionSchema.Entry], _ event: String) -> Int {
        let ranks = entries.indices.filter { entries[$0].event == event }
        let plain = ranks.last { entries[$0].isForAnyOccurrence && entries[$0].revenue == nil } ?? 0
        // A rule of schemas guarantees that the revenue ranges of an event have no gaps.
        let ranges = ranks.filter { entries[$0].revenue != nil }
        guard let first = ranges.first, let last = ranges.last, let least = payments[event]?.least,
            let lowest = entries[first].revenue?.least, lowest <= least, entries[last].revenue?.most == nil,
            ranges.allSatisfy({ entries[$0].isForAnyOccurrence })
        else { return plain }
        return max(plain, first)
    }

    /// A JSON object for each campaign.
    var json: JSONValue { .array(campaigns.map(CampaignTruth.record.json)) }
}

/// A campaign as it was, with the postbacks that must be its own and those that may be.
package struct CampaignTruth {
    let key: CampaignKey
    let conversions: Int
    let revenue: Money
    fileprivate let certain: Received
    fileprivate let possible: Received

    package static let record = Record<CampaignTruth>(
        .init(ImpressionField.adNetworkIdentifier.text) { .string($0.key.network) },
        .init(ImpressionField.advertisedItemIdentifier.text) { .number(String($0.key.app)) },
        .init(ImpressionField.sourceIdentifier.text) { .string($0.key.source.description) },
        .init("conversions", "The number of conversions of the population.") { .number(String($0.conversions)) },
        .init(SummaryMember.revenue) {
            .string($0.revenue.description)
        },
        .init("received", "What a reader of the postbacks can know.") { received.json($0) })

    private static let received = Record<CampaignTruth>(
        .init("conversions") {
            Bounds(least: .count($0.certain.conversions), most: .count($0.possible.conversions)).json
        },
        .init("revenue") {
            Bounds(least: .money($0.certain.revenue.least), most: $0.possible.revenue.most.map { .money($0) }).json
        })
}

/// The postbacks that share the disclosed digits of a source identifier.
private struct Received {
    var conversions = 0
    var revenue = RevenueRange.zero

    mutating func add(_ other: Received) {
        conversions += other.conversions
        revenue += other.revenue
    }
}
