/// Finds what a mistyped word was probably meant to be.
public enum Suggestion {
    /// The candidate nearest to a word, or `nil` when none is near enough to be worth naming.
    ///
    /// Near is measured by optimal string alignment distance without regard to case. A word that is the beginning of
    /// exactly one candidate counts too, because names cannot be abbreviated and people try.
    public static func nearest(to word: String, among candidates: [String]) -> String? {
        let longestWord = 64
        guard !word.isEmpty, word.utf8.count <= longestWord else { return nil }
        let typed = Array(word.lowercased())
        var best: (distance: Int, candidate: String)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased())
            let distance = alignmentDistance(typed, letters)
            let isNear = distance <= threshold(max(typed.count, letters.count))
            if isNear && distance < (best?.distance ?? .max) { best = (distance, candidate) }
        }
        if let best { return best.candidate }
        let completions = candidates.filter { $0.hasPrefix(word) }
        return completions.count == 1 && typed.count >= 2 ? completions.first : nil
    }

    /// How many edits still count as a slip for a word of this length.
    private static func threshold(_ length: Int) -> Int {
        switch length {
        case ...1: 0
        case ...4: 1
        case ...8: 2
        default: 3
        }
    }

    /// The optimal string alignment distance: insertions, deletions, substitutions, and swaps of two neighbours.
    static func alignmentDistance(_ first: [Character], _ second: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let substitution = previous[column] + (first[row] == second[column] ? 0 : 1)
                var cost = min(previous[column + 1] + 1, current[column] + 1, substitution)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[second.count]
    }
}

extension Suggestion {
    /// What to say about a word that names no command here.
    static func unknownCommand(_ word: String, at path: CommandPath) -> UsageError.Fact {
        let names = path.command.visibleSubcommands.map(\.name) + (path.hasHelpCommand ? [HelpCommand.name] : [])
        let elsewhere = CommandPath(path.root).subtree().filter { !$0.isRoot && $0.command.name == word }
        return .unknownCommand(word, nearest: nearest(to: word, among: names), elsewhere: elsewhere.map(\.title))
    }

    /// What to say about a long option that the command does not have.
    static func unknownOption(_ name: String, spelling: String, at path: CommandPath) -> UsageError.Fact {
        let standard = StandardOption.allCases.map { String($0.rawValue.drop { $0 == "-" }) }.filter { $0.count > 1 }
        let names = path.command.visibleOptions.map(\.name) + standard
        let owners = CommandPath(path.root).subtree().filter { owner in
            owner != path && owner.command.visibleOptions.contains { $0.name == name }
        }
        let nearest = nearest(to: name, among: names).map { "--\($0)" }
        return .unknownOption(spelling, nearest: nearest, owners: owners.map(\.title))
    }

    /// What to say about a short option that the command does not have. `-deterministic` is a long option that lacks
    /// a dash, and `-K` may be `-k`.
    static func unknownShortOption(
        _ scalar: Unicode.Scalar, before rest: Substring.UnicodeScalarView, in argument: String, at path: CommandPath
    ) -> UsageError.Fact {
        let options = path.command.visibleOptions
        let whole = String(argument.unicodeScalars.dropFirst())
        if let option = options.first(where: { $0.name == whole }) {
            return .unknownOption(argument, nearest: "--\(option.name)", owners: [])
        }
        // The whole character, with the marks that belong to it, is what the user sees.
        let shown = String(String.UnicodeScalarView([scalar] + Array(rest))).first ?? Character(scalar)
        let otherCase = options.compactMap(\.short).first { $0.lowercased() == shown.lowercased() }
        return .unknownOption("-\(shown)", nearest: otherCase.map { "-\($0)" }, owners: [])
    }
}
