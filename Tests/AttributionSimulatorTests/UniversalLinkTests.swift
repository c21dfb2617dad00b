import AttributionTestSupport
import Testing

@testable import AttributionSimulator

/// Hosts are case-insensitive [RFC 9110, 4.2.3].
struct UniversalLinkTests {
    @Test(arguments: ["https://example.com/x", "https://EXAMPLE.com/x", "HTTPS://Example.COM:443/x"])
    func hostsAreComparedWithoutCase(url: String) throws {
        for host in ["example.com", "Example.Com"] {
            let text = #"{"advertised-apps":[{"item-identifier":1,"universal-links":["\#(host)"]}],"events":[]}"#
            let links = try Scenario(parsing: Array(text.utf8)) { Play.ad($0) }.world.app(1).universalLinks
            var play = Play()
            play.app {
                $0.isInstalled = true
                $0.universalLinks = links
            }
            play.tap(Play.ad("e", eligible: true), at: "0s", url: url)
            #expect(play.lines.contains { $0.hasPrefix("open-url \(url)?") }, "\(play.lines)")
        }
    }

    /// An authority without a host had the user name for one, and the host of an IPv6 address was a bracket.
    @Test(arguments: [
        ("https://example.com@/x", nil), ("https://a@example.com:8080", "example.com"), ("https://[::1]:80/x", "[::1]"),
        ("EXAMPLE.com/a", "example.com"), ("https://", nil), ("https://:80", nil), ("a@b@c?d", "c"),
    ])
    func hostsAreThoseOfTheAuthority(url: String, host: String?) {
        expect(url.webHost, host)
    }
}
