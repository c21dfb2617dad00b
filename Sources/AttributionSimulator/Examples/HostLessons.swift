extension Lesson {
    /// A lesson for each guideline for hosts, in the order of the catalogue.
    package static let host: [Lesson] = [
        Lesson(HostRules.notAtBottom, slot, #""position":"middle""#, #""position":"bottom""#),
        Lesson(HostRules.scrolls, slot, #""scrolls":true"#, #""scrolls":false"#),
        Lesson(HostRules.underThirtySeconds, host, #""refresh":"29s999ms""#, #""refresh":"30s""#),
        Lesson(HostRules.oneOrientation, slot, #""sizes":["320x50"]"#, #""sizes":["320x50","480x32"]"#),
        Lesson(
            HostRules.severalBanners, scenario(slots: [slot("a", "banner"), slot("b", "banner")], open),
            scenario(slots: [slot("a", "banner")], open)),
        Lesson(HostRules.onlyAds, screen, #""content":false"#, #""content":true"#),
        Lesson(HostRules.immersive, screen, #""immersive":true"#, #""immersive":false"#),
        Lesson(HostRules.formatDevice, box, "phone", "pad"),
        Lesson(HostRules.mediaContinues, screen, #""media-continues":true"#, #""media-continues":false"#),
        Lesson(
            HostRules.noAdLeft, host, #""exclusions":{"keywords":["travel"]}"#, #""exclusions":{"keywords":["poker"]}"#),
        Lesson(
            HostRules.briefScreen, scenario(open, event("1s999ms", "close-screen")),
            scenario(open, event("2s", "close-screen"))),
        Lesson(HostRules.sizeNotRequired, size, "768x66", "480x32"),
        Lesson(HostRules.noBreak, modal, "", #","at-break":true"#),
        Lesson(
            HostRules.actionRefused, scenario(open, event("4s", "refuse-actions", #""on":true"#), tap),
            scenario(open, event("4s", "refuse-actions", #""on":false"#), tap)),
        Lesson(
            HostRules.actionCancelled, scenario(open, tap, event("9s", "cancel-action")),
            scenario(open, tap, event("9s", "finish-action"))),
        Lesson(
            HostRules.emptyBanner, host, #""load-delay":"1s","hide-when-empty":false"#,
            #""load-delay":"1s","hide-when-empty":true"#),
        Lesson(
            HostRules.removedCycles, scenario(open, with("3s", "remove-slot"), with("4s", "show-slot")),
            scenario(open, with("3s", "hide-slot"), with("4s", "show-slot"))),
    ]

    // MARK: - Pieces

    private static func event(_ at: String, _ name: String, _ more: String = "") -> String {
        "{\"at\":\"\(at)\",\"event\":\"\(name)\"" + (more.isEmpty ? "}" : ",\(more)}")
    }

    private static func with(_ at: String, _ name: String) -> String { event(at, name, #""slot":"bottom""#) }

    private static let open = event("0s", "open-screen", #""screen":"feed""#)
    private static let tap = with("5s", "tap-slot")

    private static func slot(_ name: String, _ format: String, _ more: String = "") -> String {
        "{\"name\":\"\(name)\",\"format\":\"\(format)\"" + (more.isEmpty ? "}" : ",\(more)}")
    }

    private static func scenario(
        host: String = "", screen: String = "", slots: [String] = [slot("bottom", "banner")], format: String = "banner",
        _ events: String...
    ) -> String {
        let impression = """
            {"publisher-item-identifier":\(ExampleAds.publisher),"ad-network-identifier":"example.adattributionkit",\
            "source-identifier":5239,"advertised-item-identifier":\(ExampleAds.app)}
            """
        return """
            {"host":{"app":\(ExampleAds.publisher),\(host.isEmpty ? "" : host + ",")"screens":[{"name":"feed",\
            \(screen.isEmpty ? "" : screen + ",")"slots":[\(slots.joined(separator: ","))]}],"inventory":[{"impression":\
            \(impression),"format":"\(format)","keywords":["travel"],"action":"overlay"}]},\
            "events":[\(events.joined(separator: ","))]}
            """
    }

    // MARK: - Scenarios with one piece

    private static func host(_ piece: String) -> String { scenario(host: piece, open) }

    private static func screen(_ piece: String) -> String { scenario(screen: piece, open) }

    private static func slot(_ piece: String) -> String { scenario(slots: [slot("bottom", "banner", piece)], open) }

    private static func box(_ device: String) -> String {
        scenario(host: #""device":"\#(device)""#, slots: [slot("box", "medium-rectangle")], open)
    }

    private static func size(_ size: String) -> String {
        scenario(open, event("1s", "set-size", #""slot":"bottom","size":"\#(size)""#))
    }

    private static func modal(_ more: String) -> String {
        scenario(
            host: #""device":"pad""#, slots: [slot("cover", "full-screen")], format: "full-screen", open,
            event("1s", "present-slot", #""slot":"cover""# + more))
    }
}
