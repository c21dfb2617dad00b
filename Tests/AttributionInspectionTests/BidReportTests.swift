import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// Each object of a bid request or response has a report with exactly its own findings.
struct BidReportTests {
    private static let now = Timestamp(milliseconds: 1_767_225_600_000)

    /// Returns path, kind, and the fields at fault with their rules.
    private func reports(_ text: String, keys: TrustedKeys = TrustedKeys(.productionAndDevelopment)) -> [[String]] {
        InputValidator(keys: keys).reports(on: Array(text.utf8), now: Self.now).map { report in
            [report.path ?? "", report.kind.rawValue] + report.brokenRules.map { "\($0.field) \($0.rule.id)" }
                + (report.fault.map { [$0.rule.id] } ?? [])
        }
    }

    private func response(_ objects: String...) -> String {
        #"{"seatbid":[{"bid":[\#(objects.map { #"{"impid":"1","ext":\#($0)}"# }.joined(separator: ","))]}]}"#
    }

    private static let signature =
        "MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="

    private func skadn(_ version: String, nonce: String = "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", more: String = "")
        -> String
    {
        #"{"skadn":{"version":"\#(version)","network":"n.skadnetwork","sourceidentifier":"5239","itunesitem":"525463029","sourceapp":"880047117"\#(more),"fidelities":[{"fidelity":1,"nonce":"\#(nonce)","timestamp":"1700000000123","signature":"\#(Self.signature)"},{"fidelity":0,"nonce":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7d","timestamp":"1700000000123","signature":"\#(Self.signature)"}]}}"#
    }

    private static let impression = Samples.fixtures.impression(at: 0)
    private static let item = DecodedInput(unverified: impression).payload?["advertised-item-identifier"]?.text ?? ""

    private func token(_ version: String) -> String {
        #"{"adattributionkit":{"version":"\#(version)","itunesitem":"\#(Self.item)","jwt":"\#(Self.impression)"}}"#
    }

    private let first = "seatbid[0].bid[0].ext.skadn.fidelities"

    /// Guards the memory of a run: each object has an entry and a report of its own.
    @Test func tooManyObjectsAreOneFault() {
        let bids = (0...LocatedBidObject.maximumCount).map { _ in #"{"skadn":{}}"# }
        expect(reports(response(bids.joined(separator: "},{\"ext\":"))), [["", "unreadable", "json-object"]])
        expect(reports(#"{"a":[\#(bids.joined(separator: ","))]}"#), [["", "unreadable", "json-object"]])
    }

    /// Guards the memory of a run, and the reader of its output: a line of a megabyte gave 29 of findings.
    @Test func allObjectsShareTheLimitOnFindings() {
        let members = (0..<100).map { #","x\#($0)":0"# }.joined()
        let bids = (0..<50).map { _ in skadn("4.0", more: members) }
        let text = Array(response(bids.joined(separator: "},{\"ext\":")).utf8)
        let reports = InputValidator(keys: TrustedKeys(.productionAndDevelopment)).reports(on: text, now: Self.now)
        expect(reports.count, 100)
        // A finding that concerns a whole object is on its first ad.
        expect(reports.map(\.brokenRules.count), [100, 0] + (0..<49).flatMap { _ in [1, 0] })
        expect(reports.map(\.brokenRules.more), [0, 0] + (0..<49).flatMap { _ in [99, 0] })
    }

    @Test func eachHasItsOwnFaults() {
        expect(
            reports(response(skadn("4.0"))), [["\(first)[0]", "skadnetwork-ad"], ["\(first)[1]", "skadnetwork-ad"]])
        // The object does not repeat a finding that the ad's rules have reported.
        expect(
            reports(response(skadn("4.0", nonce: "X")))[0],
            [
                "\(first)[0]", "skadnetwork-ad", "nonce skan-ad-nonce-uuid",
            ])
        // A fault of the object concerns all its signed parts, but no later object.
        expect(
            reports(response(skadn("4.0", more: #","productpageid":7"#), skadn("4.0"), token("9"))),
            [
                ["\(first)[0]", "skadnetwork-ad", "productpageid openrtb-member-type"],
                ["\(first)[1]", "skadnetwork-ad", "productpageid openrtb-member-type"],
                ["seatbid[0].bid[1].ext.skadn.fidelities[0]", "skadnetwork-ad"],
                ["seatbid[0].bid[1].ext.skadn.fidelities[1]", "skadnetwork-ad"],
                ["seatbid[0].bid[2].ext.adattributionkit", "impression", "version openrtb-member-value"],
            ])
        // A fault of a fidelity is reported for that fidelity alone, with its own names.
        let twice = skadn("4.0").replacing(#""fidelity":0"#, with: #""fidelity":7"#)
        let found = reports(response(twice))
        expect(found[0].count, 2, "\(found)")
        #expect(found[1].dropFirst(2).allSatisfy { $0.hasPrefix("fidelity ") } && found[1].count > 2, "\(found)")
    }

    @Test func offersAndTokens() throws {
        let request =
            #"{"app":{"bundle":"8"},"imp":[{"ext":{"skadn":{"versions":["4.0"],"sourceapp":"7","skadnetids":["n.skadnetwork"]}}}]}"#
        expect(reports(request), [["imp[0].ext.skadn", "bid-offer", "sourceapp openrtb-sourceapp-bundle"]])
        let path = "seatbid[0].bid[0].ext.adattributionkit"
        expect(
            reports(response(#"{"adattributionkit":{"version":"1.0","itunesitem":"1","jwt":7}}"#)),
            [
                [path, "token", "jwt-type"]
            ])
        #expect(
            reports(response(#"{"adattributionkit":{"version":"1.0","itunesitem":"1"}}"#)).map { Array($0.prefix(2)) }
                == [[path, "token"]])
        expect(reports(response(token("1.0")), keys: try Samples.keys), [[path, "impression"]])
    }

    @Test func documentsWithoutAny() {
        for text in [#"{"seatbid":[]}"#, #"{"imp":[{"ext":{}}]}"#] {
            let found = reports(text)
            #expect(found.count == 1 && found[0][1] == "unreadable" && found[0].count == 3, "\(found)")
        }
        // An object that looks like a part is not one without its signed object.
        for text in [#"{"bid":[]}"#, #"{"ext":{}}"#] {
            expect(reports(text)[0][1], "unrecognised", "\(text)")
        }
        expect(reports(#"{"a":1}"#)[0][1], "unrecognised")
    }

    @Test func kindsOfSKAdNetwork() throws {
        let keys = try Samples.keys
        expect(reports(Samples.four().text, keys: keys), [["", "skadnetwork-postback"]])
        expect(reports(Samples.ads[0].text, keys: keys), [["", "skadnetwork-ad"]])
        var altered = Samples.four()
        altered[name: "app-id"] = .number("8")
        expect(
            reports(altered.text, keys: keys),
            [
                ["", "skadnetwork-postback", "attribution-signature skan-postback-signature"]
            ])
    }
}
