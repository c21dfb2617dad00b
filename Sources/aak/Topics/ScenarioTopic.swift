import AttributionCommandModel
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
