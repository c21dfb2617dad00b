import AttributionBase
import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// What values are worth by the schemas of their apps, and when which schema is possible.
struct SchemaTests {
    private static let windows = #"""
        [{"window":1,"values":[
           {"fine":0,"coarse":"low","name":"installed"},
           {"fine":1,"coarse":"low","name":"signed up","event":"sign-up"},
           {"fine":[10,19],"coarse":"medium","name":"small purchases","event":"purchase","revenue":["0.01","10.01"]},
           {"fine":63,"coarse":"high","name":"big spender","event":"purchase","revenue":["10.01",null],"lock":true}]},
         {"window":2,"values":[
           {"coarse":"low","name":"came back","event":"launch"},
           {"coarse":"high","name":"bought","event":"purchase","revenue":["0.01",null]}]}]
        """#

    private static func request(_ texts: [String], times: Bool = false) throws -> ReportRequest {
        var request = ReportRequest(.results)
        request.schemas = try readings(texts)
        if times { request.timePath = "time" }
        return request
    }

    private static func fine(_ value: Int) -> String {
        Lines.postback(app: 7, unsigned: #","conversion-value":\#(value)"#)
    }

    private static func coarse(_ value: String, window: Int = 0) -> String {
        Lines.postback(source: "39", window: window, app: 7, unsigned: #","coarse-conversion-value":"\#(value)""#)
    }

    private static func skan3(_ more: String) -> String {
        #"{"verdict":"valid","kind":"skadnetwork-postback","version":"3.0","environment":"production","#
            + #""payload":{"version":"3.0","ad-network-id":"a.skadnetwork","app-id":7,"transaction-id":"t","campaign-id":1,"#
            + #""did-win":true},"unsigned":{\#(more)}}"#
    }

    /// By hand: an entry without revenue means less than the least of those above it, and each of ten steps is 1.00 wide.
    /// What no schema covers has no range: it need not be worth nothing.
    private static let worths: [(line: String, least: String?, most: String?)] = [
        (fine(0), "0.00", "0.01"), (fine(1), "0.00", "0.01"), (fine(10), "0.01", "1.01"), (fine(14), "4.01", "5.01"),
        (fine(19), "9.01", "10.01"), (fine(63), "10.01", nil), (fine(5), nil, nil),
        (coarse("low"), "0.00", "0.01"), (coarse("medium"), "0.01", "10.01"), (coarse("high"), "10.01", nil),
        (coarse("low", window: 1), "0.00", "0.01"), (coarse("high", window: 1), "0.01", nil),
        (coarse("medium", window: 1), nil, nil), (coarse("low", window: 2), nil, nil),
        // Tier 0 takes any value away.
        (Lines.postback(source: "39", app: 7), "0.00", nil),
        (Lines.postback(source: "39", window: 2, app: 7), "0.00", "0.00"),
        // By what this tells, its tier takes no value away: there was no update.
        (Lines.postback(app: 7, more: Lines.marketplace), "0.00", "0.01"),
        (Lines.postback(source: "39", didWin: false, app: 7), "0.00", "0.00"),
        (Lines.postback(app: 8, unsigned: #","conversion-value":14"#), nil, nil),
        (Lines.postback(unsigned: #","conversion-value":14"#), nil, nil),
        (Lines.postback(app: 7, unsigned: #","conversion-value":"x""#), nil, nil),
        (skan3(#""conversion-value":14"#), "4.01", "5.01"), (skan3(""), "0.00", nil),
    ]

    private static func range(_ least: String?, _ most: String?) -> String {
        guard let least else { return "null" }
        return #"{"least":"\#(least)","most":\#(most.map { "\"\($0)\"" } ?? "null")}"#
    }

    /// The bounds of a report's revenue.
    private static func bounds(_ report: JSONValue) -> String? {
        guard let revenue = report["revenue"] else { return nil }
        guard let least = revenue["least"]?.text, let most = revenue["most"]?.text else { return revenue.text }
        return #"{"least":\#(least),"most":\#(most)}"#
    }

    @Test func worthOfValues() throws {
        let request = try Self.request([#"{"app":7,"windows":\#(Self.windows)}"#])
        for (line, least, most) in Self.worths {
            let report = overview([line], request)
            expect(Self.bounds(report), Self.range(least, most), "\(line)")
            expect(report["unpriced"], .number(least == nil ? "1" : "0"), "\(line)")
        }
        // Sums are exact, and have no upper end if a part has none.
        #expect(
            Self.bounds(overview([Self.fine(10), Self.fine(14), Self.fine(14)], request))
                == Self.range("8.03", "11.03"))
        expect(Self.bounds(overview([Self.fine(63), Self.fine(14)], request)), Self.range("14.02", nil))
    }

    @Test func valuesAndTheirNames() throws {
        let request = try Self.request([#"{"app":7,"windows":\#(Self.windows)}"#])
        let report = overview(Self.worths.map(\.line), request)
        expect(report["schemas"]?.counted, "one 20, none 2")
        expect(report["unpriced"], .number("6"))
        let meanings = report["meanings"]?.text ?? ""
        for part in [
            #"[{"app":7,"window":1,"value":0,"name":"installed","revenue":{"least":"0.00","most":"0.01","estimate":"0.00"},"inputs":1},"#,
            #"{"app":7,"window":1,"value":5,"name":null,"revenue":null,"inputs":1}"#,
            #"{"app":7,"window":1,"value":14,"name":"small purchases","revenue":{"least":"4.01","most":"5.01","estimate":"4.51"},"inputs":2}"#,
            #"{"app":7,"window":1,"value":"low","name":"installed, signed up","revenue":{"least":"0.00","most":"0.01","estimate":"0.00"},"#,
            #"{"app":7,"window":2,"value":"high","name":"bought","revenue":{"least":"0.01","most":null,"estimate":"0.01"},"inputs":1}"#,
        ] { #expect(meanings.contains(part), "\(part)") }
    }

    // MARK: - Several schemas

    private static func schema(_ least: Int, _ most: Int, from: String? = nil, app: Int = 7) -> String {
        let from = from.map { #","from":"\#($0)""# } ?? ""
        let values = { (fine: String) in
            #"[{\#(fine)"coarse":"low","name":"n\#(least)","event":"buy","revenue":["\#(least)","\#(most)"]}]"#
        }
        return #"{"app":\#(app)\#(from),"windows":[{"window":1,"values":\#(values(#""fine":1,"#))},"#
            + #"{"window":2,"values":\#(values(""))},{"window":3,"values":\#(values(""))}]}"#
    }

    private static let both = [schema(5, 6, from: "2026-03-01T00:00:00Z"), schema(1, 2)]

    private static func timed(_ line: String, _ time: String) -> String { line.dropLast() + #","time":"\#(time)"}"# }

    /// The last and the first millisecond at which the earlier schema alone, both, and the later one alone are possible.
    private static let borders: [(line: String, both: String, later: String)] = [
        // A day after the lock at the earliest; nine days of attempts, two of delay and two of the window at the latest.
        (fine(1), "2026-03-02T00:00:00", "2026-03-14T00:00:00"),
        (coarse("low", window: 1), "2026-03-02T00:00:00", "2026-03-21T00:00:00"),
        (coarse("low", window: 2), "2026-03-02T00:00:00", "2026-04-13T00:00:00"),
        (skan3(#""conversion-value":1"#), "2026-03-02T00:00:00", "2026-03-12T00:00:00"),
        (
            Lines.verdict(
                payload: #","advertised-item-identifier":7,"did-win":true,"postback-sequence-index":0"#,
                unsigned: #","conversion-value":1"#, environment: "development"), "2026-03-01T00:05:00",
            "2026-03-14T00:00:00"
        ),
    ]

    @Test func arrivalsBoundTheSchema() throws {
        let request = try Self.request(Self.both, times: true)
        func revenue(_ line: String, _ time: String, earlierBy milliseconds: Int64 = 0) throws -> String {
            let time = try #require(Timestamp(time + "Z"))
            let text = Timestamp(milliseconds: time.milliseconds - milliseconds).rfc3339
            let report = overview([Self.timed(line, text)], request)
            return (Self.bounds(report) ?? "") + " " + (report["schemas"]?.counted ?? "")
        }
        for (line, both, later) in Self.borders {
            try expect(revenue(line, both, earlierBy: 1), Self.range("1.00", "2.00") + " one 1", "\(line)")
            try expect(revenue(line, both), Self.range("1.00", "6.00") + " several 1", "\(line)")
            try expect(revenue(line, later, earlierBy: 1), Self.range("1.00", "6.00") + " several 1", "\(line)")
            try expect(revenue(line, later), Self.range("5.00", "6.00") + " one 1", "\(line)")
        }
        // Before the first schema of an app there is none.
        let late = try Self.request([Self.both[0]], times: true)
        let early = overview([Self.timed(Self.fine(1), "2026-03-01T23:59:59.999Z")], late)
        #expect(
            early["revenue"]?.text == "null" && early["unpriced"] == .number("1")
                && early["schemas"]?.counted == "none 1")
    }

    @Test func withoutTimesAllSchemasArePossible() throws {
        let report = overview([Self.fine(1)], try Self.request(Self.both))
        #expect(Self.bounds(report) == Self.range("1.00", "6.00") && report["schemas"]?.counted == "several 1")
        #expect(
            report["meanings"]?.text.contains(
                #""name":"n1, n5","revenue":{"least":"1.00","most":"6.00","estimate":"3.50"}"#) == true)
        // A schema that lacks the value cannot have set it.
        let other = #"{"app":7,"from":"2026-01-01T00:00:00Z","windows":\#(Self.windows)}"#
        let one = overview([Self.fine(14)], try Self.request([Self.schema(1, 2), other]))
        #expect(Self.bounds(one) == Self.range("4.01", "5.01") && one["schemas"]?.counted == "one 1")
        // Each app has its own.
        let apps = try Self.request([Self.schema(1, 2), Self.schema(10, 20, app: 9)])
        let second = Lines.postback(app: 9, unsigned: #","conversion-value":1"#)
        expect(Self.bounds(overview([Self.fine(1), second], apps)), Self.range("11.00", "22.00"))
        expect(overview([second, Self.fine(1)], apps)["schemas"]?.counted, "one 2")
    }
}
