/// A titled section that has no other place in a command's description, such as "Exit status", "Files",
/// "Environment", or a catalogue of rules.
///
/// The manual page shows the title in uppercase and puts the conventional sections in their conventional order.
package struct Section: Sendable, Equatable {
    /// The title in sentence case, such as "Exit status".
    package var title: String
    package var blocks: [Block]
    /// Whether all commands have the section, so that only the root's help shows it.
    package var isOfAll = false

    package init(_ title: String, _ blocks: Block...) {
        self.title = title
        self.blocks = blocks
    }
}

package enum Block: Sendable, Equatable {
    /// A paragraph that is wrapped to the available width.
    case paragraph(String)
    /// A list of terms with explanations.
    case items([Item])
    /// Text that is shown unchanged, line by line.
    case literal(String)

    /// A term, such as an exit status, an option or the name of a file, and its explanation.
    package struct Item: Sendable, Equatable {
        package let term: String
        package let paragraphs: [String]

        package init(_ term: String, _ paragraphs: String...) { (self.term, self.paragraphs) = (term, paragraphs) }

        package var text: String { paragraphs.joined(separator: " ") }
    }
}
