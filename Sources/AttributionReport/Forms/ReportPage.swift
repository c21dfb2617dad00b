import AttributionBase
import AttributionModel

/// Writes a report as a self-contained page of HTML without scripts. It is readable without colour and by screen
/// readers.
///
/// The most important figures come first: the return on ad spend, then the days, then everything else.
package struct ReportPage {
    private var page = Markup()
    private static let mostBars = 20
    package static let meaningsTitle = "Conversion values and what they mean"
    /// The maximum number of days for which each bar has a name.
    private static let fewDays = 10

    package static func text(_ report: ReportContents) -> String {
        var page = ReportPage()
        page.begin(report)
        page.appendKeyFigures(report)
        // Pictures come before open tables.
        if let campaigns = report.campaigns, campaigns.all != nil { page.append(campaigns) }
        if let days = report.days, !days.days.isEmpty { page.append(days) }
        if let campaigns = report.campaigns, campaigns.all == nil { page.append(campaigns) }
        if let money = report.money { page.append(money: money.forPeople) }
        if let meanings = report.meaningsGrid { page.append(meanings, id: "meanings", title: meaningsTitle) }
        // Campaigns have been shown above.
        if report.campaigns == nil || report.groupedBy != GroupField.known(.campaign).name {
            page.append(groups: report.shownGroups, report.sizes, report.groupedBy, report.left)
        }
        if let table = report.earningsGrid { page.append(report.earnings, table) }
        page.page.append("<div class=\"overview\">\n")
        for section in report.overview { page.append(section) }
        page.page.append("</div>\n")
        page.end(report)
        return page.page.text
    }

    private mutating func begin(_ report: ReportContents) {
        let title = report.title ?? "Postback report"
        page.append(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <title>\(Markup.escaped(title))</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>

            """)
        page.append("h1", [], title)
        page.append("\n")
        if let period = report.periodWords { append(paragraph: period, "lead") }
        for note in report.remarks where note.isWarning { append(paragraph: note.text, "warning") }
    }

    /// Appends the notes: the number of inputs, and what was left out.
    private mutating func end(_ report: ReportContents) {
        page.append("<footer>\n")
        for note in report.remarks where !note.isWarning && note.text != report.periodWords {
            append(paragraph: note.text)
        }
        if report.areVerified { append(paragraph: "All postbacks counted were verified.") }
        page.append("</footer>\n</main>\n</body>\n</html>\n")
    }

    private mutating func append(paragraph text: String, _ style: String? = nil) {
        page.append("p", style.map { [("class", $0)] } ?? [], Thousands.separated(words: text))
        page.append("\n")
    }

    private mutating func appendKeyFigures(_ report: ReportContents) {
        var figures: [(name: String, text: String, estimate: String?)] = []
        func append(_ name: String, _ text: String?, isMoney: Bool = true, estimate column: String? = nil) {
            guard let text else { return }
            let unit = report.currency.map { isMoney ? " \($0)" : "" } ?? ""
            let estimate = column.flatMap { report.money?.first("\($0)-estimate") }
            figures.append(
                (name, text + unit, estimate.map { "estimate " + Thousands.separated($0.shown.text) + unit }))
        }
        func range(_ name: String) -> String? {
            guard let least = report.money?.first("\(name)-least"), let most = report.money?.first("\(name)-most")
            else { return nil }
            return Thousands.range(least.shown.text, most == .unbounded ? nil : most.shown.text)
        }
        append("Return on ad spend", range("roas"), isMoney: false, estimate: "roas")
        append("Spend", report.money?.first("spend").map { Thousands.separated($0.shown.text) })
        append(report.campaigns == nil ? "Revenue" : "Revenue of campaigns", range("revenue"), estimate: "revenue")
        append("Postbacks", Thousands.separated(String(report.postbacks)), isMoney: false)
        page.append("<dl class=\"key\">\n")
        for figure in figures {
            page.append("<div>")
            page.append("dt", [], figure.name)
            page.append("dd", [], figure.text)
            if let estimate = figure.estimate { page.append("dd", [("class", "estimate")], estimate) }
            page.append("</div>\n")
        }
        page.append("</dl>\n")
    }

    // MARK: - Sections

    private mutating func append(_ campaigns: CampaignReturns) {
        guard !campaigns.grid.rows.isEmpty else { return }
        guard let all = campaigns.all else {
            return append(campaigns.grid, id: "return", title: "Campaigns", figures: "campaigns")
        }
        open("return", "Return on ad spend by campaign")
        let shown = campaigns.campaigns.prefix(Self.mostBars)
        let bars = [all] + shown
        append(paragraph: campaigns.words)
        let description =
            "The range that the values allow. "
            + bars.map { "\($0.name): \($0.figure), \($0.estimateWords)" }.joined(separator: "; ") + "."
        let areCut = ReportChart.ranges(
            bars, mark: 1, id: "return", title: "Return on ad spend by campaign", description: description, to: &page)
        if campaigns.campaigns.count > shown.count {
            page.append(
                "p", [], "and \(counted(campaigns.campaigns.count - shown.count, "more campaign")) in the table")
        }
        page.append(
            "p", [("class", "aside")],
            "A bar spans the range that the values allow\(bars.contains { $0.most == nil } ? "; a bar that fades has no upper bound" : ""). "
                + "The mark is at 1.00, where revenue equals spend, and a circle is at the estimate."
                + (areCut ? " " + Self.cutBar : ""))
        page.append("\n")
        append(campaigns.grid, figures: "campaigns", caption: "Campaigns")
        page.close("section")
    }

    /// Appends the totals in rows, with the lower bound beside the upper one.
    private mutating func append(money: ReportGrid) {
        open("money", "Revenue that the values allow")
        page.append(
            "<div class=\"wide\"><table class=\"totals\">\n<thead><tr><td></td><th scope=\"col\">least</th><th scope=\"col\">most</th><th scope=\"col\">estimate</th></tr></thead>\n<tbody>\n"
        )
        let cells = money.rows.first ?? []
        let parts = ReportColumn.Part.allCases.count
        for (index, column) in money.columns.enumerated() where column.part == nil || column.part == .least {
            page.append("<tr>")
            page.append("th", [("scope", "row")], column.whole)
            for part in index..<index + (column.part == nil ? 1 : parts) {
                append(cells[part], "money", money.columns[part], spanning: column.part == nil ? parts : 1)
            }
            page.append("</tr>\n")
        }
        page.append("</tbody></table></div>\n")
        page.close("section")
    }

    private mutating func append(_ cell: ReportCell, _ figures: String, _ column: ReportColumn, spanning: Int = 1) {
        let span = spanning == 1 ? [] : [("colspan", "\(spanning)")]
        page.append("td", [("data-figure", "\(figures).\(column.name)")] + span, Thousands.separated(cell.shown.text))
    }

    private mutating func append(_ days: DayCounts) {
        open("days", "Postbacks by day")
        let bars = days.days.map { ReportChart.Bar($0.name, $0.count, label: String($0.name.dropFirst(5))) }
        let description = ReportChart.words(bars)
        if bars.count > Self.fewDays {
            append(columns: bars, step: bars.count > 31 ? 14 : 7, id: "days", "Postbacks by day", description)
        } else {
            append(rows: bars, id: "days", "Postbacks by day", description)
        }
        if days.earlier > 0 { append(paragraph: "and \(counted(days.earlier, "earlier day")) in the table") }
        append(days.grid, figures: "days", caption: "Postbacks by day")
        page.close("section")
    }

    private mutating func append(_ section: ReportSection) {
        var rows = section.shownRows
        // A section without counts needs no chart.
        guard !rows.isEmpty else { return }
        open(section.id, section.title)
        if section.undisclosed > 0 { rows.append(("not disclosed", nil, section.undisclosed)) }
        if section.id == "fine" {
            let description = "A column for each value from 0 to 63. " + Self.words(section.shownRows)
            append(
                columns: section.rows.map { .init($0.name, $0.count) }, id: section.id, section.title, description)
        } else {
            let shown = rows.prefix(Self.mostBars)
            append(
                rows: shown.map { row in
                    .init(TableCell(row.name).text + (row.meaning.map { " (\($0))" } ?? ""), row.count)
                }, id: section.id, section.title, Self.words(Array(shown)))
            if rows.count > shown.count { append(paragraph: "and \(rows.count - shown.count) more in the table") }
        }
        let cells: [[ReportCell]] = rows.map { [.text($0.name), .figure(String($0.count))] }
        append(
            ReportGrid(columns: [ReportColumn(section.title), ReportColumn("count")], texts: 1, rows: cells),
            figures: section.id, caption: "\(section.title), of \(Thousands.separated(String(section.total)))")
        page.close("section")
    }

    private mutating func append(groups: ReportGrid, _ sizes: [Int], _ groupedBy: String, _ left: String?) {
        guard !groups.rows.isEmpty else { return }
        open("groups", "By \(groupedBy)")
        let bars = zip(groups.rows, sizes).prefix(Self.mostBars).map { row, size in
            let name = row.prefix(groups.texts).map(\.shown.text).joined(separator: ", ")
            return ReportChart.Bar(name, size)
        }
        append(rows: bars, id: "groups", "Postbacks by \(groupedBy)", ReportChart.words(bars))
        if groups.rows.count > bars.count {
            append(paragraph: "and \(counted(groups.rows.count - bars.count, "more group")) in the table")
        }
        if let left { append(paragraph: left) }
        append(groups, figures: "groups", caption: "Postbacks by \(groupedBy)")
        page.close("section")
    }

    private mutating func append(_ grid: ReportGrid, id: String, title: String, figures: String? = nil) {
        open(id, title)
        append(grid, figures: figures ?? id, caption: title, isOpen: true)
        page.close("section")
    }

    private mutating func append(_ earnings: [Earnings.Key: Earnings], _ table: ReportGrid) {
        open("earnings", "Earnings")
        for currency in Set(earnings.keys.map(\.currency)).inOrder() {
            var days: [String: Money] = [:]
            for (key, sums) in earnings where key.currency == currency { days[key.day, default: .zero] += sums.revenue }
            let all = days.inOrder { $0.key < $1.key }
            let bars = all.suffix(DayCounts.most).map { day, revenue in
                ReportChart.Bar(
                    day, Double(revenue.millionths), "\(Thousands.separated(revenue.rounded)) \(currency)")
            }
            page.append("h3", [], "By day, in \(currency)")
            append(rows: bars, id: "earnings-\(currency)", "Earnings by day, in \(currency)", ReportChart.words(bars))
            if all.count > bars.count {
                append(paragraph: "and \(counted(all.count - bars.count, "earlier day")) in the table")
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

    private static let cutBar =
        "A bar with a gap is cut: it is \(BarScale.outlierWords) as long as the longest whole one."

    private mutating func append(rows bars: [ReportChart.Bar], id: String, _ title: String, _ description: String) {
        if ReportChart.rows(bars, id: id, title: title, description: description, to: &page) {
            append(paragraph: Self.cutBar, "aside")
        }
    }

    private mutating func append(
        columns bars: [ReportChart.Bar], step: Int? = nil, id: String, _ title: String, _ description: String
    ) {
        let cut = ReportChart.columns(bars, step: step, id: id, title: title, description: description, to: &page)
        let whole = bars.filter { bar in !cut.contains { $0.name == bar.name } }
        let highest = whole.max { $0.size < $1.size }.map { counted(Int($0.size), "postback") } ?? "0 postbacks"
        guard !cut.isEmpty else { return append(paragraph: "The highest column is \(highest).", "aside") }
        append(
            paragraph: "A column with a gap is cut: it is \(BarScale.outlierWords) as high as the highest whole one, "
                + "which is \(highest). The cut columns are " + ReportChart.words(cut), "aside")
    }

    private static func words(_ rows: [ReportSection.Row]) -> String {
        ReportChart.words(rows.map { .init(TableCell($0.name).text, $0.count) })
    }

    private mutating func append(_ grid: ReportGrid, figures: String, caption: String, isOpen: Bool = false) {
        page.append(isOpen ? "<details open=\"open\">" : "<details>")
        page.append("<summary>Figures</summary>\n")
        // A focusable region can be scrolled with the keyboard.
        page.open("div", [("class", "wide"), ("tabindex", "0"), ("role", "region"), ("aria-label", caption)])
        page.append("<table>")
        page.append("caption", [], caption)
        page.append("<thead><tr>")
        for (index, column) in grid.columns.enumerated() {
            let style = index < grid.texts ? [("class", "text")] : []
            page.append("th", [("scope", "col")] + style, TableCell(column.title).text)
        }
        page.append("</tr></thead>\n<tbody>\n")
        for row in grid.rows {
            page.append("<tr>")
            for (column, cell) in row.enumerated() {
                if column < grid.texts {
                    page.append("th", [("scope", "row")], cell.shown.text)
                } else {
                    append(cell, figures, grid.columns[column])
                }
            }
            page.append("</tr>\n")
        }
        page.append("</tbody></table></div></details>\n")
    }

    /// The style sheet without the end of its last line.
    private static let style = String(decoding: PackageResources.page_css.dropLast(), as: UTF8.self)
        .replacingEach("{font}", by: "\(ReportChart.fontSize)px \(Ruler.family)")
}
