import AttributionModel

/// A scenario that breaks a rule, and its correct counterpart.
package struct Lesson: Sendable {
    package let rule: Rule
    /// The scenario with the fault, as JSON text on one line.
    package let broken: String
    package let sound: String

    package static func of(_ rule: Rule) -> Lesson? { (scenario + host).first { $0.rule === rule } }

    /// The item IDs of the app that shows ads, and of an advertised app.
    fileprivate static let (publisher, app) = (5_838_492, 1_108_187_390)

    fileprivate init(_ rule: Rule, _ broken: String, _ sound: String) {
        self.rule = rule
        self.broken = broken
        self.sound = sound
    }

    /// Creates a lesson by putting a broken and a sound piece into the same scenario.
    fileprivate init(_ rule: Rule, _ scenario: (String) -> String, _ broken: String, _ sound: String) {
        self.init(rule, scenario(broken), scenario(sound))
    }
}

extension Lesson {
    /// A lesson for each rule of scenarios, in the order of the catalogue.
    package static let scenario: [Lesson] = [
        Lesson(ScenarioRules.kind, #"{"networks":[],"rates":{}}"#, world("")),
        Lesson(ScenarioRules.unknownMember, world, #""contry":"US""#, #""country":"US""#),
        Lesson(ScenarioRules.missing, events, #"{"event":"install","app":7}"#, installed),
        Lesson(ScenarioRules.value, world, #""country":"usa""#, #""country":"US""#),
        Lesson(
            ScenarioRules.item, events, #"{"at":"0s","event":"install","app":0}"#, installed),
        Lesson(
            ScenarioRules.twice, world, #""advertised-apps":[{"item-identifier":7},{"item-identifier":7}]"#,
            #""advertised-apps":[{"item-identifier":7},{"item-identifier":8}]"#),
        Lesson(
            ScenarioRules.time, events, #"{"at":"30m2h","event":"install","app":7}"#,
            #"{"at":"2h30m","event":"install","app":7}"#),
        Lesson(ScenarioRules.hostSize, busyHost, "1s", "30s"),
        Lesson(
            ScenarioRules.event, events, #"{"at":"0s","event":"instal","app":7}"#, installed),
        Lesson(
            ScenarioRules.fine, afterInstall, #""event":"update","app":7,"coarse":"low""#,
            #""event":"update","app":7,"fine":12,"coarse":"low""#),
        Lesson(
            ScenarioRules.types, afterInstall, #""event":"update","app":7,"fine":12,"types":[]"#,
            #""event":"update","app":7,"fine":12,"types":["install"]"#),
        Lesson(
            ScenarioRules.view, events, "{\"at\":\"0s\",\"event\":\"view\",\"impression\":\(storeKitAd)}",
            "{\"at\":\"0s\",\"event\":\"view\",\"impression\":\(ad)}"),
        Lesson(ScenarioRules.begun, events, view("end-view"), view("begin-view") + "," + view("end-view")),
        Lesson(
            ScenarioRules.installed, afterInstall, #""event":"install","app":7"#, #""event":"launch","app":7"#),
        Lesson(
            ScenarioRules.notInstalled, afterInstall, #""event":"launch","app":8"#, #""event":"launch","app":7"#),
        Lesson(ScenarioRules.screen, firstEvent, "tap-slot", "open-screen"),
        Lesson(ScenarioRules.action, firstEvent, "finish-action", "open-screen"),
    ]

    // MARK: - Pieces

    private static let installed = #"{"at":"0s","event":"install","app":7}"#

    private static let ad = """
        {"impression-identifier":"00000000-0000-4000-8000-000000000001","publisher-item-identifier":\(publisher),\
        "ad-network-identifier":"example.adattributionkit","source-identifier":5239,"advertised-item-identifier":7}
        """

    private static let storeKitAd = """
        {"skadnetwork":{"version":"4.0","ad-network-id":"example.adattributionkit","source-identifier":5239,\
        "itunes-item-id":7,"nonce":"00000000-0000-4000-8000-000000000001","source-app-id":\(publisher),\
        "fidelity-type":0}}
        """

    private static func view(_ event: String) -> String {
        "{\"at\":\"\(event == "end-view" ? "3s" : "0s")\",\"event\":\"\(event)\",\"impression\":\(ad)}"
    }

    private static func events(_ events: String) -> String { "{\"events\":[\(events)]}" }

    private static func world(_ members: String) -> String {
        "{" + (members.isEmpty ? "" : members + ",") + "\"events\":[]}"
    }

    private static func afterInstall(_ event: String) -> String { events(installed + ",{\"at\":\"1s\",\(event)}") }

    /// A host that runs for two days.
    private static func busyHost(_ refresh: String) -> String {
        """
        {"host":{"app":\(publisher),"refresh":"\(refresh)","screens":[{"name":"feed","slots":\
        [{"name":"bottom","format":"banner"}]}]},"events":[{"at":"0s","event":"open-screen","screen":"feed"},\
        {"at":"2d","event":"close-screen"}]}
        """
    }

    /// A host with one event before a screen is open.
    private static func firstEvent(_ event: String) -> String {
        let members = event == "tap-slot" ? #","slot":"bottom""# : event == "open-screen" ? #","screen":"feed""# : ""
        return """
            {"host":{"app":\(publisher),"screens":[{"name":"feed","slots":[{"name":"bottom","format":"banner"}]}]},\
            "events":[{"at":"0s","event":"\(event)"\(members)}]}
            """
    }
}

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
            {"publisher-item-identifier":\(publisher),"ad-network-identifier":"example.adattributionkit",\
            "source-identifier":5239,"advertised-item-identifier":\(app)}
            """
        return """
            {"host":{"app":\(publisher),\(host.isEmpty ? "" : host + ",")"screens":[{"name":"feed",\
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
