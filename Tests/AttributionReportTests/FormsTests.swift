import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// A report can be shown without the program, as CSV, as a page and as JSON, whatever the postbacks contain.
struct FormsTests {
    static let lines = [
        Lines.postback(source: "5239", more: Lines.publisher),
        Lines.postback(source: #"</td>,\"x\"\u202e"#, didWin: false),
    ]

    static func contents(
        _ lines: [String] = lines, by fields: [GroupField] = [], top: Int? = nil,
        change: (inout ReportRequest) -> Void = { _ in }
    ) -> ReportContents {
        var request = ReportRequest(.results)
        request.fields = fields
        change(&request)
        return ReportContents(counts(lines, request, outer: lines), request, isGrouped: !fields.isEmpty, top: top)
    }

    private static func csv(_ report: ReportContents) -> String {
        var output = ByteBuffer()
        report.appendCSV(to: &output)
        return output.text
    }

    @Test func separatedValues() {
        let overview = Self.csv(Self.contents())
        #expect(overview.hasPrefix("figure,name,count\ninputs,,2\nverdicts,valid,2\n"))
        #expect(overview.contains("\noutcomes,won,1\noutcomes,lost,1\n"))
        #expect(!overview.contains("earnings"))
        let groups = Self.csv(Self.contents(by: [.known(.sourceIdentifier)]))
        #expect(groups.hasPrefix("source-identifier,inputs,won,fine,coarse,none,fine-mean\n"))
        // RFC 4180, section 2: a field with a comma is quoted, and its quotation marks are doubled.
        #expect(groups.contains("\n\"</td>,\"\"x\"\"\u{202e}\",1,0,"))
    }

    /// Text of an input remains text: it cannot become an element, an attribute, or a change of direction.
    @Test func page() {
        let page = ReportPage.text(Self.contents(by: [.known(.sourceIdentifier)]))
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        #expect(page.contains(#"&lt;/td&gt;,&quot;x&quot;\u{202e}"#))
        #expect(!page.contains("</td>,") && !page.contains("\u{202e}"))
        #expect(page.contains("Postbacks by source-identifier"))
    }

    @Test func whatIsLeftOut() {
        let all = Self.contents(by: [.known(.sourceIdentifier)])
        #expect(all.left == nil && all.groups.rows.count == 2)
        let largest = Self.contents(by: [.known(.sourceIdentifier)], top: 1)
        expect(largest.left, "left out: 1 smaller group, 1 postback in total")
        expect(largest.groups.rows.count, 1)
        var objects: [JSONValue] = []
        largest.forEachObject { objects.append($0) }
        expect(objects.count, 1)
        expect(Self.contents(by: [.outer("verdict"), .outer("host")]).absentMembers, ["host"])
        #expect(Self.contents([], by: [.outer("host")]).absentMembers.isEmpty)
        // One line with the member is enough.
        var request = ReportRequest(.results)
        request.fields = [.outer("host")]
        let mixed = counts(Self.lines.map { String($0.dropLast() + #","host":"a"}"#) } + Self.lines, request)
        #expect(ReportContents(mixed, request, isGrouped: true, top: nil).absentMembers.isEmpty)
    }

    // MARK: - Notes

    @Test func separatorsOfThousands() {
        let numbers = [
            ("0", "0"), ("999", "999"), ("1000", "1,000"), ("12345.678", "12,345.678"), ("1234567", "1,234,567"),
            ("123456.00", "123,456.00"), ("0.12345", "0.12345"), ("-1000", "-1000"), ("1.2.3", "1.2.3"),
            ("1000.", "1000."),
            ("2026-11-21", "2026-11-21"), ("", ""), ("٣٣٣٣", "٣٣٣٣"), ("1000x", "1000x"),
        ]
        for (text, separated) in numbers { expect(Thousands.separated(text), separated) }
        #expect(
            Thousands.separated(words: "12000 inputs, 3400, from 2026-11-21 10:00:00 to 5000")
                == "12,000 inputs, 3,400, from 2026-11-21 10:00:00 to 5,000")
    }

    private static let notes: [(lines: [String], notes: [String])] = [
        ([], ["0 inputs, of which 0 postbacks counted"]),
        ([Lines.postback()], ["1 input, of which 1 postback counted"]),
        (
            [#"{"verdict":"invalid"}"#, #"{"verdict":"malformed"}"#],
            ["2 inputs, of which 0 postbacks counted", "left out: 2 rejected by verify"]
        ),
        // A repeat that verify refused is reported only once.
        (
            [#"{"verdict":"repeated","rule":"repeated-identifier"}"#],
            ["1 input, of which 0 postbacks counted", "left out: 1 repeat"]
        ),
        (
            [#"{"verdict":"repeated","rule":"repeated-identifier"}"#, #"{"verdict":"invalid","rule":"x"}"#],
            ["2 inputs, of which 0 postbacks counted", "left out: 1 rejected by verify, 1 repeat"]
        ),
        (
            [#"{"verdict":"valid","kind":"impression","payload":{}}"#, #"{"event":"tap"}"#, #"{"event":"tap"}"#],
            [
                "1 input, of which 0 postbacks counted",
                "left out: 1 verdict on impressions, 2 lines of timelines about other events",
            ]
        ),
        (
            [
                #"{"event":"postback","to":"developer","status":200}"#,
                #"{"event":"postback","to":"ad-network","status":500}"#, "broken",
            ],
            [
                "0 inputs, of which 0 postbacks counted",
                "left out: 1 copies for developers, 1 not answered with 200, 1 line that could not be read",
            ]
        ),
        (
            [#"{"transaction-id":"x","attribution-signature":"M"}"#],
            [
                "1 input, of which 1 postback counted",
                "1 postback unverified: anyone may have sent them; aak verify shows what Apple signed",
            ]
        ),
        (
            [#"{"verdict":"not-ours","rule":"x"}"#, #"{"verdict":"invalid"}"#],
            ["2 inputs, of which 0 postbacks counted", "left out: 1 rejected by verify, 1 not ours"]
        ),
    ]

    @Test func notes() {
        for (lines, notes) in Self.notes { expect(Self.contents(lines).notes, notes) }
        #expect(Self.contents([]).areVerified == false)
        for (environment, words) in [
            ("production", nil), ("local", "0 signed by Apple's production key, 1 by a local key"),
            ("development", "0 signed by Apple's production key, 1 by a development key"),
        ] {
            let notes = Self.contents([Lines.verdict(environment: environment)]).remarks
            expect(notes.first { $0.isWarning }?.text, words)
        }
        let mixed = ["production", "local", "development", "local"].map { Lines.verdict(environment: $0) }
        #expect(
            Self.contents(mixed).notes.last
                == "1 signed by Apple's production key, 1 by a development key, 2 by a local key")
        #expect(Self.contents([Lines.postback()]).areVerified)
        #expect(!Self.contents([Lines.postback(), Self.notes[7].lines[0]]).areVerified)
    }

    @Test func notesOfEarningsAndValues() throws {
        let earnings =
            #"{"event":"earnings","app":1,"day":"2026-01-01","requests":3,"impressions":2,"clicks":1,"revenue":"1","currency":"USD"}"#
        expect(Self.contents([earnings]).notes, ["0 inputs, of which 0 postbacks counted"])
        expect(
            Self.contents([earnings], by: [.known(.window)]).notes,
            [
                "0 inputs, of which 0 postbacks counted", "left out: earnings of 1 line",
            ])
        var request = ReportRequest(.results)
        request.schemas = try readings(first: #"{"fine":1,"coarse":"low","event":"buy","revenue":["1","2"]}"#)
        let lines = [0, 1, 2].map { Lines.postback(app: 7, unsigned: #","conversion-value":\#($0)"#) }
        let contents = ReportContents(counts(lines, request), request, isGrouped: false, top: nil)
        expect(contents.notes.last, "2 postbacks unpriced: no schema covers the app or the value")
        let named = ReportContents(counts([lines[1]], request), request, isGrouped: false, top: nil)
        expect(named.notes.count, 2)
        // What no schema has is a row of its own for people, and is warned of.
        let grid = try #require(contents.meaningsGrid)
        expect(
            grid.rows.map { $0.map(\.shown.text) },
            [
                ["7", "1", "1", "-", "1.00", "2.00", "1.50", "1"],
                ["7", "1", "others", "not in the schema", "-", "-", "-", "2"],
            ])
        #expect(contents.remarks.last?.isWarning == true)
    }

    /// The rows of a section and "not disclosed" add up to its total.
    @Test func sections() {
        let lines = [
            Lines.postback(), Lines.verdict(), Lines.postback(type: "other"), Lines.verdict(verdict: "invalid"),
        ]
        let sections = Dictionary(uniqueKeysWithValues: Self.contents(lines).overview.map { ($0.id, $0) })
        expect(sections["conversion-types"]?.undisclosed, 2)
        expect(sections["outcomes"]?.undisclosed, 1)
        expect(sections["windows"]?.undisclosed, 1)
        expect(sections["verdicts"]?.undisclosed, 0)
        expect(sections["environments"]?.undisclosed, 0)
        expect(sections["values"]?.undisclosed, 0)
        expect(sections["none-because"]?.undisclosed, 0)
        expect(sections.count, 16)
        expect(ReportSection(id: "x", title: "x", [("x", nil, 3)], of: 2).undisclosed, 0)
    }

    @Test func topOfTheGroups() {
        let lines = ["11", "11", "12", "12", "12", "13"].map { Lines.postback(source: $0) }
        let sources: [GroupField] = [.known(.sourceIdentifier)]
        for (top, shown, left) in [
            (1, 1, "left out: 2 smaller groups, 3 postbacks in total"),
            (2, 2, "left out: 1 smaller group, 1 postback in total"),
            (3, 3, nil), (4, 3, nil),
        ] {
            let contents = Self.contents(lines, by: sources, top: top)
            #expect(contents.groups.rows.count == shown && contents.left == left)
        }
    }

    @Test func leftOutOnlyWhereSomethingWas() {
        var members: [String] = []
        func names(_ lines: [String]) -> [String] {
            members = []
            Self.contents(lines).forEachObject { object in
                if case .object(let all) = object { members = all.map(\.name) }
            }
            return members
        }
        #expect(!names([Lines.postback()]).contains("left-out"))
        #expect(names(["broken"]).contains("left-out"))
        #expect(!Self.csv(Self.contents([Lines.postback()])).contains("left-out"))
        #expect(Self.csv(Self.contents(["broken"])).contains("left-out,rejected,1\n"))
    }
}
