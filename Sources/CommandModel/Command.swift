/// One description of a command, or of a subcommand, as plain values.
///
/// Everything that concerns the command line derives from it: how arguments are read, what the help says, the
/// manual pages, and the shell completions. A tool is a root `Command` whose subcommands are its commands.
///
/// `-h`, `--help` and `--version` are never declared: every command has them. A root with subcommands also has a
/// `help` command.
public struct Command: Sendable, Equatable {
    /// The word that is typed, such as `sign`.
    public var name: String
    /// One line: imperative, lower case, without a final period, such as "sign ad impressions".
    public var summary: String
    /// Paragraphs of prose for the full help and for the DESCRIPTION of the manual page.
    public var discussion: [String]
    /// What the arguments that are not options mean, or `nil` when the command takes none.
    public var operand: Operand?
    /// The options the command takes after its name, in the order in which help lists them.
    public var options: [Option]
    /// The commands below this one. A command that has any takes no operand: its first word names one of them.
    public var subcommands: [Command]
    /// Further titled sections, such as "Exit status" or "Files".
    public var sections: [Section]
    /// Command lines to paste, with what they do.
    public var examples: [Example]
    /// What `help` tells about besides commands; only a root has any.
    public var topics: [Topic]
    /// A hidden command works but is named in no help, manual page or completion.
    public var isHidden: Bool

    /// Describes a command. Only its name and summary are required.
    public init(
        name: String,
        summary: String,
        discussion: [String] = [],
        operand: Operand? = nil,
        options: [Option] = [],
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
        self.options = options
        self.subcommands = subcommands
        self.sections = sections
        self.examples = examples
        self.topics = topics
        self.isHidden = isHidden
    }
}

extension Command {
    /// The subcommands that help, manual pages and completions name.
    public var visibleSubcommands: [Command] {
        subcommands.filter { !$0.isHidden }
    }

    /// The options that help, manual pages and completions name.
    public var visibleOptions: [Option] {
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
