import AdAttribution
import AttributionBase

/// The campaigns of a list with their spend, for finding the possible campaigns of a postback.
package struct CampaignTable: Sendable {
    /// A campaign. Entries with the same name are one campaign, and each entry without a name is its own.
    package struct Campaign: Hashable, Sendable {
        /// The name, or the identifier if it has no name.
        package let label: String
        /// The total spend of its entries; nil if no entry states it.
        package fileprivate(set) var spend: Money?
    }

    /// An entry of the list: the values that its postbacks have.
    struct Entry: Hashable, Sendable {
        /// The network; nil for any.
        var network: String?
        /// The app; nil for any.
        var app: UInt64?
        var source: SourceIdentifier?
        /// The campaign identifier of SKAdNetwork before version 4.
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
    /// The apps of the campaigns; nil if an entry is for any app.
    package let apps: Set<UInt64>?
    /// The currency in the list, if any.
    package let currency: String?
    /// The networks in lower case.
    private let networks: [String]
    /// The entries by the last digits of their identifier, at the index of ``place(digits:number:)``, in the order of
    /// ``campaigns``.
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

    /// Returns the index of a number with two, three or four digits.
    private static func place(digits: Int, number: Int) -> Int { (digits == 2 ? 0 : digits == 3 ? 100 : 1100) + number }

    /// Whether any entry states its spend.
    package var hasSpend: Bool { campaigns.contains { $0.spend != nil } }

    /// The total spend.
    package var spend: Money { campaigns.reduce(.zero) { $0 + ($1.spend ?? .zero) } }

    /// Finds the indices of the possible campaigns of a postback, in order and without duplicates. A single one is
    /// certain.
    func find(_ postback: borrowing PostbackMembers, into found: inout [Int]) {
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

    private func candidates(of postback: borrowing PostbackMembers) -> [Candidate] {
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
        // Network IDs are compared without case, as receivers do.
        guard view.hasEscapes || view.content.contains(where: ASCII.isUppercase) else { return nil }
        let key = AdNetworkIdentifier.key(of: view.string.utf8)
        return networks.firstIndex { $0.utf8.elementsEqual(key) }
    }
}
