import AdAttribution
import AttributionBase
import AttributionSchema

extension Campaign {
    /// Reads a campaign, which consists of the world's members and the population.
    ///
    /// - Throws: all faults in the document.
    package init(parsing text: [UInt8]) throws(DocumentError) {
        self = try DocumentReader.read(text) { root, reader in
            defer { reader.nameScenarioRules() }
            return Self.document.read(root, &reader)
        }
    }

    static let document = DocumentShape(
        Campaign(), of: World.shape.members.map { $0.within(\.world) } + shape.members, check: check)

    private static let check: DocumentShape<Campaign>.Check = { campaign, view, reader in
        // Without values, updates have nothing to send, and none would occur.
        if campaign.update > 0, view.member("values") == nil {
            reader.report(.key("values"), .missing(wanted: "what updates say, since rates.update is more than 0"))
        }
        if campaign.world.start + Int64(campaign.days) * TimeSpan.day - 1 > TimeSpan.lastEvent {
            let wanted = "days that end until \(TimeSpan.lastEventText), \(TimeSpan.lastEventReason)"
            reader.report(
                .key("days"), .value(found: String(campaign.days), wanted: wanted), breaking: ScenarioRules.time)
        }
    }

    private static let everyCampaign = "it, as in every campaign"

    /// The members of a campaign besides those of its world.
    package static let shape = DocumentShape(Campaign()) {
        DocumentMember("app", .app(), \.app, .required(everyCampaign), help: "the item ID of the advertised app")
        DocumentMember(
            "publisher", .app(from: 0), \.publisher, .required(everyCampaign),
            help: "the item ID of the app that shows the ads, 0 for a test")
        DocumentMember(
            "days", .integer(1...3650), \.days, showsDefault: true,
            help: "how many days are played, 1 to 3650; {default} by default")
        DocumentMember(
            "networks", networks, \.sources, .required(everyCampaign),
            help: """
                Whose ads, required: [{"\(ImpressionField.adNetworkIdentifier.name)": "acme.adattributionkit", \
                "\(ImpressionField.sourceIdentifier.name)": 5239, "weight": 3}]. The weight, 1 by default, says how often one is drawn beside the others.
                """)
        DocumentMember(
            "countries",
            DocumentValue.entries(
                of: .weight, known: "countries of two capital letters", key: { CountryCode($0) }
            ).map { WeightedChoices($0.map { Weighted(value: $0, weight: $1) }) }, \.countries,
            help: "countries of devices and their weights: {\"US\": 3, \"DE\": 1}")
        DocumentMember(
            "rates", wanted: rates.wanted, .required(everyCampaign), words: rates.words,
            help: "how often things happen; required; see below"
        ) { rates.read($1, into: &$0, &$2) }
        DocumentMember(
            "values", values, \.values,
            help: """
                What updates say, required if rates.update is more than 0: [{"fine": 12, "coarse": "low", "lock": \
                false, "weight": 5}].
                """)
        DocumentMember(
            "events",
            DocumentValue.list(of: .object(event), "an array of events").checked { events, view, reader in
                guard events.count > mostEvents else { return }
                reader.report(.value(found: "a list of \(events.count)", wanted: "at most \(mostEvents) events"))
            }, \.events,
            help: """
                What a person does at a launch, of which the app's schema makes updates: [{"name": "purchase", "rate": 20000, \
                "revenue": {"from": "0.99", "to": "49.99"}}]. The rate is a chance in a million; the revenue is a whole number \
                of cents in that range, or one of a list, ["4.99", "9.99"].
                """)
    }

    package static let rates = DocumentShape(Campaign()) {
        DocumentMember("view", .rate, \.view, help: "a view of one to six seconds, each day")
        DocumentMember("tap", .rate, \.tap, help: "a tap, each day")
        DocumentMember("install", .rate, \.install, help: "an installation, each day after the first view or tap")
        DocumentMember("organic", .rate, \.organic, help: "an installation, each day before one")
        DocumentMember("launch", .rate, \.launch, help: "a launch, each day once the app is installed")
        DocumentMember("update", .rate, \.update, help: "an update of the value at a launch")
        DocumentMember("eligible", .rate, \.eligible, help: "that an ad is eligible for re-engagement")
    }

    private static let everyNetwork = "it, as with every network"

    private static let source = DocumentShape(Weighted(value: Source(network: "", number: 0), weight: 1)) {
        DocumentMember(ImpressionField.adNetworkIdentifier.name, .network, \.value.network, .required(everyNetwork))
        DocumentMember(
            ImpressionField.sourceIdentifier.name, .integer(SourceIdentifier.range), \.value.number,
            .required(everyNetwork))
        DocumentMember("weight", .weight, \.weight)
    }

    private static let networks = DocumentValue<[Weighted<Source>]>.list(of: .object(source), "an array of networks")
        .map { WeightedChoices($0) }

    private static let values = DocumentValue<[Weighted<ValueUpdate>]>.list(of: .object(value), "an array of values")
        .map { WeightedChoices($0) }

    private static let event = DocumentShape(Event()) {
        DocumentMember("name", .title, \.name, .required)
        DocumentMember("rate", .rate, \.rate, .required)
        DocumentMember("revenue", .revenue, \.revenue)
    }

    fileprivate static let revenueRange = DocumentShape((least: Money.zero, most: Money.zero)) {
        DocumentMember("from", .price(decimals: 2), \.least, .required)
        DocumentMember("to", .price(decimals: 2), \.most, .required)
    }

    private static let value = DocumentShape(Weighted(value: ValueUpdate(fine: 0), weight: 1)) {
        DocumentMember("fine", .integer(FineConversionValue.range), \.value.fine)
        DocumentMember("coarse", .choice, \.value.coarse)
        DocumentMember("lock", .bool, \.value.locks)
        DocumentMember("weight", .weight, \.weight)
    }
}

extension DocumentValue where Value == Campaign.Revenue {
    /// A range, or a list of amounts.
    fileprivate static var revenue: DocumentValue {
        let wanted = "{\"from\": \"0.99\", \"to\": \"49.99\"}, or a list of amounts"
        let amounts = DocumentValue<[Money]>.list(of: DocumentValue<Money>.price(decimals: Money.mostDecimals))
        return DocumentValue(wanted, words: Campaign.revenueRange.words) { view, reader in
            switch view.kind {
            case .array:
                guard let list = amounts.read(view, &reader) else { return nil }
                if !list.isEmpty { return .list(list) }
                if view.elements.isEmpty { reader.reportValue(view, wanted: wanted) }
                return nil
            case .object:
                guard let range = Campaign.revenueRange.read(view, &reader) else { return nil }
                if range.least <= range.most { return .range(range.least, range.most) }
                let found = "from \(range.least.exact) to \(range.most.exact)"
                reader.report(.value(found: found, wanted: "the least before the most"))
                return nil
            default:
                reader.reportValue(view, wanted: wanted)
                return nil
            }
        }
    }
}

extension DocumentValue where Value == Int {
    /// A chance in a million.
    fileprivate static var rate: DocumentValue { .integer(0...1_000_000) }
}

extension DocumentValue where Value == UInt64 {
    fileprivate static var weight: DocumentValue { DocumentValue<Int>.integer(0...1_000_000).map(UInt64.init) }
}
