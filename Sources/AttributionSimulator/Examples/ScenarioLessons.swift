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
        Lesson(ScenarioRules.hostSize, host, "1s", "30s"),
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
        Lesson(ScenarioRules.screen, screen, "tap-slot", "open-screen"),
        Lesson(ScenarioRules.action, screen, "finish-action", "open-screen"),
    ]

    // MARK: - Pieces

    private static let installed = #"{"at":"0s","event":"install","app":7}"#

    private static let ad = """
        {"impression-identifier":"00000000-0000-4000-8000-000000000001","publisher-item-identifier":\(ExampleAds.publisher),\
        "ad-network-identifier":"example.adattributionkit","source-identifier":5239,"advertised-item-identifier":7}
        """

    private static let storeKitAd = """
        {"skadnetwork":{"version":"4.0","ad-network-id":"example.adattributionkit","source-identifier":5239,\
        "itunes-item-id":7,"nonce":"00000000-0000-4000-8000-000000000001","source-app-id":\(ExampleAds.publisher),\
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

    /// A host that is played for two days.
    private static func host(_ refresh: String) -> String {
        """
        {"host":{"app":\(ExampleAds.publisher),"refresh":"\(refresh)","screens":[{"name":"feed","slots":\
        [{"name":"bottom","format":"banner"}]}]},"events":[{"at":"0s","event":"open-screen","screen":"feed"},\
        {"at":"2d","event":"close-screen"}]}
        """
    }

    /// A host with one event before the screen is open.
    private static func screen(_ event: String) -> String {
        let members = event == "tap-slot" ? #","slot":"bottom""# : event == "open-screen" ? #","screen":"feed""# : ""
        return """
            {"host":{"app":\(ExampleAds.publisher),"screens":[{"name":"feed","slots":[{"name":"bottom","format":"banner"}]}]},\
            "events":[{"at":"0s","event":"\(event)"\(members)}]}
            """
    }
}
