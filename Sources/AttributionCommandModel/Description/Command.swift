/// One description of a command, or of a subcommand, as plain values.
///
/// Everything that concerns the command line derives from it: how arguments are read, what the help says, the
/// manual pages, and the shell completions. A tool is a root `Command` whose subcommands are its commands.
///
/// `-h`, `--help` and `--version` are never declared: every command has them. A root with subcommands also has a
/// `help` command.
package struct Command: Sendable {
    /// The word that is typed, such as `sign`.
    package var name: String
    /// One line: imperative, lower case, without a final period, such as "sign ad impressions".
    package var summary: String
    /// Paragraphs of prose for the full help and for the DESCRIPTION of the manual page.
    package var discussion: [String]
    /// What the arguments that are not options mean, or `nil` when the command takes none.
    package var operand: Operand?
    /// The options the command takes after its name, in the order in which help lists them.
    package var options: [Option]
    /// The commands below this one. A command that has any takes no operand: its first word names one of them.
    package var subcommands: [Command]
    /// Further titled sections, such as "Exit status" or "Files".
    package var sections: [Section]
    /// Command lines to paste, with what they do.
    package var examples: [Example]
    /// What `help` tells about besides commands; only a root has any.
    package var topics: [Topic]
    /// A hidden command works but is named in no help, manual page or completion.
    package var isHidden: Bool

    /// Describes a command. Only its name and summary are required.
    package init(
        name: String,
        summary: String,
        discussion: [String] = [],
        operand: Operand? = nil,
        options: [any DeclaredOption] = [],
        subcommands: [Command] = [],
        sections: [Section] = [],
        examples: [Example] = [],
        topics: [Topic] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operand = operand
        self.options = options.map(\.option)
        self.subcommands = subcommands
        self.sections = sections
        self.examples = examples
        self.topics = topics
        self.isHidden = isHidden
    }
}

extension Command {
    /// The subcommands that help, manual pages and completions name.
    package var visibleSubcommands: [Command] {
        subcommands.filter { !$0.isHidden }
    }

    /// The options that help, manual pages and completions name.
    package var visibleOptions: [Option] {
        options.filter { !$0.isHidden }
    }

    func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }

    func option(named name: String) -> Option? {
        options.first { $0.name == name }
    }

    func option(short: Character) -> Option? {
        options.first { $0.short == short }
    }
}

/// The options that every command has without declaring them.
enum StandardOption: String, CaseIterable {
    case shortHelp = "-h"
    case fullHelp = "--help"
    case version = "--version"

    var summary: String {
        switch self {
        case .shortHelp: "show short help"
        case .fullHelp: "show full help"
        case .version: "show the version"
        }
    }
}
