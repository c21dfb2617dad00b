import AdAttribution
import ECDSA
import JOSE
import Rules
import SKAdNetwork
import StrictJSON
import Testing

@testable import OpenRTB

@Suite struct BidCheckTests {
    static let key = P256PrivateKey()

    static let request = parse(
        """
        {"id":"r","app":{"bundle":"880047117"},"device":{"osv":"18.1"},"imp":[{"id":"1","ext":{
        "skadn":{"versions":["2.1","3.0","4.0"],"sourceapp":"880047117","skadnetids":["example123.skadnetwork"],"productpage":1,"skoverlay":1},
        "adattributionkit":{"version":"1.0","sourceapp":"880047117","skadnetids":["example123.skadnetwork"],"ext":{"sko":1}}}},
        {"id":"2","ext":{}}]}
        """)

    private static func parse(_ text: String) -> JSONValue { (try? JSONValue(parsing: Array(text.utf8))) ?? .null }

    static func skadn(
        _ version: SKAdNetworkVersion = .four, _ fidelities: [FidelityType] = [.viewThrough, .storeKitRendered],
        network: String = "example123.skadnetwork", app: ItemIdentifier = 880_047_117
    ) -> JSONValue {
        let nonces = ["68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7d"]
        let types: [FidelityType?] = version.hasFidelity ? fidelities : [nil]
        let ads = types.enumerated().compactMap { place, type -> SignedSKAdNetworkImpression? in
            guard let source = SourceIdentifier(5239), let campaign = CampaignIdentifier(rawValue: 42),
                let nonce = SKAdNetworkNonce(nonces[place])
            else { return nil }
            let ad = try? SKAdNetworkImpression(
                version: version, adNetworkIdentifier: AdNetworkIdentifier(unchecked: network),
                campaign: version.hasSourceIdentifier ? .source(source) : .campaign(campaign),
                itunesItemIdentifier: 525_463_029, source: .app(app), fidelity: type, nonce: nonce,
                timestamp: Timestamp(milliseconds: 1_700_000_000_123))
            return ad?.signed(by: key)
        }
        return SkadnObject.value(of: ads)
    }

    static func attribution(
        network: String = "example123.skadnetwork", publisher: String = "880047117", isEligible: Bool = false
    ) -> JSONValue {
        let payload = JSONValue.object([
            .init("impression-identifier", .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")),
            .init("publisher-item-identifier", .number(publisher)), .init("impression-type", .string("app-impression")),
            .init("ad-network-identifier", .string(network)), .init("source-identifier", .number("5239")),
            .init("timestamp", .number("1700000000123")), .init("advertised-item-identifier", .number("525463029")),
            .init("eligible-for-re-engagement", .bool(isEligible)),
        ])
        let token = (try? key.compactJWS(payload: Array(payload.text.utf8), keyID: network)) ?? ""
        return .object([
            .init("version", .string("1.0")), .init("jwt", .string(token)), .init("itunesitem", .string("525463029")),
        ])
    }

    static func response(
        _ objects: (name: String, value: JSONValue)..., impid: JSONValue? = .string("1"), bundle: String = "525463029"
    ) -> JSONValue {
        let ext = JSONValue.object(objects.map { .init($0.name, $0.value) })
        var bid: [JSONValue.Member] = [.init("bundle", .string(bundle)), .init("ext", ext)]
        if let impid { bid.append(.init("impid", impid)) }
        let seat = JSONValue.object([.init("bid", .array([.object([.init("impid", .string("9"))]), .object(bid)]))])
        return .object([.init("seatbid", .array([seat]))])
    }

    static func reports(_ response: JSONValue, request: JSONValue = request, keys: [P256PublicKey] = [key.publicKey])
        -> [BidReport]
    {
        guard let request = BidRequest(request), let response = BidResponse(response) else { return [] }
        return BidCheck(request: request, keys: keys).reports(on: response)
    }

    @Test("What answers its request has no findings")
    func sound() {
        for version in [SKAdNetworkVersion.four] {
            let found = Self.reports(
                Self.response(("skadn", Self.skadn(version)), ("adattributionkit", Self.attribution())))
            #expect(found.map(\.path) == ["seatbid[0].bid[1].ext.adattributionkit", "seatbid[0].bid[1].ext.skadn"])
            #expect(found.flatMap { $0.findings.map(\.rule.id) } == [])
            let isGood = found.allSatisfy { $0.isGood && $0.impressionID == "1" }
            #expect(isGood)
        }
        // Older versions are good but for a word on their age.
        for version in [SKAdNetworkVersion.twoOne, .three] {
            let found = Self.reports(Self.response(("skadn", Self.skadn(version))))
            #expect(found.flatMap { $0.findings.map(\.rule.id) } == ["openrtb-version-older"])
        }
    }

    /// Each makes one rule be broken, and none of its severity or a graver one besides.
    static let vectors: [(rule: String, reports: @Sendable () -> [BidReport])] = [
        ("openrtb-impid", { reports(response(("skadn", skadn()), impid: .string("7"))) }),
        ("openrtb-impid", { reports(response(("skadn", skadn()), impid: nil)) }),
        ("openrtb-not-offered", { reports(response(("skadn", skadn()), impid: .string("2"))) }),
        ("openrtb-member-missing", { changed("itunesitem", nil) }),
        ("openrtb-member-missing", { changed("campaign", nil, skadn(.three)) }),
        ("openrtb-member-missing", { changed("sourceidentifier", nil) }),
        ("openrtb-member-missing", { changed("signature", nil, skadn(.twoOne)) }),
        ("openrtb-member-missing", { changed("fidelities", nil) }),
        ("openrtb-member-missing", { changedToken("jwt", nil) }),
        ("openrtb-member-type", { changed("itunesitem", .number("525463029")) }),
        ("openrtb-member-type", { changed("skoverlay", .bool(true)) }),
        ("openrtb-member-type", { changed("skoverlay", .object([.init("dismissible", .string("1"))])) }),
        ("openrtb-member-value", { changed("sourceidentifier", .string("05239"), keys: []) }),
        ("openrtb-member-value", { changed("campaign", .string("101"), skadn(.three), keys: []) }),
        ("openrtb-member-value", { changed("version", .string("1.0"), keys: []) }),
        ("openrtb-member-value", { changed("skoverlay", .object([.init("pos", .number("7"))])) }),
        ("openrtb-member-type", { changed("skoverlay", .object([.init("dismissible", .bool(true))])) }),
        ("openrtb-member-value", { changed("fidelities", .array([])) }),
        ("openrtb-unknown-member", { changed("overlay", .number("1")) }),
        ("openrtb-version-group", { changed("fidelities", .array([]), skadn(.twoOne)) }),
        (
            "openrtb-version-group",
            { reports(response(("skadn", renamed("sourceidentifier", "campaign", to: "42"))), keys: []) }
        ),
        ("openrtb-deprecated", { changed("campaign", .string("42")) }),
        ("openrtb-deprecated", { changed("nonce", .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")) }),
        ("openrtb-fidelity-twice", { reports(response(("skadn", skadn(.four, [.viewThrough, .viewThrough])))) }),
        (
            "openrtb-nonce",
            { changed("nonce", .string("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C"), skadn(.twoOne), keys: []) }
        ),
        (
            "openrtb-nonce-reused",
            { reports(response(("skadn", entries("nonce", "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c"))), keys: []) }
        ),
        ("openrtb-timestamp-seconds", { reports(response(("skadn", entries("timestamp", "1700000000"))), keys: []) }),
        ("openrtb-signature-der", { changed("signature", .string("AAAA"), skadn(.twoOne)) }),
        ("openrtb-signature", { changed("timestamp", .string("1700000000124"), skadn(.twoOne)) }),
        ("openrtb-signature", { reports(response(("skadn", skadn())), keys: [P256PrivateKey().publicKey]) }),
        ("openrtb-token", { changedToken("jwt", .string("eyJ")) }),
        (
            "openrtb-token-signature",
            { reports(response(("adattributionkit", attribution())), keys: [P256PrivateKey().publicKey]) }
        ),
        ("openrtb-network-case", { reports(response(("skadn", skadn(network: "Example123.skadnetwork")))) }),
        (
            "openrtb-network-case",
            { reports(response(("adattributionkit", attribution(network: "Example123.skadnetwork")))) }
        ),
        ("openrtb-network-listed", { reports(response(("skadn", skadn(network: "other.skadnetwork")))) }),
        (
            "openrtb-network-listed",
            { reports(response(("adattributionkit", attribution(network: "other.skadnetwork")))) }
        ),
        ("openrtb-network-undecided", { offered("skadnetlist", #"{"max":306}"#, skadn(network: "other.skadnetwork")) }),
        ("openrtb-sourceapp", { reports(response(("skadn", skadn(app: 5)))) }),
        ("openrtb-sourceapp", { reports(response(("adattributionkit", attribution(publisher: "5")))) }),
        ("openrtb-itunesitem", { changedToken("itunesitem", .string("1"), bundle: "1") }),
        ("openrtb-version-offered", { reports(response(("skadn", skadn(.twoTwo)))) }),
        ("openrtb-version-older", { reports(response(("skadn", skadn(.three)))) }),
        (
            "openrtb-reengagementurl-eligible", { changedToken("reengagementurl", .string("https://example.com/a")) }
        ),
        (
            "openrtb-reengagementurl-os",
            {
                reports(
                    response(
                        (
                            "adattributionkit",
                            with(attribution(isEligible: true), "reengagementurl", .string("https://example.com/a"))
                        )),
                    request: with(request, "device", parse(#"{"osv":"17.5"}"#)))
            }
        ),
        ("openrtb-skoverlay-offered", { offered("skoverlay", "0", with(skadn(), "skoverlay", .object([]))) }),
        (
            "openrtb-productpageid-offered",
            { offered("productpage", "0", with(skadn(), "productpageid", .string("x"))) }
        ),
        (
            "openrtb-sourceapp-bundle",
            { reports(response(("skadn", skadn())), request: with(request, "app", parse(#"{"bundle":"1"}"#))) }
        ),
        ("openrtb-itunesitem-bundle", { reports(response(("skadn", skadn()), bundle: "1")) }),
        ("openrtb-request-case", { offered("skadnetids", #"["Example123.skadnetwork"]"#, skadn()) }),
    ]

    private static func with(_ object: JSONValue, _ name: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = object else { return object }
        members.removeAll { $0.name == name }
        if let value { members.append(.init(name, value)) }
        return .object(members)
    }

    private static func changed(
        _ name: String, _ value: JSONValue?, _ object: JSONValue = skadn(), keys: [P256PublicKey] = [key.publicKey]
    ) -> [BidReport] {
        reports(response(("skadn", with(object, name, value))), keys: keys)
    }

    private static func changedToken(_ name: String, _ value: JSONValue?, bundle: String = "525463029") -> [BidReport] {
        reports(response(("adattributionkit", with(attribution(), name, value)), bundle: bundle))
    }

    private static func renamed(_ old: String, _ new: String, to text: String) -> JSONValue {
        with(with(skadn(), old, nil), new, .string(text))
    }

    /// With a member of all entries in `fidelities` changed.
    private static func entries(_ name: String, _ text: String) -> JSONValue {
        let entries = (skadn()["fidelities"]?.elements ?? []).map { with($0, name, .string(text)) }
        return with(skadn(), "fidelities", .array(entries))
    }

    /// With another member in the `skadn` offer.
    private static func offered(_ name: String, _ text: String, _ object: JSONValue) -> [BidReport] {
        guard case .array(var imps)? = request["imp"], let ext = imps[0]["ext"], let skadn = ext["skadn"] else {
            return []
        }
        imps[0] = with(imps[0], "ext", with(ext, "skadn", with(skadn, name, parse(text))))
        return reports(response(("skadn", object)), request: with(request, "imp", .array(imps)))
    }

    @Test("Each bid breaks its rule, and no other as grave", arguments: vectors.indices)
    func broken(place: Int) throws {
        let vector = Self.vectors[place]
        let rule = try #require(RuleCatalogue.openRTB[vector.rule])
        let reports = vector.reports()
        #expect(reports.count == 1)
        let findings = reports.flatMap { $0.findings.filter { $0.severity >= rule.severity } }
        #expect(
            Set(findings.map(\.rule.id)) == [rule.id], "\(findings.map { "\($0.rule.id) \($0.field) \($0.found)" })")
        let loss: LossReason? =
            rule.severity < .error
            ? nil : rule.id == "openrtb-impid" ? .invalidBidResponse : reports.first?.framework.lossReason
        #expect(reports.first?.lossReason == loss)
    }

    @Test func everyRuleHasAVector() {
        #expect(Self.vectors.count == 49)
        // Those are of documents, which the command line meets.
        let documents: Set = ["openrtb-no-object", "openrtb-response"]
        let covered = Set(Self.vectors.map { $0.rule })
        #expect(Set(RuleCatalogue.openRTB.rules.map(\.id)).subtracting(covered) == documents)
    }

    /// A response has room for thousands of wrong signatures, and looking for each one's mistake takes a tenth of a second.
    @Test("Mistakes are looked for in the first signatures of a response")
    func manySignatures() throws {
        let ad = Self.skadn(.four, [.storeKitRendered])
        let fidelity = try #require(ad["fidelities"]?.elements.first)
        let other = try #require(Self.skadn(.four, [.viewThrough])["fidelities"]?.elements.first?["signature"])
        let entries = [JSONValue](repeating: Self.with(fidelity, "signature", other), count: 20)
        let found = Self.reports(Self.response(("skadn", Self.with(ad, "fidelities", .array(entries)))))
        let told = found.flatMap { $0.findings.filter { $0.rule === BidRules.signature }.map(\.found) }
        #expect(told.count == 20)
        #expect(told.filter { $0 != "by another key, or altered" }.count == SignatureExplanation.mostSearches)
    }

    @Test("Objects are found wherever they lie, with their paths")
    func finding() {
        let response = Self.response(("skadn", Self.skadn()), ("adattributionkit", Self.attribution()))
        #expect(
            LocatedBidObject.all(in: response).map(\.path) == [
                "seatbid[0].bid[1].ext.skadn", "seatbid[0].bid[1].ext.adattributionkit",
            ])
        #expect(LocatedBidObject.all(in: response).map(\.isBid) == [true, true])
        let request = LocatedBidObject.all(in: Self.request)
        #expect(request.map(\.path) == ["imp[0].ext.skadn", "imp[0].ext.adattributionkit"])
        #expect(request.map(\.isBid) == [false, false])
        #expect(LocatedBidObject.all(in: .object([.init("skadn", Self.skadn())])).map(\.isBid) == [true])
        #expect(LocatedBidObject.all(in: .array([.null, .number("1")])).isEmpty)
    }

    @Test("Whatever a document holds, nothing traps")
    func badInput() {
        for text in [
            "{}", "[]", "1", #"{"imp":1}"#, #"{"imp":[1,{"id":2},{"id":"1","ext":3}]}"#, #"{"seatbid":{}}"#,
            #"{"seatbid":[1,{"bid":{}},{"bid":[1,{"ext":{"skadn":1}},{"impid":"1","ext":{"skadn":{"fidelities":[1,{}],"version":4}}}]}]}"#,
            #"{"seatbid":[{"bid":[{"impid":"1","ext":{"adattributionkit":{"jwt":"a.b.c","version":"9","itunesitem":[]}}}]}]}"#,
        ] {
            let document = Self.parse(text)
            _ = LocatedBidObject.all(in: document)
            for report in Self.reports(document) { #expect(!report.isGood) }
            _ = BidRequest(document)
        }
    }

    @Test("Objects are read back as they were written")
    func typedObjects() throws {
        let bid = try #require(AdAttributionKitBid(Self.attribution()))
        #expect(AdAttributionKitBid(bid.value) == bid)
        #expect(bid.itunesItem == 525_463_029)
        #expect(AdAttributionKitBid(Self.parse(#"{"jwt":1,"version":"1.0","itunesitem":"1"}"#)) == nil)
        let offer = AdAttributionKitOffer(sourceApp: 5, networks: ["a.skadnetwork"], hasOverlay: true)
        #expect(AdAttributionKitOffer(offer.value) == offer)
        #expect(AdAttributionKitOffer(Self.parse(#"{"version":"1.0","sourceapp":"5","skadnetids":[1]}"#)) == nil)
        var other = SKAdNetworkOffer(
            versions: [.three, .four], sourceApp: 5, networks: ["a.skadnetwork"], lastListed: 306)
        other.excluded = [2, 8]
        other.hasOverlay = true
        #expect(SKAdNetworkOffer(other.value) == other)
        #expect(SKAdNetworkOffer(Self.parse("{}")) == nil)
        #expect(SKAdNetworkBid([]) == nil)
        let request = try #require(Self.request["imp"]?.elements.first?["ext"]?["skadn"])
        #expect(SKAdNetworkOffer(request)?.versions == [.twoOne, .three, .four])
    }
}
