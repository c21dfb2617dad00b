/// A subject of help that is not a command, such as a file format: `aak help scenario`, manual page aak-scenario(5).
package struct Topic: Sendable {
    /// The word to type after `help`.
    package var name: String
    /// One line, like a command's summary.
    package var summary: String
    package var discussion: [String] { TextLayout.paragraphs(makeDiscussion()) }
    private let makeDiscussion: @Sendable () -> String
    /// Titled sections. They are created on demand, because their tables are long and most runs show no topic.
    package var sections: [Section] { makeSections() }
    private let makeSections: @Sendable () -> [Section]

    /// Section 5 of the manual, for file formats.
    static let manualSection = 5

    /// - Parameter discussion: The paragraphs, separated by empty lines.
    package init(
        name: String, summary: String, discussion: @autoclosure @escaping @Sendable () -> String,
        sections: @autoclosure @escaping @Sendable () -> [Section]
    ) {
        self.name = name
        self.summary = summary
        makeDiscussion = discussion
        makeSections = sections
    }

    /// Returns the whole topic as text that ends with a newline.
    package func text(width: Int = 80) -> String {
        var page = HelpPage(width: width)
        page.paragraph("\(name): \(summary)")
        for paragraph in discussion {
            page.blank()
            page.paragraph(paragraph)
        }
        for section in sections {
            page.heading(section.title)
            page.add(section.blocks)
        }
        return page.text
    }
}
