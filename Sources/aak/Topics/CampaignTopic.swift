import CommandModel

/// `aak help campaign`: the form of what `aak simulate --devices` draws a population by.
enum CampaignTopic {
    static let topic = Topic(
        name: "campaign",
        summary: "what stands in a campaign that aak simulate --devices draws devices by",
        discussion: [
            """
            A campaign is one JSON document: a world, with the members that aak help scenario describes, and the rates of \
            a population. Each device is drawn from the seed and its number alone, so the first thousand devices are the \
            same however many there are. Times of day are drawn over all 24 hours.
            """
        ],
        sections: [
            Section("Members", [.items(members)]),
            Section(
                "Rates",
                [
                    .paragraph("Chances in a million; what is left out is 0, and never happens."),
                    .items(rates),
                ]),
            Section("A whole campaign", [.literal(example)]),
        ])

    private static let members: [Block.Item] = [
        .init("app", "the item ID of the advertised app; required"),
        .init("publisher", "the item ID of the app that shows the ads, 0 for a test; required"),
        .init("days", "how many days are played, 1 to 3650; 30 by default"),
        .init(
            "networks",
            """
            Whose ads, required: [{"ad-network-identifier": "acme.adattributionkit", "source-identifier": 5239, "weight": \
            3}]. The weight, 1 by default, says how often one is drawn beside the others.
            """),
        .init("countries", "countries of devices and their weights: {\"US\": 3, \"DE\": 1}"),
        .init("rates", "how often things happen; required; see below"),
        .init(
            "values",
            """
            What updates say, required if rates.update is more than 0: [{"fine": 12, "coarse": "low", "lock": false, \
            "weight": 5}].
            """),
    ]

    private static let rates: [Block.Item] = [
        .init("view", "a view of one to six seconds, each day"),
        .init("tap", "a tap, each day"),
        .init("install", "an installation, each day after the first view or tap"),
        .init("organic", "an installation, each day before one"),
        .init("launch", "a launch, each day once the app is installed"),
        .init("update", "an update of the value at a launch"),
        .init("eligible", "that an ad is eligible for re-engagement"),
    ]

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
