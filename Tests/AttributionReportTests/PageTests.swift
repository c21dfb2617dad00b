import AttributionBase
import AttributionModel
import Testing

@testable import AttributionReport

/// The page and its charts agree with the figures, and show as much as fits.
@Suite struct PageTests {
    private static func countries(_ count: Int) -> [String] {
        (0..<count).map { Lines.postback(unsigned: #","country-code":"\#($0)""#) }
    }

    @Test func chartsHaveTwentyBars() {
        for (count, more) in [(20, nil), (21, "and 1 more in the table"), (30, "and 10 more in the table")] {
            let page = ReportPage.text(FormsTests.contents(Self.countries(count)))
            #expect(page.contains(" more in the table") == (more != nil))
            if let more { #expect(page.contains(more)) }
            let grouped = ReportPage.text(FormsTests.contents(Self.countries(count), by: [.known(.countryCode)]))
            #expect(grouped.contains("and \(count - 20) more group") == (more != nil))
        }
    }

    private static func earnings(_ days: Int) -> [String] {
        (1...days).map { day in
            #"{"event":"earnings","app":7,"day":"2026-0\#(day / 28 + 1)-\#(day % 28 < 9 ? "0" : "")\#(day % 28 + 1)","#
                + #""requests":3,"impressions":2,"clicks":1,"revenue":"\#(day)","currency":"USD"}"#
        }
    }

    /// The contents for sighted readers and for users of screen readers, element by element.
    private static let parts: [String] = [
        #"<section aria-labelledby="countries-heading"><h2 id="countries-heading">Countries</h2>"#,
        #"aria-labelledby="countries-title countries-description"><title id="countries-title">Countries</title>"#,
        #"<desc id="countries-description">US: 2; DE: 1; not disclosed: 1.</desc>"#,
        #"<caption>Countries, of 4</caption>"#,
        #"<th scope="col" class="text">Countries</th><th scope="col">count</th>"#,
        #"<tr><th scope="row">US</th><td data-figure="countries.count">2</td></tr>"#,
        #"<tr><th scope="row">not disclosed</th><td data-figure="countries.count">1</td></tr>"#,
        #"<section aria-labelledby="groups-heading"><h2 id="groups-heading">By country-code, window</h2>"#,
        #"<title id="groups-title">Postbacks by country-code, window</title>"#,
        #"<desc id="groups-description">US, 1: 2; DE, 1: 1; -, 1: 1.</desc>"#,
        #"<caption>Postbacks by country-code, window</caption>"#,
        #"<tr><th scope="row">-</th><th scope="row">1</th><td data-figure="groups.inputs">1</td>"#,
        #"<td data-figure="groups.fine-mean">-</td>"#,
        #"<desc id="fine-description">A column for each value from 0 to 63. 3: 2; 9: 1.</desc>"#,
        #"<p class="aside">The highest column is 2 postbacks.</p>"#,
        #"<section aria-labelledby="earnings-heading"><h2 id="earnings-heading">Earnings</h2>"#,
        "<h3>By day, in USD</h3>",
        #"<title id="earnings-USD-title">Earnings by day, in USD</title>"#,
        #"<desc id="earnings-USD-description">2026-01-02: 1.00 USD.</desc>"#,
        "<caption>Earnings by app and day</caption>",
        #"<th scope="row">2026-01-02</th><th scope="row">7</th><th scope="row">USD</th><td data-figure="earnings.requests">3</td>"#,
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
        #expect(Self.parts.count == 23)
        #expect(!page.contains("class=\"warning\""))
        // A row for what was not disclosed, only where something was.
        #expect(page.components(of: ">not disclosed</th>") == 1)
        let unverified = #"{"transaction-id":"x","attribution-signature":"M"}"#
        let other = ReportPage.text(FormsTests.contents([unverified], by: [.known(.countryCode)]))
        #expect(other.contains(#"<p class="warning">1 postback unverified"#) && !other.contains("were verified"))
    }

    @Test func earningsOfManyDays() {
        for (days, earlier) in [
            (62, nil), (63, "and 1 earlier day in the table"), (80, "and 18 earlier days in the table"),
        ] {
            let page = ReportPage.text(FormsTests.contents(Self.earnings(days)))
            #expect(page.contains("earlier day") == (earlier != nil))
            if let earlier { #expect(page.contains(earlier)) }
            #expect(page.components(of: "data-figure=\"earnings.revenue\"") == days)
        }
    }

    @Test func earningsOfSeveralCurrencies() {
        let lines =
            Self.earnings(2) + Self.earnings(1).map { $0.components(separatedBy: "USD").joined(separator: "EUR") }
            + Self.earnings(1)
        let page = ReportPage.text(FormsTests.contents(lines))
        #expect(page.contains(#"<desc id="earnings-EUR-description">2026-01-02: 1.00 EUR.</desc>"#))
        #expect(
            page.contains(#"<desc id="earnings-USD-description">2026-01-02: 2.00 USD; 2026-01-03: 2.00 USD.</desc>"#))
    }

    @Test func whatDidNotComeIsNotShown() {
        let empty = ReportPage.text(FormsTests.contents([]))
        #expect(!empty.contains("<section") && !empty.contains("<svg"))
        #expect(empty.contains("<p>0 inputs, of which 0 postbacks counted</p>"))
        let one = ReportPage.text(FormsTests.contents([Lines.postback()]))
        #expect(one.contains(">download</text>") && !one.contains(">redownload</text>"))
        #expect(!one.contains("<section aria-labelledby=\"countries-heading\">"))
        #expect(!one.contains(">0</td>\n") && one.components(of: "<td data-figure=\"tiers.count\">") == 1)
    }

    @Test func namesAreCutOnThePage() {
        let long = String(repeating: "x", count: 100_000)
        let page = ReportPage.text(
            FormsTests.contents([Lines.postback(unsigned: #","country-code":"\#(long)""#)], by: [.known(.countryCode)]))
        #expect(page.utf8.count < 40_000)
        #expect(page.contains(String(repeating: "x", count: 63) + "…</th>"))
        // The chart has less room, and has the complete text of the table as a title.
        #expect(page.contains("<title>" + String(repeating: "x", count: 63) + "…</title>xxx"))
        #expect(!page.contains(String(repeating: "x", count: 64)))
    }

    private static let escapes: [(text: String, escaped: String)] = [
        ("a&b<c>d\"e'f", "a&amp;b&lt;c&gt;d&quot;e&#39;f"), ("\u{0}\u{1b}", "\\u{0}\\u{1b}"),
        ("\u{fffe}\u{ffff}\u{1fffe}", "\\u{fffe}\\u{ffff}\\u{1fffe}"), ("\u{fffd}é😀", "\u{fffd}é😀"),
        ("\u{2028}\u{200b}\u{ad}", "\\u{2028}\\u{200b}\\u{ad}"),
    ]

    @Test func markup() {
        for (text, escaped) in Self.escapes { #expect(Markup.escaped(text) == escaped) }
        var markup = Markup()
        markup.append("p", [("class", "\"")], "<")
        #expect(markup.text == "<p class=\"&quot;\">&lt;</p>")
    }

    // MARK: - Charts

    private static func rows(_ sizes: [Double]) -> String {
        var page = Markup()
        _ = ReportChart.rows(
            sizes.map { .init("n", $0, "f") }, id: "i", title: "t", description: "d", to: &page)
        return page.text
    }

    @Test func lengthsOfBars() {
        let widths = Self.rows([200, 100, 1, 0.1, 0]).components(separatedBy: "width=\"").dropFirst(2).map {
            $0.prefix { $0 != "\"" }
        }
        // Nonzero values are visible, and zeros are not.
        #expect(widths == ["100%", "50%", "0.50%", "0.50%", "0"])
        #expect(Self.rows([0, 0]).contains("width=\"0\""))
        #expect(Self.rows([1, 2, 3]).contains("height=\"120\""))
        #expect(Self.rows([3, 2]).contains("width=\"66.67%\""))
    }

    /// A bar from the least to the most, which can be seen where these are the same, and a mark in every row.
    @Test func rangesAndTheirMark() {
        var page = Markup()
        let ranges = [(0.5, 2.0), (2.0, 2.0), (0, 0), (0, 1.0)].map { CampaignReturns.Range(least: $0.0, most: $0.1) }
        _ = ReportChart.ranges(ranges, mark: 1, id: "i", title: "t", description: "d", to: &page)
        let bars = page.text.components(separatedBy: "class=\"bar\" ").dropFirst().map {
            $0.prefix { $0 != "/" }
        }
        #expect(
            bars == [
                #"x="24.51%" y="21" width="73.53%" height="12""#, #"x="98.04%" y="61" width="0.50%" height="12""#,
                #"x="0%" y="141" width="49.02%" height="12""#,
            ])
        #expect(page.text.components(of: #"class="mark" x="49.02%""#) == 4)
        // At 0.75 of 2.04, and at most at the upper bound.
        #expect(page.text.contains(#"cx="36.76%" cy="27" r="4"><title>estimate 0.75</title>"#))
        #expect(page.text.contains(#"cx="1.50%""#) && page.text.components(of: "<circle") == 4)
        let outlier = (0..<5).map { CampaignReturns.Range(least: 0, most: $0 == 0 ? 900 : 2) }
        var cut = Markup()
        #expect(ReportChart.ranges(outlier, mark: 1, id: "i", title: "t", description: "d", to: &cut))
        #expect(cut.text.components(of: "class=\"gap\"") == 1 && cut.text.contains("width=\"78.43%\""))
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
        #expect(Self.columns(four + [1]).components(of: "class=\"gap\"") == 1)
        #expect(!Self.rows(four).contains("gap") && !Self.columns(four).contains("gap"))
    }

    /// What is cut stands in words too, and the other countries keep their lengths.
    @Test func cutsAreTold() {
        let lines = (0..<5).flatMap { index in
            [String](
                repeating: Lines.postback(unsigned: #","country-code":"C\#(index)","conversion-value":\#(index)"#),
                count: index == 0 ? 40 : index)
        }
        let page = ReportPage.text(FormsTests.contents(lines, by: [.known(.countryCode)]))
        #expect(
            page.contains(
                "<p class=\"aside\">A column with a gap is cut: it is more than five times as high as the highest whole one, which is "
                    + "4 postbacks. The cut columns are 0: 40.</p>"))
        // Countries, and groups by them.
        #expect(
            page.components(of: "A bar with a gap is cut: it is more than five times as long as the longest whole one.")
                == 2)
    }

    /// The days come before open tables.
    @Test func daysComeBeforeTables() throws {
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
            let parts = page.split(separator: "<details open=\"open\">", omittingEmptySubsequences: false)
            #expect(parts.count > 1 && parts[0].includes("id=\"days-heading\""), "\(list)")
        }
    }

    private static func columns(_ sizes: [Double]) -> String {
        var page = Markup()
        _ = ReportChart.columns(
            sizes.enumerated().map { .init("v\($0)", $1, "f") }, id: "i", title: "t",
            description: "d", to: &page)
        return page.text
    }

    @Test func heightsOfColumns() {
        let page = Self.columns([320, 160, 1, 0])
        let heights = page.components(separatedBy: "class=\"bar\"").dropFirst().map { part in
            part.components(separatedBy: "height=\"")[1].prefix { $0 != "\"" }
        }
        #expect(heights == ["160", "80", "2"])
        // With four columns, each has a quarter of the width and fills four fifths of it.
        #expect(page.contains(#"x="0%" y="0" width="20%""#) && page.contains(#"x="25%" y="80" width="20%""#))
        #expect(page.contains(#"x="50%" y="158" width="20%""#))
        #expect(!Self.columns([0, 0]).contains("class=\"bar\""))
    }

    /// The dates of every seventh day and of the last, without one that would meet that.
    @Test func namesOfDays() {
        func names(_ count: Int, step: Int) -> [String] {
            var page = Markup()
            _ = ReportChart.columns(
                (0..<count).map { .init("v\($0)", 1.0, "f", label: "l\($0)") }, step: step, id: "i",
                title: "t", description: "d", to: &page)
            return page.text.components(separatedBy: "<text").dropFirst().map { part in
                String(part.components(separatedBy: ">")[1].prefix { $0 != "<" })
            }
        }
        #expect(names(31, step: 7) == ["l0", "l7", "l14", "l21", "l30"])
        #expect(names(30, step: 7) == ["l0", "l7", "l14", "l29"])
        #expect(names(1, step: 7) == ["l0"])
        #expect(names(2, step: 7) == ["l0", "l1"])
    }

    /// The names of every eighth column and of the last, without overlap.
    @Test func namesOfColumns() {
        func names(_ count: Int) -> [String] {
            Self.columns([Double](repeating: 1, count: count)).components(separatedBy: "<text").dropFirst().map {
                part in
                String(part.components(separatedBy: ">")[1].prefix { $0 != "<" })
            }
        }
        #expect(names(64) == ["v0", "v8", "v16", "v24", "v32", "v40", "v48", "v56", "v63"])
        #expect(names(9) == ["v0", "v8"])
        #expect(names(10) == ["v0", "v8", "v9"])
        #expect(names(1) == ["v0"])
        #expect(names(0).isEmpty)
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
        self.init("n", EstimatedRevenue(range: range, estimate: estimate), spend: money(1))!
    }
}
