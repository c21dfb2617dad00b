import AdAttribution
import AttributionBase
import AttributionSchema

/// A host while it is read. Its screens and ads depend on the members read before them.
package struct HostDraft: Sendable {
    var host = AdHost(app: 0)
    /// The impressions of the host's inventory.
    var inventory: [AdImpression] = []
    var reader: ImpressionReader

    fileprivate init(_ judge: @escaping TokenJudge) { reader = ImpressionReader(judge, readsTemplates: true) }

    /// Reads a host, or returns nil if it has any fault, since its events depend on all of it.
    static func read(_ view: JSONView, _ judge: @escaping TokenJudge, _ reader: inout DocumentReader) -> HostDraft? {
        let before = reader.faults.count
        var draft = HostDraft(judge)
        let isWhole = shape.read(view, into: &draft, &reader)
        return isWhole && reader.faults.count == before ? draft : nil
    }

    private static let blank = HostDraft { _ in .unreadable(.payload) }

    /// Checks that prices have a currency.
    private static let checkCurrency: DocumentShape<HostDraft>.Check = { draft, view, reader in
        guard view.member("currency") == nil,
            draft.host.inventory.contains(where: { $0.cpm > .zero || $0.cpc > .zero })
        else { return }
        reader.report(.key("currency"), .missing(wanted: "the currency of the prices, such as \"USD\""))
    }

    package static let shape = DocumentShape(blank, check: checkCurrency) {
        DocumentMember("app", .app(), \.host.app, .required("the app's item ID"), help: "the app's item ID")
        // The device determines the possible sizes of slots.
        DocumentMember(
            "device", .choice, \.host.device, first: true, showsDefault: true, help: "{choices}, a phone's app on a pad"
        )
        DocumentMember("orientation", .choice, \.host.orientation, showsDefault: true, help: "{choices}, at the start")
        DocumentMember(
            "audience", .choice, \.host.audience, showsDefault: true,
            help: "{choices}: whether ads for adults are served")
        DocumentMember(
            "exclusions", .object(exclusions), \.host.exclusions,
            help: """
                what the app does not show: {"keywords": ["poker"], "urls": ["rival.example"]}, a host with all below it
                """)
        DocumentMember(
            "refresh", .span(atLeast: TimeSpan.second), \.host.refresh, showsDefault: true,
            help: "from a load to the next request, 1s at least; {default} by default")
        DocumentMember(
            "load-delay", .span(atLeast: 0), \.host.loadDelay, showsDefault: true,
            help: "from a request to its answer; {default} by default")
        DocumentMember(
            "fill-rate", .integer(0...100), \.host.fillRate, showsDefault: true,
            help: "how many of a hundred requests find an ad; {default} by default")
        DocumentMember(
            "eligible", .bool, \.host.isEligible,
            help: "false: the app was not made eligible for ads, and every request fails")
        DocumentMember(
            "hide-when-empty", .bool, \.host.hidesWhenEmpty, help: "false: a slot without an ad stays visible")
        DocumentMember(
            "currency", .currency, \.host.currency, help: "three capital letters; required where there are prices")
        DocumentMember(
            "screens", wanted: "", .required("the app's screens"), words: ScreenDraft.shape.words,
            help: "the app's screens"
        ) { ScreenDraft.readAll($1, into: &$0.host, &$2) }
        DocumentMember("inventory", wanted: "", words: ItemDraft.shape.words, help: "the ads that it can be given") {
            ItemDraft.readAll($1, into: &$0, &$2)
        }
    }

    private static let exclusions = DocumentShape(AdHost.Exclusions()) {
        DocumentMember(
            "keywords", DocumentValue<[String]>.list(of: .string()).map { Set($0.map { $0.lowercased() }) }, \.keywords)
        DocumentMember("urls", DocumentValue<[String]>.list(of: .webHost, "an array of hosts").map { Set($0) }, \.hosts)
    }
}
