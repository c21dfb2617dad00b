extension CommandPath {
    /// The synopsis without the word "usage": `aak sign [options] [PAYLOAD ...]`.
    package var usage: String {
        var words = [title]
        if !command.options.isEmpty { words.append("[options]") }
        if !command.subcommands.isEmpty {
            words.append("COMMAND ...")
        } else if let operand = command.operand {
            words.append(operand.isRequired ? operand.label : "[\(operand.label)]")
        }
        return words.joined(separator: " ")
    }
}

extension CommandPath {
    /// The subcommands as lists with headings. At a root, the last list ends with the `help` command.
    var commandLists: [EntryList] {
        var lists = command.visibleSubcommands.grouped { $0.group ?? "Commands" }.map { title, commands in
            (title: title, entries: commands.map { Block.Item($0.name, $0.summary) })
        }
        if hasHelpCommand, !lists.isEmpty {
            lists[lists.count - 1].entries.append(Block.Item(CommandPath.help.name, CommandPath.help.summary))
        }
        return lists
    }

    var commandEntries: [Block.Item] { commandLists.flatMap(\.entries) }

    var topicEntries: [Block.Item] { root.topics.map { Block.Item($0.name, $0.summary) } }

    var standardEntries: [Block.Item] {
        standardOptions.map { option in
            let isShort = !option.rawValue.hasPrefix("--")
            return Block.Item((isShort ? "" : "    ") + option.rawValue, option.summary)
        }
    }
}

extension Array {
    /// Groups the elements by title, in the order in which the titles first appear.
    func grouped(by title: (Element) -> String) -> [(title: String, elements: [Element])] {
        var groups: [(title: String, elements: [Element])] = []
        for element in self {
            let title = title(element)
            if let index = groups.firstIndex(where: { $0.title == title }) {
                groups[index].elements.append(element)
            } else {
                groups.append((title, [element]))
            }
        }
        return groups
    }
}

extension [Option] {
    /// The title of options without a heading of their own.
    static let defaultTitle = "Options"

    func grouped() -> [(title: String, elements: [Option])] { grouped { $0.group ?? Self.defaultTitle } }
}

extension Option {
    /// The option at the start of a line, with room for a short form, so that long names are aligned: `-k, --key FILE`.
    var label: String { (short == nil ? "    " : "") + shortLabel }

    /// The option in short help, by its shortest word.
    var briefLabel: String {
        let short = short.map { "-\($0), " } ?? "    "
        return short + "--\(brief ?? name)" + (value.map { " \($0.label)" } ?? "")
    }

    /// The option within a line of text: `-k, --key FILE`.
    var shortLabel: String { spellings.joined(separator: ", ") + (value.map { " \($0.label)" } ?? "") }

    /// Returns the summary with facts that the label does not show, and in full help also the option's relations.
    func annotatedSummary(_ length: HelpLength) -> String {
        var notes: [String] = []
        if isRepeatable { notes.append("repeatable") }
        if let constraint = value?.unstatedConstraint { notes.append(constraint) }
        if length == .full {
            let excluded = exclusions
            if !excluded.isEmpty { notes.append("not with \(excluded.list("or"))") }
            for needed in needs { notes.append("needs \(needed.list("or"))") }
        }
        return notes.isEmpty ? summary : "\(summary) (\(notes.joined(separator: "; ")))"
    }

    func entry(_ length: HelpLength) -> Block.Item {
        guard length == .full, let details else { return Block.Item(label, annotatedSummary(length)) }
        return Block.Item(label, annotatedSummary(length), details)
    }
}

extension Section {
    /// Returns sections that describe the options group by group, for the help that is the home of these options.
    package static func groups(describing options: [any DeclaredOption]) -> [Section] {
        options.map(\.option).grouped().map { title, options in
            Section(
                title,
                .items(
                    options.map { option in
                        Block.Item(
                            option.shortLabel,
                            option.annotatedSummary(.full) + (option.details.map { ". \($0)" } ?? ""))
                    }))
        }
    }
}

extension Operand {
    var entry: Block.Item { Block.Item(label, summary + (value.constraint.map { " (\($0))" } ?? "")) }
}
