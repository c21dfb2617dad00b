import AdAttribution
import AttributionDocuments
import AttributionHost
import AttributionJSON

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
        DocumentMember("app", .item(), .required("the app's item ID"), help: "the app's item ID") { $0.host.app = $1 }
        // The device determines the possible sizes of slots.
        DocumentMember(
            "device", .choice, first: true, default: \.host.device, help: "{choices}, a phone's app on a pad"
        ) { $0.host.device = $1 }
        DocumentMember("orientation", .choice, default: \.host.orientation, help: "{choices}, at the start") {
            $0.host.orientation = $1
        }
        DocumentMember(
            "audience", .choice, default: \.host.audience, help: "{choices}: whether ads for adults are served"
        ) { $0.host.audience = $1 }
        DocumentMember(
            "exclusions", .object(exclusions),
            help: """
                what the app does not show: {"keywords": ["poker"], "urls": ["rival.example"]}, a host with all below it
                """
        ) { $0.host.exclusions = $1 }
        DocumentMember(
            "refresh", .span(atLeast: TimeSpan.second), default: \.host.refresh,
            help: "from a load to the next request, 1s at least; {default} by default"
        ) { $0.host.refresh = $1 }
        DocumentMember(
            "load-delay", .span(atLeast: 0), default: \.host.loadDelay,
            help: "from a request to its answer; {default} by default"
        ) { $0.host.loadDelay = $1 }
        DocumentMember(
            "fill-rate", .integer(0...100), default: \.host.fillRate,
            help: "how many of a hundred requests find an ad; {default} by default"
        ) { $0.host.fillRate = $1 }
        DocumentMember(
            "eligible", .bool,
            help: "false: the app was not made eligible for ads, and every request fails"
        ) { $0.host.isEligible = $1 }
        DocumentMember(
            "hide-when-empty", .bool, help: "false: a slot without an ad stays visible"
        ) { $0.host.hidesWhenEmpty = $1 }
        DocumentMember(
            "currency", .currency,
            help: "three capital letters; required where there are prices"
        ) { $0.host.currency = $1 }
        DocumentMember(
            "screens", wanted: "", .required("the app's screens"), words: ScreenDraft.shape.words,
            help: "the app's screens"
        ) { ScreenDraft.readAll($1, into: &$0.host, &$2) }
        DocumentMember("inventory", wanted: "", words: ItemDraft.shape.words, help: "the ads that it can be given") {
            ItemDraft.readAll($1, into: &$0, &$2)
        }
    }

    private static let exclusions = DocumentShape(AdHost.Exclusions()) {
        DocumentMember("keywords", .list(of: .string())) { $0.keywords = $1 }
        DocumentMember("urls", .list(of: .webHost, "an array of hosts")) { $0.hosts = $1 }
    }
}
