import AttributionCommandModel
import AttributionSimulator

/// `aak help campaign`: describes the campaign from which `aak simulate --devices` draws a population.
enum CampaignTopic {
    static let topic = Topic(
        name: "campaign",
        summary: "the format of campaigns, by which aak simulate --devices draws devices",
        discussion: """
            A campaign is one JSON document: a world, with the members that aak help scenario describes, and the rates of
            a population. Each device is drawn from the seed and its number alone, so the first thousand devices are the
            same however many there are. Times of day are drawn over all 24 hours.
            """,
        sections: [
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
