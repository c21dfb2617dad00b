import AttributionBase
import AttributionModel
import AttributionSchema

extension World {
    /// The members that scenarios, worlds and populations share.
    package static let shape = DocumentShape(World()) {
        DocumentMember(
            "start", .start, \.start, showsDefault: true,
            help: "when the clock begins, as RFC 3339; {default} by default")
        DocumentMember(
            "seed", DocumentValue<Int>.integer(0...Int.max).map(UInt64.init), \.seed,
            help: "the seed for all random values, 0 by default; --seed overrides it")
        DocumentMember("developer-mode", .bool, \.developerMode, help: "true if Developer Mode is on at the start")
        DocumentMember(
            "country", .country, \.country,
            help: "the country of the device's storefront, two capital letters; if missing, no country is sent")
        DocumentMember(
            "tiers", TierTable.value, \.tiers,
            help: """
                The data tiers that Apple would compute, 0 to 3: {"2": 3, "3": 3, "4": 2, "country": 3} for two, three \
                and four digits of the source identifier and for the country; a missing tier is 0. Instead, "tiers" \
                can be an object with such an object for each source identifier: {"5239": {…}, "default": {…}}. If \
                neither tiers nor crowd is given, all are 3.
                """)
        DocumentMember(
            "crowd", .object(CrowdTiers.Thresholds.shape), \.thresholds,
            help: """
                Instead of "tiers": how many conversions each tier needs, such as {"thresholds": {"1": 20,
                "2": 100, "3": 500}, "country": 500}. "publisher": true counts the conversions of each publisher app
                separately. This is aak's own model, because Apple does not publish how it counts.
                """)
        DocumentMember(
            "publisher-apps", publisherList, \.publisherApps,
            help: """
                The apps that show ads, and the networks that each app lists: [{"item-identifier": 5838492, "ad-network-identifiers": \
                ["acme.adattributionkit"]}]. If missing, networks are not checked.
                """)
        DocumentMember("advertised-apps", AdvertisedApp.value, help: "the advertised apps; see below") { world, apps in
            world.advertisedApps = apps
            // Adding cannot fail, because each app occurs once and has one schema.
            for app in apps.values { if let schema = app.schema { _ = world.schemas.add(schema) } }
        }
        DocumentMember(
            "window-start", .choice, \.windowStart, showsDefault: true,
            help: "{choices}: what starts conversion windows; Apple's articles differ on this; {default} by default")
        DocumentMember(
            "re-engagement-limits", .object(limitsShape), \.limits,
            help:
                "{\"app-per-month\": 2, \"device-per-year\": 10}: how many re-engagements can count as conversions; no limit by default"
        )
        DocumentMember(
            "strip-parameters", DocumentValue.list(of: .string()).map { Set($0) }, \.strippedParameters,
            help: "the names of URL parameters that are removed from a re-engagement URL")
        DocumentMember(
            "receivers",
            DocumentValue.entries(
                of: .list(of: .integer(0...599), "an array of HTTP statuses"), known: "an ad network", key: { $0 }
            ).map { Dictionary($0, uniquingKeysWith: { $1 }) }, \.receivers,
            help: """
                The statuses with which servers respond to each postback, in order; after these, 200: \
                {"acme.adattributionkit": [500, 500, 200], "developer": [0]}; 0 means no response.
                """)
    }
}

extension World {
    private static let limitsShape = DocumentShape(World().limits) {
        DocumentMember("app-per-month", .integer(0...Int.max), \.appPerMonth)
        DocumentMember("device-per-year", .integer(0...Int.max), \.devicePerYear)
    }

    private static let publisherApp = DocumentShape((item: UInt64(0), networks: [String]())) {
        DocumentMember("item-identifier", .app(from: 0), \.item, .required("the app's item ID"))
        DocumentMember("ad-network-identifiers", .list(of: .string()), \.networks)
    }

    private static let publisherList = DocumentValue.list(of: .object(publisherApp), "an array of apps").map { apps in
        apps.reduce(into: [UInt64: Set<String>]()) { $0[$1.item, default: []].formUnion($1.networks) }
    }
}

extension TierTable {
    /// A row with tier 0 everywhere, which provides the defaults of missing members and applies to source identifiers without a row.
    private static let none = Row(.zero, .zero, .zero, country: .zero)

    private static let row = DocumentShape(none) {
        DocumentMember("2", .tier, \.two)
        DocumentMember("3", .tier, \.three)
        DocumentMember("4", .tier, \.four)
        DocumentMember("country", .tier, \.country)
    }

    /// Either one row for all source identifiers, or a row for each of some.
    fileprivate static var value: DocumentValue<TierTable> {
        let wanted = "an object of tiers"
        let known = row.names + ["default", "a source identifier"]
        let form = DocumentForm.either([row.form, .entries(row.form, known: ["default"])])
        return DocumentValue(wanted, form) { view, reader in
            var table = TierTable()
            if view.members.contains(where: { row.names.contains($0.name.string) }) {
                table.common = row.read(view, &reader) ?? none
                return table
            }
            guard view.kind == .object else {
                reader.reportValue(view, wanted: wanted)
                return nil
            }
            table.common = none
            for member in view.members {
                let name = member.name.string
                let source = SourceIdentifier(name).flatMap { SourceIdentifier($0.number) }
                guard name == "default" || source != nil else {
                    reader.report(.unknownKey(nearest: nil, known: known), at: .name(name))
                    continue
                }
                let read = reader.inside(.name(name)) { row.read(member.value, &$0) } ?? none
                if let source { table.bySource[source.number] = read } else { table.common = read }
            }
            return table
        }
    }
}

extension CrowdTiers.Thresholds {
    private static let blank = CrowdTiers.Thresholds(one: 0, two: 0, three: 0, country: 0)

    private static let counts = DocumentShape(blank) {
        DocumentMember("1", .integer(0...Int.max), \.one, .required("how many conversions reach tier 1"))
        DocumentMember("2", .integer(0...Int.max), \.two, .required("how many conversions reach tier 2"))
        DocumentMember("3", .integer(0...Int.max), \.three, .required("how many conversions reach tier 3"))
    }

    fileprivate static let shape = DocumentShape(blank) {
        DocumentMember(
            "thresholds", .object(counts), .required("thresholds for 1, 2 and 3")
        ) { ($0.one, $0.two, $0.three) = ($1.one, $1.two, $1.three) }
        DocumentMember(
            "country", .integer(0...Int.max), \.country, .required("how many conversions disclose a country"))
        DocumentMember("publisher", .bool, \.countsPublisher)
    }
}

extension AdvertisedApp {
    /// The shape of an advertised app, with the settings of its Info.plist.
    package static let shape = DocumentShape(AdvertisedApp(item: 0)) {
        DocumentMember(
            "item-identifier", .app(), \.item, .required("the app's item ID"), first: true,
            help: "the app's ID in the App Store")
        DocumentMember("installed", .bool, \.isInstalled, help: "true if the app is installed at the start")
        DocumentMember(
            "marketplace", .string(), \.marketplace, showsDefault: true,
            help: "the marketplace that an installed app came from; {default} by default")
        DocumentMember("country", .country, \.country, help: "the country of the install token of an installed app")
        DocumentMember(
            "overlapping-re-engagement-windows", .bool, \.overlaps,
            help: "true if several conversions of the app can be open at a time, distinguished by tags")
        DocumentMember(
            "universal-links", DocumentValue<[String]>.list(of: .string()).map { Set($0.map { $0.lowercased() }) },
            \.universalLinks,
            help: "hosts whose URLs the app opens; if missing, the app opens any https URL")
        DocumentMember(
            "postback-copies", .object(copiesShape), \.copies,
            help: """
                {"install": true, "re-engagement": true, "skadnetwork": true}: which postbacks the developer gets a copy of
                """)
        DocumentMember(
            "schema", wanted: ConversionSchema.kind, form: ConversionSchema.form,
            help: "its conversion schema, which turns launches and app-events into updates; see aak help schema"
        ) { app, view, reader in
            let owner = app.item == 0 ? nil : ItemIdentifier(rawValue: app.item)
            app.schema = ConversionSchema.read(view, of: owner, &reader)
            return app.schema != nil
        }
        DocumentMember(
            "configuration", wanted: configuration.wanted, form: configuration.form,
            help: """
                AttributionWindows and AttributionCooldown, written as in \
                AdAttributionKitConfigurations in the app's Info.plist
                """
        ) { configuration.read($1, into: &$0, &$2) }
    }

    private static let copiesShape = DocumentShape(AdvertisedApp(item: 0).copies) {
        DocumentMember("install", .bool, \.install)
        DocumentMember("re-engagement", .bool, \.reEngagement)
        DocumentMember("skadnetwork", .bool, \.skAdNetwork)
    }

    /// A list of apps, by item ID. An app may occur only once.
    static var value: DocumentValue<[UInt64: AdvertisedApp]> {
        DocumentValue.list(of: .object(shape), "an array of apps").checked { _, view, reader in
            var items: Set<UInt64> = []
            _ = reader.elements(of: view, "") { reader, element in
                guard let item = element.member("item-identifier")?.unsignedInteger, !items.insert(item).inserted
                else { return }
                let rule = ScenarioRules.twice
                reader.reportValue("item-identifier", of: element, wanted: "listed once", breaking: rule)
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
        DocumentMember(Name.cooldown.name, wanted: cooldowns.wanted, form: cooldowns.form) {
            cooldowns.read($1, into: &$0, &$2)
        }
    }

    private static let cooldowns = DocumentShape(AdvertisedApp(item: 0)) {
        DocumentMember(Name.installCooldown.name, .anyInteger) {
            $0.rules.installCooldownHours = $0.hours($1, Name.installCooldown)
        }
        DocumentMember(Name.reEngagementCooldown.name, .anyInteger) {
            $0.rules.reEngagementCooldownHours = $0.hours($1, Name.reEngagementCooldown)
        }
    }

    private mutating func hours(_ hours: Int, _ field: Field) -> Int {
        if Name.cooldownHours.contains(hours) { return hours }
        keysOutOfRange.append(("\(Name.cooldown.name).\(field.name)", nil))
        return 0
    }

    private mutating func take(_ draft: WindowsDraft, of network: String) {
        let isGlobal = network == "\(Name.global)"
        for (field, interaction) in draft.outOfRange {
            let path = "\(Name.windows.name).\(network).\(Name.install.name).\(field.name)"
            keysOutOfRange.append((path, isGlobal ? nil : interaction))
        }
        if isGlobal { rules.global = draft.windows } else { rules.networks[network] = draft.windows }
    }

    /// The attribution windows for a network. An out-of-range number is a fault of the Info.plist, which the device ignores, and not of the
    /// scenario.
    private struct WindowsDraft {
        var windows = AttributionConfiguration.Windows()
        var outOfRange: [(field: Field, interaction: InteractionType)] = []

        static let shape = DocumentShape(WindowsDraft()) {
            DocumentMember(Name.install.name, wanted: install.wanted, form: install.form) {
                install.read($1, into: &$0, &$2)
            }
        }

        private static let install = DocumentShape(WindowsDraft()) {
            DocumentMember(Name.click.name, .anyInteger) {
                $0.windows.clickDays = $0.days($1, Name.clickDays, Name.click, .click)
            }
            DocumentMember(Name.view.name, .anyInteger) {
                $0.windows.viewDays = $0.days($1, Name.viewDays, Name.view, .view)
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
