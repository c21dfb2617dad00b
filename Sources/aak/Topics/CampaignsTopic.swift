import AttributionCommandModel
import AttributionReport

/// `aak help campaigns`: the form of the list that `aak report --campaigns` reads.
enum CampaignsTopic {
    static let topic = Topic(
        name: "campaigns",
        summary: "the form of the list of campaigns that aak report compares postbacks with",
        discussion: """
            The list is one JSON document: an array of objects, one for each campaign. It gives the campaign's identifiers, its
            name in reports, and what was spent on it. Reports assume that the list is complete for its networks, so include
            every source identifier in use, with or without a spend.

            A postback contains only the last two, three or four digits of a source identifier. It belongs to the campaigns of
            its network and app whose identifier ends with these digits: 39 fits 5239 and 6139. If one campaign fits, the
            postback certainly belongs to it; if several fit, the postback is shared among them. Below version 4.0 a SKAdNetwork
            postback has a campaign-id instead, and belongs only to campaigns with that campaign-id. Within a network and app
            each identifier may be used once. The first hundred faults in a list are reported at once, each with its place: campaigns[3].spend.
            """,
        sections: [
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
