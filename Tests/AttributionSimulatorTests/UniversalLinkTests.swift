import AttributionSimulator
import Testing

/// Hosts are case-insensitive [RFC 9110, 4.2.3].
@Suite struct UniversalLinkTests {
    @Test(arguments: ["https://example.com/x", "https://EXAMPLE.com/x", "HTTPS://Example.COM:443/x"])
    func hostsAreComparedWithoutCase(url: String) {
        for host in ["example.com", "Example.Com"] {
            var play = Play()
            play.app {
                $0.isInstalled = true
                $0.universalLinks = [host]
            }
            play.tap(Play.ad("e", eligible: true), at: "0s", url: url)
            #expect(play.lines.contains { $0.hasPrefix("open-url \(url)?") }, "\(play.lines)")
        }
    }
}
