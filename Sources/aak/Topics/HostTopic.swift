import AttributionCommandModel
import AttributionSimulator

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
