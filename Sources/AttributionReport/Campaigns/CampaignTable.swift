import AttributionBase
import AttributionModel
import AttributionSchema

/// A list of campaigns with their spend, in which the possible campaigns of a postback can be found.
package struct CampaignTable: Sendable {
    /// A campaign. Entries with the same name are one campaign, and each entry without a name is its own.
    ///
    /// The label is the name, or the identifier if it has no name. The spend is the total of its entries; nil if no entry states it.
    package typealias Campaign = (label: String, spend: Money?)

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

    /// A campaign with the network and the app of its postbacks, in the order for lookups.
    private struct Candidate: Comparable, Sendable {
        /// The index of the network in ``networks``; nil for any network.
        var network: Int?
        /// The app; nil for any.
        var app: UInt64?
        var campaign: Int

        static func < (left: Candidate, right: Candidate) -> Bool {
            if left.network != right.network { return left.network ?? -1 < right.network ?? -1 }
            if left.app != right.app { return right.app.map { right in left.app.map { $0 < right } ?? true } ?? false }
            return left.campaign < right.campaign
        }

        func isFor(_ network: Int?, _ app: UInt64?) -> Bool { self.network == network && self.app == app }
    }

    package let campaigns: [Campaign]
    /// The apps of the campaigns; nil if an entry is for any app.
    package let apps: Set<UInt64>?
    /// The source identifiers with fewer than four digits. No postback with more digits belongs to them.
    package let shortIdentifiers: [String]
    /// The currency in the list, if any.
    package let currency: String?
    /// The networks in lower case, in the order of their bytes.
    private let networks: [[UInt8]]
    /// The entries by the last digits of their identifier. ``index(digits:number:)`` gives the index.
    private let bySource: [[Candidate]]
    private let byCampaign: [[Candidate]]

    init(_ entries: [Entry], currency: String?) {
        self.currency = currency
        shortIdentifiers = entries.compactMap(\.source).filter { $0.digitCount < 4 }.map(\.description)
        var campaigns: [Campaign] = []
        var named: [String: Int] = [:]
        let networks = Set(entries.compactMap(\.network)).map { Array($0.utf8) }
            .inOrder { $0.lexicographicallyPrecedes($1) }
        var bySource = [[Candidate]](repeating: [], count: Self.index(digits: 4, number: 9999) + 1)
        var byCampaign = [[Candidate]](repeating: [], count: CampaignIdentifier.range.upperBound + 1)
        for entry in entries {
            let index = entry.name.flatMap { named[$0] } ?? campaigns.count
            if index == campaigns.count { campaigns.append((entry.label, nil)) }
            if let name = entry.name { named[name] = index }
            if let spend = entry.spend { campaigns[index].spend = (campaigns[index].spend ?? .zero) + spend }
            let network = entry.network.flatMap { Array($0.utf8).withBytes { Self.index(of: $0, in: networks) } }
            let candidate = Candidate(network: network, app: entry.app, campaign: index)
            if let source = entry.source {
                for count in SourceIdentifier.digitCounts where count <= source.digitCount {
                    bySource[Self.index(digits: count, number: source.last(count).number)].append(candidate)
                }
            }
            if let campaign = entry.campaign { byCampaign[campaign.rawValue].append(candidate) }
        }
        func ordered(_ candidates: [[Candidate]]) -> [[Candidate]] {
            candidates.map { $0.count > 1 ? $0.inOrder() : $0 }
        }
        let apps = entries.map(\.app)
        self.apps = entries.isEmpty || apps.contains(nil) ? nil : Set(apps.compactMap(\.self))
        self.campaigns = campaigns
        self.networks = networks
        self.bySource = ordered(bySource)
        self.byCampaign = ordered(byCampaign)
    }

    private static func index(digits: Int, number: Int) -> Int { (digits == 2 ? 0 : digits == 3 ? 100 : 1100) + number }

    package var hasSpend: Bool { campaigns.contains { $0.spend != nil } }

    package var spend: Money { campaigns.reduce(.zero) { $0 + ($1.spend ?? .zero) } }

    /// Finds the possible campaigns of a postback, in order and each once. If there is only one, it is certain.
    func find(_ postback: borrowing PostbackMembers, into found: inout [Int]) {
        found.removeAll(keepingCapacity: true)
        let candidates = self.candidates(of: postback)
        guard !candidates.isEmpty else { return }
        let network = index(ofNetwork: postback[.network])
        let app = postback[.advertisedItem]?.unsignedInteger
        Self.find(candidates, nil, nil, into: &found)
        if app != nil { Self.find(candidates, nil, app, into: &found) }
        if network != nil { Self.find(candidates, network, nil, into: &found) }
        if network != nil, app != nil { Self.find(candidates, network, app, into: &found) }
        guard found.count > 1 else { return }
        found.sort()
        var last = 0
        for place in 1..<found.count where found[place] != found[last] {
            last += 1
            found[last] = found[place]
        }
        found.removeSubrange((last + 1)...)
    }

    /// Appends the campaigns of one network and app, or of any.
    private static func find(_ candidates: [Candidate], _ network: Int?, _ app: UInt64?, into found: inout [Int]) {
        let wanted = Candidate(network: network, app: app, campaign: 0)
        var place = candidates.partitioningIndex { $0 >= wanted }
        while place < candidates.count, candidates[place].isFor(network, app) {
            found.append(candidates[place].campaign)
            place += 1
        }
    }

    private func candidates(of postback: borrowing PostbackMembers) -> [Candidate] {
        if let source = postback[.source] {
            guard let digits = source.digitCount else { return [] }
            let number = source.content.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
            return bySource[Self.index(digits: digits, number: number)]
        }
        guard let number = postback[.campaign]?.unsignedInteger, number < UInt64(byCampaign.count) else { return [] }
        return byCampaign[Int(number)]
    }

    private func index(ofNetwork view: JSONView?) -> Int? {
        guard let view, view.kind == .string, !networks.isEmpty else { return nil }
        // Like receivers, this compares network IDs without regard to case.
        guard view.hasEscapes || view.content.contains(where: ASCII.isUppercase) else {
            return Self.index(of: view.content, in: networks)
        }
        return AdNetworkIdentifier.key(of: view.string.utf8).withBytes { Self.index(of: $0, in: networks) }
    }

    private static func index(of network: ByteView, in networks: [[UInt8]]) -> Int? {
        let place = networks.partitioningIndex { !$0.lexicographicallyPrecedes(network) }
        return place < networks.count && network.elementsEqual(networks[place]) ? place : nil
    }
}

extension CampaignTable {
    fileprivate static func repeated(_ identity: Identity, of first: Int) -> Problem {
        .contradiction(
            "repeats the \(identity[2] ?? "") \"\(identity[3] ?? "")\" of campaigns[\(first)] for the same network and app",
            wanted: "another", .then(""))
    }

    init(checked entries: [Entry], currency: String?) throws(Problems) {
        var problems = Problems()
        var taken: [Identity: Int] = [:]
        for (index, entry) in entries.enumerated() {
            for identity in entry.identities {
                if let first = taken[identity] {
                    problems.append(Self.repeated(identity, of: first).at("campaigns[\(index)]"))
                } else {
                    taken[identity] = index
                }
            }
        }
        if let currency, !Money.isCurrency(currency) {
            problems.append(.value(found: quoted(currency), wanted: Money.wantedCurrency).at("currency"))
        }
        guard problems.isEmpty else { throw problems }
        self.init(entries, currency: currency)
    }

    /// Reads `[{"source-identifier":"5239","name":"Spring","spend":"8.00"}]`.
    ///
    /// - Throws: all faults in the document.
    package init(parsing text: [UInt8]) throws(Problems) {
        self = try DocumentReader.read(text, "the list of campaigns") { view, reader in
            reader.inside(.key("campaigns")) { Self.read(view, &$0) }
        }
    }

    package static var rows: [(name: String, text: String)] { shape.rows }

    package static var form: DocumentForm { .list(shape.form) }

    private static func read(_ view: JSONView, _ reader: inout DocumentReader) -> CampaignTable? {
        var entries: [Entry] = []
        var taken: [Identity: Int] = [:]
        var currency: String?
        var index = 0
        let isList = reader.elements(of: view, "a list of campaigns") { reader, view in
            defer { index += 1 }
            guard let draft = shape.read(view, &reader) else { return }
            for identity in draft.entry.identities {
                guard let first = taken.updateValue(index, forKey: identity) else { continue }
                taken[identity] = first
                reader.report(repeated(identity, of: first))
            }
            if let found = draft.currency, let known = currency, found != known {
                reader.report(
                    .value(found: "\"\(found)\"", wanted: "\"\(known)\", as for the other campaigns"),
                    at: .key("currency"))
            }
            currency = currency ?? draft.currency
            entries.append(draft.entry)
        }
        return isList ? CampaignTable(entries, currency: currency) : nil
    }

    /// Values that no two entries may have in common: the network, the app, and an identifier, preceded by the name of its member.
    fileprivate typealias Identity = [String?]

    /// The members with an identifier. A campaign needs one of them.
    private static let identifiers = [ImpressionField.sourceIdentifier.name, SignedField.campaignID.name]

    private typealias CampaignDraft = (entry: Entry, currency: String?)

    private static let shape = DocumentShape(
        (Entry(), nil) as CampaignDraft,
        wanted: "an object with " + CampaignTable.identifiers.map { "\"\($0)\"" }.joined(separator: " or "),
        oneOf: CampaignTable.identifiers.map { "\($0)" }, check: hasIdentifier
    ) {
        DocumentMember(
            ImpressionField.sourceIdentifier.name, .source, \.entry.source,
            help: "the whole identifier, as in the ads: two to four digits; a postback may contain only its last digits"
        )
        DocumentMember(
            SignedField.campaignID.name, .integer(CampaignIdentifier.range),
            help: """
                the campaign in SKAdNetwork before version 4.0, 1 to 100; each campaign needs one of the two identifiers, and \
                may have both
                """
        ) { $0.entry.campaign = CampaignIdentifier(rawValue: $1) }
        DocumentMember(
            ImpressionField.adNetworkIdentifier.name, .network, \.entry.network,
            help: "the ad network; any network if missing")
        DocumentMember(
            ImpressionField.advertisedItemIdentifier.name, .item(), \.entry.app,
            help: "the advertised app; any app if missing")
        DocumentMember(
            "name", .title, \.entry.name,
            help:
                "the name in reports, which otherwise show the identifier; entries with the same name are one campaign"
        )
        DocumentMember(
            "spend", .amount, \.entry.spend, help: "what was spent: decimal digits such as \"8.00\", 0 or more")
        DocumentMember(
            "currency", .currency, \.currency,
            help: "the currency of the spend: three capital letters, the same in the whole list")
    }

    private static let hasIdentifier: DocumentShape<CampaignDraft>.Check = { _, view, reader in
        guard CampaignTable.identifiers.allSatisfy({ view.member($0) == nil }) else { return }
        reader.report(
            .contradiction(
                "has neither " + CampaignTable.identifiers.map { "\"\($0)\"" }.joined(separator: " nor "),
                wanted: "one of them or both", .have))
    }
}

extension CampaignTable.Entry {
    fileprivate var identities: [CampaignTable.Identity] {
        let source = source.map { (ImpressionField.sourceIdentifier.name, $0.description) }
        let campaign = campaign.map { (SignedField.campaignID.name, $0.description) }
        return [source, campaign].compactMap(\.self).map { name, identifier in
            [network, app.map { String($0) }, "\(name)", identifier]
        }
    }
}

// MARK: - Values

extension DocumentValue where Value == SourceIdentifier {
    /// Digits, as postbacks have them, or the number that an impression carries.
    fileprivate static var source: DocumentValue {
        DocumentValue(
            "a source identifier of two to four digits such as \"5239\"",
            .either([.string(pattern: "^[0-9]{2,4}$"), .integer(SourceIdentifier.range)])
        ) { view in
            if view.kind == .string { return SourceIdentifier(view.string) }
            return view.unsignedInteger.flatMap { Int(exactly: $0) }.flatMap { SourceIdentifier($0) }
        }
    }
}

extension DocumentValue where Value == Money {
    /// A string, or a number that is written without an exponent.
    fileprivate static var amount: DocumentValue {
        DocumentValue(
            Money.wanted,
            .either([DocumentValue.price(decimals: Money.mostDecimals).form, .number])
        ) { view in
            switch view.kind {
            case .number: Money(view.raw)
            case .string: view.unescapedOrContent { Money($0) }
            default: nil
            }
        }
    }
}
