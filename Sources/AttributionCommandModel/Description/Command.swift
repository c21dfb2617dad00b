/// The description of a command or subcommand as plain values.
///
/// Everything about the command line derives from it: parsing, help, manual pages, and shell completions. A tool is a
/// root `Command` whose subcommands are its commands.
///
/// `-h` and `--help` are never declared: every command has them. A root also has `--version`, and one with subcommands a
/// `help` command.
package struct Command: Sendable {
    /// The name as typed, such as `sign`.
    package var name: String
    /// The heading for the command in the help of the one above it; nil for "Commands".
    package var group: String?
    /// One line: imperative, lowercase, without a final period, such as "sign ad impressions".
    package var summary: String
    /// Paragraphs for the full help and for the DESCRIPTION of the manual page.
    package var discussion: [String] { TextLayout.paragraphs(makeDiscussion()) }
    /// A closure, because most runs do not show the discussion.
    package var makeDiscussion: @Sendable () -> String
    package var operand: Operand?
    /// The options after the command's name, in the order of the help.
    package var options: [Option]
    /// The subcommands. A command that has some takes no operands: the first word after it names a subcommand.
    package var subcommands: [Command]
    /// Further titled sections, such as "Exit status" or "Files".
    package var sections: [Section]
    /// Command lines that work when pasted, some with several lines, each with a caption that says what it does, without a final period or
    /// colon. Short help shows the first two.
    package var examples: [(caption: String, command: String)]
    /// The topics that `help` describes besides commands. Only a root has them.
    package var topics: [Topic]
    /// The options of the `help` command, each of which requests other output instead of help. Only a root has them.
    package var helpOptions: [Option]
    /// Whether the command works but is not mentioned in help, manual pages and completions.
    package var isHidden: Bool

    /// Creates a command. Only its name and summary are required.
    ///
    /// - Parameters:
    ///   - discussion: The paragraphs, separated by empty lines.
    ///   - examples: Command lines, each after its caption.
    package init(
        name: String,
        summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        operand: Operand? = nil,
        options: [any DeclaredOption] = [],
        subcommands: [Command] = [],
        sections: [Section] = [],
        examples: KeyValuePairs<String, String> = [:],
        topics: [Topic] = [],
        helpOptions: [any DeclaredOption] = [],
        isHidden: Bool = false
    ) {
        self.name = name
        self.summary = summary
        makeDiscussion = discussion
        self.operand = operand
        self.options = options.map(\.option)
        self.subcommands = subcommands
        self.sections = sections
        self.examples = examples.map { ($0.key, $0.value) }
        self.topics = topics
        self.helpOptions = helpOptions.map(\.option)
        self.isHidden = isHidden
    }
}

extension Command {
    package var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

    func subcommand(named name: String) -> Command? { subcommands.first { $0.name == name } }

    func option(named name: String) -> Option? { options.first { $0.words.contains(name) } }

    func option(short: Character) -> Option? { options.first { $0.short == short } }
}

/// The options that commands have without declaring them.
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
