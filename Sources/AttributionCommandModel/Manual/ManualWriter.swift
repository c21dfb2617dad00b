/// Lines of man(7) source, written from top to bottom.
struct ManualWriter {
    private var lines: [String]
    /// Whether the last line is a heading, after which no paragraph break is needed.
    private var isAtStart = true

    var text: String { lines.map { $0 + "\n" }.joined() }

    init(_ name: String, section: Int, summary: String, date: String) {
        lines = [".TH \(ManualText.heading(name.uppercased())) \(section) \"\(ManualText.heading(date))\"", ".SH NAME"]
        lines.append("\(ManualText.heading(name)) \\- \(ManualText.heading(summary))")
    }

    mutating func section(_ title: String) {
        lines.append(".SH \(ManualText.heading(title.uppercased()))")
        isAtStart = true
    }

    mutating func subsection(_ title: String) {
        lines.append(".SS \(ManualText.heading(title))")
        isAtStart = true
    }

    /// Writes the synopsis of a command.
    ///
    /// - Parameter arguments: The arguments, already escaped.
    mutating func synopsis(_ title: String, _ arguments: [String]) {
        lines.append(".SY \"\(ManualText.heading(title))\"")
        // Unbreakable spaces keep each argument on one line.
        lines += arguments.map { $0.split(separator: " ").joined(separator: "\\ ") } + [".YS"]
    }

    mutating func paragraph(_ text: String) { paragraph(ManualText.prose(text)) }

    /// Writes a paragraph of lines that are already escaped.
    mutating func paragraph(_ source: [String]) {
        guard !source.isEmpty else { return }
        lines += (isAtStart ? [] : [".PP"]) + source
        isAtStart = false
    }

    mutating func literal(_ text: String) {
        let literal = TextLayout.literalLines(text)
        guard !literal.isEmpty else { return }
        lines += [".RS 4", ".EX"] + literal.map(ManualText.literal) + [".EE", ".RE"]
        isAtStart = false
    }

    /// Writes a list of terms, which are already escaped, each with its paragraphs.
    mutating func list(_ items: [(term: String, paragraphs: [[String]])]) {
        for item in items { lines += [".TP", item.term] + item.paragraphs.joined(separator: [".IP"]) }
        isAtStart = isAtStart && items.isEmpty
    }

    mutating func add(_ blocks: [Block]) {
        for block in blocks {
            switch block {
            case .paragraph(let text): paragraph(text)
            case .items(let items): list(items.map { (ManualText.bold($0.term), [ManualText.prose($0.text)]) })
            case .literal(let text): literal(text)
            }
        }
    }
}
