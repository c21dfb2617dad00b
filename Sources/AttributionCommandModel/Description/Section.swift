/// A titled section that has no other place in a command's description, such as "Exit status", "Files",
/// "Environment", or a catalogue of rules.
///
/// The manual page shows the title in uppercase and puts the conventional sections in their conventional order.
package struct Section: Sendable, Equatable {
    /// The title in sentence case, such as "Exit status".
    package var title: String
    /// The contents of the section.
    package var blocks: [Block]
    /// Whether all commands have it, so that of their helps only that of the root shows it.
    package var isOfAll = false

    /// Creates a section.
    package init(_ title: String, _ blocks: Block...) {
        self.title = title
        self.blocks = blocks
    }
}

/// A part of a section.
package enum Block: Sendable, Equatable {
    /// A paragraph that is wrapped to the available width.
    case paragraph(String)
    /// A list of terms with explanations.
    case items([Item])
    /// Text that is shown unchanged, line by line.
    case literal(String)

    /// A term and its explanation.
    package struct Item: Sendable, Equatable {
        /// The term, such as an exit status or a file name.
        package var term: String
        /// The explanation.
        package var text: String

        /// Creates an item.
        package init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }
}

/// A command line to paste, with a caption.
package struct Example: Sendable, Equatable {
    /// What the example does, without a final period or colon.
    package var caption: String
    /// The command to paste into a shell; it may have several lines.
    package var command: String

    /// Creates an example.
    package init(_ caption: String, _ command: String) {
        self.caption = caption
        self.command = command
    }
}
