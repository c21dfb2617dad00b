import AttributionBase

/// Suggestions for mistyped parts of a command line.
enum Suggestion {
    /// Returns the error for a word that names no command here.
    static func unknownCommand(_ word: String, at path: CommandPath) -> UsageError.Fact {
        let names = path.command.visibleSubcommands.map(\.name) + (path.hasHelpCommand ? [HelpCommand.name] : [])
        let topic = path.isRoot ? Spelling.nearest(to: word, among: path.root.topics.map(\.name)) : nil
        let likely: String? =
            switch word {
            case "version": "\(path.root.name) \(StandardOption.version.rawValue)"
            case HelpCommand.name: "\(path.title) \(StandardOption.fullHelp.rawValue)"
            default: topic.map { "\(path.title) \(HelpCommand.name) \($0)" }
            }
        if let likely { return .unknownCommand(word, nearest: likely, elsewhere: []) }
        let elsewhere = CommandPath(path.root).subtree().filter { !$0.isRoot && $0.command.name == word }
        return .unknownCommand(
            word, nearest: Spelling.nearest(to: word, among: names), elsewhere: elsewhere.map(\.title))
    }

    /// Returns the error for a long option that the command does not have.
    static func unknownOption(_ name: String, spelling: String, at path: CommandPath) -> UsageError.Fact {
        let standard = StandardOption.allCases.map { String($0.rawValue.drop { $0 == "-" }) }.filter { $0.count > 1 }
        let names = path.command.options.map(\.name) + standard
        let owners = CommandPath(path.root).subtree().filter { owner in
            owner.names != path.names && owner.command.options.contains { $0.name == name }
        }
        let nearest = Spelling.nearest(to: name, among: names).map { "--\($0)" }
        return .unknownOption(spelling, nearest: nearest, owners: owners.map(\.title))
    }

    /// Returns the error for a short option that the command does not have. `-deterministic` is a long option without
    /// its second dash, and `-K` may be `-k`.
    static func unknownShortOption(
        _ scalar: Unicode.Scalar, before rest: Substring.UnicodeScalarView, in argument: String, at path: CommandPath
    ) -> UsageError.Fact {
        let options = path.command.options
        let whole = String(argument.unicodeScalars.dropFirst())
        if let option = options.first(where: { $0.name == whole }) {
            return .unknownOption(argument, nearest: "--\(option.name)", owners: [])
        }
        // The user sees the whole character, including its combining marks.
        let shown = String(String.UnicodeScalarView([scalar] + Array(rest))).first ?? Character(scalar)
        // In other tools, these options show the version.
        if shown == "V" || shown == "v", !options.contains(where: { $0.short?.lowercased() == "v" }) {
            let version = "\(path.root.name) \(StandardOption.version.rawValue)"
            return .unknownOption("-\(shown)", nearest: version, owners: [])
        }
        let otherCase = options.compactMap(\.short).first { $0.lowercased() == shown.lowercased() }
        return .unknownOption("-\(shown)", nearest: otherCase.map { "-\($0)" }, owners: [])
    }
}
