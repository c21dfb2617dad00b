extension CommandPath {
    /// Writes the SYNOPSIS: an entry for each runnable command on the page.
    func addSynopsis(_ writer: inout ManualWriter) {
        for path in describedOnPage where path.isRoot || path.command.subcommands.isEmpty {
            var arguments = path.command.options.map { "[\($0.manualForm($0.spellings.suffix(1)))]" }
            if !path.command.subcommands.isEmpty {
                arguments += [ManualText.italic("command"), "[\(ManualText.italic("argument")) ...]"]
            } else if let operand = path.command.operand {
                arguments.append(operand.isRequired ? operand.manualForm : "[\(operand.manualForm)]")
            }
            writer.synopsis(path.title, arguments)
        }
    }

    /// Writes the DESCRIPTION: the command's purpose, its commands, its operand and its options.
    func addDescription(_ writer: inout ManualWriter) {
        addDiscussion(&writer)
        if isRoot { addCommandList(&writer) }
        addOptions(&writer, withStandard: true)
        for path in describedOnPage.dropFirst() {
            writer.subsection(path.title)
            path.addDiscussion(&writer)
            path.addOptions(&writer, withStandard: false)
        }
    }

    private func addDiscussion(_ writer: inout ManualWriter) {
        for paragraph in [command.summary.asSentence] + command.discussion { writer.paragraph(paragraph) }
        if let operand = command.operand {
            let sentences = [operand.summary, operand.value.constraint ?? ""].map(\.asSentence).joined(separator: " ")
            writer.list([(operand.manualForm, [ManualText.prose(sentences)])])
        }
    }

    /// Writes the commands of a root, each with a reference to its page.
    private func addCommandList(_ writer: inout ManualWriter) {
        guard !command.subcommands.isEmpty else { return }
        writer.paragraph("The commands are as follows:")
        var items = children().map { path in
            let reference = "See \(ManualText.reference(path.manualName, 1))."
            return (
                ManualText.bold(path.command.name), [ManualText.prose(path.command.summary.asSentence) + [reference]]
            )
        }
        if hasHelpCommand {
            let term = "\(ManualText.bold(CommandPath.help.name)) [\(ManualText.italic("command")) ...]"
            items.append((term, [ManualText.prose(CommandPath.help.summary.asSentence)]))
        }
        writer.list(items)
    }

    /// Writes the options under their headings and, if the page is about this command, the standard options.
    private func addOptions(_ writer: inout ManualWriter, withStandard: Bool) {
        func list(_ title: String, _ items: [(term: String, paragraphs: [[String]])]) {
            guard !items.isEmpty else { return }
            writer.paragraph(title)
            writer.list(items)
        }
        let first = "The options are as follows:"
        let groups = command.options.grouped()
        for (title, options) in groups {
            list(title == [Option].defaultTitle ? first : "\(title):", options.map(\.manualItem))
        }
        list("Options of \(title) \(CommandPath.help.name):", command.helpOptions.map(\.manualItem))
        guard withStandard else { return }
        list(
            groups.isEmpty ? first : "Help:",
            standardOptions.map { (ManualText.bold($0.rawValue), [ManualText.prose($0.summary.asSentence)]) })
    }
}

extension Operand {
    fileprivate var manualForm: String { ManualText.italic(name) + (isRepeating ? " ..." : "") }
}

extension Option {
    /// Returns the option in the given spellings, with its value.
    fileprivate func manualForm(_ spellings: ArraySlice<String>) -> String {
        let names = spellings.map(ManualText.bold).joined(separator: ", ")
        guard let value else { return names }
        let choices = value.inlineChoices.map { $0.map(ManualText.bold).joined(separator: " | ") }
        return "\(names) \(choices ?? ManualText.italic(value.placeholder))"
    }

    fileprivate var manualItem: (term: String, paragraphs: [[String]]) {
        var sentences = [summary.asSentence]
        if let constraint = value?.unstatedConstraint { sentences.append("The value is \(constraint).") }
        if isRepeatable { sentences.append("This option may be given more than once.") }
        if !exclusions.isEmpty { sentences.append("It cannot be combined with \(exclusions.list("or")).") }
        for needed in needs { sentences.append("It requires \(needed.list("or")).") }
        let texts = [sentences.joined(separator: " ")] + (details.map { [$0] } ?? [])
        return (manualForm(spellings[...]), texts.map(ManualText.prose))
    }
}

extension String {
    /// The summary as a sentence: with a final period, and a capital at the start if the first word consists of
    /// lowercase letters.
    var asSentence: String {
        var firstWord = prefix { !$0.isWhitespace }
        while let last = firstWord.last, ".,;:?!".contains(last) { firstWord.removeLast() }
        let isPlain = firstWord.allSatisfy { $0.isLetter && $0.isLowercase }
        let start = isPlain ? prefix(1).uppercased() : String(prefix(1))
        let isEnded = last.map { ".?!".contains($0) } ?? true
        return start + dropFirst() + (isEnded ? "" : ".")
    }
}
