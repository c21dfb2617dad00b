/// Lines of mdoc(7) source, written from top to bottom.
struct ManualWriter {
    private(set) var lines: [String] = []
    /// Whether the last line was a heading or an item, which needs no paragraph break after it.
    private var isAtStart = true

    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Writes a macro line with arguments that are already escaped.
    mutating func macro(_ name: String, _ arguments: String = "") {
        lines.append(arguments.isEmpty ? ".\(name)" : ".\(name) \(arguments)")
    }

    mutating func begin(_ name: String, section: Int, summary: String, date: String) {
        macro("Dd", ManualText.arguments(date))
        macro("Dt", "\(ManualText.arguments(name.uppercased())) \(section)")
        macro("Os")
        self.section("Name")
        macro("Nm", ManualText.arguments(name))
        macro("Nd", ManualText.arguments(summary))
    }

    mutating func section(_ title: String) {
        macro("Sh", ManualText.arguments(title.uppercased()))
        isAtStart = true
    }

    mutating func subsection(_ title: String) {
        macro("Ss", ManualText.arguments(title))
        isAtStart = true
    }

    /// Writes prose as a new paragraph.
    mutating func paragraph(_ text: String) {
        let prose = ManualText.prose(text)
        guard !prose.isEmpty else { return }
        if !isAtStart { macro("Pp") }
        isAtStart = false
        lines += prose
    }

    /// Writes prose that continues the paragraph.
    mutating func prose(_ text: String) {
        lines += ManualText.prose(text)
        isAtStart = false
    }

    mutating func literal(_ text: String) {
        let literal = TextLayout.literalLines(text)
        guard !literal.isEmpty else { return }
        macro("Bd", "-literal -offset indent")
        lines += literal.map(ManualText.literal)
        macro("Ed")
        isAtStart = false
    }

    /// Writes a list of terms; `body` writes the text after each of them.
    mutating func list<Element>(
        _ elements: [Element], term: (Element) -> String, body: (inout ManualWriter, Element) -> Void
    ) {
        guard !elements.isEmpty else { return }
        macro("Bl", "-tag -width Ds")
        for element in elements {
            macro("It", term(element))
            isAtStart = true
            body(&self, element)
        }
        macro("El")
        isAtStart = false
    }

    mutating func add(_ blocks: [Block]) {
        for block in blocks {
            switch block {
            case .paragraph(let text):
                paragraph(text)
            case .items(let items):
                list(items) {
                    "Sy " + ManualText.arguments($0.term)
                } body: { writer, item in
                    writer.paragraph(item.text)
                }
            case .literal(let text):
                literal(text)
            }
        }
    }
}
