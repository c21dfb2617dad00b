import AdAttribution
import AttributionBytes
import AttributionDrawing

/// A report as one page of HTML: no script, nothing from elsewhere, readable without colour and by a screen reader.
package struct ReportPage {
    private var page = Markup()
    private static let mostBars = 20
    private static let mostDays = 62

    package static func text(_ report: ReportContents) -> String {
        var page = ReportPage()
        page.begin(report.text)
        if let money = report.money { page.append(money, id: "money", title: "Revenue that the values allow") }
        for section in report.text.overview {
            page.append(section)
            if section.id == "source-digits" { page.append(groups: report.groups, report.groupedBy, report.left) }
        }
        if let table = report.earningsGrid { page.append(report.earnings, table) }
        page.page.append("</main>\n</body>\n</html>\n")
        return page.page.text
    }

    private mutating func begin(_ report: ReportText) {
        page.append(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <title>Postback report</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>
            <h1>Postback report</h1>

            """)
        for note in report.notes {
            page.append("p", note.contains(ReportText.unverifiedNote) ? [("class", "warning")] : [], note)
            page.append("\n")
        }
        if report.areVerified { page.append("<p>All postbacks counted were verified.</p>\n") }
    }

    // MARK: - Sections

    private mutating func append(_ section: ReportSection) {
        open(section.id, section.title)
        var rows = section.rows.filter { $0.count > 0 || section.rows.count <= 8 }
        if section.untold > 0 { rows.append(.init(name: "not told", count: section.untold)) }
        if !rows.contains(where: { $0.count > 0 }) {
            page.append("<p>None.</p>\n")
        } else if section.id == "fine" {
            let description =
                "A column for each value from 0 to 63. " + Self.words(section.rows.filter { $0.count > 0 })
            ReportChart.columns(
                section.rows.map { .init(name: $0.name, size: Double($0.count), figure: String($0.count)) },
                id: section.id, title: section.title, description: description, to: &page)
            let most = section.rows.map(\.count).max() ?? 0
            page.append("p", [], "The highest column stands for \(counted(most, "postback")).")
        } else {
            let shown = rows.prefix(Self.mostBars)
            ReportChart.rows(
                shown.map { row in
                    let name = TableCell(row.name).text + (row.meaning.map { " (\($0))" } ?? "")
                    return .init(name: name, size: Double(row.count), figure: String(row.count))
                }, id: section.id, title: section.title, description: Self.words(Array(shown)), to: &page)
            if rows.count > shown.count { page.append("p", [], "and \(rows.count - shown.count) more in the table") }
        }
        let cells: [[ReportCell]] = section.rows.map { [.text($0.name), .figure(String($0.count))] }
        let untold: [[ReportCell]] = section.untold > 0 ? [[.text("not told"), .figure(String(section.untold))]] : []
        append(
            ReportGrid(columns: [section.title, "count"], texts: 1, rows: cells + untold), figures: section.id,
            caption: "\(section.title), of \(section.total)")
        page.close("section")
    }

    private mutating func append(groups: ReportGrid, _ groupedBy: String, _ left: String?) {
        open("groups", "By \(groupedBy)")
        guard !groups.rows.isEmpty else {
            page.append("<p>None.</p>\n")
            return page.close("section")
        }
        let bars = groups.rows.prefix(Self.mostBars).map { row in
            let count = row[groups.texts].shown.text
            let name = row.prefix(groups.texts).map(\.shown.text).joined(separator: ", ")
            return ReportChart.Bar(name: name, size: Double(Int(count) ?? 0), figure: count)
        }
        let description = bars.map { "\($0.name): \($0.figure)" }.joined(separator: "; ") + "."
        ReportChart.rows(bars, id: "groups", title: "Postbacks by \(groupedBy)", description: description, to: &page)
        if groups.rows.count > bars.count {
            page.append("p", [], "and \(counted(groups.rows.count - bars.count, "more group")) in the table")
        }
        if let left { page.append("p", [], left) }
        append(groups, figures: "groups", caption: "Postbacks by \(groupedBy)")
        page.close("section")
    }

    private mutating func append(_ grid: ReportGrid, id: String, title: String) {
        open(id, title)
        append(grid, figures: id, caption: title, isOpen: true)
        page.close("section")
    }

    private mutating func append(_ earnings: [Earnings.Key: Earnings], _ table: ReportGrid) {
        open("earnings", "Earnings")
        for currency in Set(earnings.keys.map(\.currency)).sorted() {
            var days: [String: Money] = [:]
            for (key, sums) in earnings where key.currency == currency { days[key.day, default: .zero] += sums.revenue }
            let all = days.sorted { $0.key < $1.key }
            let bars = all.suffix(Self.mostDays).map { day, revenue in
                ReportChart.Bar(
                    name: day, size: Double(revenue.millionths), figure: "\(revenue.exact) \(currency)")
            }
            let description = bars.map { "\($0.name): \($0.figure)" }.joined(separator: "; ") + "."
            page.append("h3", [], "By day, in \(currency)")
            ReportChart.rows(
                bars, id: "earnings-\(currency)", title: "Earnings by day, in \(currency)", description: description,
                to: &page)
            if all.count > bars.count {
                page.append("p", [], "and \(all.count - bars.count) earlier days in the table")
            }
        }
        append(table, figures: "earnings", caption: "Earnings by app and day")
        page.close("section")
    }

    // MARK: - Parts

    private mutating func open(_ id: String, _ title: String) {
        page.open("section", [("aria-labelledby", "\(id)-heading")])
        page.append("h2", [("id", "\(id)-heading")], title)
        page.append("\n")
    }

    private static func words(_ rows: [ReportSection.Row]) -> String {
        rows.map { "\(TableCell($0.name).text): \($0.count)" }.joined(separator: "; ") + "."
    }

    /// The figures behind a chart.
    private mutating func append(_ grid: ReportGrid, figures: String, caption: String, isOpen: Bool = false) {
        page.append(isOpen ? "<details open=\"open\">" : "<details>")
        page.append("<summary>Figures</summary>\n<div class=\"wide\"><table>")
        page.append("caption", [], caption)
        page.append("<thead><tr>")
        for column in grid.columns { page.append("th", [("scope", "col")], TableCell(column).text) }
        page.append("</tr></thead>\n<tbody>\n")
        for row in grid.rows {
            page.append("<tr>")
            for (column, cell) in row.enumerated() {
                if column < grid.texts {
                    page.append("th", [("scope", "row")], cell.shown.text)
                } else {
                    let name = [figures, grid.columns[column]].joined(separator: ".")
                    page.append("td", [("data-figure", name)], cell.shown.text)
                }
            }
            page.append("</tr>\n")
        }
        page.append("</tbody></table></div></details>\n")
    }

    private static let style = """
        :root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--bar:#2a6fbb;--edge:#174a80;--line:#c9d1d9;--soft:#f3f5f7;\
        --warn:#8a2c0d}
        @media (prefers-color-scheme:dark){:root{--ink:#e6e8eb;--paper:#14171a;--bar:#6cabee;--edge:#a9d0fa;--line:#41474d;\
        --soft:#1e2327;--warn:#ffb38a}}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
        main{max-width:76rem;margin:0 auto;padding:1rem;columns:2 30rem;column-gap:2.5rem}
        h1,main>p,section[aria-labelledby=fine-heading],section[aria-labelledby=groups-heading],\
        section[aria-labelledby=earnings-heading]{column-span:all}
        main>p{margin:.4rem 0}
        section{break-inside:avoid;overflow-x:auto;border-top:1px solid var(--line);padding-bottom:.6rem}
        h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:.8rem 0 .4rem}\
        h3{font-size:1rem;margin:.6rem 0 .2rem}
        svg{display:block}
        svg text{fill:var(--ink);font:\(ReportChart.fontSize)px \(FontWidths.family)}
        .bar{fill:var(--bar);stroke:var(--edge);stroke-width:1}.axis{fill:var(--ink)}
        .warning{border-left:4px solid var(--warn);padding-left:.6rem;font-weight:600}
        summary{cursor:pointer;padding:.3rem 0}
        .wide{overflow-x:auto}
        table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}
        caption{text-align:left;font-weight:600;padding:.3rem 0;white-space:nowrap}
        th,td{padding:.15rem .7rem .15rem 0;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
        th{font-weight:400;text-align:left}thead th{font-weight:600}
        thead th:not(:first-child){text-align:right}
        @media print{details>*{display:block}}
        """
}
