import AttributionBase
import AttributionModel
import AttributionSchema

// The events of a device: how they are read, and what each does.

extension EventDraft.Members {
    /// Returns an event of the ad. The presentation is `standard`, unless the event names one.
    fileprivate func ad(_ use: AdUse, _ standard: Presentation) -> DeviceEvent? {
        guard let impression else { return nil }
        let shown = ShownAd(
            impression, presentation: presentation ?? standard, publisher: publisher,
            hasAttributionView: hasAttributionView, reEngagementURL: url)
        return .ad(use, shown)
    }
}

extension EventDraft {
    private typealias Member = DocumentMember<EventDraft>

    // MARK: - Members

    private static let impression = Member(
        "impression", wanted: ImpressionReader.wanted, .required, form: ImpressionReader.form,
        help: "the ad; required for the events that list it"
    ) { draft, view, reader in
        draft.given.impression = draft.impressions.read(view, &reader)
        return draft.given.impression != nil
    }
    private static let publisher = Member(
        "publisher", .app(from: 0),
        help: "the item ID of the app that shows the ad, 0 for a test; by default, the publisher in the impression"
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
        help: "the tag of the conversion that the update is for; for create-postbacks, the tag of the postbacks"
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
        Member("country", .country, help: "the country in the install token of a marketplace other than the App Store")
        {
            $0.given.country = $1
        },
    ]

    private static let update = [
        Member(
            "fine", .anyInteger, .required("a fine value, which every update has", breaking: ScenarioRules.fine),
            help: "the fine value, 0 to 63; required; the device rejects other values"
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
            help:
                "an array of install, re-engagement or both: the conversions that the update is for; all by default"
        ) {
            $0.given.update.forInstalls = $1.contains(.install)
            $0.given.update.forReEngagements = $1.contains(.reEngagement)
        },
        tag,
        Member(
            "api", DocumentValue<Framework>.choice,
            help: "adattributionkit (the default) or skadnetwork: the framework whose method the app calls"
        ) { $0.given.update.framework = $1 },
    ]

    private static let appEvent = [
        Member(
            "name",
            DocumentValue<String>.title.checked { name, view, reader in
                guard name == ConversionSchema.launch else { return }
                reader.reportValue(view, wanted: "another name, or the event launch")
            }, .required,
            help: "what the person did, by its name in the app's schema; required for the events that list it"
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

    private enum AddressedType: String, CaseIterable {
        case install
        case reEngagement = "re-engagement"
    }

    // MARK: - Events

    static let deviceForms = EventName.allCases.map { (name: $0.rawValue, form: form($0)) }

    private static func device(
        _ help: String = "", _ own: [Member] = [], check: DocumentShape<EventDraft>.Check? = nil,
        make: @escaping @Sendable (Members) -> DeviceEvent?
    ) -> EventForm {
        (help, own, check, { make($0).map { .device($0) } })
    }

    private static func form(_ name: EventName) -> EventForm {
        switch name {
        case .load: device("the ad is fetched", [impression, publisher]) { $0.ad(.load, .custom) }
        case .beginView: viewed("the ad comes into view or goes out of view", .beginView)
        case .endView: viewed("the ad comes into view or goes out of view", .endView)
        case .view:
            viewed(
                "handleView() of iOS 26.2, a view in one call; Apple does not say whether it must last two seconds",
                .view, check: onlyAdAttributionKit)
        case .tap:
            device(
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
        case .closeOverlay: device("", [impression, publisher]) { $0.ad(.close, .overlay) }
        case .openProductPage: opened(.productPage)
        case .closeProductPage: device("", [impression, publisher]) { $0.ad(.close, .productPage) }
        case .install:
            device("", [app] + install) {
                .install(app: $0.app, kind: $0.kind, marketplace: $0.marketplace, country: $0.country)
            }
        case .launch: device("", [app]) { .launch(app: $0.app) }
        case .delete: device("", [app]) { .delete(app: $0.app) }
        case .update:
            device("the app updates its conversion value", [app] + update, check: onlyOwnOfSKAdNetwork) { given in
                var update = given.update
                update.tag = given.tag
                return .update(app: given.app, update)
            }
        case .appEvent:
            device("something that a person does in the app, which its schema turns into an update", [app] + appEvent) {
                .appEvent(app: $0.app, $0.event)
            }
        case .developerMode: device("", [on]) { .developerMode(on: $0.isOn) }
        case .createPostbacks:
            device("test postbacks from iOS's developer settings", [app] + settings) { given in
                var settings = given.settings
                settings.tag = given.tag
                return .createPostbacks(app: given.app, settings)
            }
        case .transmitPostbacks: device { _ in .transmitPostbacks }
        case .clearPostbacks: device { _ in .clearPostbacks }
        }
    }

    private static func viewed(
        _ help: String, _ use: AdUse, check: DocumentShape<EventDraft>.Check? = nil
    ) -> EventForm {
        device(help, [impression, publisher, viewPresentation], check: check) { $0.ad(use, .viewThrough) }
    }

    private static func opened(_ presentation: Presentation) -> EventForm {
        device(
            """
            StoreKit's overlay or product page for the app; it counts as a view after two seconds, or for SKAdNetwork \
            as a click when it opens
            """, [impression, publisher, url]
        ) {
            $0.ad(.open, presentation)
        }
    }

    private static let onlyAdAttributionKit: DocumentShape<EventDraft>.Check = { draft, view, reader in
        guard draft.given.impression?.framework == .skAdNetwork else { return }
        let wanted = "an AdAttributionKit impression; SKAdNetwork has begin-view and end-view"
        reader.reportValue("impression", of: view, wanted: wanted, breaking: ScenarioRules.view)
    }

    /// The calls of SKAdNetwork have neither conversion types nor tags.
    private static let onlyOwnOfSKAdNetwork: DocumentShape<EventDraft>.Check = { draft, view, reader in
        guard draft.given.update.framework == .skAdNetwork else { return }
        let foreign = ["types", "tag"]
        let known = (["at", "event", "app"] + update.map { "\($0.name)" }).filter { !foreign.contains($0) }
        for name in foreign where view.member(named: name) != nil { reader.reportUnknown(name, known: known) }
    }
}

// MARK: - What they do

extension DeviceSimulator {
    /// Plays an event at the present time.
    mutating func play(_ event: DeviceEvent) {
        switch event {
        case .ad(let use, let ad): play(use, of: ad)
        case .install(let app, let kind, let marketplace, let country):
            install(app, kind: kind, marketplace: marketplace, country: country)
        case .launch(let app): launch(app)
        case .delete(let app): delete(app)
        case .update(let app, let update): self.update(app, update)
        case .appEvent(let app, let event): play(event, in: app)
        case .developerMode(let on): setDeveloperMode(on)
        case .createPostbacks(let app, let postbacks): createPostbacks(app, postbacks)
        case .transmitPostbacks: transmitPostbacks()
        case .clearPostbacks: clearPostbacks()
        }
    }
}
