import AttributionBase
import AttributionModel
import AttributionSchema

/// An event of a device while it is read, from a scenario or a line of a log.
struct DeviceEventDraft: EventDraft {
    var start: Int64 = 0
    var at: Int64 = 0
    /// The values of the members; nil if missing.
    var given = GivenMembers()
    fileprivate var impressions: ImpressionReader

    init(_ judge: @escaping TokenJudge) { impressions = ImpressionReader(judge) }

    struct GivenMembers {
        fileprivate var impression: AdImpression?
        fileprivate var publisher: UInt64?
        fileprivate var presentation: Presentation?
        fileprivate var hasAttributionView = true
        fileprivate var url: String?
        fileprivate var app: UInt64 = 0
        fileprivate var kind: ConversionType?
        fileprivate var marketplace = AdvertisedApp.appStore
        fileprivate var country: CountryCode?
        fileprivate var update = ValueUpdate(fine: 0)
        fileprivate var event = AppEvent(name: "", revenue: nil)
        fileprivate var tag: String?
        fileprivate var isOn = false
        fileprivate var settings = SettingsPostbacks()
    }

    fileprivate enum API: String, CaseIterable { case adattributionkit, skadnetwork }

    fileprivate enum AddressedType: String, CaseIterable {
        case install
        case reEngagement = "re-engagement"
    }

    /// Returns an event of the ad, with the given presentation unless the event names another.
    fileprivate func ad(_ use: AdUse, _ standard: Presentation) -> DeviceEvent? {
        guard let impression = given.impression else { return nil }
        let shown = ShownAd(
            impression, presentation: given.presentation ?? standard, publisher: given.publisher,
            hasAttributionView: given.hasAttributionView, reEngagementURL: given.url)
        return .ad(use, shown)
    }
}

// MARK: - Members

extension DeviceEventDraft {
    private typealias Member = DocumentMember<DeviceEventDraft>

    private static let impression = Member(
        "impression", wanted: ImpressionReader.wanted, .required, form: ImpressionReader.form,
        help: "the ad; required for the events that list it"
    ) { draft, view, reader in
        draft.given.impression = draft.impressions.read(view, &reader)
        return draft.given.impression != nil
    }
    private static let publisher = Member(
        "publisher", .app(from: 0),
        help: "the item ID of the app that shows the ad, 0 for a test; by default, that of the impression"
    ) { $0.given.publisher = $1 }
    private static let presentation = Member(
        "presentation", .choice,
        help: """
            view-through (a view's default), custom (a tap's), overlay or product-page: how the ad is presented
            """
    ) { $0.given.presentation = $1 }
    private static let viewPresentation = Member(
        "presentation",
        .choice(
            of: [.viewThrough, .custom],
            otherwise: "view-through or custom; an overlay and a product page are opened"),
        help: presentation.help
    ) { $0.given.presentation = $1 }
    private static let url = Member(
        "re-engagement-url", .string("a URL"), help: "the URL that a tap opens in the installed app"
    ) { $0.given.url = $1 }
    private static let app = Member(
        "app", .app(), .required("the item ID of an app"),
        help: "the item ID of the app; required for the events that list it"
    ) { $0.given.app = $1 }
    private static let tag = Member(
        "tag", .string(),
        help: "the tag of the conversion that it is for; for create-postbacks, the tag of the postbacks"
    ) { $0.given.tag = $1 }

    private static let install = [
        Member(
            "kind", .choice(of: [.download, .redownload], otherwise: nil),
            help: "{choices}; by default it depends on earlier installations"
        ) { $0.given.kind = $1 },
        Member(
            "marketplace", .string(), default: \.given.marketplace,
            help: "the marketplace that the app is installed from; {default} by default"
        ) { $0.given.marketplace = $1 },
        Member("country", .country, help: "the country of another marketplace's install token") {
            $0.given.country = $1
        },
    ]

    private static let update = [
        Member(
            "fine", .anyInteger, .required("a fine value, which every update has", breaking: ScenarioRules.fine),
            help: "the fine value, 0 to 63; required; the device refuses other values"
        ) { $0.given.update.fine = $1 },
        Member("coarse", .choice, help: "{choices}") { $0.given.update.coarse = $1 },
        Member("lock", .bool, help: "true to lock the window") { $0.given.update.locks = $1 },
        Member(
            "types",
            DocumentValue<[AddressedType]>.list(of: .choice, "an array of conversion types").checked(
                .list(.words(AddressedType.allCases.map(\.rawValue)), 1...Int.max)
            ) { _, view, reader in
                guard view.elements.isEmpty else { return }
                let wanted = "at least one type, or no types"
                reader.report(.value(found: "[]", wanted: wanted), breaking: ScenarioRules.types)
            },
            help: "[\"install\", \"re-engagement\"] or one of them: the conversions that it is for; all by default"
        ) {
            $0.given.update.forInstalls = $1.contains(.install)
            $0.given.update.forReEngagements = $1.contains(.reEngagement)
        },
        tag,
        Member(
            "api", DocumentValue<API>.choice,
            help: "adattributionkit (the default) or skadnetwork: the framework whose method the app calls"
        ) { $0.given.update.framework = $1 == .skadnetwork ? .skAdNetwork : .adAttributionKit },
    ]

    private static let appEvent = [
        Member(
            "name",
            DocumentValue<String>.title.checked { name, view, reader in
                guard name == ConversionSchema.launch else { return }
                reader.reportValue(view, wanted: "another name, or the event launch")
            }, .required, help: "what the person did, as in the app's schema; required for the events that list it"
        ) { $0.given.event.name = $1 },
        Member(
            "revenue", .price(decimals: Money.mostDecimals),
            help: "what the person paid: decimal digits in a string such as \"4.99\"; nothing by default"
        ) { $0.given.event.revenue = $1 },
    ]

    private static let on = Member("on", .bool, .required, help: "true or false") { $0.given.isOn = $1 }

    private static let settings = [
        Member("interaction", .choice, default: \.given.settings.interaction, help: "{choices}") {
            $0.given.settings.interaction = $1
        },
        Member(PostbackField.conversionType.name, .choice, default: \.given.settings.type, help: "{choices}") {
            $0.given.settings.type = $1
        },
        Member(
            "windows",
            DocumentValue("1 or 3", .either([.integer(1...1), .integer(3...3)])) {
                $0.unsignedInteger == 3 ? true : $0.unsignedInteger == 1 ? false : nil
            },
            help: "1 or 3: the number of windows; 1 by default"
        ) { $0.given.settings.hasAllWindows = $1 },
        Member("tier", .tier, help: "the data tier, 3 by default") { $0.given.settings.tier = $1 },
        tag,
    ]

    // MARK: - Events

    private typealias Form = EventForm<DeviceEventDraft, DeviceEvent>

    private static func table(others: [String] = [], isLogged: Bool = false) -> EventTable<
        DeviceEventDraft, DeviceEvent
    > {
        EventTable(
            DeviceEventDraft { _ in .unreadable(.payload) }, EventName.self, others: others, isLogged: isLogged,
            form: form)
    }

    static let scenario = table()
    /// For a scenario with a host, where host events are valid too.
    static let withHost = table(others: HostEventName.allCases.map(\.rawValue))
    static let log = table(isLogged: true)

    private static func form(_ name: EventName) -> Form {
        switch name {
        case .load: Form("the ad is fetched", [impression, publisher]) { $0.ad(.load, .custom) }
        case .beginView: viewed("the ad comes into view or goes out of view", .beginView)
        case .endView: viewed("the ad comes into view or goes out of view", .endView)
        case .view: viewed("handleView() of iOS 26.2, a view in one call", .view, check: onlyAdAttributionKit)
        case .tap:
            Form(
                "",
                [
                    impression, publisher, presentation,
                    Member(
                        "attribution-view", .bool, help: "false: there was no attribution view over the ad"
                    ) { $0.given.hasAttributionView = $1 },
                    url,
                ]
            ) { $0.ad(.tap, .custom) }
        case .openOverlay: opened(.overlay)
        case .closeOverlay: Form("", [impression, publisher]) { $0.ad(.close, .overlay) }
        case .openProductPage: opened(.productPage)
        case .closeProductPage: Form("", [impression, publisher]) { $0.ad(.close, .productPage) }
        case .install:
            Form("", [app] + install) {
                .install(
                    app: $0.given.app, kind: $0.given.kind, marketplace: $0.given.marketplace,
                    country: $0.given.country)
            }
        case .launch: Form("", [app]) { .launch(app: $0.given.app) }
        case .delete: Form("", [app]) { .delete(app: $0.given.app) }
        case .update:
            Form("the app updates its conversion value", [app] + update, check: onlyOwnOfSKAdNetwork) { draft in
                var update = draft.given.update
                update.tag = draft.given.tag
                return .update(app: draft.given.app, update)
            }
        case .appEvent:
            Form("something that a person does in the app, which its schema turns into an update", [app] + appEvent) {
                .appEvent(app: $0.given.app, $0.given.event)
            }
        case .developerMode: Form("", [on]) { .developerMode(on: $0.given.isOn) }
        case .createPostbacks:
            Form("a test postback of iOS's developer settings", [app] + settings) { draft in
                var settings = draft.given.settings
                settings.tag = draft.given.tag
                return .createPostbacks(app: draft.given.app, settings)
            }
        case .transmitPostbacks: Form { _ in .transmitPostbacks }
        case .clearPostbacks: Form { _ in .clearPostbacks }
        }
    }

    private static func viewed(
        _ help: String, _ use: AdUse, check: DocumentShape<DeviceEventDraft>.Check? = nil
    ) -> Form {
        Form(help, [impression, publisher, viewPresentation], check: check) { $0.ad(use, .viewThrough) }
    }

    private static func opened(_ presentation: Presentation) -> Form {
        Form("StoreKit's own view of the app, which counts as a view after two seconds", [impression, publisher, url]) {
            $0.ad(.open, presentation)
        }
    }

    private static let onlyAdAttributionKit: DocumentShape<DeviceEventDraft>.Check = { draft, view, reader in
        guard draft.given.impression?.framework == .skAdNetwork else { return }
        let wanted = "an impression of AdAttributionKit; SKAdNetwork has begin-view and end-view"
        reader.reportValue("impression", of: view, wanted: wanted, breaking: ScenarioRules.view)
    }

    /// SKAdNetwork's calls have neither types nor tags.
    private static let onlyOwnOfSKAdNetwork: DocumentShape<DeviceEventDraft>.Check = { draft, view, reader in
        guard draft.given.update.framework == .skAdNetwork else { return }
        let foreign = ["types", "tag"]
        let known = (["at", "event", "app"] + update.map { "\($0.name)" }).filter { !foreign.contains($0) }
        for name in foreign where view.member(named: name) != nil { reader.reportUnknown(name, known: known) }
    }
}

/// Reads successive events of a device, and keeps the state that they share.
struct EventReader {
    private let table: EventTable<DeviceEventDraft, DeviceEvent>
    private var draft: DeviceEventDraft

    init(_ table: EventTable<DeviceEventDraft, DeviceEvent>, _ judge: @escaping TokenJudge) {
        self.table = table
        draft = DeviceEventDraft(judge)
    }

    mutating func read(_ view: JSONView, start: Int64, _ reader: inout DocumentReader) -> TimedEvent? {
        draft.start = start
        draft.given = DeviceEventDraft.GivenMembers()
        return table.read(view, table.entry(view), into: &draft, &reader).map { TimedEvent(at: $0.at, $0.event) }
    }
}
