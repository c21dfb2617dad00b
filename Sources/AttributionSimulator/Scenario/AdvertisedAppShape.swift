import AdAttribution
import AttributionBase
import AttributionSchema

extension AdvertisedApp {
    /// The shape of an advertised app, including its Info.plist settings.
    package static let shape = DocumentShape(AdvertisedApp(item: 0)) {
        DocumentMember(
            "item-identifier", .app(), \.item, .required("the app's item ID"), first: true,
            help: "the app's ID in the App Store")
        DocumentMember("installed", .bool, \.isInstalled, help: "true if it is there at the start")
        DocumentMember(
            "marketplace", .string(), \.marketplace, showsDefault: true,
            help: "where it came from, if installed; {default} by default")
        DocumentMember("country", .country, \.country, help: "the country of its install token, if installed")
        DocumentMember(
            "overlapping-re-engagement-windows", .bool, \.overlaps,
            help: "true if the app lets conversions run side by side, distinguished by tags")
        DocumentMember(
            "universal-links", DocumentValue<[String]>.list(of: .string()).map { Set($0.map { $0.lowercased() }) },
            \.universalLinks,
            help: "hosts that the app opens; without it, any https URL is its own")
        DocumentMember(
            "postback-copies", .object(Copies.shape), \.copies,
            help: """
                {"install": true, "re-engagement": true, "skadnetwork": true}: of which postbacks its developer gets a \
                copy
                """)
        DocumentMember(
            "schema", wanted: "a conversion schema", words: ConversionSchema.words,
            help: "its conversion schema, which makes updates of launches and app-events; see aak help schema"
        ) { app, view, reader in
            let owner = app.item == 0 ? nil : ItemIdentifier(rawValue: app.item)
            app.schema = ConversionSchema.read(view, of: owner, &reader)
            return app.schema != nil
        }
        DocumentMember(
            "configuration", wanted: configuration.wanted, words: configuration.words,
            help: """
                AdAttributionKitConfigurations of its Info.plist: AttributionWindows and AttributionCooldown, as aak \
                validate checks them.
                """
        ) { configuration.read($1, into: &$0, &$2) }
    }

    /// A list of apps, keyed by item ID. Each app may appear once.
    static var value: DocumentValue<[UInt64: AdvertisedApp]> {
        DocumentValue.list(of: .object(shape), "an array of apps").checked { _, view, reader in
            var items: Set<UInt64> = []
            _ = reader.elements(of: view, "") { reader, element in
                guard let item = element.member("item-identifier")?.unsignedInteger, !items.insert(item).inserted
                else { return }
                let rule = ScenarioRules.twice
                reader.reportValue("item-identifier", of: element, wanted: "each app once", breaking: rule)
            }
        }.map { apps in apps.reduce(into: [:]) { $0[$1.item] = $1 } }
    }

    // MARK: - AdAttributionKitConfigurations

    private typealias Name = ConfigurationField

    private static let configuration = DocumentShape(AdvertisedApp(item: 0)) {
        DocumentMember(
            Name.windows.name, .entries(of: .object(WindowsDraft.shape), known: "an ad network", key: { $0 })
        ) {
            app, windows in
            for (network, draft) in windows { app.take(draft, of: network) }
        }
        DocumentMember(Name.cooldown.name, wanted: cooldowns.wanted, words: cooldowns.words) {
            cooldowns.read($1, into: &$0, &$2)
        }
    }

    private static let cooldowns = DocumentShape(AdvertisedApp(item: 0)) {
        DocumentMember(Name.installCooldown.name, .anyInteger) {
            $0.rules.installCooldown = $0.hours($1, Name.installCooldown)
        }
        DocumentMember(Name.reEngagementCooldown.name, .anyInteger) {
            $0.rules.reEngagementCooldown = $0.hours($1, Name.reEngagementCooldown)
        }
    }

    private mutating func hours(_ hours: Int, _ field: Field) -> Int {
        if Name.cooldownHours.contains(hours) { return hours }
        keysOutOfRange.append(KeyOutOfRange(path: "\(Name.cooldown.name).\(field.name)"))
        return 0
    }

    private mutating func take(_ draft: WindowsDraft, of network: String) {
        let isGlobal = network == "\(Name.global)"
        for (field, interaction) in draft.outOfRange {
            let path = "\(Name.windows.name).\(network).\(Name.install.name).\(field.name)"
            keysOutOfRange.append(KeyOutOfRange(path: path, interaction: isGlobal ? nil : interaction))
        }
        if isGlobal { rules.global = draft.windows } else { rules.networks[network] = draft.windows }
    }

    /// The attribution windows of a network. An out-of-range number is a fault in the property list that the device
    /// ignores.
    private struct WindowsDraft {
        var windows = AttributionConfiguration.Windows()
        var outOfRange: [(field: Field, interaction: InteractionType)] = []

        static let shape = DocumentShape(WindowsDraft()) {
            DocumentMember(Name.install.name, wanted: install.wanted, words: install.words) {
                install.read($1, into: &$0, &$2)
            }
        }

        private static let install = DocumentShape(WindowsDraft()) {
            DocumentMember(Name.click.name, .anyInteger) {
                $0.windows.click = $0.days($1, Name.clickDays, Name.click, .click)
            }
            DocumentMember(Name.view.name, .anyInteger) {
                $0.windows.view = $0.days($1, Name.viewDays, Name.view, .view)
            }
            DocumentMember(Name.ignoredInteraction.name, .choice, \.windows.ignoredInteraction)
        }

        private mutating func days(
            _ days: Int, _ range: ClosedRange<Int>, _ field: Field, _ interaction: InteractionType
        ) -> Int? {
            if range.contains(days) { return days }
            outOfRange.append((field, interaction))
            return nil
        }
    }
}

extension AdvertisedApp.Copies {
    fileprivate static let shape = DocumentShape(AdvertisedApp.Copies()) {
        DocumentMember("install", .bool, \.install)
        DocumentMember("re-engagement", .bool, \.reEngagement)
        DocumentMember("skadnetwork", .bool, \.skAdNetwork)
    }
}
