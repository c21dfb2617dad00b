import AttributionCommandModel
import AttributionDrawing
import AttributionModel
import AttributionReport
import AttributionSchema
import AttributionSimulator

/// `aak help scenario`: describes the scenarios, worlds and logs that `aak simulate` reads.
enum ScenarioTopic {
    static let topic = Topic(
        name: "scenario",
        summary: "the format of the scenarios, worlds and logs that aak simulate plays",
        discussion: """
            A scenario is one JSON document: what the world is like, and events, each with a time. A world is the same
            without events; it goes with a log, which is NDJSON: each line an event with a device beside it, any string,
            and the lines of a device together and in the order of their times (sort -s by device). aak simulate
            --example NAME --show-scenario writes worked scenarios to begin with.

            A time is an offset from start, such as 90s, 1s999ms or 3d4h, or an RFC 3339 time, not before start, nor
            so late that something could follow after the year 9999. Events of a scenario are sorted by it, and those
            of one time keep their order. At one instant windows and timers end first; then come the events; then
            deadlines lapse, and postbacks leave. The first hundred faults of a scenario are reported at once, each with its place:
            events[3].kind. aak validate reports them without playing it.
            """,
        sections: [
            JSONSchema.scenario.section,
            Section("The world", .paragraph("All members may be left out."), .table(DocumentTables.world)),
            Section("An advertised app", .table(DocumentTables.advertisedApp)),
            Section("Events", .paragraph("Each has at and event, in a log device too."), .table(DocumentTables.events)),
            Section("Events of a host", .paragraph("aak help host names them.")),
            Section("Members of events", .table(DocumentTables.eventMembers)),
            Section(
                "Impressions",
                .paragraph(
                    """
                    A compact JWS, as aak sign writes it; or an object of the payload's fields, which counts as signed and \
                    needs its impression-identifier; or an ad of SKAdNetwork: an object with the one member skadnetwork, which holds the signed fields under \
                    the names of the signature (version, ad-network-id, itunes-item-id, nonce, source-app-id or \
                    source-domain, fidelity-type, campaign-id or source-identifier, timestamp).
                    """)),
            Section("A whole scenario", .literal(example)),
        ])

    private static let example = """
        {
          "start": "2026-01-01T00:00:00Z",
          "seed": 7,
          "country": "US",
          "tiers": {"2": 2, "3": 3, "4": 3, "country": 3},
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
}

extension Block {
    /// Returns a table of the members of a document.
    static func table(_ rows: [DocumentTables.Row]) -> Block { .items(rows.map { Item($0.name, $0.text) }) }
}

/// `aak help host`: describes a scenario's app that shows ads.
enum HostTopic {
    static let topic = Topic(
        name: "host",
        summary: "the format of a scenario's host, the app that shows the ads",
        discussion: """
            A host is an app with screens, on them slots, and ads that the slots are given. What is on screen for how
            long, and what is tapped, becomes the views and taps of AdAttributionKit and SKAdNetwork; the timeline has
            loads, actions, pauses and earnings too. It is a model in the terms of Apple's iAd (2010–2016), and says
            so.

            A scenario has it as the member host, and its events among the others. The guidelines for it are rules;
            aak simulate warns when one is broken, and aak validate checks those that need no clock.
            """,
        sections: [
            Section("Members of the host", .table(DocumentTables.host)),
            Section("A screen", .table(DocumentTables.screen)),
            Section("A slot", .table(DocumentTables.slot)),
            Section("An ad of the inventory", .table(DocumentTables.item)),
            Section("Events", .table(DocumentTables.hostEvents)),
        ])
}

/// `aak help campaign`: describes the campaign from which `aak simulate --devices` draws a population.
enum CampaignTopic {
    static let topic = Topic(
        name: "campaign",
        summary: "the format of campaigns, by which aak simulate --devices draws devices",
        discussion: """
            A campaign here is a population of simulated devices, and not one of the ads that were bought, which aak help
            campaigns describes. It is one JSON document: a world, with the members that aak help scenario describes, and
            the rates of the population. Each device is drawn from the seed and its number alone, so the first thousand devices are the
            same however many there are. Times of day are drawn over all 24 hours.
            """,
        sections: [
            JSONSchema.campaign.section,
            Section("Members", .table(DocumentTables.campaign)),
            Section(
                "Rates", .paragraph("Chances in a million; 0, so never, where one is missing."),
                .table(DocumentTables.rates)),
            Section("A whole campaign", .literal(example)),
        ])

    private static let example = """
        {
          "country": "US",
          "tiers": {"2": 2, "3": 3, "4": 3, "country": 3},
          "app": 1108187390,
          "publisher": 5838492,
          "days": 40,
          "networks": [{"ad-network-identifier": "example.adattributionkit", "source-identifier": 5239}],
          "countries": {"US": 3, "DE": 1},
          "rates": {"view": 300000, "tap": 50000, "install": 100000, "organic": 1000, "launch": 500000, "update": 700000},
          "values": [{"fine": 12, "coarse": "low", "weight": 5}, {"fine": 42, "coarse": "high", "weight": 1}]
        }
        """
}

/// `aak help campaigns`: the form of the list that `aak report --campaigns` reads.
enum CampaignsTopic {
    static let topic = Topic(
        name: "campaigns",
        summary: "the form of the list of ads bought, which aak report compares postbacks with",
        discussion: """
            The list is of campaigns for which ads were bought, and not of simulated devices, which aak help campaign
            describes. It is one JSON document: an array of objects, one for each campaign. It gives the campaign's identifiers, its
            name in reports, and what was spent on it. Reports assume that the list is complete for its networks, so include
            every source identifier in use, with or without a spend.

            A postback contains only the last two, three or four digits of a source identifier. It belongs to the campaigns of
            its network and app whose identifier ends with these digits: 39 fits 5239 and 6139. If one campaign fits, the
            postback certainly belongs to it; if several fit, the postback is shared among them. Below version 4.0 a SKAdNetwork
            postback has a campaign-id instead, and belongs only to campaigns with that campaign-id. Within a network and app
            each identifier may be used once. The first hundred faults in a list are reported at once, each with its place: campaigns[3].spend.
            """,
        sections: [
            JSONSchema.campaigns.section,
            Section("Members of a campaign", .table(CampaignTable.rows)),
            Section("A whole list", .literal(example)),
        ])

    private static let example = """
        [
          {"source-identifier": "5239", "name": "Spring", "spend": "800.00", "currency": "EUR",
           "ad-network-identifier": "example.adattributionkit", "advertised-item-identifier": 1108187390},
          {"source-identifier": "6139", "campaign-id": 12, "name": "Summer", "spend": "450.50", "currency": "EUR",
           "ad-network-identifier": "example.adattributionkit"},
          {"source-identifier": "7001", "name": "Test", "ad-network-identifier": "example.adattributionkit"}
        ]
        """
}

/// `aak help schema`: the form of a conversion schema.
enum SchemaTopic {
    static let topic = Topic(
        name: "schema",
        summary: "the form of a conversion schema, which maps an app's events to conversion values and back",
        discussion: """
            A schema is one JSON document. It maps the events of an app to conversion values: aak simulate makes updates of
            events with it, and aak report names the values of postbacks and gives their revenue as a range. aak validate
            checks it. Apple defines fine values, coarse values, windows and locks; what a value means is the advertiser's
            choice.

            In each window an app's events are counted by name, and their revenue is added up by name. A value holds if its
            event occurred at least count times and the revenue of that event is at least the first bound and less than the
            second; a value without an event always holds. The last value that holds counts, so the order is the rank, and a
            value never falls. Windows 2 and 3 have coarse values only; their updates have fine value 0.

            What apps call retention is asked with after, within and days: an app opened on its second day is a launch after 24h
            and within 48h, one active on two days a launch on 2 days. These times begin with the conversion and do not move
            with the windows, which may begin later; the events are still those of the window.

            Several fine values divide the revenue into that many equal steps, cut to a millionth; the last one has the rest.
            Backwards, a fine value means the revenue of its step, a coarse value that of any of its values, and a withheld
            value that of any value of the window whose tier withholds it. A value without revenue means 0 up to the lowest
            revenue that ranks higher. All of this is the revenue until the value last changed.

            With a schema, aak simulate --summary has a member truth: for each campaign the conversions and the revenue of app
            events as they happened, and under received what the winning postbacks disclose to a perfect reader: conversions
            of which it is certain that they are of the campaign, and at most as many as have fitting digits; revenue that is at
            least and at most that of these postbacks, null if it has no upper bound.

            Amounts are decimal digits in a string, with six decimals at most. Several schemas of one app follow each other
            by their time. The first hundred faults in a schema are reported at once, each with its place and its rule:
            windows[0].values[2].revenue.
            """,
        sections: [
            JSONSchema.schema.section,
            Section("Members of a schema", .table(ConversionSchema.rows.schema)),
            Section("Members of a window", .table(ConversionSchema.rows.window)),
            Section("Members of a value", .table(ConversionSchema.rows.value)),
            Section("A whole schema", .literal(example)),
        ])

    private static let example = """
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
}

/// `aak help tiers`: what crowd anonymity leaves of a postback, from the one table of it.
enum TiersTopic {
    static let topic = Topic(
        name: "tiers",
        summary: "what each data tier leaves of a postback, by window and field",
        discussion: """
            The fewer people took part in what a postback reports, the less it tells. There is a crowd for the last two digits
            of the source identifier, one for the last three and one for all four: the ads of a network for an app whose source
            identifiers end alike. Each crowd has a data tier, 0 to 3; the more conversions, the higher. Apple publishes neither
            the numbers nor how it counts.

            The tier of a conversion is the highest of its crowds, with as many digits as that crowd has. So a postback has
            only two digits where the crowd of the last three digits is tier 1, and no publisher where no crowd is tier 3. A
            country has a crowd of its own. Development postbacks are in tier 3.

            SKAdNetwork 4.0 has the same tiers; it calls the publisher source-app-id or source-domain, has no marketplace, and
            names no country in postbacks that did not win. Versions before 4.0 have one threshold, and no tiers.
            """,
        sections: [
            Section("A first postback", .literal(table(.first))),
            Section(
                "A second or third postback", .literal(table(.second)),
                .paragraph("Apple's article leaves open whether these have a marketplace-identifier.")),
            Section(
                "A first postback of a network that did not win", .literal(table(.first, didWin: false)),
                .paragraph("There is no second or third.")),
            Section(
                "Fields",
                .paragraph(
                    """
                    A field without a value is left out in every tier. A postback has either a fine or a coarse value. The \
                    country-code needs a country whose own crowd is tier 3. All other fields are in every postback. aak explain \
                    tier-0 to tier-3 tell the same in sentences, aak explain RULE has the article, and aak validate says which \
                    tiers a postback fits and why a field is absent.
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
            line(field.name) { $0.isPostback && $0.answer(on: field) == .sent ? "yes" : "-" }
        }
        let lines = [
            line("") { "tier \($0.tier.rawValue)" }, line("is there") { $0.isPostback ? "yes" : "-" },
            line("digits of source-identifier") { $0.isPostback ? digits($0.sourceDigits) : "-" },
        ]
        return (lines + fields).joined(separator: "\n")
    }
}
