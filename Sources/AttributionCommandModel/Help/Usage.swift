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
    /// The subcommands as entries, followed by a root's `help` command.
    var commandEntries: [HelpEntry] {
        let declared = command.visibleSubcommands.map { HelpEntry(label: $0.name, paragraphs: [$0.summary]) }
        let help = HelpEntry(label: HelpCommand.name, paragraphs: [HelpCommand.summary])
        return declared + (hasHelpCommand ? [help] : [])
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

extension Operand {
    /// The operand as an entry of a list.
    var entry: HelpEntry {
        let constraint = value.constraint.map { " (\($0))" } ?? ""
        return HelpEntry(label: label, paragraphs: [summary + constraint])
    }
}
