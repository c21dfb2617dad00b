import AttributionModel
import AttributionSchema
import AttributionSimulator
import AttributionTestSupport
import Testing

/// The explanations of `--explain` apply to the case at hand.
struct ExplanationTests {
    private func explanations(_ entries: [TimelineEntry], _ isWanted: (TimelineEntry.Fact) -> Bool) -> [String] {
        entries.filter { isWanted($0.fact) }.compactMap(\.why)
    }

    private func entries(_ make: (inout Play) -> Void) -> [TimelineEntry] {
        var play = Play()
        make(&play)
        var simulator = DeviceSimulator(play.world)
        for event in play.events { simulator.play(event) }
        simulator.finish()
        return simulator.entries
    }

    @Test(arguments: [
        (
            #"{"global":{"install":{"view":3}},"n":{"install":{"view":9}}}"#,
            "the window of all networks (global) applies"
        ),
        (
            #"{"n":{"install":{"view":9}},"global":{"install":{"view":3}}}"#,
            "the window of all networks (global) applies"
        ),
        (#"{"global":{"install":{"click":3}},"n":{"install":{"view":9}}}"#, "the default applies"),
        (#"{"global":{"install":{"view":9}},"n":{"install":{"view":3}}}"#, "the default applies"),
    ]) func whatHoldsInstead(_ windows: String, _ wanted: String) throws {
        let text = """
            {"advertised-apps":[{"item-identifier":1,"configuration":{"AttributionWindows":\(windows)}}],
             "events":[{"at":"0s","event":"install","app":1}]}
            """
        let found = explanations(try Scenario(parsing: Array(text.utf8)) { Play.ad($0) }.timeline()) {
            if case .warning = $0 { true } else { false }
        }
        #expect(found.count == 1 && found[0].contains(wanted), "\(found)")
        #expect(!OutcomeReason.configurationOutOfRange.reason.contains("default"))
    }

    /// Hints are never empty.
    @Test(arguments: [#","tag":"1""#, #","types":["install"]"#]) func hintsAreNotEmpty(_ more: String) {
        let text = """
            {"events":[{"at":"0s","event":"install","app":1},
             {"at":"1s","event":"update","app":1,"fine":1,"api":"skadnetwork"\(more)}]}
            """
        do throws(Problems) {
            _ = try Scenario(parsing: Array(text.utf8)) { Play.ad($0) }
            Issue.record("no fault")
        } catch {
            expect(error.list.map(\.hint), ["known members: at, event, app, fine, coarse, lock, api"])
        }
        #expect(Problem.unknownKey(nearest: nil, known: []).hint == nil)
    }

    @Test func viewsOfSheetsAreNoCalls() {
        let found = explanations(entries { $0.open(Play.ad("a"), at: "0s") }) { fact in
            if case .sheetView = fact { true } else { false }
        }
        #expect(found.count == 1 && found[0].contains("open for two seconds"), "\(found)")
    }

    @Test func webAdsCountAtTheTap() {
        func found(_ ad: AdImpression) -> [String] {
            explanations(entries { $0.open(ad, at: "0s") }) { fact in
                if case .ad(.openOverlay, _, _, _) = fact { true } else { false }
            }
        }
        #expect(found(Play.skan("k", domain: "example.com")).first?.contains("once it is tapped") == true)
        #expect(found(Play.skan("k")).first?.contains("once it is tapped") == false)
    }

    /// Before version 4 there is no source identifier, and no window.
    @Test func timersAreNotCalledWindows() {
        let timeline = entries {
            $0.tap(Play.skan("k", version: .three), at: "0s")
            $0.install(at: "0s")
            $0.update(1, at: "0s", api: .skAdNetwork)
        }
        let windows = explanations(timeline) { if case .window = $0 { true } else { false } }
        #expect(windows.count == 2 && windows.allSatisfy { $0.contains("timer") }, "\(windows)")
        let postbacks = explanations(timeline) { if case .postback = $0 { true } else { false } }
        #expect(postbacks.count == 1 && postbacks[0].contains("the whole campaign ID is sent"), "\(postbacks)")
    }
}
