/// A command with its ancestors, starting at the root: `aak`, `key`, `public`.
package struct CommandPath: Sendable {
    package let root: Command
    /// The commands after the root, outermost first.
    package let descendants: [Command]

    package init(_ root: Command) { self.init(root: root, descendants: []) }

    private init(root: Command, descendants: [Command]) {
        self.root = root
        self.descendants = descendants
    }

    package var command: Command { descendants.last ?? root }

    /// All commands of the path, starting with the root.
    package var commands: [Command] { [root] + descendants }

    /// The names of the path: `["aak", "key", "public"]`.
    package var names: [String] { commands.map(\.name) }

    /// The path as typed: `aak key public`.
    package var title: String { names.joined(separator: " ") }

    package var isRoot: Bool { descendants.isEmpty }
}

extension CommandPath {
    func appending(_ command: Command) -> CommandPath { CommandPath(root: root, descendants: descendants + [command]) }

    package func child(named name: String) -> CommandPath? { command.subcommand(named: name).map(appending) }

    /// Returns the paths of the subcommands; hidden ones only on request.
    func children(includingHidden: Bool = false) -> [CommandPath] {
        (includingHidden ? command.subcommands : command.visibleSubcommands).map(appending)
    }

    /// Returns this path and every path below it, depth first.
    func subtree(includingHidden: Bool = false) -> [CommandPath] {
        [self] + children(includingHidden: includingHidden).flatMap { $0.subtree(includingHidden: includingHidden) }
    }

    /// Whether the word `help` is a command here: at a root that has subcommands but no subcommand named `help`.
    var hasHelpCommand: Bool { isRoot && !root.subcommands.isEmpty && root.subcommand(named: Self.help.name) == nil }

    /// The command `help`, which a root with subcommands has without declaring it.
    static let help = (name: "help", summary: "show the full help of a command")
}

extension CommandPath {
    /// The options that the command has without declaring them. Only the root's `--version` is among them; any other command may declare
    /// one.
    var standardOptions: [StandardOption] { isRoot ? StandardOption.allCases : [.shortHelp, .fullHelp] }
}
