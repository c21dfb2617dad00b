extension CommandPath {
    /// The command as typed, without the word "usage": `aak sign [options] [PAYLOAD ...]`.
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
    /// The subcommands as lists with headings, the last of them with a root's `help` command.
    var commandLists: [(title: String, entries: [HelpEntry])] {
        var lists: [(title: String, entries: [HelpEntry])] = []
        for command in command.visibleSubcommands {
            let title = command.group ?? "Commands"
            if lists.last?.title != title { lists.append((title, [])) }
            lists[lists.count - 1].entries.append(HelpEntry(label: command.name, paragraphs: [command.summary]))
        }
        if hasHelpCommand, !lists.isEmpty {
            lists[lists.count - 1].entries.append(HelpEntry(label: HelpCommand.name, paragraphs: [HelpCommand.summary]))
        }
        return lists
    }

    var commandEntries: [HelpEntry] { commandLists.flatMap(\.entries) }

    /// The options that the help of this command describes.
    var describedOptions: [Option] { command.options.filter { $0.home == nil || $0.home == title } }

    /// The options that the help of another command describes, by that command.
    var otherOptions: [(home: String, options: [Option])] {
        var lists: [(home: String, options: [Option])] = []
        for option in command.options {
            guard let home = option.home, home != title else { continue }
            if let place = lists.firstIndex(where: { $0.home == home }) {
                lists[place].options.append(option)
            } else {
                lists.append((home, [option]))
            }
        }
        return lists
    }

    /// The topics of `help` as entries.
    var topicEntries: [HelpEntry] { root.topics.map { HelpEntry(label: $0.name, paragraphs: [$0.summary]) } }

    /// The standard options to list here, as entries.
    var standardEntries: [HelpEntry] {
        StandardOption.listed(for: self).map { option in
            let isShort = !option.rawValue.hasPrefix("--")
            return HelpEntry(label: (isShort ? "" : "    ") + option.rawValue, paragraphs: [option.summary])
        }
    }
}

extension Option {
    /// The option in a list, with long names aligned: `-k, --key FILE`.
    var label: String {
        let start = short.map { "-\($0), " } ?? "    "
        return "\(start)--\(name)" + (value.map { " \($0.label)" } ?? "")
    }

    /// The option among others in a line: `-k, --key FILE`.
    var shortLabel: String { (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0.label)" } ?? "") }

    /// Returns the summary with facts that the label does not show; in full help, also the option's relations.
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

    /// Returns the option as an entry of a list.
    func entry(_ length: HelpLength) -> HelpEntry {
        let further = length == .full ? [details].compactMap { $0 } : []
        return HelpEntry(label: label, paragraphs: [annotatedSummary(length)] + further)
    }
}

extension Section {
    /// Creates a section that describes options for the commands that have them.
    package init(_ title: String, describing options: [any DeclaredOption]) {
        self.init(
            title,
            .items(
                options.map(\.option).map { option in
                    Block.Item(
                        option.shortLabel,
                        option.annotatedSummary(.full) + (option.details.map { ". \($0)" } ?? ""))
                }))
    }
}

extension Operand {
    /// The operand as an entry of a list.
    var entry: HelpEntry {
        let constraint = value.constraint.map { " (\($0))" } ?? ""
        return HelpEntry(label: label, paragraphs: [summary + constraint])
    }
}
