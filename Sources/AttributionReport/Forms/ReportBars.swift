import AttributionBase

/// Bars beside the rows of a table. The cells of the table also have the numbers that the bars show.
struct ReportBars {
    /// A picture for each row. It is empty if the row has no bar.
    let pictures: [String]
    /// What the bars mean, where the table does not say so.
    let notes: [String]

    private static let cut =
        "A bar with a gap is cut: it is \(BarScale.outlierWords) as long as the longest whole one."

    /// Creates bars from zero to the given sizes.
    init(_ sizes: [Double]) {
        let scale = BarScale(sizes)
        pictures = sizes.map { size in
            guard size > 0 else { return "" }
            return Self.picture { picture in
                picture.bar("bar", from: 0, to: max(0.5, scale.part(size) * 100))
                if scale.isCut(size) { picture.gap() }
            }
        }
        notes = sizes.contains(where: scale.isCut) ? [Self.cut] : []
    }

    /// Creates bars between the bounds of each return, with a mark at 1 and a circle at the estimate. A bar without an upper bound is pale
    /// and reaches the edge.
    init(_ ranges: [CampaignReturns.Range?]) {
        let known = ranges.compactMap(\.self)
        let scale = BarScale(known.map { $0.most ?? max($0.least, $0.estimate) })
        let hasOpenBar = known.contains { $0.most == nil }
        // Leave room for the mark at 1, and for bars without an upper bound.
        let full = max(1, scale.full) * (hasOpenBar ? 1.5 : 1.02)
        func isCut(_ range: CampaignReturns.Range) -> Bool { scale.isCut(range.most ?? range.least) }
        pictures = ranges.map { range in
            guard let range else { return "" }
            return Self.picture { picture in
                picture.rect("track", x: 0, width: "100%", y: 7, height: 1)
                // Even a bar that lies entirely in the part that is cut off must be visible.
                let first = min(range.least / full * 100, isCut(range) ? 85 : 99.5)
                let end = isCut(range) ? 100 : min(max((range.most ?? full) / full * 100, first + 0.5), 100)
                if range.most != 0 { picture.bar(range.most == nil ? "open" : "bar", from: first, to: end) }
                picture.rect("mark", x: 100 / full, width: "2", y: 0, height: 14)
                if isCut(range) { picture.gap() }
                let x = decimals(min(max(1.5, range.estimate / full * 100), 98.5)) + "%"
                picture.appendEmpty("circle", [("class", "estimate"), ("cx", x), ("cy", "7"), ("r", "4")])
            }
        }
        notes =
            [
                "A bar spans the range that the values allow\(hasOpenBar ? "; a pale bar has no upper bound" : ""). "
                    + "The mark is at 1.00, where revenue equals spend, and a circle is at the estimate."
            ] + (known.contains(where: isCut) ? [Self.cut] : [])
    }

    private static func picture(_ draw: (inout Markup) -> Void) -> String {
        var picture = Markup()
        // Screen readers have the numbers in the cells.
        picture.open("svg", [("aria-hidden", "true"), ("width", "100%"), ("height", "14")])
        draw(&picture)
        picture.append("</svg>")
        return picture.text
    }
}

extension Markup {
    fileprivate mutating func bar(_ style: String, from first: Double, to end: Double) {
        rect(style, x: first, width: decimals(end - first) + "%", y: 1, height: 12)
    }

    fileprivate mutating func gap() { rect("gap", x: 90, width: "6", y: 0, height: 14) }

    fileprivate mutating func rect(_ style: String, x: Double, width: String, y: Int, height: Int) {
        let place = [("x", decimals(x) + "%"), ("y", "\(y)"), ("width", width), ("height", "\(height)")]
        appendEmpty("rect", [("class", style)] + place)
    }
}

/// Formats a number of at least 0, with two decimals or none.
private func decimals(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
}
