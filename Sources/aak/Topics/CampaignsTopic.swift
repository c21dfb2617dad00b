import AttributionCommandModel
import AttributionReport

/// `aak help campaigns`: the form of the list that `aak report --campaigns` reads.
enum CampaignsTopic {
    static let topic = Topic(
        name: "campaigns",
        summary: "what stands in the list of campaigns that aak report compares postbacks with",
        discussion: [
            """
            The list is one JSON document: an array of campaigns, each an object. It tells whose a postback is, what reports \
            call the campaign, and what was spent on it. The list counts as complete for the networks in it: every source \
            identifier that is in use should stand there, with or without a spend.
            """,
            """
            A postback tells two, three or four digits of a source identifier, the last ones. It is of the campaigns of \
            its network and app whose identifier ends with these digits: 39 of 5239 and of 6139. If there is one, the postback \
            is certainly of it; if there are several, it is shared among them. A postback of SKAdNetwork before version 4.0 has \
            a campaign-id instead, and is of no campaign that lacks one. No two campaigns of the same network and app have \
            the same identifier. All that is wrong with a list is told at once, each fault with its place: campaigns[3].spend.
            """,
        ],
        sections: [
            Section("Members of a campaign", [.table(CampaignTable.rows)]),
            Section("A whole list", [.literal(example)]),
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
