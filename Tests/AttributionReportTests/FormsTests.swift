import AdAttribution
import StrictJSON
import Testing

@testable import AttributionReport

/// A report can be shown without the program: as CSV, as a page and as JSON, whatever strangers put into their postbacks.
@Suite struct FormsTests {
    private static let lines = [
        Lines.postback(source: "5239", more: Lines.publisher),
        Lines.postback(source: #"</td>,\"x\"\u202e"#, didWin: false),
    ]

    private static func contents(
        _ lines: [String] = lines, by fields: [GroupField] = [], top: Int? = nil
    ) -> ReportContents {
        var request = ReportRequest()
        request.fields = fields
        return ReportContents(
            counts(lines, request, outer: lines), request, isGrouped: !fields.isEmpty, top: top, spend: nil)
    }

    @Test func separatedValues() {
        let overview = ReportCSV.text(Self.contents())
        #expect(overview.hasPrefix("figure,name,count\ninputs,,2\nverdicts,valid,2\n"))
        #expect(overview.contains("\noutcomes,won,1\noutcomes,lost,1\n"))
        #expect(!overview.contains("earnings"))
        let groups = ReportCSV.text(Self.contents(by: [.known(.sourceIdentifier)]))
        #expect(groups.hasPrefix("source-identifier,inputs,won,fine,coarse,none,fine-mean\n"))
        // RFC 4180, section 2: quotes around a comma, and twice for one.
        #expect(groups.contains("\n\"</td>,\"\"x\"\"\u{202e}\",1,0,"))
    }

    /// Text of an input stays text: no element, no attribute, no change of direction.
    @Test func page() {
        let page = ReportPage.text(Self.contents(by: [.known(.sourceIdentifier)]))
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        #expect(page.contains(#"&lt;/td&gt;,&quot;x&quot;\u{202e}"#))
        #expect(!page.contains("</td>,") && !page.contains("\u{202e}"))
        #expect(page.contains("By source-identifier"))
    }

    @Test func whatIsLeftOut() {
        let all = Self.contents(by: [.known(.sourceIdentifier)])
        #expect(all.left == nil && all.groups.rows.count == 2)
        let largest = Self.contents(by: [.known(.sourceIdentifier)], top: 1)
        #expect(largest.left == "left out: 1 smaller group of 1 postback")
        #expect(largest.groups.rows.count == 1)
        var objects: [JSONValue] = []
        largest.forEachObject { objects.append($0) }
        #expect(objects.count == 1)
        #expect(Self.contents(by: [.outer("verdict"), .outer("host")]).absentMembers == ["host"])
        #expect(Self.contents([], by: [.outer("host")]).absentMembers.isEmpty)
    }
}
