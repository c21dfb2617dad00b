import AdAttribution
import AttributionBase
import AttributionSchema

extension CampaignTable {
    /// The name of the whole document in messages.
    package static let whole = "the list of campaigns"

    /// Reads `[{"source-identifier":"5239","name":"Spring","spend":"8.00"}]`.
    ///
    /// - Throws: all faults in the document.
    package init(parsing text: [UInt8]) throws(DocumentError) {
        self = try DocumentReader.read(text) { view, reader in
            reader.inside(.key("campaigns")) { Self.read(view, &$0) }
        }
    }

    /// A line of help for each member of a campaign.
    package static var rows: [(name: String, text: String)] { CampaignDraft.shape.rows }

    /// The names of members without help text, of which there should be none.
    package static var undescribed: [String] { CampaignDraft.shape.undescribed }

    private static func read(_ view: JSONView, _ reader: inout DocumentReader) -> CampaignTable? {
        var entries: [Entry] = []
        var taken: [Identity: Int] = [:]
        var currency: String?
        var place = 0
        let isList = reader.elements(of: view, "a list of campaigns") { reader, view in
            defer { place += 1 }
            guard let draft = CampaignDraft.shape.read(view, &reader) else { return }
            for identity in draft.entry.identities {
                guard let first = taken.updateValue(place, forKey: identity) else { continue }
                taken[identity] = first
                reader.report(
                    .contradiction(
                        "has the \(identity.words) of campaigns[\(first)], for the same network and app",
                        wanted: "each once"))
            }
            if let found = draft.currency, let known = currency, found != known {
                reader.report(.key("currency"), .value(found: "\"\(found)\"", wanted: "\"\(known)\" as before"))
            }
            currency = currency ?? draft.currency
            entries.append(draft.entry)
        }
        return isList ? CampaignTable(entries, currency: currency) : nil
    }

    /// The values that no two entries may share.
    fileprivate struct Identity: Hashable {
        let network: String?
        let app: UInt64?
        let member: String
        let identifier: String

        var words: String { "\(member) \"\(identifier)\"" }
    }

    /// The identifiers, of which a campaign needs one.
    private static let identifiers = [ImpressionField.sourceIdentifier.name, SignedField.campaignID.name]

    private struct CampaignDraft {
        var entry = Entry()
        var currency: String?

        static let shape = DocumentShape(
            CampaignDraft(),
            wanted: "an object with " + CampaignTable.identifiers.map { "\"\($0)\"" }.joined(separator: " or "),
            check: hasIdentifier
        ) {
            DocumentMember(
                ImpressionField.sourceIdentifier.name, .source, \.entry.source,
                help: "the whole identifier, as in the ads: two to four digits; a postback contains only the last ones")
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
                    wanted: "one of them or both"))
        }
    }
}

extension CampaignTable.Entry {
    fileprivate var identities: [CampaignTable.Identity] {
        let source = source.map { (ImpressionField.sourceIdentifier.name, $0.description) }
        let campaign = campaign.map { (SignedField.campaignID.name, $0.description) }
        return [source, campaign].compactMap(\.self).map { name, identifier in
            .init(network: network, app: app, member: "\(name)", identifier: identifier)
        }
    }
}

// MARK: - Values

extension DocumentValue where Value == SourceIdentifier {
    /// Digits, as postbacks have them, or the number that an impression carries.
    fileprivate static var source: DocumentValue {
        DocumentValue("a source identifier of two to four digits such as \"5239\"") { view in
            if view.kind == .string { return SourceIdentifier(view.string) }
            return view.unsignedInteger.flatMap { Int(exactly: $0) }.flatMap { SourceIdentifier($0) }
        }
    }
}

extension DocumentValue where Value == Money {
    /// A string, or a number that is written without an exponent.
    fileprivate static var amount: DocumentValue {
        DocumentValue("decimal digits such as \"1.50\": at most 12, and 6 after the point") { view in
            switch view.kind {
            case .number: Money(view.raw)
            case .string: view.unescapedOrContent { Money($0) }
            default: nil
            }
        }
    }
}
