import CommandModel

/// `aak help host`: the form of an app that shows ads, in a scenario.
enum HostTopic {
    static let topic = Topic(
        name: "host",
        summary: "what stands in a scenario's host, the app that shows the ads",
        discussion: [
            """
            A host is an app with screens, on them slots, and ads that the slots are given. What is on screen for how long, \
            and what is tapped, becomes the views and taps of AdAttributionKit and SKAdNetwork; the timeline tells of loads, \
            actions, pauses and earnings too. It is a model in the terms of Apple's iAd (2010–2016), and says so.
            """,
            """
            A scenario has it as the member host, and its events among the others. Guidelines that it breaks are rules of \
            their own, warned of as it is played; aak validate checks those that need no clock.
            """,
        ],
        sections: [
            Section("Members of the host", [.items(members)]),
            Section("A screen", [.items(screen)]),
            Section("A slot", [.items(slot)]),
            Section("An ad of the inventory", [.items(item)]),
            Section("Events", [.items(events)]),
        ])

    private static let members: [Block.Item] = [
        .init("app", "the app's item ID; required"),
        .init("device", "phone (the default), pad or phone-on-pad, a phone's app on a pad"),
        .init("orientation", "portrait (the default) or landscape, at the start"),
        .init("audience", "under-17 or 17-and-over (the default): whether ads for adults are served"),
        .init(
            "exclusions",
            "what the app does not show: {\"keywords\": [\"poker\"], \"urls\": [\"rival.example\"]}, a host with all "
                + "below it"),
        .init("refresh", "from a load to the next request, 1s at least; 30s by default"),
        .init("load-delay", "from a request to its answer; 0s by default"),
        .init("fill-rate", "how many of a hundred requests find an ad; 100 by default"),
        .init("eligible", "false: the app was not made eligible for ads, and every request fails"),
        .init("hide-when-empty", "false: a slot without an ad stays visible"),
        .init("currency", "three capital letters; required where there are prices"),
        .init("screens", "the app's screens; required"),
        .init("inventory", "the ads that it can be given"),
    ]

    private static let screen: [Block.Item] = [
        .init("name", "what events call it; required"),
        .init("bottom-bar", "none (the default), tool-bar or tab-bar"),
        .init("content", "false: nothing but ads is on it"),
        .init("immersive", "true: it is in play, as a game is"),
        .init("media-continues", "true: sound or video goes on while an action covers the app"),
        .init("slots", "the places for ads on it"),
    ]

    private static let slot: [Block.Item] = [
        .init("name", "what events call it; required"),
        .init("format", "banner, medium-rectangle or full-screen; required"),
        .init(
            "sizes",
            """
            The sizes that an ad must have, all those of the device by default: 320x50 and 480x32 (banners on a phone), \
            768x66 and 1024x66 (on a pad), 300x250 (medium rectangles).
            """),
        .init("position", "bottom (the default), top, middle or below-bar"),
        .init("scrolls", "true: it scrolls with the content"),
        .init("style", "of a full-screen slot: modal (the default), over the app, or page, among pages"),
    ]

    private static let item: [Block.Item] = [
        .init(
            "impression",
            """
            The ad, as in an event: a token is shown again as it is, fields get a new impression-identifier and timestamp \
            with each load; required.
            """),
        .init("presentation", "view-through (the default) or custom"),
        .init("format", "as a slot's; required"),
        .init("sizes", "the sizes that it has; all of its format by default"),
        .init("keywords", "words that an app may exclude"),
        .init("url", "where it leads, which an app may exclude"),
        .init("for-adults", "true: not for an audience under 17"),
        .init(
            "action", "what a tap begins: custom (the default), overlay, product-page, modal (iAd's own) or url"),
        .init("leaves-application", "what the action says already: whether it leaves the app"),
        .init("cpm", "the price of a thousand impressions: \"2.50\", 3 decimals at most"),
        .init("cpc", "the price of a click: \"0.40\", 6 decimals at most"),
        .init("weight", "how often it is drawn beside the others; 1 by default"),
        .init("test", "true: nobody pays for it"),
    ]

    private static let events: [Block.Item] = [
        .init("open-screen, close-screen", "screen: its name; one screen is open at a time"),
        .init("rotate", "to: portrait or landscape"),
        .init("network", "up: true or false"),
        .init("background, foreground", "the app leaves the screen, and comes back"),
        .init("hide-slot, show-slot", "slot: off the screen and back; it goes on asking for ads"),
        .init("remove-slot", "slot: it gets no more ads"),
        .init("scroll-slot", "slot, visible: of a slot that scrolls"),
        .init("clear-slots", "the slots of the open screen are emptied, and ask anew"),
        .init("set-size", "slot, size"),
        .init("present-slot, dismiss-slot", "slot: of a full-screen one; at-break: true at a natural break of the app"),
        .init("tap-slot", "slot; re-engagement-url: where the tap leads in the installed app"),
        .init("tap-store", "a tap in the overlay or product page that is open; re-engagement-url"),
        .init("finish-action, cancel-action", "of the action that a tap began"),
        .init("refuse-actions", "on: whether the app refuses to let actions begin"),
    ]
}
