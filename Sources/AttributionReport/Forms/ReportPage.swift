import AttributionBase
import AttributionModel

/// Writes a report as a self-contained page of HTML without scripts. It is readable without colour and by screen
/// readers: the bars are beside the figures that they show, in the rows of tables.
///
/// The most important figures come first: the return on ad spend, then the days, then everything else.
package struct ReportPage {
    private var page = Markup()
    package static let meaningsTitle = "Conversion values and what they mean"

    package static func text(_ report: ReportContents) -> String {
        var page = ReportPage()
        page.begin(report)
        page.appendKeyFigures(report)
        let campaigns = report.campaigns
        if let campaigns, campaigns.hasReturn { page.append(campaigns) }
        if let days = report.days {
            page.append("days", "Postbacks by day", days, bars: ReportBars(days.sizes("inputs")))
        }
        if let campaigns, !campaigns.hasReturn { page.append(campaigns) }
        if let money = report.money { page.append(money: money.forPeople) }
        if let meanings = report.meaningsGrid {
            page.append("meanings", meaningsTitle, meanings, bars: ReportBars(meanings.sizes("inputs")))
        }
        // The campaigns are already shown above.
        if campaigns == nil || report.groupedBy != GroupField.known(.campaign).name {
            let bars = ReportBars(report.sizes.map { Double($0) })
            page.append(
                "groups", "Postbacks by \(report.groupedBy)", report.shownGroups, bars: bars,
                notes: report.left.map { [$0] } ?? [])
        }
        if let earnings = report.earningsGrid {
            page.append("earnings", "Earnings by app and day", earnings, bars: report.earningsBars)
        }
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
            <style>\(String(decoding: PackageResources.page_css.dropLast(), as: UTF8.self))</style>
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
            let unit = report.request.currency.map { isMoney ? " \($0)" : "" } ?? ""
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
        append(
            report.request.campaigns == nil ? "Revenue" : "Revenue of campaigns", range("revenue"), estimate: "revenue")
        append("Postbacks", Thousands.separated(String(report.counts.all.inputs)), isMoney: false)
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
        guard campaigns.hasReturn else {
            return append("return", "Campaigns", campaigns.grid, figures: "campaigns")
        }
        append(
            "return", "Return on ad spend by campaign", campaigns.grid, figures: "campaigns",
            bars: ReportBars(campaigns.ranges), notes: [campaigns.words])
    }

    /// Appends the totals in rows, with the lower bound beside the upper one.
    private mutating func append(money: ReportGrid) {
        open("money", "Revenue that the values allow")
        page.append(
            "<div class=\"wide\"><table class=\"totals\">\n<thead><tr><td></td><th scope=\"col\">least</th><th "
                + "scope=\"col\">most</th><th scope=\"col\">estimate</th></tr></thead>\n<tbody>\n"
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

    private mutating func append(_ section: ReportSection) {
        var rows = section.shownRows
        if section.undisclosed > 0, !rows.isEmpty { rows.append(("not disclosed", nil, section.undisclosed)) }
        let grid = ReportGrid(
            columns: [ReportColumn(section.title), ReportColumn("count")], texts: 1,
            rows: rows.map { [.text($0.name), .figure(String($0.count))] })
        append(
            section.id, section.title, grid, caption: "of \(Thousands.separated(String(section.total)))",
            bars: ReportBars(rows.map { Double($0.count) }), meanings: rows.map(\.meaning))
    }

    // MARK: - Parts

    private mutating func open(_ id: String, _ title: String) {
        page.open("section", [("aria-labelledby", "\(id)-heading")])
        page.append("h2", [("id", "\(id)-heading")], title)
        page.append("\n")
    }

    /// Appends a section with a table; nothing if it has no rows.
    ///
    /// - Parameter meanings: explanations of the first texts, for rows that need one.
    private mutating func append(
        _ id: String, _ title: String, _ grid: ReportGrid, figures: String? = nil, caption: String? = nil,
        bars: ReportBars? = nil, meanings: [String?]? = nil, notes: [String] = []
    ) {
        guard !grid.rows.isEmpty else { return }
        open(id, title)
        for note in notes { append(paragraph: note) }
        // A focusable region can be scrolled with the keyboard.
        page.open("div", [("class", "wide"), ("tabindex", "0"), ("role", "region"), ("aria-label", title)])
        page.append("<table>")
        if let caption { page.append("caption", [], caption) }
        page.append("<thead><tr>")
        for (index, column) in grid.columns.enumerated() {
            if index == grid.texts, bars != nil { page.append("<td></td>") }
            let style = index < grid.texts ? [("class", "text")] : []
            page.append("th", [("scope", "col")] + style, TableCell(column.title).text)
        }
        page.append("</tr></thead>\n<tbody>\n")
        for (index, row) in grid.rows.enumerated() {
            page.append("<tr>")
            for (column, cell) in row.enumerated() {
                if column == grid.texts, let bars { page.append("<td class=\"chart\">\(bars.pictures[index])</td>") }
                guard column < grid.texts else {
                    append(cell, figures ?? id, grid.columns[column])
                    continue
                }
                page.append("<th scope=\"row\">\(Markup.escaped(cell.shown.text))")
                if column == 0, let meaning = meanings?[index] { page.append("small", [], " (\(meaning))") }
                page.append("</th>")
            }
            page.append("</tr>\n")
        }
        page.append("</tbody></table></div>\n")
        for note in bars?.notes ?? [] { append(paragraph: note, "aside") }
        page.close("section")
    }

    private mutating func append(_ cell: ReportCell, _ figures: String, _ column: ReportColumn, spanning: Int = 1) {
        let span = spanning == 1 ? [] : [("colspan", "\(spanning)")]
        page.append("td", [("data-figure", "\(figures).\(column.name)")] + span, Thousands.separated(cell.shown.text))
    }
}

extension ReportGrid {
    /// Returns the counts of a column.
    fileprivate func sizes(_ name: String) -> [Double] {
        guard let column = columns.firstIndex(where: { $0.name == name }) else { return rows.map { _ in 0 } }
        return rows.map { Double($0[column].shown.text) ?? 0 }
    }
}

extension ReportContents {
    /// The revenue of each row of earnings, as a part of the highest in its currency.
    fileprivate var earningsBars: ReportBars {
        var most: [String: Money] = [:]
        for (key, sums) in counts.earnings { most[key.currency] = max(most[key.currency] ?? .zero, sums.revenue) }
        return ReportBars(
            counts.earnings.inOrder { $0.key < $1.key }.map { key, sums in
                let most = most[key.currency] ?? .zero
                return most > .zero ? Double(sums.revenue.millionths) / Double(most.millionths) : 0
            })
    }
}
