/// Something to read about that is no command, such as the form of a file: `aak help scenario`, aak-scenario(5).
package struct Topic: Sendable, Equatable {
    /// The word that is typed after `help`.
    package var name: String
    /// One line, as a command's.
    package var summary: String
    /// Paragraphs of prose.
    package var discussion: [String]
    /// Titled sections. Made when they are asked for: most runs show no topic, and their tables are long.
    package var sections: [Section] { makeSections() }
    private let makeSections: @Sendable () -> [Section]

    /// The section of the manual that is about forms of files.
    static let manualSection = 5

    /// Describes a topic.
    package init(
        name: String, summary: String, discussion: [String] = [],
        sections: @autoclosure @escaping @Sendable () -> [Section]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        makeSections = sections
    }

    package static func == (left: Topic, right: Topic) -> Bool {
        left.name == right.name && left.summary == right.summary && left.discussion == right.discussion
            && left.sections == right.sections
    }

    /// All of it, as text that ends in a newline.
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
