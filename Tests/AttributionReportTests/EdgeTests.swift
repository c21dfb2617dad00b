import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// Each boundary of the counts, from both sides. There are many small cases, since an off-by-one comparison has no
/// other visible effect.
struct EdgeTests {
    /// Returns a SKAdNetwork postback.
    private static func skan(_ more: String = "", version: String = "4.0") -> String {
        #"{"version":"\#(version)","transaction-id":"6aaf","attribution-signature":"M"\#(more)}"#
    }

    private static func unsigned(_ more: String) -> String { Lines.postback(unsigned: "," + more) }

    /// The nonzero counts that a line adds to a member of the overview.
    private static let facts: [(line: String, member: String, counted: String)] = [
        // Windows: 0, 1 and 2.
        (Lines.postback(window: 0), "windows", "1 1"),
        (Lines.postback(window: 2), "windows", "3 1"),
        (Lines.postback(window: 3), "windows", ""),
        (skan(#","postback-sequence-index":2"#), "windows", "3 1"),
        (skan(#","postback-sequence-index":-1"#), "windows", ""),
        // Digits: two to four of them.
        (Lines.postback(source: "1"), "source-digits", ""),
        (Lines.postback(source: "12"), "source-digits", "2 1"),
        (Lines.postback(source: "123"), "source-digits", "3 1"),
        (Lines.postback(source: "1234"), "source-digits", "4 1"),
        (Lines.postback(source: "12345"), "source-digits", ""),
        (Lines.postback(source: "12a"), "source-digits", ""),
        (Lines.postback(source: "a12"), "source-digits", ""),
        (Lines.postback(source: #"\u0031\u0032"#), "source-digits", ""),
        (Lines.verdict(payload: #","source-identifier":5239"#), "source-digits", ""),
        // Kinds.
        (Lines.postback(type: "download"), "conversion-types", "download 1"),
        (Lines.postback(type: "redownload"), "conversion-types", "redownload 1"),
        (Lines.postback(type: "re-engagement"), "conversion-types", "re-engagement 1"),
        (Lines.postback(type: "reengagement"), "conversion-types", ""),
        (skan(#","redownload":false"#), "conversion-types", "download 1"),
        (skan(#","redownload":true"#), "conversion-types", "redownload 1"),
        (skan(#","redownload":0"#), "conversion-types", ""),
        (skan(#","fidelity-type":1"#), "interactions", "click 1"),
        (skan(#","fidelity-type":0"#), "interactions", "view 1"),
        (skan(#","fidelity-type":2"#), "interactions", ""),
        (Lines.postback(), "interactions", "click 1"),
        (
            Lines.postback(unsigned: nil).dropLast(1) + #","unsigned":{"ad-interaction-type":"view"}}"#, "interactions",
            "view 1"
        ),
        (
            Lines.postback(unsigned: nil).dropLast(1) + #","unsigned":{"ad-interaction-type":"tap"}}"#, "interactions",
            ""
        ),
        // Fine values: 0 to 63.
        (unsigned(#""conversion-value":0"#), "values", "fine 1"),
        (unsigned(#""conversion-value":63"#), "values", "fine 1"),
        (unsigned(#""conversion-value":64"#), "values", "none 1"),
        (unsigned(#""conversion-value":-1"#), "values", "none 1"),
        (unsigned(#""conversion-value":1.0"#), "values", "none 1"),
        (unsigned(#""coarse-conversion-value":"low""#), "coarse", "low 1"),
        (unsigned(#""coarse-conversion-value":"medium""#), "coarse", "medium 1"),
        (unsigned(#""coarse-conversion-value":"high""#), "coarse", "high 1"),
        // A fine value precedes a coarse one, and an invalid fine value does not hide a coarse one.
        (unsigned(#""conversion-value":1,"coarse-conversion-value":"low""#), "values", "fine 1"),
        (unsigned(#""conversion-value":64,"coarse-conversion-value":"low""#), "values", "coarse 1"),
        (unsigned(#""conversion-value":null"#), "none-because", "unreadable 1"),
        (unsigned(#""coarse-conversion-value":"LOW""#), "none-because", "unreadable 1"),
        // Reasons for a missing value: losing precedes all others.
        (Lines.postback(didWin: false, unsigned: nil), "none-because", "nonwinning 1"),
        (Lines.postback(didWin: false, unsigned: #","conversion-value":64"#), "none-because", "unreadable 1"),
        (skan(#","did-win":true"#, version: "3.0"), "none-because", "threshold-or-not-set 1"),
        (skan(#","did-win":false"#, version: "3.0"), "none-because", "nonwinning 1"),
        (skan(version: "2.2"), "none-because", "threshold-or-not-set 1"),
        (skan(#","did-win":true"#), "none-because", "unreadable 1"),
        (skan(#","source-identifier":"12","postback-sequence-index":1"#), "none-because", "not-set 1"),
        (skan(#","source-identifier":"12","postback-sequence-index":2"#), "none-because", "not-set 1"),
        (skan(#","source-identifier":"12","postback-sequence-index":0"#), "none-because", "tier-or-not-set 1"),
        (skan(#","source-identifier":"123","postback-sequence-index":0"#), "none-because", "not-set 1"),
        // Tiers: only for 4.0 and AdAttributionKit.
        (skan(#","source-identifier":"12","postback-sequence-index":0"#, version: "3.0"), "tiers", ""),
        (skan(#","source-identifier":"12""#), "tiers", "none 1"),
        (skan(#","source-identifier":"12","postback-sequence-index":0"#), "tiers", "0-2 1"),
        (skan(#","source-identifier":"12","postback-sequence-index":1"#), "tiers", "1-3 1"),
        // A postback counts as nonwinning only if it says so.
        (skan(#","source-identifier":"12","postback-sequence-index":0,"source-app-id":5"#), "tiers", "3 1"),
        (
            skan(#","source-identifier":"12","postback-sequence-index":0,"source-app-id":5,"did-win":false"#), "tiers",
            "none 1"
        ),
        (
            skan(#","source-identifier":"12","postback-sequence-index":0,"coarse-conversion-value":"low""#), "tiers",
            "1 1"
        ),
        (
            skan(#","source-identifier":"12","postback-sequence-index":0,"source-domain":"a.example""#), "publishers",
            "a.example 1"
        ),
        // Names.
        (unsigned(#""country-code":"US""#), "countries", "US 1"),
        (unsigned(#""country-code":"\u0055S""#), "countries", "US 1"),
        (unsigned(#""country-code":1"#), "countries", ""),
        (Lines.postback(more: #","publisher-item-identifier":"7""#), "publishers", "7 1"),
        (Lines.postback(more: #","marketplace-identifier":7"#), "marketplaces", ""),
        // Environments.
        (Lines.verdict(environment: "production"), "environments", "production 1"),
        (Lines.verdict(environment: "development"), "environments", "development 1"),
        (Lines.verdict(environment: "local"), "environments", "local 1"),
        (Lines.verdict(verdict: "invalid"), "environments", ""),
    ]

    @Test func whatALineAdds() {
        for (line, member, counted) in Self.facts {
            expect(overview([line])[member]?.counted, counted, "\(line)")
        }
    }

    @Test func namesOfTiers() {
        let names: [(DataTiers, String)] = [
            ([], "none"), ([.zero], "0"), ([.three], "3"), ([.zero, .one], "0-1"), ([.one, .two, .three], "1-3"),
            ([.zero, .one, .two, .three], "0-3"), ([.zero, .two], "0,2"), ([.zero, .three], "0,3"),
            ([.zero, .one, .three], "0,1,3"),
        ]
        for (tiers, name) in names { expect(tiers.rangeName, name) }
    }

    @Test func wonAndLost() {
        let lines = [
            Lines.postback(), Lines.postback(), Lines.postback(), Lines.postback(didWin: false), Lines.verdict(),
            skanWithoutOutcome,
        ]
        let report = overview(lines)
        expect(report["won"], .number("3"))
        expect(report["lost"], .number("1"))
        let counts = counts(lines)
        #expect(counts.all.inputs == 6 && counts.all.unverified == 1)
    }

    private let skanWithoutOutcome = EdgeTests.skan(version: "2.0")

    /// Members with few possible values always list all of them; others list only the values that occurred.
    @Test func membersThatAreAlwaysThere() {
        let empty = ReportCounts().overview(ReportRequest(.results))
        func names(_ member: String) -> [String] { members(empty[member] ?? .null).map(\.0) }
        expect(names("verdicts").count, Verdict.Outcome.allCases.count + 1)
        expect(names("windows"), ["1", "2", "3"])
        expect(names("environments"), ["production", "development", "local"])
        expect(names("values"), ["fine", "coarse", "none"])
        expect(names("coarse"), ["low", "medium", "high"])
        expect(names("source-digits"), ["2", "3", "4"])
        expect(names("tiers"), ["0", "1", "2", "3", "0-1", "0-2", "0-3", "1-2", "1-3", "2-3", "none"])
        expect(
            names("none-because"),
            [
                "tier", "window", "nonwinning", "not-set", "tier-or-not-set", "threshold-or-not-set", "token-only",
                "unreadable",
            ])
        for member in ["countries", "marketplaces", "publishers"] { expect(empty[member], .object([])) }
        if case .array(let fine)? = empty["fine"] { expect(fine.count, 64) }
        #expect(empty["left-out"] == nil && empty["earnings"] == nil && empty["revenue"] == nil)
    }

    // MARK: - Kinds of lines

    private static let kinds: [(line: String, isPostback: Bool)] = [
        (#"{"verdict":"valid","kind":"postback","environment":"local","payload":{}}"#, true),
        (
            #"{"verdict":"valid","kind":"skadnetwork-postback","environment":"local","payload":{"transaction-id":"x"}}"#,
            true
        ),
        (#"{"verdict":"valid","kind":"token","payload":{}}"#, false),
    ]

    /// A verdict that lacks what aak verify writes into each of its kind.
    private static let incomplete: [(line: String, field: String)] = [
        (#"{"verdict":"valid","payload":{}}"#, "kind"), (#"{"verdict":"valid","kind":7,"payload":{}}"#, "kind"),
        (#"{"verdict":"valid","kind":"postbacks","payload":{}}"#, "kind"),
        (#"{"verdict":"valid","kind":"postback","environment":"production"}"#, "payload"),
        (#"{"verdict":"valid","kind":"postback","environment":"production","payload":[]}"#, "payload"),
        (#"{"verdict":"valid","kind":"postback","environment":"local","payload":{},"unsigned":7}"#, "unsigned"),
        (#"{"verdict":"valid","kind":"postback","payload":{}}"#, "environment"),
        (#"{"verdict":"valid","kind":"postback","environment":"Production","payload":{}}"#, "environment"),
        (#"{"verdict":"maybe"}"#, "verdict"), (#"{"verdict":"valid","parts":7}"#, "parts"),
    ]

    @Test func incompleteVerdictsAreRefused() {
        for (line, field) in Self.incomplete {
            #expect(fault(line)?.hasPrefix("report-input: \"\(field)\" is ") == true, "\(line)")
        }
    }

    /// A member that is null is absent, wherever it is.
    @Test func nullIsAbsent() {
        #expect(fault(#"{"verdict":"valid","kind":"postback","environment":null,"payload":{}}"#) != nil)
        #expect(fault(#"{"verdict":null}"#)?.hasPrefix("report-input") == true)
        let line = Lines.postback(
            app: 7, more: #","marketplace-identifier":null"#, unsigned: #","conversion-value":null"#)
        let plain = Lines.postback(app: 7, unsigned: "")
        expect(overview([line]), overview([plain]))
    }

    @Test func verdictsOnPostbacksAlone() {
        for (line, isPostback) in Self.kinds {
            let counts = counts([line])
            expect(counts.all.inputs, isPostback ? 1 : 0, "\(line)")
            expect(counts.inputs, 1, "\(line)")
            expect(counts.leftOut.total, isPostback ? 0 : 1, "\(line)")
        }
    }

    private static func timeline(to: String = "ad-network", status: String = "200", _ body: String) -> String {
        #"{"event":"postback","to":"\#(to)","status":\#(status),"body":\#(body)}"#
    }

    @Test func deliveredPostbacksAlone() {
        let body = Self.skan()
        for (line, counted) in [
            (Self.timeline(body), ""), (Self.timeline(status: "201", body), "undelivered 1"),
            (Self.timeline(status: "0", body), "undelivered 1"),
            (Self.timeline(status: #""200""#, body), "undelivered 1"),
            (Self.timeline(to: "developer", status: "500", body), "copies 1"),
            (Self.timeline(to: "ad-networks", body), "copies 1"),
        ] {
            expect(overview([line])["left-out"]?.counted ?? "", counted, "\(line)")
        }
    }

    private static let tokens: [(payload: String, isPostback: Bool)] = [
        (#"{"postback-identifier":"x","postback-sequence-index":0}"#, true),
        (#"{"postback-identifier":"x"}"#, true), (#"{"postback-sequence-index":0}"#, true),
        (#"{"impression-identifier":"x"}"#, false), (#"{}"#, false), ("[]", false),
    ]

    @Test func tokensOfPostbacksAlone() {
        for (payload, isPostback) in Self.tokens {
            let token = "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ." + base64URL(payload) + ".AA"
            expect(fault(token) == nil, isPostback, "\(payload)")
            expect(fault(#"{"jws-string":"\#(token)"}"#) == nil, isPostback, "\(payload)")
        }
    }

    @Test func skAdNetworkNeedsBothOfItsMarks() {
        #expect(fault(Self.skan()) == nil)
        #expect(fault(#"{"transaction-id":"x"}"#) != nil)
        #expect(fault(#"{"attribution-signature":"x"}"#) != nil)
    }

    // MARK: - Repeats

    /// Returns the counts of lines without repeats, and their rows.
    private static func unique(_ lines: [String], by fields: [GroupField] = []) -> (repeats: Int, rows: [String]) {
        var request = ReportRequest(.results)
        request.isUnique = true
        request.fields = fields
        var part = part(lines, request)
        part.settle(.init(), nil)
        var total = ReportCounts()
        total.add(part.counts)
        return (total.repeats, rows(total, request).map(\.text))
    }

    private static let repeats: [(lines: [String], repeats: Int)] = [
        ([Lines.postback(), Lines.postback()], 1),
        // AdAttributionKit gives each window its own identifier; SKAdNetwork may not.
        ([Lines.postback(window: 0), Lines.postback(window: 1)], 1),
        ([skan(#","postback-sequence-index":0"#), skan(#","postback-sequence-index":1"#)], 0),
        ([skan(#","postback-sequence-index":1"#), skan(#","postback-sequence-index":1"#)], 1),
        ([skan(version: "3.0"), skan(version: "3.0")], 1),
        // A postback without an identifier does not repeat another.
        (
            [
                #"{"verdict":"valid","kind":"postback","payload":{}}"#,
                #"{"verdict":"valid","kind":"postback","payload":{}}"#,
            ], 0
        ),
        (
            [
                #"{"verdict":"valid","kind":"postback","payload":{"postback-identifier":1}}"#,
                #"{"verdict":"valid","kind":"postback","payload":{"postback-identifier":1}}"#,
            ], 0
        ),
    ]

    @Test func whatIsARepeat() {
        for (lines, repeats) in Self.repeats { expect(Self.unique(lines).repeats, repeats, "\(lines)") }
    }

    /// A group with only repeats is omitted.
    @Test func repeatsMakeNoGroup() {
        let lines = [
            Lines.postback(unsigned: #","country-code":"US""#), Lines.postback(unsigned: #","country-code":"DE""#),
        ]
        let (repeats, rows) = Self.unique(lines, by: [.known(.countryCode)])
        expect(repeats, 1)
        expect(rows.count, 1)
        #expect(rows.first?.contains(#""US""#) == true)
    }

    // MARK: - Groups

    /// Values as JSON text, in the order of groups with equal size.
    private static let ordered = [
        "false", "true", "2", "10", "-1", "1e400", #""10""#, #""2""#, #""a""#, #""é""#, "[1]", "null",
    ]

    @Test func groupsOfEqualSizeHaveAnOrder() {
        var request = ReportRequest(.results)
        request.fields = [.outer("m")]
        for rotation in 0..<Self.ordered.count {
            let values = Self.ordered[rotation...] + Self.ordered[..<rotation]
            let counts = counts(values.map { Lines.postback(around: #","m":\#($0)"#) }, request)
            expect(rows(counts, request).map { $0["group"]?["m"]?.text ?? "" }, Self.ordered)
        }
    }

    /// Two encodings of one letter are different values, although Swift considers them equal.
    @Test func groupsOfEqualLettersHaveAnOrder() {
        var request = ReportRequest(.results)
        request.fields = [.known(.countryCode)]
        let spellings = ["e\u{301}", "\u{e9}"]
        for values in [spellings, spellings.reversed()] {
            let lines = values.map { Lines.postback(unsigned: #","country-code":"\#($0)""#) }
            let groups = rows(counts(lines, request), request).map { $0["group"]?["country-code"]?.text ?? "" }
            expect(groups.map { Array($0.utf8) }, spellings.map { Array("\"\($0)\"".utf8) })
        }
    }

    @Test func groupsOfOneFirstValueGoByTheSecond() {
        var request = ReportRequest(.results)
        request.fields = [.outer("m"), .outer("n")]
        for first in ["1", #""a""#, "true", "null", "1.5", "[]"] {
            let seconds = ["1", "2", "3", "null"]
            for rotation in seconds.indices {
                let lines = (seconds[rotation...] + seconds[..<rotation]).map {
                    Lines.postback(around: #","m":\#(first),"n":\#($0)"#)
                }
                let counts = counts(lines, request)
                expect(rows(counts, request).map { $0["group"]?["n"]?.text ?? "" }, seconds, "\(first)")
            }
        }
    }

    @Test func equalValuesAreOneGroup() {
        var request = ReportRequest(.results)
        request.fields = [.known(.countryCode)]
        let values = [#""é""#, #""\u00e9""#, #""US""#, #""\u0055S""#, #""US""#]
        let lines = values.map { Lines.postback(unsigned: #","country-code":\#($0)"#) }
        expect(rows(counts(lines, request), request).map { $0["inputs"]?.text ?? "" }, ["3", "2"])
    }

    @Test func theLargestGroupIsFirst() {
        var request = ReportRequest(.results)
        request.fields = [.known(.sourceIdentifier), .known(.window)]
        let lines = [("11", 0), ("11", 1), ("11", 1), ("10", 2), ("12", 0)].map {
            Lines.postback(source: $0, window: $1)
        }
        expect(
            rows(counts(lines, request), request).map { $0["group"]?.text ?? "" },
            [
                #"{"source-identifier":"11","window":2}"#, #"{"source-identifier":"10","window":3}"#,
                #"{"source-identifier":"11","window":1}"#, #"{"source-identifier":"12","window":1}"#,
            ])
    }

    @Test func namesInTablesOfAnySize() {
        for count in [0, 1, 31, 32, 33, 63, 64, 65, 200] {
            var table = NameTable()
            var counts = NameCounts()
            for name in Array(0..<count) + Array(0..<count) {
                Array("name \(name)".utf8).withBytes { bytes in
                    let index = table.index(of: bytes)
                    counts.add(name + 1, at: index)
                    expect(index, name)
                }
            }
            expect(table.count, count)
            let sorted = counts.sorted(table)
            expect(sorted.map(\.count), (0..<count).reversed().map { 2 * ($0 + 1) })
            var others = NameTable()
            var othersCounts = NameCounts()
            othersCounts.add(counts, of: table, to: &others)
            expect(othersCounts.sorted(others).map(\.name), sorted.map(\.name))
        }
    }

    @Test func namesOfEqualCountsComeByTheirBytes() {
        var table = NameTable()
        var counts = NameCounts()
        for name in ["b", "é", "B", "a", "ab", "never"] {
            Array(name.utf8).withBytes { bytes in
                let index = table.index(of: bytes)
                if name != "never" { counts.add(1, at: index) }
            }
        }
        expect(counts.sorted(table).map(\.name), ["B", "a", "ab", "b", "é"])
    }

    // MARK: - Means

    private static let means: [(values: [Int], mean: String)] = [
        ([0], "0.00"), ([63], "63.00"), ([1, 2], "1.50"), ([0, 0, 1], "0.33"), ([0, 1, 1], "0.67"),
        ([0, 0, 0, 0, 0, 0, 0, 1], "0.13"),
    ]

    @Test func meansAreRounded() {
        var request = ReportRequest(.results)
        request.fields = [.known(.framework)]
        for (values, mean) in Self.means {
            let lines = values.map { Self.unsigned(#""conversion-value":\#($0)"#) } + [Lines.postback()]
            expect(rows(counts(lines, request), request).first?["fine-mean"], .string(mean), "\(values)")
        }
        expect(rows(counts([Lines.postback()], request), request).first?["fine-mean"], .null)
    }

    // MARK: - Sums

    /// Every count is added from a part to the whole, and is zero in the part after it is emptied.
    @Test func nothingIsLostBetweenParts() throws {
        var request = ReportRequest(.results)
        request.fields = [.known(.countryCode)]
        request.schemas = try readings(first: #"{"fine":1,"coarse":"low","event":"buy","revenue":["2","3"]}"#)
        request.campaigns = try CampaignTable(
            parsing: Array(#"[{"source-identifier":"5239","spend":"1"},{"source-identifier":"6139"}]"#.utf8))
        let lines =
            Self.facts.map(\.line) + [
                Self.unsigned(#""conversion-value":1"#), Lines.verdict(verdict: "invalid"), "broken",
                #"{"event":"tap"}"#, Self.timeline(to: "developer", Self.skan()),
                #"{"verdict":"repeated","rule":"repeated-identifier"}"#,
                #"{"event":"earnings","app":1,"day":"2026-01-01","requests":3,"fills":2,"impressions":2,"test-impressions":1,"clicks":1,"revenue":"0.405","currency":"USD"}"#,
                Lines.postback(source: "5239", more: Lines.marketplace, unsigned: #","conversion-value":1"#),
                Lines.postback(source: "39", app: 7, unsigned: #","conversion-value":1"#),
                Lines.postback(source: "39", app: 7, unsigned: #","conversion-value":1"#),
                Lines.postback(source: "41", app: 7, unsigned: #","conversion-value":1"#),
                Lines.postback(app: 7, unsigned: #","conversion-value":2"#),
            ]
        let once = counts(lines, request)
        let empty = ReportCounts().overview(request)
        for (name, value) in members(once.overview(request)) where empty[name] != nil && name != "spend" {
            #expect(value != empty[name], "no line adds to \(name)")
        }
        var twice = ReportCounts()
        let part = part(lines, request)
        twice.add(part.counts)
        twice.add(part.counts)
        expect(twice.overview(request), counts(lines + lines, request).overview(request))
        expect(rows(twice, request), rows(counts(lines + lines, request), request))
        let unpriced = once.total(once.revenues(request)).revenue.unpriced
        #expect(twice.total(twice.revenues(request)).revenue.unpriced == 2 * unpriced && unpriced > 0)
        expect(twice.refusedRepeats, 2)
        #expect(twice.all.unverified == 2 * once.all.unverified && once.all.unverified > 0)
    }

    private func members(_ object: JSONValue) -> [(String, JSONValue)] {
        guard case .object(let members) = object else { return [] }
        return members.map { ($0.name, $0.value) }
    }
}

/// Returns the base64url of a text.
private func base64URL(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var bits = 0
    var held = 0
    var result = ""
    for byte in text.utf8 {
        held = held << 8 | Int(byte)
        bits += 8
        while bits >= 6 {
            bits -= 6
            result.append(alphabet[held >> bits & 63])
        }
    }
    if bits > 0 { result.append(alphabet[held << (6 - bits) & 63]) }
    return result
}
