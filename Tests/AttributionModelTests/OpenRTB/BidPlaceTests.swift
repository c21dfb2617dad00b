import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// Each value of a bid has only one place, from which it is verified, shown and compared.
struct BidPlaceTests {
    private typealias Samples = BidSamples

    private static let sharedNames = SkadnObject.sharedNames.map { "\($0)" }
    private static let ownNames = SkadnObject.ownNames.map { "\($0)" }

    /// The values that all signatures of an object share, with another value for each.
    private static let shared: [(field: SignedField, name: String, other: String)] = [
        (.version, "version", "3.0"), (.adNetworkID, "network", "evil.skadnetwork"),
        (.sourceIdentifier, "sourceidentifier", "1234"), (.campaignID, "campaign", "42"),
        (.itunesItemID, "itunesitem", "1"), (.sourceAppID, "sourceapp", "5"),
    ]

    @Test("No value inside a fidelity stands for the one outside, whichever of the two is signed", arguments: shared)
    func innerOverOuter(field: SignedField, name: String, other: String) throws {
        for signsInner in [false, true] {
            let ad = Samples.skadn { values, _ in
                if signsInner { values[field] = .string(other) }
            }
            // The object has the value that the request wants and each fidelity the signed value, or vice versa.
            let sound = Samples.skadn()
            var object = ad
            for place in 0..<2 { object = object.with("fidelities.\(place).\(name)", .string(other)) }
            object = object.with(name, sound[name])
            let report = try #require(Samples.reports(Samples.response(("skadn", object))).first)
            #expect(!report.isGood, "\(name) \(signsInner)")
            #expect(
                report.findings.filter { $0.rule === BidRules.place }.map(\.field)
                    == ["fidelities[0].\(name)", "fidelities[1].\(name)"])
            // The values that are shown are those that are compared.
            for ad in Samples.ads(of: object) {
                expect(ad.members[name], object[name], "\(name)")
                let isSigned = SKAdNetworkVersion.four.traits.ad.signs(field)
                expect(ad.holds, !(isSigned && signsInner))
            }
        }
    }

    @Test(
        "A fidelity's own value is never taken from the object",
        arguments: ["fidelity", "nonce", "timestamp", "signature"])
    func outerForInner(name: String) throws {
        let sound = Samples.skadn(fidelities: ["1"])
        let value = try #require(sound.at("fidelities.0.\(name)"))
        let object = sound.with("fidelities.0.\(name)", nil).with(name, value)
        let report = try #require(Samples.reports(Samples.response(("skadn", object))).first)
        #expect(report.findings.contains { $0.rule === BidRules.missing && $0.field == "fidelities[0].\(name)" })
        #expect(!report.isGood)
        for ad in Samples.ads(of: object) { #expect(ad.members[name] == nil) }
        // The same holds without fidelities.
        var flat = sound.with("fidelities", nil)
        for own in Self.ownNames { flat = flat.with(own, sound.at("fidelities.0.\(own)")) }
        let ads = Samples.ads(of: flat, at: "skadn")
        expect(ads.map(\.path), ["skadn"])
        #expect(ads.allSatisfy { ad in Self.ownNames.allSatisfy { ad.members[$0] == nil } })
        expect(Samples.reports(Samples.response(("skadn", flat))).map(\.isGood), [false])
    }

    @Test("Before version 2.2 no fidelity has a say")
    func innerOfOldVersions() throws {
        let object = Samples.skadn(.twoOne).with("fidelities", Samples.skadn().at("fidelities"))
        let ads = Samples.ads(of: object, at: "skadn")
        expect(ads.map(\.path), ["skadn"])
        expect(ads.first?.members["nonce"], object["nonce"])
        #expect(ads.first?.holds == true)
        expect(
            Samples.findings(Samples.response(("skadn", object))),
            [
                "openrtb-version-older version", "openrtb-version-group fidelities",
            ])
    }

    @Test("Members of ext are nobody's values, and a word is said of them")
    func extensions() throws {
        let sound = Samples.skadn()
        for name in Self.sharedNames + Self.ownNames + ["fidelities", "productpageid", "skoverlay"] {
            let object = sound.with("ext.\(name)", .string("x"))
            expect(Samples.findings(Samples.response(("skadn", object))), ["openrtb-unknown-member ext.\(name)"])
        }
        for name in Self.sharedNames + Self.ownNames {
            let object = sound.with("fidelities.1.ext.\(name)", .string("x"))
            #expect(
                Samples.findings(Samples.response(("skadn", object)))
                    == ["openrtb-unknown-member fidelities[1].ext.\(name)"])
        }
        for name in ["sko", "x"] {
            expect(Samples.findings(Samples.response(("skadn", sound.with("ext.\(name)", .number("1"))))), [])
        }
        // Members that are only in ext are missing.
        for name in ["version", "network", "itunesitem", "sourceapp"] {
            let object = sound.with("ext.\(name)", sound[name]).with(name, nil)
            let found = Samples.findings(Samples.response(("skadn", object)))
            #expect(found.contains("openrtb-member-missing \(name)"))
            #expect(!Samples.ads(of: object).contains { $0.members[name] != nil })
        }
    }

    @Test("A word is said of a name in another object than its own")
    func otherObjects() {
        let sound = Samples.skadn()
        #expect(
            Samples.findings(Samples.response(("skadn", sound.with("fidelity", .number("1")))))
                == ["openrtb-unknown-member fidelity"])
        for name in ["productpageid", "skoverlay", "fidelities"] {
            let object = sound.with("fidelities.0.\(name)", .object([]))
            let found = Samples.reports(Samples.response(("skadn", object))).flatMap(\.findings)
            expect(found.map { "\($0.rule.id) \($0.field)" }, ["openrtb-unknown-member fidelities[0].\(name)"])
            expect(found.first?.hint, "it is not read here; it belongs in the skadn object")
        }
    }

    @Test("What is beyond two fidelities is one fault, and has no share in what they have in common")
    func manyEntries() {
        let object = Samples.skadn(fidelities: ["0", "1", "0", "1"]).with("x", .string("y"))
        let ads = Samples.ads(of: object, at: "skadn")
        expect(ads.map(\.path), ["skadn.fidelities[0]", "skadn.fidelities[1]", "skadn.fidelities[2]"])
        expect(ads.map { $0.members["x"] != nil }, [true, true, false])
        expect(ads.map { $0.members["network"] != nil }, [true, true, false])
        let wanted = "\"skadn.fidelities[2]\" is one of 4 entries; there may be only 2"
        expect(ads.map(\.fault), [nil, nil, wanted])
    }

    @Test("What is not signed is shown where it lies")
    func unsignedMembers() {
        let object = Samples.skadn().with("fidelities.0.network", .string("x")).with("fidelities.0.ext", .object([]))
        let ads = Samples.ads(of: object, at: "skadn")
        expect(ads[0].members.at("fidelities.0"), Samples.parse(#"{"network":"x","ext":{}}"#))
        #expect(ads[1].members["fidelities"] == nil)
        let foreign = Samples.ads(of: object.with("fidelities", .array([.number("1")])), at: "skadn")
        expect(foreign.map(\.path), ["skadn.fidelities[0]"])
        expect(foreign[0].members["fidelities"], .array([.number("1")]))
    }

    @Test(
        "A member's path is that of the object that it is a member of",
        arguments: [
            ("nonce", "a.skadn.fidelities[1]", "a.skadn.fidelities[1].nonce"),
            ("network", "a.skadn.fidelities[1]", "a.skadn.network"),
            ("skoverlay.pos", "a.skadn.fidelities[1]", "a.skadn.skoverlay.pos"),
            ("ext", "a.skadn.fidelities[1]", "a.skadn.fidelities[1].ext"),
            ("ext.network", "a.skadn.fidelities[1]", "a.skadn.ext.network"),
            ("x", "a.skadn.fidelities[1]", "a.skadn.fidelities[1].x"),
            ("skadn.nonce", "a.skadn.fidelities[1]", "a.skadn.nonce"),
            ("skadn.ext", "skadn.fidelities[0]", "skadn.ext"),
            ("fidelities[1].network", "a.skadn.fidelities[1]", "a.skadn.fidelities[1].network"),
            ("network", "a.skadn", "a.skadn.network"), ("jwt", "a.adattributionkit", "a.adattributionkit.jwt"),
            ("network", "a[1]", "a[1].network"), ("skadn.x", "a.skadn", "a.skadn.skadn.x"),
        ])
    func paths(member: String, path: String, whole: String) {
        expect(SkadnObject.path(of: member, at: path), whole)
    }

    @Test(
        "A member has a name by which its path is found",
        arguments: [
            ("network", "network"), ("fidelities[1].nonce", "nonce"),
            ("fidelities[1].network", "fidelities[1].network"),
            ("nonce", "skadn.nonce"), ("ext", "skadn.ext"), ("ext.network", "ext.network"),
            ("fidelities[1].ext", "ext"), ("fidelities[1].ext.network", "fidelities[1].ext.network"),
            ("fidelities[0].nonce", "fidelities[0].nonce"), ("x", "skadn.x"), ("fidelities[1].x", "x"),
            ("skoverlay.pos", "skoverlay.pos"), ("fidelities", "fidelities"),
        ])
    func names(member: String, name: String) {
        let path = "a.skadn.fidelities[1]"
        expect(SkadnObject.name(of: member, in: "a.skadn", at: path), name)
        expect(SkadnObject.path(of: name, at: path), "a.skadn." + member)
        // In a path of the object itself, every name is unchanged.
        expect(SkadnObject.name(of: member, in: "a.skadn", at: "a.skadn"), member)
    }

    // MARK: - Whole objects

    @Test("An object of a bid that lies elsewhere than in its ext is an error, and never passed over")
    func misplacedObjects() throws {
        let (skadn, token) = (Samples.skadn(), Samples.attribution())
        let good = Samples.response(("skadn", skadn))
        func check(_ path: String, _ object: JSONValue, _ place: String) {
            let reports = Samples.reports(good.with(path, object))
            expect(reports.map(\.path).sorted(), ["seatbid[0].bid[1].ext.skadn", place].sorted())
            expect(reports.map { $0.isGood ? "" : $0.path }.sorted(), ["", place])
            expect(reports.last?.findings.map(\.rule.id), ["openrtb-object-place"])
            expect(reports.last?.findings.map { reports.last?.place(of: $0) }, [place])
        }
        check("seatbid.0.bid.1.skadn", skadn, "seatbid[0].bid[1].skadn")
        check("seatbid.0.bid.0.adattributionkit", token, "seatbid[0].bid[0].adattributionkit")
        check("seatbid.0.bid.0.ext.x.skadn", skadn, "seatbid[0].bid[0].ext.x.skadn")
        check("seatbid.0.ext.skadn", skadn, "seatbid[0].ext.skadn")
        check("ext.adattributionkit", token, "ext.adattributionkit")
        check("adattributionkit", token, "adattributionkit")
        // A name may look like a path.
        let disguised = JSONValue.object([
            .init("seatbid", good["seatbid"] ?? .null),
            .init("seatbid[0].bid[0].ext", .object([.init("skadn", skadn)])),
        ])
        expect(Samples.reports(disguised).map(\.isGood), [true, false])
        // An offer next to the bids, as in an exchange's log, is not one of them.
        expect(Samples.reports(good.with("ext.request", Samples.request)).map(\.isGood), [true])
        // Bids that are not an array are never examined.
        let loose = Samples.parse(#"{"seatbid":[{"bid":{"impid":"1"}}]}"#)
            .with("seatbid.0.bid.ext", .object([.init("skadn", skadn)]))
        expect(Samples.reports(loose).map(\.isGood), [false])
    }

    @Test(
        "What cannot be read beside a good bid leaves no response good",
        arguments: [
            ("seatbid.1", "null"), ("seatbid.1", "1"), ("seatbid.1", "[]"), ("seatbid.1", #""x""#),
            ("seatbid.1", #"{"bid":{}}"#), ("seatbid.1", #"{"bid":"x"}"#), ("seatbid.0.bid.2", "null"),
            ("seatbid.0.bid.2", "1"), ("seatbid.0.bid.2", "[]"), ("seatbid.0.bid.2", #"{"ext":[]}"#),
            ("seatbid.0.bid.2", #"{"ext":"{\"skadn\":{}}"}"#),
        ])
    func unreadable(path: String, text: String) throws {
        let good = Samples.response(("skadn", Samples.skadn()))
        let check = BidCheck(request: try BidRequest(Samples.request), keys: Samples.keys)
        func reports(_ response: JSONValue) throws(Problem) -> [BidReport] {
            try check.reports(on: Array(response.text.utf8), now: Samples.now)
        }
        try expect(reports(good).map(\.isGood), [true])
        let response = good.appending(Samples.parse(text), toArrayOf: path)
        do throws(Problem) {
            let reports = try reports(response)
            Issue.record("\(text) \(reports.map(\.isGood))")
        } catch {
            let place = error.place
            #expect(error.rule === BidRules.response)
            #expect(place.hasPrefix(path.hasPrefix("seatbid.1") ? "seatbid[1]" : "seatbid[0].bid[2]"), "\(place)")
        }
        #expect(throws: Problem.self) { try BidResponse(response) }
        // A bid without an object, a bid without an ext, and a seat without bids are skipped.
        for (path, text) in [
            ("seatbid.0.bid.2", "{}"), ("seatbid.0.bid.2", #"{"ext":null}"#), ("seatbid.0.bid.2", #"{"ext":{}}"#),
            ("seatbid.1", "{}"), ("seatbid.1", #"{"bid":[]}"#),
        ] {
            try expect(reports(good.appending(Samples.parse(text), toArrayOf: path)).map(\.isGood), [true], "\(text)")
        }
    }

    @Test(
        "What stands in the place of an object is found, and nowhere else",
        arguments: ["1", #""x""#, "[]", #"[{"jwt":"a.b.c"}]"#, "true"])
    func noObject(text: String) throws {
        let value = Samples.parse(text)
        for name in ["skadn", "adattributionkit"] {
            let object = JSONValue.object([.init(name, value)])
            let places: [(document: JSONValue, path: String, isBid: Bool)] = [
                (Samples.response((name, value)), "seatbid[0].bid[1].ext." + name, true),
                (.object([.init("imp", .array([.object([.init("ext", object)])]))]), "imp[0].ext." + name, false),
                (.object([.init("ext", object)]), "ext." + name, true), (object, name, true),
            ]
            for (document, path, isBid) in places {
                let found = Samples.objects(in: document)
                expect(found.map(\.path), [path])
                expect(found.map(\.isBid), [isBid])
                expect(found.first?.findings, ["openrtb-member-type \(name)"])
            }
            let good = Samples.response(("skadn", Samples.skadn()))
            expect(Samples.objects(in: good.with("ext", object)).count, 1)
        }
    }

    /// What has no member with the name of a bid object is not made a document, which takes many times the memory.
    @Test(arguments: [
        (#"{"skadn":{"network":"x"}}"#, true), (#"{"a":[[{"b":{"adattributionkit":{"jwt":"x"}}}]]}"#, true),
        (#"{"a":{"\u0073kadn":{}}}"#, true), (#"[{"skadn":{}}]"#, true), (#"{"imp":[{"ext":{"skadn":7}}]}"#, true),
        (#"{"skadn2":{},"Skadn":{},"a":"skadn"}"#, false), (#"["skadn","adattributionkit"]"#, false), ("{}", false),
        ("7", false),
    ])
    func namesTellWhetherThereMayBeAnObject(text: String, mayBe: Bool) throws {
        let document = try JSONValue(parsing: Array(text.utf8))
        expect(document.withView { LocatedBidObject.mayBe(in: $0) }, mayBe)
        expect(!Samples.objects(in: document).isEmpty, mayBe)
    }

    /// Guards that a member that is null is the same as none, at any depth of a response and of a request.
    @Test func nullIsAbsent() {
        let empty = JSONValue.object([.init("ext", .object([.init("skadn", .null), .init("adattributionkit", .null)]))])
        #expect(Samples.objects(in: empty).isEmpty)
        let skadn = Samples.skadn().with("skoverlay", .null).with("campaign", .null).with("other", .null)
        expect(Samples.findings(Samples.response(("skadn", skadn))), [])
        let request = Samples.request("imp.0.ext.skadn.productpage", "null")
        expect(Samples.findings(Samples.response(("skadn", Samples.skadn())), request: request), [])
        expect(Samples.objects(in: Samples.request("app.bundle", "null")).flatMap(\.findings), [])
        let missing = Samples.skadn().with("itunesitem", .null)
        #expect(Samples.findings(Samples.response(("skadn", missing))).contains("openrtb-member-missing itunesitem"))
    }

    @Test(
        "What a request's other objects say is not missing where they are none",
        arguments: ["1", #""x""#, "[]"])
    func otherHolders(text: String) throws {
        let value = Samples.parse(text)
        let bids = Samples.response(
            (
                "adattributionkit",
                Samples.attribution("eligible-for-re-engagement", "true").with(
                    "reengagementurl", .string("https://a.example/"))
            ))
        expect(Samples.findings(bids), [])
        let app = Samples.objects(in: Samples.request.with("app", value)).flatMap(\.findings)
        #expect(app.contains("openrtb-sourceapp-bundle sourceapp"), "\(app)")
        let device = Samples.reports(bids, request: Samples.request.with("device", value))
            .flatMap { $0.findings.map { "\($0.rule.id)" } }
        expect(device, ["openrtb-reengagementurl-os"])
    }

    @Test(
        "A response says that there is no bid in one of the ways that there are",
        arguments: [
            ("{}", true), (#"{"seatbid":[]}"#, true), (#"{"id":"1","seatbid":[]}"#, true),
            (#"{"id":"1","seatbid":[],"nbr":2}"#, true), (#"{"id":"1","nbr":2}"#, true), (#"{"nbr":0}"#, true),
            (#"{"id":"1"}"#, true), (#"{"id":"1","bidid":"x","cur":"USD","customdata":"","ext":{}}"#, true),
            (#"{"id":"1","ext":{"seatnonbid":[]}}"#, true), (#"{"seatbid":null}"#, true), (#"{"seatbid":{}}"#, false),
            (#"{"nbr":"2"}"#, false), (#"{"nbr":2.5}"#, false), (#"{"nbr":null}"#, true), ("[]", false),
            ("null", false),
            (#"{"imp":[]}"#, false), (#"{"id":"1","bid":[]}"#, false), (#"{"id":"1","seatbids":[]}"#, false),
            (#""""#, false),
        ])
    func noBid(text: String, isNoBid: Bool) throws {
        let check = BidCheck(request: try BidRequest(Samples.request), keys: Samples.keys)
        expect((try? BidResponse(Samples.parse(text)))?.isNoBid ?? false, isNoBid, "\(text)")
        do throws(Problem) {
            let reports = try check.reports(on: Array(text.utf8), now: Samples.now)
            #expect(isNoBid && reports.isEmpty, "\(text)")
        } catch {
            #expect(!isNoBid, "\(text) \(error)")
            #expect(error.rule === BidRules.response && error.place.isEmpty, "\(text) \(error)")
        }
    }

    @Test(
        "Bids without an object, and seats without a bid, are no word that there is none",
        arguments: [
            #"{"seatbid":[{"bid":[]}]}"#, #"{"seatbid":[{}]}"#, #"{"seatbid":[{"bid":[{"impid":"1"}]}],"nbr":2}"#,
            #"{"seatbid":[],"nbr":"2"}"#, #"{"seatbid":[{"bid":[{"ext":{}}]}]}"#,
        ])
    func nothingToCheck(text: String) throws {
        let check = BidCheck(request: try BidRequest(Samples.request), keys: Samples.keys)
        let problem = #expect(throws: Problem.self) { try check.reports(on: Array(text.utf8), now: Samples.now) }
        #expect(problem?.rule === BidRules.noObject)
    }

    // MARK: - Many findings

    @Test("An error is not crowded out by what is less grave")
    func manyNotes() throws {
        var object = Samples.skadn()
        for number in 0..<200 { object = object.with("x\(number)", .number("1")) }
        let notes = try #require(Samples.reports(Samples.response(("skadn", object))).first)
        #expect(notes.isGood && notes.findings.list.count == 100 && notes.findings.more == 100)
        let broken = object.with("fidelities.1.itunesitem", .string("1"))
        let report = try #require(Samples.reports(Samples.response(("skadn", broken))).first)
        #expect(!report.isGood && report.findings.list.count == 100 && report.findings.more == 101)
        #expect(report.findings.contains { $0.rule === BidRules.place })
        // The same holds for a request, whose errors make any run fail.
        var request = Samples.request
        for number in 0..<200 { request = request.with("imp.0.ext.skadn.x\(number)", .number("1")) }
        #expect(try !BidRequest(request).isBad)
        #expect(try BidRequest(request.with("imp.0.ext.skadn.productpage", .string("1"))).isBad)
    }

    @Test("How many findings lie beyond those that are told stands beside them", arguments: [99, 100, 101, 102])
    func findingsBeyond(count: Int) throws {
        var object = Samples.skadn()
        for number in 0..<count { object = object.with("x\(number)", .number("1")) }
        let json = try #require(Samples.reports(Samples.response(("skadn", object))).first).json
        expect(json["findings"]?.elements.count, min(count, 100))
        expect(json["more"], count > 100 ? .number("\(count - 100)") : nil)
    }
}
