import AdAttribution
import AttributionBase
import AttributionSchema

extension World {
    /// The members that scenarios, worlds and campaigns share.
    package static let shape = DocumentShape(World()) {
        DocumentMember(
            "start", .start, \.start, showsDefault: true,
            help: "when the clock begins, as RFC 3339; {default} by default")
        DocumentMember(
            "seed", DocumentValue<Int>.integer(0...Int.max).map(UInt64.init), \.seed,
            help: "the seed of random draws; --seed overrides it, and 0 is the default")
        DocumentMember("developer-mode", .bool, \.developerMode, help: "true if Developer Mode is on at the start")
        DocumentMember(
            "country", .country, \.country,
            help: "the country of the device's storefront, two capital letters; without it no country is sent")
        DocumentMember(
            "tiers", TierTable.value, \.tiers,
            help: """
                The data tiers that Apple would compute, 0 to 3: {"2": 2, "3": 3, "4": 3, "country": 3} for two, three \
                and four digits of the source identifier and for the country, a missing one being 0; or such an object \
                for each source identifier, {"5239": {…}, "default": {…}}. Without tiers or crowd, all are 3.
                """)
        DocumentMember(
            "crowd", .object(CrowdTiers.Thresholds.shape), \.thresholds,
            help: """
                In a world, instead of tiers: {"thresholds": {"1": 20, "2": 100, "3": 500}, "country": 500}, how many \
                conversions reach a tier, counted over the log; "publisher": true counts those of each publisher app \
                by themselves. A model of aak's, since Apple does not publish its own.
                """)
        DocumentMember(
            "publisher-apps", PublisherApp.value, \.publisherApps,
            help: """
                Apps that show ads, and the networks that they list: [{"item-identifier": 5838492, "ad-network-identifiers": \
                ["acme.adattributionkit"]}]. Without it, networks are not checked.
                """)
        DocumentMember("advertised-apps", AdvertisedApp.value, help: "the advertised apps; see below") { world, apps in
            world.advertisedApps = apps
            // An app occurs once, so no two schemas of one app meet.
            for app in apps.values { if let schema = app.schema { _ = world.schemas.add(schema) } }
        }
        DocumentMember(
            "window-start", .choice, \.windowStart, showsDefault: true,
            help: "{choices}: what starts conversion windows, on which Apple's articles differ; {default} by default")
        DocumentMember(
            "re-engagement-limits", .object(ReEngagementLimits.shape), \.limits,
            help: "{\"app-per-month\": 2, \"device-per-year\": 10}: how many re-engagements convert; none by default")
        DocumentMember(
            "strip-parameters", DocumentValue.list(of: .string()).map { Set($0) }, \.strippedParameters,
            help: "names of URL parameters that are removed from a re-engagement URL")
        DocumentMember(
            "receivers",
            DocumentValue.entries(
                of: .list(of: .integer(0...599), "an array of HTTP statuses"), known: "an ad network", key: { $0 }
            ).map { Dictionary($0, uniquingKeysWith: { $1 }) }, \.receivers,
            help: """
                What servers answer to each postback, in order, then 200: {"acme.adattributionkit": [500, 500, 200], "developer": [0]}; 0 is \
                no answer.
                """)
    }
}

extension World.ReEngagementLimits {
    fileprivate static let shape = DocumentShape(World.ReEngagementLimits()) {
        DocumentMember("app-per-month", .integer(0...Int.max), \.appPerMonth)
        DocumentMember("device-per-year", .integer(0...Int.max), \.devicePerYear)
    }
}

extension TierTable {
    /// The tiers of a source identifier without a row, and the defaults of missing members: all 0.
    private static let none = Row(.zero, .zero, .zero, country: .zero)

    private static let row = DocumentShape(none) {
        DocumentMember("2", .tier, \.two)
        DocumentMember("3", .tier, \.three)
        DocumentMember("4", .tier, \.four)
        DocumentMember("country", .tier, \.country)
    }

    /// Either one row for all source identifiers, or a row for each.
    fileprivate static var value: DocumentValue<TierTable> {
        let wanted = "an object of tiers"
        let known = row.names + ["default", "a source identifier"]
        return DocumentValue(wanted, words: row.words + ["default"], undescribed: row.undescribed) { view, reader in
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
                    reader.report(.name(name), .unknownKey(nearest: nil, known: known))
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

/// An app that shows ads, and the networks that it lists.
private struct PublisherApp {
    var item: UInt64 = 0
    var networks: [String] = []

    private static let shape = DocumentShape(PublisherApp()) {
        DocumentMember("item-identifier", .app(from: 0), \.item, .required("the app's item ID"))
        DocumentMember("ad-network-identifiers", .list(of: .string()), \.networks)
    }

    static var value: DocumentValue<[UInt64: Set<String>]> {
        DocumentValue.list(of: .object(shape), "an array of apps").map { apps in
            apps.reduce(into: [:]) { $0[$1.item, default: []].formUnion($1.networks) }
        }
    }
}
