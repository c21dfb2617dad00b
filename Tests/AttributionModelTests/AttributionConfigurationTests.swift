import AttributionTestSupport
import Testing

@testable import AttributionModel

struct AttributionConfigurationTests {
    private func configuration(_ text: String) throws -> AttributionConfiguration {
        AttributionConfiguration(try JSONValue(parsing: Array(text.utf8)))
    }

    private let network = ExampleKey.adNetworkIdentifier

    @Test func defaultsHoldWhereNothingIsSaid() throws {
        for rules in [AttributionConfiguration(), try configuration("{}")] {
            expect(rules.window(for: .click, of: network), .seconds(30 * 86_400))
            expect(rules.window(for: .view, of: network), .seconds(86_400))
            #expect(rules.cooldown(after: .download) == .zero && rules.cooldown(after: .reEngagement) == .zero)
            #expect(!rules.copies(.download) && !rules.copies(.reEngagement) && !rules.allowsOverlap)
            #expect(rules.listedNetworks == nil && rules.findings.isEmpty)
        }
    }

    /// The network's window precedes the global one, which precedes the default.
    @Test func theNearestWindowHolds() throws {
        let rules = try configuration(
            #"{"AttributionWindows":{"global":{"install":{"click":3,"view":2}},"#
                + #""example.adattributionkit":{"install":{"click":7}},"#
                + #""other.skadnetwork":{"install":{"ignoreInteractionType":"view"}}}}"#)
        #expect(rules.findings.isEmpty)
        expect(rules.window(for: .click, of: network), .seconds(7 * 86_400))
        expect(rules.window(for: .view, of: network), .seconds(2 * 86_400))
        let other = try #require(AdNetworkIdentifier(text: "other.skadnetwork"))
        #expect(rules.window(for: .view, of: other) == nil)
        expect(rules.window(for: .click, of: other), .seconds(3 * 86_400))
    }

    @Test func keysOfAWholePropertyListAreRead() throws {
        let rules = try configuration(
            #"{"CFBundleIdentifier":"a","AdNetworkIdentifiers":["example.adattributionkit"],"#
                + #""AttributionCopyEndpoint":"https://example.com","#
                + #""EligibleForAdAttributionKitReengagementPostbackCopies":true,"#
                + #""EligibleForAdAttributionKitOverlappingConversions":true,"AdAttributionKitConfigurations":"#
                + #"{"AttributionCooldown":{"install-cooldown-hours":24,"re-engagement-cooldown-hours":1}}}"#)
        #expect(rules.findings.isEmpty)
        expect(rules.cooldown(after: .redownload), .seconds(24 * 3600))
        expect(rules.cooldown(after: .reEngagement), .seconds(3600))
        #expect(rules.copies(.download) && rules.copies(.reEngagement) && rules.allowsOverlap)
        expect(rules.listedNetworks, ["example.adattributionkit"])
    }

    /// A key that is nearly a known one is taken for a mistake, and the known one is named.
    @Test(arguments: [
        ("AtributionCopyEndpoint", "AttributionCopyEndpoint"), ("AdNetworkIdentifers", "AdNetworkIdentifiers"),
        ("AdNetworkIdentifier", "AdNetworkIdentifiers"), ("attributioncopyendpoint", "AttributionCopyEndpoint"),
        ("AdAttributionKitConfigurationen", "AdAttributionKitConfigurations"), ("AppIdentifierPrefix", nil),
        ("AdNetworkIDs", "AdNetworkIdentifiers"), ("AttributionCopyURL", "AttributionCopyEndpoint"),
        ("NSAdvertisingAttributionReportUri", "NSAdvertisingAttributionReportEndpoint"),
        ("AttributionReportEndpoint", "NSAdvertisingAttributionReportEndpoint"), ("AttributionOfEndpoint", nil),
        ("NSAppURL", nil),
    ])
    func nearKeysAtTheTop(_ key: String, _ meant: String?) throws {
        let findings = try configuration(#"{"AttributionCopyEndpoint":"https://a.com","\#(key)":1}"#).findings
        expect(findings.map(\.hint), meant.map { ["did you mean \"\($0)\"?"] } ?? [])
    }

    /// A list that is misspelt is not read, and neither is an ID outside of it.
    @Test(arguments: [
        ("SkAdNetworkItems", "did you mean \"SKAdNetworkItems\"?"),
        ("SKAdNetworkItem", "did you mean \"SKAdNetworkItems\"?"),
        ("sk_ad_network_items", "did you mean \"SKAdNetworkItems\"?"),
        (
            "SKAdNetworkIdentifiers",
            "SKAdNetworkItems is an array of dictionaries, each with the key SKAdNetworkIdentifier"
        ),
        ("SKAdNetworkReporter", nil),
        (
            "NSAdvertisingAttributionReportEndPoint", "did you mean \"NSAdvertisingAttributionReportEndpoint\"?"
        ),
    ])
    func nearListsAtTheTop(_ key: String, _ hint: String?) throws {
        let findings = try configuration(#"{"AttributionCopyEndpoint":"https://a.com","\#(key)":1}"#).findings
        expect(findings.map(\.hint), hint.map { [$0] } ?? [])
    }

    /// Each fault of an item names its place.
    @Test(arguments: [
        (#""b.skadnetwork""#, "", "\"b.skadnetwork\""), ("{}", "", "an empty dictionary"),
        (#"{"b.skadnetwork":""}"#, "", "a dictionary with the key \"b.skadnetwork\""),
        (#"{"SKAdNetworkIdentifier":7}"#, ".SKAdNetworkIdentifier", "7"),
        (#"{"SKAdNetworkIdentifier":" b.skadnetwork"}"#, ".SKAdNetworkIdentifier", "\" b.skadnetwork\""),
        (#"{"SKAdNetworkIdentifier":"B.skadnetwork"}"#, ".SKAdNetworkIdentifier", "\"B.skadnetwork\""),
        (#"{"SKAdNetworkIdentifier":"bcd"}"#, ".SKAdNetworkIdentifier", "\"bcd\""),
        (#"{"SKAdNetworkIdentifier":"a.skadnetwork"}"#, ".SKAdNetworkIdentifier", "\"a.skadnetwork\""),
    ])
    func itemsOfSKAdNetwork(_ item: String, _ path: String, _ found: String) throws {
        let findings = try configuration(
            #"{"AdNetworkIdentifiers":[],"SKAdNetworkItems":[{"SKAdNetworkIdentifier":"a.skadnetwork"},\#(item)]}"#
        ).findings
        expect(findings.map(\.field), ["SKAdNetworkItems[1]\(path)"])
        expect(findings.map(\.found), [found])
    }

    /// Copies never go to a name that anyone can register names below. Few suffixes are certain.
    @Test(arguments: [
        ("shop.vercel.app", 2, true, true), ("a.example.com", 1, false, true), ("a.example.co.jp", 2, false, true),
        ("a.example.co.ck", 2, false, false), ("a.example.edu.xy", 2, false, false), ("a.example.xy", 1, false, false),
        ("a.example.shop", 1, false, false), ("com", 1, false, true), ("vercel.app", 2, true, true),
        ("a.example.lt", 1, false, true), ("a.example.uk", 1, false, false),
        ("a.b.s3.amazonaws.com", 3, true, true), ("b.amazonaws.com", 1, false, true),
        ("shop-uc.a.run.app", 3, true, true), ("a.run.app", 3, true, true), ("run.app", 1, false, true),
        ("a.shop.eu-1.elasticbeanstalk.com", 3, true, true), ("shop.ue.r.appspot.com", 4, true, true),
        ("shop.appspot.com", 2, true, true), ("notvercel.app", 1, false, true), ("a.example.com.xy", 2, false, false),
    ])
    func publicSuffixes(_ host: String, _ count: Int, _ isShared: Bool, _ isCertain: Bool) {
        let suffix = PublicSuffix(of: host.split(separator: "."))
        #expect(suffix.count == count && suffix.isShared == isShared && suffix.isCertain == isCertain)
    }

    @Test(arguments: [
        ("shop.vercel.app", "shop.vercel.app", true), ("a.b.workers.dev", "b.workers.dev", true),
        ("a.example.com", "example.com", false), ("a.example.co.ck", "example.co.ck", false),
        ("a.example.co.jp", "example.co.jp", false), ("fly.dev", nil, true), ("co.uk", nil, false),
        ("a.example.de", "example.de", false), ("a.run.app", nil, true), ("b.a.run.app", "b.a.run.app", true),
    ])
    func copiesGoToRegistrableDomains(_ host: String, _ domain: String?, _ isShared: Bool) throws {
        let url = WebAddress("https://\(host)/a")?.copyURL(for: .skAdNetwork)
        #expect(url == domain.map { "https://\($0)\(Framework.skAdNetwork.copyPath)" })
        let rules = try configuration(#"{"AttributionCopyEndpoint":"https://\#(host)"}"#).findings.map(\.rule.id)
        expect(rules.contains("configuration-copy-endpoint-suffix"), isShared)
        expect(rules.contains("configuration-copy-endpoint"), domain == nil && !isShared)
    }

    /// A URL consists of bytes: a combining mark does not make another character of the slash before it.
    @Test(arguments: ["/\u{301}", "?\u{301}", "#\u{301}", ":443", "/a/b", ""])
    func theDomainEndsAtItsFirstDelimiter(_ rest: String) {
        expect(
            WebAddress("HTTPS://Shop.Example.com\(rest)")?.copyURL(for: .skAdNetwork),
            "https://example.com\(Framework.skAdNetwork.copyPath)")
    }

    @Test("Where copies arrive is said of both names where a country may register names below one of them")
    func bothNamesAreSaidWhereTheSuffixIsNotKnown() throws {
        let address = try #require(WebAddress("https://shop.web.id/copies"))
        #expect(address.copyURL(for: .adAttributionKit) == nil)
        let path = Framework.adAttributionKit.copyPath
        #expect(
            try configuration(#"{"AttributionCopyEndpoint":"https://shop.web.id/copies"}"#).findings.map(\.hint) == [
                "copies probably arrive at https://web.id\(path), but at https://shop.web.id\(path) if \"web.id\" is a public suffix"
            ])
        for domain in ["shop.example.lt", "shop.example.de", "example.id", "shop.co.xy", "shop.example.agency"] {
            #expect(WebAddress("https://\(domain)")?.copyURL(for: .adAttributionKit) != nil)
        }
    }

    @Test(arguments: [
        (#"{"AttributionWindows":{"global":{"install":{"clik":1}}}}"#, "did you mean \"click\"?"),
        (#"{"AttributionWindows":{"global":{"instal":{}}}}"#, "did you mean \"install\"?"),
        (#"{"AttributionWindow":{},"AttributionCooldown":{}}"#, "did you mean \"AttributionWindows\"?"),
        (
            #"{"AttributionCooldown":{"instal-cooldown-hours":1}}"#, "did you mean \"install-cooldown-hours\"?"
        ),
        (
            #"{"AttributionWindows":{"global":{"install":{"tap":1}}}}"#,
            "known keys: click, ignoreInteractionType, view"
        ),
    ])
    func nearKeysInside(_ configurations: String, _ hint: String) throws {
        let findings = try configuration(#"{"AdAttributionKitConfigurations":\#(configurations)}"#).findings
        expect(findings.map(\.hint), [hint])
    }

    /// An invalid value is replaced by its default and causes a finding; an invalid global one is ignored.
    @Test func badValuesLeaveTheDefaults() throws {
        let rules = try configuration(
            #"{"AdAttributionKitConfigurations":{"AttributionCooldown":{"install-cooldown-hours":721},"#
                + #""AttributionWindows":{"global":{"install":{"click":31,"view":"2","ignoreInteractionType":"click"}}}},"#
                + #""AttributionCopyEndpoint":"example"}"#)
        expect(rules.window(for: .click, of: network), .seconds(30 * 86_400))
        expect(rules.window(for: .view, of: network), .seconds(86_400))
        #expect(rules.cooldown(after: .download) == .zero && !rules.copies(.download))
        expect(
            Set(rules.findings.map(\.rule.id)),
            [
                "configuration-click-range", "configuration-json-type", "configuration-ignore-global",
                "configuration-install-cooldown-range", "configuration-copy-endpoint",
            ])
    }

    /// Keys that are nested in another dictionary are told, and not read: apps with them received no copies.
    @Test func otherSpellingsAreToldAndNestedKeysAreNotRead() throws {
        let rules = try configuration(
            #"{"AdAttributionKit":{"AttributionCopyEndpoint":"https://example.org","#
                + #""OptInForReengagementPostbackCopies":true},"AttributionCopyEndpoint":"https://example.com","#
                + #""AdAttributionKitConfigurations":{"AttributionCooldown":{"reengagement-cooldown-hours":5}}}"#)
        #expect(rules.copyEndpoint == "https://example.com" && !rules.copiesReEngagements)
        expect(rules.reEngagementCooldownHours, 5)
        expect(
            rules.findings.map { "\($0.rule.id) \($0.severity.rawValue)" },
            [
                "configuration-nested-copy-key error", "configuration-nested-copy-key error",
                "configuration-cooldown-key warning",
            ])
        expect(
            rules.findings.map(\.wanted).prefix(2),
            [
                "AttributionCopyEndpoint at the top level of Info.plist",
                "EligibleForAdAttributionKitReengagementPostbackCopies at the top level of Info.plist",
            ])
        let nested = try configuration(#"{"AdAttributionKit":{"AttributionCopyEndpoint":"https://example.com"}}"#)
        #expect(nested.copyEndpoint == nil && !nested.copies(.download))
    }

    @Test func anInfoPlistIsRead() throws {
        let text = """
            <plist><dict><key>AdAttributionKitConfigurations</key><dict><key>AttributionCooldown</key><dict>
            <key>install-cooldown-hours</key><integer>12</integer></dict></dict></dict></plist>
            """
        try expect(AttributionConfiguration(parsing: Array(text.utf8)).installCooldownHours, 12)
        #expect(throws: Problem.self) { try AttributionConfiguration(parsing: []) }
    }

    /// Keys of the top are not read inside any other dictionary, and no address is made of them.
    @Test(arguments: [
        #"{"AdAttributionKitConfigurations":{"AttributionCopyEndpoint":"https://inner.example.org"}}"#,
        #"{"AdNetworkIdentifiers":[],"Vendor":{"List":[{"AttributionCopyEndpoint":"https://inner.example.org"}]}}"#,
        #"{"AdAttributionKit":{"EligibleForAdAttributionKitOverlappingConversions":true}}"#,
        #"{"AdAttributionKitConfigurations":{"AdNetworkIdentifiers":["inner.adattributionkit"]}}"#,
    ])
    func keysOfTheTopAreReadOnlyThere(text: String) throws {
        let rules = try configuration(text)
        expect(rules.findings.map(\.rule.id), ["configuration-nested-copy-key"])
        #expect(rules.copyEndpoint == nil && !rules.allowsOverlap && rules.listedNetworks ?? [] == [])
        let url =
            try JSONValue(parsing: Array(text.utf8)).withView { Framework.adAttributionKit.copyURL(in: $0) } ?? nil
        #expect(url == nil)
    }

    @Test func settingsBesideAKeyOfTheTopAreMisplaced() throws {
        let rules = try configuration(
            #"{"AttributionCooldown":{"install-cooldown-hours":5},"AdNetworkIdentifiers":["a.adattributionkit"]}"#)
        expect(rules.findings.map(\.field), ["AttributionCooldown"])
        expect(rules.installCooldownHours, 0)
    }

    /// The cause is named, and never a password.
    @Test(arguments: [
        ("https://me:secret@example.com", "password"), ("https://example.com ", "white space"),
        ("http://example.com", "http://"), ("https://bücher.example", "xn--"), ("https://example.com.", "dot"),
        ("https://localhost", "registered"), ("https://192.0.2.7", "IP address"), ("https://me:secret/x@a", "password"),
    ])
    func aFaultyAddressIsExplained(url: String, cause: String) throws {
        let findings = try configuration(#"{"AttributionCopyEndpoint":"\#(url)"}"#).findings
        expect(findings.map(\.rule.id), ["configuration-copy-endpoint"])
        let finding = try #require(findings.first)
        #expect(finding.hint?.contains(cause) == true && !finding.found.contains("secret"))
    }

    /// Of an address without a subdomain and a path, a query and a fragment were not seen.
    @Test(arguments: ["?x=1", "#f", "/?x=1", "/a", ":8080"])
    func whatFollowsTheDomainIsAWarning(suffix: String) throws {
        let rules = try configuration(
            #"{"CFBundleIdentifier":"a","AttributionCopyEndpoint":"https://example.com\#(suffix)"}"#)
        expect(rules.findings.map(\.rule.id), ["configuration-copy-endpoint-parts"])
    }
}
