import AttributionBase
import AttributionModel
import AttributionSchema

/// A host while it is read. The members of screens and ads are checked against members that were read before them.
package struct HostDraft: Sendable {
    private var host = AdHost(app: 0)
    private var names: (screens: Set<String>, slots: Set<String>) = ([], [])
    private var impressions: ImpressionReader
    // The parts that are being read.
    private var screen = AdHost.Screen(name: "")
    private var slot = AdHost.Slot(name: "", format: .banner)
    private var item = AdHost.Item(format: .banner)

    private init(_ judge: @escaping TokenJudge) { impressions = ImpressionReader(judge, readsTemplates: true) }

    /// Reads a host. Returns nil if it has any fault, because its events depend on the whole host.
    static func read(_ view: JSONView, _ judge: @escaping TokenJudge, _ reader: inout DocumentReader) -> AdHost? {
        let before = reader.faults.count
        var draft = HostDraft(judge)
        let isWhole = shape.read(view, into: &draft, &reader)
        return isWhole && reader.faults.count == before ? draft.host : nil
    }

    private static let blank = HostDraft { _ in .unreadable(.payload) }

    private static let checkCurrency: DocumentShape<HostDraft>.Check = { draft, view, reader in
        guard view.member("currency") == nil,
            draft.host.inventory.contains(where: { $0.cpm > .zero || $0.cpc > .zero })
        else { return }
        reader.report(.missing(wanted: "the currency of the prices, such as \"USD\""), at: .key("currency"))
    }

    package static let shape = DocumentShape(blank, check: checkCurrency) {
        DocumentMember("app", .app(), \.host.app, .required("the app's item ID"), help: "the app's item ID")
        // The device decides which sizes slots can have.
        DocumentMember(
            "device", .choice, \.host.device, first: true, showsDefault: true,
            help: "{choices}; phone-on-pad is an iPhone app on an iPad"
        )
        DocumentMember(
            "orientation", .choice, \.host.orientation, showsDefault: true,
            help: "{choices}: the orientation at the start")
        DocumentMember(
            "audience", .choice, \.host.audience, showsDefault: true,
            help: "{choices}: whether ads for adults are served")
        DocumentMember(
            "exclusions", .object(exclusions), \.host.exclusions,
            help: """
                ads that the app does not show: {"keywords": ["poker"], "urls": ["rival.example"]}; a domain includes \
                its subdomains
                """)
        DocumentMember(
            "refresh", .span(atLeast: TimeSpan.second), \.host.refresh, showsDefault: true,
            help: "the time from a load to the next request, at least 1s; {default} by default")
        DocumentMember(
            "load-delay", .span(atLeast: 0), \.host.loadDelay, showsDefault: true,
            help: "the time from a request to its response; {default} by default")
        DocumentMember(
            "fill-rate", .integer(0...100), \.host.fillRate, showsDefault: true,
            help: "how many of every 100 requests get an ad; {default} by default")
        DocumentMember(
            "eligible", .bool, \.host.isEligible,
            help: "false: the app was not made eligible for ads, and every request fails")
        DocumentMember(
            "hide-when-empty", .bool, \.host.hidesWhenEmpty, help: "false: a slot without an ad stays visible")
        DocumentMember(
            "currency", .currency, \.host.currency, help: "three capital letters; required if there are prices")
        DocumentMember(
            "screens", wanted: "", .required("the app's screens"), form: .list(screenShape.form),
            help: "the app's screens"
        ) { $0.readScreens($1, &$2) }
        DocumentMember(
            "inventory", wanted: "", form: .list(itemShape.form), help: "the ads available to the slots"
        ) { $0.readItems($1, &$2) }
    }

    private static let exclusions = DocumentShape(AdHost(app: 0).exclusions) {
        DocumentMember(
            "keywords", DocumentValue<[String]>.list(of: .string()).map { Set($0.map { $0.lowercased() }) }, \.keywords)
        DocumentMember("urls", DocumentValue<[String]>.list(of: .webHost, "an array of hosts").map { Set($0) }, \.hosts)
    }
}

// The ads of the inventory, with their prices.

extension HostDraft {
    private mutating func readItems(_ view: JSONView, _ reader: inout DocumentReader) -> Bool {
        reader.elements(of: view, "an array of ads") { reader, element in
            let before = reader.faults.count
            item = AdHost.Item(format: .banner)
            guard Self.itemShape.read(element, into: &self, &reader), reader.faults.count == before else { return }
            host.inventory.append(item)
        }
    }

    package static let itemShape = DocumentShape(blank) {
        DocumentMember(
            "impression", wanted: ImpressionReader.wanted, .required, form: ImpressionReader.templateForm,
            help: """
                The ad, in the same notation as in an event; required. A token is shown again unchanged; an ad given
                as fields gets a new impression-identifier and timestamp each time it is loaded.
                """
        ) { draft, view, reader in
            guard let impression = draft.impressions.read(view, &reader) else { return false }
            draft.item.impression = impression
            draft.item.isToken = view.kind == .string
            return true
        }
        DocumentMember(
            "presentation",
            .choice(
                of: [.viewThrough, .custom],
                otherwise: "view-through or custom; overlay and product-page are actions"), \.item.presentation,
            showsDefault: true, help: "{choices}")
        DocumentMember(
            "format", DocumentValue<AdFormat>.choice, .required, first: true,
            help: "the format: banner, medium-rectangle or full-screen"
        ) {
            $0.item.format = $1
            $0.item.sizes = AdSize.sizes(of: $1)
        }
        DocumentMember(
            "sizes", wanted: "", form: .list(.words(AdSize.allCases.map(\.rawValue)), 1...Int.max),
            help: "the sizes of the ad; by default, all sizes of its format"
        ) { draft, view, reader in
            draft.item.sizes = reader.sizes(view, among: AdSize.sizes(of: draft.item.format))
            return true
        }
        DocumentMember("keywords", .list(of: .string()), \.item.keywords, help: "words that an app may exclude")
        DocumentMember(
            "url", .webHost, \.item.urlHost, help: "the domain that the ad leads to, which an app may exclude")
        DocumentMember("for-adults", .bool, \.item.isForAdults, help: "true: not for an audience under 17")
        DocumentMember(
            "action", .choice, \.item.action, first: true,
            help: "what a tap begins: custom (the default), overlay, product-page, modal (iAd's own) or url")
        // The action decides this value, so any other value is a mistake.
        DocumentMember(
            "leaves-application", wanted: "true or false", form: .bool,
            help: "whether the action leaves the app; it must agree with the action"
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
            help: "the price of a thousand impressions, such as \"2.50\", with at most 3 decimals")
        DocumentMember(
            "cpc", .price(decimals: 6), \.item.cpc,
            help: "the price of a click, such as \"0.40\", with at most 6 decimals")
        DocumentMember(
            "weight", .integer(1...1_000_000), \.item.weight, showsDefault: true,
            help: "how often the ad is chosen, relative to the others; {default} by default")
        DocumentMember("test", .bool, \.item.isTest, help: "true: the ad is a test ad, which nobody pays for")
    }
}

// The screens. Each is checked against those before it.

extension HostDraft {
    /// The greatest number of slots. It is limited because each step of a simulation visits all of them.
    private static let slotLimit = 1000

    private mutating func readScreens(_ view: JSONView, _ reader: inout DocumentReader) -> Bool {
        let isArray = reader.elements(of: view, "an array of screens") { reader, element in
            screen = AdHost.Screen(name: "")
            _ = Self.screenShape.read(element, into: &self, &reader)
            checkBars(element, &reader)
            host.screens.append(screen)
            names.screens.insert(screen.name)
        }
        if host.slots.count > Self.slotLimit {
            let wanted = "at most \(Self.slotLimit) slots"
            reader.report(.value(found: "\(host.slots.count) slots", wanted: wanted), breaking: ScenarioRules.hostSize)
        }
        return isArray
    }

    package static let screenShape = DocumentShape(blank) {
        DocumentMember(
            "name", wanted: "", .required("the screen's name"), form: .string(), help: "the name that events use"
        ) {
            $2.readName($1, "screen", unlike: $0.names.screens, into: &$0.screen.name)
        }
        DocumentMember("bottom-bar", .choice, \.screen.bar, showsDefault: true, help: "{choices}")
        DocumentMember("content", .bool, \.screen.hasContent, help: "false: the screen has only ads")
        DocumentMember(
            "immersive", .bool, \.screen.isImmersive, help: "true: the screen is in use without a break, as in a game")
        DocumentMember(
            "media-continues", .bool, \.screen.mediaContinues,
            help: "true: sound or video continues while an action covers the app")
        DocumentMember("slots", wanted: "", form: .list(slotShape.form), help: "the ad slots on the screen") {
            $0.readSlots($1, &$2)
        }
    }

    private mutating func readSlots(_ view: JSONView, _ reader: inout DocumentReader) -> Bool {
        reader.elements(of: view, "an array of slots") { reader, element in
            let before = reader.faults.count
            slot = AdHost.Slot(name: "", format: .banner)
            slot.sizes = host.device.sizes(of: slot.format)
            guard Self.slotShape.read(element, into: &self, &reader), reader.faults.count == before else { return }
            names.slots.insert(slot.name)
            slot.screen = host.screens.count
            screen.slots.append(host.slots.count)
            host.slots.append(slot)
        }
    }

    /// Checks that a slot is placed relative to a bar only if the screen has one.
    private func checkBars(_ view: JSONView, _ reader: inout DocumentReader) {
        guard screen.bar == .none, let list = view.member("slots"), list.kind == .array else { return }
        reader.inside(.key("slots")) { reader in
            _ = reader.elements(of: list, "") { reader, element in
                guard element.member("position")?.isEqual(to: AdHost.Slot.Position.belowBar.rawValue) == true
                else { return }
                reader.reportValue(
                    "position", of: element, wanted: "bottom, top or middle, as the screen has no bottom-bar")
            }
        }
    }
}

// The slots of a screen.

extension HostDraft {
    package static let slotShape = DocumentShape(blank, check: checkStyle) {
        DocumentMember(
            "name", wanted: "", .required("the slot's name"), form: .string(), help: "the name that events use"
        ) {
            $2.readName($1, "slot", unlike: $0.names.slots, into: &$0.slot.name)
        }
        DocumentMember("format", .choice, .required, first: true, help: "{choices}") {
            $0.slot.format = $1
            $0.slot.sizes = $0.host.device.sizes(of: $1)
        }
        DocumentMember(
            "sizes", wanted: "", form: .list(.words(AdSize.allCases.map(\.rawValue)), 1...Int.max),
            help: """
                The sizes that an ad for the slot must have; by default, all sizes for the device: 320x50 and 480x32 \
                (banners on a phone), 768x66 and 1024x66 (on a pad), 300x250 (medium rectangles).
                """
        ) {
            $0.slot.sizes = $2.sizes($1, among: $0.host.device.sizes(of: $0.slot.format))
            return !$0.slot.sizes.isEmpty
        }
        DocumentMember("position", .choice, \.slot.position, showsDefault: true, help: "{choices}")
        DocumentMember("scrolls", .bool, \.slot.scrolls, help: "true: the slot scrolls with the content")
        DocumentMember(
            "style", .choice, \.slot.style,
            help:
                "for a full-screen slot: modal (the default), which covers the app, or page, which is one of several pages"
        )
    }

    private static let checkStyle: DocumentShape<HostDraft>.Check = { draft, view, reader in
        guard draft.slot.format != .fullScreen else { return }
        reader.reportValue("style", of: view, wanted: "absent, since only full-screen slots have a style")
    }
}

extension DocumentReader {
    /// Reads a name, which must be unique.
    fileprivate mutating func readName(
        _ view: JSONView, _ kind: String, unlike others: Set<String>, into name: inout String
    ) -> Bool {
        guard let found = DocumentValue<String>.string().read(view, &self) else { return false }
        if found.isEmpty { reportValue(view, wanted: "a name") }
        if others.contains(found) {
            reportValue(view, wanted: "a name that no other \(kind) has", breaking: ScenarioRules.twice)
        }
        name = found
        return true
    }

    /// Reads the sizes of a format. There must be at least one, and each only once.
    mutating func sizes(_ view: JSONView, among possible: [AdSize]) -> [AdSize] {
        guard !possible.isEmpty else {
            reportValue(view, wanted: "absent: a full-screen ad has the screen's size")
            return []
        }
        var sizes: [AdSize] = []
        let value = DocumentValue<AdSize>.choice(of: possible, otherwise: nil)
        _ = elements(of: view, "an array of sizes") { reader, element in
            guard let size = value.read(element, &reader) else { return }
            if sizes.contains(size) {
                return reader.reportValue(element, wanted: "listed once", breaking: ScenarioRules.twice)
            }
            sizes.append(size)
        }
        if view.kind == .array, view.elements.isEmpty { reportValue(view, wanted: "a list of at least one size") }
        return sizes
    }
}
