import AttributionBase
import AttributionSchema

/// An ad of the inventory, with its price, while it is read.
package struct ItemDraft: Sendable {
    private var item = AdHost.Item(format: .banner)
    private var impression = AdImpression.unreadable(.payload)
    private var impressions: ImpressionReader

    static func readAll(_ view: JSONView, into draft: inout HostDraft, _ reader: inout DocumentReader) -> Bool {
        reader.elements(of: view, "an array of ads") { reader, element in
            let before = reader.faults.count
            var item = ItemDraft(impressions: draft.reader)
            let isWhole = shape.read(element, into: &item, &reader)
            draft.reader = item.impressions
            guard isWhole, reader.faults.count == before else { return }
            draft.host.inventory.append(item.item)
            draft.inventory.append(item.impression)
        }
    }

    private init(impressions: ImpressionReader) { self.impressions = impressions }

    package static let shape = DocumentShape(ItemDraft(impressions: ImpressionReader { _ in .unreadable(.payload) })) {
        DocumentMember(
            "impression", wanted: ImpressionReader.wanted, .required, words: ImpressionReader.words,
            help: """
                The ad, as in an event: a token is shown again as it is, fields get a new impression-identifier and \
                timestamp with each load; required.
                """
        ) { draft, view, reader in
            guard let impression = draft.impressions.read(view, &reader) else { return false }
            draft.impression = impression
            draft.item.tokenIdentifier = view.kind == .string ? impression.identifier : nil
            draft.item.isDevelopment = impression.publisher == 0
            draft.item.countsViews = impression.skAdNetwork?.fidelity != 1
            return true
        }
        DocumentMember(
            "presentation",
            .choice(
                of: [.viewThrough, .custom],
                otherwise: "view-through or custom; overlay and product-page are actions"), \.item.presentation,
            showsDefault: true, help: "{choices}")
        DocumentMember("format", DocumentValue<AdFormat>.choice, .required, first: true, help: "as a slot's") {
            $0.item.format = $1
            $0.item.sizes = AdSize.sizes(of: $1)
        }
        DocumentMember(
            "sizes", wanted: "", words: AdSize.allCases.map(\.rawValue),
            help: "the sizes that it has; all of its format by default"
        ) { draft, view, reader in
            draft.item.sizes = reader.sizes(view, among: AdSize.sizes(of: draft.item.format))
            return true
        }
        DocumentMember("keywords", .list(of: .string()), \.item.keywords, help: "words that an app may exclude")
        DocumentMember("url", .webHost, \.item.urlHost, help: "where it leads, which an app may exclude")
        DocumentMember("for-adults", .bool, \.item.isForAdults, help: "true: not for an audience under 17")
        DocumentMember(
            "action", .choice, \.item.action, first: true,
            help: "what a tap begins: custom (the default), overlay, product-page, modal (iAd's own) or url")
        // The action implies this value, so any other value is a mistake.
        DocumentMember(
            "leaves-application", wanted: "true or false",
            help: "what the action says already: whether it leaves the app"
        ) { draft, view, reader in
            let action = draft.item.action
            guard let leaves = DocumentValue<Bool>.bool.read(view, &reader) else { return false }
            if leaves != action.leavesApplication {
                reader.reportValue(view, wanted: "\(action.leavesApplication), as with every \(action.rawValue) action")
            }
            return true
        }
        DocumentMember(
            "cpm", .price(decimals: 3), \.item.cpm,
            help: "the price of a thousand impressions: \"2.50\", 3 decimals at most")
        DocumentMember(
            "cpc", .price(decimals: 6), \.item.cpc, help: "the price of a click: \"0.40\", 6 decimals at most")
        DocumentMember(
            "weight", .integer(1...1_000_000), \.item.weight, showsDefault: true,
            help: "how often it is drawn beside the others; {default} by default")
        DocumentMember("test", .bool, \.item.isTest, help: "true: nobody pays for it")
    }
}
