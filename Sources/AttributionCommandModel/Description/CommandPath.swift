/// A command together with the commands above it, from the root down: `aak`, `key`, `public`.
///
/// A path always has at least its root.
package struct CommandPath: Sendable {
    /// The command at the top.
    package let root: Command
    /// The commands below the root, from the top down.
    package let descendants: [Command]

    /// The path of a root.
    package init(_ root: Command) {
        self.init(root: root, descendants: [])
    }

    private init(root: Command, descendants: [Command]) {
        self.root = root
        self.descendants = descendants
    }

    /// The command the path leads to.
    package var command: Command {
        descendants.last ?? root
    }

    /// Every command on the path, the root first.
    package var commands: [Command] {
        [root] + descendants
    }

    /// The names along the path: `["aak", "key", "public"]`.
    package var names: [String] {
        commands.map(\.name)
    }

    /// The path as it is typed: `aak key public`.
    package var title: String {
        names.joined(separator: " ")
    }

    /// Whether the path leads no further than its root.
    package var isRoot: Bool {
        descendants.isEmpty
    }
}

extension CommandPath {
    func appending(_ command: Command) -> CommandPath {
        CommandPath(root: root, descendants: descendants + [command])
    }

    func child(named name: String) -> CommandPath? {
        command.subcommand(named: name).map(appending)
    }

    /// The paths of the subcommands; hidden ones only on request.
    func children(includingHidden: Bool = false) -> [CommandPath] {
        (includingHidden ? command.subcommands : command.visibleSubcommands).map(appending)
    }

    /// This path and every path below it, depth first.
    func subtree(includingHidden: Bool = false) -> [CommandPath] {
        [self] + children(includingHidden: includingHidden).flatMap { $0.subtree(includingHidden: includingHidden) }
    }

    /// Whether the word `help` is a command here. It is at a root that has subcommands and no `help` of its own.
    var hasHelpCommand: Bool {
        isRoot && !root.subcommands.isEmpty && root.subcommand(named: HelpCommand.name) == nil
    }
}

extension Command {
    /// The path from this command, as the root, along the names of subcommands, or `nil` when one does not exist.
    package func path(to names: [String] = []) -> CommandPath? {
        var path = CommandPath(self)
        for name in names {
            guard let next = path.child(named: name) else { return nil }
            path = next
        }
        return path
    }
}

/// The command `help`, which a root with subcommands has without declaring it.
enum HelpCommand {
    static let name = "help"
    static let summary = "show the full help of a command"
}

extension StandardOption {
    /// The ones listed for a command: `--version` works everywhere but is listed for the root only.
    static func listed(for path: CommandPath) -> [StandardOption] {
        path.isRoot ? allCases : [.shortHelp, .fullHelp]
    }
}
