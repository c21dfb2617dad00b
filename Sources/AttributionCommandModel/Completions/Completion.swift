import AttributionBase

/// The possible completions of the last word of a command line.
struct Completion {
    enum Kind: String {
        case words, file, directory
    }

    var kind = Kind.words
    /// The number of characters before the part of the word that is completed, such as those of `--key=`.
    var start = 0
    /// The possible words, with summaries. They are not filtered by what is already typed.
    var candidates: [Block.Item] = []
}

extension Command {
    /// The hidden command with which completion scripts ask the program, as in `aak __complete sign --format ''`.
    package static let question = "__complete"

    /// Returns the answer to a completion script: a line with the kind of completion and the offset at which it starts, then a line for
    /// each candidate, with its summary after a tab.
    ///
    /// - Parameter words: The words of the command line up to the cursor, without the program's name. The last one may be empty.
    package func answer(to words: [String]) -> String {
        var parser = Parser(root: self)
        let completion = parser.complete(words)
        let lines = completion.candidates.map { $0.text.isEmpty ? $0.term : "\($0.term)\t\($0.text)" }
        return (["\(completion.kind.rawValue) \(completion.start)"] + lines).map { $0 + "\n" }.joined()
    }
}

extension Completion {
    /// - Parameter before: The part of the word before the value.
    init(_ value: ValueKind, after before: String = "") {
        start = before.count
        switch value {
        case .file, .writtenFile: kind = .file
        case .directory: kind = .directory
        case .text, .namedFile, .choice, .name, .integer: candidates = value.candidates.map { Block.Item(before + $0) }
        }
    }
}

extension Parser {
    /// Parses all words but the last, ignoring errors.
    fileprivate mutating func complete(_ words: [String]) -> Completion {
        var remaining = words.dropLast()
        while let argument = remaining.popFirst() {
            take(argument, &remaining)
            request = nil
        }
        let word = words.last ?? ""
        if let value = waiting?.value { return Completion(value.kind) }
        if optionsEnd == nil, word.hasPrefix("-") { return completeOption(word) }
        if isHelpCommand {
            guard topic == nil, given.isEmpty else { return Completion() }
            let commands = path.commandEntries.filter { $0.term != CommandPath.help.name }
            return Completion(candidates: commands + (path.isRoot ? path.topicEntries : []))
        }
        if !path.command.subcommands.isEmpty { return Completion(candidates: path.commandEntries) }
        guard let operand = path.command.operand, operand.isRepeating || operands.isEmpty else { return Completion() }
        return Completion(operand.value)
    }

    private func completeOption(_ word: String) -> Completion {
        let declared = !isHelpCommand ? path.command.options : topic == nil ? path.command.helpOptions : []
        let options = declared.filter { $0.isRepeatable || given[ObjectIdentifier($0.identity)] == nil }
        var entries = options.flatMap { option in option.spellings.map { Block.Item($0, option.summary) } }
        entries += path.standardOptions.map { Block.Item($0.rawValue, $0.summary) }
        if word.hasPrefix("--") {
            guard let equals = word.firstIndex(of: "=") else { return Completion(candidates: entries) }
            let named = options.first { $0.words.contains(String(word[..<equals].dropFirst(2))) }
            return named?.value.map { Completion($0.kind, after: String(word[...equals])) } ?? Completion()
        }
        guard word != "-" else { return Completion(candidates: entries) }
        // A cluster of short options: complete the value of its last option, or add an option.
        let letters = word.dropFirst()
        for index in letters.indices {
            guard let value = options.first(where: { $0.short == letters[index] })?.value else { continue }
            let isLast = letters.index(after: index) == letters.endIndex
            return isLast
                ? Completion(candidates: [Block.Item(word)]) : Completion(value.kind, after: String(word[...index]))
        }
        let others = entries.filter { $0.term.count == 2 && !letters.contains($0.term.last ?? "-") }
        return Completion(
            candidates: [Block.Item(word)] + others.map { Block.Item(word + $0.term.dropFirst(), $0.text) })
    }
}
