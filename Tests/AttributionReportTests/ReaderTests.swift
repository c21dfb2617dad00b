import StrictJSON
import Testing

@testable import AttributionReport

/// Each kind of line is counted for what it is, and what is none of them is refused.
@Suite struct ReaderTests {
    /// A token, and a body around it, as Apple's example has it: nobody checks the signature here.
    private static let token =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ."
        + "eyJwb3N0YmFjay1pZGVudGlmaWVyIjoieCIsInBvc3RiYWNrLXNlcXVlbmNlLWluZGV4IjowLCJkaWQtd2luIjp0cnVlfQ.AA"
    private static let impression =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ.eyJpbXByZXNzaW9uLWlkZW50aWZpZXIiOiJ4In0.AA"
    private static let skan =
        #"{"version":"4.0","ad-network-id":"com.example","source-identifier":"5239","app-id":525463029,"#
        + #""transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-domain":"example.com","#
        + #""fidelity-type":1,"did-win":true,"conversion-value":63,"postback-sequence-index":0,"#
        + #""attribution-signature":"MEUC"}"#
    private static let skan3 =
        #"{"version":"3.0","ad-network-id":"example123.skadnetwork","campaign-id":42,"transaction-id":"6aaf","#
        + #""app-id":525463029,"attribution-signature":"MEYC","redownload":true,"source-app-id":1234567891,"#
        + #""fidelity-type":0,"did-win":true}"#

    private static func timeline(_ to: String, _ status: Int, _ body: String) -> String {
        #"{"at":"2026-01-01T00:00:00.000Z","event":"postback","to":"\#(to)","body":\#(body),"status":\#(status)}"#
    }

    private static let kinds: [(line: String, verdict: String, won: Int, leftOut: String)] = [
        (Lines.postback(), "valid", 1, ""),
        (#"{"verdict":"invalid","rule":"jws-signature","reason":"r","line":1}"#, "invalid", 0, ""),
        (#"{"verdict":"unknown-key","line":1}"#, "unknown-key", 0, ""),
        (#"{"verdict":"malformed"}"#, "malformed", 0, ""),
        (#"{"verdict":"against-rules","line":1}"#, "against-rules", 0, ""),
        (#"{"verdict":"valid","kind":"impression","payload":{}}"#, "valid", 0, "impressions"),
        (token, "unverified", 1, ""),
        (#"{"jws-string":"\#(token)","conversion-value":3}"#, "unverified", 1, ""),
        (#"{"jws-string":"\u0065\#(token.dropFirst())"}"#, "unverified", 1, ""),
        (skan, "unverified", 1, ""),
        (timeline("ad-network", 200, #"{"jws-string":"\#(token)"}"#), "unverified", 1, ""),
        (timeline("ad-network", 200, skan), "unverified", 1, ""),
        (timeline("ad-network", 500, #"{"jws-string":"\#(token)"}"#), "", 0, "undelivered"),
        (timeline("developer", 200, #"{"jws-string":"\#(token)"}"#), "", 0, "copies"),
        (#"{"at":"x","event":"tap","impression":"y"}"#, "", 0, "events"),
        (#"{"verdict":"maybe","jws-string":"\#(token)"}"#, "unverified", 1, ""),
        // What a stranger writes into a body never makes it verified.
        (#"{"verdict":"unverified","jws-string":"\#(token)"}"#, "unverified", 1, ""),
    ]

    @Test func kindsOfLines() {
        for (line, verdict, won, leftOut) in Self.kinds {
            // Twice, so that the second is read by its shape.
            for lines in [[line], [line, line]] {
                let report = overview(lines)
                let times = lines.count
                #expect(report["verdicts"]?.counted == (verdict.isEmpty ? "" : "\(verdict) \(times)"), "\(line)")
                #expect(report["won"] == .number("\(won * times)"), "\(line)")
                #expect(report["left-out"]?.counted ?? "" == (leftOut.isEmpty ? "" : "\(leftOut) \(times)"), "\(line)")
            }
        }
        #expect(Self.kinds.count == 17)
    }

    private static let faults: [(line: String, rule: String)] = [
        ("x", "jws-components"), ("a.b.c", "jws-header-base64url"), (impression, "report-input"),
        ("[]", "json-object"), ("{", "json-syntax"), ("{}", "report-input"), (#"{"a":1,"a":2}"#, "json-syntax"),
        (#"{"verdict":1}"#, "report-input"), (#"{"verdict":"maybe"}"#, "report-input"),
        (#"{"event":1}"#, "report-input"),
        (#"{"log":{"body":\#(skan)}}"#, "nested-input"), ("\u{feff}{}", "encoding"),
        (#"{"jws-string":1}"#, "body-jws-string-json-type"), (#"{"jws-string":"x"}"#, "jws-components"),
        (#"{"jws-string":"\#(impression)"}"#, "report-input"),
        // An ad of SKAdNetwork is signed too, and no postback.
        (#"{"attribution-signature":"MEUC","nonce":"x"}"#, "report-input"),
        (timeline("ad-network", 200, "{}"), "report-input"),
        (timeline("ad-network", 200, #"{"jws-string":"x"}"#), "jws-components"),
        (#"{"event":"earnings"}"#, "report-earnings"),
    ]

    @Test func whatIsNoInput() {
        for (line, rule) in Self.faults {
            #expect(fault(line)?.prefix { $0 != ":" } == rule[...], "\(line)")
        }
        #expect(Self.faults.count == 19)
    }

    @Test func skAdNetwork() {
        let report = overview([Self.skan, Self.skan3])
        #expect(report["frameworks"]?.counted == "skadnetwork 2")
        #expect(report["conversion-types"]?.counted == "download 1, redownload 1")
        #expect(report["interactions"]?.counted == "click 1, view 1")
        // Versions before 4.0 know neither windows nor tiers.
        #expect(report["windows"]?.counted == "0 1")
        #expect(report["tiers"]?.counted == "3 1")
        #expect(report["none-because"]?.counted == "threshold-or-not-set 1")
        #expect(report["publishers"]?.counted == "1234567891 1, example.com 1")
        let verdict =
            #"{"verdict":"valid","kind":"postback","framework":"skadnetwork","version":"4.0","key":"local","#
            + #""environment":"local","identifier":"6aaf","payload":{"version":"4.0","ad-network-id":"com.example","#
            + #""source-identifier":"52","app-id":5,"transaction-id":"6aaf","redownload":true,"fidelity-type":0,"#
            + #""did-win":true,"postback-sequence-index":0},"unsigned":{"coarse-conversion-value":"high"},"line":1}"#
        let verified = overview([verdict])
        #expect(verified["environments"]?.counted == "local 1")
        #expect(verified["frameworks"]?.counted == "skadnetwork 1")
        #expect(verified["tiers"]?.counted == "1 1")
        #expect(verified["coarse"]?.counted == "high 1")
    }

    // MARK: - Earnings

    private static func earnings(_ more: String = "", revenue: String = #""0.405""#) -> String {
        #"{"at":"2026-01-01T00:01:10.000Z","event":"earnings","app":5838492,"day":"2026-01-01","requests":3,"#
            + #""impressions":2,"clicks":1,"revenue":\#(revenue),"currency":"USD","ecpm":"202.50"\#(more)}"#
    }

    @Test func earningsAreSums() {
        let one = overview([Self.earnings(#","fills":2,"test-impressions":1"#)])["earnings"]
        #expect(
            one?.text
                == #"[{"app":5838492,"day":"2026-01-01","requests":3,"fills":2,"fill-rate":"66.67","impressions":2,"#
                + #""test-impressions":1,"clicks":1,"revenue":"0.405","currency":"USD","ecpm":"202.50"}]"#)
        let two = overview([Self.earnings(), Self.earnings(revenue: #""0.000001""#)])["earnings"]?.text ?? ""
        #expect(two.contains(#""revenue":"0.405001","currency":"USD","ecpm":"101.25""#))
        #expect(overview([Self.earnings()])["inputs"] == .number("0"))
    }

    @Test func brokenEarnings() {
        let good = Self.earnings()
        let changes: [(from: String, to: String, field: String)] = [
            (#""0.405""#, #""4e-1""#, "revenue"), (#""0.405""#, #""-0.405""#, "revenue"),
            (#""0.405""#, "0.405", "revenue"),
            (#""revenue":"0.405","#, "", "revenue"), (#","currency":"USD""#, "", "currency"),
            (#""USD""#, #""dollars""#, "currency"), (#""USD""#, #""usd""#, "currency"), (#""USD""#, "1", "currency"),
            (#""requests":3"#, #""requests":-3"#, "requests"), (#""clicks":1"#, #""clicks":"1""#, "clicks"),
            (#""clicks":1"#, #""clicks":9999999999999"#, "clicks"), (#""impressions":2,"#, "", "impressions"),
            (#""2026-01-01""#, #""2026-02-30""#, "day"), (#""2026-01-01""#, #""yesterday""#, "day"),
            (#""app":5838492"#, #""app":"x""#, "app"),
        ]
        for (from, to, field) in changes {
            let parts = good.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts.count == 2, "\(from)")
            #expect(fault(parts.joined(separator: to))?.hasPrefix("report-earnings: \"\(field)\"") == true, "\(to)")
        }
        #expect(fault(good) == nil)
        #expect(changes.count == 15)
    }
}
