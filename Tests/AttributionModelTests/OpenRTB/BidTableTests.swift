import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// Single changes of a valid bid or its request, and the complete findings, on both sides of every boundary.
struct BidTableTests {
    private typealias Samples = BidSamples

    /// Returns the findings about a signed `skadn` object next to a valid token.
    private static func findings(skadn: JSONValue, request: JSONValue = Samples.request, bundle: String = "525463029")
        -> [String]
    {
        Samples.findings(
            Samples.response(("adattributionkit", Samples.attribution()), ("skadn", skadn), bundle: bundle),
            request: request)
    }

    private static func findings(token: JSONValue, request: JSONValue = Samples.request, bundle: String = "525463029")
        -> [String]
    {
        Samples.findings(
            Samples.response(("skadn", Samples.skadn()), ("adattributionkit", token), bundle: bundle), request: request)
    }

    // MARK: - SKAdNetwork, signed values

    @Test(
        "Each signed value of an ad at its borders",
        arguments: [
            (SKAdNetworkVersion.four, SignedField.sourceIdentifier, "1000", []),
            (.four, .sourceIdentifier, "9999", []),
            (.four, .sourceIdentifier, "999", ["openrtb-source-identifier-digits sourceidentifier"]),
            (.four, .sourceIdentifier, "1", ["openrtb-source-identifier-digits sourceidentifier"]),
            (.four, .sourceIdentifier, "0", ["openrtb-member-value sourceidentifier"]),
            (.four, .sourceIdentifier, "10000", ["openrtb-member-value sourceidentifier"]),
            (.four, .sourceIdentifier, "0999", ["openrtb-member-value sourceidentifier"]),
            (.four, .sourceIdentifier, "", ["openrtb-member-value sourceidentifier"]),
            (.four, .sourceIdentifier, "+5239", ["openrtb-member-value sourceidentifier"]),
            (.three, .campaignID, "1", ["openrtb-version-older version"]),
            (.three, .campaignID, "100", ["openrtb-version-older version"]),
            (.three, .campaignID, "0", ["openrtb-version-older version", "openrtb-member-value campaign"]),
            (.three, .campaignID, "101", ["openrtb-version-older version", "openrtb-member-value campaign"]),
            (.three, .campaignID, "01", ["openrtb-version-older version", "openrtb-member-value campaign"]),
            (.four, .itunesItemID, "1", []),
            (.four, .itunesItemID, "18446744073709551615", []),
            (.four, .itunesItemID, "18446744073709551616", ["openrtb-member-value itunesitem"]),
            (.four, .itunesItemID, "0", ["openrtb-member-value itunesitem"]),
            (.four, .itunesItemID, "01", ["openrtb-member-value itunesitem"]),
            (.four, .sourceAppID, "0", ["skan-ad-development sourceapp"]),
            (.four, .sourceAppID, "880047118", []),
            (.four, .sourceAppID, "x", ["openrtb-member-value sourceapp"]),
            (.four, .adNetworkID, "example123.network", ["skan-ad-ad-network-id-suffix network"]),
            (.four, .adNetworkID, "Example123.skadnetwork", ["openrtb-network-case network"]),
            (.four, .adNetworkID, "ex\u{2063}ample.skadnetwork", ["skan-ad-separator network"]),
        ] as [(SKAdNetworkVersion, SignedField, String, [String])])
    func signedValue(version: SKAdNetworkVersion, field: SignedField, text: String, found: [String]) {
        // The request and the bid agree, so that only the value itself is checked.
        var request = Samples.request
        let quoted = JSONValue.string(text).text
        if field == .sourceAppID {
            request = Samples.request("imp.0.ext.skadn.sourceapp", quoted)
            if text == "0" { request = request.with("app", nil) }
        }
        if field == .adNetworkID {
            request = Samples.request("imp.0.ext.skadn.skadnetids", "[\(JSONValue.string(text.lowercased()).text)]")
        }
        let bundle = field == .itunesItemID ? text : "525463029"
        let response = Samples.response(("skadn", Samples.skadn(version, field, text)), bundle: bundle)
        expect(Samples.findings(response, request: request), found, "\(field) \(text)")
    }

    @Test(
        "Each own value of a fidelity at its borders",
        arguments: [
            (SignedField.timestamp, "1577836800000", []),
            (.timestamp, "10000000000", ["skan-ad-timestamp-before-2020 fidelities[1].timestamp"]),
            (.timestamp, "9999999999", ["skan-ad-timestamp-seconds fidelities[1].timestamp"]),
            (.timestamp, "0", ["skan-ad-timestamp-seconds fidelities[1].timestamp"]),
            (.timestamp, "01700000000123", ["openrtb-member-value fidelities[1].timestamp"]),
            (.timestamp, "x", ["openrtb-member-value fidelities[1].timestamp"]),
            (.timestamp, "1767225660000", []),
            (.timestamp, "1767225660001", ["skan-ad-timestamp-future fidelities[1].timestamp"]),
            (.timestamp, "253402300799999", ["skan-ad-timestamp-future fidelities[1].timestamp"]),
            (.timestamp, "253402300800000", ["skan-ad-timestamp-range fidelities[1].timestamp"]),
            (.nonce, "68483EF6-0678-4F08-A0D1-2D5E9A0D6A7D", ["openrtb-nonce fidelities[1].nonce"]),
            (.nonce, "68483ef606784f08a0d12d5e9a0d6a7d", ["openrtb-nonce fidelities[1].nonce"]),
            (.nonce, "", ["openrtb-nonce fidelities[1].nonce"]),
            (.nonce, BidSamples.nonces[0], ["openrtb-nonce-reused fidelities[1].nonce"]),
        ] as [(SignedField, String, [String])])
    func ownValue(field: SignedField, text: String, found: [String]) {
        let ad = Samples.skadn { values, place in if place == 1 { values[field] = .string(text) } }
        expect(Self.findings(skadn: ad), found, "\(field) \(text)")
        // Before version 2.2, they are in the object itself.
        let old = Self.findings(skadn: Samples.skadn(.twoOne, field, text))
        let wanted = found.map { $0.replacing("fidelities[1].", with: "") }.filter { !$0.contains("reused") }
        expect(old, ["openrtb-version-older version"] + wanted, "\(field) \(text)")
    }

    @Test(
        "Each fidelity type stands once, whatever stands between",
        arguments: [
            (["0"], []), (["1"], []), (["0", "1"], []), (["1", "0"], []),
            (["0", "0"], ["fidelities[1].fidelity"]), (["1", "1"], ["fidelities[1].fidelity"]),
            (["0", "1", "0"], ["fidelities[2].fidelity"]), (["1", "0", "1"], ["fidelities[2].fidelity"]),
            (["0", "1", "1"], ["fidelities[2].fidelity"]),
            (["0", "0", "0"], ["fidelities[1].fidelity", "fidelities[2].fidelity"]),
        ])
    func fidelityTypes(types: [String], found: [String]) {
        let told = Self.findings(skadn: Samples.skadn(fidelities: types))
        expect(told, found.map { "openrtb-fidelity-twice \($0)" })
    }

    @Test(
        "There are two fidelity types",
        arguments: [("0", true), ("1", true), ("2", false), ("10", false), ("18446744073709551616", false)])
    func fidelityType(type: String, isOne: Bool) {
        #expect(
            Self.findings(skadn: Samples.skadn(fidelities: [type]))
                == (isOne ? [] : ["openrtb-member-value fidelities[0].fidelity"]))
    }

    @Test("A nonce is used once, whatever stands between")
    func nonces() {
        let ad = Samples.skadn(fidelities: ["0", "1", "0"]) { values, place in
            values[.nonce] = .string(Samples.nonces[place % 2])
        }
        expect(
            Self.findings(skadn: ad),
            [
                "openrtb-fidelity-twice fidelities[2].fidelity", "openrtb-nonce-reused fidelities[2].nonce",
            ])
    }

    // MARK: - SKAdNetwork, versions

    private static let place = "imp.0.ext.skadn."

    @Test(
        "A version is one that is offered, and the newest of them",
        arguments: [
            (#"["2.1","3.0","4.0"]"#, nil, SKAdNetworkVersion.four, nil),
            (#"["2.1","3.0","4.0"]"#, nil, .three, "openrtb-version-older"),
            (#"["4.0","3.0","2.1"]"#, nil, .three, "openrtb-version-older"),
            (#"["2.1","3.0","4.0"]"#, nil, .twoTwo, "openrtb-version-offered"),
            (#"["2.1","3.0","4.0"]"#, nil, .two, "openrtb-version-offered"),
            (#"["3.0"]"#, nil, .four, "openrtb-version-offered"), (#"["3.0"]"#, nil, .three, nil),
            (#"["4.0","5.0"]"#, nil, .four, nil), (#"["1.0","2.0"]"#, nil, .two, nil),
            // A request with a single version accepts a lower one.
            (nil, #""4.0""#, .four, nil), (nil, #""4.0""#, .two, "openrtb-version-older"),
            (nil, #""3.0""#, .three, nil), (nil, #""3.0""#, .four, "openrtb-version-offered"),
            // The list takes precedence.
            (#"["3.0"]"#, #""4.0""#, .four, "openrtb-version-offered"), (#"["4.0"]"#, #""3.0""#, .four, nil),
            (#"["4.0"]"#, #""3.0""#, .three, "openrtb-version-offered"),
            // With an unreadable member, the request is at fault.
            (nil, nil, .four, nil), ("[]", nil, .four, nil),
            ("null", nil, .four, nil), ("{}", nil, .four, nil),
            (#""4.0""#, nil, .four, nil), ("4.0", nil, .four, nil),
            (#"["5.0"]"#, nil, .four, nil), (#"["1.0"]"#, nil, .two, nil),
            (#"["4.0",3]"#, nil, .four, nil), ("[]", #""4.0""#, .four, nil),
            ("null", #""4.0""#, .four, nil), (nil, "4.0", .four, nil),
            (nil, #"["4.0"]"#, .four, nil), (nil, #""1.0""#, .two, nil),
            (nil, #""""#, .two, nil),
        ] as [(String?, String?, SKAdNetworkVersion, String?)])
    func offeredVersions(versions: String?, version: String?, answer: SKAdNetworkVersion, rule: String?) {
        let request = Samples.request(Self.place + "versions", versions)
            .with(Self.place + "version", version.map(Samples.parse))
        expect(
            Self.findings(skadn: Samples.skadn(answer), request: request), rule.map { [$0 + " version"] } ?? [],
            "\(versions ?? "-") \(version ?? "-") \(answer)")
    }

    @Test(
        "An object has the members of its version",
        arguments: [
            (SKAdNetworkVersion.four, "fidelities", nil, ["openrtb-member-missing fidelities"]),
            (.four, "fidelities", "[]", ["openrtb-member-value fidelities"]),
            (.four, "fidelities", "{}", ["openrtb-member-type fidelities"]),
            (.four, "fidelities", "[1]", ["openrtb-member-type fidelities"]),
            (
                .four, "fidelities", "[{}]",
                ["fidelity", "nonce", "timestamp", "signature"].map { "openrtb-member-missing fidelities[0].\($0)" }
            ),
            (.four, "sourceidentifier", nil, ["openrtb-member-missing sourceidentifier"]),
            (.four, "campaign", #""42""#, ["openrtb-deprecated campaign"]),
            (.four, "nonce", #""x""#, ["openrtb-deprecated nonce"]),
            (.four, "timestamp", #""x""#, ["openrtb-deprecated timestamp"]),
            (.four, "signature", #""x""#, ["openrtb-deprecated signature"]),
            (.four, "version", #""1.0""#, ["openrtb-member-value version"]),
            (.four, "version", #""5.0""#, ["openrtb-member-value version"]),
            (.four, "version", "4.0", ["openrtb-member-type version"]),
            (.four, "version", nil, ["openrtb-member-missing version"]),
            (.twoOne, "nonce", nil, ["openrtb-version-older version", "openrtb-member-missing nonce"]),
            (.twoOne, "timestamp", nil, ["openrtb-version-older version", "openrtb-member-missing timestamp"]),
            (.twoOne, "signature", nil, ["openrtb-version-older version", "openrtb-member-missing signature"]),
            (.twoOne, "campaign", nil, ["openrtb-version-older version", "openrtb-member-missing campaign"]),
            (
                .twoOne, "sourceidentifier", #""5239""#,
                ["openrtb-version-older version", "openrtb-version-group sourceidentifier"]
            ),
            (.twoOne, "fidelities", "[]", ["openrtb-version-older version", "openrtb-version-group fidelities"]),
            (.four, "skoverlay", #"{"pos":1,"dismissible":0,"delay":5,"endcarddelay":0}"#, []),
            (.four, "skoverlay", #"{"pos":2}"#, ["openrtb-member-value skoverlay.pos"]),
            (.four, "skoverlay", #"{"dismissible":true}"#, ["openrtb-member-type skoverlay.dismissible"]),
            (.four, "skoverlay", #"{"delay":"5"}"#, ["openrtb-member-type skoverlay.delay"]),
            (.four, "skoverlay", #"{"delay":-1}"#, ["openrtb-member-value skoverlay.delay"]),
            (.four, "skoverlay", #"{"endcarddelay":1.5}"#, ["openrtb-member-type skoverlay.endcarddelay"]),
            (.four, "skoverlay", "1", ["openrtb-member-type skoverlay"]),
            (.four, "productpageid", #""68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c""#, []),
            (.four, "productpageid", #""68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C""#, []),
            (.four, "productpageid", #""x""#, ["openrtb-member-value productpageid"]),
            (.four, "ext", "{}", []), (.four, "ext", "1", ["openrtb-member-type ext"]),
            (.four, "autostore", "1", ["openrtb-unknown-member autostore"]),
        ] as [(SKAdNetworkVersion, String, String?, [String])])
    func members(version: SKAdNetworkVersion, name: String, value: String?, found: [String]) {
        let object = Samples.skadn(version).with(name, value.map(Samples.parse))
        expect(Self.findings(skadn: object), found, "\(version) \(name) \(value ?? "-")")
    }

    @Test("Below version 4.0 a campaign is what 4.0 has instead of it, and no other")
    func renamed() {
        let object = Samples.skadn().with("sourceidentifier", nil).with("campaign", .string("42"))
        expect(Self.findings(skadn: object), ["openrtb-version-group campaign"])
        let moved = Samples.skadn().with("fidelities", nil).with("nonce", .string(Samples.nonces[0]))
        expect(Self.findings(skadn: moved), ["openrtb-member-missing fidelities", "openrtb-version-group nonce"])
    }

    @Test("An object has the members of its version, whatever the request offers")
    func membersWithoutOffer() {
        let object = Samples.skadn().with("fidelities", nil)
        let unreadable = Self.findings(skadn: object, request: Samples.request(Self.place + "versions", "[]"))
        expect(unreadable, ["openrtb-member-missing fidelities"])
        // The second imp offers nothing, and there is no third.
        for impid in ["2", "3"] {
            let response = Samples.response(("skadn", object), impid: .string(impid))
            #expect(Samples.findings(response).contains("openrtb-member-missing fidelities"), "\(impid)")
        }
    }

    // MARK: - Messages

    @Test("A message names five of the networks that a request lists", arguments: 1...7)
    func listedNetworks(count: Int) {
        let names = (0..<count).map { "\"n\($0).skadnetwork\"" }
        let request = Samples.request(Self.place + "skadnetids", "[\(names.joined(separator: ","))]")
        let wanted = Samples.reports(Samples.response(("skadn", Samples.skadn())), request: request)
            .flatMap { $0.findings.map(\.wanted) }
        let more = count > 5 ? " and \(count - 5) more" : ""
        expect(wanted, ["one of " + names.prefix(5).joined(separator: ", ") + more])
    }

    @Test(
        "A rule says in its summary what holds, and in its message what is wanted",
        arguments: [
            (BidRules.fidelityTwice, "each fidelity type must appear only once", "different in each entry"),
            (BidRules.nonceReused, "each fidelity type should have its own nonce", "different for each fidelity type"),
            (
                BidRules.sourceBundle, "\"sourceapp\" should be the request's app.bundle",
                "the app.bundle of the request"
            ),
            (BidRules.itemBundle, "\"itunesitem\" should be the bid's bundle", "the bundle of the bid"),
        ])
    func ruleTexts(rule: Rule, summary: String, wanted: String) {
        #expect(rule.summary == summary && rule.wanted == wanted)
    }

    @Test("Each member of both extensions is named once")
    func memberNames() {
        let names = BidRules.memberNames
        #expect(Set(names).count == names.count && !names.contains("ext"))
        for name in ["jwt", "sko", "skadnetlist", "addl", "fidelities", "fidelity", "nonce", "pos"] {
            #expect(names.contains(name), "\(name)")
        }
    }

    // MARK: - Against the request

    @Test(
        "What the imp of SKAdNetwork offers decides",
        arguments: [
            ("skoverlay", "0", "openrtb-skoverlay-offered skoverlay"),
            ("skoverlay", nil, "openrtb-skoverlay-offered skoverlay"),
            ("skoverlay", "null", "openrtb-skoverlay-offered skoverlay"),
            ("skoverlay", "2", "openrtb-skoverlay-offered skoverlay"),
            ("skoverlay", #""1""#, "openrtb-skoverlay-offered skoverlay"),
            ("skoverlay", "false", "openrtb-skoverlay-offered skoverlay"), ("skoverlay", "true", nil),
            ("productpage", "0", "openrtb-productpageid-offered productpageid"),
            ("productpage", nil, "openrtb-productpageid-offered productpageid"),
            ("productpage", #""1""#, "openrtb-productpageid-offered productpageid"), ("productpage", "true", nil),
            // The request is at fault alone.
            ("sourceapp", nil, nil), ("sourceapp", "null", nil), ("sourceapp", "880047117", nil),
            ("sourceapp", #"["880047117"]"#, nil),
            ("skadnetids", nil, nil),
            ("skadnetids", "[]", "openrtb-network-listed network"),
            ("skadnetids", #""example123.skadnetwork""#, nil),
            ("skadnetids", #"{"0":"example123.skadnetwork"}"#, nil),
            ("skadnetids", #"["example123.skadnetwork",1]"#, nil),
            ("skadnetids", #"["example12.skadnetwork","example1234.skadnetwork"]"#, "openrtb-network-listed network"),
            ("skadnetids", #"["a.skadnetwork","example123.skadnetwork"]"#, nil),
            ("skadnetids", #"["EXAMPLE123.skadnetwork"]"#, nil),
        ] as [(String, String?, String?)])
    func offer(name: String, value: String?, found: String?) {
        let object = Samples.skadn().with("skoverlay", .object([]))
            .with("productpageid", .string(Samples.nonces[0]))
        let told = Self.findings(skadn: object, request: Samples.request(Self.place + name, value))
        expect(told, found.map { [$0] } ?? [], "\(name) \(value ?? "-")")
    }

    @Test("Some exchanges say in ext that they show overlays")
    func overlayInExtension() {
        let object = Samples.skadn().with("skoverlay", .object([]))
        let silent = Samples.request(Self.place + "skoverlay", nil)
        expect(Self.findings(skadn: object, request: silent.with(Self.place + "ext", Samples.parse(#"{"sko":1}"#))), [])
        #expect(
            Self.findings(skadn: object, request: silent.with(Self.place + "ext", Samples.parse(#"{"sko":0}"#)))
                == ["openrtb-skoverlay-offered skoverlay"])
    }

    @Test(
        "What skadnetlist says is read as it is, or not at all",
        arguments: [
            (#"{"max":306}"#, "openrtb-network-undecided"), (#"{"max":1}"#, "openrtb-network-undecided"),
            (#"{"max":0}"#, "openrtb-network-listed"), (#"{"max":-1}"#, nil),
            (#"{"max":"306"}"#, nil), (#"{"max":306.0}"#, nil),
            (#"{"max":null}"#, "openrtb-network-listed"), (#"{"max":306,"excl":[1,2]}"#, "openrtb-network-undecided"),
            (#"{"max":306,"excl":["1"]}"#, nil),
            (#"{"max":306,"excl":1}"#, nil), (#"{"excl":[1]}"#, "openrtb-network-listed"),
            (#"[306]"#, nil), (#"{"addl":["example123.skadnetwork"]}"#, nil),
            (#"{"addl":"example123.skadnetwork"}"#, nil),
            (#"{"addl":["example123.skadnetwork"],"max":"x"}"#, nil),
        ] as [(String, String?)])
    func commonList(list: String, rule: String?) {
        let request = Samples.request(Self.place + "skadnetids", nil)
            .with(Self.place + "skadnetlist", Samples.parse(list))
        let told = Self.findings(skadn: Samples.skadn(), request: request)
        expect(told, rule.map { ["\($0) network"] } ?? [], "\(list)")
    }

    @Test(
        "Items and bundles are compared byte for byte, where there are any",
        arguments: [
            // They are about the request alone.
            ("app.bundle", #""880047118""#, []), ("app.bundle", "880047117", []), ("app.bundle", nil, []),
            ("app", nil, []), ("device.osv", #""17""#, []), ("device", nil, []),
        ] as [(String, String?, [String])])
    func bundles(path: String, value: String?, found: [String]) {
        expect(Self.findings(skadn: Samples.skadn(), request: Samples.request(path, value)), found, "\(path)")
    }

    @Test("itunesitem is the bid's bundle, one of the same length as well")
    func itemBundle() {
        let warnings = ["openrtb-itunesitem-bundle itunesitem", "openrtb-itunesitem-bundle itunesitem"]
        expect(Self.findings(skadn: Samples.skadn(), bundle: "525463028"), warnings)
        let response = Samples.response(("skadn", Samples.skadn()))
        let bundle = "seatbid.0.bid.1.bundle"
        expect(Samples.findings(response.with(bundle, nil)), [])
        expect(Samples.findings(response.with(bundle, .number("525463029"))), [warnings[0]])
        #expect(
            Samples.findings(response.with(bundle, .string("com.example.app")))
                == ["openrtb-bundle-form itunesitem"])
    }

    // MARK: - Tokens

    @Test(
        "Of a token the payload goes through all rules of an impression",
        arguments: [
            ("advertised-item-identifier", nil, ["impression-advertised-item-identifier-missing"]),
            ("advertised-item-identifier", #""525463029""#, ["impression-advertised-item-identifier-json-type"]),
            (
                "advertised-item-identifier", "525463029.0",
                ["impression-advertised-item-identifier-json-type", "openrtb-itunesitem itunesitem"]
            ),
            // An identifier of the same length as the correct one.
            ("advertised-item-identifier", "525463028", ["openrtb-itunesitem itunesitem"]),
            ("advertised-item-identifier", "1", ["openrtb-itunesitem itunesitem"]),
            ("advertised-item-identifier", "null", ["impression-advertised-item-identifier-missing"]),
            ("publisher-item-identifier", nil, ["impression-publisher-item-identifier-missing"]),
            ("publisher-item-identifier", #""880047117""#, ["impression-publisher-item-identifier-json-type"]),
            ("publisher-item-identifier", "880047118", ["openrtb-sourceapp jwt.publisher-item-identifier"]),
            ("publisher-item-identifier", "[]", ["impression-publisher-item-identifier-json-type"]),
            ("ad-network-identifier", nil, ["impression-ad-network-identifier-missing"]),
            ("ad-network-identifier", "7", ["impression-ad-network-identifier-json-type"]),
            ("ad-network-identifier", "{}", ["impression-ad-network-identifier-json-type"]),
            (
                "ad-network-identifier", #""other.skadnetwork""#,
                ["impression-ad-network-identifier-kid", "openrtb-network-listed jwt.ad-network-identifier"]
            ),
            ("impression-identifier", nil, ["impression-identifier-missing"]),
            ("impression-type", #""x""#, ["impression-type-value"]),
            ("source-identifier", "10000", ["impression-source-identifier-range"]),
            ("timestamp", "1700000000", ["impression-timestamp-seconds"]),
            ("timestamp", "1767225660001", ["impression-timestamp-future"]),
            ("timestamp", "1767225660000", []),
            ("x", "1", ["impression-unknown-field"]),
        ] as [(String, String?, [String])])
    func payload(name: String, value: String?, found: [String]) {
        let told = Self.findings(token: Samples.attribution(name, value))
        let wanted = found.map { $0.contains(" ") ? $0 : "\($0) jwt.\(name)" }
        expect(told, wanted, "\(name) \(value ?? "-")")
    }

    @Test(
        "A token that says nothing, or something else, is none of a bid",
        arguments: [
            ("{}", "openrtb-token jwt"), ("[]", "openrtb-token jwt"), (#""x""#, "openrtb-token jwt"),
            ("1", "openrtb-token jwt"), ("null", "openrtb-token jwt"),
            (#"{"postback-identifier":"x","ad-network-identifier":"example123.skadnetwork"}"#, "openrtb-token jwt"),
            (#"{"jws-string":"x"}"#, "openrtb-token jwt"), (#"{"AttributionWindows":{}}"#, "openrtb-token jwt"),
        ])
    func foreignToken(payload: String, found: String) {
        let token = Samples.attribution(Samples.parse(payload))
        let reports = Samples.reports(Samples.response(("adattributionkit", token)))
        #expect(reports.map(\.isGood) == [false] && reports.map(\.lossReason) == [.invalidAdAttributionKit])
        #expect(Self.findings(token: token).contains(found))
        // The finding is also made without the request.
        let alone = Samples.objects(in: Samples.response(("adattributionkit", token)))
        #expect(alone.flatMap(\.findings).contains(found))
    }

    @Test("A token is a compact JWS and nothing else")
    func tokens() throws {
        let token = try #require(Samples.attribution()["jwt"]?.string)
        let parts = token.split(separator: ".")
        for text in [
            "", "x", " " + token, token + "\n", token + ".", String(token.dropLast()), parts[0] + "." + parts[1],
            #"{"jws-string":"\#(token)"}"#, #"{"adattributionkit":{"jwt":"\#(token)"}}"#,
        ] {
            let object = Samples.attribution().with("jwt", .string(text))
            #expect(Self.findings(token: object).contains("openrtb-token jwt"), "\(text)")
        }
    }

    @Test("A kid of another network, or in capitals, is an error of its own")
    func keyID() {
        #expect(
            Self.findings(token: Samples.attribution(keyID: "other.skadnetwork"))
                == ["impression-ad-network-identifier-kid jwt.ad-network-identifier"])
        let capitals = Samples.attribution(
            Samples.payload.with("ad-network-identifier", .string("EXAMPLE123.skadnetwork")),
            keyID: "EXAMPLE123.skadnetwork")
        #expect(
            Self.findings(token: capitals)
                == ["impression-ad-network-identifier-lowercase jwt.ad-network-identifier"])
    }

    @Test("A key with a kid of its own checks the tokens of that kid alone")
    func keysOfKids() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Samples.key.publicKey, keyID: "other.skadnetwork")
        let response = Samples.response(("adattributionkit", Samples.attribution()))
        expect(Samples.findings(response, keys: keys), ["openrtb-token-signature jwt"])
        try keys.add(Samples.key.publicKey, keyID: Samples.network)
        expect(Samples.findings(response, keys: keys), [])
        // If keys are given but none matches, nothing is good.
        let both = Samples.response(("skadn", Samples.skadn()), ("adattributionkit", Samples.attribution()))
        expect(
            Samples.findings(both, keys: TrustedKeys(.productionAndDevelopment)),
            [
                "openrtb-token-signature jwt", "openrtb-signature fidelities[0].signature",
                "openrtb-signature fidelities[1].signature",
            ])
        expect(Samples.findings(both, keys: nil), [])
    }

    @Test(
        "The members beside a token at their borders",
        arguments: [
            ("version", #""2.0""#, ["openrtb-member-value version"]),
            ("version", nil, ["openrtb-member-missing version"]),
            ("version", "1.0", ["openrtb-member-type version"]), ("jwt", nil, ["openrtb-member-missing jwt"]),
            ("jwt", "{}", ["openrtb-member-type jwt"]), ("itunesitem", nil, ["openrtb-member-missing itunesitem"]),
            ("itunesitem", "525463029", ["openrtb-member-type itunesitem"]),
            (
                "itunesitem", #""525463028""#,
                ["openrtb-itunesitem-bundle itunesitem", "openrtb-itunesitem itunesitem"]
            ),
            (
                "itunesitem", #""0""#,
                [
                    "openrtb-itunesitem-bundle itunesitem", "openrtb-member-value itunesitem",
                    "openrtb-itunesitem itunesitem",
                ]
            ),
            (
                "itunesitem", #""0525463029""#,
                [
                    "openrtb-itunesitem-bundle itunesitem", "openrtb-member-value itunesitem",
                ]
            ),
            ("cpp", #""68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c""#, []), ("cpp", #""x""#, ["openrtb-member-value cpp"]),
            ("cpp", "1", ["openrtb-member-type cpp"]),
            ("reengagementurl", #""https://example.com""#, ["openrtb-reengagementurl-eligible reengagementurl"]),
            ("ext", #"{"skoverlay":{}}"#, []),
            ("sourceapp", #""880047117""#, ["openrtb-unknown-member sourceapp"]),
            ("ext", #"{"itunesitem":"1"}"#, ["openrtb-unknown-member ext.itunesitem"]),
        ] as [(String, String?, [String])])
    func attributionMembers(name: String, value: String?, found: [String]) {
        let object = Samples.attribution().with(name, value.map(Samples.parse))
        expect(Self.findings(token: object), found, "\(name) \(value ?? "-")")
    }

    @Test(
        "What the imp of AdAttributionKit offers decides",
        arguments: [
            ("version", #""2.0""#, nil),
            ("version", nil, nil),
            ("version", "1.0", nil),
            ("version", #"["1.0"]"#, nil),
            ("sourceapp", #""880047118""#, "openrtb-sourceapp jwt.publisher-item-identifier"),
            ("sourceapp", "880047117", nil), ("sourceapp", nil, nil),
            ("skadnetids", nil, nil),
            ("skadnetids", "[]", "openrtb-network-listed jwt.ad-network-identifier"),
            ("skadnetids", #""example123.skadnetwork""#, nil),
            ("ext.sko", "0", "openrtb-skoverlay-offered ext.skoverlay"),
            ("ext.sko", #""1""#, "openrtb-skoverlay-offered ext.skoverlay"),
            ("ext", nil, "openrtb-skoverlay-offered ext.skoverlay"),
        ] as [(String, String?, String?)])
    func attributionOffer(name: String, value: String?, found: String?) {
        let object = Samples.attribution().with("ext", Samples.parse(#"{"skoverlay":{}}"#))
        let request = Samples.request("imp.0.ext.adattributionkit." + name, value)
        let told = Self.findings(token: object, request: request)
        expect(told, found.map { [$0] } ?? [], "\(name) \(value ?? "-")")
    }

    @Test(
        "Re-engagement URLs are for devices from iOS 18 on",
        arguments: [
            (#""18""#, true), (#""18.1""#, true), (#""26.2""#, true), (#""17""#, false), (#""17.6.1""#, false),
            (#""9""#, false), ("18.1", false), (#""iOS 18""#, false), (#""""#, false), ("null", true), (nil, true),
        ] as [(String?, Bool)])
    func system(version: String?, isGood: Bool) {
        let object = Samples.attribution("eligible-for-re-engagement", "true")
            .with("reengagementurl", .string("https://example.com/a"))
        #expect(
            Self.findings(token: object, request: Samples.request("device.osv", version))
                == (isGood ? [] : ["openrtb-reengagementurl-os reengagementurl"]))
    }

    // MARK: - Objects and offers

    @Test(
        "Each object is held against the offer of its own framework",
        arguments: ["skadn", "adattributionkit"])
    func ownOffer(name: String) throws {
        let other = name == "skadn" ? "adattributionkit" : "skadn"
        let objects = ["skadn": Samples.skadn(), "adattributionkit": Samples.attribution()]
        guard let object = objects[name], let beside = objects[other] else { return }
        // The other offer is useless, but is not used.
        let useless = Samples.request("imp.0.ext." + other, "{}")
        expect(Samples.findings(Samples.response((name, object)), request: useless), [])
        #expect(
            Samples.reports(Samples.response((name, object), (other, beside)), request: useless).map { $0.isGood }
                == (name == "skadn" ? [false, true] : [true, false]))
        let absent = Samples.request("imp.0.ext." + name, nil)
        expect(Samples.findings(Samples.response((name, object)), request: absent), ["openrtb-not-offered \(name)"])
        #expect(
            Samples.findings(Samples.response((name, object), (other, beside)), request: absent)
                == ["openrtb-not-offered \(name)"])
        // A value that is not an offer accepts nothing.
        for value in ["1", "[]", #""x""#] {
            let request = Samples.request("imp.0.ext." + name, value)
            expect(Samples.reports(Samples.response((name, object)), request: request).map(\.isGood), [false])
            #expect(try BidRequest(request).isBad)
        }
    }

    @Test(
        "A bid answers an imp by its id, byte for byte",
        arguments: [
            (#""1""#, nil), ("1", "openrtb-impid impid"), ("null", "openrtb-impid impid"),
            (#""""#, "openrtb-impid impid"),
            (#""2""#, "openrtb-not-offered skadn"), (#""10""#, "openrtb-impid impid"), (nil, "openrtb-impid impid"),
        ] as [(String?, String?)])
    func impid(value: String?, found: String?) {
        let response = Samples.response(("skadn", Samples.skadn()), impid: value.map(Samples.parse))
        let reports = Samples.reports(response)
        expect(reports.count, 1)
        for report in reports {
            expect(report.findings.map { "\($0.rule.id) \($0.field)" }, found.map { [$0] } ?? [])
            let isLost = found?.contains("impid") == true
            expect(report.lossReason, isLost ? .invalidBidResponse : found == nil ? nil : .invalidSKAdNetwork)
            expect(report.impressionID, value.flatMap { Samples.parse($0).string })
            for finding in report.findings {
                expect(report.place(of: finding), "seatbid[0].bid[1]" + (isLost ? "" : ".ext.skadn"))
            }
        }
    }

    // MARK: - Signatures

    @Test("A wrong signature is told beside what else is wrong, and each by itself")
    func signatures() throws {
        let stranger = newKey()
        let unlisted = Samples.skadn(.four, .adNetworkID, "other.skadnetwork")
        let other = try #require(Samples.skadn().at("fidelities.1.signature")?.string)
        expect(
            Self.findings(skadn: unlisted.with("fidelities.0.signature", .string(other))),
            [
                "openrtb-network-listed network", "openrtb-signature fidelities[0].signature",
            ])
        // A valid signature does not make up for an invalid one, in any order.
        for place in 0..<2 {
            let object = Samples.skadn().with("fidelities.\(place).nonce", .string(Samples.nonces[2]))
            expect(Self.findings(skadn: object), ["openrtb-signature fidelities[\(place)].signature"])
        }
        for text in ["", "AAAA", "x", other + "=", String(other.dropLast())] {
            let object = Samples.skadn().with("fidelities.0.signature", .string(text))
            expect(Self.findings(skadn: object), ["openrtb-signature-der fidelities[0].signature"], "\(text)")
        }
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(stranger.publicKey, keyID: nil)
        let response = Samples.response(("skadn", Samples.skadn(.twoOne)), ("adattributionkit", Samples.attribution()))
        expect(
            Samples.findings(response, keys: keys),
            [
                "openrtb-token-signature jwt", "openrtb-version-older version", "openrtb-signature signature",
            ])
    }

    @Test(
        "An impression that does not say so is not eligible for re-engagement", arguments: [nil, "false", "true", "1"])
    func eligible(value: String?) {
        let object = Samples.attribution("eligible-for-re-engagement", value)
            .with("reengagementurl", .string("https://example.com/a"))
        let found = Self.findings(token: object).filter { $0.contains("reengagementurl") }
        expect(found, value == "true" ? [] : ["openrtb-reengagementurl-eligible reengagementurl"])
    }

    @Test("A header that brings a key is told of")
    func header() throws {
        let token = try #require(Samples.attribution()["jwt"]?.string)
        let header = String(
            decoding: Base64URL.encode(Array(#"{"alg":"ES256","kid":"example123.skadnetwork","jwk":{}}"#.utf8)),
            as: UTF8.self)
        let parts = token.split(separator: ".")
        let object = Samples.attribution().with("jwt", .string("\(header).\(parts[1]).\(parts[2])"))
        expect(Self.findings(token: object), ["jws-embedded-key jwt.jwk", "openrtb-token-signature jwt"])
    }

    // MARK: - Requests

    @Test(
        "What a request offers is looked at by itself",
        arguments: [
            ("skadn.skadnetids", nil, ["openrtb-member-missing skadnetlist"]),
            ("skadn.skadnetlist", #"{"max":1}"#, []), ("skadn.skadnetlist", "1", ["openrtb-member-type skadnetlist"]),
            ("skadn.skadnetlist", #"{"max":"1"}"#, ["openrtb-member-type skadnetlist.max"]),
            ("skadn.skadnetlist", #"{"excl":[-1]}"#, ["openrtb-member-type skadnetlist.excl"]),
            ("skadn.skadnetlist", #"{"addl":["A.skadnetwork"]}"#, ["openrtb-request-case skadnetlist.addl"]),
            ("skadn.versions", nil, ["openrtb-member-missing versions"]),
            ("skadn.versions", "[]", ["openrtb-member-value versions"]),
            ("skadn.versions", #"["1.0"]"#, ["openrtb-member-value versions[0]"]),
            ("skadn.versions", #"["2.0","9"]"#, ["openrtb-member-value versions[1]"]),
            ("skadn.versions", "[3]", ["openrtb-member-type versions"]),
            ("skadn.version", #""3.0""#, ["openrtb-deprecated version"]),
            ("skadn.sourceapp", #""x""#, ["openrtb-member-value sourceapp"]),
            ("skadn.sourceapp", #""0""#, ["openrtb-sourceapp-bundle sourceapp"]),
            ("skadn.productpage", "2", ["openrtb-member-value productpage"]),
            ("skadn.skoverlay", "true", ["openrtb-member-type skoverlay"]),
            ("skadn.x", "1", ["openrtb-unknown-member x"]),
            ("skadn.ext", #"{"versions":["4.0"]}"#, ["openrtb-unknown-member ext.versions"]),
            ("adattributionkit.version", #""2.0""#, ["openrtb-member-value version"]),
            ("adattributionkit.version", nil, ["openrtb-member-missing version"]),
            ("adattributionkit.skadnetids", nil, ["openrtb-member-missing skadnetids"]),
            ("adattributionkit.skadnetids", #"["A.skadnetwork"]"#, ["openrtb-request-case skadnetids"]),
            ("adattributionkit.ext.sko", "2", ["openrtb-member-value ext.sko"]),
            ("adattributionkit.ext.sko", "true", ["openrtb-member-type ext.sko"]),
            ("adattributionkit.ext.x", "1", []),
        ] as [(String, String?, [String])])
    func offers(path: String, value: String?, found: [String]) throws {
        let request = try BidRequest(Samples.request("imp.0.ext." + path, value))
        expect(request.faults.map { "\($0.finding.rule.id) \($0.finding.field)" }, found, "\(path)")
        let place = "imp[0].ext." + path.prefix { $0 != "." }
        #expect(request.faults.allSatisfy { $0.path == place })
        expect(request.isBad, request.faults.contains { $0.finding.severity == .error })
    }

    @Test("At most ten networks are listed one by one", arguments: [(10, false), (11, true)])
    func networkCount(count: Int, isTold: Bool) throws {
        let list = JSONValue.array((0..<count).map { .string("a\($0).skadnetwork") })
        for path in ["skadn.skadnetids", "skadn.skadnetlist.addl", "adattributionkit.skadnetids"] {
            let request = try BidRequest(Samples.request.with("imp.0.ext." + path, list))
            let isOfSkadn = path.hasPrefix("skadn")
            expect(request.faults.map(\.finding.rule.id), isTold && isOfSkadn ? ["openrtb-network-count"] : [])
        }
    }

    @Test("Of imps with one id the first counts, and the others are an error of the request")
    func ids() throws {
        let request = Samples.parse(#"{"imp":[{"id":"1"},{"id":"1"},{"id":2},{},{"id":"e\u0301"},{"id":"\u00e9"}]}"#)
        let read = try BidRequest(request)
        expect(
            read.faults.map { "\($0.path) \($0.finding.rule.id)" },
            [
                "imp[1] openrtb-member-value", "imp[2] openrtb-member-type", "imp[3] openrtb-member-missing",
            ])
        #expect(read.isBad)
        expect(read.findings.map(\.field), ["imp[1].id", "imp[2].id", "imp[3].id"])
        expect(read.offers.map { Array($0.impressionID.utf8).count }, [1, 3, 2])
    }

    /// Guards what a bidder reads: the offers of each impression by their types, and what is wrong with one that cannot be answered.
    @Test func offersAreRead() throws {
        let request = try BidRequest(Samples.request)
        let offer = try #require(request.offers.first)
        #expect(offer.impressionID == "1" && !request.findings.hasErrors)
        let read = try #require(try offer.adAttributionKit)
        #expect(read.publisherItemIdentifier == 880_047_117 && read.hasOverlays)
        expect(read.networks.map(\.description), [Samples.network])
        try expect(offer.skAdNetwork?.versions, [.twoOne, .three, .four])
        #expect(try request.offers.map(\.impressionID) == ["1", "2"] && request.offers[1].skAdNetwork == nil)
        for name in ["adattributionkit", "skadn"] {
            let broken = try BidRequest(Samples.request("imp.0.ext.\(name).sourceapp", "1.5"))
            let read = try #require(broken.offers.first)
            let finding = #expect(throws: Problem.self) {
                if name == "skadn" { _ = try read.skAdNetwork } else { _ = try read.adAttributionKit }
            }
            expect(finding?.field, "imp[0].ext.\(name).sourceapp")
            #expect(broken.findings.contains { $0.field == "imp[0].ext.\(name).sourceapp" }, "\(broken.findings)")
        }
    }

    // MARK: - Texts

    @Test("Texts are compared byte for byte, and what is no text is like none")
    func statedTexts() {
        func stated(_ value: JSONValue) -> StatedText { value.withView { StatedText($0) } ?? .missing }
        #expect(stated("1").isEqual("1") && !stated("1").isEqual("2"))
        #expect(!stated("\u{e9}").isEqual("e\u{301}"))
        #expect(!stated(1).isEqual("1") && !StatedText(nil).isEqual("missing"))
        #expect(stated(1).words == "1, which is not a string" && StatedText(nil) == .missing)
        func isListed(_ network: String, _ listed: String) -> Bool {
            let offer: JSONValue = ["skadnetids": [.string(listed)]]
            return offer.withView { StatedOffer($0, of: .adAttributionKit).contains(network) } ?? false
        }
        // U+212A, the Kelvin sign, has the lowercase letter k, and å has two encodings.
        for (one, other) in [("\u{212a}", "k"), ("\u{e5}", "a\u{30a}"), ("\u{130}", "i\u{307}")] {
            #expect(!isListed(other, one) && isListed(one, one))
        }
        #expect(isListed("aB.x", "Ab.X"))
        expect("A\u{c9}x".lowercasedBytes, Array("a\u{e9}x".utf8))
    }

    @Test("A report in JSON has all that is found, and what an exchange would answer")
    func json() throws {
        let bad = Samples.response(("skadn", Samples.skadn().with("x", .bool(true)).with("sourceapp", .string("5"))))
        let report = try #require(Samples.reports(bad, keys: nil).first).json
        expect(report.memberNames, ["path", "impid", "ok", "loss-reason", "findings"])
        #expect(report["ok"] == .bool(false) && report["loss-reason"] == .number("214"))
        let found = try #require(report["findings"]?.elements)
        expect(found.map { $0["rule"]?.string }, ["openrtb-unknown-member", "openrtb-sourceapp"])
        expect(found.map { $0["severity"]?.string }, ["note", "error"])
        #expect(
            found[0].memberNames == ["rule", "severity", "field", "found", "wanted", "hint", "article"]
                && found[1].memberNames == ["rule", "severity", "field", "found", "wanted", "article"])
        #expect(
            found[1]["found"] == .string("\"5\"") && found[1]["wanted"] == .string("the request's value, \"880047117\"")
        )
        let good = try #require(Samples.reports(Samples.response(("adattributionkit", Samples.attribution()))).first)
        expect(
            good.json.text, #"{"path":"seatbid[0].bid[1].ext.adattributionkit","impid":"1","ok":true,"findings":[]}"#)
    }
}
