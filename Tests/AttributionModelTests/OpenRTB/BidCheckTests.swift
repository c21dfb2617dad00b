import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

struct BidCheckTests {
    private static let request = BidSamples.request
    private static func parse(_ text: String) -> JSONValue { BidSamples.parse(text) }

    @Test("What answers its request has no findings")
    func sound() {
        let found = BidSamples.reports(
            BidSamples.response(("skadn", BidSamples.skadn()), ("adattributionkit", BidSamples.attribution())))
        expect(found.map(\.path), ["seatbid[0].bid[1].ext.adattributionkit", "seatbid[0].bid[1].ext.skadn"])
        expect(found.flatMap { $0.findings.map(\.rule.id) }, [])
        let isGood = found.allSatisfy { $0.isGood && $0.impressionID == "1" }
        #expect(isGood)
        // Older versions are good, but have a finding about their age.
        for version in [SKAdNetworkVersion.twoOne, .three] {
            let found = BidSamples.reports(BidSamples.response(("skadn", BidSamples.skadn(version))))
            expect(found.flatMap { $0.findings.map(\.rule.id) }, ["openrtb-version-older"])
        }
    }

    /// A list in which `a` has the IDs 3 and 9, and `b` has none.
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
        let request = try BidRequest(BidSamples.request("imp.0.ext.skadn.skadnetlist", offer))
        let response = try BidResponse(
            BidSamples.response(("skadn", BidSamples.skadn(.four, .adNetworkID, network + ".skadnetwork"))))
        func rules(_ list: NetworkList?) throws -> [String] {
            try BidCheck(request: request, keys: nil, networks: list).reports(on: response, now: BidSamples.now).flatMap
            {
                $0.findings.map(\.rule.id)
            }
        }
        try expect(rules(NetworkList(Self.parse(Self.list))), isAllowed ? [] : ["openrtb-network-listed"])
        // Without the list, nothing that it could allow is an error.
        if offer.contains("max"), network != "c" || !isAllowed {
            try expect(rules(nil), ["openrtb-network-undecided"])
        }
    }

    @Test(
        "What is not a list of networks is refused with its path",
        arguments: [
            ("[]", "\"skadnetwork_ids\" is missing"), (#"{"skadnetwork_ids":{}}"#, "\"skadnetwork_ids\" is {}"),
            (#"{"skadnetwork_ids":[{"skadnetwork_id":"a"},7]}"#, "\"skadnetwork_ids[1].skadnetwork_id\" is missing"),
            (
                #"{"skadnetwork_ids":[{"skadnetwork_id":1}]}"#,
                "\"skadnetwork_ids[0].skadnetwork_id\" is 1; it must be a string"
            ),
            (#"{"skadnetwork_ids":[{"skadnetwork_id":"a","id":"1"}]}"#, "\"skadnetwork_ids[0].id\" is \"1\""),
            (#"{"skadnetwork_ids":[{"skadnetwork_id":"a","id":0}]}"#, "\"skadnetwork_ids[0].id\" is 0"),
            (
                #"{"skadnetwork_ids":[{"skadnetwork_id":"a","id":99999999999999999999}]}"#,
                "it must be a positive integer"
            ),
            (#"{"skadnetwork_ids":[]}"#, "no network has an \"id\""),
        ])
    func badList(text: String, words: String) {
        do throws(Problem) {
            _ = try NetworkList(Self.parse(text))
            Issue.record("\(text) is a list")
        } catch {
            #expect("\(error)".contains(words), "\(error)")
        }
    }

    @Test("Of impressions with one id the first counts, and ids are compared by their bytes")
    func impressionsOfOneID() throws {
        let request = try BidRequest(
            Self.parse(#"{"imp":[{"id":"\u00e9","ext":{"skadn":{}}},{"id":"\u00e9"},{"id":"2"}]}"#))
        expect(request.impression("\u{e9}")?.objects.count, 1)
        #expect(request.impression("e\u{301}") == nil)
        #expect(request.impression("2")?.objects.isEmpty == true)
    }

    /// A response may contain thousands of wrong signatures, each of which could be compared with thousands of texts.
    @Test("Mistakes are looked for within one budget for a response")
    func manySignatures() throws {
        let ad = BidSamples.skadn(fidelities: ["1"])
        let fidelity = try #require(ad["fidelities"]?.elements.first)
        // The fidelity type is a mistake that is found; a signature with another timestamp is not.
        let other = try #require(BidSamples.skadn(fidelities: ["0"])["fidelities"]?.elements.first?["signature"])
        let changed = fidelity.with("timestamp", .string("1")).with("signature", other)
        func told(_ entries: [JSONValue]) -> [String] {
            let response = BidSamples.response(("skadn", ad))
            let bid = response.at("seatbid.0.bid.1")
            let bids = entries.compactMap { bid?.with("ext.skadn.fidelities", .array([$0])) }
            return BidSamples.reports(response.with("seatbid.0.bid", .array(bids)))
                .flatMap { $0.findings.filter { $0.rule === BidRules.signature }.map(\.found) }
        }
        let explained = fidelity.with("signature", other)
        let few = told([changed, explained])
        #expect(
            few.count == 2 && few[0] == "invalid (wrong key, or the content was changed)"
                && few[1].contains("\"fidelity\""), "\(few)")
        let many = told([JSONValue](repeating: changed, count: 7) + [explained])
        expect(many, [String](repeating: "invalid (wrong key, or the content was changed)", count: 8))
    }

    @Test("An app that was replaced after signing is named by that of the request or the bid")
    func replacedApps() {
        func told(_ member: String, _ bundle: String) -> [String] {
            let ad = BidSamples.skadn(fidelities: ["1"]).with(member, .string("999999999"))
            return BidSamples.reports(BidSamples.response(("skadn", ad), bundle: bundle))
                .flatMap { $0.findings.filter { $0.rule === BidRules.signature }.map(\.found) }
        }
        func changed(_ field: String, _ signed: String) -> [String] {
            [
                "invalid (\"\(field)\" was signed as \(signed) and is 999999999 here: it was changed after signing)"
            ]
        }
        expect(told("sourceapp", "525463029"), changed("sourceapp", "880047117"))
        expect(told("itunesitem", "525463029"), changed("itunesitem", "525463029"))
        // Once for all signatures, before a search for other mistakes uses up its budget.
        let two = BidSamples.skadn(fidelities: ["0", "1"]).with("sourceapp", .string("999999999"))
        let found = BidSamples.reports(BidSamples.response(("skadn", two))).flatMap { $0.findings.map(\.found) }
        expect(found.filter { $0 == changed("sourceapp", "880047117")[0] }.count, 1, "\(found)")
        // The right value is not known from anywhere.
        expect(told("itunesitem", "525463028"), ["invalid (wrong key, or the content was changed)"])
    }

    @Test("Objects are found wherever they lie, with their paths")
    func finding() {
        let response = BidSamples.response(
            ("skadn", BidSamples.skadn()), ("adattributionkit", BidSamples.attribution()))
        expect(
            BidSamples.objects(in: response).map(\.path),
            [
                "seatbid[0].bid[1].ext.skadn", "seatbid[0].bid[1].ext.adattributionkit",
            ])
        expect(BidSamples.objects(in: response).map(\.isBid), [true, true])
        let request = BidSamples.objects(in: Self.request)
        expect(request.map(\.path), ["imp[0].ext.skadn", "imp[0].ext.adattributionkit"])
        expect(request.map(\.isBid), [false, false])
        expect(BidSamples.objects(in: .object([.init("skadn", BidSamples.skadn())])).map(\.isBid), [true])
        #expect(BidSamples.objects(in: .array([.null, .number("1")])).isEmpty)
    }

    /// Each object has a path and a report of its own, so that many small ones would make far more than the document is.
    @Test("A document with too many objects is refused as a whole")
    func tooManyObjects() throws {
        let most = LocatedBidObject.maximumCount
        func listed(_ text: String, _ count: Int) -> String { (0..<count).map { _ in text }.joined(separator: ",") }
        func refusal(_ response: String) -> Problem? {
            do throws(Problem) {
                _ = try BidResponse(Self.parse(response))
                return nil
            } catch {
                return error
            }
        }
        for bid in [#"{"impid":"1","ext":{"skadn":{}}}"#, #"{"x":{"adattributionkit":{"jwt":""}}}"#] {
            #expect(refusal(#"{"seatbid":[{"bid":[\#(listed(bid, most))]}]}"#) == nil)
            expect(refusal(#"{"seatbid":[{"bid":[\#(listed(bid, most + 1))]}]}"#), .tooManyBidObjects)
        }
        let imp = #"{"id":"1","ext":{"skadn":{}}}"#
        _ = try BidRequest(Self.parse(#"{"imp":[\#(listed(imp, most))]}"#))
        #expect(throws: Problem.self) { try BidRequest(Self.parse(#"{"imp":[\#(listed(imp, most + 1))]}"#)) }
    }

    @Test("A long name is cut in the paths of what is inside it")
    func longNames() {
        // A character of many scalars is long too.
        for name in [String(repeating: "n", count: 100_000), "e" + String(repeating: "\u{301}", count: 100_000)] {
            let document = JSONValue.object([.init(name, .object([.init("skadn", BidSamples.skadn())]))])
            let path = BidSamples.objects(in: document).first?.path ?? ""
            #expect(path.hasSuffix("….skadn"))
            #expect(path.utf8.count < 200)
        }
    }

    @Test("Whatever a document holds, nothing traps")
    func badInput() {
        for text in [
            "{}", "[]", "1", #"{"imp":1}"#, #"{"imp":[1,{"id":2},{"id":"1","ext":3}]}"#, #"{"seatbid":{}}"#,
            #"{"seatbid":[1,{"bid":{}},{"bid":[1,{"ext":{"skadn":1}},{"impid":"1","ext":{"skadn":{"fidelities":[1,{}],"version":4}}}]}]}"#,
            #"{"seatbid":[{"bid":[{"impid":"1","ext":{"adattributionkit":{"jwt":"a.b.c","version":"9","itunesitem":[]}}}]}]}"#,
        ] {
            let document = Self.parse(text)
            _ = BidSamples.objects(in: document)
            for report in BidSamples.reports(document) { #expect(!report.isGood) }
            _ = try? BidRequest(document)
        }
    }

    @Test("Objects are read back as they were written")
    func typedObjects() throws {
        let bid = try AdAttributionKitBid(BidSamples.attribution())
        try expect(AdAttributionKitBid(bid.json), bid)
        expect(bid.advertisedItemIdentifier, 525_463_029)
        let request = try #require(Self.request["imp"]?.elements.first?["ext"]?["skadn"])
        try expect(BidSamples.offer(request, of: .skAdNetwork).versions, [.twoOne, .three, .four])
    }

    @Test("Networks are offered by name, or by their number in the common list")
    func offeredNetworks() throws {
        let network = try #require(AdNetworkIdentifier(text: "a.skadnetwork"))
        let listed = try #require(AdNetworkIdentifier(text: "b.skadnetwork"))
        let list = try NetworkList(
            parsing: #"{"skadnetwork_ids":[{"skadnetwork_id":"B.skadnetwork","id":7}]}"#.utf8)
        func offer(_ excluded: String) throws -> BidOffer {
            let text =
                #"{"versions":["4.0"],"sourceapp":"5","skadnetlist":{"max":306,"excl":\#(excluded),"addl":["A.skadnetwork"]}}"#
            return try BidSamples.offer(Self.parse(text), of: .skAdNetwork)
        }
        let other = try offer("[2,8]")
        #expect(other.includes(network) && other.includes(listed, in: list) && !other.includes(listed))
        #expect(try !offer("[7]").includes(listed, in: list) && offer("[7]").networks == [network])
        #expect(throws: Problem.self) { try NetworkList(parsing: "{".utf8) }
    }

    /// The finding that keeps a type from reading an object, as a check of the object words it.
    private static func fault<Object>(
        _ text: String, _ read: (JSONValue) throws(Problem) -> Object
    ) -> String? {
        do throws(Problem) {
            _ = try read(parse(text))
            return nil
        } catch {
            return "\(error) [\(error.rule?.id ?? "")]"
        }
    }

    @Test(
        "An object that cannot be read says why",
        arguments: [
            ("1", #""adattributionkit" is 1; it must be an object [openrtb-member-type]"#),
            ("{}", #""version" is missing [openrtb-member-missing]"#),
            (#"{"version":"2.0"}"#, #""version" is "2.0"; it must be "1.0" [openrtb-member-value]"#),
            (#"{"version":"1.0"}"#, #""sourceapp" is missing [openrtb-member-missing]"#),
            (
                #"{"version":"1.0","sourceapp":5}"#, #""sourceapp" is 5; it must be a string [openrtb-member-type]"#
            ),
            (
                #"{"version":"1.0","sourceapp":"x"}"#,
                #""sourceapp" is "x"; it must be the digits of an App Store item's ID [openrtb-member-value]"#
            ),
            (
                #"{"version":"1.0","sourceapp":"5","skadnetids":[1]}"#,
                #""skadnetids" is [1]; it must be an array of strings [openrtb-member-type]"#
            ),
            (#"{"version":"1.0","sourceapp":"5","skadnetids":[]}"#, nil),
        ])
    func unreadableOffer(_ text: String, _ wanted: String?) {
        expect(
            Self.fault(text) { (value) throws(Problem) in
                try BidSamples.offer(value, of: .adAttributionKit)
            }, wanted)
    }

    /// Guards that a bidder finds the fault in a request of many impressions.
    @Test func offersThatCannotBeReadSayWhere() throws {
        let request = try BidRequest(
            parsing: """
                {"imp":[{"id":"1"},{"id":"2","ext":{"skadn":{"version":"2.0","sourceapp":"5","skadnetlist":{"max":"x"}},
                "adattributionkit":{"version":"1.0","sourceapp":7}}}]}
                """)
        let offer = try #require(request.offers.last)
        let problems = [
            #expect(throws: Problem.self) { try offer.skAdNetwork },
            #expect(throws: Problem.self) { try offer.adAttributionKit },
        ]
        expect(
            problems.map { $0?.place },
            [
                "imp[1].ext.skadn.skadnetlist.max", "imp[1].ext.adattributionkit.sourceapp",
            ])
    }

    @Test(
        "A bid that cannot be read says why",
        arguments: [
            (#"{"version":"1.0","jwt":1}"#, #""jwt" is 1; it must be a string [openrtb-member-type]"#),
            (
                #"{"version":"1.0","jwt":"a"}"#,
                #""itunesitem" is missing [openrtb-member-missing]"#
            ),
            (
                #"{"version":"1.0","jwt":"a","itunesitem":"1","cpp":1}"#,
                #""cpp" is 1; it must be a string [openrtb-member-type]"#
            ),
            (
                #"{"version":"1.0","jwt":"a","itunesitem":"1","reengagementurl":{}}"#,
                #""reengagementurl" is {}; it must be a string [openrtb-member-type]"#
            ),
            (#"{"version":"1.0","jwt":"a","itunesitem":"1"}"#, nil),
        ])
    func unreadableBid(_ text: String, _ wanted: String?) {
        expect(Self.fault(text) { (value) throws(Problem) in try AdAttributionKitBid(value) }, wanted)
    }

    @Test(
        "An offer of SKAdNetwork that cannot be read says why",
        arguments: [
            ("[]", #""skadn" is []; it must be an object [openrtb-member-type]"#),
            ("{}", #""versions" is missing; it must be \#(BidRules.versions) [openrtb-member-missing]"#),
            (#"{"version":"9"}"#, #""version" is "9"; it must be \#(BidRules.versions) [openrtb-member-value]"#),
            (#"{"versions":[4]}"#, #""versions" is [4]; it must be \#(BidRules.versions) [openrtb-member-value]"#),
            (#"{"versions":["4.0"]}"#, #""sourceapp" is missing [openrtb-member-missing]"#),
            (
                #"{"versions":["4.0"],"sourceapp":"5","skadnetids":{}}"#,
                #""skadnetids" is {}; it must be an array of strings [openrtb-member-type]"#
            ),
            (
                #"{"versions":["4.0"],"sourceapp":"5","skadnetlist":{"addl":1}}"#,
                #""skadnetlist.addl" is 1; it must be an array of strings [openrtb-member-type]"#
            ),
            (
                #"{"versions":["4.0"],"sourceapp":"5","skadnetlist":{"max":"1"}}"#,
                #""skadnetlist.max" is "1"; it must be an integer [openrtb-member-type]"#
            ),
            (
                #"{"versions":["4.0"],"sourceapp":"5","skadnetlist":{"max":1,"excl":["1"]}}"#,
                #""skadnetlist.excl" is ["1"]; it must be an array of integers [openrtb-member-type]"#
            ),
            (
                #"{"versions":["4.0"],"sourceapp":"5","skadnetlist":1}"#,
                #""skadnetlist" is 1; it must be an object [openrtb-member-type]"#
            ),
            (#"{"versions":["9","4.0"],"sourceapp":"5"}"#, nil),
        ])
    func unreadableSKAdNetworkOffer(_ text: String, _ wanted: String?) {
        expect(
            Self.fault(text) { (value) throws(Problem) in
                try BidSamples.offer(value, of: .skAdNetwork)
            }, wanted)
    }

    @Test("A document that is no request or response says why")
    func unreadableDocuments() {
        func request(_ value: JSONValue) -> String? {
            do throws(Problem) {
                _ = try BidRequest(value)
                return nil
            } catch {
                return "\(error) [\(error.rule?.id ?? "")]"
            }
        }
        expect(request([:]), #""imp" is missing [openrtb-member-missing]"#)
        expect(request(["imp": 1]), #""imp" is 1; it must be an array of objects [openrtb-member-type]"#)
        #expect(request(["imp": []]) == nil)
        let twice: JSONValue = ["imp": [], "imp": []]
        #expect(request(twice)?.hasPrefix("this is not JSON: ") == true)
        func refusal(_ response: JSONValue) -> Rule? {
            #expect(throws: Problem.self) { try BidResponse(response) }?.rule
        }
        #expect(refusal(["a": 1]) === BidRules.response)
        #expect(refusal(["seatbid": [], "seatbid": []]) === InputRules.jsonSyntax)
    }

    private static func ad(
        _ version: SKAdNetworkVersion = .four, network: String = "a.skadnetwork", source: Int = 5239,
        item: ItemIdentifier = 1,
        app: ItemIdentifier = 2, fidelity: FidelityType = .viewThrough, nonce: Int = 0
    ) throws -> SignedSKAdNetworkImpression {
        try SKAdNetworkImpression(
            version: version, adNetworkIdentifier: AdNetworkIdentifier(unchecked: network),
            campaign: version.hasSourceIdentifier
                ? .source(SourceIdentifier(clamping: source))
                : .campaign(try #require(CampaignIdentifier(rawValue: 42))),
            advertisedItemIdentifier: item, publisher: .app(app), fidelity: fidelity,
            nonce: try #require(SKAdNetworkNonce(BidSamples.nonces[nonce])),
            timestamp: Timestamp(milliseconds: 1_700_000_000_000)
        ).signedWhateverItSays(by: BidSamples.key)
    }

    @Test("A bid has one ad, signed once for each fidelity type")
    func oneAdInABid() throws {
        let first = try Self.ad()
        try expect(SKAdNetworkBid([first]).ads.count, 1)
        #expect(throws: Problem.self) { try SKAdNetworkBid([]) }
        let second = try Self.ad(fidelity: .storeKitRendered, nonce: 1)
        let bid = try SKAdNetworkBid([first, second], productPage: "p")
        #expect(bid.json["fidelities"]?.elements.count == 2 && bid.json["productpageid"] == .string("p"))
        let others = [
            try Self.ad(), try Self.ad(.three, fidelity: .storeKitRendered, nonce: 1),
            // One nonce for two signatures.
            try Self.ad(fidelity: .storeKitRendered),
            try Self.ad(network: "b.skadnetwork", fidelity: .storeKitRendered, nonce: 1),
            try Self.ad(source: 5238, fidelity: .storeKitRendered, nonce: 1),
            try Self.ad(item: 3, fidelity: .storeKitRendered, nonce: 1),
            try Self.ad(app: 3, fidelity: .storeKitRendered, nonce: 1),
        ]
        let refusals = [
            "the fidelity type 0", "\"version\"", "the nonce \(first.impression.nonce)", "\"network\"",
            "\"sourceidentifier\"",
            "\"itunesitem\"", "\"sourceapp\"",
        ]
        let problems = others.map { other in #expect(throws: Problem.self) { try SKAdNetworkBid([first, other]) } }
        expect(problems.map { $0?.found }, refusals)
        #expect(
            problems[3]?.description
                == #"the ads differ in "network"; they must be one ad, signed once for each fidelity type"#)
    }

    @Test("What is signed is in a response, and not in its request")
    func signedAdsOfBids() {
        func paths(_ document: JSONValue) -> [String]? {
            document.withView { SkadnObject.signedAds(in: $0)?.map(\.path) } ?? nil
        }
        #expect(paths(Self.request)?.isEmpty == true)
        #expect(
            paths(BidSamples.response(("skadn", BidSamples.skadn())))
                == (0...1).map { "seatbid[0].bid[1].ext.skadn.fidelities[\($0)]" })
    }
}
