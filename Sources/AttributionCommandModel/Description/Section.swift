/// A titled section beyond what a command's description has a place for, such as "Exit status", "Files",
/// "Environment", or a catalogue of rules.
///
/// The manual page shows the title in upper case and puts the conventional sections in their conventional order.
package struct Section: Sendable, Equatable {
    /// The title in sentence case, such as "Exit status".
    package var title: String
    /// What the section says.
    package var blocks: [Block]

    /// Describes a section.
    package init(_ title: String, _ blocks: [Block]) {
        self.title = title
        self.blocks = blocks
    }
}

/// A piece of a section.
package enum Block: Sendable, Equatable {
    /// Prose that is filled to the width at hand.
    case paragraph(String)
    /// A list of terms, each with what it means.
    case items([Item])
    /// Text that is shown line by line as it is.
    case literal(String)

    /// One term and what it means.
    package struct Item: Sendable, Equatable {
        /// What is explained, such as an exit status or a file name.
        package var term: String
        /// The explanation.
        package var text: String

        /// Describes one term.
        package init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }
}

/// A command line to paste, with what it does.
package struct Example: Sendable, Equatable {
    /// What the example does, without a final period or colon.
    package var caption: String
    /// The command as pasted into a shell; it may be several lines.
    package var command: String

    /// Describes an example.
    package init(_ caption: String, _ command: String) {
        self.caption = caption
        self.command = command
    }
}
