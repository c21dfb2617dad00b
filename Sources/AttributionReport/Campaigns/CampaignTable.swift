import AdAttribution
import AttributionBytes
import AttributionJSON
import SKAdNetwork

/// Campaigns with their identifiers and what was spent on them, and which of them a postback can be of.
package struct CampaignTable: Sendable {
    /// Whatever has one name: entries of one name are one campaign, and each entry without a name is one.
    package struct Campaign: Hashable, Sendable {
        /// The name, or the identifier where it has none.
        package let label: String
        /// The sum over its entries; nil where none says what was spent.
        package fileprivate(set) var spend: Money?
    }

    /// One entry of the file: what a postback says that is of it.
    struct Entry: Hashable, Sendable {
        /// Nil for those of any network.
        var network: String?
        /// Nil for those of any app.
        var app: UInt64?
        var source: SourceIdentifier?
        /// Of SKAdNetwork before version 4.
        var campaign: CampaignIdentifier?
        var name: String?
        var spend: Money?

        fileprivate var label: String { name ?? source?.description ?? campaign?.description ?? "" }
    }

    private struct Candidate {
        let campaign: Int
        let network: Int?
        let app: UInt64?
    }

    package let campaigns: [Campaign]
    /// The apps that they are for; nil if an entry goes with any.
    package let apps: Set<UInt64>?
    /// The currency that the file names.
    package let currency: String?
    /// Lowercase.
    private let networks: [String]
    /// Those whose identifier ends with so many digits of such a value, in the order of ``campaigns``.
    private let bySource: [[Candidate]]
    private let byCampaign: [[Candidate]]

    init(_ entries: [Entry], currency: String?) {
        self.currency = currency
        var campaigns: [Campaign] = []
        var named: [String: Int] = [:]
        var networks: [String] = []
        var places: [String: Int] = [:]
        var bySource = [[Candidate]](repeating: [], count: Self.place(digits: 4, number: 9999) + 1)
        var byCampaign = [[Candidate]](repeating: [], count: CampaignIdentifier.range.upperBound + 1)
        for entry in entries {
            let place = entry.name.flatMap { named[$0] } ?? campaigns.count
            if place == campaigns.count { campaigns.append(Campaign(label: entry.label)) }
            if let name = entry.name { named[name] = place }
            if let spend = entry.spend { campaigns[place].spend = (campaigns[place].spend ?? .zero) + spend }
            let network = entry.network.map { name in
                if let known = places[name] { return known }
                networks.append(name)
                places[name] = networks.count - 1
                return networks.count - 1
            }
            let candidate = Candidate(campaign: place, network: network, app: entry.app)
            if let source = entry.source {
                for count in SourceIdentifier.digitCounts where count <= source.digitCount {
                    bySource[Self.place(digits: count, number: source.last(count).number)].append(candidate)
                }
            }
            if let campaign = entry.campaign { byCampaign[campaign.rawValue].append(candidate) }
        }
        func ordered(_ candidates: [[Candidate]]) -> [[Candidate]] {
            candidates.map { $0.count > 1 ? $0.sorted { $0.campaign < $1.campaign } : $0 }
        }
        let apps = entries.map(\.app)
        self.apps = entries.isEmpty || apps.contains(nil) ? nil : Set(apps.compactMap(\.self))
        self.campaigns = campaigns
        self.networks = networks
        self.bySource = ordered(bySource)
        self.byCampaign = ordered(byCampaign)
    }

    /// Two digits before three before four.
    private static func place(digits: Int, number: Int) -> Int {
        (digits == 2 ? 0 : digits == 3 ? 100 : 1100) + number
    }

    /// Whether an entry says what was spent.
    package var hasSpend: Bool { campaigns.contains { $0.spend != nil } }

    /// What was spent in all.
    package var spend: Money { campaigns.reduce(.zero) { $0 + ($1.spend ?? .zero) } }

    /// The places of the campaigns that a postback can be of, each once and in their order. It is of one of them if there are any,
    /// and certainly so if there is one.
    func find(_ postback: borrowing PostbackFields, into found: inout [Int]) {
        found.removeAll(keepingCapacity: true)
        let candidates = self.candidates(of: postback)
        guard !candidates.isEmpty else { return }
        let network = place(ofNetwork: postback.network)
        let app = postback.advertisedItem?.unsignedInteger
        for candidate in candidates {
            if let wanted = candidate.network, wanted != network { continue }
            if let wanted = candidate.app, wanted != app { continue }
            if found.last != candidate.campaign { found.append(candidate.campaign) }
        }
    }

    private func candidates(of postback: borrowing PostbackFields) -> [Candidate] {
        if let source = postback.source {
            guard let digits = source.digitCount else { return [] }
            let number = source.content.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
            return bySource[Self.place(digits: digits, number: number)]
        }
        guard let number = postback.campaign?.unsignedInteger, number < UInt64(byCampaign.count) else { return [] }
        return byCampaign[Int(number)]
    }

    private func place(ofNetwork view: JSONView?) -> Int? {
        guard let view, view.kind == .string, !networks.isEmpty else { return nil }
        if let place = networks.firstIndex(where: { view.isEqual(to: $0) }) { return place }
        // As receivers compare them: whatever the case of their letters is.
        guard view.hasEscapes || view.content.contains(where: ASCII.isUppercase) else { return nil }
        let key = AdNetworkIdentifier.key(of: view.string.utf8)
        return networks.firstIndex { $0.utf8.elementsEqual(key) }
    }
}
