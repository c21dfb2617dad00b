import AttributionBase

// Comma-separated values: RFC 4180, but lines end in a line feed only.

extension ReportContents {
    package func appendCSV(to output: inout ByteBuffer) {
        if isGrouped { Self.append(groups, to: &output) } else { appendOverview(to: &output) }
    }

    private static func append(_ grid: ReportGrid, to output: inout ByteBuffer) {
        appendRow(grid.columns.map { .text($0.name) }, to: &output)
        for row in grid.rows { appendRow(row, to: &output) }
    }

    /// Appends three columns: the section, the name, and the count.
    private func appendOverview(to output: inout ByteBuffer) {
        Self.appendRow([.text("figure"), .text("name"), .text("count")], to: &output)
        func append(_ figure: String, _ name: ReportCell, _ count: ReportCell) {
            Self.appendRow([.text(figure), name, count], to: &output)
        }
        append("inputs", .nothing, .figure(String(counts.inputs)))
        for section in overview {
            for row in section.rows { append(section.id, .text(row.name), .figure(String(row.count))) }
        }
        append("repeats", .nothing, .figure(String(counts.repeats)))
        for row in leftOut { append("left-out", .text(row.name), .figure(String(row.count))) }
        if let money, let cells = money.rows.first {
            for (column, cell) in zip(money.columns, cells) { append(column.name, .nothing, cell) }
        }
        for meaning in meanings { append("meanings", .text(meaning.words), .figure(String(meaning.count))) }
        if let period {
            append("period-first", .nothing, .text(period.first))
            append("period-last", .nothing, .text(period.last))
        }
        for (key, sums) in counts.earnings.inOrder(by: { $0.key < $1.key }) {
            let name = ReportCell.text("\(key.app) \(key.day) \(key.currency)")
            for figure in sums.figures { append("earnings-\(figure.name)", name, figure.cells[0]) }
        }
    }

    private static func appendRow(_ cells: [ReportCell], to output: inout ByteBuffer) {
        var row = SeparatedValues(.csv)
        for cell in cells {
            switch cell {
            case .nothing, .unbounded: row.appendNothing(to: &output)
            case .text(let text): row.append(text: text, to: &output)
            case .figure(let figure): row.append(figure: figure, to: &output)
            }
        }
        row.endRow(to: &output)
    }
}
