import AttributionHost
import AttributionRules

/// A scenario that violates a guideline for hosts, and the same scenario without the fault.
package struct HostLesson: Sendable {
    package let rule: Rule
    /// The scenario with the fault, as JSON text on one line.
    package let broken: String
    package let sound: String

    /// A lesson for each rule, in the order of the catalogue.
    package static let all: [HostLesson] = [
        host(HostRules.notAtBottom, slot: #""position":"middle""#, #""position":"bottom""#),
        host(HostRules.scrolls, slot: #""scrolls":true"#, #""scrolls":false"#),
        host(HostRules.underThirtySeconds, host: #""refresh":"29s999ms""#, #""refresh":"30s""#),
        host(HostRules.oneOrientation, slot: #""sizes":["320x50"]"#, #""sizes":["320x50","480x32"]"#),
        HostLesson(
            HostRules.severalBanners, scenario(slots: ["a", "b"].map { slot($0) }, open),
            scenario(slots: [slot("a")], open)),
        host(HostRules.onlyAds, screen: #""content":false"#, #""content":true"#),
        host(HostRules.immersive, screen: #""immersive":true"#, #""immersive":false"#),
        HostLesson(
            HostRules.formatDevice,
            scenario(host: #""device":"phone""#, slots: [slot("box", "medium-rectangle")], open),
            scenario(host: #""device":"pad""#, slots: [slot("box", "medium-rectangle")], open)),
        host(HostRules.mediaContinues, screen: #""media-continues":true"#, #""media-continues":false"#),
        host(
            HostRules.noAdLeft, host: #""exclusions":{"keywords":["travel"]}"#,
            #""exclusions":{"keywords":["poker"]}"#),
        events(HostRules.briefScreen, [open, event("1s999ms", "close-screen")], [open, event("2s", "close-screen")]),
        events(
            HostRules.sizeNotRequired, [open, event("1s", "set-size", #""slot":"bottom","size":"768x66""#)],
            [open, event("1s", "set-size", #""slot":"bottom","size":"480x32""#)]),
        modal(HostRules.noBreak, present(""), present(#","at-break":true"#)),
        events(HostRules.actionRefused, [open, refuse(true), tap], [open, refuse(false), tap]),
        events(
            HostRules.actionCancelled, [open, tap, event("9s", "cancel-action")],
            [open, tap, event("9s", "finish-action")]),
        host(
            HostRules.emptyBanner, host: #""load-delay":"1s","hide-when-empty":false"#,
            #""load-delay":"1s","hide-when-empty":true"#),
        events(
            HostRules.removedCycles, [open, with("3s", "remove-slot"), with("4s", "show-slot")],
            [open, with("3s", "hide-slot"), with("4s", "show-slot")]),
    ]

    package static func of(_ rule: Rule) -> HostLesson? { all.first { $0.rule === rule } }

    private init(_ rule: Rule, _ broken: String, _ sound: String) {
        self.rule = rule
        self.broken = broken
        self.sound = sound
    }

    // MARK: - Pieces

    private static func event(_ at: String, _ name: String, _ more: String = "") -> String {
        "{\"at\":\"\(at)\",\"event\":\"\(name)\"" + (more.isEmpty ? "}" : ",\(more)}")
    }

    private static func with(_ at: String, _ name: String) -> String { event(at, name, #""slot":"bottom""#) }

    private static let open = event("0s", "open-screen", #""screen":"feed""#)
    private static let tap = with("5s", "tap-slot")

    private static func refuse(_ on: Bool) -> String { event("4s", "refuse-actions", "\"on\":\(on)") }

    private static func present(_ more: String) -> String { event("1s", "present-slot", #""slot":"cover""# + more) }

    private static func slot(_ name: String, _ format: String = "banner", _ more: String = "") -> String {
        "{\"name\":\"\(name)\",\"format\":\"\(format)\"" + (more.isEmpty ? "}" : ",\(more)}")
    }

    private static func scenario(
        host: String = "", screen: String = "", slots: [String] = [slot("bottom")], format: String = "banner",
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

    // MARK: - Lessons with one fault

    private static func host(_ rule: Rule, host broken: String, _ sound: String) -> HostLesson {
        HostLesson(rule, scenario(host: broken, open), scenario(host: sound, open))
    }

    private static func host(_ rule: Rule, screen broken: String, _ sound: String) -> HostLesson {
        HostLesson(rule, scenario(screen: broken, open), scenario(screen: sound, open))
    }

    private static func host(_ rule: Rule, slot broken: String, _ sound: String) -> HostLesson {
        HostLesson(
            rule, scenario(slots: [slot("bottom", "banner", broken)], open),
            scenario(slots: [slot("bottom", "banner", sound)], open))
    }

    private static func events(_ rule: Rule, _ broken: [String], _ sound: [String]) -> HostLesson {
        HostLesson(rule, scenario(broken.joined(separator: ",")), scenario(sound.joined(separator: ",")))
    }

    private static func modal(_ rule: Rule, _ broken: String, _ sound: String) -> HostLesson {
        let slots = [slot("cover", "full-screen")]
        return HostLesson(
            rule, scenario(host: #""device":"pad""#, slots: slots, format: "full-screen", open, broken),
            scenario(host: #""device":"pad""#, slots: slots, format: "full-screen", open, sound))
    }
}
