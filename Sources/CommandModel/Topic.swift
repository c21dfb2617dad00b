/// Something to read about that is no command, such as the form of a file: `aak help scenario`, aak-scenario(5).
public struct Topic: Sendable, Equatable {
    /// The word that is typed after `help`.
    public var name: String
    /// One line, as a command's.
    public var summary: String
    /// Paragraphs of prose.
    public var discussion: [String]
    /// Titled sections.
    public var sections: [Section]

    /// The section of the manual that is about forms of files.
    static let manualSection = 5

    /// Describes a topic.
    public init(name: String, summary: String, discussion: [String] = [], sections: [Section]) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.sections = sections
    }

    /// All of it, as text that ends in a newline.
    public func text(width: Int = 80) -> String {
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
