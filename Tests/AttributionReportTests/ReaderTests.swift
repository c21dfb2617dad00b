import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// Each kind of line is counted accordingly, and others are refused.
struct ReaderTests {
    /// A token, and a body around it, as in Apple's example. The signature is not checked here.
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
        // Whatever a body says of itself, nobody verified it.
        (
            #"{"jws-string":"\#(token)","verdict":"valid","kind":"postback","environment":"production"}"#, "unverified",
            1, ""
        ),
        (#"{"jws-string":"\#(token)","payload":{"did-win":false},"parts":[]}"#, "unverified", 1, ""),
    ]

    @Test func kindsOfLines() {
        for (line, verdict, won, leftOut) in Self.kinds {
            // Twice, so that the second line is read by its shape.
            for lines in [[line], [line, line]] {
                let report = overview(lines)
                let times = lines.count
                expect(report["verdicts"]?.counted, verdict.isEmpty ? "" : "\(verdict) \(times)", "\(line)")
                expect(report["won"], .number("\(won * times)"), "\(line)")
                expect(report["left-out"]?.counted ?? "", leftOut.isEmpty ? "" : "\(leftOut) \(times)", "\(line)")
            }
        }
    }

    /// The parts of a bid count as they do where each has a line of its own.
    @Test func partsOfBids() {
        func line(_ parts: String, _ worst: String) -> String {
            #"{"verdict":"\#(worst)","parts":[\#(parts)],"line":1}"#
        }
        let good = #"{"verdict":"valid","kind":"impression","payload":{"source-identifier":1}}"#
        let forged = #"{"verdict":"invalid","rule":"jws-signature"}"#
        let repeated = #"{"verdict":"repeated","rule":"repeated-identifier","same":true}"#
        let cases: [(line: String, parts: [String])] = [
            (line("\(good),\(good)", "valid"), [good, good]),
            (line("\(good),\(forged)", "invalid"), [good, forged]),
            (line("\(repeated),\(good),\(repeated)", "repeated"), [repeated, good, repeated]),
            (line("", "malformed"), [#"{"verdict":"malformed"}"#]),
        ]
        for (line, parts) in cases {
            expect(overview([line, line]), overview(parts + parts), "\(line)")
        }
        let request = ReportRequest(.results)
        let faulty = [
            line("\(good),1", "valid"), line(good + #",{"verdict":"maybe"}"#, "valid"),
            line("\(forged),{}", "invalid"), line(line(good, "maybe"), "valid"),
        ]
        for line in faulty {
            expect(fault(line)?.prefix { $0 != ":" }, "report-input", "\(line)")
            let counted = counts([line], request)
            #expect(counted.inputs == 0 && counted.leftOut.total == 1, "\(line)")
        }
    }

    /// Every described field can be used for grouping, at any position and whatever its name.
    @Test func everyDescribedFieldIsAGroup() throws {
        // Identifiers are unique, and the index is counted as the window.
        let others: Set = ["postback-identifier", "jws-string", "impression-identifier", "postback-sequence-index"]
        let described = (PostbackField.shape.fields + BodyField.shape.fields).map(\.text)
            .filter { !others.contains($0) }
        #expect(described.filter { GroupField($0) == nil } == [] && described.count == 12)
        var request = ReportRequest(.results)
        request.fields = [try #require(GroupField("impression-type"))]
        let verdict =
            #"{"verdict":"valid","kind":"postback","environment":"local","payload":{"postback-identifier":"x","#
            + #""impression-type":"a"},"unsigned":{"impression-type":"b"}}"#
        let body = #"{"jws-string":"eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ.\#(Self.payload).AA","impression-type":"b"}"#
        let found = rows(counts([verdict, verdict, body, Self.skan], request), request).map(\.text)
        #expect(found.count == 3 && found[0].contains(#""impression-type":"a""#), "\(found)")
        #expect(found.contains { $0.contains(#""impression-type":"c""#) }, "\(found)")
        #expect(found.contains { $0.contains(#""impression-type":null"#) }, "\(found)")
    }

    /// The payload of a first postback with the impression type c.
    private static let payload =
        "eyJwb3N0YmFjay1pZGVudGlmaWVyIjoieCIsInBvc3RiYWNrLXNlcXVlbmNlLWluZGV4IjowLCJkaWQtd2luIjp0cnVlLCJpbXByZXNzaW9uLXR5cGUiOiJjIn0"

    private static let faults: [(line: String, rule: String)] = [
        ("x", "jws-components"), ("a.b.c", "jws-header-base64url"), (impression, "report-input"),
        ("[]", "json-object"), ("{", "json-syntax"), ("{}", "input-unrecognised"), (#"{"a":1,"a":2}"#, "json-syntax"),
        (#"{"verdict":1}"#, "report-input"), (#"{"verdict":"maybe"}"#, "report-input"),
        (#"{"event":1}"#, "report-input"),
        // Neither a verdict nor a line of a timeline has a postback in its outermost object, nor is one the other.
        (#"{"verdict":"valid","jws-string":"\#(token)"}"#, "report-input"),
        (
            #"{"verdict":"valid","kind":"postback","environment":"production","payload":{},"attribution-signature":"M"}"#,
            "report-input"
        ),
        (#"{"event":"earnings","jws-string":"\#(token)"}"#, "report-input"),
        (#"{"verdict":"invalid","event":"tap"}"#, "report-input"),
        (#"{"log":{"body":\#(skan)}}"#, "nested-input"), ("\u{feff}{}", "encoding"),
        (#"{"jws-string":1}"#, "body-jws-string-json-type"), (#"{"jws-string":"x"}"#, "jws-components"),
        (#"{"jws-string":"\#(impression)"}"#, "report-input"),
        // A SKAdNetwork ad is signed too, but is not a postback.
        (#"{"attribution-signature":"MEUC","nonce":"x"}"#, "report-input"),
        (timeline("ad-network", 200, "{}"), "input-unrecognised"),
        (timeline("ad-network", 200, #"{"jws-string":"x"}"#), "jws-components"),
        (#"{"event":"earnings"}"#, "report-earnings"),
    ]

    @Test func whatIsNoInput() {
        for (line, rule) in Self.faults {
            expect(fault(line)?.prefix { $0 != ":" }, rule[...], "\(line)")
        }
    }

    /// Messages about a line concern this line, however the lines before it were read.
    @Test func faultsAfterOtherLines() {
        func nested(_ name: String) -> String { #"{"\#(name)":{"body":\#(Self.skan)}}"# }
        let first = #"nested-input: the input is nested: it contains a SKAdNetwork postback at "log.body""#
        let second = #"nested-input: the input is nested: it contains a SKAdNetwork postback at "req.body""#
        let lines = [
            nested("log"), Self.skan, nested("log"), "{}", nested("req"), nested("log"), #"{"a":1}"#, nested("req"),
        ]
        let wanted: [String?] = [first, nil, first, Self.unknown, second, first, Self.unknown, second]
        for (fault, wanted) in zip(faultsInTurn(lines), wanted) {
            let beginning: String? = fault.map { fault in String(fault.prefix { $0 != "," }) }
            expect(beginning, wanted)
        }
    }

    private static let unknown = "input-unrecognised: unrecognised input: not a postback"

    @Test func skAdNetwork() {
        let report = overview([Self.skan, Self.skan3])
        expect(report["frameworks"]?.counted, "skadnetwork 2")
        expect(report["conversion-types"]?.counted, "download 1, redownload 1")
        expect(report["interactions"]?.counted, "click 1, view 1")
        // Versions before 4.0 have neither windows nor tiers.
        expect(report["windows"]?.counted, "1 1")
        expect(report["tiers"]?.counted, "3 1")
        expect(report["none-because"]?.counted, "threshold-or-not-set 1")
        expect(report["publishers"]?.counted, "1234567891 1, example.com 1")
        let verdict =
            #"{"verdict":"valid","kind":"skadnetwork-postback","framework":"skadnetwork","version":"4.0","key":"local","#
            + #""environment":"local","identifier":"6aaf","payload":{"version":"4.0","ad-network-id":"com.example","#
            + #""source-identifier":"52","app-id":5,"transaction-id":"6aaf","redownload":true,"fidelity-type":0,"#
            + #""did-win":true,"postback-sequence-index":0},"unsigned":{"coarse-conversion-value":"high"},"line":1}"#
        let verified = overview([verdict])
        expect(verified["environments"]?.counted, "local 1")
        expect(verified["frameworks"]?.counted, "skadnetwork 1")
        expect(verified["tiers"]?.counted, "1 1")
        expect(verified["coarse"]?.counted, "high 1")
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
        expect(overview([Self.earnings()])["inputs"], .number("0"))
    }

    /// The same applies to a part, before parts are combined.
    @Test func earningsAddUp() {
        let lines = [Self.earnings(#","fills":2,"test-impressions":1"#), Self.earnings(#","fills":1"#)]
        let sums = part(lines).counts.earnings.values.map { $0.figures.map { "\($0.name) \($0.cells[0].shown.text)" } }
        expect(
            sums,
            [
                [
                    "requests 6", "fills 3", "fill-rate 50.00", "impressions 4", "test-impressions 1", "clicks 2",
                    "revenue 0.81", "ecpm 202.50",
                ]
            ])
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
            expect(parts.count, 2, "\(from)")
            #expect(fault(parts.joined(separator: to))?.hasPrefix("report-earnings: \"\(field)\"") == true, "\(to)")
        }
        #expect(fault(good) == nil)
        expect(changes.count, 15)
    }

    private static let edges: [(from: String, to: String, field: String?)] = [
        (#""requests":3"#, #""requests":0"#, nil), (#""requests":3"#, #""requests":1099511627775"#, nil),
        (#""requests":3"#, #""requests":1099511627776"#, "requests"), (#""requests":3,"#, "", "requests"),
        (#""clicks":1,"#, "", "clicks"), (#""clicks":1"#, #""clicks":1,"fills":-1"#, "fills"),
        (#""clicks":1"#, #""clicks":1,"test-impressions":"1""#, "test-impressions"),
        (#""USD""#, #""US""#, "currency"), (#""USD""#, #""USDX""#, "currency"), (#""USD""#, #""US1""#, "currency"),
        (#""2026-01-01""#, #""2026-01-0""#, "day"), (#""2026-01-01""#, #""2026-01-011""#, "day"),
        (#""2026-01-01""#, #""2026-01-01T00""#, "day"), (#""2026-01-01""#, "1", "day"),
        (#""2026-01-01""#, #""2024-02-29""#, nil), (#""app":5838492"#, #""app":-1"#, "app"),
        (#""app":5838492"#, #""app":0"#, nil), (#""app":5838492,"#, "", "app"),
    ]

    @Test func edgesOfEarnings() {
        let good = Self.earnings()
        for (from, to, field) in Self.edges {
            let parts = good.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
            expect(parts.count, 2, "\(from)")
            let fault = fault(parts.joined(separator: to))
            #expect(
                field == nil ? fault == nil : fault?.hasPrefix("report-earnings: \"\(field ?? "")\"") == true, "\(to)")
        }
    }

    /// Earnings are ordered by day, app and currency, and have rates if there is something to divide by.
    @Test func earningsHaveAnOrder() {
        func line(_ day: String, _ app: Int, _ currency: String, _ figures: String = #""requests":0,"impressions":0"#)
            -> String
        {
            #"{"event":"earnings","app":\#(app),"day":"\#(day)",\#(figures),"clicks":0,"revenue":"0.002999","currency":"\#(currency)"}"#
        }
        let lines = [
            line("2026-01-02", 1, "USD"), line("2026-01-01", 2, "EUR"), line("2026-01-01", 10, "EUR"),
            line("2026-01-01", 2, "USD"), line("2026-01-01", 2, "EUR"),
        ]
        var request = ReportRequest(.results)
        request.countsNames = true
        let contents = ReportContents(counts(lines, request), request, isGrouped: false, top: nil)
        let rows = contents.earningsGrid?.rows.map { $0.prefix(3).map(\.shown.text).joined(separator: " ") }
        expect(rows, ["2026-01-01 2 EUR", "2026-01-01 2 USD", "2026-01-01 10 EUR", "2026-01-02 1 USD"])
        let grid = contents.earningsGrid
        expect(
            grid?.columns.map(\.name),
            [
                "day", "app", "currency", "requests", "fills", "fill-rate", "impressions", "test-impressions", "clicks",
                "revenue", "ecpm",
            ])
        expect(grid?.rows.first?.dropFirst(3).map(\.shown.text), ["0", "0", "-", "0", "0", "0", "0.01", "-"])
        let one = line("2026-01-01", 2, "EUR", #""requests":3,"fills":1,"impressions":1,"test-impressions":4"#)
        let row = ReportContents(counts([one], request), request, isGrouped: false, top: nil).earningsGrid?.rows.first
        // The fill rate is rounded, and the revenue per thousand is truncated.
        expect(row?.dropFirst(3).map(\.shown.text), ["3", "1", "33.33", "1", "4", "0", "0.00", "2.99"])
        #expect(ReportContents(counts([], request), request, isGrouped: false, top: nil).earningsGrid == nil)
    }
}
