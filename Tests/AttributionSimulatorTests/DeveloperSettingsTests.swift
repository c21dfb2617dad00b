import AttributionModel
import AttributionSimulator
import AttributionTestSupport
import Testing

/// Postbacks that are created in developer settings, and what transmitting and clearing do with them.
struct DeveloperSettingsTests {
    /// Returns the lines about postbacks after the app was installed.
    private func lines(delays: World.Delays = .least, _ make: (inout Play) -> Void) -> [String] {
        var play = Play(delays: delays)
        play.app { $0.isInstalled = true }
        make(&play)
        return play.lines.filter { line in
            let name = line.prefix { $0 != " " }
            return name == "postback" || name == "copy" || line.hasPrefix(cleared)
        }
    }

    private let cleared = "no-postback c1 cleared"

    @Test func clearingIsSaidOncePerConversion() {
        let found = lines {
            $0.createPostbacks(at: "0s", windows: 3)
            $0.update(1, at: "1h", lock: true)
            $0.update(2, at: "2d1h", lock: true)
            $0.clearPostbacks(at: "2d1h")
            $0.clearPostbacks(at: "2d2h")
        }
        #expect(found.count == 2 && found[0].hasPrefix("postback ") && found[1] == cleared + " @2d1h", "\(found)")
    }

    @Test func whatWasDeliveredIsNotCleared() {
        let found = lines {
            $0.createPostbacks(at: "0s")
            $0.update(1, at: "1h", lock: true)
            $0.transmitPostbacks(at: "2h")
            // The locked window goes on, and nothing comes of it any more.
            $0.clearPostbacks(at: "3h")
            $0.clearPostbacks(at: "3d")
        }
        #expect(found.count == 1 && found[0].hasPrefix("postback ") && found[0].hasSuffix("@2h"), "\(found)")
    }

    @Test func tierZeroHasNothingAfterTheFirstPostback() {
        let found = lines {
            $0.createPostbacks(at: "0s", windows: 3, tier: .zero)
            $0.update(1, at: "1h", lock: true)
            $0.transmitPostbacks(at: "2h")
            $0.clearPostbacks(at: "3h")
        }
        #expect(!found.contains { $0.hasPrefix(cleared) }, "\(found)")
    }

    @Test func whatWasNeverUpdatedIsCleared() {
        let found = lines {
            $0.createPostbacks(at: "0s")
            $0.clearPostbacks(at: "1h")
            $0.update(1, at: "2h", lock: true)
        }
        expect(found, [cleared + " @1h"])
    }

    @Test func clearingEndsRetries() {
        let found = lines {
            $0.world.receivers = ["development.adattributionkit": [500, 500], "developer": [500, 500, 500]]
            $0.app { $0.copies.install = true }
            $0.createPostbacks(at: "0s")
            $0.update(1, at: "1h", lock: true)
            $0.transmitPostbacks(at: "2h")
            // The network is reached at the second attempt, the developer is not.
            $0.world.receivers["development.adattributionkit"] = [500]
            $0.clearPostbacks(at: "1d3h")
        }
        #expect(
            found.map { $0.split(separator: " ").first.map(String.init) ?? "" }
                == ["postback", "copy", "postback", "copy", "no-postback"], "\(found)")
        expect(found.last, cleared + " @1d3h")
    }

    @Test func transmittingLeavesRetriesAlone() {
        let found = lines {
            $0.world.receivers = ["development.adattributionkit": [500]]
            $0.createPostbacks(at: "0s")
            $0.update(1, at: "1h", lock: true)
            $0.transmitPostbacks(at: "2h")
            $0.transmitPostbacks(at: "2h")
            $0.transmitPostbacks(at: "3h")
        }
        expect(found.map { $0.split(separator: " ").last ?? "" }, ["@2h", "@1d2h"], "\(found)")
    }

    @Test func onlyThoseMadeByHandAreTouched() {
        let found = lines {
            $0.delete(at: "0s")
            $0.tap(Play.ad("a"), at: "1s")
            $0.install(at: "2s")
            $0.update(1, at: "1h", lock: true)
            $0.transmitPostbacks(at: "2h")
            $0.clearPostbacks(at: "3h")
        }
        #expect(found.count == 1 && found[0].hasPrefix("postback n c1 i0") && found[0].hasSuffix("@1d1h"), "\(found)")
    }
}
