import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// The page and its bars agree with the figures.
struct PageTests {
    private static func earnings(_ days: Int) -> [String] {
        (1...days).map { day in
            #"{"event":"earnings","app":7,"day":"2026-0\#(day / 28 + 1)-\#(day % 28 < 9 ? "0" : "")\#(day % 28 + 1)","#
                + #""requests":3,"impressions":2,"clicks":1,"revenue":"\#(day)","currency":"USD"}"#
        }
    }

    /// The contents for sighted readers and for users of screen readers, element by element.
    private static let parts: [String] = [
        #"<section aria-labelledby="countries-heading"><h2 id="countries-heading">Countries</h2>"#,
        #"<div class="wide" tabindex="0" role="region" aria-label="Countries"><table><caption>of 4</caption>"#,
        #"<thead><tr><th scope="col" class="text">Countries</th><td></td><th scope="col">count</th></tr></thead>"#,
        #"<tr><th scope="row">US</th><td class="chart"><svg aria-hidden="true" width="100%" height="14">"#,
        #"<rect class="bar" x="0%" y="1" width="100%" height="12"/></svg></td><td data-figure="countries.count">2</td></tr>"#,
        #"width="50%" height="12"/></svg></td><td data-figure="countries.count">1</td></tr>"#,
        #"<tr><th scope="row">not disclosed</th>"#,
        #"<tr><th scope="row">1<small> (days 0-2)</small></th>"#,
        #"<h2 id="groups-heading">Postbacks by country-code, window</h2>"#,
        #"<tr><th scope="row">-</th><th scope="row">1</th><td class="chart">"#,
        #"<td data-figure="groups.inputs">1</td>"#,
        #"<td data-figure="groups.fine-mean">-</td>"#,
        #"<h2 id="earnings-heading">Earnings by app and day</h2>"#,
        #"<th scope="row">2026-01-02</th><th scope="row">7</th><th scope="row">USD</th><td class="chart"><svg"#,
        #"</td><td data-figure="earnings.requests">3</td>"#,
        "<p>All postbacks counted were verified.</p>",
        "<p>5 inputs, of which 4 postbacks counted</p>",
    ]

    @Test func whatThePageTells() {
        let lines =
            [("US", 3), ("US", 3), ("DE", 9)].map { country, value in
                Lines.postback(unsigned: #","country-code":"\#(country)","conversion-value":\#(value)"#)
            } + [Lines.postback(), Lines.verdict(verdict: "invalid")] + Self.earnings(1)
        let page = ReportPage.text(FormsTests.contents(lines, by: [.known(.countryCode), .known(.window)]))
        for part in Self.parts { #expect(page.contains(part), "\(part)") }
        #expect(!page.contains("class=\"warning\""))
        // A row for what was not disclosed, only where something was.
        expect(page.components(of: ">not disclosed</th>"), 1)
        let unverified = #"{"transaction-id":"x","attribution-signature":"M"}"#
        let other = ReportPage.text(FormsTests.contents([unverified], by: [.known(.countryCode)]))
        #expect(other.contains(#"<p class="warning">1 postback unverified"#) && !other.contains("were verified"))
    }

    /// Each currency has a longest bar.
    @Test func earningsOfSeveralCurrencies() {
        let lines =
            Self.earnings(2) + Self.earnings(1).map { $0.components(separatedBy: "USD").joined(separator: "EUR") }
            + Self.earnings(1)
        let page = ReportPage.text(FormsTests.contents(lines))
        let earnings = page.components(separatedBy: "earnings-heading").last ?? ""
        let widths = earnings.components(separatedBy: "<rect class=\"bar\" x=\"0%\" y=\"1\" width=\"").dropFirst().map {
            $0.prefix { $0 != "\"" }
        }
        // 1.00 EUR; 2.00 USD and 2.00 USD.
        expect(widths.prefix(3), ["100%", "100%", "100%"])
    }

    @Test func whatDidNotComeIsNotShown() {
        let empty = ReportPage.text(FormsTests.contents([]))
        #expect(!empty.contains("<section") && !empty.contains("<svg"))
        #expect(empty.contains("<p>0 inputs, of which 0 postbacks counted</p>"))
        let one = ReportPage.text(FormsTests.contents([Lines.postback()]))
        #expect(one.contains(">download</th>") && !one.contains(">redownload</th>"))
        #expect(!one.contains("<section aria-labelledby=\"countries-heading\">"))
        #expect(!one.contains(">0</td>\n") && one.components(of: "<td data-figure=\"tiers.count\">") == 1)
    }

    @Test func namesAreCutOnThePage() {
        let long = String(repeating: "x", count: 100_000)
        let page = ReportPage.text(
            FormsTests.contents([Lines.postback(unsigned: #","country-code":"\#(long)""#)], by: [.known(.countryCode)]))
        #expect(page.utf8.count < 40_000)
        #expect(page.contains(String(repeating: "x", count: 63) + "…</th>"))
        #expect(!page.contains(String(repeating: "x", count: 64)))
    }

    private static let escapes: [(text: String, escaped: String)] = [
        ("a&b<c>d\"e'f", "a&amp;b&lt;c&gt;d&quot;e&#39;f"), ("\u{0}\u{1b}", "\\u{0}\\u{1b}"),
        ("\u{fffe}\u{ffff}\u{1fffe}", "\\u{fffe}\\u{ffff}\\u{1fffe}"), ("\u{fffd}é😀", "\u{fffd}é😀"),
        ("\u{2028}\u{200b}\u{ad}", "\\u{2028}\\u{200b}\\u{ad}"),
    ]

    @Test func markup() {
        for (text, escaped) in Self.escapes { expect(Markup.escaped(text), escaped) }
        var markup = Markup()
        markup.append("p", [("class", "\"")], "<")
        expect(markup.text, "<p class=\"&quot;\">&lt;</p>")
    }

    // MARK: - Charts

    private static func rows(_ sizes: [Double]) -> String { ReportBars(sizes).pictures.joined(separator: "\n") }

    @Test func lengthsOfBars() {
        let widths = ReportBars([200.0, 100, 1, 0.1, 0]).pictures.map { picture -> Substring in
            (picture.components(separatedBy: "y=\"1\" width=\"").last ?? "").prefix { $0 != "\"" }
        }
        // Nonzero values are visible, and zeros are not.
        expect(widths, ["100%", "50%", "0.50%", "0.50%", ""])
        expect(ReportBars([0.0, 0]).pictures, ["", ""])
        let none = ReportBars([Double]())
        #expect(none.pictures == [] && none.notes == [])
        #expect(Self.rows([3, 2]).contains("width=\"66.67%\""))
    }

    /// A bar from the least to the most, which can be seen where these are the same, and a mark in every row.
    @Test func rangesAndTheirMark() {
        let ranges = [(0.5, 2.0), (2.0, 2.0), (0, 0), (0, 1.0)].map { CampaignReturns.Range(least: $0.0, most: $0.1) }
        let bars = ReportBars(ranges + [nil])
        let text = bars.pictures.joined(separator: "\n")
        expect(
            text.components(separatedBy: "class=\"bar\" ").dropFirst().map { $0.prefix { $0 != "/" } },
            [
                #"x="24.51%" y="1" width="73.53%" height="12""#, #"x="98.04%" y="1" width="0.50%" height="12""#,
                #"x="0%" y="1" width="49.02%" height="12""#,
            ])
        #expect(text.components(of: #"class="mark" x="49.02%""#) == 4 && bars.pictures[4] == "")
        // At 0.75 of 2.04, and at most at the upper bound.
        #expect(text.contains(#"cx="36.76%" cy="7" r="4""#))
        #expect(text.contains(#"cx="1.50%""#) && text.components(of: "<circle") == 4)
        expect(bars.notes.count, 1)
        let outlier = (0..<5).map { CampaignReturns.Range(least: 0, most: $0 == 0 ? 900 : 2) }
        let cut = ReportBars(outlier)
        #expect(cut.notes.count == 2 && cut.notes[1].hasPrefix("A bar with a gap is cut"))
        #expect(
            cut.pictures.joined().components(of: "class=\"gap\"") == 1 && cut.pictures[1].contains("width=\"78.43%\""))
    }

    /// A bar without an upper end must not look like one that ends at the edge.
    @Test func openBars() {
        func bars(_ most: Double?) -> ReportBars {
            ReportBars([(2.0, most), (0.5, 1)].map { CampaignReturns.Range(least: $0.0, most: $0.1) })
        }
        #expect(bars(nil).pictures[0].contains(#"<rect class="open" x="59.26%" y="1" width="40.74%" height="12"/>"#))
        #expect(bars(nil).notes[0].contains("; a pale bar has no upper bound."))
        #expect(!bars(3).pictures[0].contains("open") && !bars(3).notes[0].contains("pale"))
    }

    /// Of few bars all are whole; of more, one that is more than five times as long as the next is cut, or a tenth of them.
    @Test func outliersAreCut() {
        let four: [Double] = [9, 2, 3, 100]
        let cases: [(sizes: [Double], cut: [Double], full: Double)] = [
            ([], [], 0), ([0, 0], [], 0), (four, [], 100), (four + [1], [100], 11.25), (four + [0, 0], [], 100),
            ([1, 1, 1, 2, 10], [], 10), ([1, 1, 1, 2, 10.5], [10.5], 2.5), ([1, 1, 1, 100, 101], [], 101),
            ([Double](repeating: 1, count: 18) + [100, 101], [100, 101], 1.25),
        ]
        for (sizes, cut, full) in cases {
            let scale = BarScale(sizes)
            #expect(sizes.filter { scale.isCut($0) } == cut && scale.full == full, "\(sizes)")
            #expect(sizes.allSatisfy { scale.part($0) <= 1 } && cut.allSatisfy { scale.part($0) == 1 })
        }
        let rows = Self.rows(four + [1])
        #expect(rows.components(of: "class=\"gap\"") == 1 && rows.contains("width=\"80%\""))
        #expect(!Self.rows(four).contains("gap"))
    }

    /// What is cut stands in words too, and the other countries keep their lengths.
    @Test func cutsAreTold() {
        let lines = (0..<5).flatMap { index in
            [String](
                repeating: Lines.postback(unsigned: #","country-code":"C\#(index)","conversion-value":\#(index)"#),
                count: index == 0 ? 40 : index)
        }
        let page = ReportPage.text(FormsTests.contents(lines, by: [.known(.countryCode)]))
        // Countries, values, and groups by them.
        #expect(
            page.components(of: "A bar with a gap is cut: it is more than five times as long as the longest whole one.")
                == 3)
    }

    /// The days come before all but the return.
    @Test func daysComeFirst() throws {
        let lines = (1...3).map {
            Lines.postback(app: 7, unsigned: #","conversion-value":1"#).dropLast()
                + #","time":"2026-03-0\#($0)T00:00:00Z"}"#
        }
        let schemas = try readings(first: #"{"fine":1,"coarse":"low","event":"buy","revenue":["1","3"]}"#)
        for list in ["[]", #"[{"source-identifier":"5239"}]"#, #"[{"source-identifier":"5239","spend":"1"}]"#] {
            let page = ReportPage.text(
                FormsTests.contents(lines.map(String.init)) { request in
                    (request.timePath, request.countsDays, request.schemas) = ("time", true, schemas)
                    request.campaigns = try? CampaignTable(parsing: Array(list.utf8))
                })
            let places = ["days", "return", "money", "meanings", "verdicts"].map { id in
                page.components(separatedBy: "<h2 id=\"\(id)-heading\"").first?.utf8.count ?? 0
            }
            #expect(places[0] < places[2] && places[2...].elementsEqual(places[2...].sorted()), "\(list)")
            expect(places[1] < places[0], list.contains("spend"))
        }
    }
}

extension String {
    /// Returns the number of occurrences of a text.
    fileprivate func components(of text: String) -> Int { components(separatedBy: text).count - 1 }

    fileprivate func components(separatedBy text: String) -> [Substring] {
        self[...].split(separator: text, omittingEmptySubsequences: false)
    }
}

extension Substring {
    fileprivate func components(separatedBy text: String) -> [Substring] {
        split(separator: text, omittingEmptySubsequences: false)
    }
}

extension CampaignReturns.Range {
    /// A return with these bounds.
    init(least: Double, most: Double?) {
        let money = { (amount: Double) in Money(millionths: Int128(amount * 1_000_000)) }
        let range = RevenueRange(least: money(least), most: most.map(money))
        let estimate = money(min(least + 0.25, most ?? .infinity))
        self.init(EstimatedRevenue(range: range, estimate: estimate), spend: money(1))!
    }
}
