import AttributionBase
import AttributionCommandModel
import AttributionModel
import AttributionReport
import AttributionSchema
import AttributionSimulator

extension Topic {
    /// `aak help scenario`: describes the scenarios, worlds and logs that `aak simulate` reads.
    static let scenario = Topic(
        name: "scenario",
        summary: "the format of scenarios, worlds and event logs, for aak simulate",
        discussion: """
            A scenario is one JSON document with a world and events; each event has a time. A world by itself has no
            events; it is used with an event log. A log is NDJSON: each line is an event that also has a "device" (any
            string). The lines of one device must be adjacent and in chronological order; a stable sort by device (sort
            -s) achieves this. aak simulate --example NAME --show-scenario writes a sample scenario, which you can
            adapt.

            A time is an offset from start, such as 90s, 1s999ms or 3d4h, or an RFC 3339 time. It must not be before
            start, nor so late that anything it leads to would be after the year 9999. The events of a scenario are
            sorted by time; events at the same time keep their order. At any instant, windows and timers end first; then
            the events happen; then deadlines pass, and postbacks are sent. The first hundred faults in a scenario are
            reported at once, each with its path, such as events[3].kind. aak validate reports them without simulating
            the scenario.
            """,
        sections: [
            JSONSchema.scenario.section,
            Section(
                "The world", .paragraph("All members are optional, except events in a scenario."),
                .table(World.shape.rows + ScenarioDraft.own.rows)),
            Section("An advertised app", .table(AdvertisedApp.shape.rows)),
            Section(
                "Events",
                .paragraph(
                    "Each event has the members \"at\" and \"event\", and in a log also \"device\"; its other "
                        + "members are listed after its description."
                ), .table(EventTable.log.rows(describesMembers: false))),
            Section("Events of an app host", .paragraph("aak help host describes them.")),
            Section("Members of events", .table(EventTable.log.memberRows)),
            Section(
                "Impressions",
                .paragraph(
                    """
                    An impression can be given in three forms. It can be a compact JWS, as aak sign writes it. It can \
                    be an object with the fields of the payload, of which impression-identifier is required; it is \
                    treated as if it were signed. It can be a SKAdNetwork ad: an object whose only member, \
                    skadnetwork, has the signed fields as Apple's documentation names them (version, ad-network-id, \
                    itunes-item-id, nonce, source-app-id or source-domain, fidelity-type, campaign-id or \
                    source-identifier, timestamp).
                    """)),
            Section("A whole scenario", .literal(scenarioExample)),
        ])

    private static let scenarioExample = """
        {
          "start": "2026-01-01T00:00:00Z",
          "seed": 7,
          "country": "US",
          "tiers": {"2": 3, "3": 3, "4": 2, "country": 3},
          "advertised-apps": [{"item-identifier": 1108187390}],
          "events": [
            {"at": "0s", "event": "tap", "impression": {
              "ad-network-identifier": "example.adattributionkit", "source-identifier": 5239,
              "impression-identifier": "00000000-0000-4000-8000-000000000001",
              "advertised-item-identifier": 1108187390, "publisher-item-identifier": 5838492}},
            {"at": "10m", "event": "install", "app": 1108187390},
            {"at": "1h", "event": "launch", "app": 1108187390},
            {"at": "3d4h", "event": "update", "app": 1108187390, "fine": 42, "coarse": "high", "lock": true}
          ]
        }
        """

    /// `aak help host`: describes the app with ads in a scenario.
    static let host = Topic(
        name: "host",
        summary: "the part of a scenario that describes the app host, the app that shows the ads",
        discussion: """
            An app host is an app whose screens have ad slots, together with the ads that can fill them. What is on the
            screen, for how long, and what is tapped determine which views and taps AdAttributionKit and SKAdNetwork
            record. The timeline also shows loads, actions, pauses and earnings. The model uses the terminology of
            Apple's iAd (2010–2016).

            In a scenario, the member "host" describes this app, and the app's events are mixed with the other events.
            iAd's guidelines for such apps are checked as rules: aak simulate reports each guideline that is broken,
            as a warning or an error, and aak validate checks the guidelines that do not depend on the clock.
            """,
        sections: [
            Section("Members of the app host", .table(HostDraft.shape.rows)),
            Section("A screen", .table(HostDraft.screenShape.rows)),
            Section("A slot", .table(HostDraft.slotShape.rows)),
            Section("An ad in the inventory", .table(HostDraft.itemShape.rows)),
            Section("Events", .table(EventTable.host.rows(describesMembers: true))),
        ])

    /// `aak help population`: describes the population file of `aak simulate --devices`.
    static let population = Topic(
        name: "population",
        summary: "the format of a population file, for aak simulate --population",
        discussion: """
            A population file is one JSON document that describes a population of simulated devices: a world, with the
            members that aak help scenario describes, and the rates at which things happen. What happens on a device
            depends only on the seed and the number of the device, so the first thousand devices are the same however
            many there are. What happens is spread over all 24 hours of the day. For the list of ad campaigns, see aak
            help campaigns.
            """,
        sections: [
            JSONSchema.population.section,
            Section("Members", .table(Population.shape.rows)),
            Section(
                "Rates",
                .paragraph(
                    "Each is a rate per million, such as 500000 for one time in two; a missing rate is 0, which means never."
                ),
                .table(Population.rates.rows)),
            Section("A whole population file", .literal(populationExample)),
        ])

    private static let populationExample = """
        {
          "country": "US",
          "tiers": {"2": 3, "3": 3, "4": 2, "country": 3},
          "app": 1108187390,
          "publisher": 5838492,
          "days": 40,
          "networks": [{"ad-network-identifier": "example.adattributionkit", "source-identifier": 5239}],
          "countries": {"US": 3, "DE": 1},
          "rates": {"view": 300000, "tap": 50000, "install": 100000, "organic": 1000, "launch": 500000, "update": 700000},
          "values": [{"fine": 12, "coarse": "low", "weight": 5}, {"fine": 42, "coarse": "high", "weight": 1}]
        }
        """

    /// `aak help campaigns`: describes the list that `aak report --campaigns` reads.
    static let campaigns = Topic(
        name: "campaigns",
        summary: "the format of the list of ad campaigns, for aak report --campaigns",
        discussion: """
            The list is one JSON document that names the campaigns for which ads were bought. It is an array with one
            object for each campaign; the object gives the campaign's identifiers, its name in reports, and the amount
            that was spent on it. Reports assume that the list is complete for its networks, so include every source
            identifier in use, with or without a spend. For population files, see aak help population.

            A postback contains only the last two, three or four digits of a source identifier. It belongs to the
            campaigns of its network and app whose identifiers end with these digits: 39 fits 5239 and 6139. If only one
            campaign fits, the postback certainly belongs to it; if several fit, the postback is shared among them. A
            SKAdNetwork postback of a version below 4.0 has a campaign-id instead, and belongs only to campaigns with
            that campaign-id. Within a network and app, each identifier may be used only once. The first hundred faults
            in a list are reported at once, each with its path, such as campaigns[3].spend.
            """,
        sections: [
            JSONSchema.campaigns.section,
            Section("Members of a campaign", .table(CampaignTable.rows)),
            Section("A whole list", .literal(campaignsExample)),
        ])

    private static let campaignsExample = """
        [
          {"source-identifier": "5239", "name": "Spring", "spend": "800.00", "currency": "EUR",
           "ad-network-identifier": "example.adattributionkit", "advertised-item-identifier": 1108187390},
          {"source-identifier": "6139", "campaign-id": 12, "name": "Summer", "spend": "450.50", "currency": "EUR",
           "ad-network-identifier": "example.adattributionkit"},
          {"source-identifier": "7001", "name": "Test", "ad-network-identifier": "example.adattributionkit"}
        ]
        """

    /// `aak help schema`: describes conversion schemas.
    static let schema = Topic(
        name: "schema",
        summary: "the format of a conversion schema, which maps an app's events to conversion values and back",
        discussion: """
            A schema is one JSON document. It maps the events of an app to conversion values: aak simulate uses it to
            turn events into updates, and aak report uses it to name the values in postbacks and to give their revenue
            as a range. aak validate checks it. Apple defines fine values, coarse values, windows and locks; what a
            value means is up to the advertiser. Each element of "values" is an entry: it gives a conversion value, and
            says when it applies.

            In each window, an app's events are counted by name, and their revenue is added up by name. An entry applies
            if its event occurred at least as many times as "count" says, and if the revenue of that event is at least
            the first amount of "revenue" and less than the second. An entry without an event applies from the first
            launch or event on. Of the entries that apply, the last one counts, so the order in the list is the rank. A
            value is never replaced by a value of lower rank. In windows 2 and 3, only coarse values count; because
            every update must have a fine value, updates for these windows set it to 0.

            Use "after", "within" and "days" to measure retention: "opened on the second day" is a launch after 24h
            and within 48h, and "used on two days" is a launch on 2 days. These times are counted from the conversion,
            even if the window begins later; only events within the window count.

            A range of fine values divides the revenue into equal steps, one for each value. The size of a step is
            rounded down to a millionth; the last step takes the remainder. When a postback is read, a fine value stands
            for the revenue of its step, a coarse value for the revenue of any entry with that coarse value, and a
            withheld value for the revenue of any entry of the window whose value the tier can withhold. An entry without
            revenue stands for a revenue from 0 up to the lowest bound of the entries after it in the list, which rank
            higher. All bounds describe the revenue at the moment when the value last changed; they do not include later
            revenue.

            With a schema, the output of aak simulate --summary has a member "truth", a list with one object for each
            campaign. Each object gives the conversions and the revenue of app events as they happened. Its member
            "received" gives all that can be inferred from the winning postbacks: how many conversions certainly belong
            to the campaign, how many may belong to it because their digits fit, the minimum revenue of the former, and
            the maximum revenue of the latter. The maximum is null if there is no upper bound. If an app also updates
            its conversion value itself, a schema cannot interpret its values, and the bounds of its revenue are 0 and
            null.

            Amounts are decimal digits in a string, with at most six decimal places. If an app has several schemas, \
            each applies from its own time until the time of the next schema. The first hundred faults in a schema are \
            reported at once, each with its rule and its path, such as windows[0].values[2].revenue.
            """,
        sections: [
            JSONSchema.schema.section,
            Section("Members of a schema", .table(ConversionSchema.rows.schema)),
            Section("Members of a window", .table(ConversionSchema.rows.window)),
            Section("Members of an entry", .table(ConversionSchema.rows.value)),
            Section("A whole schema", .literal(schemaExample)),
        ])

    private static let schemaExample = """
        {
          "schema": "spring", "from": "2026-03-01T00:00:00Z", "currency": "EUR", "app": 1108187390,
          "windows": [
            {"window": 1, "values": [
              {"fine": 0, "coarse": "low", "name": "installed"},
              {"fine": 1, "coarse": "low", "name": "signed up", "event": "sign-up"},
              {"fine": [10, 19], "coarse": "medium", "name": "small purchases", "event": "purchase",
               "revenue": ["0.01", "10.01"]},
              {"fine": 63, "coarse": "high", "name": "big spender", "event": "purchase",
               "revenue": ["10.01", "1000.00"], "lock": true}]},
            {"window": 2, "values": [
              {"coarse": "low", "name": "came back", "event": "launch"},
              {"coarse": "high", "name": "bought", "event": "purchase", "revenue": ["0.01", "1000.00"]}]}]
        }
        """

    /// `aak help tiers`: says what crowd anonymity leaves of a postback. The text is made from the disclosure table.
    static let tiers = Topic(
        name: "tiers",
        summary: "which fields of a postback each data tier allows, by window",
        discussion: """
            The smaller the crowd that a conversion belongs to, the less its postbacks disclose. A conversion belongs to
            three crowds of conversions of the same network and app: those whose ads share the last two digits of the
            source identifier, those that share three, and those that share all four. Each crowd has a data tier from 0
            to 3; the more conversions it has, the higher its tier. Apple publishes neither the thresholds nor how it
            counts conversions.

            The tier of a conversion is the highest tier of its three crowds. In tiers 2 and 3, a first postback shows
            the digits of the smallest of these crowds that is in the conversion's tier; any other postback shows two.
            For example, if the crowds of two and three digits are in tier 3 and the crowd of four digits is in tier 2,
            the conversion is in tier 3 and its first postback has three digits. If no crowd is in tier 3, no postback
            has a publisher. The conversions of a country form a crowd of their own, which decides whether postbacks
            name the country. Development postbacks are in tier 3.

            SKAdNetwork 4.0 has the same tiers. It calls the publisher source-app-id or source-domain, has no
            marketplace, and never includes a country in postbacks of a network that did not win. Versions before 4.0
            have one threshold instead of tiers.
            """,
        sections: [
            Section("A first postback", .literal(table(.first))),
            Section(
                "A second or third postback", .literal(table(.second)),
                .paragraph(
                    "Apple's article leaves open whether second and third postbacks have a marketplace-identifier.")),
            Section(
                "A first postback of a network that did not win", .literal(table(.first, didWin: false)),
                .paragraph("There is no second or third postback.")),
            Section(
                "Fields",
                .paragraph(
                    """
                    A field that has no value is left out in every tier. A postback never has both a fine value and a \
                    coarse value. A country-code requires that the crowd of its country is in tier 3. Fields that the \
                    tables do not list are in every postback. aak explain tier-0 (or tier-1, tier-2, tier-3) says the \
                    same in sentences, aak explain RULE names Apple's article, and aak validate says which tiers a \
                    postback fits and why a field is absent.
                    """)),
        ])

    private static func table(_ window: ConversionWindow, didWin: Bool = true) -> String {
        let all = DataTier.allCases.map { Disclosure(of: .adAttributionKit, tier: $0, window: window, didWin: didWin) }
        func line(_ name: String, _ cell: (Disclosure) -> String) -> String {
            let cells = all.map { TerminalText.padded(cell($0), 10) }.joined()
            return TerminalText.trimmed(TerminalText.padded(name, 30) + cells)
        }
        func digits(_ range: ClosedRange<Int>) -> String {
            range.count > 1 ? "\(range.lowerBound) to \(range.upperBound)" : "\(range.lowerBound)"
        }
        let fields = Disclosure.Field.allCases.map { field in
            line(field.name) { $0.isPostback && $0.absence(of: field) == nil ? "yes" : "-" }
        }
        let lines = [
            line("") { "tier \($0.tier.rawValue)" }, line("is sent") { $0.isPostback ? "yes" : "-" },
            line("digits of source-identifier") { $0.isPostback ? digits($0.sourceDigits) : "-" },
        ]
        return (lines + fields).joined(separator: "\n")
    }
}

extension Topic {
    /// `aak help streams`: describes what all commands that read lines have in common.
    static let streams = Topic(
        name: "streams",
        summary: "inputs, results, messages and options of the commands that read lines",
        discussion: """
            Inputs are arguments and the lines of files, in the order of the command line; if none are named, the lines
            of standard input are read. A JSON value may span several lines, and each element of an array is an input.
            An argument that begins with {, [ or eyJ is itself an input, - stands for standard input, and any other
            argument names a file. Results go to standard output, one line per input, in input order; messages go to
            standard error.

            Inputs are UTF-8 without a byte order mark, and at most 1048576 bytes per line. Inputs given as arguments
            are cleaned of what pasting adds, and a note says what was removed or decoded; lines from files are read
            unchanged. If there were bad lines, the run ends with a summary that counts them.
            """,
        sections: CommonOptions.groups + [CommonOptions.exitStatus])
}

extension Block {
    static func table(_ rows: [EventTable.Row]) -> Block { .items(rows.map { Item($0.name, $0.text) }) }
}
