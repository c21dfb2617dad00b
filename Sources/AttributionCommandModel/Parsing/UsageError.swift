import AttributionBase

/// Why a command line is rejected, and the command that the error is about.
package struct UsageError: Error, Sendable {
    /// One line in lowercase, without a final period.
    package let message: String
    /// A suggestion, such as "did you mean --deterministic?".
    package let hint: String?
    /// The invalid value, if the error is about one.
    package let value: Value?
    /// What was understood of the command line.
    package internal(set) var invocation: Invocation

    /// A value that an option or operand does not accept.
    package struct Value: Sendable {
        /// The option; nil for an operand.
        package let option: Option?
        /// The name of the option or operand in messages.
        package let name: String
        package let text: String
        package let wanted: String

        package var found: String { text.isEmpty ? "empty" : shown(text) }
    }

    package var path: CommandPath { invocation.path }
    /// A reference to the help: "see aak sign --help".
    package var seeAlso: String { "see \(path.title) \(StandardOption.fullHelp.rawValue)" }
}

// MARK: - Suggestions

extension CommandPath {
    /// Returns the hint for a word that names no command here.
    func hint(onCommand word: String) -> String? {
        let names = command.visibleSubcommands.map(\.name) + (hasHelpCommand ? [CommandPath.help.name] : [])
        let topic = isRoot ? Spelling.nearest(to: word, among: root.topics.map(\.name)) : nil
        let likely: String? =
            switch word {
            case "version": "\(root.name) \(StandardOption.version.rawValue)"
            case CommandPath.help.name: "\(title) \(StandardOption.fullHelp.rawValue)"
            default: topic.map { "\(title) \(CommandPath.help.name) \($0)" } ?? Spelling.nearest(to: word, among: names)
            }
        let elsewhere = CommandPath(root).subtree().filter { !$0.isRoot && $0.command.name == word }
        return (likely ?? Self.list(elsewhere.map(\.title))).map { "did you mean \($0)?" }
    }

    /// Returns the hint for a long option that the command does not have.
    func hint(onOption name: String, spelling: String) -> String? {
        let standard = StandardOption.allCases.map { String($0.rawValue.drop { $0 == "-" }) }.filter { $0.count > 1 }
        let nearest = Spelling.nearest(to: name, among: command.options.flatMap(\.words) + standard).map { "--\($0)" }
        let isOfRoot = nearest == StandardOption.version.rawValue && !isRoot && command.option(named: "version") == nil
        let owners = CommandPath(root).subtree().filter { owner in
            owner.names != names && owner.command.option(named: name) != nil
        }.map(\.title)
        // If most commands have the option, naming the first few is not helpful.
        let owner =
            isRoot && owners.count > 3
            ? "options come after the command, as in \(owners[0]) \(spelling)"
            : Self.list(owners).map { "\(spelling) is an option of \($0)" }
        let hints = [nearest.map { "did you mean \(isOfRoot ? "\(root.name) " : "")\($0)?" }, owner].compactMap { $0 }
        return hints.isEmpty ? nil : hints.joined(separator: " ")
    }

    /// Returns the option that the user probably meant by an unknown short option: `-k` for `-K`.
    func likelyOption(shownAs shown: Character) -> String? {
        let shorts = command.options.compactMap(\.short)
        // In other tools, these options show the version.
        if shown == "V" || shown == "v", !shorts.contains(where: { $0.lowercased() == "v" }) {
            return "\(root.name) \(StandardOption.version.rawValue)"
        }
        return shorts.first { $0.lowercased() == shown.lowercased() }.map { "-\($0)" }
    }

    private static func list(_ titles: [String]) -> String? {
        titles.isEmpty ? nil : titles.prefix(3).joined(separator: ", ")
    }
}

/// Returns an argument in quotes, with characters escaped that could affect a terminal.
func shown(_ text: String) -> String { quoted(VisibleText.of(text)) }
