import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema
import AttributionSimulator
import AttributionTestSupport
import Testing

struct ScenarioTests {
    static let impression = """
        {"impression-identifier":"85546EB7-FD39-44BC-8990-C98A4AC36A49","publisher-item-identifier":5838492,\
        "impression-type":"app-impression","ad-network-identifier":"example.adattributionkit","source-identifier":5239,\
        "timestamp":1767225600000,"advertised-item-identifier":1108187390}
        """

    private func scenario(_ text: String) -> Result<Scenario, Problems> {
        Result { () throws(Problems) in
            try Scenario(parsing: Array(text.utf8)) { token in
                Play.ad(token, trust: token == "bad" ? .refused(.signature) : .unchecked)
            }
        }
    }

    private func faults(_ text: String) -> [String] {
        switch scenario(text) {
        case .success: []
        case .failure(let problems):
            problems.list.map { $0.place + " " + $0.message + ($0.hint.map { " (" + $0 + ")" } ?? "") }
        }
    }

    private func events(_ events: String, _ more: String = "") -> String { "{\(more)\"events\":[\(events)]}" }

    @Test func wholeExampleOfTheDocumentation() throws {
        let text = """
            {
              "start": "2026-01-01T00:00:00Z", "seed": 7, "developer-mode": false, "country": "US",
              "tiers": {"2": 3, "3": 3, "4": 3, "country": 3},
              "publisher-apps": [{"item-identifier": 5838492, "ad-network-identifiers": ["example.adattributionkit"]}],
              "advertised-apps": [{
                "item-identifier": 1108187390, "installed": false, "overlapping-re-engagement-windows": false,
                "postback-copies": {"install": true, "re-engagement": false},
                "configuration": {"AttributionWindows": {"global": {"install": {"view": 3}}},
                                  "AttributionCooldown": {"install-cooldown-hours": 24}}
              }],
              "events": [
                {"at": "10m", "event": "tap", "impression": \(Self.impression), "presentation": "custom"},
                {"at": "0s", "event": "begin-view", "impression": \(Self.impression)},
                {"at": "2026-01-01T00:00:03Z", "event": "end-view", "impression": \(Self.impression)},
                {"at": "1h", "event": "install", "app": 1108187390, "kind": "download", "marketplace": "com.apple.AppStore"},
                {"at": "2h", "event": "update", "app": 1108187390, "fine": 12, "coarse": "low", "lock": false},
                {"at": "3d4h", "event": "update", "app": 1108187390, "fine": 42, "coarse": "high", "lock": true, "types": ["install"]},
                {"at": "9d", "event": "tap", "impression": \(Self.impression), "re-engagement-url": "https://example.com/offer"}
              ]
            }
            """
        let scenario = try scenario(text).get()
        expect(scenario.world.seed, 7)
        expect(scenario.world.start, 1_767_225_600_000)
        expect(
            scenario.events.map { $0.at - scenario.world.start },
            [
                0, 3000, 600_000, 3_600_000, 7_200_000, 273_600_000, 777_600_000,
            ])
        expect(scenario.world.app(1_108_187_390).rules.days(for: .view, of: "x"), 3)
        #expect(scenario.world.app(1_108_187_390).copies.install)
        #expect(scenario.timeline().contains { if case .conversion = $0.fact { true } else { false } })
    }

    @Test(arguments: [
        (#""start":"yesterday","#, "start is \"yesterday\"; it must be an RFC 3339 time"),
        (#""sed":1,"#, "sed is unknown: there is no such member here (did you mean \"seed\"?)"),
        (#""seed":-1,"#, "seed is -1; it must be an integer from 0 to 9223372036854775807"),
        (#""tiers":{"2":4},"#, "tiers.2 is 4; it must be an integer from 0 to 3"),
        (#""tiers":{"default":{"2":3,"5":1}},"#, "tiers.default.5 is unknown: there is no such member here"),
        (#""country":"usa","#, "country is \"usa\"; it must be two capital letters"),
        (#""developer-mode":"on","#, "developer-mode is \"on\"; it must be true or false"),
        (
            #""window-start":"first-lunch","#,
            "window-start is \"first-lunch\"; it must be first-update or first-launch (did you mean \"first-launch\"?)"
        ),
        (#""receivers":{"n":[500,"x"]},"#, "receivers.n[1] is \"x\"; it must be an integer from 0 to 599"),
        (
            #""advertised-apps":[{"item-identifier":0}],"#,
            "advertised-apps[0].item-identifier is 0; it must be an item ID (a positive"
        ),
        (#""advertised-apps":[{}],"#, "advertised-apps[0].item-identifier is missing"),
        (
            #""advertised-apps":[{"item-identifier":1,"configuration":{"AttributionWindows":{"global":{"install":{"views":3}}}}}],"#,
            "advertised-apps[0].configuration.AttributionWindows.global.install.views is unknown: there is no such member here (did you mean \"view\"?)"
        ),
        (
            #""advertised-apps":[{"item-identifier":1,"configuration":{"AttributionCooldown":{"reengagement-cooldown-hours":3}}}],"#,
            "advertised-apps[0].configuration.AttributionCooldown.reengagement-cooldown-hours is unknown: there is no such member here (did you mean \"re-engagement-cooldown-hours\"?)"
        ),
        (#""publisher-apps":{},"#, "publisher-apps is an object; it must be an array of apps"),
        (#""crowd":{"thresholds":{"1":1,"3":2},"country":1},"#, "crowd.thresholds.2 is missing; it must be how many"),
        (#""crowd":{"thresholds":{"1":1,"2":2,"3":3}},"#, "crowd.country is missing; it must be how many"),
        (
            #""re-engagement-limits":{"app-per-year":1},"#,
            "re-engagement-limits.app-per-year is unknown: there is no such member here"
        ),
    ]) func worldFault(_ text: String, _ wanted: String) {
        let found = faults(events("", text))
        #expect(found.count == 1 && found[0].hasPrefix(wanted), "\(found)")
    }

    @Test(arguments: [
        (#"{"event":"launch","app":1}"#, "events[0].at is missing"),
        (#"{"at":"5","event":"launch","app":1}"#, "events[0].at is \"5\"; it must be an offset"),
        (#"{"at":"5m1h","event":"launch","app":1}"#, "events[0].at is \"5m1h\"; it must be an offset"),
        (
            #"{"at":"2025-12-31T23:59:59Z","event":"launch","app":1}"#,
            "events[0].at is \"2025-12-31T23:59:59Z\"; it must be a time from the start to"
        ),
        (
            #"{"at":"99999999999999999999d","event":"launch","app":1}"#,
            "events[0].at is \"99999999999999999999d\"; it must be a time from the start to"
        ),
        (
            #"{"at":"9999999d","event":"launch","app":1}"#,
            "events[0].at is \"9999999d\"; it must be a time from the start to"
        ),
        (#"{"at":"0s","event":"tab"}"#, "events[0].event is \"tab\"; it must be one of load, begin-view"),
        (
            #"{"at":"0s","event":"launch","app":"x"}"#,
            "events[0].app is \"x\"; it must be an item ID (a positive 64-bit integer)"
        ),
        (
            #"{"at":"0s","event":"launch","app":18446744073709551616}"#,
            "events[0].app is 18446744073709551616; it must be an item ID"
        ),
        (
            #"{"at":"0s","event":"install","app":1,"kind":"re-engagement"}"#,
            "events[0].kind is \"re-engagement\"; it must be download or redownload"
        ),
        (
            #"{"at":"0s","event":"tap","impression":"x","presentaton":"custom"}"#,
            "events[0].presentaton is unknown: there is no such member here (did you mean \"presentation\"?)"
        ),
        (
            #"{"at":"0s","event":"tap","impression":7}"#,
            "events[0].impression is 7; it must be a compact JWS, or an object"
        ),
        (#"{"at":"0s","event":"tap"}"#, "events[0].impression is missing"),
        (
            #"{"at":"0s","event":"tap","impression":{"impression-identifier":"x"}}"#,
            "events[0].impression.impression-identifier is \"x\"; it must be a UUID"
        ),
        (
            #"{"at":"0s","event":"tap","impression":{"publisher-item-identifier":1,"ad-network-identifier":"example.adattributionkit","source-identifier":5239,"advertised-item-identifier":1}}"#,
            "events[0].impression.impression-identifier is missing; it must be a UUID, another one for each ad"
        ),
        (
            #"{"at":"0s","event":"tap","impression":{"impression-identifier":"85546EB7-FD39-44BC-8990-C98A4AC36A49","ad-network-identifier":"example.adattributionkit","source-identifier":5239,"advertised-item-identifier":1}}"#,
            "events[0].impression.publisher-item-identifier is missing; it must be an item ID (an unsigned"
        ),
        (
            #"{"at":"0s","event":"tap","impression":{"skadnetwork":{"version":"5.0"}}}"#,
            "events[0].impression.skadnetwork.version is \"5.0\"; it must be \"1.0\""
        ),
        (#"{"at":"0s","event":"launch","app":1,"fine":3}"#, "events[0].fine is unknown: there is no such member here"),
        (#"{"at":"0s","event":"launch","app":1}"#, "events[0].app is 1, which is not installed"),
        (#"{"at":"0s","event":"update","app":1,"fine":1}"#, "events[0].app is 1, which is not installed"),
        (#"{"at":"0s","event":"delete","app":1}"#, "events[0].app is 1, which is not installed"),
        (#"{"at":"0s","event":"create-postbacks","app":1}"#, "events[0].app is 1, which is not installed"),
        (
            #"{"at":"0s","event":"end-view","impression":"x"}"#,
            "events[0].impression is the impression of a view that has not begun"
        ),
        (
            #"{"at":"0s","event":"close-overlay","impression":"x"}"#,
            "events[0].impression is not open"
        ),
        (
            #"{"at":"0s","event":"begin-view","impression":"x","presentation":"overlay"}"#,
            "events[0].presentation is \"overlay\"; it must be view-through or custom"
        ),
        (#"{"at":"0s","event":"create-postbacks","app":1,"windows":2}"#, "events[0].windows is 2; it must be 1 or 3"),
        (#"{"at":"0s","event":"developer-mode"}"#, "events[0].on is missing"),
        (#"7"#, "events[0] is 7; it must be an object"),
    ]) func eventFault(_ text: String, _ wanted: String) {
        let found = faults(events(text))
        #expect(found.count == 1 && found[0].hasPrefix(wanted), "\(found)")
    }

    @Test func updateFaults() {
        let install = #"{"at":"0s","event":"install","app":1}"#
        func faults(_ update: String) -> [String] {
            self.faults(events("\(install),{\"at\":\"1s\",\"event\":\"update\",\"app\":1\(update)}"))
        }
        #expect(faults("").first?.hasPrefix("events[1].fine is missing") == true)
        #expect(faults(#","fine":1.5"#).first?.hasPrefix("events[1].fine is 1.5; it must be an integer") == true)
        #expect(
            faults(#","fine":1,"types":[]"#).first?.hasPrefix("events[1].types is []; it must be at least one type")
                == true)
        #expect(faults(#","fine":1,"types":["instal"]"#).first?.hasPrefix("events[1].types[0] is \"instal\"") == true)
        #expect(
            faults(#","fine":1,"api":"skadnetwork","tag":"1""#).first?.hasPrefix(
                "events[1].tag is unknown: there is no such member here")
                == true)
        // Mistakes of an app are outcomes, rather than faults.
        expect(faults(#","fine":64"#), [])
        expect(faults(#","fine":-1"#), [])
    }

    @Test func installingWhatIsInstalled() {
        let install = #"{"at":"0s","event":"install","app":1}"#
        #expect(
            faults(events(install + "," + install)).first?.hasPrefix("events[1].app is 1, which is installed") == true)
        let app = #""advertised-apps":[{"item-identifier":1,"installed":true}],"#
        expect(faults(events(install, app)).count, 1)
    }

    @Test func anotherImpressionsEnd() {
        let found = faults(
            events(
                #"{"at":"0s","event":"begin-view","impression":"x"},{"at":"3s","event":"end-view","impression":"y"}"#))
        #expect(found.first?.hasPrefix("events[1].impression is not the impression in view") == true)
    }

    @Test func viewInOneCallIsOurs() {
        let ad = """
            {"skadnetwork":{"version":"4.0","ad-network-id":"x.skadnetwork","source-identifier":5239,"itunes-item-id":1,\
            "nonce":"68483ef6-0678-41a8-8a3e-c6e4b3c0a1e2","source-app-id":2,"fidelity-type":0,"timestamp":1}}
            """
        let found = faults(events("{\"at\":\"0s\",\"event\":\"view\",\"impression\":\(ad)}"))
        #expect(
            found.first?.hasPrefix("events[0].impression is an object; it must be an AdAttributionKit impression")
                == true)
        expect(faults(events("{\"at\":\"0s\",\"event\":\"begin-view\",\"impression\":\(ad)}")), [])
    }

    /// All faults are reported at once, each with its place, in the order of the text; impossible orders come last.
    @Test func allFaultsAreTold() {
        let found = faults(
            #"{"sed":1,"country":3,"events":[{"at":"x","event":"launch","app":1},{"at":"0s","event":"launch","app":0},{"at":"0s","event":"delete","app":2}]}"#
        )
        expect(found.count, 5, "\(found)")
        expect(
            found.map { String($0.prefix { $0 != " " }) },
            [
                "sed", "country", "events[0].at", "events[1].app", "events[2].app",
            ])
    }

    @Test func syntaxFault() {
        #expect(faults("{").first?.hasPrefix(" is not JSON") == true)
        expect(faults("[]"), [" is an array; it must be an object"])
        #expect(faults("{}").first?.hasPrefix("events is missing") == true)
    }

    private func inspection(_ text: String) -> ScenarioInspection? {
        Array(text.utf8).withBytes { ScenarioInspection($0) { Play.ad($0) } }
    }

    /// The kind of an object that may be a line around a message.
    private func kindBesidesMessages(_ text: String) throws -> DocumentKind? {
        try JSONValue(parsing: Array(text.utf8)).withView { DocumentKind($0, besidesMessages: true) } ?? nil
    }

    @Test func worldsAreRecognisedByTheirOwnMembers() {
        let own = Set(DocumentKind.ofWorlds + DocumentKind.ofOthersToo)
        expect(own, Set(World.shape.names))
        expect(inspection(#"{"seed":1,"tiers":{},"window-start":"first"}"#)?.kind, .world)
        #expect(inspection(#"{"seed":1,"country":"DE"}"#) == nil)
    }

    @Test func inspectionFindsWhatReadingFinds() throws {
        let text = events(#"{"at":"0s","event":"delete","app":2},{"at":"0s","evnt":"tap"}"#, #""sed":1,"#)
        let found = try #require(inspection(text)).faults.list
        expect(found.map(\.place), ["sed", "events[1].event", "events[0].app"], "\(found)")
        #expect(try #require(inspection(events(""))).faults.isEmpty)
        // A host may come without events, but not with a misspelled member.
        #expect(try #require(inspection(#"{"host":{"app":1,"screens":[]}}"#)).faults.isEmpty)
        let misspelt = try #require(inspection(#"{"host":{"app":1,"screens":[]},"evnts":[]}"#))
        expect(misspelt.faults.list.map(\.place), ["evnts"])
    }

    @Test func whatIsNoScenarioIsNotInspected() throws {
        for text in ["{", "[]", "{}", #"{"events":7}"#, #"{"host":"a"}"#, #"{"event":[]}"#] {
            #expect(inspection(text) == nil, "\(text)")
        }
        // Lines of a log may have such members too, next to a message or around one.
        for text in [#"{"events":[{"event":"postback"}]}"#, #"{"events":[]}"#, #"{"host":{"app":"web1"}}"#] {
            #expect(inspection(text) != nil, "\(text)")
            #expect(try kindBesidesMessages(text) == nil, "\(text)")
        }
        for text in [events(#"{"at":"0s","event":"tap","impression":"a.b.c"}"#), #"{"host":{"screens":[]}}"#] {
            try expect(kindBesidesMessages(text), .scenario, "\(text)")
        }
    }

    @Test func aTokensTrustDecides() throws {
        let text = events(
            #"{"at":"0s","event":"tap","impression":"bad"},{"at":"1s","event":"tap","impression":"unknown"}"#)
        let outcomes = try scenario(text).get().timeline().compactMap { entry -> String? in
            switch entry.fact {
            case .ad(_, _, let outcome, let code): outcome.rawValue + (code.map { " " + $0.rawValue } ?? "")
            case .warning(let code, _): code.rawValue
            default: nil
            }
        }
        expect(outcomes, ["refused invalidImpressionJWSSignature", "signature-unchecked", "recorded"])
    }

    /// Every rule has a document that breaks only this rule, and the same document without the fault.
    @Test func everyRuleIsProved() throws {
        expect(Lesson.scenario.map(\.rule.id), ScenarioRules.all.map(\.id))
        expect(ScenarioRules.all.count, 17)
        for lesson in Lesson.scenario {
            func rules(_ text: String) -> [String] {
                do throws(Problems) {
                    _ = try AttributionScenario(parsing: text.utf8, keys: TrustedKeys(.production))
                    return []
                } catch {
                    return error.list.map { $0.rule?.id ?? $0.description }
                }
            }
            expect(rules(lesson.broken), [lesson.rule.id])
            expect(rules(lesson.sound), [], "\(lesson.rule.id)")
            // Whoever checks a population does not want a scenario.
            if lesson.rule === ScenarioRules.kind { continue }
            let found = try #require(inspection(lesson.broken))
            expect(found.findings.map(\.rule.id), [lesson.rule.id])
        }
    }

    /// No fault of any document is without a rule.
    @Test func everyFaultHasARule() {
        for text in [
            "[]", "{}", #"{"sed":1,"country":3,"tiers":7,"events":{}}"#,
            #"{"events":[7,{"at":"x"},{"event":"tap","at":"0s"}]}"#,
            #"{"host":{"screens":[{"name":""}],"currency":1},"events":[]}"#,
            #"{"start":"x","receivers":{"n":[1e3]},"events":[]}"#,
        ] {
            guard case .failure(let problems) = scenario(text) else {
                Issue.record("\(text) is read")
                continue
            }
            #expect(problems.list.allSatisfy { $0.rule != nil }, "\(problems)")
        }
        let population = Result { () throws(Problems) in
            try Population(parsing: Array(#"{"days":0,"networks":[{}],"rates":{"views":1}}"#.utf8))
        }
        guard case .failure(let problems) = population else { return #expect(Bool(false), "it is read") }
        #expect(problems.list.count > 3 && problems.list.allSatisfy { $0.rule != nil }, "\(problems)")
    }
}
