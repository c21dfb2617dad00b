extension CommandPath {
    /// How the command is typed, without the word "usage": `aak sign [options] [PAYLOAD ...]`.
    package var usage: String {
        var words = [title]
        if !command.visibleOptions.isEmpty { words.append("[options]") }
        if !command.subcommands.isEmpty {
            words.append("COMMAND ...")
        } else if let operand = command.operand {
            words.append(operand.isRequired ? operand.label : "[\(operand.label)]")
        }
        return words.joined(separator: " ")
    }
}

extension CommandPath {
    /// The subcommands as a list, with the `help` command of a root at its end.
    var commandEntries: [HelpEntry] {
        let declared = command.visibleSubcommands.map { HelpEntry(label: $0.name, paragraphs: [$0.summary]) }
        let help = HelpEntry(label: HelpCommand.name, paragraphs: [HelpCommand.summary])
        return declared + (hasHelpCommand ? [help] : [])
    }

    /// What `help` tells about besides commands, as a list.
    var topicEntries: [HelpEntry] {
        root.topics.map { HelpEntry(label: $0.name, paragraphs: [$0.summary]) }
    }

    /// The options that every command has, as a list.
    var standardEntries: [HelpEntry] {
        StandardOption.listed(for: self).map { option in
            let isShort = !option.rawValue.hasPrefix("--")
            return HelpEntry(label: (isShort ? "" : "    ") + option.rawValue, paragraphs: [option.summary])
        }
    }
}

extension Option {
    /// The option as a list shows it: `-k, --key FILE`, long names aligned.
    var label: String {
        let start = short.map { "-\($0), " } ?? "    "
        return "\(start)--\(name)" + (value.map { " \($0.label)" } ?? "")
    }

    /// The summary, with what the label cannot say; in full help also how the option stands to others.
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

    /// The option as an entry of a list.
    func entry(_ length: HelpLength) -> HelpEntry {
        let further = length == .full ? [details].compactMap { $0 } : []
        return HelpEntry(label: label, paragraphs: [annotatedSummary(length)] + further)
    }
}

extension Operand {
    /// The operand as an entry of a list.
    var entry: HelpEntry {
        let constraint = value.constraint.map { " (\($0))" } ?? ""
        return HelpEntry(label: label, paragraphs: [summary + constraint])
    }
}
