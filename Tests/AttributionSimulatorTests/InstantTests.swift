import AttributionSimulator
import AttributionTestSupport
import Testing

/// Events at one instant have a defined order, so that a scenario has only one timeline.
struct InstantTests {
    /// The timer is restarted a day after the windows of another app's conversion begin, so that it ends together
    /// with the first window.
    @Test func spansThatEndTogetherEndByConversion() {
        let other: UInt64 = 525_463_029
        var play = Play()
        play.tap(Play.skan("k", version: .three), at: "0s")
        play.tap(Play.ad("b", app: other), at: "0s")
        play.install(at: "0s")
        play.install(at: "0s", app: other)
        play.at("0s", .update(app: other, ValueUpdate(fine: 1)))
        play.update(1, at: "1h", api: .skAdNetwork)
        play.update(2, at: "1d", api: .skAdNetwork)
        let closed = play.lines.filter { $0.contains(" closed ") && $0.hasSuffix(" @2d") }
        expect(closed, ["window skan c1 i0 closed @2d", "window c2 i0 closed @2d"], "\(play.lines)")
    }
}
