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

    private static func with(_ object: JSONValue, _ name: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = object else { return object }
        members.removeAll { $0.name == name }
        if let value { members.append(.init(name, value)) }
        return .object(members)
    }

    /// With another member in the `skadn` offer.
    private static func offered(_ name: String, _ text: String) -> JSONValue {
        guard case .array(var imps)? = request["imp"], let ext = imps[0]["ext"], let skadn = ext["skadn"] else {
            return .null
        }
        imps[0] = with(imps[0], "ext", with(ext, "skadn", with(skadn, name, parse(text))))
        return with(request, "imp", .array(imps))
    }

    /// A list in which `a` has the ids 3 and 9, and `b` none.
    private static let list =
        #"{"company_domain":"example.com","skadnetwork_ids":[{"id":3,"skadnetwork_id":"A.skadnetwork"},{"skadnetwork_id":"b.skadnetwork"},{"id":9,"skadnetwork_id":"a.skadnetwork","entity_name":"A"}]}"#

    @Test(
        "The common list tells what max and excl allow",
        arguments: [
            (#"{"max":3}"#, "a", true), (#"{"max":2}"#, "a", false), (#"{"max":9,"excl":[3]}"#, "a", true),
            (#"{"max":8,"excl":[3]}"#, "a", false), (#"{"max":9,"excl":[3,9]}"#, "a", false),
            (#"{"max":306}"#, "b", false), (#"{"max":306}"#, "c", false),
            (#"{"max":1,"addl":["c.skadnetwork"]}"#, "c", true),
            (#"{"excl":[1]}"#, "a", false),
        ])
    func commonList(offer: String, network: String, isAllowed: Bool) throws {
        let request = try #require(BidRequest(Self.offered("skadnetlist", offer)))
        let response = try #require(
            BidResponse(Self.response(("skadn", Self.skadn(network: network + ".skadnetwork")))))
        func rules(_ list: NetworkList?) -> [String] {
            BidCheck(request: request, networks: list).reports(on: response).flatMap { $0.findings.map(\.rule.id) }
        }
        #expect(try rules(NetworkList(Self.parse(Self.list))) == (isAllowed ? [] : ["openrtb-network-listed"]))
        // Without the list nothing that it could allow is an error.
        if offer.contains("max"), network != "c" || !isAllowed { #expect(rules(nil) == ["openrtb-network-undecided"]) }
    }

    @Test(
        "What is no list of networks is refused with its path",
        arguments: [
            ("[]", "\"skadnetwork_ids\" is missing"), (#"{"skadnetwork_ids":{}}"#, "\"skadnetwork_ids\" is {}"),
            (#"{"skadnetwork_ids":[{"skadnetwork_id":"a"},7]}"#, "\"skadnetwork_ids[1].skadnetwork_id\" is missing"),
            (
                #"{"skadnetwork_ids":[{"skadnetwork_id":1}]}"#,
                "\"skadnetwork_ids[0].skadnetwork_id\" is 1, want a string"
            ),
            (#"{"skadnetwork_ids":[{"skadnetwork_id":"a","id":"1"}]}"#, "\"skadnetwork_ids[0].id\" is \"1\""),
            (#"{"skadnetwork_ids":[{"skadnetwork_id":"a","id":0}]}"#, "\"skadnetwork_ids[0].id\" is 0"),
            (#"{"skadnetwork_ids":[{"skadnetwork_id":"a","id":99999999999999999999}]}"#, "want a positive integer"),
            (#"{"skadnetwork_ids":[]}"#, "no network has an \"id\""),
        ])
    func badList(text: String, words: String) {
        do throws(NetworkList.Fault) {
            _ = try NetworkList(Self.parse(text))
            Issue.record("\(text) is a list")
        } catch {
            #expect("\(error)".contains(words), "\(error)")
        }
    }

    @Test("Of impressions with one id the first counts, and ids are compared by their bytes")
    func impressionsOfOneID() throws {
        let request = try #require(
            BidRequest(Self.parse(#"{"imp":[{"id":"\u00e9","ext":{"skadn":{}}},{"id":"\u00e9"},{"id":"2"}]}"#)))
        #expect(request.impression("\u{e9}")?.objects.count == 1)
        #expect(request.impression("e\u{301}") == nil)
        #expect(request.impression("2")?.objects.isEmpty == true)
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
