import AttributionBase
import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// Which campaigns a postback is of, and what they earned against what was spent.
struct CampaignTests {
    private static func table(_ text: String) throws -> CampaignTable { try CampaignTable(parsing: Array(text.utf8)) }

    private static func request(_ text: String, by fields: [GroupField] = [.known(.campaign)]) throws -> ReportRequest {
        var request = ReportRequest(.results)
        request.fields = fields
        request.campaigns = try table(text)
        request.schemas = try readings(first: #"{"fine":1,"coarse":"low","event":"buy","revenue":["1","3"]}"#)
        return request
    }

    /// A winning postback that is worth 1 to 3.
    private static func postback(
        _ source: String, network: String = "a.adattributionkit", app: Int = 7, window: Int = 0
    ) -> String {
        Lines.postback(
            source: source, window: window,
            more: #","ad-network-identifier":"\#(network)","advertised-item-identifier":\#(app)"#,
            unsigned: #","conversion-value":1"#)
    }

    private static func skan(_ version: String, _ members: String, network: String = "a.skadnetwork") -> String {
        #"{"verdict":"valid","kind":"skadnetwork-postback","version":"\#(version)","environment":"production","#
            + #""payload":{"version":"\#(version)","ad-network-id":"\#(network)","app-id":7,"transaction-id":"t",\#(members)},"#
            + #""unsigned":{"conversion-value":1},"line":1}"#
    }

    private static func groups(_ lines: [String], _ request: ReportRequest) -> [String] {
        counts(lines, request).groupRows(request).map { row in
            let name = row.values.map { ReportCell($0).shown.text }.joined(separator: " ")
            let money = "\(row.revenue?.range.least.rounded ?? "?")-\(row.revenue?.range.most?.rounded ?? "-")"
            return "\(name): \(row.counts.inputs)+\(row.shared.inputs) \(money) of \(row.spend?.rounded ?? "-")"
        }
    }

    private static let list = """
        [{"source-identifier":"5239","name":"Spring","spend":"8.00","ad-network-identifier":"a.adattributionkit"},
         {"source-identifier":"6139","spend":"2","ad-network-identifier":"a.adattributionkit"},
         {"source-identifier":"6239","ad-network-identifier":"b.adattributionkit","advertised-item-identifier":9},
         {"campaign-id":12,"name":"Old","spend":"1","ad-network-identifier":"a.skadnetwork"}]
        """

    /// What a postback with these digits is of, in the list above.
    private static let matches: [(line: String, campaigns: [String])] = [
        (postback("5239"), ["Spring"]), (postback("239"), ["Spring"]), (postback("39"), ["Spring", "6139"]),
        (postback("139"), ["6139"]), (postback("1239"), []), (postback("40"), []),
        // An identifier is of one network, and of one app where it names one.
        (postback("39", network: "b.adattributionkit"), []),
        (postback("39", network: "b.adattributionkit", app: 9), ["6239"]),
        (postback("39", network: "c.adattributionkit"), []),
        (postback("5239", network: "A.AdAttributionKit"), ["Spring"]),
        // Neither five digits nor one are a source identifier.
        (postback("05239"), []), (postback("9"), []), (postback(""), []), (postback("5a"), []),
        (Lines.verdict(payload: #","source-identifier":5239,"ad-network-identifier":"a.adattributionkit""#), []),
        (Lines.verdict(payload: #","source-identifier":"5239""#), []),
        // Below version 4.0 a SKAdNetwork postback has a campaign.
        (skan("3.0", #""campaign-id":12"#), ["Old"]), (skan("3.0", #""campaign-id":13"#), []),
        (skan("3.0", #""campaign-id":101"#), []), (skan("3.0", #""campaign-id":"12""#), []),
        (skan("3.0", #""campaign-id":12"#, network: "b.skadnetwork"), []),
        (skan("3.0", #""source-identifier":"5239""#, network: "a.adattributionkit"), []),
        (skan("4.0", #""source-identifier":"5239""#, network: "a.adattributionkit"), ["Spring"]),
        (skan("4.0", #""campaign-id":12"#), []),
    ]

    @Test func whoseAPostbackIs() throws {
        let request = try Self.request(Self.list)
        for (line, campaigns) in Self.matches {
            let rows = counts([line], request).groupRows(request)
            let found = rows.filter { $0.counts.inputs + $0.shared.inputs > 0 }
            let names = found.map { ReportCell($0.values[0]).shown.text }
            expect(Set(names), Set(campaigns.isEmpty ? ["-"] : campaigns), "\(line)")
            #expect(found.allSatisfy { ($0.shared.inputs > 0) == (campaigns.count > 1) }, "\(line)")
        }
    }

    /// The paper's case: 39 alone may be of either, and neither loses it nor has it for certain.
    @Test func sharedPostbacksAreARange() throws {
        let lines = ["5239", "5239", "39", "6139", "40"].map { Self.postback($0) }
        expect(
            Self.groups(lines, try Self.request(Self.list)),
            [
                "Spring: 2+1 2.00-9.00 of 8.00", "6139: 1+1 1.00-6.00 of 2.00", "-: 1+0 1.00-3.00 of -",
                "6239: 0+0 0.00-0.00 of -", "Old: 0+0 0.00-0.00 of 1.00",
            ])
        var members: [String] = []
        let request = try Self.request(Self.list)
        ReportContents(counts(lines, request), request, isGrouped: true, top: 1).forEachObject {
            members.append($0.text)
        }
        expect(
            members,
            [
                #"{"group":{"campaign":"Spring"},"inputs":2,"shared":1,"won":2,"fine":2,"coarse":0,"none":0,"fine-mean":"1.00","#
                    + #""revenue":{"least":"2.00","most":"9.00","estimate":"5.33"},"unpriced":0,"spend":"8.00","#
                    + #""roas":{"least":"0.25","most":"1.13","estimate":"0.67"}}"#
            ])
        let overview = overview(lines, request)
        let names = ["campaigns", "revenue", "spend", "roas", "shared-revenue", "unlisted-revenue"]
        expect(
            names.map { overview[$0]?.text ?? "" },
            [
                #"{"own":3,"shared":1,"none":1}"#, #"{"least":"4.00","most":"12.00","estimate":"8.00"}"#, #""11.00""#,
                #"{"least":"0.36","most":"1.09","estimate":"0.73"}"#,
                #"{"least":"1.00","most":"3.00","estimate":"2.00"}"#,
                #"{"least":"1.00","most":"3.00","estimate":"2.00"}"#,
            ])
    }

    /// A campaign can have several identifiers; what can be of these alone is its own.
    @Test func entriesOfOneNameAreOneCampaign() throws {
        let request = try Self.request(
            """
            [{"source-identifier":"5239","name":"Spring","spend":"1"},{"source-identifier":"6239","name":"Spring","spend":"2"},
             {"source-identifier":"7139"}]
            """)
        expect(
            Self.groups(["239", "39", "5239"].map { Self.postback($0) }, request),
            [
                "Spring: 2+1 2.00-9.00 of 3.00", "7139: 0+1 0.00-3.00 of -",
            ])
    }

    /// What was spent on a campaign is of no part of it, and is not told of several rows.
    @Test func spendIsOfWholeCampaignsAlone() throws {
        let request = try Self.request(Self.list, by: [.known(.window), .known(.campaign)])
        let lines = [Self.postback("5239"), Self.postback("39"), Self.postback("39", window: 1)]
        expect(
            Self.groups(lines, request),
            [
                "1 Spring: 1+1 1.00-6.00 of -", "1 6139: 0+1 0.00-3.00 of -", "2 6139: 0+1 ?-- of -",
                "2 Spring: 0+1 ?-- of -",
            ])
        let contents = ReportContents(counts(lines, request), request, isGrouped: true, top: nil)
        #expect(!contents.groups.columns.map(\.name).contains("spend"))
    }

    // MARK: - Properties

    /// Which campaigns the digits fit, by comparing texts.
    private static func fitting(_ digits: String, _ campaigns: [(identifier: String, spend: Int)]) -> [Int] {
        campaigns.indices.filter { campaigns[$0].identifier.hasSuffix(digits) }
    }

    /// Spends of rows add up to the file's, certain revenues and the shared one to the total, and each row says what a plain
    /// count says; in whatever parts the lines are counted.
    @Test(arguments: 0..<40) func sums(_ seed: Int) throws {
        let chance = SeededRandom(seed: UInt64(seed)).of("campaigns")
        var drawn = 0
        func draw(_ count: Int) -> Int {
            drawn += 1
            return Int(chance.of("draw", drawn).number(below: UInt64(count)))
        }
        var campaigns: [(identifier: String, spend: Int)] = []
        for _ in 0...draw(12) {
            // Few endings, so that many are shared.
            let identifier = "\(1 + draw(9))\(draw(3))\(draw(2))\(draw(3))"
            if !campaigns.contains(where: { $0.identifier == identifier }) {
                campaigns.append((identifier, draw(4) * 1000 + draw(1000)))
            }
        }
        let file = campaigns.map { campaign in
            let spend = String(String(1_000_000 + campaign.spend).dropFirst())
            return #"{"source-identifier":"\#(campaign.identifier)","spend":"0.\#(spend)"}"#
        }.joined(separator: ",")
        let request = try Self.request("[\(file)]")
        var all: [String] = []
        for _ in 0..<draw(300) {
            all.append(String("\(1 + draw(9))\(draw(3))\(draw(2))\(draw(3))".suffix(2 + draw(3))))
        }
        let lines = all.map { Self.postback($0) }

        let whole = counts(lines, request)
        var parts = ReportCounts()
        for start in stride(from: 0, to: lines.count, by: 7).reversed() {
            parts.add(part(Array(lines[start..<min(start + 7, lines.count)]), request).counts)
        }
        let found = rows(whole, request)
        expect(found, rows(parts, request))
        expect(whole.overview(request), parts.overview(request))

        let rowsOfGroups = whole.groupRows(request)
        let spend = rowsOfGroups.reduce(Money.zero) { $0 + ($1.spend ?? .zero) }
        expect(spend.millionths, campaigns.reduce(0) { $0 + Int128($1.spend) })
        expect(spend, request.campaigns?.spend)
        let revenues = whole.revenues(request)
        let totals = whole.campaignTotals(revenues)
        var sum = totals.shared.revenue.range
        for row in rowsOfGroups { sum += row.counts.revenue.range }
        expect(sum, whole.total(revenues).revenue.range)
        expect(rowsOfGroups.reduce(totals.shared.inputs) { $0 + $1.counts.inputs }, lines.count)

        for (index, campaign) in campaigns.enumerated() {
            let row = rowsOfGroups.first { $0.values == [.string(campaign.identifier)] }
            let own = all.filter { Self.fitting($0, campaigns) == [index] }.count
            let shared = all.filter { Self.fitting($0, campaigns).contains(index) }.count - own
            #expect(row?.counts.inputs == own && row?.shared.inputs == shared, "\(campaign)")
            expect(row?.revenue?.range.least, Money(millionths: Int128(own) * 1_000_000))
            expect(row?.revenue?.range.most, Money(millionths: Int128(own + shared) * 3_000_000))
        }
        let none = all.filter { Self.fitting($0, campaigns).isEmpty }.count
        expect(rowsOfGroups.first { $0.values == [.null] }?.counts.inputs ?? 0, none)
    }

    /// Repeats are counted once in the table of campaigns too.
    @Test func repeatsAreOfNoCampaign() throws {
        var request = try Self.request(Self.list)
        request.isUnique = true
        var part = part([Self.postback("5239"), Self.postback("5239")], request)
        part.settle(SeenPostbacks(), request.schemas)
        expect(part.counts.campaignTotals(nil).own.inputs, 1)
    }

    // MARK: - Files

    private static let bad: [(text: String, faults: [String])] = [
        (#""5239""#, [#""campaigns" is "5239"; it must be a list of campaigns"#]),
        (#"{"5239":"8.00"}"#, [#""campaigns" is an object; it must be a list of campaigns"#]),
        (
            #"["5239"]"#,
            [#""campaigns[0]" is "5239"; it must be an object with "source-identifier" or "campaign-id""#]
        ),
        (
            #"[{"name":"x"}]"#,
            [#""campaigns[0]" has neither "source-identifier" nor "campaign-id"; it must have one of them or both"#]
        ),
        (
            #"[{"source-identifier":"5"}]"#,
            [
                #""campaigns[0].source-identifier" is "5"; it must be a source identifier of two to four digits such as "5239""#
            ]
        ),
        (
            #"[{"source-identifier":10000}]"#,
            [
                #""campaigns[0].source-identifier" is 10000; it must be a source identifier of two to four digits such as "5239""#
            ]
        ),
        (#"[{"campaign-id":101}]"#, [#""campaigns[0].campaign-id" is 101; it must be an integer from 1 to 100"#]),
        (#"[{"campaign-id":"12"}]"#, [#""campaigns[0].campaign-id" is "12"; it must be an integer from 1 to 100"#]),
        (
            #"[{"source-identifier":"5239","spend":"-8"}]"#,
            [
                #""campaigns[0].spend" is "-8"; it must be an amount such as "1.50", with at most 12 digits and 6 decimals"#
            ]
        ),
        (
            #"[{"source-identifier":"5239","spend":-8}]"#,
            [
                #""campaigns[0].spend" is -8; it must be an amount such as "1.50", with at most 12 digits and 6 decimals"#
            ]
        ),
        (
            #"[{"source-identifier":"5239","name":""}]"#,
            [#""campaigns[0].name" is ""; it must be a name of at least one character"#]
        ),
        (
            #"[{"source-identifier":"5239","currency":"eur"}]"#,
            [#""campaigns[0].currency" is "eur"; it must be a currency code of three capital letters, such as "USD""#]
        ),
        (
            #"[{"source-identifier":"11","currency":"EUR"},{"source-identifier":"12"},{"source-identifier":"13","currency":"USD"}]"#,
            [#""campaigns[2].currency" is "USD"; it must be "EUR", as for the other campaigns"#]
        ),
        (
            #"[{"source-identifier":"5239","ad-network-identifier":"Acme"}]"#,
            [
                #""campaigns[0].ad-network-identifier" is "Acme"; it must be a lowercase ID ending in .adattributionkit or .skadnetwork"#
            ]
        ),
        (
            #"[{"source-identifier":"5239","advertised-item-identifier":0}]"#,
            [#""campaigns[0].advertised-item-identifier" is 0; it must be an item ID (a positive 64-bit integer)"#]
        ),
        (
            #"[{"source-identifier":"5239","spent":"8"}]"#,
            [#""campaigns[0].spent" is unknown: there is no such member here; did you mean "spend"?"#]
        ),
        (
            #"[{"source-identifier":"5239"},{"source-identifier":5239,"name":"x"},{"source-identifier":"5239"}]"#,
            [
                #""campaigns[1]" repeats the source-identifier "5239" of campaigns[0] for the same network and app"#,
                #""campaigns[2]" repeats the source-identifier "5239" of campaigns[0] for the same network and app"#,
            ]
        ),
        (
            #"[{"campaign-id":5,"source-identifier":"11"},{"campaign-id":5,"source-identifier":"12"}]"#,
            [
                #""campaigns[1]" repeats the campaign-id "5" of campaigns[0] for the same network and app"#
            ]
        ),
    ]

    private static func faults(_ text: String) -> [String] {
        do throws(Problems) {
            _ = try CampaignTable(parsing: Array(text.utf8))
            return []
        } catch {
            if error.list[0].wanted == "JSON" { return ["no JSON"] }
            return error.list.map { "\"\($0.place)\" \($0.message)" + ($0.hint.map { "; \($0)" } ?? "") }
        }
    }

    @Test func brokenFiles() {
        for (text, faults) in Self.bad { expect(Self.faults(text), faults, "\(text)") }
        for text in ["", "[", "[{]"] { expect(Self.faults(text), ["no JSON"]) }
        let long = String(repeating: "9", count: 100_000)
        for text in [#"[{"\#(long)":"1"}]"#, #"[{"source-identifier":"\#(long)"}]"#, #"["\#(long)"]"#] {
            #expect(!Self.faults(text).isEmpty && Self.faults(text).allSatisfy { $0.utf8.count < 400 })
        }
    }

    private static let good = [
        "[]", #"[{"campaign-id":1}]"#, #"[{"source-identifier":10},{"source-identifier":"0439"}]"#,
        // The same digits of another network or app are another identifier.
        #"[{"source-identifier":"5239"},{"source-identifier":"5239","ad-network-identifier":"a.skadnetwork"}]"#,
        #"[{"source-identifier":"5239","advertised-item-identifier":1},{"source-identifier":"5239","advertised-item-identifier":2}]"#,
        #"[{"source-identifier":"5239","campaign-id":52,"spend":8.5,"currency":"EUR","name":"x"}]"#,
    ]

    @Test func soundFiles() throws {
        for text in Self.good { expect(Self.faults(text), [], "\(text)") }
        let last = try Self.table(Self.good[5])
        #expect(last.spend.description == "8.50" && last.currency == "EUR" && last.campaigns.map(\.label) == ["x"])
        #expect(try !Self.table(Self.good[1]).hasSpend)
    }

    @Test func helpTellsEveryMember() {
        expect(CampaignTable.form.jsonSchema("").undescribedNames(), [])
        expect(CampaignTable.rows.map(\.name).count, 7)
        for row in CampaignTable.rows { #expect(!row.text.isEmpty, "\(row.name)") }
    }

    /// The fuzzer's dictionary has the name of each member, as a JSON string in quotes.
    @Test func fuzzerKnowsEveryMember() throws {
        let dictionary = String(
            decoding: try Repository.bytes(of: "Tests/Fuzz/dictionaries/report.dict"), as: UTF8.self)
        let lines = Set(dictionary.split(separator: "\n").map(String.init))
        let wanted = (CampaignTable.rows.map(\.name) + ConversionSchema.form.jsonSchema("").schemaWords).map {
            "\"\\\"\($0)\\\"\""
        }
        expect(wanted.filter { !lines.contains($0) }, [])
    }

    // MARK: - Forms

    private static let lines = ["5239", "5239", "39", "6139", "40"].map { postback($0) }

    @Test func rowsOfZerosAreForProgramsAlone() throws {
        let request = try Self.request(Self.list)
        let contents = ReportContents(counts(Self.lines, request), request, isGrouped: true, top: nil)
        expect(contents.groups.rows.count, 5)
        // On Old something was spent.
        expect(contents.shownGroups.rows.map { $0[0].shown.text }, ["Spring", "6139", "-", "Old"])
    }

    @Test func currencies() throws {
        var request = try Self.request(Self.list)
        request.currency = "EUR"
        let contents = ReportContents(counts(Self.lines, request), request, isGrouped: true, top: nil)
        expect(contents.groups.columns.last?.name, "currency")
        #expect(contents.groups.rows.allSatisfy { $0.last == .text("EUR") })
        expect(contents.shownGroups.columns.last?.name, "roas-estimate")
        expect(contents.notes.last, "money in EUR")
        expect(overview(Self.lines, request)["currency"], .string("EUR"))
        request.schemas = nil
        request.campaigns = nil
        #expect(overview(Self.lines, request)["currency"] == nil)
    }

    @Test func thePageAnswersFirst() throws {
        var request = try Self.request(Self.list)
        request.currency = "EUR"
        request.title = "Who <earned>"
        let page = ReportPage.text(ReportContents(counts(Self.lines, request), request, isGrouped: false, top: nil))
        for part in [
            "<title>Who &lt;earned&gt;</title>", "<h1>Who &lt;earned&gt;</h1>",
            "<dt>Return on ad spend</dt><dd>0.36 to 1.09</dd><dd class=\"estimate\">estimate 0.73</dd>",
            "<dt>Spend</dt><dd>11.00 EUR</dd>",
            "<dt>Revenue of campaigns</dt><dd>4.00 to 12.00 EUR</dd><dd class=\"estimate\">estimate 8.00 EUR</dd>",
            "<dt>Postbacks</dt><dd>5</dd>",
            "<p>According to conversion values, which nobody signs, 0 of 3 campaigns with a spend earned it back, 2 may have, and 1 did not.</p>",
            #"<th scope="row">Old</th><td class="chart"><svg"#,
            #"</td><td data-figure="campaigns.revenue-least">0.00</td>"#,
            #"<th scope="row">none of these</th>"#,
            #"<td data-figure="money.shared-revenue-most">3.00</td>"#,
        ] { #expect(page.contains(part), "\(part)") }
        #expect(!page.contains("6239") && !page.contains("groups-heading"))
        let places = ["return-heading", "money-heading", "verdicts-heading"].map { heading in
            page.split(separator: "id=\"\(heading)\"").first?.utf8.count ?? 0
        }
        #expect(places == places.sorted() && Set(places).count == 3)
    }
}
